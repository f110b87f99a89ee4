"""What it costs that leaders leave their role: Unrest, then a Loyalty check, else a vacancy (R042)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.system import World
from bot.engine.text import Safe, T, listed, refused
from bot.systems.kingdom.book import (
    ABDICATES,
    ANARCHY_AT,
    ROLES,
    RULER_ABDICATES,
    SWITCHES,
    Abdication,
    Attribute,
    Phase,
    Role,
    Stage,
    Task,
)
from bot.systems.kingdom.checks import Check, CheckResult, check, roll_check
from bot.systems.kingdom.leaders.offices import (
    WHICH_RULER,
    appointed_for,
    exchange,
    holder,
    leaders,
    living,
    require_no_consort,
    seat,
)
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import OnKingdom, Realm, found_realm
from bot.systems.kingdom.sources import shifted, shifts
from bot.systems.kingdom.state import Kingdom, Lapse, Leader, lapse_of, with_unrest
from bot.systems.kingdom.steps import acted_for, note_refusal


@dataclass(frozen=True, slots=True)
class Departure:
    """How a leader left a role. Without a check no vacancy could come of it.

    After a failed one the role counts as vacant until the end of month `until`, or of that month's Upkeep.
    """

    role: Role
    leader: str
    unrest: int
    result: CheckResult | None = None
    until: int = 0
    is_until_upkeep: bool = False
    to: Role | None = None
    # Who plays that leader.
    player: int | None = None

    @property
    def summary(self) -> Iterator[Safe]:
        """Who left, and how the check came out."""
        yield _leaves(self.leader, self.role, self.to)
        if self.result is not None:
            is_success = self.result.is_success
            yield (SUCCEEDED if is_success else FAILED)()

    @property
    def details(self) -> Iterator[Safe]:
        """Who left, what it cost at once, the check, and what came of it."""
        left, made = _leaves(self.leader, self.role, self.to), self.result
        yield T("{left} Unrest {unrest:+}.")(left=left, unrest=self.unrest) if self.unrest else left
        if made is None:
            return
        yield T("🎲 Loyalty for the {role}: {made}")(role=self.role, made=made.sentence())
        if self.until:
            yield _vacant_until(self.role, self.until, is_until_upkeep=self.is_until_upkeep)
        else:
            yield T("A successor as {role} takes over without a gap.")(role=self.role)


SUCCEEDED = T("The Loyalty check succeeded.")
FAILED = T("The Loyalty check failed: the role is vacant for a turn.")


def _leaves(leader: str, role: Role, to: Role | None) -> Safe:
    if to is None:
        return T("{leader} steps down as {role}.")(leader=leader, role=role)
    return T("{leader} moves from {role} to {to}.")(leader=leader, role=role, to=to)


def _vacant_until(role: Role, until: int, *, is_until_upkeep: bool) -> Safe:
    if is_until_upkeep:
        end = T("the end of month {month}'s Upkeep")(month=until)
    else:
        end = T("the end of month {month}")(month=until)
    return T("The {role} counts as vacant until {end}, no matter who holds the role: {cost}.")(
        role=role, end=end, cost=vacancy_cost(role)
    )


def has_penalty(role: Role) -> bool:
    """Whether its vacancy costs anything."""
    return bool(ROLES[role].vacancy or ROLES[role].vacancy_unrest)


def vacancy_cost(role: Role) -> Safe:
    """What a vacant role costs."""
    row = ROLES[role]
    parts = [T("no new hexes, Farms, Roads or districts")()] if role is Role.RULER else []
    parts += [T("{attribute} {amount}")(attribute=each, amount=amount) for each, amount in row.vacancy]
    if row.vacancy_unrest:
        parts.append(T("Unrest {unrest:+} in Upkeep")(unrest=row.vacancy_unrest))
    return listed(parts or [T("no penalty")()], ",")


@dataclass(frozen=True, slots=True)
class Exit:
    """One leader who goes: Unrest first, then a Loyalty check, where the role has a vacancy penalty."""

    leader: Leader
    cost: Abdication
    check: Check | None
    to: Role | None = None


@dataclass(frozen=True, slots=True)
class Changeover:
    """A change of roles before its dice: the realm as it is, and once Unrest rose and the roles changed."""

    before: Realm
    after: Realm
    exits: tuple[Exit, ...]

    def failing(self, *failed: Exit) -> Realm:
        """The realm where those checks failed."""
        kingdom = self.after.kingdom
        lapses = tuple(lapse_of(each.leader.role, kingdom.month) for each in failed)
        return replace(self.after, kingdom=replace(kingdom, lapses=(*kingdom.lapses, *lapses)))


def changeover(realm: Realm, after: Kingdom, leaving: Sequence[tuple[Leader, Role | None]]) -> Changeover:
    """What it costs that those leave their role, for another or none. While a kingdom is founded nothing.

    The check is made with the Unrest raised and everybody still in their role.
    """
    if realm.kingdom.stage is Stage.FOUNDING:
        return Changeover(realm, replace(realm, kingdom=after), ())
    costs = [_cost(leader, to) for leader, to in leaving]
    unrest = sum(cost.unrest for cost in costs)
    raised = replace(realm, kingdom=with_unrest(realm.kingdom, unrest))
    exits = tuple(
        Exit(leader, cost, _check(raised, cost) if _can_lapse(realm.kingdom, after, leader) else None, to)
        for (leader, to), cost in zip(leaving, costs, strict=True)
    )
    return Changeover(realm, replace(realm, kingdom=with_unrest(after, unrest)), exits)


def _cost(leader: Leader, to: Role | None) -> Abdication:
    """A Ruler who takes another role is a Ruler who abdicates."""
    if leader.role is Role.RULER:
        return RULER_ABDICATES
    return ABDICATES if to is None else SWITCHES


def _can_lapse(before: Kingdom, after: Kingdom, leader: Leader) -> bool:
    """Whether its role has a vacancy penalty, and no spouse rules on (R034)."""
    stay = after.held_by(Role.RULER)
    rules_on = leader.role is Role.RULER and any(each in stay for each in before.held_by(Role.RULER))
    return has_penalty(leader.role) and not rules_on


def _check(raised: Realm, cost: Abdication) -> Check:
    made = check(raised, Attribute.LOYALTY, cost.modifier)
    # Anarchy begins before it is rolled.
    return replace(made, is_void=True) if raised.kingdom.unrest >= ANARCHY_AT else made


def leave(change: Changeover, dice: Dice) -> tuple[Realm, tuple[Departure, ...]]:
    """Make the checks of a change: the realm as it is then, and how each left."""
    results = [
        roll_check(each.check, dice, T("The {role} leaves").plain(role=each.leader.role), is_plain=True)
        if each.check is not None
        else None
        for each in change.exits
    ]
    failed = [
        each
        for each, made in zip(change.exits, results, strict=True)
        if made is not None and not made.is_success
    ]
    month = change.after.kingdom.month
    told = tuple(
        _departure(each, made, lapse_of(each.leader.role, month) if each in failed else None)
        for each, made in zip(change.exits, results, strict=True)
    )
    return change.failing(*failed), told


def _departure(each: Exit, result: CheckResult | None, lapse: Lapse | None) -> Departure:
    return Departure(
        each.leader.role,
        each.leader.name,
        each.cost.unrest,
        result,
        lapse.last if lapse is not None else 0,
        lapse is not None and lapse.ends_with_upkeep,
        each.to,
        each.leader.player,
    )


def players_of(departures: Iterable[Departure]) -> tuple[int, ...]:
    """The players of the leaders who left."""
    return tuple(each.player for each in departures if each.player is not None)


def note_leaving(world: World, change: Changeover) -> None:
    """Note for a preview what a change of roles costs at once, each check, and what comes of a failed one."""
    checked = [each for each in change.exits if each.check is not None]
    if len(checked) > 1:
        # A try ends at the first of several checks.
        for each in change.exits:
            world.note(_leaves(each.leader.name, each.leader.role, each.to))
    if change.exits:
        before, after = change.before.kingdom.unrest, change.after.kingdom.unrest
        rises = T("Unrest right away: {before} → **{after}**")(before=before, after=after)
        world.note(rises if before != after else T("Unrest stays as it is.")())
    if any(each.to is not None and each.cost.unrest for each in change.exits):
        world.note(T("A Ruler who takes another role abdicates.")())
    for each in change.exits:
        for line in _checked(change, each):
            world.note(line)
    if len(checked) > 1:
        _compare(world, T("If both succeed: {numbers}"), change.before, change.after)
        _compare(world, T("If both fail: {numbers}"), change.before, change.failing(*checked))


def _checked(change: Changeover, each: Exit) -> Iterator[Safe]:
    role, made = each.leader.role, each.check
    if made is None and role is Role.RULER:
        yield T("No Loyalty check is needed: the other Ruler rules on.")()
    elif made is None:
        yield T("No Loyalty check is needed: the {role} has no vacancy penalty.")(role=role)
    elif made.needed is None:
        yield T("Loyalty check for the {role}: in anarchy it counts as 0, and **fails**.")(role=role)
    else:
        yield T(
            "Loyalty check for the {role}: **{needed}** or higher on the die, **{percent}%** "
            "({modifier:+} against {dc})"
        )(
            role=role,
            needed=made.needed,
            percent=int(made.chance * 100),
            modifier=made.modifier,
            dc=made.dc,
        )
    if made is not None:
        lapse = lapse_of(role, change.after.kingdom.month)
        yield T("If it fails: {what}")(
            what=_vacant_until(role, lapse.last, is_until_upkeep=lapse.ends_with_upkeep)
        )


def _compare(world: World, says: T, before: Realm, after: Realm) -> None:
    world.note(says(numbers=shifted(shifts(before, after)) or T("no number changes")()))


# -- Leaders who leave their role: they resign, take another, or die (R041, R042) --------------------------


class ResignRole(OnKingdom):
    """Step down from a role; to name a successor right away, give them the role instead"""

    role: Role = option("The role to give up")
    leader: str = option(WHICH_RULER, default="", suggest=leaders)


class SwitchRole(OnKingdom):
    """Move a leader to another role, or have two leaders trade roles"""

    leaves: Role = option("The role to leave")
    takes: Role = option("The role to take; whoever holds it takes the old one")
    leader: str = option(WHICH_RULER, default="", suggest=leaders)


class LoseLeader(OnKingdom):
    """Record a leader's death"""

    role: Role = option("Whose role it was")
    leader: str = option(WHICH_RULER, default="", suggest=leaders)
    at_once: bool = option("Vacant right away, as after an assassination", default=False)


# -- what is told -------------------------------------------------------------------------------------


class LeaderResigned(Event):
    """A leader stepped down."""

    concerns: ClassVar[tuple[str, ...]] = ("departed",)
    name: str
    departure: Departure

    @property
    def departures(self) -> tuple[Departure, ...]:
        """The leaders who left, and how each left."""
        return (self.departure,)

    @property
    def departed(self) -> tuple[int, ...]:
        """The players of the leaders who left."""
        return players_of(self.departures)

    def sentence(self) -> Safe:
        """In short."""
        return Safe(" ".join(self.departure.summary))

    @property
    def details(self) -> Iterator[Safe]:
        """The lines of its card."""
        return self.departure.details


class LeadersSwitched(Event):
    """A leader took another role; or two exchanged theirs."""

    concerns: ClassVar[tuple[str, ...]] = ("departed",)
    name: str
    moves: tuple[Departure, ...]

    @property
    def departures(self) -> tuple[Departure, ...]:
        """The leaders who left, and how each left."""
        return self.moves

    @property
    def departed(self) -> tuple[int, ...]:
        """The players of the leaders who left."""
        return players_of(self.departures)

    def sentence(self) -> Safe:
        """In short."""
        return Safe(" ".join(line for each in self.moves for line in each.summary))

    @property
    def details(self) -> Iterator[Safe]:
        """The lines of its card."""
        for each in self.moves:
            yield from each.details


class LeaderDied(Event):
    """A leader died; the role counts as vacant from one month through another, unless a spouse rules on."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("{leader} ({role}) is dead.")
    name: str
    role: Role
    leader: str
    at_once: bool = False
    first: int = 0
    last: int = 0
    player: int | None = None

    @property
    def details(self) -> Iterator[Safe]:
        """The death, and how long the role is vacant for it."""
        yield T("**{leader} ({role}) is dead.**").of(self)
        if not self.last:
            yield T("The role of {role} isn't vacant.").of(self)
        elif self.at_once:
            yield T(
                "The role counts as vacant from now through month {last}, no matter who is appointed."
            ).of(self)
        else:
            yield T("The role counts as vacant for all of month {last}, no matter who is appointed.").of(self)


# -- the actions --------------------------------------------------------------------------------------


def resignation(realm: Realm, action: ResignRole) -> Changeover:
    """What stepping down costs. Raises RuleViolation where nobody does."""
    leader = _alive(realm.kingdom, action.role, action.leader)
    after = seat(realm.kingdom, (each for each in realm.kingdom.leaders if each is not leader))
    return changeover(realm, after, ((leader, None),))


def _alive(kingdom: Kingdom, role: Role, name: str) -> Leader:
    found = holder(kingdom, role, name)
    if found.has_died:
        raise refused(
            "leaders.is_dead",
            "{name} ({role}) is dead. Fill the role with `/leader assign`.",
            name=found.name,
            role=role,
        )
    return found


@move("leader resign", found=found_realm, previewed=True, at_once=True, button="Step down")
def resign_role(move: Move, action: ResignRole, dice: Dice) -> None:
    """Step down: Unrest, then the Loyalty check (R042). Raises RuleViolation, or NotAllowed."""
    world, realm = move.world, move.realm
    leader = _alive(realm.kingdom, action.role, action.leader)
    change = resignation(realm, action)
    move.on_behalf_of = note_refusal(world.refuse, appointed_for, world, realm.kingdom, leader)
    note_leaving(world, change)
    after, events = leave(change, dice)
    departure = events[0] if events else Departure(action.role, leader.name, 0, player=leader.player)
    move.realm = after
    move.tell(LeaderResigned(move.name, departure))


def switching(realm: Realm, action: SwitchRole) -> Changeover:
    """What taking another role costs, with who held it taking the first. Raises RuleViolation."""
    kingdom = realm.kingdom
    if action.leaves is action.takes:
        raise refused(
            "leaders.same_role",
            "You chose {role} twice. Choose one role to leave and another to take.",
            role=action.takes,
        )
    mover = _alive(kingdom, action.leaves, action.leader)
    other = _alive(kingdom, action.takes, "") if living(kingdom, action.takes) else None
    moved = {id(mover): _move_to(mover, action.takes)}
    if other is not None:
        moved[id(other)] = _move_to(other, action.leaves)
    taken = {action.takes} if other is None else set()
    # Who died in that role has left it.
    held = [
        moved.get(id(each), each) for each in kingdom.leaders if not (each.has_died and each.role in taken)
    ]
    after = seat(kingdom, held)
    require_no_consort(after)
    leaving = [(mover, action.takes)] + ([(other, action.leaves)] if other is not None else [])
    return changeover(realm, after, leaving)


def _move_to(leader: Leader, role: Role) -> Leader:
    """In another role: its ranks were in the first one's skill, and what it added to is to be chosen."""
    return replace(leader, role=role, ranks=0, attributes=())


@move("leader switch", found=found_realm, previewed=True, at_once=True, button="Switch")
def switch_role(move: Move, action: SwitchRole, dice: Dice) -> None:
    """Take another role: no Unrest and +4, but a Ruler abdicates (R042). Raises RuleViolation, NotAllowed."""
    world, realm = move.world, move.realm
    change = switching(realm, action)
    move.on_behalf_of = note_refusal(world.refuse, appointed_for, world, realm.kingdom)
    note_leaving(world, change)
    after, told = leave(change, dice)
    if not told:
        leader = _alive(realm.kingdom, action.leaves, action.leader)
        others = living(realm.kingdom, action.takes)
        moves = ((leader, action.takes), *((each, action.leaves) for each in others))
        told = tuple(Departure(each.role, each.name, 0, to=to, player=each.player) for each, to in moves)
    move.realm = after
    move.tell(LeadersSwitched(move.name, told))


@move("leader died", found=found_realm, confirms=True, button="Record the death")
def lose_leader(move: Move, action: LoseLeader, dice: Dice) -> None:
    """A leader died: gives nothing from now on, and the role is vacant for the whole next month (R041).

    Before a month is opened that is the next one; `at_once` it is vacant from now on besides.
    Raises RuleViolation, or NotAllowed.
    """
    world, kingdom = move.world, move.kingdom
    leader = _alive(kingdom, action.role, action.leader)
    # Who told of it is nobody's stand-in.
    acted_for(world, kingdom, Task.LEADERSHIP)
    after, event = mourn(kingdom, leader, at_once=action.at_once)
    if leader.player not in (None, world.actor):
        move.note(T("{name} is {player:@}'s character.")(name=leader.name, player=leader.player))
    if event.last:
        says = T("The {role} counts as vacant for all of month {month}, whoever is appointed: {cost}.")
        move.note(says(role=action.role, month=event.last, cost=vacancy_cost(action.role)))
    move.note(T("**Death is permanent.** To leave the role alive, resign with `/act deed: resign`.")())
    move.put(after)
    move.tell(event)


def mourn(kingdom: Kingdom, leader: Leader, *, at_once: bool) -> tuple[Kingdom, LeaderDied]:
    """The kingdom after a leader's death, and what is told of it (R041)."""
    first, last = _months_vacant(kingdom, at_once=at_once)
    is_gone = first <= kingdom.month.number
    after = (
        seat(kingdom, (each for each in kingdom.leaders if each is not leader))
        if is_gone
        else exchange(kingdom, leader, replace(leader, has_died=True))
    )
    if living(after, leader.role) or kingdom.stage is Stage.FOUNDING:
        first = last = 0
    else:
        after = replace(after, lapses=(*after.lapses, Lapse(leader.role, first, last)))
    return after, LeaderDied(kingdom.name, leader.role, leader.name, at_once, first, last, leader.player)


def _months_vacant(kingdom: Kingdom, *, at_once: bool) -> tuple[int, int]:
    """From which month through which the role of who died is vacant."""
    number = kingdom.month.number
    if kingdom.stage is Stage.FOUNDING or kingdom.month.phase is Phase.BEFORE:
        return number, number
    return (number if at_once else number + 1), number + 1
