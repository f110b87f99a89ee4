"""The buttons about hexes under the month's card: each opens a private list of those it may be about."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.system import RecordId, Step
from bot.systems.kingdom.words.hex_lists import BUTTONS
from bot.ui.card import Button

LIST = "hex_list"


def hex_buttons(kingdom: RecordId, steps: Iterable[Step]) -> tuple[Button, ...]:
    """What can be done with hexes at the steps that are open."""
    return tuple(
        Button(label, LIST, (kingdom, deed))
        for step in steps
        for deed, label in BUTTONS.get(step.name, {}).items()
    )
