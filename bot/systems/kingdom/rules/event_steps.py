"""What waits of a month's events, and which of them are under way."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.system import Ask, Choice, RecordId, Step
from bot.systems.kingdom.rules.calendar import open_steps, unresolved
from bot.systems.kingdom.rules.month import ResolveEvent
from bot.systems.kingdom.rules.state import OUTCOME_LENGTH, Happening, Kingdom
from bot.systems.kingdom.rules.terms import Step as MonthStep
from bot.systems.kingdom.words import event_book as words

STEP = "event-"
# At these a game master tells the outcomes: of events that went on, and of new ones.
TELLING = (MonthStep.CONTINUING, MonthStep.RESOLVE)


def event_steps(kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """The events whose outcome a game master has still to tell, while that is what is open."""
    now = next((each for each in open_steps(state) if each in TELLING), None)
    if now is None:
        return
    waits, revision = set(unresolved(state)), state.month.opened.get(now.value, 1)
    for each in state.happenings:
        if each.number in waits:
            label = words.step_label(each.event, state.name)
            yield Step(f"{STEP}{each.number}", label, None, (_choice(kingdom, each),), revision)


def _choice(kingdom: RecordId, each: Happening) -> Choice:
    goes_on = "yes" if each.is_continuous else "no"
    asks = (
        Ask("outcome", words.OUTCOME, OUTCOME_LENGTH, is_long=True, hint=words.OUTCOME_HINT),
        Ask("goes_on", words.GOES_ON, options=words.YES_NO, value=goes_on),
    )
    action = ResolveEvent(kingdom, each.number)
    return Choice("resolve", words.resolve(each.event), action, asks, is_main=True)


def numbered(kingdom: Kingdom, step: str) -> Happening | None:
    """The event that a step of that name asks about; None where it is no such step."""
    number = step.removeprefix(STEP)
    return next((each for each in kingdom.happenings if step != number == str(each.number)), None)


def under_way(kingdom: Kingdom) -> tuple[Happening, ...]:
    """The events that are not over yet."""
    waits = set(unresolved(kingdom))
    return tuple(each for each in kingdom.happenings if each.is_continuous or each.number in waits)


def coming_again(kingdom: Kingdom) -> tuple[Happening, ...]:
    """The events that outlast a month: those that go on, and in anarchy what nobody could resolve."""
    if kingdom.is_in_anarchy:
        return under_way(kingdom)
    return tuple(each for each in kingdom.happenings if each.is_continuous)
