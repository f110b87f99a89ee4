"""Rows of what waits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.storage.models import waiting
from bot.storage.prepared import Prepared, every
from bot.storage.records import WaitingRow

MOST = 100


def of_campaign(
    connection: sa.Connection, campaign_id: str, people: Sequence[int | None] | None = None
) -> list[WaitingRow]:
    """The open steps of a campaign, longest waiting first, at most 100; only those people's, where given.

    None among the people stands for the game masters.
    """
    statement = sa.select(waiting).where(waiting.c.campaign_id == campaign_id)
    if people is not None:
        statement = statement.where(sa.or_(*(waiting.c.who == person for person in people)))
    return every(WaitingRow._make, connection, statement.order_by(waiting.c.since).limit(MOST))


_ANNOUNCED = Prepared(
    sa.select(waiting).where(
        waiting.c.campaign_id.in_(sa.bindparam("campaigns", expanding=True)),
        waiting.c.announced_by.in_(sa.bindparam("entries", expanding=True)),
    )
)


def announced(
    connection: sa.Connection, keys: Collection[tuple[str, int]]
) -> dict[tuple[str, int], list[WaitingRow]]:
    """The steps that still wait and are announced by those entries: by campaign and number."""
    lists = {"campaigns": sorted({c for c, _ in keys}), "entries": sorted({n for _, n in keys})}
    found: dict[tuple[str, int], list[WaitingRow]] = {}
    for row in _ANNOUNCED.every(WaitingRow._make, connection, lists) if keys else ():
        found.setdefault((row.campaign_id, row.announced_by or 0), []).append(row)
    return found


def left_to_game_masters(connection: sa.Connection) -> dict[str, int]:
    """By campaign, the newest entry that left them a step which still waits."""
    newest = sa.func.max(waiting.c.announced_by)
    wanted = sa.select(waiting.c.campaign_id, newest).where(
        waiting.c.who.is_(None), waiting.c.announced_by.is_not(None)
    )
    return {str(c): int(n) for c, n in connection.execute(wanted.group_by(waiting.c.campaign_id))}


def records(connection: sa.Connection) -> list[str]:
    """Every record of every campaign in which a step is open, longest waiting first."""
    first = sa.func.min(waiting.c.since)
    rows = connection.execute(sa.select(waiting.c.record_id).group_by(waiting.c.record_id).order_by(first))
    return [str(record) for (record,) in rows]


def _of_step(record_id: str, step: str) -> sa.ColumnElement[bool]:
    return sa.and_(waiting.c.record_id == record_id, waiting.c.step == step)


def nudged_at(connection: sa.Connection, record_id: str, step: str) -> datetime | None:
    """When the person asked was last reminded of that step."""
    found: datetime | None = connection.scalar(
        sa.select(waiting.c.nudged_at).where(_of_step(record_id, step))
    )
    return found


def nudge(connection: sa.Connection, record_id: str, step: str, at: datetime) -> None:
    """Write down that the person asked was reminded."""
    connection.execute(waiting.update().where(_of_step(record_id, step)).values(nudged_at=at))


# -- clocks -----------------------------------------------------------------------------------------------

# How many records are looked after in one round; the next comes soon.
MOST_DUE = 200
_NOW: Any = sa.bindparam("now", type_=waiting.c.due_at.type)
_LATEST: Any = sa.bindparam("latest", type_=waiting.c.due_at.type)
_DUE = Prepared(
    sa.select(waiting.c.campaign_id, waiting.c.record_id)
    .where(waiting.c.due_at.is_not(None), sa.or_(waiting.c.due_at <= _NOW, waiting.c.due_at > _LATEST))
    .order_by(waiting.c.due_at)
    .limit(MOST_DUE)
)


def due(connection: sa.Connection, now: datetime, latest: datetime) -> list[tuple[str, str]]:
    """The records at which something is due, longest first, by campaign: at most 200 steps' at once.

    Due is also what a clock that was set back has put after `latest`.
    """
    rows = _DUE.rows(connection, {"now": now, "latest": latest})
    return list(dict.fromkeys((str(campaign), str(record)) for campaign, record in rows))


def due_rows(connection: sa.Connection, now: datetime, latest: datetime) -> list[WaitingRow]:
    """The steps at which something is due by then, of the records that `due` names."""
    records_ = [record for _, record in due(connection, now, latest)]
    return [row for row in of_records(connection, records_) if row.due_at is not None and row.due_at <= now]


def next_due(connection: sa.Connection) -> datetime | None:
    """When something is due next at any step."""
    found: datetime | None = connection.scalar(sa.select(sa.func.min(waiting.c.due_at)))
    return found


_OF_RECORDS = Prepared(
    sa.select(waiting)
    .where(waiting.c.record_id.in_(sa.bindparam("records", expanding=True)))
    .order_by(waiting.c.step)
)


def of_records(connection: sa.Connection, record_ids: Collection[str]) -> list[WaitingRow]:
    """The open steps of those records."""
    wanted = {"records": sorted(record_ids)}
    return _OF_RECORDS.every(WaitingRow._make, connection, wanted) if record_ids else []


def all_of(connection: sa.Connection, campaign_id: str) -> list[WaitingRow]:
    """Every open step of a campaign."""
    statement = sa.select(waiting).where(waiting.c.campaign_id == campaign_id)
    return every(WaitingRow._make, connection, statement.order_by(waiting.c.record_id, waiting.c.step))


_SET = Prepared(
    waiting.update().where(
        waiting.c.record_id == sa.bindparam("b_record"), waiting.c.step == sa.bindparam("b_step")
    ),
    columns=("due_at", "deadline", "counts_from", "reminded", "stage"),
    key=("b_record", "b_step"),
)


def set_clocks(connection: sa.Connection, rows: Sequence[WaitingRow]) -> None:
    """Write the clocks of those steps."""
    keyed = [row._asdict() | {"b_record": row.record_id, "b_step": row.step} for row in rows]
    names = ("due_at", "deadline", "counts_from", "reminded", "stage", "b_record", "b_step")
    _SET.run_many_soon(connection, [{name: row[name] for name in names} for row in keyed])


_ANNOUNCE = Prepared(
    waiting.update().where(
        waiting.c.record_id == sa.bindparam("b_record"), waiting.c.step == sa.bindparam("b_step")
    ),
    columns=("announced_by",),
    key=("b_record", "b_step"),
)


def announce(connection: sa.Connection, row: WaitingRow) -> None:
    """Note that a message of that entry tells of the step."""
    values = {"b_record": row.record_id, "b_step": row.step, "announced_by": row.announced_by}
    _ANNOUNCE.run_soon(connection, values)
