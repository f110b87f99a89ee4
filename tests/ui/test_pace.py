"""How a reminder reads: to whom, what, until when, and whether all the others have answered."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.system import PlainEvent, RecordId
from bot.play import Entry
from bot.ui.pace import TOLD

NOW = datetime(2026, 3, 2, tzinfo=UTC)
FACTS = {
    "who": 3,
    "for": None,
    "label": "Leap the chasm",
    "until": None,
    "is_final": False,
    "is_late": False,
    "last_of": 0,
}


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, "⏰ <@3>, this is waiting for you: Leap the chasm."),
        ({"for": 4}, "⏰ <@3>, this is waiting for you, in <@4>'s place: Leap the chasm."),
        ({"last_of": 5}, "⏰ <@3>, this is waiting for you: Leap the chasm. You're the last of 5 to answer."),
        (
            {"is_final": True, "until": 60},
            "⏰ <@3>, this is the last call, until <t:60:f> (<t:60:R>): Leap the chasm.",
        ),
        (
            {"is_final": True, "is_late": True, "until": 60},
            "⏰ <@3>, Waypost was away, so you have more time, until <t:60:f> (<t:60:R>): Leap the chasm.",
        ),
    ],
)
def test_a_reminder_says_to_whom_what_and_until_when(facts: dict[str, Any], told: str) -> None:
    event = PlainEvent("Reminded", {"of": [FACTS | facts]})
    entry = Entry(RecordId("c"), 1, NOW, 0, 1, "table", "Remind", (event,), ())
    assert TOLD["Reminded"](event, entry) == told
    # Where the message mentions them alone, it doesn't name them once more.
    to_them = replace(event, facts={**event.facts, "is_addressed": True})
    bare = told.removeprefix("⏰ <@3>, ")
    assert TOLD["Reminded"](to_them, entry) == f"⏰ {bare[:1].upper()}{bare[1:]}"
