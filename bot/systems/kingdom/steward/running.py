"""A steward at work: the buttons of a month pressed by standing orders, until one is somebody's to press.

What it presses are the choices of the steps that wait, each carried out by its own rules; what it has no
order for, it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.people import Permit, Standing
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import Name, say
from bot.engine.system import RecordId, Result, World, applied, together
from bot.engine.text import T, refused
from bot.engine.working import WorkingCopy
from bot.systems.kingdom.book import MonthStep, Number, Phase, Role, Task
from bot.systems.kingdom.chapters import waiting_in_kingdom
from bot.systems.kingdom.events.book import Occasion, Outcome
from bot.systems.kingdom.events.draws import is_met
from bot.systems.kingdom.events.outcomes import EventSettled
from bot.systems.kingdom.events.resolving import (
    AttemptEvent,
    ChooseEvent,
    JudgeEvent,
    attempt_event,
    choose_event,
    judge_event,
    numbered,
)
from bot.systems.kingdom.events.rules import EventRolled, RollEvent, roll_event
from bot.systems.kingdom.land.losses import must_recover
from bot.systems.kingdom.month.course import (
    EndPhase,
    FinishStep,
    MonthOpened,
    OpenMonth,
    PhaseEnded,
    StepOver,
    end_phase,
    finish_step,
    open_month,
    unbuilt_capital,
)
from bot.systems.kingdom.month.edicts import SetEdicts, set_edicts
from bot.systems.kingdom.month.income import CollectTaxes, TaxesCollected, collect_taxes
from bot.systems.kingdom.month.rules import (
    UPKEEP,
    CloseMonth,
    ConsumptionPaid,
    MonthClosed,
    PayConsumption,
    RollItems,
    RollStability,
    RollStandIn,
    SettleUnrest,
    StabilityRolled,
    close_month,
    closing_scope,
    pay_consumption,
    roll_items,
    roll_stability,
    roll_stand_in,
    settle_unrest,
)
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import Realm, found_realm, founded_realm
from bot.systems.kingdom.settling import FiguresChanged, PhaseBegan, figures_changed
from bot.systems.kingdom.state import (
    LEVELS,
    ActiveEvent,
    Edicts,
    Kingdom,
    Steward,
    Trust,
    having,
    lacks_ruler,
    level_of,
)
from bot.systems.kingdom.steps import (
    BY_ITSELF,
    DIVISION,
    END_OF_PHASE,
    OPTIONAL,
    acting_for,
    assignee,
    is_for_steward,
    is_open,
    may_stand_in,
)
from bot.systems.kingdom.steward.orders import (
    MOST_MONTHS,
    AppointSteward,
    DismissSteward,
    MonthRun,
    RunEnded,
    RunMonth,
    RunMonths,
    StewardAppointed,
    Stop,
    Why,
    orders_line,
    require_steward,
    spared,
)
from bot.systems.kingdom.towns.items import ItemsRolled
from bot.systems.kingdom.waiting import STEWARD

E = TypeVar("E")
# All that a steward ever does. What spends or risks unbidden, and what game masters say, isn't among it.
DOES: Final[Mapping[type[Any], Callable[[World, Any, Dice], Result]]] = {
    OpenMonth: open_month,
    RollStability: roll_stability,
    PayConsumption: pay_consumption,
    RollItems: roll_items,
    SettleUnrest: settle_unrest,
    RollStandIn: roll_stand_in,
    FinishStep: finish_step,
    EndPhase: end_phase,
    SetEdicts: set_edicts,
    CollectTaxes: collect_taxes,
    RollEvent: roll_event,
    AttemptEvent: attempt_event,
    JudgeEvent: judge_event,
    ChooseEvent: choose_event,
    CloseMonth: close_month,
}
# What a `MonthRun` tells in short, or the whole run in one.
SUMMED_UP: Final = (
    *UPKEEP,
    ItemsRolled,
    MonthOpened,
    StepOver,
    PhaseEnded,
    TaxesCollected,
    EventRolled,
    EventSettled,
    MonthClosed,
    FiguresChanged,
    PhaseBegan,
)


# -- the orders ---------------------------------------------------------------------------------------


@move("kingdom steward", by=Task.LEADERSHIP, previewed=True, button="Give these orders")
def appoint_steward(move: Move, action: AppointSteward, dice: Dice) -> None:
    """Give standing orders, new or others. Raises RuleViolation where they are these already."""
    before = move.kingdom.steward
    levels = {kind: level for kind in LEVELS if (level := getattr(action, kind)) is not None}
    orders = Steward(having(Edicts(), levels), action.reserve, action.events)
    if orders == before:
        raise refused(
            "steward.same",
            "Those are the steward's orders already: {orders}.",
            orders=orders_line(orders),
        )
    move.change(steward=orders)
    stop = stop_at(move.realm, orders)
    move.note(
        T("With these orders it can go on now.")()
        if stop is None
        else T("With these orders it can't go on now. {stop}")(stop=stop.sentence()),
        T(
            "-# It runs a month when you press **Let the steward go on** or use `/kingdom run`. It opens and "
            "closes the month, rolls checks and the event, pays Consumption and collects taxes. It never "
            "claims, builds, hires, withdraws or chooses for you: there it stops."
        ),
    )
    move.tell(StewardAppointed(move.name, orders, before is None))


@move("kingdom dismiss", by=Task.LEADERSHIP)
def dismiss_steward(move: Move, action: DismissSteward, dice: Dice) -> None:
    """End the standing orders. Raises RuleViolation where there are none."""
    require_steward(move.kingdom)
    move.change(steward=None)
    move.tell(
        say(
            "steward.dismissed",
            T("{name:60} has no steward anymore: every month is played step by step."),
            name=Name(move.name),
        )
    )


# -- what it does next, or why it stops ---------------------------------------------------------------


def stop_at(realm: Realm, orders: Steward, held: frozenset[Role] = frozenset()) -> Stop | None:
    """Where and why it stops as the realm stands; None where it goes on. `held` are roles that were held."""
    stop, _ = _next(realm, orders, held)
    return stop


def _next(realm: Realm, orders: Steward, held: frozenset[Role]) -> tuple[Stop | None, Any]:
    """Why the steward stops, or the next thing the steward does."""
    kingdom = realm.kingdom
    # How tasks could be shared is an offer, which holds nothing up.
    steps = [each for each in waiting_in_kingdom(realm.id, kingdom) if each.name != DIVISION]
    month, phase, first = realm.month, kingdom.month.phase, next(iter(steps), None)
    who = first.who if first is not None else None
    left = spared(realm, orders) if _is_unpaid(kingdom) else None
    if must_recover(realm):
        return Stop(Why.LAND, month, phase, who), None
    if left is not None:
        return Stop(Why.RESERVE, month, phase, who, left=left, reserve=orders.reserve), None
    if unbuilt_capital(realm) is not None:
        return Stop(Why.CAPITAL, month, phase, assignee(kingdom, Task.SETTLEMENTS)), None
    if (role := _missing(kingdom, held)) is not None:
        return Stop(Why.ROLE, month, phase, assignee(kingdom, Task.LEADERSHIP), role=role), None
    answers = [(each, _answer(realm, orders, each)) for each in steps]
    for step, answer in answers:
        if type(answer) not in DOES:
            return Stop(Why.STEP, month, phase, step.who, _label(kingdom, step)), None
    return None, _first(answers)


def _is_unpaid(kingdom: Kingdom) -> bool:
    """Whether this month's Consumption is still to be paid."""
    return kingdom.month.phase in (Phase.BEFORE, Phase.UPKEEP) and not kingdom.month.is_over(
        MonthStep.CONSUMPTION
    )


def holders(kingdom: Kingdom) -> frozenset[Role]:
    """The roles that somebody holds who lives."""
    return frozenset(each.role for each in kingdom.leaders if not each.has_died)


def _missing(kingdom: Kingdom, held: frozenset[Role]) -> Role | None:
    """A role to be filled: one that was held, or in the Leadership step the Ruler's."""
    gone = held - holders(kingdom)
    if lacks_ruler(kingdom) and is_open(kingdom, MonthStep.LEADERSHIP):
        return Role.RULER
    return next((role for role in Role if role in gone), None)


def _label(kingdom: Kingdom, step: Step) -> str:
    """A step's label without the kingdom and month before it."""
    return step.label.removeprefix(kingdom.name[:60]).partition(": ")[2] or step.label


def _first(answers: Sequence[tuple[Step, Any]]) -> Any:
    """Of several open steps the one that must be done; edicts before what ends their phase."""
    edicts = (answer for _, answer in answers if isinstance(answer, SetEdicts))
    must = (answer for step, answer in answers if step.name not in _OPTIONAL)
    return next(edicts, None) or next(must, None) or answers[0][1]


_OPTIONAL: Final = frozenset(each.value for each in OPTIONAL)
_STEPS: Final = frozenset(each.value for each in MonthStep)


def _answer(realm: Realm, orders: Steward, step: Step) -> Any:
    """What the orders have it do at an open step; None where that is for a person."""
    choices = {each.key: each.action for each in step.choices if not each.asks}
    if step.name not in _STEPS:
        return _about_event(realm, orders, step, choices)
    if step.name == MonthStep.UNREST and may_stand_in(realm.kingdom):
        return None
    if step.name == MonthStep.ENFORCER:
        # It may cost Loyalty.
        return choices.get("leave")
    if step.name not in _OPTIONAL:
        return choices.get("do")
    levels = _levels(realm.kingdom, orders)
    if levels is None:
        return choices.get(END_OF_PHASE) or choices.get("finish")
    return SetEdicts(realm.id, **levels) if step.name == MonthStep.EDICTS else choices.get("finish")


def _levels(kingdom: Kingdom, orders: Steward) -> dict[str, Any] | None:
    """The three levels to put in force, while the Edict phase has them otherwise; else None."""
    told = {kind: level for kind in LEVELS if (level := level_of(orders.edicts, kind)) is not None}
    is_so = all(level_of(kingdom.edicts, kind) is level for kind, level in told.items())
    if is_so or kingdom.month.phase is not Phase.EDICT or kingdom.month.is_over(MonthStep.EDICTS):
        return None
    none = {kind: level_of(kingdom.edicts, kind) or LEVELS[kind]("none") for kind in LEVELS}
    return none | told


def _about_event(realm: Realm, orders: Steward, step: Step, choices: Mapping[str, Any]) -> Any:
    """What to do about an event that asks for something."""
    found = numbered(realm.kingdom, step.name)
    if found is None or orders.events is Trust.ASK:
        return None
    judge, roll = choices.get("judge"), choices.get("roll")
    is_declining = orders.events is Trust.DECLINE
    if judge is not None and roll is not None:
        # A demand can be met, or silenced at a price. In its first month to wait costs nothing (R131).
        is_harmless = is_met(realm, found) or (is_declining and found.since == realm.month)
        return judge if is_harmless else None
    return judge or roll or (_declined(found, choices) if is_declining else None)


def _declined(found: ActiveEvent, choices: Mapping[str, Any]) -> Any:
    """The Ruler's no, where nothing at all comes of it."""
    row, no = found.row, Occasion.FAILURE
    if row is None or not row.is_rulers or no in row.goes_on:
        return None
    comes = row.outcome(no) or Outcome(no)
    return choices.get(no.value) if replace(comes, note=None) == Outcome(no) else None


# -- a run --------------------------------------------------------------------------------------------


def _going_on(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterator[Press]:
    if is_for_steward(state, step.name):
        yield Press(STEWARD, T("Let the steward go on"))


@action(
    "kingdom run",
    may=Permit.MEMBERS,
    scope=closing_scope,
    step=[AtStep(each, _going_on, place=4) for each in BY_ITSELF],
    previewed=True,
    watches=(Number.TREASURY, Number.UNREST),
    button="Run the month",
)
def run_month(world: World, action: RunMonth, dice: Dice) -> Result:
    """Let the steward go on to the month's close, or the first step for a person. Raises RuleViolation."""
    kingdom = founded_realm(world, action.kingdom).kingdom
    on_behalf_of = acting_for(world, kingdom, Task.LEADERSHIP)
    return replace(_run(world, action.kingdom, 1, dice), on_behalf_of=on_behalf_of)


@action(
    "kingdom gm run",
    may=Permit.GAME_MASTERS,
    scope=closing_scope,
    previewed=True,
    watches=(Number.TREASURY, Number.UNREST),
    button="Run the months",
)
def run_months(world: World, action: RunMonths, dice: Dice) -> Result:
    """The same for so many months, the one under way among them. Raises RuleViolation for 0, or above 12."""
    if not 1 <= action.months <= MOST_MONTHS:
        raise refused(
            "steward.months",
            "A steward runs 1 to {most} months at once, not {months}.",
            most=MOST_MONTHS,
            months=action.months,
        )
    return _run(world, action.kingdom, action.months, dice)


def _run(world: World, kingdom: RecordId, months: int, dice: Dice) -> Result:
    """All that comes of it. Raises RuleViolation where there is nothing that it could do."""
    before = founded_realm(world, kingdom)
    orders = require_steward(before.kingdom)
    if (stop := stop_at(before, orders)) is not None:
        raise refused("steward.stops_here", "The steward can't go on. {stop}", stop=stop.sentence())
    run = Run(world, before, orders)
    run.note(
        T("The steward's orders: {orders}.")(orders=orders_line(orders)),
        T("-# It goes on to the first step that needs one of you; dice decide where that is."),
    )
    run.to_stop(months, dice)
    return run.result()


@dataclass(slots=True)
class Run(WorkingCopy):
    """A steward's run: the whole world is its working copy, on which one action follows another.

    The steward acts with the Ruler's word: whose move a step is was decided with the orders.
    """

    before: Realm
    orders: Steward
    closed: int = 0
    # The realm as the month began, and what was told of the month since.
    began: Realm = field(init=False)
    of_month: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.began = self.before

    @property
    def realm(self) -> Realm:
        """The realm after what was done so far."""
        return found_realm(self.world, self.before.id)

    def to_stop(self, months: int, dice: Dice) -> None:
        """Do one thing after another until something stops it, or so many months are closed."""
        held = holders(self.before.kingdom)
        self.world = replace(self.world, standing=Standing.GAME_MASTER, note=lambda _sentence: None)
        while True:
            realm = self.realm
            stop, due = _next(realm, self.orders, held)
            if self.closed == months:
                stop = Stop(Why.DONE, realm.month, realm.kingdom.month.phase)
            elif any(isinstance(each, EventRolled) and each.is_undecided for each in self.of_month):
                stop = Stop(Why.UNDECIDED, realm.month, realm.kingdom.month.phase)
            if stop is not None:
                break
            self._do(due, dice)
        self._sum_up()
        # First the whole: a list shows no more of an entry than its beginning.
        self.events.insert(0, RunEnded(self.before.kingdom.name, self.closed, stop))

    def _do(self, action: Any, dice: Dice) -> None:
        result = DOES[type(action)](self.world, action, dice)
        self.world = replace(self.world, records=applied(self.world.records, result.changes))
        self.also += result.changes
        self.of_month += result.events
        if isinstance(action, CloseMonth):
            self.closed += 1
            self._sum_up()

    def _sum_up(self) -> None:
        """Tell the month in one event, and by itself what is more than its routine."""
        if self.of_month:
            self.tell(
                _month_run(self.began, self.realm, self.of_month),
                *(each for each in self.of_month if not isinstance(each, SUMMED_UP)),
            )
        self.began, self.of_month = self.realm, []

    def result(self) -> Result:
        """All deeds of the run as the result of one action."""
        after = self.realm
        self.tell(*figures_changed(self.before, after))
        changes, channel = together(self.also), after.kingdom.home or None
        return Result(changes, tuple(self.events), after.id, channel=channel)


def _month_run(before: Realm, after: Realm, events: Sequence[Any]) -> MonthRun:
    """One month of a run, told by what happened in it."""
    stability = next(_of(events, StabilityRolled), None)
    paid, taxes = next(_of(events, ConsumptionPaid), None), next(_of(events, TaxesCollected), None)
    settled = tuple(_of(events, EventSettled))
    came = [each.event for each in settled]
    rolls = list(_of(events, EventRolled))
    struck = [each.event for rolled in rolls for each in rolled.struck]
    quiet = next(((each.die, each.chance) for each in rolls if _is_quiet(each)), None)
    return MonthRun(
        before.kingdom.name,
        before.month,
        (before.kingdom.treasury, after.kingdom.treasury),
        (before.kingdom.unrest, after.kingdom.unrest),
        stability.result if stability is not None else None,
        paid.paid if paid is not None else None,
        taxes.net if taxes is not None else None,
        sum(each.building is not None for rolled in _of(events, ItemsRolled) for each in rolled.offers),
        settled,
        tuple(each for each in struck if each not in came),
        next(_of(events, MonthClosed), None),
        quiet if not struck and not settled else None,
    )


def _is_quiet(rolled: EventRolled) -> bool:
    """Whether a month's roll brought nothing at all."""
    return not rolled.struck and not rolled.is_undecided


def _of(events: Sequence[Any], kind: type[E]) -> Iterator[E]:
    return (each for each in events if isinstance(each, kind))
