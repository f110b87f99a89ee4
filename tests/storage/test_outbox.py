"""Which rows of the outbox may be sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bot.storage import campaigns, outbox
from bot.storage.address import Address
from bot.storage.campaigns import CampaignRow
from bot.storage.database import Database, open_database
from bot.storage.models import messages, metadata
from bot.storage.prepared import Prepared

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LATER = NOON.replace(hour=18)
CAMPAIGN = CampaignRow("c", 1, False, NOON, 0, 1, b"", b"", 0, 0)
POST = {
    "campaign_id": "c",
    "entry": 1,
    "audience": "public",
    "channel_id": 1,
    "record_id": None,
    "interaction_id": None,
    "created_at": NOON,
}


@pytest.fixture
async def database(address: Address) -> AsyncIterator[Database]:
    """A database of each engine with one campaign."""
    made = open_database(address)
    await made.write(lambda connection: campaigns.begin(connection, CAMPAIGN))
    yield made
    await made.dispose()


def _pending(connection: sa.Connection) -> list[int]:
    rows, _ = outbox.pending(connection, NOON, 10, latest=LATER)
    return [row.id for row in rows]


async def test_a_row_that_follows_another_is_held_up_until_that_is_done(database: Database) -> None:
    secret = await database.write(
        lambda c: outbox.post(c, POST | {"audience": "gm", "channel_id": 2}).given()
    )
    public = await database.write(lambda c: outbox.post(c, POST | {"after_row": secret}).given())
    other = await database.write(lambda c: outbox.post(c, POST | {"entry": 2}).given())
    assert await database.read(_pending) == [secret, other]

    await database.write(lambda c: outbox.put_off(c, [secret], NOON.replace(hour=13)))
    assert await database.read(_pending) == [other]

    await database.write(lambda c: outbox.appeared(c, {secret: 99}, NOON))
    assert await database.read(_pending) == [public, other]
    rows, _ = await database.read(lambda c: outbox.pending(c, NOON, 10, latest=LATER))
    assert [row.after_row for row in rows] == [secret, None]


async def test_a_silent_channel_has_no_posts_and_one_that_stands_still_nothing_else(
    database: Database,
) -> None:
    post = await database.write(lambda c: outbox.post(c, POST).given())
    redraw = await database.write(
        lambda c: outbox.post(c, POST | {"kind": "refresh", "message_id": 9, "entry": 2}).given()
    )

    def pending(silent: tuple[int, ...], still: tuple[int, ...]) -> Callable[[sa.Connection], list[int]]:
        return lambda c: [r.id for r in outbox.pending(c, NOON, 9, (), silent, still, latest=LATER)[0]]

    assert await database.read(pending((), ())) == [post, redraw]
    assert await database.read(pending((1,), ())) == [redraw]
    assert await database.read(pending((), (1, 2))) == [post]
    assert await database.read(pending((1,), (1,))) == []


async def test_what_is_set_aside_holds_up_no_redrawing(database: Database) -> None:
    post = await database.write(lambda c: outbox.post(c, POST).given())
    redraw = await database.write(
        lambda c: outbox.post(c, POST | {"kind": "refresh", "message_id": 9}).given()
    )
    assert await database.read(_pending) == [post]

    await database.write(lambda c: outbox.put_off(c, [post], NOON.replace(hour=13)))
    assert await database.read(_pending) == [redraw]

    await database.write(lambda c: outbox.take_up(c, [post]))
    assert await database.read(_pending) == [post, redraw]


@pytest.mark.parametrize("statement", [outbox._TO_FOLD, outbox._REDRAW_SHOWING])
def test_what_bears_buttons_is_found_without_the_messages_that_did(statement: Prepared) -> None:
    # SQLite has no figures to go by, and took whichever index had been made last.
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine)
    index = next(each for each in messages.indexes if each.name == "ix_messages_live")
    with engine.connect() as connection:
        index.drop(connection)
        index.create(connection)
        bound = {"b_records": ["r"], "b_entry": 1, "b_at": NOON}
        text, values = statement._compiled(connection.dialect).bound(bound)
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", tuple(values)).all()
    assert any(
        "messages USING INDEX ix_messages_live (record_id=? AND is_live=?)" in step[-1] for step in plan
    )
