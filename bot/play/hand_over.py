"""Handing a record to another person, with what belongs to it: its open choices move along."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.engine.finders import begun, only_begun
from bot.engine.people import (
    EVERYONE,
    PUBLIC,
    WHO_MAY,
    Actor,
    Audience,
    Permit,
    Standing,
    is_permitted,
    may_use,
    only,
)
from bot.engine.system import Change, Kind, PlainEvent, RecordId, Replace, Scope, Want, together
from bot.engine.text import refused
from bot.errors import UserError
from bot.play.act import repeated
from bot.play.commit import Draft, store, write
from bot.play.context import Context
from bot.play.following import settling
from bot.play.session import TABLE, Session, open_session, require_room
from bot.play.views import Outcome, RecordView, Request
from bot.play.worlds import require_in_play, world_of
from bot.storage import records
from bot.storage.journal import ChangeRow

HAND_OVER, HANDED_OVER = "HandOver", "HandedOver"
PERMIT = Permit.OWNER_OR_GAME_MASTER


def belongings(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    part: str,
    whose: int | None = None,
) -> tuple[RecordView, ...]:
    """What the actor may hand over, with that piece in its name; that person's alone. Raises NoCampaign."""
    session = open_session(connection, context, actor, request)
    session.load(Scope())
    owner = whose if session.standing is Standing.GAME_MASTER else actor.user
    found = _search(session, *(Want(kind.name, owner=owner, part=part) for kind in kinds(session)))
    shown = session.views(session.viewer)
    return tuple(
        shown[each]
        for each in found
        if each in shown and _may(session, each) and not session.kind(each).goes_along
    )


def hand_over(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    text: str,
    to: int,
    roles: frozenset[int],
) -> Outcome:
    """Give the record of that id or name to a member, whose roles Discord vouched for.

    Raises RuleViolation where there is no such record or the person doesn't play, and NotAllowed.
    """
    session = open_session(connection, context, actor, request, lock=True)
    first = repeated(connection, context, actor, request)
    if first is not None:
        return first
    session.load(Scope())
    require_in_play(session)
    if not may_use(PERMIT, session.standing, actor):
        raise _denied()
    record = _found(session, text)
    _require_allowed(session, record, to, roles)
    return _hand_over(session, record, to)


# -- what, and whether ----------------------------------------------------------------------------


def kinds(session: Session) -> list[Kind[Any]]:
    """The kinds of record in this campaign's games that change hands."""
    systems = session.context.catalogue.systems
    playing = (systems[name] for name in (TABLE, *session.campaign.systems) if name in systems)
    return [kind for system in playing for kind in system.kinds if kind.hand_over is not None]


def _search(session: Session, *wants: Want) -> list[RecordId]:
    """The records found by now that are of a kind that changes hands."""
    session.load(Scope(wants=wants))
    return [record for record in session.rows if session.kind(record).hand_over is not None]


def _found(session: Session, text: str) -> RecordId:
    found = _search(session, *(Want(kind.name, text=text) for kind in kinds(session)))
    shown = session.views(session.viewer)
    seen = [record for record in found if record in shown]
    if len(seen) == 1:
        return seen[0]
    if seen:
        raise refused("record.several", "Several things have that name. Pick one from the list.")
    near = _search(session, *(Want(kind.name, part=text.strip()) for kind in kinds(session)))
    shown = session.views(session.viewer)
    if one := only_begun(text, begun(text, (shown[record] for record in near if record in shown))):
        return one.id
    raise refused("record.none", "Nothing you can hand over has that name. Pick one from the list.")


def _owner(session: Session, record: RecordId) -> int | None:
    return session.kind(record).owner(session.records[record].state)


def _may(session: Session, record: RecordId) -> bool:
    return is_permitted(PERMIT, session.standing, session.actor, _owner(session, record))


def _denied() -> UserError:
    return only(WHO_MAY[PERMIT])


def _require_allowed(session: Session, record: RecordId, to: int, roles: frozenset[int]) -> None:
    if not _may(session, record):
        raise _denied()
    if session.kind(record).goes_along:
        raise refused(
            "hand_over.goes_along",
            "That belongs to something else of the same player. Hand that over, and this goes along.",
        )
    if _owner(session, record) == to:
        raise refused("hand_over.theirs_already", "It's already {person:@}'s. Pick somebody else.", person=to)
    if session.campaign.standing(to, roles) not in (Standing.PLAYER, Standing.GAME_MASTER):
        raise refused(
            "hand_over.plays_not",
            "{person:@} doesn't play in this campaign. Invite them with `/campaign invite`.",
            person=to,
        )
    require_room(session, record, to)


# -- and done -------------------------------------------------------------------------------------


def _hand_over(session: Session, record: RecordId, to: int) -> Outcome:
    before = _owner(session, record)
    given = {each: _given(session, each, record, to) for each in (record, *_along(session, record))}
    changes = [Replace(each, state) for each, state in given.items() if state != session.records[each].state]
    moved = [each.id for each in changes]
    changed = [_stored(session, each) for each in together((*changes, *_settled(session, changes)))]
    draft = Draft(
        system=TABLE,
        action=HAND_OVER,
        input=json.dumps({"record": record, "to": to}),
        events=(_told(session, record, before, to, along=len(moved) - 1),),
        subject=next((each for each in moved if to in [step.who for step in session.steps(each)]), record),
        on_behalf_of=before if before != session.actor.user else None,
    )
    return write(session, draft, changed)


def _settled(session: Session, changes: Sequence[Replace]) -> list[Replace]:
    """The further changes that each game makes when its records change hands."""
    found = list[Replace]()
    for name in dict.fromkeys(session.rows[each.id].system for each in changes):
        own = [each for each in changes if session.rows[each.id].system == name]
        game = session.context.catalogue.systems[name]
        found += settling(game, own, session.load, partial(world_of, session))
    return found


def _stored(session: Session, change: Change) -> ChangeRow:
    now = session.records[change.id]
    after = replace(now, state=change.state, version=now.version + 1)
    return store(session, session.rows[change.id].system, after)


def _along(session: Session, record: RecordId) -> list[RecordId]:
    """What has to do with the record: linking to it, in play, and able to change hands."""
    linking = [RecordId(each) for each in records.linking(session.connection, [record])]
    session.load(Scope(ids=tuple(linking)))
    return [
        each
        for each in linking
        if each in session.records
        and not session.records[each].is_archived
        and session.kind(each).hand_over is not None
    ]


def _given(session: Session, record: RecordId, handed: RecordId, to: int) -> Any:
    state, give = session.records[record].state, session.kind(record).hand_over
    return give(state, to, handed) if give is not None else state


def _told(session: Session, record: RecordId, before: int | None, to: int, *, along: int) -> PlainEvent:
    """The event; of what the players don't know of, only the game masters and the new owner hear."""
    view = session.view(record, PUBLIC)
    audience = EVERYONE if view else Audience(everyone=False, person=to, with_game_masters=True)
    title = view.title if view else session.kind(record).title(session.records[record].state)
    return PlainEvent(HANDED_OVER, {"record": title, "from": before, "to": to, "along": along}, audience)
