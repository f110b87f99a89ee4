"""Undo, redo and going back: an entry of its own that restores earlier states, and its preview.

An entry can be taken back alone while nothing later touched the same records: of a divisible record,
the same parts. Otherwise everything that followed from it goes back with it: the entries that touched
those since, what those touched, and so on; what had nothing to do with it stays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.event import sentence
from bot.engine.people import (
    EVERYONE,
    GAME_MASTER,
    GAME_MASTERS,
    PUBLIC,
    WHO_MAY,
    Actor,
    Permit,
    Standing,
    Viewer,
    may_use,
    only,
)
from bot.engine.settings import ONLY_GAME_MASTERS_UNDO
from bot.engine.system import ActionKind, PlainEvent, Record, RecordId
from bot.engine.text import Safe, T, refused
from bot.errors import NotAllowed, Stale
from bot.play.act import repeated
from bot.play.chapters import END_CHAPTER, REVEAL_SECRET
from bot.play.commit import Draft, store, write
from bot.play.context import Context
from bot.play.history import History
from bot.play.preview import shifts_back
from bot.play.reversal import REDO, UNDO, Reversal, Work, reversal_of
from bot.play.session import TABLE, Session, open_session, require_room
from bot.play.views import Entry, Outcome, Request
from bot.play.worlds import barred
from bot.storage import journal
from bot.storage.journal import EntryRow

# More than this at once is no slip of the thumb any more.
MOST_ENTRIES = 200


# -- what to take back --------------------------------------------------------------------------


def preview(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    number: int | None,
    *,
    redo: bool,
) -> Reversal:
    """What undoing that entry would change. Raises RuleViolation or NotAllowed where it can't be undone."""
    session = open_session(connection, context, actor, request)
    session.load_links(session.id, [session.id])
    _require_part(session)
    work = _work(session, _target(session, number, redo=redo))
    return replace(reversal_of(session, work), shifts=shifts_back(session, work.restore))


def undo(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    *,
    campaign: str,
    number: int,
    last: int,
    reason: str | None = None,
) -> Outcome:
    """Take an entry back as previewed; `last` is the newest entry the preview named. Raises Stale."""
    session = open_session(connection, context, actor, request, campaign=campaign, lock=True)
    first = repeated(connection, context, actor, request)
    if first is not None:
        return first
    session.load_links(session.id, [session.id])
    _require_part(session)
    work = _work(session, _target(session, number, redo=False))
    if session.records[session.id].is_archived and session.id not in work.restore:
        raise refused(
            "campaign.archived",
            "This campaign is archived. `/campaign restore` brings it back, with everything in it.",
        )
    if max(entry.number for entry in work.entries) != last:
        raise refused(
            "undo.came_since",
            "Nothing was undone: entry #{newest} has come in since this preview. `/undo` shows it as it is "
            "now.",
            Stale,
            newest=session.row.entries,
        )
    return _take_back(session, work, reason)


def _require_part(session: Session) -> None:
    """See that they may take anything back here, before they learn anything of it. Raises NotAllowed."""
    if session.campaign.is_server and not session.actor.manages_server:
        raise only(WHO_MAY[Permit.ADMINS])
    if not session.campaign.is_server and not may_use(Permit.MEMBERS, session.standing, session.actor):
        raise barred(session, Permit.MEMBERS)


def _target(session: Session, number: int | None, *, redo: bool) -> EntryRow:
    if number is None:
        return _latest(session, redo=redo)
    entry = journal.entry(session.connection, session.row.id, number)
    if entry is None:
        raise refused(
            "entry.unknown",
            "There's no entry #{number}. The newest is #{newest}; `/journal` lists them.",
            number=number,
            newest=session.row.entries,
        )
    if redo and entry.action != UNDO:
        raise refused(
            "redo.no_undo",
            "Entry #{number} isn't an undo, so there's nothing to redo.",
            number=number,
        )
    return entry


def _latest(session: Session, *, redo: bool) -> EntryRow:
    own = session.standing is not Standing.GAME_MASTER
    actor = session.actor.user if own else None
    entry = journal.latest(session.connection, session.row.id, actor, UNDO if redo else None)
    if entry is None:
        raise (
            refused("redo.nothing", "There's nothing to redo.")
            if redo
            else refused("undo.nothing", "There's nothing of yours to undo here.")
        )
    return entry


def _work(session: Session, target: EntryRow) -> Work:
    _require_undoable(session, target)
    history = History(session, target.number)
    numbers = _chain(history, target)
    if target.action == UNDO:
        _require_unmoved(session, history, target)
    entries = journal.entries(session.connection, session.row.id, numbers)
    work = Work(target, entries, history.restored(numbers), history.opened(numbers))
    _require_sound(session, work)
    _require_right(session, work)
    return work


def _chain(history: History, target: EntryRow) -> list[int]:
    """The entry and all that followed from it: what changed the same, or what links to what it opened."""
    numbers = {target.number}
    touched = history.touched(numbers)
    while later := history.after(touched, counting=True) - numbers:
        numbers |= later
        for record, parts in history.touched(later).items():
            touched.setdefault(record, set()).update(parts)
        if len(numbers) > MOST_ENTRIES:
            raise refused(
                "undo.too_many",
                "Too much has followed from #{number}: more than {most} entries. Go back to a later one.",
                most=MOST_ENTRIES,
                number=target.number,
            )
    return sorted(numbers)


def _require_unmoved(session: Session, history: History, target: EntryRow) -> None:
    """Redo only what still stands as the undo left it; what came since and went again does not count."""
    number = target.number
    later = sorted(history.after(history.touched([number]), counting=False))
    for entry in journal.entries(session.connection, session.row.id, later):
        undoes = json.loads(entry.undoes or "[]")
        came_to_nothing = entry.undone_by is not None or (undoes and min(undoes) > number)
        if not came_to_nothing:
            raise refused(
                "redo.touched_since",
                "#{number} can't be redone: entry #{later} has changed the same things since.",
                later=entry.number,
                number=number,
            )


def _require_sound(session: Session, work: Work) -> None:
    """What is put back can add up to what no action would have allowed."""
    _require_room(session, work)
    root = work.restore.get(session.id)
    if root is None or root.state.is_server:
        return
    campaign: Campaign = root.state
    if not campaign.game_masters and not campaign.game_master_roles:
        raise refused(
            "undo.would_have_no_leader",
            "Nothing was undone: “{campaign}” would have no game master. Make somebody its game master "
            "first.",
            campaign=campaign.name,
        )
    secret = campaign.game_master_channel
    if secret is not None and secret in campaign.channels:
        raise refused(
            "undo.would_be_read",
            "Nothing was undone: {channel:#} would be the game master's channel, but players read it. "
            "Remove it from the campaign's channels first.",
            channel=secret,
        )


def _require_room(session: Session, work: Work) -> None:
    """Whoever has a record again, or once more in play, may have others by now."""
    for record, earlier in work.restore.items():
        if earlier is None or earlier.is_archived:
            continue
        now, kind = session.records[record], session.kind(record)
        owner = kind.owner(earlier.state)
        if owner is not None and (now.is_archived or kind.owner(now.state) != owner):
            require_room(session, record, owner, work.restore)


def _require_undoable(session: Session, target: EntryRow) -> None:
    number = target.number
    if target.undone_by is not None:
        raise refused(
            "undo.already",
            "Entry #{number} was already undone by #{by}. **Redo…** there brings it back.",
            number=number,
            by=target.undone_by,
        )
    if target.action == REDO:
        again = json.loads(target.input)["entry"]
        raise refused(
            "undo.brought_back",
            "Entry #{number} brought back what #{undo} had undone. Undo that instead.",
            number=number,
            undo=again,
        )
    if target.action in (END_CHAPTER, REVEAL_SECRET):
        raise refused(
            "undo.published",
            "Entry #{number} can't be undone: everybody knows what it published.",
            number=number,
        )
    kind = _kind(session, target)
    if kind is not None and not kind.is_undoable:
        raise (
            refused(
                "undo.first_entry",
                "Entry #{number} can't be undone: it's where everything started.",
                number=number,
            )
            if kind.founds
            else refused(
                "undo.known",
                "Entry #{number} can't be undone: people have seen what it showed.",
                number=number,
            )
        )
    if not journal.touched_by(session.connection, session.row.id, [number]):
        raise refused(
            "undo.changed_nothing",
            "Entry #{number} changed nothing, so there's nothing to undo.",
            number=number,
        )


def _kind(session: Session, entry: EntryRow) -> ActionKind[Any] | None:
    kinds = session.context.catalogue.systems[entry.system].actions
    return next((kind for kind in kinds if kind.name == entry.action), None)


def _require_right(session: Session, work: Work) -> None:
    if session.standing is Standing.GAME_MASTER or session.campaign.is_server:
        return
    why = _why_not(session, work)
    if why is not None:
        raise refused(
            "undo.for_game_master",
            "Only a game master can undo entry #{number}: {why}.",
            NotAllowed,
            number=work.target.number,
            why=why,
        )


def _why_not(session: Session, work: Work) -> Safe | None:
    if ONLY_GAME_MASTERS_UNDO.holds(session.campaign.settings):
        return T("this campaign leaves undoing to them")()
    target, root = work.target, work.restore.get(session.id)
    redo = UNDO if work.is_redo else None
    latest = journal.latest(session.connection, session.row.id, session.actor.user, redo)
    if latest is None or latest.number != target.number:
        return T("players can only undo the last thing they did")()
    if target.drawing is not None or target.secret_drawing is not None:
        return T("it rolled dice")()
    if target.has_secret:
        return T("it showed a secret")()
    for kind in filter(None, (_kind(session, each) for each in _done(session, target))):
        if not may_use(kind.may, session.standing, session.actor):
            return T("only {who} can do that now")(who=WHO_MAY[kind.may])
    if root is not None and _runs(root.state) != _runs(session.campaign):
        return T("it changed who runs the campaign")()
    return T("somebody has built on it since")() if len(work.entries) > 1 else None


def _done(session: Session, target: EntryRow) -> list[EntryRow]:
    """The entry, or those that a redo brings back."""
    if target.action != UNDO:
        return [target]
    return journal.entries(session.connection, session.row.id, json.loads(target.undoes or "[]"))


def _runs(campaign: Campaign) -> tuple[set[int], set[int]]:
    return set(campaign.game_masters), set(campaign.game_master_roles)


# -- taking it back -----------------------------------------------------------------------------


def _take_back(session: Session, work: Work, reason: str | None) -> Outcome:
    reversals = {viewer: reversal_of(session, work, viewer) for viewer in (PUBLIC, GAME_MASTER)}
    changed = []
    for record_id, before in work.restore.items():
        after = _restored(session.records[record_id], before, work.rolled)
        changed.append(store(session, session.rows[record_id].system, after))
    undone = [entry.number for entry in work.entries]
    draft = Draft(
        system=TABLE,
        action=REDO if work.is_redo else UNDO,
        input=json.dumps({"entry": work.target.number}),
        events=_events(session, work, reversals, reason),
        subject=RecordId(work.target.subject_id) if work.target.subject_id else None,
        undoes=tuple(undone),
        reason=reason,
    )
    # Of what can be taken back only an undo has undone anything.
    again = json.loads(work.target.undoes or "[]")
    journal.mark_undone(session.connection, session.row.id, undone, session.row.entries + 1)
    journal.mark_undone(session.connection, session.row.id, again, None)
    return write(session, draft, changed, undone=[*undone, *again])


def _restored(now: Record[Any], before: Record[Any] | None, rolled: int | None) -> Record[Any]:
    if before is None:
        return replace(now, is_archived=True, version=now.version + 1, rolled_back=rolled)
    marked = rolled if rolled is not None else before.rolled_back
    return replace(before, version=now.version + 1, rolled_back=marked)


def _events(
    session: Session, work: Work, reversals: Mapping[Viewer, Reversal], reason: str | None
) -> tuple[PlainEvent, ...]:
    done = _done(session, work.target)
    audiences = {PUBLIC: EVERYONE, GAME_MASTER: GAME_MASTERS}
    public, secret = (
        _undone(found, [session.context.entry(row, viewer) for row in done], audiences[viewer], reason)
        for viewer, found in reversals.items()
    )
    return (public,) if reversals[PUBLIC].facts == reversals[GAME_MASTER].facts else (public, secret)


def _told(entry: Entry) -> str:
    """The first line of what an entry told, as far as its events say it themselves."""
    lines = (sentence(event, entry.doer) for event in entry.events)
    return next(filter(None, lines), "").partition("\n")[0]


def _undone(reversal: Reversal, done: Sequence[Entry], audience: Any, reason: str | None) -> PlainEvent:
    first = next(each for each in done if reversal.is_redo or each.number == reversal.entry.number)
    facts = {
        "entries": list(reversal.undone),
        # What a redo brings back; and what the first of it, or of what goes, told.
        "again": [each.number for each in done] if reversal.is_redo else [],
        "told": _told(first),
        # Whose they were, as far as its reader may know.
        "who": list(dict.fromkeys(each for e in reversal.entries if (each := e.known_actor) is not None)),
        "is_redo": reversal.is_redo,
        "reason": reason,
        **reversal.facts,
    }
    return PlainEvent("Redone" if reversal.is_redo else "Undone", facts, audience)
