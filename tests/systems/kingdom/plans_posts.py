"""The longest messages about plans of settlements."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC, Audience
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.towns.building import BuildingPlanned, PlannedDropped, PlannedMoved
from bot.systems.kingdom.towns.state import TOWN
from tests.systems.kingdom.scenes import CAMPAIGN, hold

BIG = 2**63 - 1
LONG_ID, NAME = RecordId("r" * 30), "*" * 60
OWN = Audience(everyone=False, person=BIG)
LAMPS, WHERE = BuildingType.MAGICAL_STREETLAMPS, "50:C3+D3+C4+D4"
TOLD: dict[str, Any] = {
    "planned": BuildingPlanned(
        NAME, NAME, LAMPS, WHERE, BuildingType.EVERFLOWING_SPRING, 999_999, audience=OWN
    ),
    "dropped": PlannedDropped(NAME, NAME, LAMPS, WHERE, 1, audience=OWN),
    "emptied": PlannedDropped(NAME, NAME, None, "", 60, audience=OWN),
    "moved": PlannedMoved(NAME, NAME, LAMPS, WHERE, 60, audience=OWN),
}


def _post(event: Any) -> Post:
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    shown = RecordView(LONG_ID, SYSTEM.name, TOWN.name, NAME, hold(name=NAME), 1)
    entry = Entry(RecordId("c" * 30), BIG, moment, 1, BIG, SYSTEM.name, "Act", (event,), (), BIG, 1, BIG)
    return Post(replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG)), PUBLIC, entry, shown, {}, f"#{BIG}")


PLANS: dict[str, Post] = {f"plans {name}": _post(event) for name, event in TOLD.items()}
