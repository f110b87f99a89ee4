"""How every action keeps a realm: Unrest's floor, anarchy, the month's course, and which numbers changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from bot.engine.asking import Asking, Pair
from bot.engine.declare import action, command, declared, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit, Standing
from bot.engine.record import Figure
from bot.engine.system import ActionKind, Change, Kind, Open, RecordId, Replace, Scene, Turn
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.errors import NotAllowed, RuleViolation, UserError
from bot.systems.kingdom.book import (
    ANARCHY_AT,
    CHANCE_AFTER_QUIET,
    EVENT_CHANCE,
    Attribute,
    Mark,
    Number,
    Phase,
    Role,
    Stage,
    Stat,
    Step,
    Task,
    Until,
    ruler_attributes,
)
from bot.systems.kingdom.realm import (
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    asked_realm,
    found_realm,
    has_vacancies,
    realm_of,
    require_standing,
)
from bot.systems.kingdom.settings import (
    ANARCHY_UPKEEP,
    CONTINUOUS_COUNTS,
    EDICT_ORDER,
    FIRST_EVENT,
    WHO_ROLLS,
)
from bot.systems.kingdom.sources import Result, check, figures, within_room
from bot.systems.kingdom.state import (
    ASKS,
    OPTIONAL,
    PHASES,
    REASON_LENGTH,
    STEPS,
    Kingdom,
    Marked,
    Rolled,
    advanced,
    is_vacant,
    open_steps,
    stands_still,
    with_restart,
)
from bot.systems.kingdom.state import Change as Source
from bot.systems.kingdom.steps import acted_for, asked_anew
from bot.systems.kingdom.towns.state import TOWN


@dataclass(frozen=True, slots=True)
class Shift:
    """One number of a kingdom, before and after; which one is among NUMBERS."""

    number: str
    before: int
    after: int


def shifted(shifts: Iterable[Shift]) -> Safe:
    """Each number before and after, in a line."""
    says = T("{number} {before} → **{after}**")
    told = (says(number=Number(each.number), before=each.before, after=each.after) for each in shifts)
    return Safe(" · ".join(told))


class FiguresChanged(Event):
    """What an action changed in a kingdom's numbers, whatever it was about."""

    # A preview shows the numbers themselves.
    is_consequence: ClassVar[bool] = True
    name: str
    shifts: tuple[Shift, ...]

    def sentence(self) -> Safe:
        """Each number before and after."""
        return shifted(self.shifts)


class PhaseBegan(Event):
    """The month moved on; `phases` in order, the last is under way."""

    says = T("**The {phase} phase of month {month} begins.**")
    name: str
    month: int
    phases: tuple[Phase, ...]

    @property
    def phase(self) -> Phase:
        """The phase under way."""
        return self.phases[-1]


class AnarchyBegan(Event):
    """Unrest reached 20 (R017)."""

    says = T(
        "**Unrest is {unrest}: {name:60} falls into anarchy.** It can take no action, and every check counts "
        "as 0, until a game master ends it."
    )
    name: str
    unrest: int


class StoreSpoiled(Event):
    """There are fewer Granaries: BP that were in store are gone; `left` are still there (R095)."""

    says = T("There is less room in Granaries: {points} BP in store are lost, {left} BP are left.")
    name: str
    points: int
    left: int


KEPT_EVENTS = (FiguresChanged, PhaseBegan, AnarchyBegan, StoreSpoiled)
NUMBERS = (
    "economy",
    "loyalty",
    "stability",
    "unrest",
    "treasury",
    "consumption",
    "size",
    "control_dc",
)


def with_unrest(kingdom: Kingdom, amount: int) -> Kingdom:
    """With Unrest changed; what would take it below 0 is wasted."""
    return replace(kingdom, unrest=max(0, kingdom.unrest + amount))


def with_points(kingdom: Kingdom, amount: int) -> Kingdom:
    """With BP added to the Treasury, or taken from it; it may fall below 0."""
    return replace(kingdom, treasury=kingdom.treasury + amount)


def with_change(kingdom: Kingdom, stat: Stat, amount: int, name: str, until: Until = Until.ALWAYS) -> Kingdom:
    """With one named source more, from this month on."""
    number = kingdom.counted + 1
    change = Source(number, stat, amount, name, until, kingdom.month.number)
    return replace(kingdom, changes=(*kingdom.changes, change), counted=number)


def with_more(kingdom: Kingdom, stat: Stat, amount: int, name: str, until: Until = Until.ALWAYS) -> Kingdom:
    """The same; what has that name and lasts as long already becomes so much more: one source for all."""
    for each in kingdom.changes:
        if each.name == name and each.stat is stat and each.until is until:
            more = replace(each, amount=each.amount + amount)
            changes = tuple(more if change is each else change for change in kingdom.changes)
            return replace(kingdom, changes=changes)
    return with_change(kingdom, stat, amount, name, until)


def noted(kingdom: Kingdom, step: Step, result: Result) -> Kingdom:
    """With a check kept for the month's card."""
    roll = Rolled(step.value, result.die, result.total, result.dc, result.is_success)
    return replace(kingdom, month=replace(kingdom.month, rolls=(*kingdom.month.rolls, roll)))


def done(kingdom: Kingdom, step: Step) -> Kingdom:
    """With a step of its month done."""
    return replace(kingdom, month=kingdom.month.marked(step))


def kept(
    scene: Scene,
    before: Realm,
    after: Realm,
    *events: Any,
    also: Sequence[Change] = (),
    on_behalf_of: int | None = None,
) -> Turn:
    """The turn that keeps a realm as it is now: whatever of it changed, and where its month stands then.

    `also` are the changes of other records.
    """
    kingdom, begun = _in_anarchy(before, after)
    kingdom = moved_on(scene, replace(after, kingdom=kingdom))
    kingdom, spoiled = _in_store(replace(after, kingdom=kingdom))
    after = replace(after, kingdom=kingdom)
    changed = (*figures_changed(before, after), *spoiled)
    told = (*events, *changed, *_phases(before.kingdom, kingdom), *begun)
    changes = (
        Replace(after.id, kingdom, archive=kingdom.stage is Stage.ENDED),
        *_others(scene, before, after),
        *also,
    )
    return Turn(changes, told, after.id, channel=kingdom.home or None, on_behalf_of=on_behalf_of)


def _in_store(realm: Realm) -> tuple[Kingdom, tuple[StoreSpoiled, ...]]:
    """No more is in store than the Granaries hold, from the moment there are fewer (R095)."""
    kingdom, lost = within_room(realm), realm.kingdom.stored
    lost -= kingdom.stored
    return kingdom, (StoreSpoiled(kingdom.name, lost, kingdom.stored),) if lost else ()


def _in_anarchy(before: Realm, after: Realm) -> tuple[Kingdom, tuple[AnarchyBegan, ...]]:
    """Anarchy begins whenever Unrest is 20, and ends by a game master alone (R017)."""
    kingdom = after.kingdom
    rises = kingdom.unrest > before.kingdom.unrest
    if kingdom.is_in_anarchy or kingdom.unrest < ANARCHY_AT or not rises:
        return kingdom, ()
    runs = after.rulings.is_on(ANARCHY_UPKEEP)
    fallen = replace(kingdom, is_in_anarchy=True, runs_in_anarchy=runs)
    return fallen, (AnarchyBegan(kingdom.name, kingdom.unrest),)


def moved_on(scene: Scene, realm: Realm) -> Kingdom:
    """Its kingdom with the month as far on as it goes by itself; one that stands still keeps since when."""
    kingdom = realm.kingdom
    if kingdom.stage is not Stage.STANDING:
        return kingdom
    if stands_still(kingdom):
        return with_restart(kingdom, scene.entry)
    kingdom = replace(kingdom, ruler_choices=ruler_attributes(realm.size))
    any_order = realm.rulings.is_on(EDICT_ORDER)
    vacancies = rolls_items(realm)
    kingdom = advanced(
        kingdom, realm.size, in_any_order=any_order, entry=scene.entry, has_vacancies=vacancies
    )
    return asked_anew(kingdom, scene.entry)


def rolls_items(realm: Realm) -> bool:
    """Whether its Upkeep has magic items to roll for; in anarchy nobody trades in them (R017)."""
    return has_vacancies(realm) and not realm.kingdom.is_in_anarchy


def figures_changed(before: Realm, after: Realm) -> tuple[FiguresChanged, ...]:
    """Which numbers of a kingdom that stands are others now."""
    if after.kingdom.stage is not Stage.STANDING:
        return ()
    changed = shifts(before, after)
    return (FiguresChanged(after.kingdom.name, changed),) if changed else ()


def shifts(before: Realm, after: Realm) -> tuple[Shift, ...]:
    """Each number that differs, in the order they are told."""
    old, new = figures(before), figures(after)
    values = ((name, getattr(old, name), getattr(new, name)) for name in NUMBERS)
    return tuple(Shift(name, was, now) for name, was, now in values if was != now)


def _phases(before: Kingdom, after: Kingdom) -> tuple[PhaseBegan, ...]:
    order = tuple(Phase)
    if after.month.number != before.month.number or after.month.phase is before.month.phase:
        return ()
    first, last = order.index(before.month.phase), order.index(after.month.phase)
    return (PhaseBegan(after.name, after.month.number, order[first + 1 : last + 1]),)


def _others(scene: Scene, before: Realm, after: Realm) -> Iterator[Change]:
    if after.land is not before.land:
        yield Replace(after.kingdom.land, after.land)
    for id_, town in after.towns.items():
        if id_ not in scene.records:
            yield Open(id_, TOWN.name, town)
        elif town != before.towns.get(id_):
            yield Replace(id_, town)
    # A settlement that the realm has no longer is a Free City (R077).
    for id_, town in before.towns.items():
        if id_ not in after.towns:
            yield Replace(id_, replace(town, kingdom=None))


# -- How likely a month brings an event --------------------------------------------------------------------


def event_chance(realm: Realm) -> int:
    """The chance in per cent: 25, or 75 after a month without a new event; the first as decided (R023)."""
    last = realm.kingdom.last_had_event
    if last is None:
        return int(realm.rulings.of(FIRST_EVENT))
    return _after(had_event=last)


def next_chance(realm: Realm) -> int:
    """The chance of the month to come in per cent, as this month stands (R024)."""
    return _after(had_event=counts_as_eventful(realm))


def counts_as_eventful(realm: Realm) -> bool:
    """Whether the next chance is that after a month with an event (R024)."""
    month = realm.kingdom.month
    went_on = Marked(Step.CONTINUING, Mark.DONE) in month.marks
    return month.had_event or (went_on and realm.rulings.is_on(CONTINUOUS_COUNTS))


def _after(*, had_event: bool) -> int:
    return EVENT_CHANCE if had_event else CHANCE_AFTER_QUIET


# -- The month's course: opened, steps finished or passed over, frozen and thawed --------------------------


ORDER = tuple(step for phase in PHASES for step in STEPS[phase])


class OnMonth(OnKingdom):
    """Something with a kingdom's month."""

    kingdom: RecordId = option("Where there are several", finder=KINGDOM_MEANT)


WHY = "Why, for everybody to read"


class OpenMonth(OnKingdom):
    """Open the month: its Upkeep phase begins."""


class FinishStep(OnKingdom):
    """Say that nothing more is done at an optional step."""

    step: Step


class SkipStep(OnKingdom):
    """Pass over a step, as a game master may, with a reason."""

    step: Step
    reason: str = ""


class SkipTo(OnKingdom):
    """Pass over everything that comes before a step of this month, as a game master may, with a reason."""

    step: Step
    reason: str = ""


class Freeze(OnMonth):
    """Stop a kingdom's clock until you let time run again"""

    reason: str = option(WHY, max_length=REASON_LENGTH)


class Thaw(OnMonth):
    """Let time run again, or end the anarchy"""

    reason: str = option(WHY, max_length=REASON_LENGTH, default="")
    unrest: int | None = option(
        "What Unrest becomes, 0 to 19; without it, it stays", label="What Unrest becomes", default=None
    )


class StepOver(Event):
    """A step came to its end without its own event: finished, or passed over by a game master."""

    name: str
    step: Step
    is_skipped: bool = False
    reason: str = ""

    def sentence(self) -> Safe:
        """How it came to its end."""
        if not self.is_skipped:
            return T("{step}: nothing more this month.")(step=self.step)
        return T("{step}: passed over by a game master{why}")(step=self.step, why=because(self.reason))


class StepsSkipped(Event):
    """Steps were passed over to come to a later one."""

    name: str
    steps: tuple[Step, ...]
    to: Step
    reason: str = ""

    def sentence(self) -> Safe:
        """Which ones, and why."""
        return T("On to **{to}**. Passed over by a game master: {steps}{why}")(
            to=self.to, steps=self.steps or T("nothing"), why=because(self.reason)
        )


def because(reason: str) -> Safe:
    """The end of a sentence, with its reason."""
    return T(": {reason}")(reason=reason) if reason else T(".")()


class MonthOpened(Event):
    """A month was opened."""

    says = T("Month {month} of {name:60} is open.")
    name: str
    month: int


class KingdomFrozen(Event):
    """A game master stopped a kingdom's clock."""

    says = T("**{name:60} stands still**: {reason}")
    name: str
    reason: str


class KingdomThawed(Event):
    """A game master let time run again, or restored order."""

    name: str
    was_in_anarchy: bool
    reason: str = ""

    def sentence(self) -> Safe:
        """Which of the two, and why."""
        what = (
            T("**Order is restored in {name:60}**")
            if self.was_in_anarchy
            else T("**Time runs again in {name:60}**")
        )
        return T("{what}{why}")(what=what(name=self.name), why=because(self.reason))


# -- what every step asks -----------------------------------------------------------------------------


def running_realm(scene: Scene, kingdom: RecordId) -> Realm:
    """The realm of an action that also a kingdom in anarchy takes, where its Upkeep goes on (R018).

    Raises RuleViolation where its clock stands still.
    """
    realm = found_realm(scene, kingdom)
    state = realm.kingdom
    require_standing(replace(state, is_in_anarchy=state.is_in_anarchy and not state.runs_in_anarchy))
    return realm


def require_open(kingdom: Kingdom, step: Step) -> None:
    """See that a step can be taken now. Raises RuleViolation saying which ones can."""
    now, month = open_steps(kingdom), kingdom.month
    if step in now:
        return
    why = T("is over for this month") if month.is_over(step) else T("can't be done now")
    if month.phase is Phase.BEFORE:
        raise refused(
            "month.not_opened",
            "“{step}” {why}: the month is not opened yet; **{first}** comes first.",
            step=step,
            why=why,
            first=Step.OPEN,
        )
    raise refused(
        "month.not_open",
        "“{step}” {why}: the month is in its {phase} phase, and open is {now}; nothing was changed.",
        step=step,
        why=why,
        phase=month.phase,
        now=now or T("nothing"),
    )


def at_step(scene: Scene, kingdom: Kingdom, step: Step) -> None:
    """The same for what a preview shows at any time: it only notes that it is not the time for it."""
    try:
        require_open(kingdom, step)
    except RuleViolation as not_now:
        scene.refuse(not_now)


def acting_for(scene: Scene, kingdom: Kingdom, *tasks: Task) -> int | None:
    """Whom the actor does one of those tasks for, as `acted_for`; a preview only notes whose it is."""
    try:
        return acted_for(scene, kingdom, *tasks)
    except NotAllowed as not_theirs:
        scene.refuse(not_theirs)
        return None


def require_leader(scene: Scene, kingdom: Kingdom) -> None:
    """See that a game master or one of its leaders acts. Raises NotAllowed."""
    leaders = {each.player for each in kingdom.leaders if not each.has_died}
    is_trusted = scene.actor in leaders or scene.actor in kingdom.proxies
    if not is_trusted and scene.standing is not Standing.GAME_MASTER and scene.setting(WHO_ROLLS) != "anyone":
        raise refused(
            "month.for_leaders",
            "That is for a leader of {name:60} or a game master.",
            NotAllowed,
            name=kingdom.name,
        )


def _why(text: str) -> str:
    return clip(one_line(text), REASON_LENGTH)


# -- its course ---------------------------------------------------------------------------------------


@action(may=Permit.MEMBERS)
def open_month(scene: Scene, action: OpenMonth, dice: Dice) -> Turn:
    """Open the month: Upkeep begins. Raises RuleViolation where it is under way, NotAllowed for no leader."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.OPEN)
    require_leader(scene, realm.kingdom)
    after = replace(realm, kingdom=done(realm.kingdom, Step.OPEN))
    return kept(scene, realm, after, MonthOpened(realm.kingdom.name, realm.month))


@action(may=Permit.MEMBERS, button="End the step")
def finish_step(scene: Scene, action: FinishStep, dice: Dice) -> Turn:
    """Nothing more is done at an optional step. Raises RuleViolation, or NotAllowed for others' steps."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, action.step)
    task = ASKS[action.step]
    if task is None or action.step not in (*OPTIONAL, Step.ENFORCER):
        raise refused(
            "month.must_be_done",
            "“{step}” must be done; only a game master can pass over it, with `/month-gm next`.",
            step=action.step,
        )
    on_behalf = acted_for(scene, realm.kingdom, task)
    after = replace(realm, kingdom=done(realm.kingdom, action.step))
    return kept(scene, realm, after, StepOver(realm.kingdom.name, action.step), on_behalf_of=on_behalf)


@action(may=Permit.GAME_MASTERS)
def skip_step(scene: Scene, action: SkipStep, dice: Dice) -> Turn:
    """Pass over a step that is open. Raises RuleViolation; a month is closed, not passed over."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, action.step)
    if action.step in (Step.OPEN, Step.CLOSE):
        raise refused(
            "month.never_skipped",
            "“{step}” can't be passed over: press its button, or `/month-gm close` at the end.",
            step=action.step,
        )
    reason = _why(action.reason)
    after = replace(realm, kingdom=_skipped(realm.kingdom, action.step, reason))
    event = StepOver(realm.kingdom.name, action.step, is_skipped=True, reason=reason)
    return kept(scene, realm, after, event)


def _skipped(kingdom: Kingdom, step: Step, reason: str) -> Kingdom:
    how = Mark.DONE if step is Step.OPEN else Mark.SKIPPED
    return replace(kingdom, month=kingdom.month.marked(step, how, reason))


@action(may=Permit.GAME_MASTERS)
def skip_to(scene: Scene, action: SkipTo, dice: Dice) -> Turn:
    """Pass over all that comes before a step of this month. Raises RuleViolation where it never comes."""
    realm, reason = running_realm(scene, action.kingdom), _why(action.reason)
    if action.step in open_steps(realm.kingdom):
        raise refused(
            "month.is_open",
            "“{step}” is open already: nothing has to be passed over for it.",
            step=action.step,
        )
    month = realm.kingdom.month
    if month.is_over(action.step) or ORDER.index(action.step) < ORDER.index(STEPS[month.phase][0]):
        raise refused(
            "month.is_past",
            "“{step}” is over for this month; `/month-gm back` goes back to it.",
            step=action.step,
        )
    any_order, vacancies = realm.rulings.is_on(EDICT_ORDER), rolls_items(realm)
    kingdom, passed = realm.kingdom, list[Step]()
    while action.step not in open_steps(kingdom):
        if kingdom.month.is_over(action.step):
            raise refused(
                "month.not_needed",
                "“{step}” has nothing to do this month, so nothing was passed over.",
                step=action.step,
            )
        step = open_steps(kingdom)[0]
        kingdom = _skipped(kingdom, step, reason)
        kingdom = advanced(
            kingdom, realm.size, in_any_order=any_order, entry=scene.entry, has_vacancies=vacancies
        )
        passed += [] if step is Step.OPEN else [step]
    event = StepsSkipped(kingdom.name, tuple(passed), action.step, reason)
    return kept(scene, realm, replace(realm, kingdom=kingdom), event)


@command("month-gm next", may=Permit.GAME_MASTERS)
class NextStep(OnMonth):
    """Pass over a step of the month, or several"""

    step: Step | None = option(
        "Pass over this open step; without it, the first one",
        label="The step",
        suggest=lambda asking: _listed(_passable(asked_realm(asking).kingdom)),
        default=None,
    )
    to: Step | None = option(
        "Or pass over everything before this later step",
        label="The step",
        suggest=lambda asking: _listed(_ahead(asked_realm(asking).kingdom)),
        default=None,
    )
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")

    def to_action(self, asking: Asking) -> SkipStep | SkipTo:
        """The action meant. Raises RuleViolation for two steps at once."""
        if self.to is not None and self.step is not None:
            raise refused(
                "month.one_of_two",
                "Give either `step`, to pass over that one, or `to`, to pass over all before another; not "
                "both.",
            )
        if self.to is not None:
            return SkipTo(self.kingdom, self.to, self.reason)
        if self.step is not None:
            return SkipStep(self.kingdom, self.step, self.reason)
        kingdom = asked_realm(asking, self.kingdom).kingdom
        require_standing(kingdom)
        return SkipStep(self.kingdom, open_steps(kingdom)[0], self.reason)


def _listed(steps: Iterable[Step]) -> list[Pair]:
    return [(each.label, each.value) for each in steps]


def _passable(kingdom: Kingdom) -> Iterable[Step]:
    return (each for each in open_steps(kingdom) if each not in (Step.OPEN, Step.CLOSE))


def _ahead(kingdom: Kingdom) -> Iterable[Step]:
    last = max((ORDER.index(each) for each in open_steps(kingdom)), default=-1)
    return (each for each in ORDER[last + 1 :] if each is not Step.OPEN)


# -- the clock ----------------------------------------------------------------------------------------


@action("month-gm freeze", may=Permit.GAME_MASTERS)
def freeze(scene: Scene, action: Freeze, dice: Dice) -> Turn:
    """Stop the clock. Raises RuleViolation where it stands already, or without a reason."""
    realm, reason = found_realm(scene, action.kingdom), _why(action.reason)
    require_standing(replace(realm.kingdom, is_in_anarchy=False))
    if not reason:
        raise refused("month.why_frozen", "Say why it stands still: everybody will read it.")
    after = replace(realm, kingdom=replace(realm.kingdom, frozen=reason))
    return kept(scene, realm, after, KingdomFrozen(realm.kingdom.name, reason))


@action("month-gm thaw", may=Permit.GAME_MASTERS)
def thaw(scene: Scene, action: Thaw, dice: Dice) -> Turn:
    """Let time run again; where it ran, end the anarchy (R017). Raises RuleViolation for neither."""
    realm = found_realm(scene, action.kingdom)
    state = realm.kingdom
    is_stopped = state.frozen is not None
    require_standing(replace(state, frozen=None, is_in_anarchy=False))
    if not is_stopped and not state.is_in_anarchy:
        raise refused(
            "month.runs_already",
            "{name:60} is neither frozen nor in anarchy: its time runs.",
            name=state.name,
        )
    unrest = state.unrest if action.unrest is None else action.unrest
    is_told = action.unrest is not None
    # An end of anarchy leaves Unrest below 20; else the next rise would begin it anew.
    if (is_told or not is_stopped) and not 0 <= unrest < ANARCHY_AT:
        most = ANARCHY_AT - 1
        if is_told:
            raise refused(
                "month.unrest",
                "Unrest can become 0 to {most}; at {limit} anarchy would begin.",
                most=most,
                limit=ANARCHY_AT,
            )
        raise refused(
            "month.unrest_still",
            "Unrest is still {unrest}; say what it becomes, 0 to {most}.",
            unrest=unrest,
            most=most,
        )
    state = replace(state, unrest=unrest)
    if is_stopped:
        state = replace(state, frozen=None)
    else:
        state = replace(state, is_in_anarchy=False, runs_in_anarchy=False)
    event = KingdomThawed(state.name, not is_stopped, _why(action.reason))
    return kept(scene, realm, replace(realm, kingdom=state), event)


# -- The figures of a kingdom that previews show before and after ------------------------------------------


_UNITS = {"treasury": "BP", "consumption": "BP a month"}
TAX_CHANCE = "Chance that the tax check succeeds:"


def kingdom_figures(scene: Scene, kingdom: RecordId) -> Iterator[Figure]:
    """Its numbers, and the chance of its taxes. Raises LookupError where its land was not loaded."""
    state = scene.records[kingdom].state
    realm = realm_of(kingdom, scene.records.items(), scene.campaign.settings, state)
    numbers = figures(realm)
    for name in NUMBERS:
        yield Figure(Number(name).label, getattr(numbers, name), _UNITS.get(name, ""))
    if not is_vacant(state, Role.TREASURER):
        yield Figure(TAX_CHANCE, tax_chance(realm), "%")


def tax_chance(realm: Realm) -> int:
    """The chance that the tax check succeeds, in percent."""
    return int(check(realm, Attribute.ECONOMY).chance * 100)


R = TypeVar("R")
Refuse = Callable[[UserError], None]


def refused_outright(refusal: UserError) -> None:
    """Raise it."""
    raise refusal


def softly(refuse: Refuse, check: Callable[..., R], *of: Any) -> R | None:
    """What a check gives; what it raises goes to `refuse`, which a preview only notes."""
    try:
        return check(*of)
    except UserError as refusal:
        refuse(refusal)
        return None


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)
