"""Offers: what a preview showed is kept, and taken once by its button, after restarts and days too.

An offer is no entry of the journal, and whoever writes one waits for nobody. It is carried out where nothing
of what was read has changed, or where the same try still comes to the same; else it is shown anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from bot import __version__
from bot.engine.declare import Invocation
from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope, Step
from bot.engine.text import T, refused
from bot.errors import NotAllowed, Stale, UserError
from bot.play import plans
from bot.play.act import carry_out, chosen, delivered_before, repeated
from bot.play.asked import action_of
from bot.play.attendance import is_proxy, require_not_final, stand_in
from bot.play.context import Context
from bot.play.forms import FORM
from bot.play.preview import Moment, Preview, Trial, may_take, new_record, tried
from bot.play.session import Session, id_text, open_session, part_of
from bot.play.views import Outcome, Pressed, Request
from bot.play.written import read, written
from bot.storage import codec, offers
from bot.storage.offers import OfferRow
from bot.storage.records import Done

LASTS = timedelta(days=60)

# Why it is not carried out at once, but shown.
NOT_DONE, NOT_PLANNED = T("Not done yet"), T("Not added yet")
COMES_OTHERWISE = T("{what}: it would turn out differently now. Here's how it is:")
TOO_OLD = T("{what}: that preview is older than 60 days. Here's how it is now:")
AFTER_PLAN = T("That only works after what's on your plan, so here are both:")
HUNG_ON_DICE = T("The rest isn't done yet: it depended on how this turned out. Here's how it is now:")
# Under this name the versions of what was read hold that of the rules.
PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of pressing an offer: the outcome of each deed, in order.

    `renewed` is shown where it, or what is left of it, would come out differently. `stopped` is why a deed
    was not done, and with it those after it.
    """

    outcomes: tuple[Outcome, ...] = ()
    renewed: Preview | None = None
    stopped: UserError | None = None


# -- what somebody may do ---------------------------------------------------------------------------


def moves(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, record: RecordId
) -> tuple[Step, ...]:
    """The steps open in a record, with those of their choices that are the actor's to take."""
    session = open_session(connection, context, actor, request, record=record)
    session.load(Scope(ids=(record,), links=True))
    found, row = session.records[record], session.rows[record]
    steps = context.catalogue.steps(row.system, found.kind, record, found.state)
    own = (
        replace(step, choices=tuple(each for each in step.choices if may_take(session, each.action)))
        for step in steps
    )
    return tuple(step for step in own if step.choices)


# -- keeping ------------------------------------------------------------------------------------------


def try_out(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, actions: Sequence[Any]
) -> tuple[Preview, OfferRow]:
    """Try actions, or what commands come to, in a row; what to keep of it. Raises UserError."""
    session = open_session(connection, context, actor, request)
    found = [action_of(session, each) if isinstance(each, Invocation) else each for each in actions]
    try:
        return _kept(session, found, tried(session, found))
    except UserError:
        after = _after_plan(session, found)
        if after is None:
            raise
        return after


def _after_plan(session: Session, actions: Sequence[Any]) -> tuple[Preview, OfferRow] | None:
    """What is refused as things stand, tried after the asker's plan; None where it doesn't go then either."""
    try:
        plan = list(plans.planned(session).values())
    except Stale:
        return None
    trial = tried(session, [*plan, *actions]) if plan else None
    if trial is None or not trial.preview.is_whole:
        return None
    trial = replace(trial, preview=replace(trial.preview, planned=len(plan)))
    return _kept(session, [*plan, *actions], trial, AFTER_PLAN())


def _kept(session: Session, actions: Sequence[Any], trial: Trial, why: str = "") -> tuple[Preview, OfferRow]:
    id_ = id_text(session.request.interaction)
    versions = codec.text({**trial.versions, PROGRAM: __version__})
    row = OfferRow(
        id=id_,
        campaign_id=session.id,
        user_id=session.actor.user,
        actions=written(session.context, actions),
        versions=versions,
        digest=trial.digest,
        entries=session.row.entries,
        at=session.now,
    )
    preview = replace(trial.preview, why=why, id=id_)
    return replace(preview, offer=id_ if preview.goes else None), row


def act_or_offer(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, action: Any
) -> Taken:
    """Carry out what no dice decide and the rules note nothing about; show anything else, and offer it.

    Raises UserError: nothing was changed then.
    """
    session = open_session(connection, context, actor, request, lock=True)
    first = repeated(connection, context, actor, request)
    if first is not None:
        return Taken((first,))
    found = action_of(session, action) if isinstance(action, Invocation) else action
    if context.catalogue.of_action(found)[1].confirms:
        return _unless_asked(session, found)
    trial = tried(session, [found])
    (deed,) = trial.preview.deeds
    if trial.preview.goes and deed.is_foretold and not deed.notes and deed.roll is None:
        return Taken((carry_out(session, found),))
    return _offered(session, [found], trial)


def _unless_asked(session: Session, action: Any) -> Taken:
    """Carry out what the rules note nothing of and no game follows; ask before anything else, and offer."""
    try:
        trial = tried(session, [action])
    except UserError:
        # What is refused says so by itself.
        return Taken((carry_out(session, action),))
    (deed,) = trial.preview.deeds
    if (deed.notes or deed.is_followed) and deed.goes:
        return _offered(session, [action], trial)
    return Taken((carry_out(session, action),))


def press(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    pressed: Pressed,
    answers: Mapping[str, str] | None,
) -> Taken:
    """Carry out a choice of a step that waits, with the answers of its form where it has one.

    What a form comes to is shown, and offered, where its command shows it first too; and whatever asks first.
    Raises UserError, Stale where the step has moved on: nothing was changed then.
    """
    session = open_session(connection, context, actor, request, record=pressed.record, lock=True)
    session.is_unsure = True
    try:
        action = chosen(session, pressed, answers or {})
    except Done:
        return Taken((delivered_before(connection, context, actor, request),))
    session.is_press = True
    kind = context.catalogue.of_action(action)[1]
    # Whom the step of the button asks.
    asked = next((each.who for each in session.steps(pressed.record) if each.name == pressed.step), None)
    if is_proxy(session, asked) and not may_take(session, action):
        stand_in(session, asked)
        require_not_final(session, action)
        return Taken((carry_out(session, action),))
    if kind.confirms:
        return _unless_asked(session, action)
    if kind.previewed and answers is not None:
        return _offered(session, [action], tried(session, [action]))
    return Taken((carry_out(session, action),))


# -- a plan ------------------------------------------------------------------------------------------


def add_to_plan(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, preview: str
) -> Preview | None:
    """Put what was previewed at the end of the actor's plan, or show it anew. Raises UserError."""
    kept = _offer(connection, actor, preview)
    session = open_session(connection, context, actor, request, campaign=kept.campaign_id, lock=True)
    entries = plans.entries_of(session)
    if preview in (id_ for id_, _ in entries):
        raise refused("plan.twice", "That's already on your plan.")
    plans.require_space(entries)
    if (anew := _anew(session, kept, NOT_PLANNED)) is not None:
        return anew.renewed
    plans.put(session, [*entries, (preview, codec.read(kept.actions)[-1])])
    return None


# -- taking -------------------------------------------------------------------------------------------


def take(connection: sa.Connection, context: Context, actor: Actor, request: Request, offer: str) -> Taken:
    """Carry out what was offered, or show it anew. Raises UserError: nothing was changed then."""
    kept = _offer(connection, actor, offer)
    session = open_session(connection, context, actor, request, campaign=kept.campaign_id, lock=True)
    first = repeated(connection, context, actor, request)
    if first is not None:
        return Taken((first,))
    # Read again: whoever came first may have been waited for.
    kept = offers.by_id(connection, offer) or kept
    _require_untaken(kept)
    anew = _anew(session, kept, NOT_DONE)
    return anew if anew is not None else _carried_out(session, kept, read(context, kept.actions)[0])


def _anew(session: Session, kept: OfferRow, what: T) -> Taken | None:
    """What was previewed, shown as it is now where it is old or comes otherwise; None where it still holds.

    `what` wasn't done. Raises UserError.
    """
    actions, is_same = read(session.context, kept.actions)
    is_old = session.now - kept.at > LASTS
    if not is_old and is_same and _is_as_read(session, kept, actions):
        return None
    trial = tried(session, actions, Moment(kept.entries, kept.at))
    if not is_old and trial.digest == kept.digest:
        return None
    return _renewed(session, actions, (TOO_OLD if is_old else COMES_OTHERWISE)(what=what))


def kept(connection: sa.Connection, context: Context, actor: Actor, offer: str) -> tuple[Any, ...]:
    """What an offer would carry out. Raises Stale where it is gone or done, NotAllowed for another's."""
    row = _offer(connection, actor, offer)
    _require_untaken(row)
    return tuple(read(context, row.actions)[0])


def _require_untaken(kept: OfferRow) -> None:
    if kept.entry is not None:
        raise _begun_anew(
            refused(
                "offer.taken",
                "That was already done, as #{entry}. To do it again, press **Act…** and choose it there.",
                Stale,
                entry=kept.entry,
            )
        )


def _begun_anew(error: UserError) -> UserError:
    error.begins_anew = True
    return error


def _offer(connection: sa.Connection, actor: Actor, offer: str) -> OfferRow:
    """What that button offers. Raises Stale where it is no longer kept, NotAllowed where it is another's."""
    kept = offers.by_id(connection, offer) if not offer.startswith((plans.PLAN, FORM)) else None
    if kept is None:
        raise _begun_anew(
            refused(
                "offer.gone",
                "That preview is gone: it's older than 60 days, or from after a backup that was restored. "
                "Press **Act…** and choose it there again.",
                Stale,
            )
        )
    if kept.user_id != actor.user:
        raise refused(
            "offer.not_yours",
            "That preview is somebody else's. Use the command yourself.",
            NotAllowed,
        )
    return kept


def _is_as_read(session: Session, kept: OfferRow, actions: Sequence[Any]) -> bool:
    """Whether nothing has changed of what was read for it, seen or hidden, nor the rules."""
    for action in actions:
        session.load(session.context.catalogue.of_action(action)[1].scope(action))
    now = {str(each): row.version for each, row in session.rows.items()}
    return bool({**now, PROGRAM: __version__} == codec.read(kept.versions))


def _renewed(session: Session, actions: Sequence[Any], why: str, done: Sequence[Outcome] = ()) -> Taken:
    return _offered(session, actions, tried(session, actions), why, done)


def _offered(
    session: Session, actions: Sequence[Any], trial: Trial, why: str = "", done: Sequence[Outcome] = ()
) -> Taken:
    preview, row = _kept(session, actions, trial, why)
    # The same interaction, delivered again, has kept it.
    if offers.by_id(session.connection, row.id) is None:
        offers.insert(session.connection, row)
    return Taken(tuple(done), preview)


def _carried_out(session: Session, kept: OfferRow, actions: Sequence[Any]) -> Taken:
    """Each deed in a row, an entry of its own; dice end the row, and so does a refusal."""
    outcomes = [carry_out(session, actions[0])]
    plans.strike(session, actions[0])
    offers.mark_taken(session.connection, kept.id, outcomes[0].public.entry.number)
    interaction = session.request.interaction
    for number, action in enumerate(actions[1:], 2):
        drawn = session.row.drawn, session.row.secret_drawn
        session = _next(session, interaction, number)
        if drawn != (session.row.drawn, session.row.secret_drawn):
            rest = _renamed(session.context, actions[number - 1 :], interaction, number - 1)
            return _renewed(session, rest, HUNG_ON_DICE(), outcomes)
        (next_,) = _renamed(session.context, [action], interaction, number - 1)
        try:
            with session.connection.begin_nested():
                outcomes.append(carry_out(session, next_))
                plans.strike(session, next_)
        except UserError as refusal:
            return Taken(tuple(outcomes), stopped=refusal)
    return Taken(tuple(outcomes))


def _next(session: Session, interaction: int, number: int) -> Session:
    """A session of the same campaign, still locked, for the next deed."""
    request = replace(session.request, interaction=part_of(interaction, number))
    context, actor = session.context, session.actor
    return open_session(session.connection, context, actor, request, campaign=session.id)


_NEW = re.compile(r'"' + re.escape(new_record(0, 0)).replace("0", r"(\d+)") + r'"')


def _renamed(context: Context, actions: Sequence[Any], interaction: int, done: int) -> list[Any]:
    """The actions with the ids of what the first `done` deeds opened; those of later deeds move up."""

    def real(found: re.Match[str]) -> str:
        deed, number = int(found[1]), int(found[2])
        if deed > done:
            return f'"{new_record(deed - done, number)}"'
        return f'"{id_text(part_of(interaction, deed))}-{number}"'

    return [codec.load(type(each), _NEW.sub(real, codec.dump(each))) for each in actions]
