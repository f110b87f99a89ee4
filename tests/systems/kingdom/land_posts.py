"""The longest messages about land."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import GAME_MASTER, PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Improvement, Special, Terrain
from bot.systems.kingdom.land.edits import (
    MOST_NAMED,
    MOST_TOLD,
    MOST_TOWNS,
    Bereft,
    Deed,
    HexesGiven,
    HexesSet,
    HexesTold,
    Sight,
)
from bot.systems.kingdom.land.files import MAP_FILE, MOST_ODD, MapDropped, MapFile, MapRead, Odd
from bot.systems.kingdom.land.state import LAND as LAND_KIND
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.outcome import NUMBERS, FiguresChanged, Shift
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import MOST_POINTS
from tests.systems.kingdom.scenes import CAMPAIGN, tarn

BIG = 2**63 - 1
LONG_ID = RecordId("r" * 30)
NAME, LABEL, NOTE, REASON = "*" * 60, "*" * 20, "*" * 300, "*" * 100
SIGHT = Sight(
    LABEL,
    Terrain.MOUNTAINS,
    is_coast=True,
    has_lake=True,
    has_river=True,
    specials=tuple(Special),
    notes=NOTE,
    secret=NOTE,
)
MANY = (SIGHT,) * MOST_TOLD
SHIFTS = tuple(Shift(name, -MOST_POINTS, MOST_POINTS) for name in NUMBERS)
MOVED = (FiguresChanged(NAME, SHIFTS),) * 9
GIVEN = HexesGiven(
    NAME, (LABEL,) * MOST_NAMED, 600, False, REASON, (Bereft(NAME, SHIFTS),) * 9, (NAME,) * MOST_TOWNS, 99
)
ODD = Odd(601, True, Improvement.QUARRY, Terrain.MOUNTAINS)
READ = MapRead(NAME, (600, 600, 600), 600, True, (ODD,) * MOST_ODD, 7200, MOVED)

MAP = RecordView(LONG_ID, SYSTEM.name, LAND_KIND.name, NAME, Land(NAME), 1)
FILE = RecordView(
    LONG_ID,
    SYSTEM.name,
    MAP_FILE.name,
    NAME,
    MapFile(NAME),
    1,
    steps=tuple(MAP_FILE.waiting(LONG_ID, MapFile(NAME))),
)
REALM = RecordView(LONG_ID, SYSTEM.name, KINGDOM.name, NAME, replace(tarn(), name=NAME), 1)


def post(subject: RecordView, *events: Any, is_secret: bool = False) -> Post:
    """A message about those events."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(RecordId("c" * 30), BIG, moment, BIG, BIG, SYSTEM.name, "Act", events, (), None, 1)
    return Post(CAMPAIGN, GAME_MASTER if is_secret else PUBLIC, entry, subject, {}, f"#{BIG}")


LAND: dict[str, Post] = {
    **{f"hexes {deed.value}": post(MAP, HexesTold(deed, MANY, 600), *MOVED) for deed in Deed},
    "one hex": post(MAP, HexesTold(Deed.NOTED, (SIGHT,), 1), *MOVED),
    "hexes for game masters": post(
        MAP, HexesTold(Deed.READ, MANY, 300), HexesSet(Deed.READ, MANY, 600), *MOVED, is_secret=True
    ),
    "one secret hex": post(MAP, HexesSet(Deed.CHANGED, (SIGHT,), 1), *MOVED, is_secret=True),
    "hexes given": post(REALM, GIVEN, MOVED[0]),
    "hexes taken": post(REALM, replace(GIVEN, is_back=True), MOVED[0]),
    "a file": post(FILE, READ, is_secret=True),
    "a file dropped": post(replace(FILE, steps=()), MapDropped(NAME), is_secret=True),
}
