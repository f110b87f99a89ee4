"""The Upkeep phase on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.checks import Result
from bot.systems.kingdom.rules.terms import Step
from bot.systems.kingdom.rules.upkeep import (
    ConsumptionPaid,
    OrderEnforced,
    StabilityRolled,
    StandInRolled,
    UnrestSettled,
)
from bot.systems.kingdom.words import checks, granaries
from bot.systems.kingdom.words import upkeep as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe

STEPS: dict[type[Any], Step] = {
    StabilityRolled: Step.STABILITY,
    ConsumptionPaid: Step.CONSUMPTION,
    UnrestSettled: Step.UNREST,
    StandInRolled: Step.STAND_IN,
    OrderEnforced: Step.ENFORCER,
}


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about Upkeep: first how the check went, then what it did."""
    event = next((each for each in post.entry.events if type(each) in STEPS), None)
    if event is None:
        return None
    title = f"{safe(event.name, 60)}: {words.TITLES[STEPS[type(event)].value]}"
    result: Result | None = getattr(event, "result", None)
    lines = (*((check_line(result),) if result is not None else ()), _outcome(event))
    return Card(title, lines, tone=_tone(event, result))


def check_line(result: Result) -> str:
    """A check as it was rolled: 19 + 56 − 5 = 70 against 60."""
    if not result.die:
        return checks.in_anarchy(result.dc)
    total = checks.sum_of(result.die, result.total, result.dc, result.unrest, is_success=result.is_success)
    return checks.rolled(result.attribute.value, total)


def _tone(event: Any, result: Result | None) -> Tone:
    if result is not None:
        return Tone.GOOD if result.is_success else Tone.BAD
    is_bad = bool(event.grievances) if isinstance(event, UnrestSettled) else event.unrest > 0
    return Tone.BAD if is_bad else Tone.PLAIN


def _outcome(event: Any) -> str:
    if isinstance(event, StabilityRolled):
        return words.stability(event.unrest, event.points, event.bad)
    if isinstance(event, ConsumptionPaid):
        line = words.paid(event.paid, event.raw, event.treasury, event.unrest)
        return f"{line} {granaries.changed(event.stored, event.store)}" if event.stored else line
    if isinstance(event, UnrestSettled):
        return words.settled([(each.what, each.unrest) for each in event.grievances])
    if isinstance(event, StandInRolled):
        return words.stood_in(event.role.value, event.unrest)
    return words.enforced(event.loyalty)


def _tell(event: Any) -> str:
    """One line for the journal."""
    what = words.TITLES[STEPS[type(event)].value]
    result: Result | None = getattr(event, "result", None)
    rolled = f"{check_line(result)} · " if result is not None else ""
    return f"{safe(event.name, 60)}, {what}: {rolled}{_outcome(event)}"


TELLERS: dict[type[Any], Callable[[Any], str]] = dict.fromkeys(STEPS, _tell)
