"""The campaigns of a server, found by name wherever one is: in play or archived."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.people import Actor, Standing
from bot.engine.system import Record, RecordId
from bot.play.house import House
from bot.play.shown import Request
from bot.storage import campaigns


@dataclass(frozen=True, slots=True)
class Known:
    """One of a server's campaigns: its name, where it is played, and what the asker is in it.

    `taken` are those of its channels, the game master's too, that belong to another campaign now.
    """

    id: RecordId
    name: str
    channels: tuple[int, ...]
    standing: Standing
    is_archived: bool = False
    taken: tuple[int, ...] = ()


def known_campaigns(
    connection: sa.Connection, house: House, actor: Actor, request: Request, part: str, *, archived: bool
) -> tuple[Known, ...]:
    """The server's campaigns with that piece in their name or with that id, those in play first.

    With `archived` also those that rest. At most 100: a longer piece finds the rest.
    """
    rows = campaigns.of_guild(connection, request.guild, part, archived=archived)
    records = [house.record(row) for row in rows]
    resting = [place for record in records if record.is_archived for place in record.state.places]
    taken = campaigns.held(connection, resting) if resting else set()
    return tuple(_known(record, actor, taken) for record in records)


def _known(record: Record[Campaign], actor: Actor, taken: Collection[int]) -> Known:
    state = record.state
    lost = tuple(place for place in state.places if place in taken) if record.is_archived else ()
    standing = state.standing(actor.user, actor.roles)
    return Known(record.id, state.name, state.channels, standing, record.is_archived, lost)
