"""Leaders at their duties: days, standing in, what they add to, who does what, and for whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import ClassVar, Final

from bot.engine.declare import Person, called, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES
from bot.engine.people import Permit, Standing
from bot.engine.picking import Picks
from bot.engine.record import AtStep, Press
from bot.engine.saying import Label, Name
from bot.engine.steps import waits
from bot.engine.system import FormField, RecordId, Step, World
from bot.engine.text import Safe, T, listed, refused
from bot.engine.words import one_line
from bot.systems.kingdom.book import (
    DUTIES,
    DUTY_DAYS,
    STAND_INS,
    Attribute,
    MonthStep,
    Phase,
    Role,
    Stage,
    Task,
)
from bot.systems.kingdom.leaders.offices import (
    ATTRIBUTES,
    WHICH_RULER,
    attributes_of,
    exchange,
    holder,
    in_order,
    is_spared,
    leaders,
    living,
    require_attributes,
    role_of,
    roles_of,
)
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import KINGDOM, OnKingdom, Realm, found_realm, kingdom_scope, require_standing
from bot.systems.kingdom.settings import RULER_RECHOICE
from bot.systems.kingdom.sources import attributes, benefit
from bot.systems.kingdom.state import Kingdom, Leader, is_present, misses_ruler
from bot.systems.kingdom.steps import (
    acted_for,
    acted_for_leader,
    assignee,
    goes_on,
    is_open,
    may_stand_in,
    missing_attributes,
    new_spymaster,
    undecided_ruler,
)

LONGEST_MONTH = 31
MOST_PROXIES = 25


class SetDays(OnKingdom):
    """Set how many days a leader serves this month"""

    role: Role = option("Whose days of duty")
    days: int = option(
        f"Days of duty this month; fewer than {DUTY_DAYS} leave the role vacant in Upkeep",
        label="Days of duty",
        least=0,
        most=LONGEST_MONTH,
    )
    leader: str = option(WHICH_RULER, default="", suggest=leaders)


class StandIn(OnKingdom):
    """Have the Consort or Heir stand in, for a Ruler absent this month"""

    role: Role = option("Who acts for the missing Ruler", choices=STAND_INS)


class ChooseAttributes(OnKingdom):
    """Choose what the Ruler or Spymaster adds to"""

    role: str = option("Who chooses", choices=(Role.RULER, Role.SPYMASTER))
    attributes: str = option(
        "Attributes they add to, in this order", default="", is_needed=True, choices=ATTRIBUTES
    )


# Whoever names no task, or no roles for it, sees who does what.
WHO: Final = Picks(name="duties")
BOOK: Final = "book"


class AssignTask(OnKingdom):
    """Say which roles do something in this kingdom, those asked first before; none: as the book has it."""

    task: Task = option("The task to reassign; leave out to see all", pick=WHO)
    roles: tuple[Role, ...] = option(
        "Roles, separated by commas, the first one first; or “book”",
        label="Roles, or “book”",
        default=(),
        suggest=lambda _asking: [(each.label, each.label) for each in Role] + [(BOOK, BOOK)],
        several=", ",
        parse=lambda text: () if one_line(text).casefold() == BOOK else roles_of(text),
        pick=WHO,
    )


class SetProxy(OnKingdom):
    """Let somebody act for absent leaders"""

    person: Person = option("Who can act for absent leaders", name="player")
    is_on: bool = option("Take the right away again", name="on", default=True)


class DaysSet(Event):
    """How many days a leader serves this month; `is_vacant` where the Upkeep misses the role for that.

    `has_left_ruler`: who stood in for the Ruler can't any more.
    """

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    name: str
    role: Role
    leader: str
    days: int
    is_vacant: bool = False
    has_left_ruler: bool = False
    player: int | None = None

    def sentence(self) -> T:
        """With what comes of too few days."""
        if self.has_left_ruler:
            return T(
                "{leader} ({role}) serves {days} {days:day|days} this month: too few to stand in for the "
                "Ruler. Nobody stands in now."
            )
        if self.is_vacant:
            return T(
                "{leader} ({role}) serves {days} {days:day|days} this month. That's too few: the role counts "
                "as vacant in this month's Upkeep."
            )
        return T("{leader} ({role}) serves {days} {days:day|days} this month.")


class StoodIn(Event):
    """Consort or Heir acts as Ruler this month; `is_checked` where that costs a Loyalty check in Upkeep."""

    concerns: ClassVar[tuple[str, ...]] = ("player", "rulers")
    name: str
    role: Role
    leader: str
    is_checked: bool = False
    player: int | None = None
    # Who play the Rulers in whose place that is.
    rulers: tuple[int, ...] = ()

    def sentence(self) -> T:
        """With the check, where one is to come."""
        if self.is_checked:
            return T(
                "{leader} ({role}) stands in for the Ruler this month. In Upkeep a Loyalty check decides "
                "whether Unrest rises by 1."
            )
        return T("{leader} ({role}) stands in for the Ruler this month.")


class TaskAssigned(Event):
    """Who does something now; `people` play the first of those roles that is held, before and after."""

    concerns: ClassVar[tuple[str, ...]] = ("people",)
    name: str
    task: Task
    roles: tuple[Role, ...]
    is_as_printed: bool = False
    people: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """Whom it is for, as the book has it or not."""
        says = T("{task}: back to {who}.") if self.is_as_printed else T("{task}: now up to {who}.")
        return says(task=self.task, who=one_after_another(self.roles))


class ProxySet(Event):
    """Somebody may act for leaders who are away, or may no more."""

    concerns: ClassVar[tuple[str, ...]] = ("person",)
    name: str
    person: int
    is_on: bool

    def sentence(self) -> T:
        """Given, or taken back."""
        if self.is_on:
            return T("{person:@} is a proxy now and can act for absent leaders. Each card will say so.")
        return T("{person:@} is no longer a proxy.")


def one_after_another(roles: Iterable[Role]) -> Safe:
    """The names of roles, in the order in which they are asked."""
    named = [T("the {role}")(role=role) for role in roles]
    if len(named) < 2:
        return listed(named)
    return T("{most}, otherwise {last}")(most=listed(named[:-1], ","), last=named[-1])


# -- days of duty, and standing in --------------------------------------------------------------------


@move("leader duty", button="Set the days")
def set_days(move: Move, action: SetDays, dice: Dice) -> None:
    """Days of duty, before the month's Upkeep is over (R041). Raises RuleViolation, or NotAllowed."""
    world, kingdom = move.world, move.kingdom
    leader = holder(kingdom, action.role, action.leader)
    move.on_behalf_of = acted_for_leader(world, kingdom, leader.player, Task.LEADERSHIP)
    if not 0 <= action.days <= LONGEST_MONTH:
        raise refused(
            "leaders.days_out_of_range",
            "Give 0 to {most} days of duty. With fewer than {duty}, the role counts as vacant in Upkeep.",
            most=LONGEST_MONTH,
            duty=DUTY_DAYS,
        )
    if kingdom.month.phase not in (Phase.BEFORE, Phase.UPKEEP):
        raise refused(
            "leaders.upkeep_is_over",
            "Month {month}'s Upkeep is over, and days of duty only count there. Set them again in month "
            "{next}, before its Upkeep ends.",
            month=kingdom.month.number,
            next=kingdom.month.number + 1,
        )
    if kingdom.month.stand_in is action.role and is_spared(kingdom) and action.days < DUTY_DAYS:
        raise refused(
            "leaders.counted_on",
            "{name} stands in for the Ruler and needs at least {duty} days: this month's Unrest already "
            "relied on it. A game master can undo that from the journal.",
            name=leader.name,
            duty=DUTY_DAYS,
        )
    after = exchange(kingdom, leader, replace(leader, days=action.days))
    is_missed = not any(each.days >= DUTY_DAYS for each in after.held_by(action.role))
    has_left = kingdom.month.stand_in is not after.month.stand_in
    move.put(after)
    move.tell(DaysSet(move.name, action.role, leader.name, action.days, is_missed, has_left, leader.player))


def _standing_in(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    """Where the Ruler is missing, Consort or Heir may stand in before Unrest is counted (R040)."""
    for role in may_stand_in(state):
        yield Press(role.value, T("The {role} stands in").plain(role=role), {"role": role})


@move(
    "leader stand-in",
    scope=kingdom_scope,
    step=AtStep(MonthStep.UNREST, _standing_in, place=1),
    button="Stand in for the Ruler",
)
def stand_in(move: Move, action: StandIn, dice: Dice) -> None:
    """Consort or Heir acts for a missing Ruler this month (R040). Raises RuleViolation, or NotAllowed."""
    world, kingdom = move.world, move.kingdom
    if action.role not in STAND_INS:
        raise refused("leaders.cant_stand_in", "Only the Consort or the Heir can stand in for the Ruler.")
    leader = holder(kingdom, action.role)
    move.on_behalf_of = acted_for_leader(world, kingdom, leader.player, Task.LOYALTY, Task.LEADERSHIP)
    if not misses_ruler(kingdom):
        raise refused(
            "leaders.ruler_is_there",
            "{kingdom:60}'s Ruler is here this month, so nobody stands in. If the Ruler will be away, set "
            "that with `/act deed: duty` first.",
            kingdom=move.name,
        )
    if kingdom.month.stand_in is not None:
        raise refused(
            "leaders.stands_in_already",
            "The {role} already stands in for the Ruler this month.",
            role=kingdom.month.stand_in,
        )
    if leader.has_died or leader.days < DUTY_DAYS or not is_present(kingdom, leader):
        raise refused(
            "leaders.is_absent",
            "{name} ({role}) is away this month and can't stand in for the Ruler.",
            name=leader.name,
            role=action.role,
        )
    month = replace(kingdom.month, stand_in=action.role)
    is_checked = not month.is_over(MonthStep.STAND_IN) and month.phase in (Phase.BEFORE, Phase.UPKEEP)
    ruled = tuple(each.player for each in kingdom.held_by(Role.RULER) if each.player is not None)
    event = StoodIn(move.name, action.role, leader.name, is_checked, leader.player, ruled)
    move.change(month=month)
    move.tell(event)


# -- what a Ruler and a Spymaster add to --------------------------------------------------------------


CHOICE, SPYMASTER = "ruler", "spymaster"


def _of_ruler(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    ruler = undecided_ruler(state)
    if ruler is not None:
        left = [each for each in Attribute if each not in ruler.attributes]
        options = tuple(
            (" ".join((*ruler.attributes, *more)), in_order(more))
            for more in permutations(left, missing_attributes(state, ruler))
        )
        ask = FormField("attributes", T("Which attribute the Ruler adds to").plain(), options=options)
        label = T("Choose the Ruler's attributes…")
        yield Press("choose", label, {"role": Role.RULER.value}, (ask,), is_main=True)


def _of_spymaster(_kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    options = tuple((each.value, each.label) for each in Attribute)
    ask = FormField("attributes", T("Which attribute the Spymaster adds to").plain(), options=options)
    label = T("Choose the Spymaster's attribute…")
    yield Press("choose", label, {"role": Role.SPYMASTER.value}, (ask,), is_main=True)


@move(
    "leader choose",
    found=found_realm,
    scope=kingdom_scope,
    step=(AtStep(CHOICE, _of_ruler), AtStep(SPYMASTER, _of_spymaster)),
    button="Choose these attributes",
)
def choose_attributes(move: Move, action: ChooseAttributes, dice: Dice) -> None:
    """Choose what a Ruler (R033) or a Spymaster (R035) adds to. Raises RuleViolation, or NotAllowed."""
    world, realm = move.world, move.realm
    role = role_of(action.role)
    kingdom, chosen = realm.kingdom, attributes_of(action.attributes)
    held = living(kingdom, role) or (holder(kingdom, role),)
    move.on_behalf_of = acted_for_leader(world, kingdom, held[0].player, Task.LEADERSHIP)
    if not chosen:
        raise refused("leaders.none_chosen", "Choose at least one attribute: Economy, Loyalty or Stability.")
    require_attributes(realm, role, chosen)
    if world.standing is not Standing.GAME_MASTER:
        _require_choosing(realm, held[0], chosen)
    if all(each.attributes == chosen for each in held):
        raise refused("leaders.is_chosen", "{name} already adds to that.", name=held[0].name)
    after = kingdom
    for each in held:
        # Both married Rulers add to the same (R034).
        after = exchange(after, each, replace(each, attributes=chosen))
    now = replace(realm, kingdom=after)
    first = living(after, role)[0]
    move.realm = now
    move.say(
        "leader.attributes",
        T("{leader} ({role}) adds {amount:+} to {attributes}."),
        leader=Name(first.name),
        role=Label(role),
        amount=benefit(now, first),
        attributes=[Label(each) for each in attributes(now, first)],
    )


def _require_choosing(realm: Realm, leader: Leader, chosen: tuple[Attribute, ...]) -> None:
    """See that a leader may choose that now: what game masters may at any time."""
    kingdom = realm.kingdom
    if kingdom.stage is Stage.FOUNDING:
        return
    require_standing(kingdom)
    is_at_step = is_open(kingdom, MonthStep.LEADERSHIP)
    if leader.role is Role.SPYMASTER and not is_at_step:
        raise refused(
            "leaders.spymaster_at_step",
            "Not yet: a Spymaster chooses in the Leadership step of the Edict phase. Until then the last "
            "choice stands.",
        )
    if leader.role is Role.RULER:
        # What the Size doesn't let count is as if it had not been chosen.
        settled = leader.attributes[: kingdom.ruler_choices]
        if chosen[: len(settled)] == settled:
            return
        if not realm.rulings.has(RULER_RECHOICE, "each_edict_phase"):
            raise refused(
                "leaders.ruler_keeps",
                "A Ruler's choice is permanent; only a game master can change it. You add another attribute "
                "when the kingdom is large enough.",
            )
        if not is_at_step:
            raise refused(
                "leaders.ruler_at_step",
                "Not yet: a Ruler chooses again in the Leadership step of the Edict phase.",
            )


# -- who does what, and for whom ----------------------------------------------------------------------


@called("leader who", "See or change who does what", may=Permit.EVERYONE)
@move(found=found_realm, button="Change who does it")
def assign_task(move: Move, action: AssignTask, dice: Dice) -> None:
    """Say who does something here (R044). Raises RuleViolation, or NotAllowed to whom it is not for."""
    realm, kingdom = move.realm, move.kingdom
    acted_for(move.world, kingdom, Task.LEADERSHIP)
    roles = action.roles or DUTIES[action.task]
    if roles == kingdom.roles_for(action.task):
        raise refused(
            "leaders.does_it_already",
            "{task}: that's already up to {who}.",
            task=action.task,
            who=one_after_another(roles),
        )
    others = {task: each for task, each in kingdom.duties.items() if task is not action.task}
    is_as_printed = roles == DUTIES[action.task]
    duties = others if is_as_printed else {**others, action.task: roles}
    after = replace(realm, kingdom=replace(kingdom, duties=duties))
    asks = (assignee(each, action.task) for each in (after.kingdom, kingdom))
    people = tuple(dict.fromkeys(each for each in asks if each is not None))
    move.realm = after
    move.tell(TaskAssigned(move.name, action.task, roles, is_as_printed, people))


@correction("leader proxy", button="Let them act")
def set_proxy(move: Move, action: SetProxy, dice: Dice) -> None:
    """Let somebody act for leaders who are away, or no more. Raises RuleViolation."""
    world, kingdom = move.world, move.kingdom
    if action.is_on:
        _require_new_proxy(world, kingdom, action.person)
        proxies = (*kingdom.proxies, action.person)
    else:
        if action.person not in kingdom.proxies:
            people = [T("{person:@}")(person=each) for each in kingdom.proxies] or [T("nobody")()]
            raise refused(
                "leaders.no_proxy",
                "{person:@} isn't a proxy. Proxies now: {who}.",
                person=action.person,
                who=people,
            )
        proxies = tuple(each for each in kingdom.proxies if each != action.person)
    move.change(proxies=proxies)
    move.tell(ProxySet(move.name, action.person, action.is_on))


def _require_new_proxy(world: World, kingdom: Kingdom, person: int) -> None:
    standing = world.campaign.standing(person)
    if standing is Standing.GAME_MASTER:
        raise refused(
            "leaders.may_anyway",
            "{person:@} is a game master and can act for any leader anyway.",
            person=person,
        )
    if standing is not Standing.PLAYER:
        raise refused(
            "leaders.no_player",
            "{person:@} hasn't joined this campaign; they can with `/campaign join`.",
            person=person,
        )
    if person in kingdom.proxies:
        raise refused("leaders.is_proxy", "{person:@} is already a proxy.", person=person)
    if len(kingdom.proxies) >= MOST_PROXIES:
        raise refused(
            "leaders.many_proxies",
            "There can be at most {most} proxies. To let anyone act, change the campaign's settings.",
            most=MOST_PROXIES,
        )


# -- What leaders have to choose: a Ruler's attributes (R033), and a new Spymaster's (R035) ----------------


@waits(KINGDOM.name, CHOICE, SPYMASTER, when=goes_on, rank=4)
def choosing_steps(_kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """Where a Ruler has fewer attributes than the Size allows, or a Spymaster never chose: a step each.

    They ask the player of that leader.
    """
    ruler, spymaster = undecided_ruler(state), new_spymaster(state)
    if ruler is not None:
        says = T("{kingdom:60}: the Ruler chooses {n:an attribute|{n} attributes} to add to")
        label = says.plain(kingdom=state.name, n=missing_attributes(state, ruler))
        opened = max(state.choice_opened, 1)
        yield Step(CHOICE, label, ruler.player, revision=opened, silent=DECIDES)
    if spymaster is not None:
        # The first choice, in the Leadership step (R035); one that was made stays, and nobody is asked again.
        label = T("{kingdom:60}: the Spymaster chooses an attribute to add to").plain(kingdom=state.name)
        opened = max(state.spymaster_opened, 1)
        yield Step(SPYMASTER, label, spymaster.player, revision=opened, silent=DECIDES)
