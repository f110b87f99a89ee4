"""Undo, redo and going back: an entry of its own that restores earlier states, and its preview.

An entry can be taken back alone while nothing later touched the same records. Otherwise everything
that followed from it goes back with it: the entries that touched those records since, the records
those touched, and so on; what had nothing to do with it stays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Actor, Standing, Viewer
from bot.engine.system import Happened, Record, RecordId
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.play.act import repeated
from bot.play.house import House
from bot.play.keep import Draft, store, write
from bot.play.plan import REDO, UNDO, Plan, Work, plan_of
from bot.play.session import TABLE, Session, open_session
from bot.play.shown import Outcome, Request
from bot.storage import codec, journal, records
from bot.storage.journal import EntryRow
from bot.storage.records import RecordRow

# More than this at once is no slip of the thumb any more.
MOST_ENTRIES = 200


# -- what to take back --------------------------------------------------------------------------


def preview(
    connection: sa.Connection, house: House, actor: Actor, request: Request, number: int | None, *, redo: bool
) -> Plan:
    """What undoing that entry would change. Raises RuleViolation or NotAllowed where it can't be undone."""
    session = open_session(connection, house, actor, request)
    session.load_links(session.id, [session.id])
    target = _target(session, number, redo=redo)
    return plan_of(session, _work(session, target))


def undo(
    connection: sa.Connection,
    house: House,
    actor: Actor,
    request: Request,
    *,
    campaign: str,
    number: int,
    last: int,
    reason: str | None = None,
) -> Outcome:
    """Take an entry back as previewed; `last` is the newest entry the preview named. Raises Stale."""
    session = open_session(connection, house, actor, request, campaign=campaign, lock=True)
    first = repeated(connection, house, actor, request)
    if first is not None:
        return first
    session.load_links(session.id, [session.id])
    work = _work(session, _target(session, number, redo=False))
    newest = max(entry.number for entry in work.entries)
    if newest != last:
        raise Stale(
            f"Entry #{newest} has come since this preview; nothing was undone. `/undo` shows it anew."
        )
    return _take_back(session, work, reason)


def _target(session: Session, number: int | None, *, redo: bool) -> EntryRow:
    if number is None:
        return _latest(session, redo=redo)
    entry = journal.entry(session.connection, session.row.id, number)
    if entry is None:
        raise RuleViolation(
            f"There is no entry #{number}; `/journal` lists them, the newest is #{session.row.entries}."
        )
    if redo and entry.action != UNDO:
        raise RuleViolation(f"Entry #{number} is not an undo, so there is nothing to redo in it.")
    return entry


def _latest(session: Session, *, redo: bool) -> EntryRow:
    own = session.standing is not Standing.GAME_MASTER
    actor = session.actor.user if own else None
    entry = journal.latest(session.connection, session.row.id, actor, UNDO if redo else None)
    if entry is None:
        raise RuleViolation(
            "There is nothing to redo." if redo else "There is nothing of yours to undo here."
        )
    return entry


def _work(session: Session, target: EntryRow) -> Work:
    _require_undoable(session, target)
    numbers = _chain(session, target)
    work = Work(target, journal.entries(session.connection, session.row.id, numbers))
    for change in journal.touched_by(session.connection, session.row.id, numbers):
        before = RecordRow(**codec.unpack(change.before)) if change.before is not None else None
        work.restore.setdefault(RecordId(change.record_id), before)
    if work.is_redo:
        _require_unmoved(session, work)
    session.load_links(session.id, work.restore)
    _require_right(session, work)
    return work


def _chain(session: Session, target: EntryRow) -> list[int]:
    """The entry and all that followed from it: what touched the same, or what links to what it opened."""
    numbers, touched = {target.number}, _touched(session, [target.number])
    while later := set(journal.touching(session.connection, sorted(touched), target.number)) - numbers:
        numbers |= later
        touched |= _touched(session, sorted(later))
        if len(numbers) > MOST_ENTRIES:
            raise RuleViolation(
                f"More than {MOST_ENTRIES} entries followed from #{target.number}; go back to a later one."
            )
    return sorted(numbers)


def _require_unmoved(session: Session, work: Work) -> None:
    """Redo only what still stands as the undo left it; what came since and went again does not count."""
    number = work.target.number
    later = journal.all_touching(session.connection, session.row.id, sorted(work.restore), number)
    between = {entry.number for entry in later}
    for entry in later:
        undoes = set(json.loads(entry.undoes or "[]"))
        came_to_nothing = entry.undone_by is not None or (undoes and undoes <= between)
        if not came_to_nothing:
            raise RuleViolation(
                f"Entry #{entry.number} has touched the same since; #{number} can't be redone."
            )


def _touched(session: Session, numbers: Sequence[int]) -> set[str]:
    rows = journal.touched_by(session.connection, session.row.id, numbers)
    opened = [row.record_id for row in rows if row.before is None]
    return {row.record_id for row in rows} | set(records.linking(session.connection, opened))


def _require_undoable(session: Session, target: EntryRow) -> None:
    number = target.number
    if target.undone_by is not None:
        raise RuleViolation(
            f"Entry #{number} was already undone by #{target.undone_by}; `/redo` brings it back."
        )
    if target.action == REDO:
        again = json.loads(target.input)["entry"]
        raise RuleViolation(f"Entry #{number} brought back what #{again} had undone; undo that instead.")
    kinds = {kind.name: kind for kind in session.house.catalogue.systems[target.system].actions}
    kind = kinds.get(target.action)
    if kind is not None and not kind.is_undoable:
        raise RuleViolation(f"Entry #{number} can't be undone: it is where everything else began.")
    if not journal.touched_by(session.connection, session.row.id, [number]):
        raise RuleViolation(f"Entry #{number} changed nothing, so there is nothing to undo.")


def _require_right(session: Session, work: Work) -> None:
    if session.standing is Standing.GAME_MASTER:
        return
    why = _why_not(session, work)
    if why is not None:
        raise NotAllowed(f"Entry #{work.target.number} is for the game master to undo: {why}.")


def _why_not(session: Session, work: Work) -> str | None:
    target = work.target
    redo = UNDO if work.is_redo else None
    latest = journal.latest(session.connection, session.row.id, session.actor.user, redo)
    if session.standing is not Standing.PLAYER or latest is None or latest.number != target.number:
        return "players may undo only the latest thing they did themselves"
    if target.drawing is not None or target.secret_drawing is not None:
        return "dice were rolled in it"
    if target.has_secret:
        return "it showed a secret"
    return "somebody has acted since on what it touched" if len(work.entries) > 1 else None


# -- taking it back -----------------------------------------------------------------------------


def _take_back(session: Session, work: Work, reason: str | None) -> Outcome:
    plans = {viewer: plan_of(session, work, viewer) for viewer in (PUBLIC, GAME_MASTER)}
    changed = []
    for record_id, before in work.restore.items():
        after = _restored(session, session.records[record_id], before, work.rolled)
        changed.append(store(session, session.rows[record_id].system, after))
    undone = [entry.number for entry in work.entries]
    draft = Draft(
        system=TABLE,
        action=REDO if work.is_redo else UNDO,
        input=json.dumps({"entry": work.target.number}),
        events=_events(plans, reason),
        subject=RecordId(work.target.subject_id) if work.target.subject_id else None,
        undoes=tuple(undone),
        reason=reason,
    )
    again = json.loads(work.target.undoes or "[]") if work.is_redo else []
    journal.mark_undone(session.connection, session.row.id, undone, session.row.entries + 1)
    journal.mark_undone(session.connection, session.row.id, again, None)
    return write(session, draft, changed, undone=[*undone, *again])


def _restored(
    session: Session, now: Record[Any], before: RecordRow | None, rolled: int | None
) -> Record[Any]:
    if before is None:
        return replace(now, is_archived=True, version=now.version + 1, rolled_back=rolled)
    earlier = session.house.record(before)
    marked = rolled if rolled is not None else earlier.rolled_back
    return replace(earlier, version=now.version + 1, rolled_back=marked)


def _events(plans: Mapping[Viewer, Plan], reason: str | None) -> tuple[Happened, ...]:
    public, secret = plans[PUBLIC], plans[GAME_MASTER]
    events = [_undone(public, EVERYONE, reason)]
    if secret.differences != public.differences:
        events.append(_undone(secret, GAME_MASTERS, reason))
    return tuple(events)


def _undone(plan: Plan, audience: Any, reason: str | None) -> Happened:
    facts = {
        "entries": list(plan.undone),
        "is_redo": plan.is_redo,
        "reason": reason,
        "opened": list(plan.opened),
        "differences": [[d.record, d.field, d.before, d.after] for d in plan.differences],
    }
    return Happened("Redone" if plan.is_redo else "Undone", facts, audience)
