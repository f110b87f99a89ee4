"""The longest messages about losses and settlements."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Attribute, Border, Improvement, Phase, Terrain
from bot.systems.kingdom.land.claims import (
    HexesLost,
    LossFollowed,
    PartDecided,
    SettlementReclaimed,
    TerritoryRejoined,
)
from bot.systems.kingdom.land.state import LAND, Hex, Land
from bot.systems.kingdom.outcome import NUMBERS, AnarchyBegan, FiguresChanged, Shift
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.sources import Result
from bot.systems.kingdom.state import Kingdom, LostTown, Part
from bot.systems.kingdom.towns.settlements import (
    CapitalNamed,
    DistrictAdded,
    SettlementFounded,
    SettlementPlaced,
    SettlementRenamed,
    SettlementSet,
)
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.scenes import CAMPAIGN, everybody, month, ready, tarn

BIG = 2**63 - 1
LONG_ID, LANDS_ID = RecordId("r" * 20), RecordId("l" * 20)
NAME, LABEL, REASON = "*" * 60, "*" * 20, "*" * 100
MOST = 999_999
PARTS = tuple(Part(number, (f"-99,{number}",), 1, place=LABEL) for number in range(1, 9))
TOWNS = tuple(LostTown(RecordId("t" * 18 + str(number)), NAME, "0,0", BIG) for number in range(10, 19))
FULL = ready(
    tarn(
        name=NAME,
        land=LANDS_ID,
        leaders=everybody(BIG),
        parts=(*PARTS, Part(9, (), 1, is_lost=True, towns=TOWNS)),
        emptied=1,
        month=month(Phase.EDICT, number=MOST, in_any_order=True),
    )
)
CHECK = Result(Attribute.STABILITY, 20, -MOST, MOST, is_success=True, unrest=MOST)
FAILED = replace(CHECK, die=1, total=MOST, dc=1, is_success=False)
SHIFTED = FiguresChanged(NAME, tuple(Shift(each, -MOST, MOST) for each in NUMBERS))
NAMES = (NAME,) * 12
FOLLOWED = LossFollowed(NAME, NAMES, NAME, (MOST,) * 12, is_empty=True)

TOLD: dict[str, tuple[Any, ...]] = {
    "lost": (HexesLost(NAME, (LABEL,) * 600, REASON), FOLLOWED),
    "lost to unrest": (
        HexesLost(NAME, (LABEL,), by_unrest=True),
        replace(FOLLOWED, freed=NAMES[:5], cut_off=(MOST,) * 5, is_empty=False),
    ),
    "held": (PartDecided(NAME, MOST, is_held=True),),
    "decided": (PartDecided(NAME, MOST, is_held=False, freed=NAMES),),
    "rejoined": (TerritoryRejoined(NAME, MOST, NAMES),),
    "reclaimed": (SettlementReclaimed(NAME, NAME, CHECK, 5),),
    "not reclaimed": (SettlementReclaimed(NAME, NAME, FAILED, 5),),
    "founded": (SettlementFounded(NAME, NAME, LABEL, tuple(Border), True, Improvement.WATCHTOWER, MOST),),
    "capital": (
        CapitalNamed(NAME, NAME, NAME, FAILED, 6),
        LossFollowed(NAME, cut_off=(MOST,) * 5),
        AnarchyBegan(NAME, 20),
    ),
    "renamed": (SettlementRenamed(NAME, NAME, NAME),),
    "grown": (DistrictAdded(NAME, NAME, 50, MOST, tuple(Border)),),
    "set": (SettlementSet(NAME, 50, 1800, 16000, 1800),),
    "placed": (
        SettlementPlaced(NAME, LABEL, NAME, inherits=Improvement.WATCHTOWER),
        SettlementPlaced(NAME, LABEL, is_hidden=True),
    ),
}
AT_THE_TABLE = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))


def post(events: tuple[Any, ...], state: Kingdom) -> Post:
    """A message about those events."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(
        RecordId("c" * 30), BIG, moment, 1, BIG, SYSTEM.name, "Act", (*events, SHIFTED), (), BIG, 1, BIG
    )
    shown = RecordView(
        LONG_ID, SYSTEM.name, KINGDOM.name, state.name, state, 1, None, tuple(waiting(LONG_ID, state))
    )
    land = Land(NAME, {"0,0": Hex(Terrain.PLAINS, LABEL)})
    records = {LANDS_ID: RecordView(LANDS_ID, SYSTEM.name, LAND.name, NAME, land, 1, None, ())}
    return Post(AT_THE_TABLE, PUBLIC, entry, shown, records, f"#{BIG}")


LOSSES: dict[str, Post] = {f"losses {name}": post(events, FULL) for name, events in TOLD.items()}
