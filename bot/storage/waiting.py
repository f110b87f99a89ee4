"""Rows of what waits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

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
