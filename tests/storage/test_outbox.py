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
from bot.storage.models import outbox as rows
from bot.storage.outbox import MessageRow
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


@pytest.mark.parametrize(
    ("changed", "is_pending"),
    [
        ({}, True),
        ({"done_at": NOON}, False),
        ({"channel_id": 7}, False),
        ({"not_before": NOON}, True),
        ({"not_before": NOON.replace(minute=1)}, False),
        # A clock that ran ahead has put it off.
        ({"not_before": LATER}, False),
        ({"not_before": LATER.replace(minute=1)}, True),
    ],
)
async def test_due_is_what_nobody_put_off(
    database: Database, changed: dict[str, object], is_pending: bool
) -> None:
    await database.write(lambda c: outbox.post(c, POST | changed).given())
    found, shown = await database.read(lambda c: outbox.pending(c, NOON, 10, (7,), latest=LATER))
    assert bool(found) is is_pending
    assert shown == []


IN_PLACE = POST | {"record_id": "r", "in_place": True, "entry": 2}
COMING = POST | {"record_id": "r"}


@pytest.mark.parametrize(
    ("first", "is_held"),
    [
        (COMING, True),
        (COMING | {"in_place": True}, False),
        (COMING | {"record_id": "s"}, False),
        (COMING | {"audience": "gm"}, False),
        (COMING | {"channel_id": 2}, False),
        (COMING | {"kind": "pin"}, False),
        (COMING | {"attempts": 1}, False),
        (COMING | {"done_at": NOON}, False),
    ],
)
async def test_what_a_card_is_to_tell_waits_for_the_card_that_comes_first(
    database: Database, first: dict[str, object], is_held: bool
) -> None:
    def coming(connection: sa.Connection) -> bool:
        return outbox.coming(connection, "r", "public", 1) is not None

    await database.write(lambda c: outbox.post(c, first).given())
    told = await database.write(lambda c: outbox.post(c, IN_PLACE).given())
    assert (told not in await database.read(_pending)) is is_held
    assert await database.read(coming) is is_held
    # What comes later holds up nothing.
    await database.write(lambda c: outbox.post(c, COMING | {"entry": 3}).given())
    assert (told not in await database.read(_pending)) is is_held


async def test_where_its_card_is_gone_the_first_of_them_gets_a_message_and_the_others_go_on_with_it(
    database: Database,
) -> None:
    def asked(connection: sa.Connection) -> list[int]:
        own = [COMING, IN_PLACE, IN_PLACE | {"entry": 3}, IN_PLACE | {"entry": 4}]
        return [outbox.post(connection, each).given() for each in own]

    def in_place(connection: sa.Connection) -> list[bool]:
        return [row.in_place for number in (1, 2, 3, 4) for row in outbox.of_entry(connection, "c", number)]

    post, first, second, _other = await database.write(asked)
    await database.write(lambda c: outbox.post_anew(c, [post, second, first]))
    assert await database.read(in_place) == [False, False, True, True]


async def test_a_redrawing_waits_for_the_post_of_its_entry_for_the_same_readers(database: Database) -> None:
    redraw = POST | {"kind": "refresh", "message_id": 9}

    def ask(connection: sa.Connection) -> list[int]:
        own = [POST, redraw, redraw | {"audience": "gm"}, redraw | {"entry": 2}]
        return [outbox.post(connection, each).given() for each in own]

    post, held, *free = await database.write(ask)
    assert await database.read(_pending) == [post, *free]
    await database.write(lambda c: outbox.done(c, [post], NOON))
    assert await database.read(_pending) == [held, *free]


async def test_of_what_is_done_only_redrawings_are_left_out(database: Database) -> None:
    def ask(connection: sa.Connection) -> list[int]:
        own = [POST, POST | {"kind": "refresh", "message_id": 9, "entry": 2}]
        return [outbox.post(connection, each).given() for each in own]

    post, redraw = await database.write(ask)
    await database.write(lambda c: outbox.done_redrawing(c, [post, redraw], NOON))
    assert await database.read(_pending) == [post]


async def test_a_row_put_off_is_counted_and_comes_as_soon_as_it_is_taken_up(database: Database) -> None:
    def attempts(connection: sa.Connection) -> list[int]:
        return [row.attempts for row in outbox.of_entry(connection, "c", 1)]

    post = await database.write(lambda c: outbox.post(c, POST).given())
    for count in (1, 2):
        await database.write(lambda c: outbox.put_off(c, [post], NOON.replace(hour=13)))
        assert await database.read(attempts) == [count]
    assert await database.read(_pending) == []
    await database.write(lambda c: outbox.take_up(c, [post]))
    assert await database.read(_pending) == [post]


async def test_what_follows_is_known_as_long_as_it_is_open(database: Database) -> None:
    def ask(connection: sa.Connection) -> list[int]:
        first = outbox.post(connection, POST).given()
        own: list[dict[str, object]] = [{"after_row": first}, {"after_row": first, "done_at": NOON}, {}]
        return [first, *(outbox.post(connection, POST | each).given() for each in own)]

    first, open_, _done, other = await database.write(ask)
    assert await database.read(lambda c: outbox.following(c, [first, other])) == [open_]


async def test_rows_of_long_ago_go_once_their_message_is_known(database: Database) -> None:
    known = MessageRow(9, 1, "c", 1, "public", None, NOON, is_live=False)
    redraw: dict[str, object] = {"kind": "refresh", "message_id": 5}

    def ask(connection: sa.Connection) -> list[int]:
        outbox.add(connection, [known])
        early, late = NOON.replace(hour=1), NOON.replace(hour=2)
        own: list[dict[str, object]] = [
            {"done_at": early, "message_id": 9},
            redraw | {"done_at": early},
            {"kind": "readers", "done_at": early},
            {"done_at": late, "message_id": 9},
            {"done_at": early, "message_id": 8},
            redraw,
        ]
        return [outbox.post(connection, POST | each).given() for each in own]

    def kept(connection: sa.Connection) -> list[int]:
        return [row for (row,) in connection.execute(sa.select(rows.c.id).order_by(rows.c.id))]

    asked = await database.write(ask)
    assert await database.write(lambda c: outbox.purge(c, NOON.replace(hour=2))) == 3
    assert await database.read(kept) == asked[3:]


async def test_what_has_no_channel_is_set_aside_and_brought_out_as_if_it_were_new(database: Database) -> None:
    about: dict[str, object] = {"audience": "gm", "channel_id": 2, "record_id": "r"}

    def ask(connection: sa.Connection) -> dict[str, int]:
        gone: dict[str, object] = {"audience": "gm", "channel_id": 2}
        own: dict[str, dict[str, object]] = {
            "secret": gone | {"attempts": 3, "not_before": NOON},
            "about": about,
            "public": {"channel_id": 2},
            "elsewhere": gone | {"channel_id": 3},
            "done": gone | {"done_at": NOON},
            "redraw": gone | {"kind": "refresh", "entry": 9},
        }
        asked = {name: outbox.post(connection, POST | each).given() for name, each in own.items()}
        after = {"after_row": asked["secret"], "entry": 7}
        asked["follower"] = outbox.post(connection, POST | after).given()
        asked["pin"] = outbox.post(connection, POST | after | {"kind": "pin"}).given()
        return asked

    def places(connection: sa.Connection) -> dict[int, int]:
        found = connection.execute(sa.select(rows.c.id, rows.c.channel_id))
        return {row.id: row.channel_id for row in found}

    asked = await database.write(ask)
    before = await database.read(places)
    await database.write(lambda c: outbox.set_aside(c, "c", "gm", 2, but="r"))
    assert await database.read(places) == before | {asked["secret"]: outbox.NOWHERE}
    # Whoever reads after it waits no more; the pin still does.
    pending = await database.read(_pending)
    assert asked["follower"] in pending
    assert asked["pin"] not in pending
    await database.write(lambda c: outbox.set_aside(c, "c", "gm", 2))
    aside = {asked["secret"]: outbox.NOWHERE, asked["about"]: outbox.NOWHERE}
    assert await database.read(places) == before | aside

    await database.write(lambda c: outbox.bring_out(c, "d", 5))
    assert await database.read(places) == before | aside
    await database.write(lambda c: outbox.bring_out(c, "c", 5))
    assert await database.read(places) == before | dict.fromkeys(aside, 5)
    (out, *_) = await database.read(lambda c: outbox.of_entry(c, "c", 1))
    assert (out.id, out.attempts, out.not_before) == (asked["secret"], 0, None)


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
