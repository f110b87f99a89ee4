"""The campaigns of a server, found by name wherever one is: in play or archived."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.people import Actor, Standing
from bot.engine.seen import Known
from bot.engine.system import Record
from bot.play.house import House
from bot.play.shown import Request
from bot.storage import campaigns


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
    is_run = standing is Standing.GAME_MASTER or actor.manages_server
    return Known(record.id, state.name, state.channels, standing, record.is_archived, lost, is_run)
