"""Commands as somebody gave them, made into what is meant: within one transaction, as far as they may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.declare import Invocation
from bot.engine.finders import Asker, Finds
from bot.engine.people import ALLOWED, WHO_MAY, Actor, Permit, Standing, Viewer, may_use, only
from bot.engine.system import RecordId, Scope
from bot.engine.views import CampaignView
from bot.play.context import Context
from bot.play.look import campaign_view, waiting_for
from bot.play.session import SERVER_NAME, NoCampaign, Session, open_session
from bot.play.views import Request, Where
from bot.play.worlds import barred, may_begin
from bot.storage import journal

T = TypeVar("T")
# So many entries tell what somebody does often.
MOST_RECENT = 200


def ask(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    asked: Invocation,
    answer: Callable[[Asker], T],
    typed: str = "",
) -> T:
    """What a pure function answers, of what the asker may see. Raises NoCampaign or NotAllowed."""
    try:
        session = open_session(connection, context, actor, request)
    except NoCampaign:
        if request.where is Where.CHANNEL and not context.catalogue.founds(asked.command.options):
            raise
        # Nothing is kept yet: there is nothing to be seen, and nobody leads.
        _require_use(None, actor, asked.command.may)
        nothing = CampaignView(
            Campaign(SERVER_NAME.plain(), request.guild, is_server=True), RecordId(""), Viewer(actor.user), {}
        )
        systems = context.catalogue.systems
        return answer(
            Asker(lambda _scope: nothing, actor.user, request.places, asked.given, typed, systems=systems)
        )
    session.load(Scope())
    _require_use(session, actor, asked.command.may)
    return answer(_asking(session, asked.given, typed, asked.command.finders))


def action_of(session: Session, asked: Invocation) -> Any:
    """The action that a command comes to. Raises NotAllowed or RuleViolation."""
    session.load(Scope())
    may, actor = asked.command.may, session.actor
    _require_use(session, actor, may)
    if may is Permit.FOUNDERS and not may_begin(session.connection, session.context, actor, session.request):
        raise only(WHO_MAY[may])
    return asked.to_action(_asking(session, asked.given, "", asked.command.finders))


def _require_use(session: Session | None, actor: Actor, may: Permit) -> None:
    """See that the actor may try it here, before anything is found for them. Raises NotAllowed.

    To have something of one's own one joins first.
    """
    standing = session.standing if session is not None else Standing.OUTSIDER
    if may_use(may, standing, actor) or may is Permit.FOUNDERS:
        return
    if session is None:
        raise only(WHO_MAY[may])
    raise barred(session, Permit.MEMBERS if Standing.PLAYER in ALLOWED[may] else may)


def _asking(session: Session, given: Mapping[str, Any], typed: str, finders: Mapping[str, Finds]) -> Asker:
    # Several options of a command look for the same.
    @cache
    def look(scope: Scope) -> CampaignView:
        return campaign_view(_apart(session, scope))

    return Asker(
        look,
        session.actor.user,
        session.request.places,
        given,
        typed,
        finders,
        lambda: waiting_for(_apart(session, Scope())),
        session.request.server,
        session.context.catalogue.systems,
        session.campaign.left_to(session.actor.user, session.now) | {session.actor.user},
        session.habits,
        lambda: _often(session),
    )


def _often(session: Session) -> Mapping[str, int]:
    """What the actor did among the campaign's newest entries, by action, and how often."""
    entries = journal.recent(session.connection, session.row.id, session.row.entries + 1, MOST_RECENT)
    return Counter(action for actor, _system, action in entries if actor == session.actor.user)


def _apart(session: Session, scope: Scope) -> Session:
    """What the scope names, apart from what the action will find: the rules see their own scope, no more."""
    fresh = session.apart()
    fresh.take([session.rows[session.id]])
    fresh.load(scope)
    return fresh
