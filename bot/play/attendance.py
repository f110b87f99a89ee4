"""Who is here: whoever acts is back, whoever misses too many deadlines is away, and who acts for whom."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.pace import Away
from bot.engine.people import PUBLIC
from bot.engine.system import Choice, PlainEvent, Replace, Result
from bot.engine.text import refused
from bot.play.clocks import hears
from bot.play.preview import tried
from bot.play.session import Session
from bot.play.views import STANDS_IN

CAME_BACK, COUNTED_AWAY, ORDER_ENDED = "CameBack", "CountedAway", "OrderEnded"
COMES_NEXT = "ComesNext"


def came_back(session: Session, result: Result, action: Any) -> None:
    """Whoever does something themselves is here again: no deadline is missed in a row, no answer stands.

    An absence that they announced ends when they said, or by `/away`.
    """
    if session.by is not None:
        return
    changed = [each.state for each in result.changes if isinstance(each, Replace) and each.id == session.id]
    campaign, actor = (changed or [session.campaign])[-1], session.actor.user
    after = present(campaign, actor)
    # Also by a game's own button or form, or a command that does what a step asks of them.
    has_order = campaign.order_of(actor) is not None
    if has_order and not changed and (session.is_press or asked_for(session, action) == actor):
        after = replace(after, orders=tuple(each for each in after.orders if each.person != actor))
    if after == campaign:
        return
    session.beside.append(Replace(session.id, after))
    if (after.away, after.gone) != (campaign.away, campaign.gone):
        session.prelude = (*session.prelude, PlainEvent(CAME_BACK, {"who": actor}))
    if after.orders != campaign.orders:
        session.prelude = (*session.prelude, PlainEvent(ORDER_ENDED, {"who": actor}))


def told_ahead(session: Session, result: Result) -> Result:
    """What an action came to, with who comes next by it, as far as they want to be told so, and are awake."""
    states = {each.id: each.state for each in result.changes if isinstance(each, Replace)}
    told = []
    for id_, state in states.items():
        if id_ not in session.rows:
            # What this very action began had no order before.
            continue
        turns = session.kind(id_).turns
        (now, then), (_, before) = turns(state), turns(session.records[id_].state)
        came = [who for who in then if who is not None and who not in (*now, *before, session.actor.user)]
        who = [each for each in dict.fromkeys(came) if session.habits(each).ahead and hears(session, each)]
        # Nobody learns of what is hidden.
        if who and session.view(id_, PUBLIC) is not None:
            told.append(PlainEvent(COMES_NEXT, {"who": who, "after": list(dict.fromkeys(now))}))
    return replace(result, events=(*result.events, *told))


def present(campaign: Campaign, person: int) -> Campaign:
    """The campaign with that person here as far as the house had counted them away, or gone."""
    away = tuple(each for each in campaign.away if not (each.person == person and each.is_by_itself))
    missed = {user: count for user, count in campaign.missed.items() if user != person}
    gone = tuple(each for each in campaign.gone if each != person)
    return replace(campaign, away=away, missed=missed, gone=gone)


def with_missed(campaign: Campaign, person: int, now: datetime) -> Campaign:
    """The campaign once that person has missed one more deadline: one too many, and they count as away."""
    count = campaign.missed.get(person, 0) + 1
    most = campaign.pace.missed
    is_away = any(each.person == person and each.is_at(now) for each in campaign.away)
    if not most or count < most or is_away:
        return replace(campaign, missed={**campaign.missed, person: count})
    gone = Away(person, now, is_by_itself=True)
    return replace(campaign, missed={**campaign.missed, person: count}, away=(*campaign.away, gone))


def is_proxy(session: Session, owner: int | None) -> bool:
    """True if the actor may act for that person, who is away."""
    actor = session.actor.user
    if owner is None or owner == actor or session.by is not None:
        return False
    away = session.campaign.away_at(owner, session.now)
    return away is not None and away.proxy == actor


def stand_in(session: Session, owner: int | None) -> bool:
    """Let the actor act for that person from now on, whose proxy they are while they are away; whether so."""
    if owner is None or not is_proxy(session, owner):
        return False
    actor = session.actor.user
    session.stand_in(owner, actor)
    session.prelude = (*session.prelude, PlainEvent(STANDS_IN, {"by": actor, "who": owner}))
    return True


def asked_for(session: Session, action: Any) -> int | None:
    """Whom a step that is open asks for just that, whatever is filled in."""
    loaded = [each for each, record in session.records.items() if not record.is_archived]
    for step in (step for each in loaded for step in session.steps(each)):
        if any(_is_filled_in(choice, action) for choice in step.choices):
            return step.who
    return None


def _is_filled_in(choice: Choice, action: Any) -> bool:
    """Whether the action is that of the choice, with what it asks for; when it was meant for is no matter."""
    if type(choice.action) is not type(action):
        return False
    open_ = {ask.field for ask in choice.asks}
    fixed = (each.name for each in fields(action) if each.compare and each.name not in open_)
    return all(getattr(choice.action, name) == getattr(action, name) for name in fixed)


def require_not_final(session: Session, action: Any) -> None:
    """See that a proxy may decide that. Raises RuleViolation for what is final."""
    if not session.context.catalogue.of_action(action)[1].confirms:
        return
    (deed,) = tried(session, [action]).preview.deeds
    if deed.notes:
        raise refused(
            "proxy.final",
            "That can't be taken back, so {who:@} or a {gm} has to decide it.",
            who=session.actor.user,
        )
