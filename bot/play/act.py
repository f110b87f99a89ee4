"""One action: who may, what the rules say, what is kept. The only way anything ever changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.declare import Invocation, Options, options_of
from bot.engine.dice.source import Seed, VerifiableDice
from bot.engine.people import Actor
from bot.engine.system import (
    ActionKind,
    Choice,
    FormField,
    PlainEvent,
    Record,
    RecordId,
    Scope,
    System,
    World,
)
from bot.engine.text import led_by, refused
from bot.engine.words import whole_number
from bot.errors import NotAllowed, UserError
from bot.play.asked import action_of
from bot.play.attendance import asked_for, came_back, require_not_final, stand_in, told_ahead
from bot.play.commit import commit, outcome
from bot.play.context import Context
from bot.play.following import followed, settled
from bot.play.preview import offer_first, tried_at
from bot.play.session import CAMPAIGN, SERVER_NAME, TABLE, NoCampaign, Session, choose, id_text, open_session
from bot.play.terms import accepted, again, for_author, joined, proposal_of
from bot.play.views import Link, MadeEntry, Outcome, Pressed, Request, Where
from bot.play.worlds import require_game, require_in_play, require_permit, world_of
from bot.storage import campaigns, journal, outbox, records
from bot.storage.campaigns import CampaignRow
from bot.storage.journal import EntryRow
from bot.storage.outbox import PUBLIC_POST
from bot.storage.records import Done


def act(connection: sa.Connection, context: Context, actor: Actor, request: Request, action: Any) -> Outcome:
    """Carry out an action, or what a command comes to, in the campaign that the request means."""
    cls = action.command.options if isinstance(action, Invocation) else type(action)
    if context.catalogue.founds(cls):
        return repeated(connection, context, actor, request) or carry_out(
            _begin(connection, context, actor, request, is_server=False), action
        )
    try:
        session = _hold(connection, context, actor, request)
    except NoCampaign:
        # It may be what took the campaign out of this channel, delivered once more.
        first = repeated(connection, context, actor, request)
        if first is None:
            raise
        return first
    # Asked only after the lock: what came first may have been waited for.
    session.is_unsure = True
    try:
        return carry_out(session, action)
    except Done:
        return delivered_before(connection, context, actor, request)
    except NotAllowed:
        # A game's own button does what a step asks of somebody who left that to their proxy.
        if isinstance(action, Invocation) or not stand_in(session, asked_for(session, action)):
            raise
        require_not_final(session, action)
        return carry_out(session, action)


def chosen(session: Session, pressed: Pressed, answers: Mapping[str, str]) -> Any:
    """The action of a choice, with what was asked for. Raises Stale, and RuleViolation for a bad answer."""
    session.load(Scope(ids=(pressed.record,), links=True))
    return _answered(choose(session, pressed), answers)


def _answered(choice: Choice, answers: Mapping[str, str]) -> Any:
    """The action with what was written; what needn't be is its default where it was left empty."""
    action = choice.action
    declared = options_of(type(action)) if isinstance(action, Options) else {}
    defaults = {each.name: each.default for each in fields(action)}

    def read(ask: FormField, text: str) -> Any:
        if ask.is_optional and not text.strip():
            return defaults[ask.field]
        return declared[ask.field].taken(text, ask.label) if ask.field in declared else _answer(ask, text)

    wanted = {ask.field: read(ask, answers[ask.field]) for ask in choice.asks if ask.field in answers}
    return replace(action, **wanted)


def _answer(ask: FormField, text: str) -> str | int:
    """What was written, as the action wants it. Raises RuleViolation."""
    if ask.options:
        near = text.strip().casefold()
        fitting = (value for value, name in ask.options if near in (value.casefold(), name.casefold()))
        found = next(fitting, None)
        if found is None:
            raise refused(
                "form.not_an_option",
                "{label} can be: {names:,}.",
                label=ask.label,
                names=[name for _, name in ask.options],
            )
        text = found
    if not ask.is_number:
        return text
    number = whole_number(text)
    if number is None:
        raise refused(
            "form.not_a_number",
            "{label} has to be a whole number, like 4, not “{text:40}”.",
            label=ask.label,
            text=text,
        )
    return number


def carry_out(session: Session, action: Any) -> Outcome:
    """Carry out an action, or what a command comes to, in a campaign that is held. Raises UserError."""
    action = action_of(session, action) if isinstance(action, Invocation) else action
    with led_by(session.context.catalogue.of_action(action)[0].game_master):
        return _carried_out(session, action)


def _carried_out(session: Session, action: Any) -> Outcome:
    system, kind, seen = _found(session, action)
    if kind.proposed is not None and kind.proposed.needs(seen, action):
        action = proposal_of(session, action, tried_at)
        system, kind, seen = _found(session, action)
    dice = _dice(session)
    try:
        result = kind.perform(seen, action, dice)
    except UserError as refusal:
        offer_first(session, action, refusal)
        raise
    then = result.then
    if then is not None:
        author = for_author(session, session.records[then].state.author)
        _, action = accepted(session, result, then)
        system, kind, seen = _found(author, action)
        result = joined(result, kind.perform(seen, action, dice))
    find = partial(world_of, session)
    result = followed(session.context.catalogue, seen, result, session.load, find)
    result = settled(system, result, session.load, find)
    came_back(session, result, action)
    result = told_ahead(session, result)
    return replace(commit(session, system, action, result, dice), is_acceptance=then is not None)


def _found(session: Session, action: Any) -> tuple[System, ActionKind[Any], World]:
    """All that an action finds. Raises UserError where its actor may not take it here and now."""
    system, kind = session.context.catalogue.of_action(action)
    session.load(kind.scope(action))
    require_game(session, system)
    if not kind.revives:
        require_in_play(session)
    seen = replace(world_of(session, system), tried=partial(again, session, tried_at))
    require_permit(session, kind, seen, action)
    return system, kind, seen


def _dice(session: Session) -> VerifiableDice:
    row = session.row
    return VerifiableDice(
        public=Seed(row.seed),
        secret=Seed(row.secret_seed),
        drawing=row.drawn + 1,
        secret_drawing=row.secret_drawn + 1,
        interaction=session.request.interaction,
    )


# -- where it happens ---------------------------------------------------------------------------


def _hold(connection: sa.Connection, context: Context, actor: Actor, request: Request) -> Session:
    try:
        return open_session(connection, context, actor, request, lock=True)
    except NoCampaign:
        if request.where is Where.CHANNEL:
            raise
    # The first that this server keeps apart from any campaign.
    session = _begin(connection, context, actor, request, is_server=True)
    root = session.records[session.id]
    records.insert(connection, [context.row(session.row.id, TABLE, root)])
    return session


def _begin(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, *, is_server: bool
) -> Session:
    suffix = "server" if is_server else "0"
    row = CampaignRow(
        id=f"{id_text(request.interaction)}-{suffix}",
        guild_id=request.guild,
        is_server=is_server,
        began_at=context.now(),
        entries=0,
        chapter=1,
        seed=context.randomness(32),
        secret_seed=context.randomness(32),
        drawn=0,
        secret_drawn=0,
    )
    campaigns.begin(connection, row)
    session = Session(connection, context, actor=actor, request=request, row=row, now=context.now())
    name = SERVER_NAME.plain() if is_server else ""
    session.records[session.id] = Record(
        session.id, CAMPAIGN, Campaign(name=name, guild=request.guild, is_server=is_server)
    )
    session.prelude = (chapter_began(row),)
    return session


def chapter_began(row: CampaignRow) -> PlainEvent:
    """The event that publishes the seals of a chapter's dice."""
    commitments = {"open": Seed(row.seed).commitment, "secret": Seed(row.secret_seed).commitment}
    return PlainEvent("ChapterBegan", {"chapter": row.chapter, **commitments})


# -- exactly once -------------------------------------------------------------------------------


def repeated(connection: sa.Connection, context: Context, actor: Actor, request: Request) -> Outcome | None:
    """The first outcome of an interaction that was delivered before, if it was."""
    entry = journal.by_interaction(connection, request.interaction)
    if entry is None or entry.actor_id != actor.user:
        return None
    session = open_session(connection, context, actor, request, campaign=entry.campaign_id)
    session.load(Scope(ids=(RecordId(entry.subject_id),) if entry.subject_id else (), links=True))
    told = outcome(session, entry, {}, is_repeat=True)
    return replace(told, delivered=_public_message(connection, entry, session.row.guild_id))


def _public_message(connection: sa.Connection, entry: EntryRow, guild: int) -> Link | None:
    rows = outbox.of_entry(connection, entry.campaign_id, entry.number)
    public = [row for row in rows if row.audience == PUBLIC_POST and row.message_id is not None]
    # The last: a card that could not be redrawn has moved.
    sent = public[-1] if public else None
    if sent is None or sent.message_id is None:
        return None
    return Link(guild, sent.channel_id, sent.message_id)


def came_of(connection: sa.Connection, interaction: int) -> MadeEntry | None:
    """What an interaction came to, once no transaction that was cut off can change that any more.

    Raises DBAPIError where one still can.
    """
    entry = journal.by_interaction(connection, interaction)
    if entry is None:
        journal.require_no_writer(connection)
        entry = journal.by_interaction(connection, interaction)
    row = campaigns.by_id(connection, entry.campaign_id) if entry is not None else None
    if entry is None or row is None:
        return None
    return MadeEntry(entry.number, _public_message(connection, entry, row.guild_id))


def delivered_before(connection: sa.Connection, context: Context, actor: Actor, request: Request) -> Outcome:
    """The first outcome of an interaction that has its entry. Raises LookupError where it has none."""
    first = repeated(connection, context, actor, request)
    if first is None:
        raise LookupError(f"interaction {request.interaction} has no entry")
    return first
