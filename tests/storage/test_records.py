"""What a search among a campaign's records finds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from bot.storage import campaigns, records
from bot.storage.address import Address
from bot.storage.campaigns import CampaignRow
from bot.storage.database import Database, open_database
from bot.storage.records import RecordRow, Search

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
NAMES = ("Tam", "100% Rook", "1000 Rooks", "a_b", "axb", "n/m")
DEACON, WREN = 7, 8


def row(id_: str, name: str, campaign: str = "c", **other: Any) -> RecordRow:
    """A hero, in play and nobody's unless told otherwise."""
    plain = RecordRow(
        id_, campaign, "game", "hero", name, name.casefold(), None, None, 1, False, None, 1, "{}"
    )
    return plain._replace(**other)


@pytest.fixture
async def database(address: Address) -> AsyncIterator[Database]:
    """Two campaigns; all the records but one are the first one's."""
    made = open_database(address)

    def fill(connection: sa.Connection) -> None:
        for id_ in ("c", "d"):
            campaigns.begin(connection, CampaignRow(id_, 1, False, NOON, 0, 1, b"", b"", 0, 0))
        rows = [row(f"a-{number}", name) for number, name in enumerate(NAMES, 1)]
        rows += [
            row("b-1", "Wren's", owner_id=WREN, parent_id="a-1"),
            row("b-2", "Gone", is_archived=True, owner_id=DEACON),
            row("b-3", "Tam", kind="npc"),
            row("b-4", "Tam", "d"),
        ]
        records.insert(connection, rows)
        records.relink(connection, "b-1", set(), {"a-1", "a-2"})

    await made.write(fill)
    yield made
    await made.dispose()


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search("hero", text=" TAM "), ["a-1"]),
        (Search("hero", text="a-3"), ["a-3"]),
        (Search("hero", part="0% r"), ["a-2"]),
        (Search("hero", part="A_B"), ["a-4"]),
        (Search("hero", part="/"), ["a-6"]),
        (Search("hero", part="rook"), ["a-2", "a-3"]),
        (Search("hero", owner=WREN), ["b-1"]),
        (Search("hero", owner=DEACON), []),
        (Search("hero", owner=DEACON, archived=True), ["b-2"]),
        (Search("hero", parent="a-1"), ["b-1"]),
        (Search("hero", linking="a-2"), ["b-1"]),
        (Search("npc"), ["b-3"]),
    ],
)
async def test_a_search_finds_what_it_names_in_its_campaign_alone(
    database: Database, search: Search, found: list[str]
) -> None:
    rows = await database.read(lambda c: records.load(c, "c", (), [search]))
    assert [each.id for each in rows] == found


async def test_several_searches_and_ids_are_found_together_once_each_as_they_were_opened(
    database: Database,
) -> None:
    searches = [Search("npc", text="tam"), Search("hero", part="tam"), Search("hero", text="b-1")]
    rows = await database.read(lambda c: records.load(c, "c", ["b-1", "b-4"], searches, with_links=True))
    assert [each.id for each in rows] == ["a-1", "a-2", "b-1", "b-3"]
    assert await database.read(lambda c: records.load(c, "c", ())) == []
