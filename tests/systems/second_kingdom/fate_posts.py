"""Messages about fate rolls, as they come out of `play`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import GAME_MASTER, PUBLIC, Viewer
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.fates.rules import (
    FATE,
    Chart,
    Fate,
    FateRevealed,
    FateRoll,
    FateRolled,
    SecretFateAnnounced,
    read_fate,
)
from tests.systems.second_kingdom.fate_charts import CURSES, LONGEST, PLACES
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON

BIG = 2**63 - 1
LONG_ID = RecordId("r" * 40)


def fate(chart: Chart = PLACES, reason: str = "", *, roller: int = DEACON, **changes: Any) -> Fate:
    """A roll of 3 and 8 on that chart."""
    roll = FateRoll(roller, chart.name, reason, read_fate(chart, 3, 8))
    return replace(Fate(roll, LONG_ID, chart, False, 5, 7), **changes)


def post(event: Any, kept: Fate | None = None, viewer: Viewer = PUBLIC) -> Post:
    """A message about that event."""
    at = datetime(2026, 5, 1, tzinfo=UTC)
    campaign = RecordId("ashes-of-1")
    entry = Entry(campaign, BIG, at, BIG, BIG, SYSTEM.name, "Act", (event,), (), BIG)
    seen = FATE.view(kept, viewer) if kept is not None else None
    shown = (
        RecordView(LONG_ID, SYSTEM.name, FATE.name, FATE.title(seen), seen, 1) if seen is not None else None
    )
    return Post(CAMPAIGN, viewer, entry, shown, {}, f"#{BIG}gm")


def rolled(kept: Fate, viewer: Viewer = PUBLIC) -> Post:
    """The message about that roll."""
    return post(FateRolled(kept.roll if kept.is_secret else kept.open_roll), kept, viewer)


_LONG = fate(LONGEST, "*" * 200, roller=BIG)
_SECRET = replace(_LONG, is_secret=True)
_HIDDEN = replace(_LONG, chart=replace(LONGEST, is_secret=True))

FATES = {
    "fate": rolled(_LONG),
    "fate in secret": rolled(_SECRET, GAME_MASTER),
    "fate in secret, revealed": rolled(replace(_SECRET, revealed_in=BIG), GAME_MASTER),
    "fate on a secret chart": rolled(_HIDDEN),
    "fate on a secret chart, for the game master": rolled(_HIDDEN, GAME_MASTER),
    "fate revealed": post(FateRevealed(_LONG.roll, BIG, BIG), replace(_SECRET, revealed_in=BIG)),
    "fate announced": post(SecretFateAnnounced(BIG), _SECRET),
}

CURSED = fate(CURSES, "What wakes")
