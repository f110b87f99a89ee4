"""Messages about adventurers, and about what is open with them, as they come out of `play`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC, Viewer
from bot.engine.system import Kind, RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER
from tests.systems.adventuria.scenes import CAMPAIGN, waiting

BIG = 2**63 - 1
LONG_ID, NAME = RecordId("r" * 30), "*" * 60
# Where whoever has the longest number plays.
AT_THE_TABLE = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))


def shown(state: Any, record: RecordId = LONG_ID, kind: Kind[Any] = ADVENTURER) -> RecordView:
    """The adventurer, fight or offer as everybody sees it."""
    steps, is_over = waiting(kind, record, state), state.end is not None
    return RecordView(
        record, SYSTEM.name, kind.name, kind.title(state), state, 1, state.player, steps, is_over
    )


def post(
    subject: RecordView | None,
    *events: Any,
    records: Sequence[RecordView] = (),
    actor: int = BIG,
    on_behalf_of: int | None = None,
    viewer: Viewer = PUBLIC,
) -> Post:
    """A message about those events; `records` are what its subject links to."""
    at = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(
        RecordId("c" * 30), BIG, at, actor, BIG, SYSTEM.name, "Act", events, (), BIG, 1, on_behalf_of
    )
    return Post(AT_THE_TABLE, viewer, entry, subject, {each.id: each for each in records}, f"#{BIG}gm")
