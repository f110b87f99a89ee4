"""Rows of the journal: one entry per accepted action, append-only but for the mark of its undoing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bot.storage.campaigns import CampaignRow
from bot.storage.models import campaigns, changes, journal
from bot.storage.prepared import Prepared, every, first

# Whose entries nobody made.
HOUSE = 0


class EntryRow(NamedTuple):
    """One row of `journal`, in the order of its columns."""

    campaign_id: str
    number: int
    interaction_id: int
    at: datetime
    actor_id: int
    on_behalf_of: int | None
    channel_id: int
    system: str
    action: str
    input: str
    subject_id: str | None
    dice: str
    drawing: int | None
    secret_drawing: int | None
    chapter: int
    events: str
    has_secret: bool
    undoes: str | None = None
    undone_by: int | None = None
    reason: str | None = None


class ChangeRow(NamedTuple):
    """One record an entry touched; `before` is its whole earlier row, None where the entry opened it."""

    campaign_id: str
    number: int
    record_id: str
    version_before: int
    version_after: int
    before: bytes | None


_BY_INTERACTION = Prepared(sa.select(journal).where(journal.c.interaction_id == sa.bindparam("interaction")))


def by_interaction(connection: sa.Connection, interaction: int) -> EntryRow | None:
    """The entry that interaction made, if it made one."""
    return _BY_INTERACTION.first(EntryRow._make, connection, {"interaction": interaction})


_NO_WRITER = sa.text("LOCK TABLE journal IN SHARE MODE NOWAIT")


def require_no_writer(connection: sa.Connection) -> None:
    """See that no other transaction has written an entry that it may commit yet. Raises DBAPIError.

    On SQLite nobody else writes while this one does.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_NO_WRITER)


_BY_NUMBER = Prepared(
    sa.select(journal).where(
        journal.c.campaign_id == sa.bindparam("campaign"), journal.c.number == sa.bindparam("number")
    )
)


def entry(connection: sa.Connection, campaign_id: str, number: int) -> EntryRow | None:
    """The campaign's entry of that number."""
    return _BY_NUMBER.first(EntryRow._make, connection, {"campaign": campaign_id, "number": number})


# Not pairs in a list: SQLite would read the whole table for those.
_OF_KEYS = Prepared(
    sa.select(journal, campaigns)
    .join(campaigns, campaigns.c.id == journal.c.campaign_id)
    .where(
        journal.c.campaign_id.in_(sa.bindparam("campaigns", expanding=True)),
        journal.c.number.in_(sa.bindparam("numbers", expanding=True)),
    )
)


def of_keys(
    connection: sa.Connection, keys: Collection[tuple[str, int]]
) -> list[tuple[EntryRow, CampaignRow]]:
    """The entries of those campaigns and numbers, each with its campaign."""
    lists = {"campaigns": sorted({c for c, _ in keys}), "numbers": sorted({n for _, n in keys})}
    width = len(EntryRow._fields)
    rows = [
        (EntryRow._make(r[:width]), CampaignRow._make(r[width:])) for r in _OF_KEYS.rows(connection, lists)
    ]
    return [(row, campaign) for row, campaign in rows if (row.campaign_id, row.number) in keys]


_OF_NUMBERS = Prepared(
    sa.select(journal)
    .where(
        journal.c.campaign_id == sa.bindparam("campaign"),
        journal.c.number.in_(sa.bindparam("numbers", expanding=True)),
    )
    .order_by(journal.c.number)
)


def entries(connection: sa.Connection, campaign_id: str, numbers: Sequence[int]) -> list[EntryRow]:
    """The campaign's entries of those numbers, in order."""
    return _OF_NUMBERS.every(EntryRow._make, connection, {"campaign": campaign_id, "numbers": numbers})


def latest(
    connection: sa.Connection, campaign_id: str, actor: int | None, action: str | None
) -> EntryRow | None:
    """The newest entry that changed something and stands: of that actor, or else anybody's, and that action.

    An undo counts only where undos are asked for: undoing twice takes back two things.
    """
    statement = sa.select(journal).where(
        journal.c.campaign_id == campaign_id,
        journal.c.actor_id != HOUSE if actor is None else journal.c.actor_id == actor,
        journal.c.undone_by.is_(None),
        sa.exists().where(
            changes.c.campaign_id == journal.c.campaign_id, changes.c.number == journal.c.number
        ),
    )
    same = journal.c.action == action if action is not None else journal.c.undoes.is_(None)
    return first(EntryRow._make, connection, statement.where(same).order_by(journal.c.number.desc()).limit(1))


def page(
    connection: sa.Connection,
    campaign_id: str,
    size: int,
    *,
    before: int | None = None,
    after: int | None = None,
    player: int | None = None,
    system: str | None = None,
    record: str | None = None,
    action: str | None = None,
) -> list[EntryRow]:
    """Up to `size` entries: numbered below `before`, newest first, or above `after`, oldest first.

    Only those of that actor, system or action, or that touched that record, where one is given.
    """
    wanted = {"actor_id": player, "system": system, "action": action}
    statement = sa.select(journal).where(journal.c.campaign_id == campaign_id)
    statement = statement.where(
        *(journal.c[name] == value for name, value in wanted.items() if value is not None)
    )
    if record is not None:
        touching = sa.select(changes.c.number).where(
            changes.c.campaign_id == campaign_id, changes.c.record_id == record
        )
        statement = statement.where(journal.c.number.in_(touching))
    number = journal.c.number
    if after is not None:
        statement = statement.where(number > after).order_by(number)
    else:
        statement = statement.where(number < before).order_by(number.desc())
    return every(EntryRow._make, connection, statement.limit(size))


_MOST = sa.bindparam("most", type_=sa.Integer)
_RECENT = Prepared(
    sa.select(journal.c.actor_id, journal.c.system, journal.c.action)
    .where(journal.c.campaign_id == sa.bindparam("campaign"), journal.c.number < sa.bindparam("before"))
    .order_by(journal.c.number.desc())
    .limit(_MOST)
)


def recent(connection: sa.Connection, campaign_id: str, before: int, most: int) -> list[tuple[int, str, str]]:
    """Who did what in the newest entries below `before`, newest first: actor, system and action."""
    rows = _RECENT.rows(connection, {"campaign": campaign_id, "before": before, "most": most})
    return [(int(actor), str(system), str(action)) for actor, system, action in rows]


_CHANGED = (
    sa.select(changes.c.campaign_id, changes.c.number)
    .where(changes.c.record_id == sa.bindparam("record"), changes.c.number < sa.bindparam("before"))
    .order_by(changes.c.number.desc())
    .limit(_MOST)
    .subquery()
)
_ACTORS = Prepared(
    sa.select(journal.c.actor_id)
    .join(
        _CHANGED,
        sa.and_(journal.c.campaign_id == _CHANGED.c.campaign_id, journal.c.number == _CHANGED.c.number),
    )
    .order_by(_CHANGED.c.number.desc())
)


def actors_on(connection: sa.Connection, record_id: str, before: int, most: int) -> list[int]:
    """Who made the newest changes of a record below the entry `before`, newest first."""
    rows = _ACTORS.rows(connection, {"record": record_id, "before": before, "most": most})
    return [int(actor) for (actor,) in rows]


_LAST_ACT = Prepared(
    sa.select(sa.func.max(journal.c.number)).where(
        journal.c.campaign_id == sa.bindparam("campaign"),
        journal.c.actor_id == sa.bindparam("actor"),
        journal.c.number < sa.bindparam("before"),
    )
)


def last_act(connection: sa.Connection, campaign_id: str, actor: int, before: int) -> int:
    """The number of that person's newest entry below `before`, 0 where there is none."""
    values = {"campaign": campaign_id, "actor": actor, "before": before}
    ((found,),) = _LAST_ACT.rows(connection, values)
    return int(found or 0)


_LAST_AT = Prepared(
    sa.select(journal.c.at)
    .where(
        journal.c.campaign_id == sa.bindparam("campaign"),
        journal.c.actor_id == sa.bindparam("actor"),
        journal.c.number < sa.bindparam("before"),
    )
    .order_by(journal.c.number.desc())
    .limit(1)
)


def last_acted_at(connection: sa.Connection, campaign_id: str, actor: int, before: int) -> datetime | None:
    """When that person made their newest entry below `before`; None where there is none."""
    values = {"campaign": campaign_id, "actor": actor, "before": before}
    rows = _LAST_AT.rows(connection, values)
    return rows[0][0] if rows else None


def has(connection: sa.Connection, campaign_id: str, action: str) -> bool:
    """Whether that was ever done in the campaign."""
    found = sa.select(journal.c.number).where(
        journal.c.campaign_id == campaign_id, journal.c.action == action
    )
    return connection.execute(found.limit(1)).scalar() is not None


def last_given(connection: sa.Connection, campaign_id: str, action: str, given: str) -> datetime | None:
    """When that was done last in the campaign with that input."""
    found = sa.select(journal.c.at).where(
        journal.c.campaign_id == campaign_id, journal.c.action == action, journal.c.input == given
    )
    at: datetime | None = connection.execute(found.order_by(journal.c.number.desc()).limit(1)).scalar()
    return at


def open_dice(
    campaign_id: str, actor: int | None, before: int | None, most: int, connection: sa.Connection
) -> list[tuple[int, str]]:
    """The newest entries below `before` that rolled open dice, of that actor if given: number and dice."""
    statement = (
        sa.select(journal.c.number, journal.c.dice)
        .where(journal.c.campaign_id == campaign_id, journal.c.drawing.is_not(None))
        .order_by(journal.c.number.desc())
        .limit(most)
    )
    if actor is not None:
        statement = statement.where(journal.c.actor_id == actor)
    if before is not None:
        statement = statement.where(journal.c.number < before)
    return [(int(number), str(dice)) for number, dice in connection.execute(statement)]


_INSERT = Prepared(journal.insert(), key=("campaign_id", "number"))
_TOUCH = Prepared(changes.insert(), key=("campaign_id", "number", "record_id"))


def append(connection: sa.Connection, entry: EntryRow, touched: Sequence[ChangeRow]) -> None:
    """Write an entry and what it touched."""
    _INSERT.run_soon(connection, entry._asdict())
    _TOUCH.run_many_soon(connection, [row._asdict() for row in touched])


def touched_by(connection: sa.Connection, campaign_id: str, numbers: Sequence[int]) -> list[ChangeRow]:
    """What those entries touched, in the order it happened."""
    return every(
        ChangeRow._make,
        connection,
        sa.select(changes)
        .where(changes.c.campaign_id == campaign_id, changes.c.number.in_(numbers))
        .order_by(changes.c.number, changes.c.record_id),
    )


def changes_of(connection: sa.Connection, record_id: str, since: int) -> list[ChangeRow]:
    """Every change of a record from the entry `since` on, undone or not, in order."""
    return every(
        ChangeRow._make,
        connection,
        sa.select(changes)
        .where(changes.c.record_id == record_id, changes.c.number >= since)
        .order_by(changes.c.number),
    )


def touching(
    connection: sa.Connection, record_ids: Sequence[str], after: int, *, counting: bool
) -> list[tuple[int, str]]:
    """The entries above `after` that touched any of those records: each one's number and the record.

    With `counting` only those that still count: what was undone, and the undo and redo themselves,
    come to nothing together.
    """
    same = sa.and_(changes.c.campaign_id == journal.c.campaign_id, changes.c.number == journal.c.number)
    statement = (
        sa.select(changes.c.number, changes.c.record_id)
        .join(journal, same)
        .where(changes.c.record_id.in_(record_ids), changes.c.number > after)
        .order_by(changes.c.number, changes.c.record_id)
    )
    if counting:
        statement = statement.where(journal.c.undone_by.is_(None), journal.c.undoes.is_(None))
    return [(int(number), str(record)) for number, record in connection.execute(statement)]


_NEWEST = Prepared(
    sa.select(changes.c.record_id, sa.func.max(changes.c.number))
    .join(
        journal,
        sa.and_(changes.c.campaign_id == journal.c.campaign_id, changes.c.number == journal.c.number),
    )
    .where(
        changes.c.record_id.in_(sa.bindparam("ids", expanding=True)),
        journal.c.undone_by.is_(None),
        journal.c.undoes.is_(None),
    )
    .group_by(changes.c.record_id)
)


def newest_changes(connection: sa.Connection, record_ids: Collection[str]) -> dict[str, int]:
    """By record, the newest entry that changed it and still counts."""
    return dict(_NEWEST.rows(connection, {"ids": sorted(record_ids)}))


def last_channel(connection: sa.Connection, campaign_id: str, unfit: Sequence[int]) -> int | None:
    """Where the newest entry was told, those channels apart."""
    found: int | None = connection.execute(
        sa.select(journal.c.channel_id)
        .where(journal.c.campaign_id == campaign_id, journal.c.channel_id.not_in(unfit))
        .order_by(journal.c.number.desc())
        .limit(1)
    ).scalar()
    return found


def mark_undone(connection: sa.Connection, campaign_id: str, numbers: Sequence[int], by: int | None) -> None:
    """Say which entry undid those, or with None that they stand again."""
    connection.execute(
        journal.update()
        .where(journal.c.campaign_id == campaign_id, journal.c.number.in_(numbers))
        .values(undone_by=by)
    )
