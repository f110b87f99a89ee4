"""Plans: the actions that one person put together in a campaign, until an offer carries them out.

A plan is kept as an offer is, each of its actions under the id of the preview that it came from. It is tried
and carried out in a row by an offer; what any offer carries out is struck off it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.text import refused
from bot.play.context import Context
from bot.play.session import Session, id_text, open_session
from bot.play.views import Request
from bot.play.written import read, written
from bot.storage import codec, offers
from bot.storage.offers import OfferRow

MOST_PLANNED = 25
# Begins the id of a plan, so that none is taken for an offer.
PLAN = "plan-"


def plan_of(connection: sa.Connection, context: Context, actor: Actor, request: Request) -> dict[str, Any]:
    """The actor's plan in the campaign meant: its actions in order, by id. Raises UserError."""
    return planned(open_session(connection, context, actor, request))


def planned(session: Session, user: int | None = None) -> dict[str, Any]:
    """The actions of a plan in order, by id; the actor's, or another's. Raises Stale for an unsure one."""
    entries = entries_of(session, user)
    actions, _ = read(session.context, codec.text([written for _, written in entries]))
    return dict(zip((id_ for id_, _ in entries), actions, strict=True))


def plans_of_others(
    connection: sa.Connection, context: Context, actor: Actor, request: Request
) -> dict[int, dict[str, Any]]:
    """What others have planned in the campaign meant, by person. What of it is anybody's to see a game says.

    Raises UserError.
    """
    session = open_session(connection, context, actor, request)
    rows = offers.begun_with(session.connection, session.id, f"{PLAN}{session.id}-")
    others = (row.user_id for row in rows if row.user_id != actor.user)
    return {user: planned(session, user) for user in others}


def take_over(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, user: int, id_: str
) -> None:
    """Put an action of another's plan on the actor's own, and off the other. Raises UserError."""
    session = open_session(connection, context, actor, request, lock=True)
    theirs, own = entries_of(session, user), entries_of(session)
    found = next((each for each in theirs if each[0] == id_), None)
    if found is None:
        raise refused("plan.gone", "That's no longer on their plan.")
    require_space(own)
    put(session, [each for each in theirs if each is not found], user)
    put(session, [*own, found])


def drop_from_plan(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, id_: str | None = None
) -> None:
    """Take an action off the actor's plan, or all of them. Raises UserError."""
    session = open_session(connection, context, actor, request, lock=True)
    put(session, [each for each in entries_of(session) if id_ not in (None, each[0])])


def strike(session: Session, action: Any) -> None:
    """Remove an action that was carried out from the actor's plan."""
    entries = entries_of(session)
    (done,) = codec.read(written(session.context, [action]))
    found = next((each for each in entries if each[1] == done), None)
    if found is not None:
        put(session, [each for each in entries if each is not found])


def require_space(entries: Sequence[Any]) -> None:
    """See that a plan has room for one more. Raises RuleViolation."""
    if len(entries) >= MOST_PLANNED:
        raise refused(
            "plan.full",
            "Your plan is full, with {most}. Carry them out or remove some first.",
            most=MOST_PLANNED,
        )


def entries_of(session: Session, user: int | None = None) -> list[tuple[str, Any]]:
    """Each action of a plan, the actor's or another's, as it is written, with its id."""
    row = offers.by_id(session.connection, _id(session, user))
    return [] if row is None else list(zip(codec.read(row.versions), codec.read(row.actions), strict=True))


def put(session: Session, entries: Sequence[tuple[str, Any]], user: int | None = None) -> None:
    """Store those entries as the plan of the actor, or of another person."""
    row = OfferRow(
        id=_id(session, user),
        campaign_id=session.id,
        user_id=session.actor.user if user is None else user,
        actions=codec.text([written for _, written in entries]),
        versions=codec.text([id_ for id_, _ in entries]),
        digest="",
        entries=session.row.entries,
        at=session.now,
    )
    offers.put(session.connection, row)


def _id(session: Session, user: int | None) -> str:
    return f"{PLAN}{session.id}-{id_text(session.actor.user if user is None else user)}"
