"""What taking an entry back would change, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.engine.people import Viewer
from bot.engine.system import Record, RecordId
from bot.play.session import Session
from bot.play.shown import Entry
from bot.storage import codec
from bot.storage.journal import EntryRow

UNDO, REDO = "Undo", "Redo"


@dataclass(frozen=True, slots=True)
class Difference:
    """One field of one record, before and after, as the viewer may see it; None where there is none."""

    record: str
    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Plan:
    """What taking an entry back means: the entries that go, and what changes."""

    entry: Entry
    entries: tuple[Entry, ...]
    differences: tuple[Difference, ...]
    opened: tuple[str, ...] = ()
    is_redo: bool = False

    @property
    def undone(self) -> tuple[int, ...]:
        """The numbers of the entries that go, in order."""
        return tuple(entry.number for entry in self.entries)

    @property
    def goes_back(self) -> bool:
        """Whether more goes than the entry itself."""
        return len(self.undone) > 1


@dataclass(slots=True)
class Work:
    """A plan still with its raw rows and records: they never leave `play`.

    `restore` holds each record as it will be; None where an entry that goes had opened it.
    """

    target: EntryRow
    entries: list[EntryRow]
    restore: dict[RecordId, Record[Any] | None]

    @property
    def is_redo(self) -> bool:
        return self.target.action == UNDO

    @property
    def rolled(self) -> int | None:
        """The newest entry with dice among those undone; a redo marks nothing."""
        drew = [e.number for e in self.entries if e.drawing is not None or e.secret_drawing is not None]
        return None if self.is_redo else max(drew, default=None)


def plan_of(session: Session, work: Work, viewer: Viewer | None = None) -> Plan:
    viewer = viewer or session.viewer
    differences: list[Difference] = []
    opened = []
    for record_id, earlier in work.restore.items():
        now = session.records[record_id]
        system = session.rows[record_id].system
        shown = session.house.shown(system, now, viewer)
        if shown is None:
            continue
        if earlier is None:
            opened.append(shown.title)
            continue
        seen = session.house.shown(system, earlier, viewer)
        differences += _differences(shown.title, now, earlier, shown.state, seen.state if seen else None)
    entries = tuple(session.house.entry(row, viewer) for row in work.entries)
    entry = next(each for each in entries if each.number == work.target.number)
    return Plan(entry, entries, tuple(differences), tuple(opened), is_redo=work.is_redo)


def _differences(
    title: str, now: Record[Any], earlier: Record[Any], shown: Any, seen: Any
) -> list[Difference]:
    rows = [Difference(title, *each) for each in _deeper(_flat(shown), _flat(seen))]
    if now.is_archived != earlier.is_archived:
        rows.append(Difference(title, "archived", now.is_archived, earlier.is_archived))
    return rows


def _flat(state: Any) -> dict[str, Any]:
    return codec.plain(state) if state is not None else {}


def _deeper(before: dict[str, Any], after: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """What differs; within a part that both sides have, field by field; of a list what went and came."""
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            yield from ((f"{name} {inner}", *pair) for inner, *pair in _deeper(old, new))
        elif old != new:
            yield name, *_briefly(old, new)


def _briefly(old: Any, new: Any) -> tuple[Any, Any]:
    if isinstance(old, list) and isinstance(new, list):
        gone, come = [e for e in old if e not in new], [e for e in new if e not in old]
        # Another order, or one fewer of the same, shows only in the whole.
        old, new = (gone, come) if gone or come else (old, new)
    return _brief(old), _brief(new)


def _brief(value: Any) -> Any:
    """A whole part in a few words: its values."""
    if isinstance(value, dict):
        return ", ".join(str(_brief(inner)) for inner in value.values())
    if isinstance(value, list):
        return ", ".join(str(_brief(inner)) for inner in value)
    return value
