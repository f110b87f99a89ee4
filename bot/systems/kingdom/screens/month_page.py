"""The month's page: its four phases, every step in order, and what is open now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.system import Step as Waits
from bot.play import Shown
from bot.systems.kingdom.rules.calendar import PHASES, STEPS, open_steps, stands_still
from bot.systems.kingdom.rules.limits import left
from bot.systems.kingdom.rules.losing import doomed, must_recover
from bot.systems.kingdom.rules.realm import Realm, require_standing
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.rules.state import Kingdom, Marked
from bot.systems.kingdom.rules.terms import Limit, Mark, Phase, Step
from bot.systems.kingdom.screens.building_buttons import building_buttons
from bot.systems.kingdom.screens.hex_buttons import hex_buttons
from bot.systems.kingdom.screens.standing import step_lines
from bot.systems.kingdom.words import losses
from bot.systems.kingdom.words import month_page as words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import safe

REASON, LABEL = 40, 60
# The step in which each limited thing is done.
STEP_OF = {
    Limit.CLAIMS: Step.HEXES,
    Limit.TERRAIN: Step.TERRAIN,
    Limit.SETTLEMENTS: Step.SETTLEMENTS,
    Limit.BUILDINGS: Step.SETTLEMENTS,
}
# These come up only when they are needed.
RARE = (Step.ITEMS, Step.STAND_IN, Step.LOSE_HEX)


def month_page(shown: Shown, realm: Realm) -> Card:
    """The month as it stands, with the buttons of what is open. Raises RuleViolation before the founding."""
    state = realm.kingdom
    if not (stands_still(state) or state.is_in_anarchy):
        require_standing(state)
    phases = [phase for phase in PHASES if phase is not Phase.BEFORE]
    fields = tuple(
        (words.phase(number, phase.value, is_now=phase is state.month.phase), "\n".join(lines))
        for number, phase in enumerate(phases, 1)
        if (lines := [*_phase(shown, realm, phase)])
    )
    tone = Tone.BAD if stands_still(state) else Tone.PLAIN
    title = words.title(safe(shown.title, LABEL), state.month.number, state.month.phase.value)
    buttons = (
        *hex_buttons(shown.id, shown.steps),
        *building_buttons(shown.id, realm.kingdom, shown.steps),
        *step_buttons(shown.id, shown.steps),
    )
    return Card(title, (*_top(shown, realm),), fields, tone, buttons)


def _top(shown: Shown, realm: Realm) -> Iterator[str]:
    """The numbers of the month, and what waits beside its steps."""
    state, numbers = realm.kingdom, figures(realm)
    yield words.numbers(numbers.economy, numbers.loyalty, numbers.stability, numbers.control_dc)
    yield words.stocks(numbers.unrest, numbers.treasury, numbers.consumption, numbers.size)
    if state.frozen is not None:
        yield words.frozen(safe(state.frozen, 100))
    elif state.is_in_anarchy:
        yield words.anarchy(runs=state.runs_in_anarchy)
    if must_recover(realm):
        yield losses.recover(is_last=doomed(realm))
    own = {step.value for steps in STEPS.values() for step in steps} - {Step.OPEN.value}
    for waits in shown.steps:
        if waits.name not in own and not _is_event(waits):
            yield from step_lines(waits, state, realm)


def _is_event(waits: Waits) -> bool:
    """Whether it asks for an event's outcome: those stand for a step of the Event phase."""
    return waits.name.startswith("event-")


# -- a phase ------------------------------------------------------------------------------------------


def _phase(shown: Shown, realm: Realm, phase: Phase) -> Iterator[str]:
    """Its steps: those over, those open now, and those to come; what nothing is to do at comes last."""
    state, steps = realm.kingdom, STEPS[phase]
    waits = {each.name: each for each in shown.steps}
    marks = {mark.step: mark for mark in state.month.marks}
    over = [step for step in steps if step in marks and marks[step].how is not Mark.NOT_NEEDED]
    # What is past and went its way needs one line in all.
    is_plain = phase is not state.month.phase and all(_is_plain(state, marks[step]) for step in over)
    if over and is_plain:
        yield words.all_done([step.value for step in over])
    for step in steps:
        if step in over and not is_plain:
            yield _over(state, marks[step])
        elif step.value in waits:
            yield from step_lines(waits[step.value], state, realm)
    if phase is state.month.phase is Phase.EVENT:
        events = [each for each in shown.steps if _is_event(each)]
        yield from (line for each in events for line in step_lines(each, state, realm))
    if phase is state.month.phase is Phase.EDICT:
        allowed = [limit for limit in Limit if STEP_OF[limit] not in marks]
        if allowed:
            yield words.limits([(limit.value, left(realm, limit)) for limit in allowed])
    yield from _rest(state, steps, marks)


def _rest(state: Kingdom, steps: Sequence[Step], marks: Mapping[Step, Marked]) -> Iterator[str]:
    """What is still to come, and what nothing is to do at."""
    reached = open_steps(state)
    told = [*(() if stands_still(state) else reached), *(step for step in RARE if step not in reached)]
    later = [step.value for step in steps if step not in marks and step not in told]
    if later:
        yield words.later(later)
    idle = [step.value for step in steps if step in marks and marks[step].how is Mark.NOT_NEEDED]
    if idle:
        yield words.not_needed(idle)


def _is_plain(state: Kingdom, mark: Marked) -> bool:
    """Whether a step was done without a check."""
    return mark.how is Mark.DONE and not any(each.step == mark.step.value for each in state.month.rolls)


def _over(state: Kingdom, mark: Marked) -> str:
    if mark.how is Mark.SKIPPED:
        return words.skipped(mark.step.value, safe(mark.reason, REASON))
    roll = next((each for each in state.month.rolls if each.step == mark.step.value), None)
    if roll is None:
        used = state.month.used
        own = [limit for limit, step in STEP_OF.items() if step is mark.step and used.get(limit)]
        counts = [(limit.value, used[limit]) for limit in own]
        return words.done(mark.step.value, counts)
    return words.rolled(mark.step.value, roll.total, roll.dc, is_success=roll.is_success)
