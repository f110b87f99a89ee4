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

    Each of the `silent` ones is written `system.action`; `silences` are the systems that have any.
    """

    campaign: str
    first: int
    last: int
    silent: Sequence[str]
    silences: Sequence[str]


_NUMBER, _MOST = journal.c.number, sa.bindparam("most", type_=sa.Integer)
# The terms of the index `ix_journal_news` as they stand there: else SQLite doesn't take it.
_STANDS = sa.and_(journal.c.undone_by.is_(None), journal.c.undoes.is_(None))
# For most entries the first half is enough to know.
_IS_SAID = sa.or_(
    journal.c.system.not_in(sa.bindparam("silences", expanding=True)),
    (journal.c.system + "." + journal.c.action).not_in(sa.bindparam("silent", expanding=True)),
)


def _within(number: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    return sa.and_(
        journal.c.campaign_id == sa.bindparam("campaign"),
        number >= sa.bindparam("first"),
        number <= sa.bindparam("last"),
        _STANDS,
        _IS_SAID,
    )


_IS_NEWS = _within(_NUMBER)
_NEWEST = sa.func.max(_NUMBER)


def _subjects(is_news: sa.ColumnElement[bool]) -> Prepared:
    return Prepared(
        sa.select(journal.c.subject_id, _NEWEST)
        .where(is_news, journal.c.subject_id.is_not(None))
        .group_by(journal.c.subject_id)
        .having(sa.bindparam("below") > _NEWEST)
        .order_by(_NEWEST.desc())
        .limit(_MOST)
    )


# Of many entries the index of news is read, which has all that is asked; a number that is worked out keeps
# SQLite from reading ten thousand entries by their key instead: 3 ms, not 35. Of a few it is right to, and
# PostgreSQL knows by itself.
_OF_FEW, _OF_MANY = _subjects(_IS_NEWS), _subjects(_within(_NUMBER + sa.literal_column("0")))
MANY = 500


def subjects(connection: sa.Connection, among: Among, below: int, most: int) -> list[tuple[str, int]]:
    """The records with news, each with its newest entry's number below that one; the newest first."""
    is_forced = connection.dialect.name == "sqlite" and among.last - among.first >= MANY
    asked = _OF_MANY if is_forced else _OF_FEW
    rows = asked.rows(connection, among._asdict() | {"below": below, "most": most})
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
