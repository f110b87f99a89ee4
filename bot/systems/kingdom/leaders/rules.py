"""What it costs that leaders leave their role: Unrest, then a Loyalty check, else a vacancy (R042)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.engine.asking import Asking
from bot.engine.declare import Person, action, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.system import Scene, Turn
from bot.engine.text import Safe, T, listed, refused
from bot.engine.words import one_line
from bot.errors import NotAllowed, UserError
from bot.systems.kingdom.book import (
    ABDICATES,
    ANARCHY_AT,
    ROLES,
    RULER_ABDICATES,
    SWITCHES,
    Abdication,
    Ability,
    Attribute,
    Phase,
    Role,
    Stage,
    Step,
    Task,
)
from bot.systems.kingdom.checks import Check, Result, check, rolled
from bot.systems.kingdom.leaders.offices import (
    FEAT,
    MOST_RANKS,
    RANKS,
    SCORES,
    WHICH_RULER,
    appointed_for,
    exchanged,
    holder,
    leaders,
    living,
    require_attributes,
    require_no_consort,
    require_ranks,
    require_scores,
    require_used,
    same_name,
    scores_of,
    seated,
)
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import OnKingdom, Realm, found_realm
from bot.systems.kingdom.settings import ROLE_TAKING, Rulings
from bot.systems.kingdom.sources import attributes, benefit, shifted, shifts
from bot.systems.kingdom.state import LEADER_LENGTH, Kingdom, Lapse, Leader, lapse_of, with_unrest
from bot.systems.kingdom.steps import acted_for, acted_for_leader, is_founding_time, is_open, softly


@dataclass(frozen=True, slots=True)
class Departure:
    """How a leader left a role. Without a check no vacancy could come of it.

    After a failed one the role counts as vacant until the end of month `until`, or of that month's Upkeep.
    """

    role: Role
    leader: str
    unrest: int
    result: Result | None = None
    until: int = 0
    is_until_upkeep: bool = False
    to: Role | None = None

    @property
    def in_short(self) -> Iterator[Safe]:
        """Who left, and how the check came out."""
        yield _leaves(self.leader, self.role, self.to)
        if self.result is not None:
            is_success = self.result.is_success
            yield (SUCCEEDED if is_success else FAILED)()

    @property
    def in_full(self) -> Iterator[Safe]:
        """Who left, what it cost at once, the check, and what came of it."""
        left, made = _leaves(self.leader, self.role, self.to), self.result
        yield T("{left} Unrest {unrest:+}.")(left=left, unrest=self.unrest) if self.unrest else left
        if made is None:
            return
        yield T("🎲 Loyalty for the {role}: {total}")(role=self.role, total=made.sum)
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
class Plan:
    """A change of roles before its dice: the realm as it is, and once Unrest rose and the roles changed."""

    before: Realm
    after: Realm
    exits: tuple[Exit, ...]

    def failing(self, *failed: Exit) -> Realm:
        """The realm where those checks failed."""
        kingdom = self.after.kingdom
        lapses = tuple(lapse_of(each.leader.role, kingdom.month) for each in failed)
        return replace(self.after, kingdom=replace(kingdom, lapses=(*kingdom.lapses, *lapses)))


def planned(realm: Realm, after: Kingdom, leaving: Sequence[tuple[Leader, Role | None]]) -> Plan:
    """What it costs that those leave their role, for another or none. While a kingdom is founded nothing.

    The check is made with the Unrest raised and everybody still in their role.
    """
    if realm.kingdom.stage is Stage.FOUNDING:
        return Plan(realm, replace(realm, kingdom=after), ())
    costs = [_cost(leader, to) for leader, to in leaving]
    unrest = sum(cost.unrest for cost in costs)
    raised = replace(realm, kingdom=with_unrest(realm.kingdom, unrest))
    exits = tuple(
        Exit(leader, cost, _check(raised, cost) if _can_lapse(realm.kingdom, after, leader) else None, to)
        for (leader, to), cost in zip(leaving, costs, strict=True)
    )
    return Plan(realm, replace(realm, kingdom=with_unrest(after, unrest)), exits)


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


def left(plan: Plan, dice: Dice) -> tuple[Realm, tuple[Departure, ...]]:
    """Make the checks of a plan: the realm as it is then, and how each left."""
    results = [
        rolled(each.check, dice, T("The {role} leaves").plain(role=each.leader.role), is_plain=True)
        if each.check is not None
        else None
        for each in plan.exits
    ]
    failed = [
        each
        for each, made in zip(plan.exits, results, strict=True)
        if made is not None and not made.is_success
    ]
    month = plan.after.kingdom.month
    told = tuple(
        _departure(each, made, lapse_of(each.leader.role, month) if each in failed else None)
        for each, made in zip(plan.exits, results, strict=True)
    )
    return plan.failing(*failed), told


def _departure(each: Exit, result: Result | None, lapse: Lapse | None) -> Departure:
    return Departure(
        each.leader.role,
        each.leader.name,
        each.cost.unrest,
        result,
        lapse.last if lapse is not None else 0,
        lapse is not None and lapse.ends_with_upkeep,
        each.to,
    )


def _foretell(scene: Scene, plan: Plan) -> None:
    """Note for a preview what a change of roles costs at once, each check, and what comes of a failed one."""
    checked = [each for each in plan.exits if each.check is not None]
    if len(checked) > 1:
        # A try ends at the first of several checks.
        for each in plan.exits:
            scene.note(_leaves(each.leader.name, each.leader.role, each.to))
    if plan.exits:
        before, after = plan.before.kingdom.unrest, plan.after.kingdom.unrest
        rises = T("Unrest right away: {before} → **{after}**")(before=before, after=after)
        scene.note(rises if before != after else T("Unrest stays as it is.")())
    if any(each.to is not None and each.cost.unrest for each in plan.exits):
        scene.note(T("A Ruler who takes another role abdicates.")())
    for each in plan.exits:
        for line in _checked(plan, each):
            scene.note(line)
    if len(checked) > 1:
        _compare(scene, T("If both succeed: {numbers}"), plan.before, plan.after)
        _compare(scene, T("If both fail: {numbers}"), plan.before, plan.failing(*checked))


def _checked(plan: Plan, each: Exit) -> Iterator[Safe]:
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
        lapse = lapse_of(role, plan.after.kingdom.month)
        yield T("If it fails: {what}")(
            what=_vacant_until(role, lapse.last, is_until_upkeep=lapse.ends_with_upkeep)
        )


def _compare(scene: Scene, says: T, before: Realm, after: Realm) -> None:
    scene.note(says(numbers=shifted(shifts(before, after)) or T("no number changes")()))


# -- Leaders who leave their role: they resign, take another, or die (R041, R042) --------------------------


class ResignRole(OnKingdom):
    """Step down from a role; to name a successor right away, use /leader assign"""

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

    name: str
    departure: Departure

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Who left, and how."""
        return (self.departure,)

    def sentence(self) -> Safe:
        """In short."""
        return Safe(" ".join(self.departure.in_short))

    @property
    def in_full(self) -> Iterator[Safe]:
        """Line by line."""
        return self.departure.in_full


class LeadersSwitched(Event):
    """A leader took another role; or two exchanged theirs."""

    name: str
    moves: tuple[Departure, ...]

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Who left, and how."""
        return self.moves

    def sentence(self) -> Safe:
        """In short."""
        return Safe(" ".join(line for each in self.moves for line in each.in_short))

    @property
    def in_full(self) -> Iterator[Safe]:
        """Line by line."""
        for each in self.moves:
            yield from each.in_full


class LeaderDied(Event):
    """A leader died; the role counts as vacant from one month through another, unless a spouse rules on."""

    says = T("{leader} ({role}) is dead.")
    name: str
    role: Role
    leader: str
    at_once: bool = False
    first: int = 0
    last: int = 0

    @property
    def in_full(self) -> Iterator[Safe]:
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


def resignation(realm: Realm, action: ResignRole) -> Plan:
    """What stepping down costs. Raises RuleViolation where nobody does."""
    leader = _alive(realm.kingdom, action.role, action.leader)
    after = seated(realm.kingdom, (each for each in realm.kingdom.leaders if each is not leader))
    return planned(realm, after, ((leader, None),))


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


@action("leader resign", may=Permit.MEMBERS, previewed=True, at_once=True, button="Step down")
def resign_role(scene: Scene, action: ResignRole, dice: Dice) -> Turn:
    """Step down: Unrest, then the Loyalty check (R042). Raises RuleViolation, or NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    leader = _alive(realm.kingdom, action.role, action.leader)
    plan = resignation(realm, action)
    on_behalf = softly(scene.refuse, appointed_for, scene, realm.kingdom, leader)
    _foretell(scene, plan)
    after, events = left(plan, dice)
    departure = events[0] if events else Departure(action.role, leader.name, 0)
    event = LeaderResigned(realm.kingdom.name, departure)
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf)


def switching(realm: Realm, action: SwitchRole) -> Plan:
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
    moved = {id(mover): _moved(mover, action.takes)}
    if other is not None:
        moved[id(other)] = _moved(other, action.leaves)
    taken = {action.takes} if other is None else set()
    # Who died in that role has left it.
    held = [
        moved.get(id(each), each) for each in kingdom.leaders if not (each.has_died and each.role in taken)
    ]
    after = seated(kingdom, held)
    require_no_consort(after)
    leaving = [(mover, action.takes)] + ([(other, action.leaves)] if other is not None else [])
    return planned(realm, after, leaving)


def _moved(leader: Leader, role: Role) -> Leader:
    """In another role: its ranks were in the first one's skill, and what it added to is to be chosen."""
    return replace(leader, role=role, ranks=0, attributes=())


@action("leader switch", may=Permit.MEMBERS, previewed=True, at_once=True, button="Switch")
def switch_role(scene: Scene, action: SwitchRole, dice: Dice) -> Turn:
    """Take another role: no Unrest and +4, but a Ruler abdicates (R042). Raises RuleViolation, NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    plan = switching(realm, action)
    on_behalf = softly(scene.refuse, appointed_for, scene, realm.kingdom)
    _foretell(scene, plan)
    after, told = left(plan, dice)
    if not told:
        leader = _alive(realm.kingdom, action.leaves, action.leader)
        told = (Departure(action.leaves, leader.name, 0, to=action.takes),)
    return turn_of(scene, realm, after, LeadersSwitched(realm.kingdom.name, told), on_behalf_of=on_behalf)


@action("leader died", may=Permit.MEMBERS, asks=True, button="Record the death")
def lose_leader(scene: Scene, action: LoseLeader, dice: Dice) -> Turn:
    """A leader died: gives nothing from now on, and the role is vacant for the whole next month (R041).

    Before a month is opened that is the next one; `at_once` it is vacant from now on besides.
    Raises RuleViolation, or NotAllowed.
    """
    realm = found_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    leader = _alive(kingdom, action.role, action.leader)
    # Who told of it is nobody's stand-in.
    acted_for(scene, kingdom, Task.LEADERSHIP)
    first, last = _mourned(kingdom, at_once=action.at_once)
    is_gone = first <= kingdom.month.number
    after = (
        seated(kingdom, (each for each in kingdom.leaders if each is not leader))
        if is_gone
        else exchanged(kingdom, leader, replace(leader, has_died=True))
    )
    if living(after, action.role) or kingdom.stage is Stage.FOUNDING:
        first = last = 0
    else:
        after = replace(after, lapses=(*after.lapses, Lapse(action.role, first, last)))
    event = LeaderDied(kingdom.name, action.role, leader.name, action.at_once, first, last)
    if leader.player not in (None, scene.actor):
        scene.note(T("{name} is {player:@}'s character.")(name=leader.name, player=leader.player))
    if last:
        says = T("The {role} counts as vacant for all of month {month}, whoever is appointed: {cost}.")
        scene.note(says(role=action.role, month=last, cost=vacancy_cost(action.role)))
    scene.note(T("**Death is permanent.** To leave the role alive, resign with `/leader resign`.")())
    return turn_of(scene, realm, replace(realm, kingdom=after), event)


def _mourned(kingdom: Kingdom, *, at_once: bool) -> tuple[int, int]:
    """From which month through which the role of who died is vacant."""
    number = kingdom.month.number
    if kingdom.stage is Stage.FOUNDING or kingdom.month.phase is Phase.BEFORE:
        return number, number
    return (number if at_once else number + 1), number + 1


# -- Leaders: who takes a role, what is known of them, and how they begin a new month ----------------------


class AssignLeader(OnKingdom):
    """Give a role to a player's character, or to an NPC. Who holds it steps down for that.

    `is_married` makes a second Ruler beside the first.
    """

    role: Role
    name: str
    player: int | None = None
    scores: Mapping[Ability, int] = field(default_factory=dict)
    has_leadership: bool = False
    ranks: int = 0
    attributes: tuple[Attribute, ...] = ()
    is_married: bool = False


class EditLeader(OnKingdom):
    """Change what is known of a leader; None leaves it. Another `name` or `player` is a game master's."""

    role: Role
    leader: str = ""
    scores: Mapping[Ability, int] = field(default_factory=dict)
    has_leadership: bool | None = None
    ranks: int | None = None
    name: str = ""
    player: int | None = None
    is_npc: bool = False


@command("leader edit", may=Permit.MEMBERS)
class Edit(OnKingdom):
    """Change a leader's scores, after leveling up for example"""

    role: Role = option("Which role")
    abilities: str = option(SCORES, default="")
    leadership: bool | None = option(FEAT, default=None)
    ranks: int | None = option(RANKS, default=None, least=0, most=MOST_RANKS)
    name: str = option("The character's name; once it has one, a game master changes it", default="")
    player: Person | None = option("For game masters: another player", default=None)
    npc: bool = option("For game masters: make it an NPC", default=False)
    leader: str = option(WHICH_RULER, default="", suggest=leaders)

    def to_action(self, asking: Asking) -> EditLeader:
        """With the scores as the role's leader has them."""
        return EditLeader(
            self.kingdom,
            self.role,
            self.leader,
            scores_of(self.abilities, self.role),
            self.leadership,
            self.ranks,
            self.name,
            self.player,
            self.npc,
        )


class LeaderAssigned(Event):
    """Somebody holds a role now: what they add to which attributes, and how who held it left."""

    name: str
    role: Role
    leader: str
    player: int | None = None
    amount: int = 0
    attributes: tuple[Attribute, ...] = ()
    departure: Departure | None = None
    is_married: bool = False

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Who left for it, and how."""
        return (self.departure,) if self.departure is not None else ()

    @property
    def _assigned(self) -> Safe:
        says = T("**{who}** is {role}: {gives}.")
        if self.is_married:
            says = T("**{who}** is now {role} too, married to the other one: {gives}.")
        who, given = whom(self.leader, self.player), gives(self.amount, self.attributes)
        return says(who=who, role=self.role, gives=given)

    def sentence(self) -> Safe:
        """In short."""
        gone = [line for each in self.departures for line in each.in_short]
        return Safe(" ".join((self._assigned, *gone)))

    @property
    def in_full(self) -> Iterator[Safe]:
        """Line by line."""
        yield self._assigned
        for each in self.departures:
            yield from each.in_full


class LeaderEdited(Event):
    """What is known of a leader changed, and with it perhaps what they add."""

    name: str
    role: Role
    leader: str
    before: int
    amount: int
    former: str = ""
    player: int | None = None

    def sentence(self) -> Safe:
        """Another name, another player, another benefit."""
        lines = []
        if self.former:
            lines.append(T("{former} is now called {leader}.").of(self))
        if self.player is not None:
            lines.append(T("{player:@} now plays {leader}.").of(self))
        if self.before != self.amount:
            lines.append(T("{leader} ({role}) now adds {amount:+} instead of {before:+}.").of(self))
        elif not lines:
            lines.append(T("{leader} ({role}) is updated and still adds {amount:+}.").of(self))
        return Safe(" ".join(lines))


def whom(leader: str, player: int | None) -> Safe:
    """A leader, and who plays them."""
    if player is None:
        return T("{leader}")(leader=leader)
    return T("{leader} ({player:@})")(leader=leader, player=player)


def gives(amount: int, chosen: Sequence[Attribute]) -> Safe:
    """What a leader adds, and to which attributes."""
    if not chosen:
        return T("no attribute chosen yet: `/leader choose`")()
    return T("{amount:+} {attributes}")(amount=amount, attributes=chosen)


# -- a role taken -------------------------------------------------------------------------------------


def _takes_it(scene: Scene, kingdom: Kingdom, action: AssignLeader) -> bool:
    """Whether a player takes a role that nobody holds, for a character of their own."""
    is_theirs = scene.standing is Standing.PLAYER and action.player == scene.actor
    return is_theirs and not action.is_married and not kingdom.held_by(action.role)


def _is_taken_at_once(scene: Scene, kingdom: Kingdom) -> bool:
    """Whether that needs nobody's word: before the first month, and where leaders change."""
    is_time = (
        kingdom.stage is Stage.FOUNDING or is_founding_time(kingdom) or is_open(kingdom, Step.LEADERSHIP)
    )
    return is_time and not Rulings(scene.campaign.settings).is_on(ROLE_TAKING)


def _needs_consent(scene: Scene, action: AssignLeader) -> bool:
    """Whether a game master must agree: a player takes a role, and may not give it by themself."""
    kingdom = found_realm(scene, action.kingdom).kingdom
    if not _takes_it(scene, kingdom, action) or _is_taken_at_once(scene, kingdom):
        return False
    try:
        appointed_for(scene, kingdom)
    except UserError:
        return True
    return False


def _title(_before: Scene, after: Scene, action: AssignLeader) -> str:
    says = T("{name:40} as {role} of {kingdom:60}")
    kingdom = found_realm(after, action.kingdom).kingdom
    return says.plain(name=one_line(action.name), role=action.role, kingdom=kingdom.name)


TAKEN: Proposing[AssignLeader] = Proposing(_needs_consent, _title)


def appointment(realm: Realm, action: AssignLeader) -> Plan:
    """What it costs that somebody takes a role. Raises RuleViolation where they can't."""
    kingdom, leader = realm.kingdom, _described(realm, action)
    held = living(kingdom, action.role)
    if action.is_married:
        leader = _beside(kingdom, leader)
        gone: tuple[Leader, ...] = ()
    else:
        if len(held) > 1:
            raise refused(
                "leaders.two_rule",
                "{names} rule together. One of them has to `/leader resign` before you can assign another.",
                names=[each.name for each in held],
            )
        gone = kingdom.held_by(action.role)
    after = seated(kingdom, (*(each for each in kingdom.leaders if each not in gone), leader))
    require_no_consort(after)
    return planned(realm, after, [(each, None) for each in held if each in gone])


def _described(realm: Realm, action: AssignLeader) -> Leader:
    """The leader as the action describes them. Raises RuleViolation for what can't be."""
    role, name = action.role, _named(action.name)
    _require_one_role(realm.kingdom, role, name)
    require_used(action.scores, role)
    require_ranks(action.ranks)
    require_attributes(realm, role, action.attributes)
    scores = require_scores(action.scores)
    return Leader(
        role, name, action.player, scores, action.has_leadership, action.ranks, tuple(action.attributes)
    )


def _named(text: str) -> str:
    name = one_line(text)
    if not name or len(name) > LEADER_LENGTH:
        raise refused(
            "leaders.name_length", "A leader's name can have 1 to {most} characters.", most=LEADER_LENGTH
        )
    return name


def _require_one_role(kingdom: Kingdom, role: Role, name: str) -> None:
    """A character fills one role at a time (R048)."""
    for each in kingdom.leaders:
        if same_name(each.name, name) and not each.has_died:
            if each.role is role:
                raise refused(
                    "leaders.holds_it",
                    "{name} is already {role}. Change scores and ranks with `/leader edit`.",
                    name=each.name,
                    role=role,
                )
            raise refused(
                "leaders.has_a_role",
                "{name} is already {role}, and a character can fill only one role. Use `/leader switch`, or "
                "name another character.",
                name=each.name,
                role=each.role,
            )


def _beside(kingdom: Kingdom, leader: Leader) -> Leader:
    """Married to the one Ruler there is, adding to the same attributes (R034)."""
    rulers = living(kingdom, Role.RULER)
    if leader.role is not Role.RULER or len(rulers) != 1:
        raise refused(
            "leaders.cant_marry",
            "Only two Rulers can be married. Assign the first Ruler without `married`.",
        )
    if leader.attributes and leader.attributes != rulers[0].attributes:
        raise refused(
            "leaders.same_attributes",
            "Married Rulers add to the same attributes. Leave out `attributes` for the second.",
        )
    return replace(leader, attributes=rulers[0].attributes)


@action(may=Permit.MEMBERS, button="Replace", proposed=TAKEN)
def assign_leader(scene: Scene, action: AssignLeader, dice: Dice) -> Turn:
    """Give a role; its holder steps down for that (R042). Raises RuleViolation, or NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    is_taken = _takes_it(scene, realm.kingdom, action) and _is_taken_at_once(scene, realm.kingdom)
    on_behalf = None if is_taken else softly(scene.refuse, appointed_for, scene, realm.kingdom)
    plan = appointment(realm, action)
    _require_member(scene, action.player)
    _foretell(scene, plan)
    if plan.exits and action.role is Role.RULER:
        scene.note(T("With the option “married” both rule together and nobody steps down.")())
    after, events = left(plan, dice)
    leader = next(each for each in after.kingdom.leaders if same_name(each.name, action.name))
    event = LeaderAssigned(
        realm.kingdom.name,
        action.role,
        leader.name,
        action.player,
        benefit(after, leader),
        attributes(after, leader),
        events[0] if events else None,
        action.is_married,
    )
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf)


def _require_member(scene: Scene, player: int | None) -> None:
    """Only who plays or leads here can hold a role as a player."""
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    if player is None or player == scene.actor or scene.campaign.standing(player) in here:
        return
    raise refused(
        "leaders.no_member",
        "{player:@} hasn't joined this campaign; they can with `/campaign join`. To give the role to an NPC, "
        "give a `name` alone.",
        player=player,
    )


# -- what is known of a leader ------------------------------------------------------------------------


@action(may=Permit.MEMBERS)
def edit_leader(scene: Scene, action: EditLeader, dice: Dice) -> Turn:
    """Change scores, feat and ranks, as by a new level. Raises RuleViolation, or NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    leader = holder(realm.kingdom, action.role, action.leader)
    on_behalf = acted_for_leader(scene, realm.kingdom, leader.player, Task.LEADERSHIP)
    is_led = scene.standing is Standing.GAME_MASTER
    if _is_other_person(action) and not is_led and not _is_named_at_last(scene, leader, action):
        raise refused(
            "leaders.only_game_masters_rename",
            "Only a game master can change who a leader is. To give the role to somebody else, use `/leader "
            "assign`.",
            NotAllowed,
        )
    _require_member(scene, action.player)
    changed = _edited(realm.kingdom, leader, action)
    if changed == leader:
        raise refused(
            "leaders.nothing_edited",
            "Nothing would change: abilities, Leadership and ranks are the same as before.",
        )
    after = replace(realm, kingdom=exchanged(realm.kingdom, leader, changed))
    former = leader.name if changed.name != leader.name else ""
    event = LeaderEdited(
        realm.kingdom.name,
        action.role,
        changed.name,
        benefit(realm, leader),
        benefit(after, changed),
        former,
        changed.player if changed.player != leader.player else None,
    )
    return turn_of(scene, realm, after, event, on_behalf_of=on_behalf)


def _is_named_at_last(scene: Scene, leader: Leader, action: EditLeader) -> bool:
    """Whether a player names a character of theirs that is called like its role so far."""
    is_theirs = leader.player == scene.actor and same_name(leader.name, str(leader.role.label))
    return is_theirs and action.player is None and not action.is_npc


def _is_other_person(action: EditLeader) -> bool:
    return bool(action.name) or action.player is not None or action.is_npc


def _edited(kingdom: Kingdom, leader: Leader, action: EditLeader) -> Leader:
    changed = replace(leader, scores={**leader.scores, **require_scores(action.scores)})
    if action.has_leadership is not None:
        changed = replace(changed, has_leadership=action.has_leadership)
    if action.ranks is not None:
        require_ranks(action.ranks)
        changed = replace(changed, ranks=action.ranks)
    if action.name:
        name = _named(action.name)
        if not same_name(name, leader.name):
            _require_one_role(kingdom, leader.role, name)
        changed = replace(changed, name=name)
    if action.player is not None or action.is_npc:
        changed = replace(changed, player=action.player)
    return changed


# -- a new month --------------------------------------------------------------------------------------
