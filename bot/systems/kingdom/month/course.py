"""The month's course: opened, steps finished or passed over, frozen and thawed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.engine.declare import command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.people import Permit, Standing
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.saying import Clause, Label
from bot.engine.steps import at
from bot.engine.system import RecordId, World
from bot.engine.text import Safe, T, refused
from bot.engine.working import REASON_LENGTH
from bot.systems.kingdom.book import ANARCHY_AT, Mark, MonthStep, Phase, Role
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import (
    WHY,
    OnKingdom,
    OnMonth,
    Realm,
    asked_realm,
    require_standing,
    running_realm,
)
from bot.systems.kingdom.settling import because, is_in_any_order, moved_on, rolls_items
from bot.systems.kingdom.state import EDICT_LABELS, Kingdom, Month, unset
from bot.systems.kingdom.steps import (
    ASKS,
    BY_ITSELF,
    END_OF_PHASE,
    OPTIONAL,
    PHASES,
    RESTART,
    STEPS,
    acted_for,
    advance,
    assignee,
    ends_by_saying_so,
    is_first_left,
    is_founding_time,
    is_used_up,
    left_open,
    open_steps,
    require_leader,
    steps_of,
)
from bot.systems.kingdom.towns.state import Town

ORDER = tuple(step for phase in PHASES for step in STEPS[phase])


class OpenMonth(OnKingdom):
    """Open the month: its Upkeep phase begins."""


class FinishStep(OnKingdom):
    """Say that nothing more is done at an optional step."""

    step: MonthStep


class EndPhase(OnKingdom):
    """Say that nothing more is done in a phase, at any of its optional steps."""

    phase: Phase


class SkipStep(OnKingdom):
    """Pass over a step, as a game master may, with a reason."""

    step: MonthStep
    reason: str = ""


class SkipTo(OnKingdom):
    """Pass over everything that comes before a step of this month, as a game master may, with a reason."""

    step: MonthStep
    reason: str = ""


class Freeze(OnMonth):
    """Freeze a kingdom until you thaw it"""

    reason: str = option(WHY, max_length=REASON_LENGTH)


class Thaw(OnMonth):
    """Thaw a kingdom, or end its anarchy"""

    reason: str = option(WHY, max_length=REASON_LENGTH, default="")
    unrest: int | None = option(
        "New Unrest, 0 to 19; unchanged if left out",
        label="New Unrest",
        default=None,
        least=0,
        most=ANARCHY_AT - 1,
    )


class StepOver(Event):
    """A step came to its end without its own event: finished, or passed over by a game master."""

    name: str
    step: MonthStep
    is_skipped: bool = False
    reason: str = ""

    def sentence(self) -> Safe:
        """That nothing more happens at it, or that it was skipped."""
        if not self.is_skipped:
            return T("{step}: nothing more this month.")(step=self.step)
        return T("{step}: skipped by a game master{why}")(step=self.step, why=because(self.reason))


class PhaseEnded(Event):
    """All that was left of a phase was optional, and nothing more comes; `unset` are edicts never issued."""

    name: str
    phase: Phase
    steps: tuple[MonthStep, ...]
    unset: tuple[str, ...] = ()
    # Whose moves it cut off, at which of them.
    cut: tuple[tuple[int, tuple[MonthStep, ...]], ...] = ()

    def sentence(self) -> Safe:
        """That it is over, and who could still have made a move."""
        return Safe(" ".join((self.headline, *self.not_made)))

    @property
    def headline(self) -> Safe:
        """That it is over."""
        return T("{name:60} ends its {phase} phase.").of(self)

    @property
    def not_made(self) -> tuple[Safe, ...]:
        """Who could still have made a move, and which."""
        return (T("Left undone: {moves}.")(moves=_moves(self.cut)),) if self.cut else ()


class MonthOpened(Event):
    """A month was opened."""

    says = T("Month {month} of {name:60} is open.")
    name: str
    month: int


class KingdomFrozen(Event):
    """A game master stopped a kingdom's clock."""

    says = T("**{name:60} is frozen**: {reason}")
    name: str
    reason: str


class KingdomThawed(Event):
    """A game master let time run again, or restored order."""

    name: str
    was_in_anarchy: bool
    reason: str = ""

    def sentence(self) -> Safe:
        """That order is restored, or the kingdom no longer frozen, and why."""
        what = (
            T("**Order is restored in {name:60}**")
            if self.was_in_anarchy
            else T("**{name:60} is no longer frozen**")
        )
        return T("{what}{why}")(what=what(name=self.name), why=because(self.reason))


# -- its course ---------------------------------------------------------------------------------------


@move(
    at=MonthStep.OPEN,
    found=running_realm,
    confirms=True,
    button="Open the month anyway",
    step=at(MonthStep.OPEN, "do", T("Open the month"), is_main=True),
)
def open_month(move: Move, action: OpenMonth, dice: Dice) -> None:
    """Open the month: Upkeep begins. Raises RuleViolation where it is under way, NotAllowed for no leader.

    A kingdom is founded with its capital's first building, before its first month (R092).
    """
    require_leader(move.world, move.kingdom)
    if (bare := unbuilt_capital(move.realm)) is not None:
        says = T(
            "{capital:60} has no building yet. By the book the capital's first one stands before month 1: "
            "**Build…** on the month's card, or `/settlement build`."
        )
        move.note(says(capital=bare.name))
    move.finish(MonthStep.OPEN)
    move.tell(MonthOpened(move.name, move.realm.month))


def unbuilt_capital(realm: Realm) -> Town | None:
    """The capital before the first month, while nobody has built there or told what stands there."""
    town = realm.towns.get(realm.kingdom.capital) if realm.kingdom.capital is not None else None
    is_bare = town is not None and not town.lots and all(each.is_natural for each in town.buildings)
    return town if is_bare and is_founding_time(realm.kingdom) else None


Cut = tuple[tuple[int, tuple[MonthStep, ...]], ...]


def _cut_off(world: World, kingdom: Kingdom, steps: Iterable[MonthStep]) -> Cut:
    """Whose moves this cuts off, at which steps: all that others are still asked for."""
    theirs: dict[int, tuple[MonthStep, ...]] = {}
    # Where there are no armies, nothing is lost by raising none.
    idle = () if kingdom.armies else (MonthStep.ARMIES,)
    for step in (each for each in steps if each not in idle):
        who = assignee(kingdom, task) if (task := ASKS[step]) is not None else None
        if who is not None and who != world.actor and not is_used_up(kingdom.month, step):
            theirs[who] = (*theirs.get(who, ()), step)
    return tuple(theirs.items())


def _note_cut(world: World, kingdom: Kingdom, cut: Cut, *, is_for_all: bool) -> None:
    """Tell a leader before whose moves this cuts off.

    Game masters and proxies act for others: they are told after. So is the Ruler, who may do what any leader
    may, by a button that says that it is for everybody.
    """
    rulers = [each.player for each in kingdom.held_by(Role.RULER)] if is_for_all else []
    may_anything = (*kingdom.proxies, *rulers)
    if cut and world.standing is not Standing.GAME_MASTER and world.actor not in may_anything:
        world.note(T("This ends moves that others can still make: {moves}.")(moves=_moves(cut)))


def _moves(cut: Cut) -> Safe:
    said = T("{steps:and} ({who:@})")
    return Safe("; ".join(said(steps=list(steps), who=who) for who, steps in cut))


FINISH: Final = {
    MonthStep.LEADERSHIP: T("Leadership is settled"),
    MonthStep.HEXES: T("No more hexes"),
    MonthStep.TERRAIN: T("No more improvements"),
    MonthStep.SETTLEMENTS: T("No more settlements or buildings"),
    MonthStep.ARMIES: T("Armies are settled"),
    MonthStep.EDICTS: T("Edicts stay as they are"),
    MonthStep.SPECIAL: T("No more special edicts"),
    MonthStep.WITHDRAW: T("No withdrawal"),
    MonthStep.DEPOSIT: T("No more deposits"),
    MonthStep.SELL: T("No more sales"),
}


# What ends a step comes after all that is done there; then what ends the phase, and the steward.
@move(
    found=running_realm,
    confirms=True,
    button="End the step",
    step=[
        *(at(each, "finish", says, values={"step": each}, place=2) for each, says in FINISH.items()),
        at(MonthStep.ENFORCER, "leave", T("Leave it"), values={"step": MonthStep.ENFORCER}, place=2),
    ],
)
def finish_step(move: Move, action: FinishStep, dice: Dice) -> None:
    """Nothing more is done at an optional step. Raises RuleViolation, or NotAllowed for others' steps."""
    move.require_step(action.step, is_noted=False)
    task = ASKS[action.step]
    if task is None or action.step not in (*OPTIONAL, MonthStep.ENFORCER):
        raise refused(
            "month.must_be_done",
            "“{step}” has to be done. Only a game master can skip it, with `/kingdom gm next`.",
            step=action.step,
        )
    move.require_task(task)
    cut = _cut_off(move.world, move.kingdom, [action.step])
    _note_cut(move.world, move.kingdom, cut, is_for_all=False)
    move.finish(action.step)
    move.tell(StepOver(move.name, action.step))


def _ending(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterator[Press]:
    """What ends the whole phase, where nothing in it must be done any more; at its first open step.

    Where it ends what several people can do, it says so, and isn't the next thing to press.
    """
    if is_first_left(state, step.name) and ends_by_saying_so(state):
        phase = state.month.phase
        asked = {assignee(state, task) for each in left_open(state) if (task := ASKS[each]) is not None}
        is_for_all = len(asked) > 1
        says = T("End the {phase} phase for everybody") if is_for_all else T("End the {phase} phase")
        yield Press(END_OF_PHASE, says.plain(phase=phase), {"phase": phase}, is_main=not is_for_all)


@move(
    found=running_realm,
    confirms=True,
    button="End the phase",
    step=[AtStep(each, _ending, place=3) for each in BY_ITSELF],
)
def end_phase(move: Move, action: EndPhase, dice: Dice) -> None:
    """Nothing more is done at any optional step of the phase. Raises RuleViolation, or NotAllowed."""
    world, kingdom = move.world, move.kingdom
    if kingdom.month.phase is not action.phase:
        raise refused(
            "month.other_phase",
            "The {phase} phase isn't under way: it is {now} now. Nothing was changed.",
            phase=action.phase,
            now=kingdom.month.phase,
        )
    if not ends_by_saying_so(kingdom):
        raise refused(
            "month.phase_goes_on",
            "The {phase} phase isn't over yet: **{first}** comes first.",
            phase=action.phase,
            first=next(each for each in open_steps(kingdom) if each not in OPTIONAL),
        )
    steps = tuple(left_open(kingdom))
    leaders = [acted_for(world, kingdom, task) for step in steps if (task := ASKS[step]) is not None]
    move.on_behalf_of = next((leader for leader in leaders if leader is not None), None)
    cut = _cut_off(world, kingdom, steps)
    _note_cut(world, kingdom, cut, is_for_all=True)
    never_set = unset(kingdom.edicts) if action.phase is Phase.EDICT else ()
    if never_set:
        says = T("Not set yet: {edicts}. {edicts:It counts|They count} as None then.")
        move.note(says(edicts=[EDICT_LABELS[each] for each in never_set]))
    move.finish(*steps)
    move.tell(PhaseEnded(move.name, action.phase, steps, never_set, cut))


@correction(found=running_realm, button="Skip this step")
def skip_step(move: Move, action: SkipStep, dice: Dice) -> None:
    """Pass over a step that is open. Raises RuleViolation; a month is closed, not passed over."""
    move.require_step(action.step, is_noted=False)
    if action.step in (MonthStep.OPEN, MonthStep.CLOSE):
        raise refused(
            "month.never_skipped",
            "“{step}” can't be skipped. Press its button, or use `/gm deed: close the month` at the end.",
            step=action.step,
        )
    move.put(_skip(move.kingdom, action.step, move.reason))
    move.tell(StepOver(move.name, action.step, is_skipped=True, reason=move.reason))


def _skip(kingdom: Kingdom, step: MonthStep, reason: str) -> Kingdom:
    how = Mark.DONE if step is MonthStep.OPEN else Mark.SKIPPED
    return replace(kingdom, month=kingdom.month.marked(step, how, reason))


@correction(found=running_realm, button="Skip to there")
def skip_to(move: Move, action: SkipTo, dice: Dice) -> None:
    """Pass over all that comes before a step of this month. Raises RuleViolation where it never comes."""
    world, realm, reason = move.world, move.realm, move.reason
    if action.step in open_steps(realm.kingdom):
        raise refused(
            "month.is_open",
            "“{step}” is already open: nothing to skip.",
            step=action.step,
        )
    month = realm.kingdom.month
    if month.is_over(action.step) or ORDER.index(action.step) < ORDER.index(STEPS[month.phase][0]):
        raise refused(
            "month.is_past",
            "“{step}” is over for this month. Go back to it with `/kingdom gm back`.",
            step=action.step,
        )
    any_order, vacancies = is_in_any_order(realm), rolls_items(realm)
    # As the campaign's settings have it by now.
    kingdom, passed = moved_on(world, realm), list[MonthStep]()
    while action.step not in open_steps(kingdom):
        if kingdom.month.is_over(action.step) or _is_missed(kingdom.month, action.step):
            raise refused(
                "month.not_needed",
                "There's nothing to do at “{step}” this month, so nothing was skipped.",
                step=action.step,
            )
        step = open_steps(kingdom)[0]
        kingdom = _skip(kingdom, step, reason)
        kingdom = advance(
            kingdom,
            realm.size,
            in_any_order=any_order,
            entry=world.entry,
            has_vacancies=vacancies,
        )
        passed += [] if step is MonthStep.OPEN else [step]
    move.put(kingdom)
    move.say(
        "month.steps_skipped",
        T("On to **{to}**. A game master skips {steps}{why}"),
        to=Label(action.step),
        steps=[Clause(T("{step}"), step=Label(each)) for each in passed]
        if passed
        else [Clause(T("nothing"))],
        why=because(reason),
    )


def _is_missed(month: Month, step: MonthStep) -> bool:
    """Whether a step never comes in a month that has come so far: a campaign may have no special edicts."""
    is_past = ORDER.index(step) < ORDER.index(STEPS[month.phase][0])
    return is_past or (step in STEPS[month.phase] and step not in steps_of(month, month.phase))


@command("kingdom gm next", may=Permit.GAME_MASTERS)
class NextStep(OnMonth):
    """Skip one or more steps of the month"""

    step: MonthStep | None = option(
        "The open step to skip; the first one if left out",
        label="The step",
        suggest=lambda asker: _listed(_passable(asked_realm(asker).kingdom)),
        default=None,
    )
    to: MonthStep | None = option(
        "Or skip everything before this step",
        label="The step",
        suggest=lambda asker: _listed(_ahead(asked_realm(asker).kingdom)),
        default=None,
    )
    reason: str = option(WHY, max_length=REASON_LENGTH, default="")

    def to_action(self, asker: Asker) -> SkipStep | SkipTo:
        """The action meant. Raises RuleViolation for two steps at once."""
        if self.to is not None and self.step is not None:
            raise refused(
                "month.one_of_two",
                "Give either `step`, to skip that one, or `to`, to skip everything before another; not both.",
            )
        if self.to is not None:
            return SkipTo(self.kingdom, self.to, self.reason)
        if self.step is not None:
            return SkipStep(self.kingdom, self.step, self.reason)
        kingdom = asked_realm(asker, self.kingdom).kingdom
        require_standing(kingdom)
        return SkipStep(self.kingdom, open_steps(kingdom)[0], self.reason)


def _listed(steps: Iterable[MonthStep]) -> list[Pair]:
    return [(each.label, each.value) for each in steps]


def _passable(kingdom: Kingdom) -> Iterable[MonthStep]:
    return (each for each in open_steps(kingdom) if each not in (MonthStep.OPEN, MonthStep.CLOSE))


def _ahead(kingdom: Kingdom) -> Iterable[MonthStep]:
    last = max((ORDER.index(each) for each in open_steps(kingdom)), default=-1)
    return (each for each in ORDER[last + 1 :] if each is not MonthStep.OPEN)


# -- the clock ----------------------------------------------------------------------------------------


@correction(
    "kingdom gm freeze",
    why=("month.why_frozen", T("Say why the kingdom is frozen; everybody will read it.")),
    button="Freeze it",
)
def freeze(move: Move, action: Freeze, dice: Dice) -> None:
    """Stop the clock. Raises RuleViolation where it stands already."""
    require_standing(replace(move.kingdom, is_in_anarchy=False))
    move.change(frozen=move.reason)
    move.tell(KingdomFrozen(move.name, move.reason))


def _restarting(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    reason = FormField("reason", T("Reason, for the journal").plain(), REASON_LENGTH, is_optional=True)
    if state.frozen is not None:
        yield Press("thaw", T("Thaw the kingdom"), asks=(reason,), is_main=True)
        return
    calm = str(min(state.unrest, ANARCHY_AT - 1))
    becomes = T("Unrest afterward, 0 to {most}").plain(most=ANARCHY_AT - 1)
    unrest = FormField("unrest", becomes, 2, value=calm, is_number=True)
    yield Press("restore", T("Restore order"), asks=(unrest, reason), is_main=True)


@correction("kingdom gm thaw", step=AtStep(RESTART, _restarting), button="Thaw it")
def thaw(move: Move, action: Thaw, dice: Dice) -> None:
    """Let time run again; where it ran, end the anarchy (R017). Raises RuleViolation for neither."""
    state = move.kingdom
    is_stopped = state.frozen is not None
    require_standing(replace(state, frozen=None, is_in_anarchy=False))
    if not is_stopped and not state.is_in_anarchy:
        raise refused(
            "month.runs_already",
            "{name:60} is neither frozen nor in anarchy.",
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
                "Unrest can be 0 to {most}; at {limit} the kingdom would fall into anarchy.",
                most=most,
                limit=ANARCHY_AT,
            )
        raise refused(
            "month.unrest_still",
            "Unrest is still {unrest}. Say what it should be, 0 to {most}.",
            unrest=unrest,
            most=most,
        )
    move.change(unrest=unrest)
    if is_stopped:
        move.change(frozen=None)
    else:
        move.change(is_in_anarchy=False, runs_in_anarchy=False)
    move.tell(KingdomThawed(move.name, not is_stopped, move.reason))
