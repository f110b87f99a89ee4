"""The longest messages about adventurers who come and go."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC, Viewer
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER, AdventurerFell
from bot.systems.adventuria.sheet.rules import (
    AdventurerCreated,
    AdventurerEdited,
    AdventurerRetired,
    AdventurerSettled,
)
from bot.systems.adventuria.state import (
    BEGINNING,
    LOCATION_LENGTH,
    MOST_GOLD,
    NAME_LENGTH,
    Adventurer,
    Alignment,
    Type,
)
from tests.systems.adventuria.scenes import CAMPAIGN

BIG = 2**63 - 1
LONG_ID = RecordId("v" * 20)
NAME, PLACE = "*" * NAME_LENGTH, "_" * LOCATION_LENGTH
MANY = (NAME,) * 60
STATE = replace(
    Adventurer(NAME, BIG, Type.WARRIOR, Alignment.NEUTRAL, BEGINNING[Type.WARRIOR]),
    gold=MOST_GOLD,
    location=PLACE,
    home=BIG,
    ways=(PLACE,) * 10,
    revision=BIG,
)
SHOWN = RecordView(
    LONG_ID, SYSTEM.name, ADVENTURER.name, NAME, STATE, 1, BIG, tuple(ADVENTURER.waiting(LONG_ID, STATE))
)


def post(*events: Any, subject: RecordView | None = SHOWN, viewer: Viewer = PUBLIC) -> Post:
    """A message about those events."""
    at = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(LONG_ID, BIG, at, BIG, BIG, SYSTEM.name, "Act", events, (), drawing=BIG)
    return Post(CAMPAIGN, viewer, entry, subject, {}, f"#{BIG}gm")


CREATED = AdventurerCreated(NAME, BIG, Type.WARRIOR, Alignment.NEUTRAL, 1, 2, BIG)
FELL = AdventurerFell(NAME, BIG, BIG, BIG, BIG, BIG, PLACE, MOST_GOLD, MANY, NAME)
RETIRED = AdventurerRetired(NAME, BIG, BIG, BIG, PLACE, MOST_GOLD, MANY, NAME)

ADVENTURERS: dict[str, Post] = {
    "adventurer made": post(CREATED),
    "adventurer made, for its player": post(CREATED, viewer=Viewer(BIG)),
    "adventurer edited": post(AdventurerEdited(NAME, NAME.replace("*", "_"), has_new_notes=True)),
    "adventurer settled": post(AdventurerSettled(NAME, BIG)),
    "adventurer retired": post(RETIRED),
    "adventurer fallen": post(FELL),
    "adventurer settled and fallen": post(AdventurerSettled(NAME, BIG), FELL),
}
