"""What the journal has of news: which records have any in a range of entries, and the entries about one.

What was undone is no news, and neither is an undo; some actions never are. Nothing here knows who may read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.storage.journal import EntryRow
from bot.storage.models import journal
from bot.storage.prepared import Prepared


class Among(NamedTuple):
    """The entries to look through: those of a campaign from `first` to `last`, but for some actions.

    Each of `silent` is written `system.action`.
    """

    campaign: str
    first: int
    last: int
    silent: Sequence[str]


_NUMBER, _MOST = journal.c.number, sa.bindparam("most", type_=sa.Integer)
# The terms of the index `ix_journal_news` as they stand there: else SQLite doesn't take it.
_STANDS = sa.and_(journal.c.undone_by.is_(None), journal.c.undoes.is_(None))
_IS_NEWS = sa.and_(
    journal.c.campaign_id == sa.bindparam("campaign"),
    sa.bindparam("first") <= _NUMBER,
    sa.bindparam("last") >= _NUMBER,
    _STANDS,
    (journal.c.system + "." + journal.c.action).not_in(sa.bindparam("silent", expanding=True)),
)
_NEWEST = sa.func.max(_NUMBER)
_SUBJECTS = Prepared(
    sa.select(journal.c.subject_id, _NEWEST.label("newest"))
    .where(_IS_NEWS, journal.c.subject_id.is_not(None))
    .group_by(journal.c.subject_id)
    .having(sa.bindparam("below") > _NEWEST)
    .order_by(_NEWEST.desc())
    .limit(_MOST)
)


def subjects(connection: sa.Connection, among: Among, below: int, most: int) -> list[tuple[str, int]]:
    """The records with news, each with its newest entry's number below that one; the newest first."""
    rows = _SUBJECTS.rows(connection, among._asdict() | {"below": below, "most": most})
    return [(str(subject), int(newest)) for subject, newest in rows]


def _newest(about: sa.ColumnElement[bool]) -> Prepared:
    return Prepared(sa.select(journal).where(_IS_NEWS, about).order_by(_NUMBER.desc()).limit(_MOST))


_ABOUT = _newest(journal.c.subject_id == sa.bindparam("subject"))
_ABOUT_NOTHING = _newest(journal.c.subject_id.is_(None))


def about(connection: sa.Connection, among: Among, subject: str | None, most: int) -> list[EntryRow]:
    """The newest entries about a record, or about none."""
    values: dict[str, Any] = among._asdict() | {"most": most}
    if subject is None:
        return _ABOUT_NOTHING.every(EntryRow._make, connection, values)
    return _ABOUT.every(EntryRow._make, connection, values | {"subject": subject})


_EARLIEST = Prepared(sa.select(journal).where(_IS_NEWS).order_by(_NUMBER).limit(_MOST))


def earliest(connection: sa.Connection, among: Among, most: int) -> list[EntryRow]:
    """The first entries with news."""
    return _EARLIEST.every(EntryRow._make, connection, among._asdict() | {"most": most})


_BEFORE = Prepared(
    sa.select(_NUMBER)
    .where(journal.c.campaign_id == sa.bindparam("campaign"), journal.c.at < sa.bindparam("moment"))
    .order_by(_NUMBER.desc())
    .limit(1)
)


def before(connection: sa.Connection, campaign_id: str, moment: datetime) -> int:
    """The number of the newest entry made before that moment, 0 where there is none."""
    rows = _BEFORE.rows(connection, {"campaign": campaign_id, "moment": moment})
    return int(rows[0][0]) if rows else 0
