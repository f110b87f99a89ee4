"""The longest messages about claims and improvements."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Attribute, Improvement, Phase, Special, Step, Terrain
from bot.systems.kingdom.land.claims import FreeCityAsked, HexAbandoned, HexClaimed
from bot.systems.kingdom.land.improvements import (
    ImprovementBuilt,
    ImprovementPlaced,
    ImprovementRazed,
    SitePrepared,
)
from bot.systems.kingdom.outcome import NUMBERS, FiguresChanged, Shift
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.sources import Result
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.scenes import CAMPAIGN, everybody, month, tarn

BIG = 2**63 - 1
LONG_ID, NAME, LABEL, REASON = RecordId("r" * 30), "*" * 60, "*" * 20, "*" * 100
MOST = 999_999
STATE = replace(
    tarn(name=NAME, leaders=everybody(BIG)), month=month(Phase.EDICT, Step.LEADERSHIP, number=MOST)
)
SHIFTS = FiguresChanged(NAME, tuple(Shift(each, -MOST, MOST) for each in NUMBERS))
CHECK = Result(Attribute.STABILITY, 20, MOST, MOST, is_success=False, unrest=MOST)
TOLD: dict[str, tuple[Any, ...]] = {
    "claimed": (
        FreeCityAsked(NAME, LABEL, CHECK, 4, is_claimed=True),
        HexClaimed(NAME, LABEL, Terrain.MOUNTAINS, 1, 12, tuple(Special), True, (NAME,) * 3),
    ),
    "abandoned": (HexAbandoned(NAME, LABEL, 4),),
    "built": (
        ImprovementBuilt(NAME, LABEL, Improvement.WATCHTOWER, MOST, 12, Improvement.WATCHTOWER, completed=9),
    ),
    "site prepared": (SitePrepared(NAME, LABEL, MOST, MOST, MOST + 4),),
    "placed": (ImprovementPlaced(NAME, LABEL, Improvement.WATCHTOWER, REASON, Improvement.WATCHTOWER),),
    "razed": (ImprovementRazed(NAME, LABEL, Improvement.WATCHTOWER, REASON),),
}


def post_of(*events: Any) -> Post:
    """The message about those events, of a kingdom with the longest names."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    shown = RecordView(
        LONG_ID, SYSTEM.name, KINGDOM.name, NAME, STATE, 1, None, tuple(waiting(LONG_ID, STATE))
    )
    entry = Entry(
        RecordId("c" * 30), BIG, moment, 1, BIG, SYSTEM.name, "Act", (*events, SHIFTS), (), BIG, 1, BIG
    )
    return Post(replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG)), PUBLIC, entry, shown, {}, f"#{BIG}")


CLAIMS: dict[str, Post] = {f"claims {name}": post_of(*events) for name, events in TOLD.items()}
