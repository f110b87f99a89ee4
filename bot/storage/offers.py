"""Rows of offers: what previews showed, for whom, and the entry that took it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bot.storage.models import offers
from bot.storage.reading import first


class OfferRow(NamedTuple):
    """One row of `offers`, in the order of its columns."""

    id: str
    campaign_id: str
    user_id: int
    actions: str
    versions: str
    digest: str
    entries: int
    at: datetime
    entry: int | None = None


_INSERT = offers.insert()
_BY_ID = sa.select(offers).where(offers.c.id == sa.bindparam("offer"))
_TAKE = offers.update().where(offers.c.id == sa.bindparam("offer")).values(entry=sa.bindparam("number"))


def insert(connection: sa.Connection, row: OfferRow) -> None:
    """Write an offer. Raises IntegrityError for one of that id."""
    connection.execute(_INSERT, row._asdict())


def put(connection: sa.Connection, row: OfferRow) -> None:
    """Write an offer in place of what had its id."""
    connection.execute(offers.delete().where(offers.c.id == row.id))
    insert(connection, row)


def by_id(connection: sa.Connection, offer: str) -> OfferRow | None:
    """The offer of that id, unless it has gone."""
    return first(OfferRow._make, connection, _BY_ID, {"offer": offer})


def begun_with(connection: sa.Connection, campaign: str, begins: str) -> list[OfferRow]:
    """The offers of a campaign whose id begins so."""
    found = sa.select(offers).where(offers.c.campaign_id == campaign, offers.c.id.startswith(begins))
    return [OfferRow._make(row) for row in connection.execute(found.order_by(offers.c.id))]


def mark_taken(connection: sa.Connection, offer: str, number: int) -> None:
    """Say which entry took it."""
    connection.execute(_TAKE, {"offer": offer, "number": number})


def purge(connection: sa.Connection, before: datetime) -> int:
    """Take away those made before that time; how many they were."""
    return connection.execute(offers.delete().where(offers.c.at < before)).rowcount
