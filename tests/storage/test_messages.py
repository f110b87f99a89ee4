"""Messages that are known: which is a record's newest, which are redrawn for what, what each tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.storage import campaigns, journal, outbox, records
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.journal import ChangeRow, EntryRow
from bot.storage.models import links, messages
from bot.storage.models import outbox as rows
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST, MessageRow, OutboxRow
from bot.storage.records import RecordRow
from tests.storage.test_outbox import CAMPAIGN, NOON, POST

HERE, SECRET = 1, 2
LATER = NOON + timedelta(seconds=5)
OTHER = CAMPAIGN._replace(id="d")


@pytest.fixture
def told(address: Address) -> Callable[[Callable[[sa.Connection], None]], Any]:
    """Sees what holds in a database of two campaigns: room r, board b that links to it, and room s."""

    async def see(holds: Callable[[sa.Connection], None]) -> None:
        database = open_database(address)

        def work(connection: sa.Connection) -> None:
            for row in (CAMPAIGN, OTHER):
                campaigns.begin(connection, row)
            records.insert(connection, [_record(each) for each in "rbs"])
            connection.execute(links.insert().values(record_id="b", target_id="r"))
            for number in range(1, 10):
                for campaign in "cd":
                    # Whoever takes another campaign's entry for this one's finds it undone.
                    undone = 90 if campaign == "d" else None
                    journal.append(connection, _entry(campaign, number, undone), [])
            holds(connection)

        await database.write(work)
        await database.dispose()

    return see


def _record(id_: str) -> RecordRow:
    return RecordRow(id_, "c", "table", "room", id_, id_, None, None, 1, False, None, 1, "{}")


def _entry(campaign: str, number: int, undone_by: int | None = None) -> EntryRow:
    interaction = number + (100 if campaign == "d" else 0)
    place = (campaign, number, interaction, NOON, 5, None, HERE)
    return EntryRow(
        *place, "table", "Tell", "{}", None, "[]", None, None, 1, "[]", False, undone_by=undone_by
    )


def _message(id_: int, entry: int, record: str | None = "r", **more: Any) -> MessageRow:
    public = MessageRow(id_, HERE, "c", entry, PUBLIC_POST, record, NOON, is_live=True, as_of=entry)
    return public._replace(**more)


def _known(connection: sa.Connection, *known: MessageRow) -> None:
    assert outbox.add(connection, known) == [each.message_id for each in known]


def _open(connection: sa.Connection) -> list[OutboxRow]:
    found = connection.execute(sa.select(rows).where(rows.c.done_at.is_(None)).order_by(rows.c.id))
    return [OutboxRow._make(row) for row in found]


def _redrawn(connection: sa.Connection) -> list[int | None]:
    """What is asked for since, which is then looked after."""
    asked = _open(connection)
    assert {row.kind for row in asked} <= {"refresh"}
    connection.execute(rows.update().values(done_at=NOON))
    return [row.message_id for row in asked]


def _undo(connection: sa.Connection, *numbers: int) -> None:
    journal.mark_undone(connection, "c", numbers, 9)


# -- the newest -----------------------------------------------------------------------------------


async def test_the_newest_of_a_record_tells_of_the_last_entry_that_stands(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        _known(
            connection,
            # Posted anew it has a later id, and the same entry.
            _message(12, 1),
            _message(11, 1),
            _message(10, 2),
            _message(30, 1, audience=GAME_MASTER_POST, channel_id=SECRET),
            _message(40, 3, "s"),
            _message(50, 4, None),
        )
        _undo(connection, 2)
        newest = outbox.newest(connection, ["r", "b"])
        assert {key: row.message_id for key, row in newest.items()} == {("r", "public"): 12, ("r", "gm"): 30}
        journal.mark_undone(connection, "c", [2], None)
        assert outbox.newest(connection, ["r"])["r", "public"] == _message(10, 2)
        assert outbox.newest(connection, []) == {}

    await told(holds)


async def test_a_live_card_is_the_newest_also_where_what_it_tells_was_undone(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        _known(connection, _message(10, 1), _message(20, 2, is_card=True))
        _undo(connection, 2)
        assert outbox.newest(connection, ["r"])["r", "public"].message_id == 20

    await told(holds)


async def test_what_links_to_a_record_is_told_by_the_newest_message_about_any_of_them(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        connection.execute(links.insert().values(record_id="s", target_id="r"))
        _known(
            connection,
            _message(20, 2, "b"),
            _message(10, 3, "s"),
            _message(30, 1, "b", audience=GAME_MASTER_POST),
            _message(40, 9, "r"),
        )
        found = outbox.newest_through(connection, ["r", "s"])
        assert {key: row.message_id for key, row in found.items()} == {("r", "public"): 10, ("r", "gm"): 30}
        connection.execute(messages.update().where(messages.c.message_id == 20).values(entry=4))
        assert outbox.newest_through(connection, ["r"])["r", "public"].message_id == 20

    await told(holds)


def test_of_one_entry_the_message_that_was_posted_anew_is_the_newer() -> None:
    assert outbox.age(_message(10, 2)) > outbox.age(_message(20, 1))
    assert outbox.age(_message(20, 1)) > outbox.age(_message(10, 1))


# -- what is redrawn ------------------------------------------------------------------------------


async def test_a_change_redraws_what_shows_the_record_or_links_to_it_and_is_live(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        _known(
            connection,
            _message(21, 2, "b"),
            _message(11, 1),
            _message(12, 1, is_live=False),
            _message(31, 3, "s"),
            _message(41, 4, audience=GAME_MASTER_POST, channel_id=SECRET),
        )
        assert outbox.refresh(connection, "c", 5, ["r"], NOON).given() == 3
        wanted = OutboxRow(0, "c", 5, "refresh", PUBLIC_POST, HERE, 11, "r", None, NOON, 0, None, None, None)
        first, second, third = (row._replace(id=0) for row in _open(connection))
        assert first == wanted
        assert second == wanted._replace(message_id=21, record_id="b")
        assert third == wanted._replace(message_id=41, audience=GAME_MASTER_POST, channel_id=SECRET)
        assert outbox.refresh(connection, "c", 5, [], NOON, [1]).given() == 0

    await told(holds)


async def test_an_undo_redraws_besides_what_told_of_the_entry_and_what_is_the_newest_now(told: Any) -> None:
    quiet: dict[str, Any] = {"is_live": False}

    def holds(connection: sa.Connection) -> None:
        _known(
            connection,
            _message(10, 1, **quiet),
            _message(20, 2, **quiet),
            _message(30, 3, "s", **quiet),
            _message(40, 3, "s", campaign_id="d", **quiet),
            _message(50, 6, "s", **quiet),
            _message(60, 5, "b", **quiet),
        )
        # That one told entry 3 before.
        outbox.remember(connection, [_message(60, 5, "b", **quiet)], {60: [3]}, NOON)
        _undo(connection, 3)
        outbox.refresh(connection, "c", 7, ["r"], NOON, [3])
        assert _redrawn(connection) == [20, 30, 60]

    await told(holds)


async def test_what_is_kept_up_is_redrawn_by_and_by_unless_it_is_asked_for(told: Any) -> None:
    def due(connection: sa.Connection, at: datetime) -> list[int | None]:
        found, _ = outbox.pending(connection, at, 10, latest=LATER)
        return [row.message_id for row in found]

    def holds(connection: sa.Connection) -> None:
        _known(
            connection, _message(10, 1), _message(20, 2), _message(30, 3, is_live=False), _message(40, 4, "s")
        )
        outbox.redraw(connection, _message(10, 1), 5, NOON)
        # What is written together finds nothing of each other.
        assert len(_open(connection)) == 1
        outbox.keep_up(connection, "r", 6, NOON, LATER)
        asked, kept = _open(connection)
        assert (asked.message_id, asked.entry, asked.not_before, asked.attempts) == (10, 5, None, 0)
        assert (kept.message_id, kept.entry, kept.not_before, kept.attempts) == (20, 6, LATER, 0)
        outbox.keep_up(connection, "r", 6, NOON, LATER)
        assert len(_open(connection)) == 2
        assert (due(connection, NOON), due(connection, LATER)) == ([10], [10, 20])
        _, shown = outbox.pending(connection, NOON, 10, latest=LATER)
        assert shown == [_message(10, 1)]
        # What was asked for and is done is nothing that comes.
        outbox.done(connection, [asked.id, kept.id], NOON)
        outbox.keep_up(connection, "r", 6, NOON, LATER)
        assert [row.message_id for row in _open(connection)] == [10, 20]

    await told(holds)


async def test_a_channel_catches_up_with_all_of_its_campaigns_live_messages(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        _known(
            connection,
            _message(10, 1),
            _message(20, 2, None),
            _message(30, 3, is_live=False),
            _message(40, 4, channel_id=SECRET),
            _message(50, 4, campaign_id="d"),
            _message(60, 4),
        )
        outbox.redraw(connection, _message(60, 4), 5, NOON)
        assert len(_open(connection)) == 1
        outbox.catch_up_in(connection, "c", HERE, 6, NOON)
        assert _redrawn(connection) == [60, 10, 20]

    await told(holds)


@pytest.mark.parametrize(
    ("message", "entry"),
    [
        (_message(10, 2), 4),
        (_message(10, 4), None),
        (_message(10, 5), None),
        # It shows what it links to.
        (_message(10, 2, "b"), 6),
        (_message(10, 2, "s"), None),
        (_message(10, 2, None), None),
        # It shows nothing that may change.
        (_message(10, 2, is_live=False), None),
        # But that its entry was undone.
        (_message(10, 3, is_live=False), 4),
        (_message(10, 3, campaign_id="d", is_live=False), None),
    ],
)
async def test_a_message_that_was_not_known_in_time_is_redrawn_for_the_newest_change(
    told: Any, message: MessageRow, entry: int | None
) -> None:
    def holds(connection: sa.Connection) -> None:
        for number, record in ((1, "r"), (3, "r"), (4, "r"), (6, "b")):
            change = ChangeRow("c", number, record, number, number + 1, b"")
            journal._TOUCH.run(connection, change._asdict())
        _undo(connection, 3)
        _known(connection, message)
        assert outbox.catch_up(connection, [10], NOON) is (entry is not None)
        assert [row.entry for row in _open(connection)] == ([entry] if entry is not None else [])
        assert not outbox.catch_up(connection, [], NOON)

    await told(holds)


# -- which keep their buttons ---------------------------------------------------------------------


async def test_all_live_messages_about_a_record_fold_but_each_audiences_newest(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        secret: dict[str, Any] = {"audience": GAME_MASTER_POST, "channel_id": SECRET}
        _known(
            connection,
            _message(10, 1),
            _message(11, 1),
            _message(12, 2, is_live=False),
            _message(13, 3),
            _message(20, 1, **secret),
            _message(30, 1, "s"),
            _message(31, 2, "s"),
        )
        assert outbox.fold(connection, ["r"], NOON)
        assert [(row.message_id, row.entry) for row in _open(connection)] == [(10, 1), (11, 1)]
        assert _redrawn(connection) == [10, 11]
        assert outbox.fold(connection, ["s"], NOON)
        assert _redrawn(connection) == [30]
        assert not outbox.fold(connection, ["b"], NOON)
        assert not outbox.fold(connection, [], NOON)
        assert _open(connection) == []

    await told(holds)


REDRAW = POST | {"kind": "refresh", "message_id": 10, "record_id": "r"}


@pytest.mark.parametrize(
    ("asked", "is_folding"),
    [
        ((REDRAW,), False),
        # Another's, and one that is done, are no help.
        ((REDRAW | {"message_id": 20},), True),
        ((REDRAW | {"done_at": NOON},), True),
        ((REDRAW | {"kind": "post"},), True),
        # By and by may be too late, but not once it was tried.
        ((REDRAW | {"not_before": LATER},), True),
        ((REDRAW | {"not_before": LATER, "attempts": 1},), False),
        # So may what waits for the post of its entry: the same audience's, in the same campaign.
        ((REDRAW, POST), True),
        ((REDRAW, POST | {"done_at": NOON}), False),
        ((REDRAW, POST | {"attempts": 1}), False),
        ((REDRAW, POST | {"kind": "pin"}), False),
        ((REDRAW, POST | {"entry": 2}), False),
        ((REDRAW, POST | {"audience": GAME_MASTER_POST}), False),
        ((REDRAW, POST | {"campaign_id": "d"}), False),
    ],
)
async def test_a_message_that_is_redrawn_soon_in_any_case_is_not_asked_for_again(
    told: Any, asked: Sequence[dict[str, Any]], is_folding: bool
) -> None:
    def holds(connection: sa.Connection) -> None:
        _known(connection, _message(10, 1), _message(20, 2))
        for each in asked:
            outbox.post(connection, each)
        before = len(_open(connection))
        assert outbox.fold(connection, ["r"], NOON) is is_folding
        assert [row.message_id for row in _open(connection)[before:]] == ([10] if is_folding else [])

    await told(holds)


# -- what was told --------------------------------------------------------------------------------


async def test_a_message_is_kept_once_and_what_is_found_again_looks_as_it_was_drawn_last(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        first = _message(10, 2, as_of=4)
        assert outbox.add(connection, [first, _message(20, 1)]) == [10, 20]
        assert outbox.add(connection, [_message(10, 3), _message(30, 3)]) == [30]
        assert outbox.message(connection, 10) == first
        assert outbox.message(connection, 11) is None
        drawn = _message(10, 2, as_of=6, is_live=False, is_card=True)
        assert outbox.remember(connection, [_message(10, 2, as_of=5), drawn], {}, NOON) == ([], False)
        assert outbox.message(connection, 10) == drawn
        new = _message(40, 2, as_of=3)
        assert outbox.remember(connection, [new._replace(as_of=2), new], {}, NOON) == ([40], False)
        assert outbox.messages_of(connection, [40, 10]) == [drawn, new]
        assert outbox.remember(connection, [], {}, NOON) == ([], False)
        assert _open(connection) == []

    await told(holds)


async def test_what_was_drawn_from_less_than_somebody_knew_is_redrawn_and_moves_nothing_back(
    told: Any,
) -> None:
    def holds(connection: sa.Connection) -> None:
        _known(connection, _message(10, 4, as_of=4))
        assert outbox.remember(connection, [_message(10, 4, as_of=3)], {}, NOON) == ([], True)
        assert outbox.message(connection, 10) == _message(10, 4, as_of=4)
        assert _redrawn(connection) == [10]
        # An older entry, though drawn from all that there is.
        assert outbox.remember(connection, [_message(10, 3, as_of=4)], {}, NOON) == ([], True)
        assert outbox.message(connection, 10) == _message(10, 4, as_of=4)
        assert [row.entry for row in _open(connection)] == [4]
        assert _redrawn(connection) == [10]
        # One of several was, and it may have been the last.
        both = [_message(10, 3, as_of=5), _message(10, 4, as_of=5)]
        assert outbox.remember(connection, both, {}, NOON) == ([], True)

    await told(holds)


async def test_a_card_keeps_what_it_told_before_and_settles_what_it_tells_now(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        card = _message(10, 1, is_card=True)
        _known(connection, card, _message(20, 1, "s"))
        for message, entry in ((10, 2), (10, 3), (20, 2)):
            outbox.redraw(connection, card._replace(message_id=message), entry, NOON)
        outbox.post(connection, REDRAW | {"kind": "post", "entry": 2})
        shown = card._replace(entry=2, as_of=2)
        assert outbox.remember(connection, [shown], {10: [2]}, LATER) == ([], False)
        assert outbox.message(connection, 10) == shown
        assert [(r.kind, r.message_id, r.entry) for r in _open(connection)] == [
            ("refresh", 10, 3),
            ("refresh", 20, 2),
            ("post", 10, 2),
        ]
        assert outbox.told_before(connection, [10, 20], 3) == [(10, 1)]
        # Told twice it is kept once; and the newest are read first.
        shown = card._replace(entry=5, as_of=5)
        outbox.remember(connection, [shown], {10: [1, 2, 4, 5]}, LATER)
        assert sorted(outbox.told_before(connection, [10], 9)) == [(10, 1), (10, 2), (10, 4)]
        assert sorted(outbox.told_before(connection, [10], 2)) == [(10, 2), (10, 4)]
        assert outbox.told_before(connection, [10], 1) == [(10, 4)]

        found = outbox.of_entries(connection, "c", [1, 4])
        assert [(row.message_id, row.entry) for row in found] == [(10, 1), (10, 4), (20, 1)]
        assert outbox.of_entries(connection, "d", [1, 4]) == []
        assert [row.entry for row in outbox.of_entries(connection, "c", [5])] == [5]

    await told(holds)


async def test_what_is_forgotten_is_redrawn_no_more_and_told_nothing(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        for id_ in (10, 20):
            _known(connection, _message(id_, 2))
            outbox.remember(connection, [_message(id_, 2)], {id_: [1]}, NOON)
            outbox.redraw(connection, _message(id_, 2), 3, NOON)
        outbox.post(connection, POST | {"message_id": 10})
        done = outbox.post(connection, REDRAW | {"done_at": NOON}).given()
        outbox.forget(connection, 10)
        assert [(row.kind, row.message_id) for row in _open(connection)] == [("refresh", 20), ("post", 10)]
        assert outbox.last_row(connection) == done
        assert [row.message_id for row in outbox.of_entries(connection, "c", [1, 2])] == [20, 20]
        _known(connection, _message(10, 2))
        assert outbox.told_before(connection, [10, 20], 3) == [(20, 1)]
        outbox.forget_all(connection)
        assert [(row.kind, row.message_id) for row in _open(connection)] == [("post", 10)]
        assert outbox.last_row(connection) == done
        assert outbox.of_entries(connection, "c", [1, 2]) == []
        assert outbox.message(connection, 20) is None
        _known(connection, _message(20, 2))
        assert outbox.told_before(connection, [20], 3) == []

    await told(holds)


async def test_it_is_known_where_secrets_stand_and_what_has_yet_to_appear(told: Any) -> None:
    def holds(connection: sa.Connection) -> None:
        secret: dict[str, Any] = {"audience": GAME_MASTER_POST, "channel_id": SECRET}
        _known(connection, _message(10, 1, **secret), _message(20, 2, None, **secret), _message(30, 3, "s"))
        assert outbox.secret_channels(connection) == {"r": SECRET}
        assert outbox.last_row(connection) == 0
        outbox.post(connection, POST)
        outbox.post(connection, POST | {"entry": 2, "done_at": NOON})
        outbox.post(connection, POST | {"entry": 3, "kind": "pin"})
        outbox.post(connection, POST | {"campaign_id": "d", "entry": 4})
        assert outbox.to_come(connection) == {("c", 1), ("d", 4)}
        assert outbox.last_row(connection) == 4

    await told(holds)
