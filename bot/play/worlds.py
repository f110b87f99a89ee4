"""What an action finds, and whether its actor may take it here and now."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.engine.people import (
    PUBLIC,
    WHO_MAY,
    Actor,
    Permit,
    Standing,
    is_permitted,
    join_first,
    may_use,
    only,
    who_may,
)
from bot.engine.settings import FOUNDERS_ROLE
from bot.engine.system import ActionKind, Noted, System, World
from bot.engine.text import refused
from bot.errors import UserError
from bot.play.context import Context
from bot.play.session import TABLE, Session
from bot.play.views import Request
from bot.storage import campaigns, journal, records


def world_of(session: Session, system: System) -> World:
    """All that was loaded, as an action of that game finds it."""
    return World(
        campaign=session.campaign,
        campaign_id=session.id,
        actor=session.actor.user,
        standing=session.standing,
        channel=session.request.parent or session.request.channel,
        now=session.now,
        records=dict(session.records),
        new_id=session.new_id,
        content=system.content,
        settings=session.context.catalogue.settings_of((TABLE, *session.campaign.systems)),
        shelves=session.context.catalogue.shelves_of(session.campaign.systems),
        supplied=session.context.catalogue.supplied,
        entry=session.row.entries + 1,
        place=session.open_channel,
        advances=session.context.catalogue.advances_of(session.campaign.systems),
        zone_of=lambda person: session.habits(person).zone,
        noted=partial(_noted, session),
        chapter=session.row.chapter,
    )


def _noted(session: Session, number: int) -> Noted | None:
    row = journal.entry(session.connection, session.row.id, number)
    if row is None:
        return None
    stands = row.undone_by is None and row.undoes is None
    return Noted(stands, bool(session.context.entry(row, PUBLIC).events))


def require_game(session: Session, system: System) -> None:
    """See that the campaign plays that game. Raises RuleViolation."""
    campaign = session.campaign
    if system.name == TABLE or system.name in campaign.systems:
        return
    raise refused(
        "campaign.not_played",
        "This campaign doesn't play {game}. Its games are chosen when it starts.",
        game=system.title,
    )


def require_in_play(session: Session) -> None:
    """See that the campaign is not archived. Raises RuleViolation."""
    if session.records[session.id].is_archived:
        raise refused(
            "campaign.archived",
            "This campaign is archived. `/campaign restore` brings it back, with everything in it.",
        )


def require_permit(session: Session, kind: ActionKind[Any], seen: World, action: Any) -> None:
    """See that the actor may do that. Raises NotAllowed."""
    owner = kind.owner(seen, action) if kind.owner is not None else None
    if is_permitted(kind.may, session.standing, session.actor, owner):
        return
    if kind.may is Permit.FOUNDERS and may_begin(
        session.connection, session.context, session.actor, session.request
    ):
        return
    if owner == session.actor.user:
        raise join_first(session.id)
    if kind.may is Permit.OWNER_OR_GAME_MASTER or (kind.may is Permit.OWNER and owner is not None):
        raise only(who_may(kind.may, owner))
    raise barred(session, kind.may)


def barred(session: Session, may: Permit) -> UserError:
    """What somebody is told who isn't among those: to join first where that is all it takes."""
    is_members = may is Permit.MEMBERS and not session.campaign.is_server
    return join_first(session.id) if is_members else only(WHO_MAY[may])


def may_begin(connection: sa.Connection, context: Context, actor: Actor, request: Request) -> bool:
    """Whether somebody may begin campaigns: by themselves, or by the role that the server named for it."""
    if may_use(Permit.FOUNDERS, Standing.OUTSIDER, actor):
        return True
    row = campaigns.of_server(connection, request.guild)
    found = records.of_ids(connection, [row.id]) if row is not None else []
    named = context.record(found[0]).state.settings.get(FOUNDERS_ROLE) if found else None
    return named is not None and int(named) in actor.roles
