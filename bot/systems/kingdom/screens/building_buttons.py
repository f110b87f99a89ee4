"""The button under the month's card that opens what can be built, for whoever presses it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.system import RecordId
from bot.engine.system import Step as Open
from bot.systems.kingdom.rules.builders import is_founding_time
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import Stage, Step
from bot.systems.kingdom.screens.building_panels import OPEN
from bot.systems.kingdom.words import building_screens as words
from bot.ui.card import Button


def building_buttons(kingdom: RecordId, state: Kingdom, steps: Iterable[Open]) -> tuple[Button, ...]:
    """The button where buildings can be built now, and there is a settlement to build in."""
    names = {each.name for each in steps}
    is_founded = state.stage is Stage.STANDING and is_founding_time(state)
    is_time = Step.SETTLEMENTS.value in names or (is_founded and Step.OPEN.value in names)
    return (Button(words.OPEN, OPEN, (kingdom,)),) if is_time and state.settlements else ()
