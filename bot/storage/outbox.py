"""Rows of the outbox: what was committed and must still reach Discord; and the messages that did."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.storage.models import changes, earlier, journal, links, messages, outbox, records
from bot.storage.prepared import Prepared, Soon

# Who reads a message: everybody in its channel, or the game masters in theirs.
PUBLIC_POST, GAME_MASTER_POST = AUDIENCES = ("public", "gm")

# The kind of a row that wants a thread started from the message of its entry.
THREAD = "thread"
# And of one that wants that message pinned.
PIN = "pin"
# And of one that wants it looked at who reads the game masters' channel: for nobody's eyes.
READERS, UNREAD = "readers", "none"


class OutboxRow(NamedTuple):
    """One row of `outbox`, in the order of its columns."""

    id: int
    campaign_id: str
    entry: int
    kind: str
    audience: str
    channel_id: int
    message_id: int | None
    record_id: str | None
    interaction_id: int | None
    created_at: datetime
    attempts: int
    not_before: datetime | None
    done_at: datetime | None
    after_row: int | None
    in_place: bool = False


class MessageRow(NamedTuple):
    """One row of `messages`, in the order of its columns."""

    message_id: int
    channel_id: int
    campaign_id: str
    entry: int
    audience: str
    record_id: str | None
    posted_at: datetime
    is_live: bool
    is_card: bool = False
    as_of: int = 0


# The database counts the rows itself.
_COLUMNS = [column.name for column in outbox.c if column.name != "id"]
_POST = Prepared(outbox.insert().returning(outbox.c.id), columns=_COLUMNS)
# What a row has where nothing else is said.
_PLAIN = dict.fromkeys(_COLUMNS) | {"kind": "post", "attempts": 0, "in_place": False}


def post(connection: sa.Connection, values: dict[str, Any]) -> Soon:
    """Add a message to be posted; gives its row's id. With `after_row` it waits until that row is done."""
    return _POST.run_soon(connection, _PLAIN | values)


_RECORDS = sa.bindparam("b_records", expanding=True, type_=outbox.c.record_id.type)
# A union, not an OR: PostgreSQL would read the whole table for that one.
_SHOWN_WITH = sa.union_all(
    sa.select(links.c.record_id).where(links.c.target_id.in_(_RECORDS)),
    sa.select(records.c.id).where(records.c.id.in_(_RECORDS)),
)
_SHOWING = sa.and_(messages.c.is_live.is_(True), messages.c.record_id.in_(_SHOWN_WITH))


def _newest(audience: str) -> sa.Select[Any]:
    """Of each record's messages for that audience, the last of an entry that stands, or its live card."""
    is_told = (journal.c.campaign_id == messages.c.campaign_id) & (journal.c.number == messages.c.entry)
    last = (
        sa.select(messages.c.message_id)
        .join(journal, is_told)
        .where(
            messages.c.record_id == records.c.id,
            messages.c.audience == audience,
            sa.or_(journal.c.undone_by.is_(None), messages.c.is_card),
        )
        .order_by(messages.c.entry.desc(), messages.c.message_id.desc())
        .limit(1)
        .correlate(records)
    )
    return sa.select(last.scalar_subquery()).where(records.c.id.in_(_RECORDS))


_NEWEST = tuple(_newest(each) for each in AUDIENCES)
# With an undo the newest that is left has its buttons again.
_CONCERNED = messages.c.message_id.in_(
    sa.union(
        sa.select(messages.c.message_id).where(_SHOWING),
        *_NEWEST,
        sa.select(messages.c.message_id).where(
            messages.c.campaign_id == sa.bindparam("b_campaign"),
            messages.c.entry.in_(sa.bindparam("b_undone", expanding=True)),
        ),
        sa.select(earlier.c.message_id).where(
            earlier.c.campaign_id == sa.bindparam("b_campaign"),
            earlier.c.entry.in_(sa.bindparam("b_undone", expanding=True)),
        ),
    )
)


def _redrawing(which: sa.ColumnElement[bool], *, is_later: bool = False) -> Prepared:
    copied = ("campaign_id", "audience", "channel_id", "message_id", "record_id")
    given = {
        "entry": sa.bindparam("b_entry", type_=outbox.c.entry.type),
        "created_at": sa.bindparam("b_at", type_=outbox.c.created_at.type),
        "kind": sa.literal("refresh"),
        "attempts": sa.literal(0),
    }
    if is_later:
        given["not_before"] = sa.bindparam("b_later", type_=outbox.c.not_before.type)
    # In the same order whatever way the database finds them: that of what players see tells them nothing.
    chosen = sa.select(*(messages.c[name] for name in copied), *given.values()).where(which)
    chosen = chosen.order_by(messages.c.message_id)
    return Prepared(outbox.insert().from_select([*copied, *given], chosen))


_REDRAW_SHOWING, _REDRAW_CONCERNED = _redrawing(_SHOWING), _redrawing(_CONCERNED)


def refresh(
    connection: sa.Connection,
    campaign_id: str,
    entry: int,
    record_ids: Sequence[str],
    at: datetime,
    undone: Sequence[int] = (),
) -> Soon:
    """Ask for every message to be redrawn that shows one of the records, or tells of an undone entry.

    Gives how many there are.
    """
    if not record_ids:
        return Soon(connection, given=0)
    values = {"b_records": record_ids, "b_entry": entry, "b_at": at}
    if undone:
        undoing = values | {"b_campaign": campaign_id, "b_undone": undone}
        return _REDRAW_CONCERNED.run_soon(connection, undoing)
    return _REDRAW_SHOWING.run_soon(connection, values)


_IS_ASKED_FOR = (
    sa.exists()
    .where(
        outbox.c.message_id == messages.c.message_id,
        outbox.c.kind == "refresh",
        outbox.c.done_at.is_(None),
    )
    .correlate(messages)
)
_KEEP_UP = _redrawing(
    sa.and_(messages.c.record_id == sa.bindparam("b_record"), messages.c.is_live.is_(True), ~_IS_ASKED_FOR),
    is_later=True,
)


def keep_up(connection: sa.Connection, record_id: str, entry: int, at: datetime, later: datetime) -> None:
    """Ask for the live messages about a record to be redrawn by and by, as far as nobody has asked yet.

    One that is being redrawn meanwhile shows by what it was drawn with whether it is to be redrawn again.
    """
    asked = {"b_record": record_id, "b_entry": entry, "b_at": at, "b_later": later}
    _KEEP_UP.run_soon(connection, asked)


def redraw(connection: sa.Connection, message: MessageRow, entry: int, at: datetime) -> None:
    """Ask for one message to be redrawn, because of that entry."""
    row = {
        "campaign_id": message.campaign_id,
        "entry": entry,
        "kind": "refresh",
        "audience": message.audience,
        "channel_id": message.channel_id,
        "message_id": message.message_id,
        "record_id": message.record_id,
        "created_at": at,
    }
    post(connection, row)


_TARGETS = sa.select(links.c.target_id).where(links.c.record_id == messages.c.record_id).correlate(messages)
_IS_UNDONE = (
    sa.exists()
    .where(
        journal.c.campaign_id == messages.c.campaign_id,
        journal.c.number == messages.c.entry,
        journal.c.undone_by.is_not(None),
    )
    .correlate(messages)
)
_NEWEST_CHANGE = (
    sa.select(sa.func.max(changes.c.number))
    .where(
        changes.c.campaign_id == messages.c.campaign_id,
        changes.c.number > messages.c.entry,
        sa.or_(changes.c.record_id == messages.c.record_id, changes.c.record_id.in_(_TARGETS)),
        sa.or_(messages.c.is_live, _IS_UNDONE),
    )
    .correlate(messages)
    .scalar_subquery()
)
_OUTDATED = Prepared(
    sa.select(messages, _NEWEST_CHANGE).where(
        messages.c.message_id.in_(sa.bindparam("ids", expanding=True)), messages.c.record_id.is_not(None)
    )
)


def catch_up(connection: sa.Connection, ids: Sequence[int], at: datetime) -> bool:
    """Ask for those messages to be redrawn that show what changed before anybody knew of them; if any do."""
    found = _OUTDATED.rows(connection, {"ids": ids}) if ids else ()
    outdated = [(MessageRow(*message), newest) for *message, newest in found if newest is not None]
    for message, newest in outdated:
        redraw(connection, message, newest, at)
    return bool(outdated)


_POSTS = outbox.alias("posts")


# What was put off is set aside: nothing waits for it.
_IS_TO_BE_POSTED = sa.and_(_POSTS.c.done_at.is_(None), _POSTS.c.kind == "post", _POSTS.c.attempts == 0)


def _has_post_open(row: Any) -> sa.Exists:
    """Whether the message of that row's entry, for the same audience, is still to be posted."""
    return (
        sa.exists()
        .where(
            _IS_TO_BE_POSTED,
            _POSTS.c.campaign_id == row.c.campaign_id,
            _POSTS.c.entry == row.c.entry,
            _POSTS.c.audience == row.c.audience,
        )
        .correlate(row)
    )


_FIRST = outbox.alias("first")
_WAITING = outbox.alias("waiting")
_TO_FOLD = Prepared(
    sa.select(messages).where(
        messages.c.is_live.is_(True),
        messages.c.record_id.in_(_RECORDS),
        # A redraw that waits for another post may come too late; one under way is looked at when it ends.
        ~sa.exists()
        .where(
            _WAITING.c.message_id == messages.c.message_id,
            _WAITING.c.kind == "refresh",
            _WAITING.c.done_at.is_(None),
            # So does one that is only to keep it up, and isn't due yet.
            sa.or_(_WAITING.c.not_before.is_(None), _WAITING.c.attempts > 0),
            ~_has_post_open(_WAITING),
        )
        .correlate(messages),
    )
)


def fold(connection: sa.Connection, record_ids: Sequence[str], at: datetime) -> bool:
    """Ask for all live messages about the records but each's newest to be redrawn, which takes their buttons.

    Said whenever a message becomes known, in whatever order they do: so at most one keeps its buttons.
    Whether there are any.
    """
    live = _TO_FOLD.every(MessageRow._make, connection, {"b_records": record_ids}) if record_ids else []
    last = newest(connection, record_ids) if live else {}
    folding = [each for each in live if _is_followed(each, last.get((each.record_id or "", each.audience)))]
    for message in folding:
        redraw(connection, message, message.entry, at)
    return bool(folding)


def _is_followed(message: MessageRow, newest: MessageRow | None) -> bool:
    return newest is not None and age(newest) > age(message)


_MUST_WAIT = (
    sa.exists().where(_FIRST.c.id == outbox.c.after_row, _FIRST.c.done_at.is_(None)).correlate(outbox)
)


def _is_to_come(record: Any, audience: Any, channel: Any) -> sa.ColumnElement[bool]:
    """Whether that row of the outbox is to be a message of its own about the record."""
    return sa.and_(
        _IS_TO_BE_POSTED,
        _POSTS.c.in_place.is_(False),
        _POSTS.c.record_id == record,
        _POSTS.c.audience == audience,
        _POSTS.c.channel_id == channel,
    )


# What is told in place is told by that message, once it is there.
_MUST_COME = (
    sa.exists()
    .where(_is_to_come(outbox.c.record_id, outbox.c.audience, outbox.c.channel_id), _POSTS.c.id < outbox.c.id)
    .correlate(outbox)
)
_PENDING = Prepared(
    sa.select(outbox, messages)
    .outerjoin(messages, messages.c.message_id == outbox.c.message_id)
    .where(
        outbox.c.done_at.is_(None),
        ~_MUST_WAIT,
        sa.or_(outbox.c.in_place.is_(False), ~_MUST_COME),
        sa.or_(
            outbox.c.not_before.is_(None),
            outbox.c.not_before <= sa.bindparam("now"),
            outbox.c.not_before > sa.bindparam("latest"),
        ),
        outbox.c.channel_id.not_in(sa.bindparam("busy", expanding=True)),
        sa.or_(outbox.c.kind != "post", outbox.c.channel_id.not_in(sa.bindparam("silent", expanding=True))),
        sa.or_(outbox.c.kind == "post", outbox.c.channel_id.not_in(sa.bindparam("still", expanding=True))),
        # A card folds to a link to the next message about it, so that one comes first.
        sa.or_(outbox.c.kind == "post", ~_has_post_open(outbox)),
    )
    .order_by(outbox.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer))
)


def pending(
    connection: sa.Connection,
    now: datetime,
    limit: int,
    busy: Collection[int] = (),
    silent: Collection[int] = (),
    still: Collection[int] = (),
    *,
    latest: datetime,
) -> tuple[list[OutboxRow], list[MessageRow]]:
    """Rows not yet done, due and held up by no other, outside the busy channels, oldest first.

    Of the silent channels no posts, of those that stand still nothing but posts. Due is also what was put off
    until after `latest`. And the messages that are to be redrawn, if known.
    """
    bound = {
        "now": now,
        "busy": list(busy),
        "silent": list(silent),
        "still": list(still),
        "latest": latest,
        "most": limit,
    }
    rows = _PENDING.rows(connection, bound)
    width = len(OutboxRow._fields)
    shown = [MessageRow._make(row[width:]) for row in rows if row[width] is not None]
    return [OutboxRow._make(row[:width]) for row in rows], shown


def last_row(connection: sa.Connection) -> int:
    """The greatest number of a row; 0 if there is none."""
    return int(connection.execute(sa.select(sa.func.max(outbox.c.id))).scalar() or 0)


_OF_ENTRY = Prepared(
    sa.select(outbox)
    .where(
        outbox.c.campaign_id == sa.bindparam("campaign"),
        outbox.c.entry == sa.bindparam("number"),
        outbox.c.kind == "post",
    )
    .order_by(outbox.c.id)
)


def of_entry(connection: sa.Connection, campaign_id: str, entry: int) -> list[OutboxRow]:
    """The rows an entry asked for, done or not."""
    return _OF_ENTRY.every(OutboxRow._make, connection, {"campaign": campaign_id, "number": entry})


_IDS: Any = sa.bindparam("b_ids", expanding=True, type_=outbox.c.id.type)
_AT = sa.bindparam("b_at", type_=outbox.c.done_at.type)
_FOLLOWING = Prepared(sa.select(outbox.c.id).where(outbox.c.after_row.in_(_IDS), outbox.c.done_at.is_(None)))
_DONE = Prepared(outbox.update().where(outbox.c.id.in_(_IDS)).values(done_at=_AT))


def following(connection: sa.Connection, ids: Sequence[int]) -> list[int]:
    """The open rows that wait for any of those."""
    return [int(row) for (row,) in _FOLLOWING.rows(connection, {"b_ids": ids})]


def done(connection: sa.Connection, ids: Sequence[int], at: datetime) -> None:
    """Mark rows as settled."""
    _DONE.run(connection, {"b_ids": ids, "b_at": at})


def done_redrawing(connection: sa.Connection, ids: Sequence[int], at: datetime) -> None:
    """Of those rows, the ones that only redraw a message ask for it no more."""
    redraws = sa.and_(outbox.c.id.in_(ids), outbox.c.kind == "refresh")
    connection.execute(outbox.update().where(redraws).values(done_at=at))


_DELIVERED = sa.and_(
    outbox.c.done_at < sa.bindparam("before"),
    sa.or_(
        outbox.c.kind.in_(("refresh", READERS)), outbox.c.message_id.in_(sa.select(messages.c.message_id))
    ),
)


def purge(connection: sa.Connection, before: datetime) -> int:
    """Take away the rows done before that time whose message is known; how many they were."""
    return connection.execute(outbox.delete().where(_DELIVERED), {"before": before}).rowcount


_SHOWN = Prepared(
    outbox.update()
    .where(outbox.c.id == sa.bindparam("b_id"))
    .values(done_at=_AT, message_id=sa.bindparam("b_message", type_=outbox.c.message_id.type)),
    key=("b_id",),
)


def appeared(connection: sa.Connection, by_row: Mapping[int, int], at: datetime) -> None:
    """Mark rows as delivered, each by its message."""
    rows = [{"b_id": row, "b_message": message, "b_at": at} for row, message in by_row.items()]
    _SHOWN.run_many_soon(connection, rows)


_SETTLE = Prepared(
    outbox.update()
    .where(
        outbox.c.message_id == sa.bindparam("b_message"),
        outbox.c.entry.in_(sa.bindparam("b_entries", expanding=True)),
        outbox.c.kind == "refresh",
        outbox.c.done_at.is_(None),
    )
    .values(done_at=_AT)
)


def _settle(connection: sa.Connection, told: Mapping[int, Collection[int]], at: datetime) -> None:
    """A card that tells an entry shows what that changed: nothing is left to redraw of it."""
    for message_id, entries in told.items():
        _SETTLE.run(connection, {"b_message": message_id, "b_entries": sorted(entries), "b_at": at})


def put_off(connection: sa.Connection, ids: Sequence[int], until: datetime) -> None:
    """Count a failed attempt and try again not before then."""
    connection.execute(
        outbox.update().where(outbox.c.id.in_(ids)).values(attempts=outbox.c.attempts + 1, not_before=until)
    )


def take_up(connection: sa.Connection, ids: Sequence[int]) -> None:
    """Make rows that were put off due at once."""
    connection.execute(outbox.update().where(outbox.c.id.in_(ids)).values(not_before=None))


_COMING = Prepared(
    sa.select(_POSTS.c.entry)
    .where(_is_to_come(sa.bindparam("b_record"), sa.bindparam("b_audience"), sa.bindparam("b_channel")))
    .order_by(_POSTS.c.id.desc())
    .limit(1),
    # Asked before the action's own message for that audience is.
    apart=True,
)


def coming(connection: sa.Connection, record_id: str, audience: str, channel: int) -> int | None:
    """The entry of the last message about the record that has yet to appear there; None for none."""
    bound = {"b_record": record_id, "b_audience": audience, "b_channel": channel}
    return next((int(row[0]) for row in _COMING.rows(connection, bound)), None)


def post_anew(connection: sa.Connection, ids: Sequence[int]) -> None:
    """The first of those that a card was to tell gets a message of its own; the others go on with that."""
    in_place = sa.and_(outbox.c.id.in_(ids), outbox.c.in_place)
    first = sa.select(sa.func.min(outbox.c.id)).where(in_place).scalar_subquery()
    connection.execute(outbox.update().where(outbox.c.id == first).values(in_place=False))


_DRAWN = ("entry", "is_live", "is_card", "as_of")
_ENLIVEN = Prepared(messages.update().where(messages.c.message_id == sa.bindparam("b_id")), columns=_DRAWN)
_REMEMBER = Prepared(messages.insert())
_KNOWN = messages.alias("known")
_IS_KNOWN = sa.exists().where(_KNOWN.c.message_id == sa.bindparam("message_id"))
# An INSERT that ignores a conflict is written otherwise on each engine.
_ADD = Prepared(
    messages.insert().from_select(
        messages.c.keys(),
        sa.select(*(sa.bindparam(c.name, type_=c.type) for c in messages.c)).where(~_IS_KNOWN),
    ),
    key=("message_id",),
)


def add(connection: sa.Connection, rows: Sequence[MessageRow]) -> list[int]:
    """Keep messages that were just posted, as far as they aren't known; which are new."""
    added = [(row.message_id, _ADD.run_soon(connection, row._asdict())) for row in rows]
    return [message for message, soon in added if soon.given()]


def remember(
    connection: sa.Connection,
    rows: Sequence[MessageRow],
    told: Mapping[int, Collection[int]],
    at: datetime,
) -> tuple[list[int], bool]:
    """Keep how messages look that were found or redrawn, in that order; which are new.

    `told` are the entries that each was drawn with for the first time: nothing is left to redraw because of
    them. The last word on a message counts, but what was drawn from an earlier state than somebody's before,
    or tells less, is asked for once more; whether any is.
    """
    drawn: dict[int, list[MessageRow]] = {}
    for row in rows:
        drawn.setdefault(row.message_id, []).append(row)
    known = {row.message_id: row for row in messages_of(connection, list(drawn))} if drawn else {}
    kept = [_redrawn(row, drawn[row.message_id], told.get(row.message_id, ())) for row in known.values()]
    _settle(connection, {message: told[message] for message in known if message in told}, at)
    _ENLIVEN.run_many(connection, [row._asdict() | {"b_id": row.message_id} for row in kept])
    is_behind = False
    for row in kept:
        before = {known[row.message_id].entry, *told.get(row.message_id, ())} - {row.entry}
        _tell_before(connection, row, before)
        shown = drawn[row.message_id]
        # A message that was found again may have been drawn over since, in whatever order that is told.
        if shown[-1].as_of < row.as_of or min(each.entry for each in shown) < row.entry:
            is_behind = True
            redraw(connection, row, row.entry, at)
    new = [message for message in drawn if message not in known]
    _REMEMBER.run_many(connection, [drawn[message][-1]._asdict() for message in new])
    return new, is_behind


def _redrawn(before: MessageRow, drawn: Sequence[MessageRow], told: Collection[int]) -> MessageRow:
    """How a known message looks now: it moves on to a newer entry, and never back."""
    as_of = max(row.as_of for row in (before, *drawn))
    entry = max((before.entry, *told))
    return before._replace(entry=entry, is_live=drawn[-1].is_live, is_card=drawn[-1].is_card, as_of=as_of)


_TOLD = Prepared(
    sa.select(earlier.c.entry).where(
        earlier.c.message_id == sa.bindparam("b_message"),
        earlier.c.entry.in_(sa.bindparam("b_entries", expanding=True)),
    )
)
_TELL = Prepared(earlier.insert())


def _tell_before(connection: sa.Connection, message: MessageRow, entries: Collection[int]) -> None:
    """Keep which entries a card told before the one that it tells now."""
    if not entries:
        return
    known = _TOLD.rows(connection, {"b_message": message.message_id, "b_entries": sorted(entries)})
    new = set(entries) - {entry for (entry,) in known}
    rows = [
        {"message_id": message.message_id, "entry": each, "campaign_id": message.campaign_id} for each in new
    ]
    _TELL.run_many(connection, rows)


_LATELY = (
    sa.select(earlier.c.entry)
    .where(earlier.c.message_id == messages.c.message_id)
    .order_by(earlier.c.entry.desc())
    .limit(1)
    .offset(sa.bindparam("b_further", type_=sa.Integer))
    .correlate(messages)
    .scalar_subquery()
)
# However many one has told, no more than those are read.
_TOLD_BEFORE = Prepared(
    sa.select(messages.c.message_id, earlier.c.entry)
    .join(
        earlier,
        sa.and_(
            earlier.c.message_id == messages.c.message_id, earlier.c.entry >= sa.func.coalesce(_LATELY, 0)
        ),
    )
    .where(messages.c.message_id.in_(sa.bindparam("b_messages", expanding=True)))
)


def told_before(connection: sa.Connection, ids: Sequence[int], most: int) -> list[tuple[int, int]]:
    """Of those messages, the newest entries that each told before the present one: message and entry."""
    rows = _TOLD_BEFORE.rows(connection, {"b_messages": ids, "b_further": most - 1})
    return [(int(message), int(entry)) for message, entry in rows]


def forget(connection: sa.Connection, message_id: int) -> None:
    """A message that is gone from Discord is redrawn no more."""
    gone = sa.and_(outbox.c.message_id == message_id, outbox.c.kind == "refresh", outbox.c.done_at.is_(None))
    connection.execute(outbox.delete().where(gone))
    connection.execute(messages.delete().where(messages.c.message_id == message_id))
    connection.execute(earlier.delete().where(earlier.c.message_id == message_id))


def secret_channels(connection: sa.Connection) -> dict[str, int]:
    """Where the game masters' messages about records stand, by record."""
    found = sa.select(messages.c.record_id, messages.c.channel_id).where(
        messages.c.audience == GAME_MASTER_POST, messages.c.record_id.is_not(None)
    )
    return {row.record_id: row.channel_id for row in connection.execute(found)}


def to_come(connection: sa.Connection) -> set[tuple[str, int]]:
    """The entries, by campaign and number, whose messages have yet to appear."""
    found = sa.select(outbox.c.campaign_id, outbox.c.entry).where(
        outbox.c.kind == "post", outbox.c.done_at.is_(None)
    )
    return {(row.campaign_id, row.entry) for row in connection.execute(found)}


def forget_all(connection: sa.Connection) -> None:
    """Forget every message, and every wish to redraw one."""
    connection.execute(outbox.delete().where(outbox.c.kind == "refresh", outbox.c.done_at.is_(None)))
    connection.execute(messages.delete())
    connection.execute(earlier.delete())


_MESSAGES = Prepared(
    sa.select(messages).where(messages.c.message_id.in_(sa.bindparam("b_ids", expanding=True)))
)


def message(connection: sa.Connection, message_id: int) -> MessageRow | None:
    """The message of that id."""
    return _MESSAGES.first(MessageRow._make, connection, {"b_ids": [message_id]})


def messages_of(connection: sa.Connection, ids: Sequence[int]) -> list[MessageRow]:
    """The messages of those ids."""
    return _MESSAGES.every(MessageRow._make, connection, {"b_ids": ids})


# What an action opens has no message yet.
_NEWEST_MESSAGES = Prepared(
    sa.select(messages).where(messages.c.message_id.in_(sa.union_all(*_NEWEST))), apart=True
)


def newest(connection: sa.Connection, record_ids: Sequence[str]) -> dict[tuple[str, str], MessageRow]:
    """By record and audience, the last message about it whose entry stands: the one that bears buttons."""
    if not record_ids:
        return {}
    found = _NEWEST_MESSAGES.every(MessageRow._make, connection, {"b_records": record_ids})
    return {(row.record_id or "", row.audience): row for row in found}


_CAMPAIGN: Any = sa.bindparam("b_campaign")
_ENTRIES: Any = sa.bindparam("b_entries", expanding=True)
_BEFORE = [earlier.c.entry if column.name == "entry" else column for column in messages.c]
_OF_ENTRIES = Prepared(
    sa.union_all(
        sa.select(messages).where(messages.c.campaign_id == _CAMPAIGN, messages.c.entry.in_(_ENTRIES)),
        sa.select(*_BEFORE)
        .join(earlier, earlier.c.message_id == messages.c.message_id)
        .where(earlier.c.campaign_id == _CAMPAIGN, earlier.c.entry.in_(_ENTRIES)),
    ).order_by("message_id")
)


def of_entries(connection: sa.Connection, campaign_id: str, entries: Sequence[int]) -> list[MessageRow]:
    """The messages that tell of those entries, or did before others, oldest first; each by its entry."""
    wanted = {"b_campaign": campaign_id, "b_entries": entries}
    return _OF_ENTRIES.every(MessageRow._make, connection, wanted)


_LINKING = Prepared(
    sa.select(links.c.record_id, links.c.target_id).where(
        links.c.target_id.in_(sa.bindparam("ids", expanding=True))
    )
)


def newest_through(connection: sa.Connection, record_ids: Sequence[str]) -> dict[tuple[str, str], MessageRow]:
    """The same, of what links to those records: by the record that is linked to, and audience."""
    linking = _LINKING.rows(connection, {"ids": record_ids})
    shown = newest(connection, [record for record, _ in linking])
    found: dict[tuple[str, str], MessageRow] = {}
    for record, target in linking:
        for audience in AUDIENCES:
            row, known = shown.get((record, audience)), found.get((target, audience))
            if row is not None and (known is None or age(row) > age(known)):
                found[target, audience] = row
    return found


def age(row: MessageRow) -> tuple[int, int]:
    """What messages about one record are ordered by: of one entry, the one posted anew comes last."""
    return row.entry, row.message_id


# -- what has no channel at present -----------------------------------------------------------------------

# Where what has no channel waits for one.
NOWHERE = 0


def set_aside(
    connection: sa.Connection, campaign_id: str, audience: str, channel: int, *, but: str | None = None
) -> None:
    """Keep the posts that were for that channel until they can appear, but those about a record.

    What players read after them waits no more; a pin goes on waiting for its message.
    """
    kept = _open_posts(campaign_id, channel) & (outbox.c.audience == audience)
    if but is not None:
        kept &= sa.or_(outbox.c.record_id.is_(None), outbox.c.record_id != but)
    follows = outbox.c.after_row.in_(sa.select(outbox.c.id).where(kept)) & (outbox.c.kind != PIN)
    connection.execute(outbox.update().where(follows).values(after_row=None))
    connection.execute(outbox.update().where(kept).values(channel_id=NOWHERE))


def bring_out(connection: sa.Connection, campaign_id: str, channel: int) -> None:
    """Have the posts that were held back appear in this channel."""
    kept = _open_posts(campaign_id, NOWHERE)
    now = {"channel_id": channel, "attempts": 0, "not_before": None}
    connection.execute(outbox.update().where(kept).values(now))


_REDRAW_IN_CHANNEL = _redrawing(
    sa.and_(
        messages.c.campaign_id == sa.bindparam("b_campaign"),
        messages.c.channel_id == sa.bindparam("b_channel"),
        messages.c.is_live.is_(True),
        ~_IS_ASKED_FOR,
    )
)


def catch_up_in(connection: sa.Connection, campaign_id: str, channel: int, entry: int, at: datetime) -> None:
    """Ask for the campaign's live messages in that channel to be redrawn: for a while none of them was."""
    asked = {"b_campaign": campaign_id, "b_channel": channel, "b_entry": entry, "b_at": at}
    _REDRAW_IN_CHANNEL.run_soon(connection, asked)


def _open_posts(campaign_id: str, channel: int) -> sa.ColumnElement[bool]:
    return sa.and_(
        outbox.c.done_at.is_(None),
        outbox.c.kind == "post",
        outbox.c.campaign_id == campaign_id,
        outbox.c.channel_id == channel,
    )
