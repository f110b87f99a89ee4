"""What is proposed: an action tried as with the game masters behind it, and done once it is accepted.

`tried` is `bot.play.preview.tried` in a moment that is held: previews need this module themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.engine.catalogue import Catalogue
from bot.engine.declare import asks_of, options_of
from bot.engine.people import EVERYONE, Actor, Audience
from bot.engine.proposals import ACCEPT, CHANGE, LINES, Foretold, Proposal, Propose, Proposing, Terms
from bot.engine.system import FormField, Record, RecordId, Result, Scope, System, World
from bot.engine.text import refused
from bot.play.context import audience, digest_of, essence_of, event_data, event_of
from bot.play.parts import moved
from bot.play.session import Session
from bot.play.worlds import world_of
from bot.play.written import read, written
from bot.storage import codec

Tried = Callable[[Session, Sequence[Any], int, datetime], Any]


def for_author(session: Session, author: int) -> Session:
    """The same campaign as an accepted action of that person's finds it."""
    return replace(session, actor=Actor(author), is_led=True)


def proposal_of(session: Session, action: Any, tried: Tried) -> Propose:
    """What takes the place of an action that its actor may not do alone. Raises UserError."""
    terms = _terms(session, session.actor.user, action, tried)
    system, kind = session.context.catalogue.of_action(action)
    if terms.entry is not None:
        return Propose(terms, Audience(everyone=False, person=session.actor.user), is_draft=True)
    is_open = all(each.audience.everyone for each in terms.told)
    author = Audience(everyone=False, person=session.actor.user, with_game_masters=True)
    asked = kind.proposed.to(world_of(session, system), action) if kind.proposed is not None else None
    return Propose(terms, EVERYONE if is_open else author, to=asked)


def again(session: Session, tried: Tried, proposal: RecordId, texts: Sequence[str] = ()) -> Terms:
    """What is proposed there as it would come out now. Raises UserError."""
    state: Proposal = session.records[proposal].state
    (action,), _ = read(session.context, state.terms.deeds)
    if not texts:
        return _terms(session, state.author, action, tried, state.terms)
    given = {name: text.strip() for name, text in zip(state.terms.fields, texts, strict=False)}
    changed = _rewritten(session, action, given)
    if changed == action:
        raise refused("proposal.same", "That's exactly what is already proposed.")
    _, kind = session.context.catalogue.of_action(action)
    terms = _terms(session, state.author, changed, tried)
    is_agreed = kind.proposed is not None and kind.proposed.agreed(action, changed)
    return replace(terms, is_agreed=is_agreed and state.to is None and state.asked is None)


def _rewritten(session: Session, action: Any, given: Mapping[str, str]) -> Any:
    """The action with what was written in the form of a counter-proposal."""
    proposing = session.context.catalogue.of_action(action)[1].proposed
    if proposing is not None and proposing.rewritten is not None:
        return proposing.rewritten(action, given)
    options = options_of(type(action))
    return replace(action, **{name: options[name].answered(text) for name, text in given.items()})


def _terms(session: Session, author: int, action: Any, tried: Tried, since: Terms | None = None) -> Terms:
    system, kind = session.context.catalogue.of_action(action)
    if kind.proposed is None:
        raise LookupError(f"{kind.name} is never proposed")
    apart = replace(session.apart(), actor=Actor(author), is_led=True)
    apart.load(Scope())
    entries, at = session.row.entries, session.now
    if since is not None and since.at is not None:
        entries, at = since.entries, since.at
    trial = tried(apart, [action], entries, at)
    (deed,) = trial.preview.deeds
    if deed.refusals:
        raise deed.refusals[0]
    seen = world_of(apart, system)
    before, after = (replace(seen, records=each) for each in (trial.preview.before, trial.preview.after))
    proposing = kind.proposed
    asks = _asks(proposing, before, action)
    address, data = proposing.portrait(action)
    parts = tuple(_parts(before.records, after.records))
    told = deed.came.entry.events if proposing.foretold is None else proposing.foretold(before, action)
    shown = tuple(Foretold(audience(each), codec.text(event_data(each))) for each in told)
    touched = (RecordId(record) for record, _, _ in parts)
    return Terms(
        system.name,
        proposing.title(before, after, action),
        written(session.context, [proposing.later(action)]),
        shown,
        tuple(dict.fromkeys((*proposing.about(action), *touched))),
        parts,
        # Of one that dice decide a try tells nothing.
        trial.digest if proposing.foretold is None else digest_of([trial.digest, *map(essence_of, told)]),
        entries,
        at,
        tuple(replace(ask, field=line, is_number=False) for line, ask in zip(LINES, asks, strict=False)),
        tuple(ask.field for ask in asks)[: len(LINES)],
        address,
        data,
        proposing.entry(before, action) if proposing.entry is not None else None,
        "" if proposing.accept is ACCEPT else proposing.accept.plain(),
        "" if proposing.change is CHANGE else proposing.change.plain(),
    )


def _asks(proposing: Proposing[Any], found: World, action: Any) -> list[FormField]:
    """The lines of the form of a counter-proposal, as they would be written now."""
    if proposing.lines is not None:
        return list(proposing.lines(found, action))
    changes = proposing.changes(action).items()
    return [ask for name, text in changes for ask in asks_of(type(action), name, **{name: text})]


def _parts(
    before: Mapping[RecordId, Record[Any]], after: Mapping[RecordId, Record[Any]]
) -> Iterator[tuple[str, str, str]]:
    """What a try changed of the records that there are: record, field and key of each part."""
    for each, record in after.items():
        old = before.get(each)
        if old is None or old is record:
            continue
        if old.is_archived != record.is_archived:
            yield each, "", ""
        for part in sorted(moved(codec.plain(old.state), codec.plain(record.state)), key=str):
            yield each, part.field or "", part.key or ""


# -- accepted -------------------------------------------------------------------------------------------


def accepted(session: Session, acceptance: Result, proposal: RecordId) -> tuple[System, Any]:
    """The action that is accepted, on the terms it is accepted on, with its system.

    Raises Stale where no rules know it now.
    """
    state = next(change.state for change in acceptance.changes if change.id == proposal)
    (action,), _ = read(session.context, state.terms.deeds)
    return session.context.catalogue.of_action(action)[0], action


def joined(acceptance: Result, deed: Result) -> Result:
    """An acceptance and the accepted action as one result, about what the action is about."""
    subject = deed.subject or next((change.id for change in deed.changes), acceptance.subject)
    return replace(
        deed,
        changes=(*deed.changes, *acceptance.changes),
        events=(*deed.events, *acceptance.events),
        subject=subject,
        on_behalf_of=acceptance.on_behalf_of,
    )


# -- shown ----------------------------------------------------------------------------------------------


def foretold(catalogue: Catalogue, terms: Terms) -> tuple[Any, ...]:
    """The events that terms would come to, as far as their viewer is shown them."""
    return tuple(event_of(catalogue, terms.system, codec.read(each.event)) for each in terms.told)
