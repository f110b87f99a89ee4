"""Rows of campaigns: the lock, the counters, and the channels and members derived from the root record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.storage.models import campaigns, channels, members, records
from bot.storage.prepared import Prepared, every
from bot.storage.records import RecordRow

# More than a list shows: who asks may not see all of them.
MOST_KNOWN = 100


class CampaignRow(NamedTuple):
    """One row of `campaigns`, in the order of its columns."""

    id: str
    guild_id: int
    is_server: bool
    began_at: datetime
    entries: int
    chapter: int
    seed: bytes
    secret_seed: bytes
    drawn: int
    secret_drawn: int
    silent_at: datetime | None = None


_OF_CHANNEL = sa.select(channels.c.campaign_id).where(
    channels.c.channel_id.in_(sa.bindparam("places", expanding=True))
)
_BY_CHANNEL = sa.select(campaigns).where(campaigns.c.id == _OF_CHANNEL.limit(1).scalar_subquery())
_BY_RECORD = sa.select(campaigns).where(
    campaigns.c.id
    == sa.select(records.c.campaign_id).where(records.c.id == sa.bindparam("record")).scalar_subquery()
)
_BY_ID = sa.select(campaigns).where(campaigns.c.id == sa.bindparam("id"))
_OF_SERVER = sa.select(campaigns).where(
    campaigns.c.guild_id == sa.bindparam("guild"), campaigns.c.is_server.is_(True)
)


_OF_IDS = (
    sa.select(campaigns)
    .where(campaigns.c.id.in_(sa.bindparam("ids", expanding=True)))
    # Whoever locks several does it in one order.
    .order_by(campaigns.c.id)
)
_PREPARED = {
    (statement, lock): Prepared(statement.with_for_update(of=campaigns) if lock else statement)
    for statement in (_BY_CHANNEL, _BY_RECORD, _BY_ID, _OF_SERVER, _OF_IDS)
    for lock in (False, True)
}


def _one(
    connection: sa.Connection, statement: sa.Select[Any], lock: bool, **values: object
) -> CampaignRow | None:
    return _PREPARED[statement, lock].first(CampaignRow._make, connection, values)


def by_channel(connection: sa.Connection, places: Iterable[int], *, lock: bool = False) -> CampaignRow | None:
    """The campaign bound to one of those channels; with `lock` nobody else acts in it until the commit."""
    return _one(connection, _BY_CHANNEL, lock, places=list(places))


def by_record(connection: sa.Connection, record_id: str, *, lock: bool = False) -> CampaignRow | None:
    """The campaign a record belongs to."""
    return _one(connection, _BY_RECORD, lock, record=record_id)


def by_id(connection: sa.Connection, campaign_id: str, *, lock: bool = False) -> CampaignRow | None:
    """The campaign of that id."""
    return _one(connection, _BY_ID, lock, id=campaign_id)


def of_ids(connection: sa.Connection, ids: Sequence[str], *, lock: bool = False) -> list[CampaignRow]:
    """The campaigns of those ids."""
    return _PREPARED[_OF_IDS, lock].every(CampaignRow._make, connection, {"ids": ids})


def of_server(connection: sa.Connection, guild_id: int, *, lock: bool = False) -> CampaignRow | None:
    """The server's own campaign, which keeps what belongs to no other."""
    return _one(connection, _OF_SERVER, lock, guild=guild_id)


def begin(connection: sa.Connection, row: CampaignRow) -> None:
    """Write a new campaign."""
    connection.execute(campaigns.insert(), row._asdict())


_COUNT = Prepared(
    campaigns.update().where(campaigns.c.id == sa.bindparam("b_id")),
    columns=("entries", "drawn", "secret_drawn", "silent_at"),
    key=("b_id",),
)


def count(
    connection: sa.Connection,
    campaign_id: str,
    *,
    entries: int,
    drawn: int,
    secret_drawn: int,
    silent_at: datetime | None,
) -> None:
    """Write the campaign's counters: its entries, the draws of its dice, and when it is silent."""
    counters = {"entries": entries, "drawn": drawn, "secret_drawn": secret_drawn, "silent_at": silent_at}
    _COUNT.run_soon(connection, counters | {"b_id": campaign_id})


def silent(connection: sa.Connection, now: datetime) -> list[CampaignRow]:
    """The campaigns that have been silent for longer than they like."""
    found = sa.select(campaigns).where(campaigns.c.silent_at <= now).limit(MOST_KNOWN)
    return every(CampaignRow._make, connection, found)


def set_silent(connection: sa.Connection, campaign_id: str, at: datetime | None) -> None:
    """Set when the campaign says that it has been silent."""
    connection.execute(campaigns.update().where(campaigns.c.id == campaign_id).values(silent_at=at))


def next_due(connection: sa.Connection) -> datetime | None:
    """When the next daily list is due, or the next campaign says that it has been silent."""
    firsts = (sa.select(sa.func.min(each)) for each in (campaigns.c.silent_at, members.c.digest_at))
    found = [connection.scalar(each) for each in firsts]
    return min((each for each in found if each is not None), default=None)


# -- members ----------------------------------------------------------------------------------------------


def ask_for_digest(connection: sa.Connection, campaign_id: str, at: Mapping[int, datetime]) -> None:
    """Those members read a list of what waits for them then, unless one is asked for already."""
    for user, when in at.items():
        fresh = members.c.digest_at.is_(None)
        connection.execute(members.update().where(_member(campaign_id, user), fresh).values(digest_at=when))


def digests(connection: sa.Connection, now: datetime) -> list[tuple[str, int]]:
    """The daily lists that are due, each as its campaign and person."""
    found = sa.select(members.c.campaign_id, members.c.user_id).where(members.c.digest_at <= now)
    return [(str(c), int(u)) for c, u in connection.execute(found.order_by(members.c.digest_at).limit(200))]


def due_digest(connection: sa.Connection, campaign_id: str, user: int, now: datetime) -> datetime | None:
    """Since when that member's list is due; None where it was read meanwhile."""
    mine = (members.c.campaign_id == campaign_id) & (members.c.user_id == user)
    found: datetime | None = connection.scalar(
        sa.select(members.c.digest_at).where(mine, members.c.digest_at <= now)
    )
    return found


def digest_at(connection: sa.Connection, campaign_id: str, user: int, at: datetime | None) -> None:
    """Set when that member gets their list; None after they got it."""
    connection.execute(members.update().where(_member(campaign_id, user)).values(digest_at=at))


def of_member(connection: sa.Connection, user: int) -> list[str]:
    """The ids of the campaigns that this person belongs to, on whatever server."""
    found = sa.select(members.c.campaign_id).where(members.c.user_id == user)
    return [str(each) for (each,) in connection.execute(found)]


def bind(connection: sa.Connection, campaign_id: str, before: set[int], after: set[int]) -> int | None:
    """Make the campaign's channels those; gives a channel that another campaign holds, changing nothing."""
    new = after - before
    if new:
        taken = connection.execute(
            sa.select(channels.c.channel_id).where(channels.c.channel_id.in_(new))
        ).first()
        if taken is not None:
            return int(taken[0])
    if gone := before - after:
        connection.execute(
            channels.delete().where(channels.c.campaign_id == campaign_id, channels.c.channel_id.in_(gone))
        )
    if new:
        connection.execute(
            channels.insert(), [{"channel_id": c, "campaign_id": campaign_id} for c in sorted(new)]
        )
    return None


def enrol(
    connection: sa.Connection, campaign_id: str, before: Mapping[int, str], after: Mapping[int, str]
) -> None:
    """Make the campaign's members those, each with a standing."""
    gone = before.keys() - after.keys()
    if gone:
        connection.execute(
            members.delete().where(members.c.campaign_id == campaign_id, members.c.user_id.in_(gone))
        )
    # Whoever stays keeps what else is known of them.
    for user, standing in sorted(after.items()):
        if user in before and before[user] != standing:
            connection.execute(members.update().where(_member(campaign_id, user)).values(standing=standing))
    new = [
        {"campaign_id": campaign_id, "user_id": user, "standing": standing}
        for user, standing in sorted(after.items())
        if user not in before
    ]
    if new:
        connection.execute(members.insert(), new)


def _member(campaign_id: str, user: int) -> sa.ColumnElement[bool]:
    return sa.and_(members.c.campaign_id == campaign_id, members.c.user_id == user)


def read_to(connection: sa.Connection, campaign_id: str, user: int) -> int:
    """The last entry of which a recap told that member; 0 where none did, or they are no member."""
    found = connection.execute(sa.select(members.c.read_to).where(_member(campaign_id, user))).scalar()
    return int(found or 0)


def note_read(connection: sa.Connection, campaign_id: str, user: int, entry: int) -> None:
    """A recap told that member of everything up to an entry: never less than before."""
    further = sa.and_(_member(campaign_id, user), members.c.read_to < entry)
    connection.execute(members.update().where(further).values(read_to=entry))


def held(connection: sa.Connection, places: Sequence[int]) -> set[int]:
    """The channels among those that belong to a campaign in play."""
    found = connection.execute(sa.select(channels.c.channel_id).where(channels.c.channel_id.in_(places)))
    return {int(place) for (place,) in found}


def of_guild(
    connection: sa.Connection, guild_id: int, part: str = "", *, archived: bool = False
) -> list[RecordRow]:
    """The root records of the server's campaigns with that piece in their name or with that id.

    By name, those in play first; with `archived` also those that rest.
    """
    text = part.strip()
    near = records.c.name_key.contains(text.casefold(), autoescape=True)
    statement = (
        sa.select(records)
        .join(campaigns, campaigns.c.id == records.c.id)
        .where(
            campaigns.c.guild_id == guild_id,
            campaigns.c.is_server.is_(False),
            sa.or_(near, records.c.id == text),
        )
        .order_by(records.c.is_archived, records.c.name_key)
        .limit(MOST_KNOWN)
    )
    if not archived:
        statement = statement.where(records.c.is_archived.is_(False))
    return every(RecordRow._make, connection, statement)


def servers(connection: sa.Connection) -> list[int]:
    """The servers that have a campaign, in play or at rest."""
    found = sa.select(campaigns.c.guild_id).where(campaigns.c.is_server.is_(False)).distinct()
    return [int(guild) for (guild,) in connection.execute(found)]


def of_servers(connection: sa.Connection, guilds: Sequence[int]) -> list[tuple[int, RecordRow]]:
    """The root records of those servers' campaigns, in play or at rest, each with its server."""
    statement = (
        sa.select(campaigns.c.guild_id, records)
        .join(records, records.c.id == campaigns.c.id)
        .where(campaigns.c.guild_id.in_(guilds), campaigns.c.is_server.is_(False))
    )
    return [(int(guild), RecordRow._make(row)) for guild, *row in connection.execute(statement)]
