"""Every action that is carried out, tried right before: by whom it is for, and by one who sees everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_type_hints

import pytest

from bot.engine.declare import Invocation
from bot.engine.people import EVERYONE
from bot.engine.system import ActionKind, RecordId, Result, System
from bot.errors import UserError
from bot.play import act, commit, preview
from bot.play.asked import action_of
from bot.play.context import audience, event_data
from bot.play.preview import Tried, new_record, tried
from bot.play.session import Session, id_text
from bot.play.views import Outcome
from bot.play.written import read, written
from bot.storage import codec


@dataclass
class Tries:
    """What was tried, how often, and where a try and the deed came apart."""

    count: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)
    # Actions that come back from the database as others.
    unlike: set[str] = field(default_factory=set)
    # Tried over what the actor sees, and told otherwise than it came: by action.
    unforeseen: Counter[str] = field(default_factory=Counter)


@contextmanager
def all_seen() -> Iterator[None]:
    """Views hide nothing, and every event is for everybody."""

    def see(world: Any, system: str, record: Any) -> None:
        if record.id not in world.records:
            world.records[record.id] = world.before[record.id] = record
            world.systems[record.id] = system

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(preview._World, "_see", see)
        patch.setattr(preview, "audience", lambda event: EVERYONE)
        yield


@contextmanager
def trying() -> Iterator[Tries]:
    """Until its end, each action is tried before it is carried out."""
    found, turns = Tries(), list[Result]()
    carry_out = act.carry_out

    def kept(session: Session, system: System, action: Any, turn: Result, dice: Any) -> Outcome:
        turns.append(turn)
        return commit.commit(session, system, action, turn, dice)

    def carried_out(session: Session, asked: Any) -> Outcome:
        action = action_of(session, asked) if isinstance(asked, Invocation) else asked
        _, kind = session.context.catalogue.of_action(action)
        if kind.founds:
            return carry_out(session, action)
        _check_kept(session, kind, action, found)
        _check_unknown(session, kind, action, found)
        seen = _deed(session, action)
        with all_seen():
            whole = _deed(session, action)
        try:
            outcome = carry_out(session, action)
        except UserError as refusal:
            if not isinstance(whole, UserError) and not whole.refusals and whole.roll is None:
                found.odd.append(f"{kind.name} was foretold and then refused: {refusal}")
            found.count["refused"] += 1
            raise
        _compare(session, kind, turns.pop(), outcome, (seen, whole), found)
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(act, "carry_out", carried_out)
        patch.setattr(act, "commit", kept)
        yield found


def _deed(session: Session, action: Any) -> Tried | UserError:
    try:
        return tried(session, [action]).preview.deeds[0]
    except UserError as refusal:
        return refusal


def _check_kept(session: Session, kind: ActionKind[Any], action: Any, found: Tries) -> None:
    """What an offer keeps of an action is that action."""
    try:
        (back,), is_same = read(session.context, written(session.context, [action]))
        if back != action or not is_same:
            found.unlike.add(kind.name)
    except UserError:
        found.unlike.add(kind.name)


def _check_unknown(session: Session, kind: ActionKind[Any], action: Any, found: Tries) -> None:
    """A record that is not there is a refusal, whatever it is asked for."""
    hints = get_type_hints(type(action))
    for each in fields(action):
        if hints[each.name] is RecordId:
            wrong = _deed(session, replace(action, **{each.name: RecordId("none")}))
            if not isinstance(wrong, UserError) and wrong.refusal is None and not wrong.refusals:
                found.odd.append(f"{kind.name} takes a {each.name} that is not there")


def _compare(
    session: Session,
    kind: ActionKind[Any],
    turn: Result,
    outcome: Outcome,
    deeds: tuple[Tried | UserError, Tried | UserError],
    found: Tries,
) -> None:
    seen, whole = deeds
    rolled = bool(session.context.whole(_row(session, outcome))[1])
    if rolled:
        found.count["dice"] += 1
        if isinstance(whole, Tried) and whole.roll is None and whole.is_foretold:
            found.odd.append(f"{kind.name} drew dice, and its try didn't stop for them")
        return
    found.count["without dice"] += 1
    real = _texts(session, turn.events)
    if isinstance(whole, UserError) or not whole.is_foretold or whole.refusals:
        found.odd.append(f"{kind.name} was done, and its try came to {whole}")
    elif _foretold(session, kind, whole.came.entry.events, real) != real:
        found.odd.append(f"{kind.name}: {_texts(session, whole.came.entry.events)} is not {real}")
    told = _texts(session, [event for event in turn.events if audience(event).includes(session.viewer)])
    foretold = seen.came.entry.events if isinstance(seen, Tried) and seen.is_foretold and seen.goes else None
    if foretold is None or _foretold(session, kind, foretold, told) != told:
        found.unforeseen[kind.name] += 1
    else:
        found.count["told the same over the view"] += 1


def _foretold(session: Session, kind: ActionKind[Any], events: Any, told: list[str]) -> list[str]:
    """What a try tells; of a proposal without what its card says besides, such as the chances of its roll."""
    says_more = kind.proposed is not None and kind.proposed.foretold is not None
    return _texts(session, events)[: len(told) if says_more else None]


def _row(session: Session, outcome: Outcome) -> Any:
    from bot.storage import journal

    return journal.entry(session.connection, session.row.id, outcome.public.entry.number)


def _texts(session: Session, events: Any) -> list[str]:
    """The events as text, ids of new records alike; those that figures tell are left out."""
    own = id_text(session.request.interaction)
    made = [event for event in events if not getattr(event, "is_consequence", False)]
    texts = [codec.text(event_data(event)) for event in made]
    for number in range(9, 0, -1):
        texts = [text.replace(f"{own}-{number}", new_record(1, number)) for text in texts]
    return texts
