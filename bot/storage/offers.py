"""Rows of offers: what previews showed, for whom, and the entry that took it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bot.storage.models import offers
from bot.storage.prepared import Prepared


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


_SAME = offers.c.id == sa.bindparam("offer")
_INSERT = Prepared(offers.insert())
_BY_ID = Prepared(sa.select(offers).where(_SAME))
_TAKE = Prepared(offers.update().where(_SAME), columns=("entry",))


def insert(connection: sa.Connection, row: OfferRow) -> None:
    """Write an offer. Raises IntegrityError for one of that id."""
    _INSERT.run(connection, row._asdict())


def put(connection: sa.Connection, row: OfferRow) -> None:
    """Write an offer in place of what had its id."""
    connection.execute(offers.delete().where(offers.c.id == row.id))
    insert(connection, row)


def by_id(connection: sa.Connection, offer: str) -> OfferRow | None:
    """The offer of that id, unless it has gone."""
    return _BY_ID.first(OfferRow._make, connection, {"offer": offer})


def begun_with(connection: sa.Connection, campaign: str, begins: str) -> list[OfferRow]:
    """The offers of a campaign whose id begins so."""
    found = sa.select(offers).where(offers.c.campaign_id == campaign, offers.c.id.startswith(begins))
    return [OfferRow._make(row) for row in connection.execute(found.order_by(offers.c.id))]


def mark_taken(connection: sa.Connection, offer: str, number: int) -> None:
    """Note which entry took the offer."""
    _TAKE.run(connection, {"offer": offer, "entry": number})


def purge(connection: sa.Connection, before: datetime) -> int:
    """Delete offers made before that time; returns how many."""
    return connection.execute(offers.delete().where(offers.c.at < before)).rowcount
