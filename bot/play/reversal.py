"""What taking an entry back would change, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.parts import How, Untold, has_labels, part_of, same_thing
from bot.engine.people import Viewer
from bot.engine.settings import FOUNDERS_ROLE
from bot.engine.system import Kind, Record, RecordId
from bot.engine.text import T, safe
from bot.play.preview import Shift
from bot.play.session import Session
from bot.play.views import Entry, RecordView
from bot.storage import codec
from bot.storage.journal import EntryRow

UNDO, REDO = "Undo", "Redo"
# In the place of a field: the record is a thing in words, and `after` says how it is again.
HOW_IT_IS = "="
Path = tuple[str, ...]
Word = Callable[[Path, Any], tuple[str, str | None]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One field of one record, before and after, as the viewer may see it; None where there is none.

    Without a field the record itself goes out of play or comes back; with HOW_IT_IS for a field, a thing is
    how it was. `is_worded` says that field and values
    are words ready to be shown; `is_list`, that they are what goes out of a list and what comes back into it.
    """

    record: str
    field: str
    before: Any
    after: Any
    is_worded: bool = False
    is_list: bool = False

    @property
    def row(self) -> list[Any]:
        """The difference as the journal keeps it."""
        return [self.record, self.field, self.before, self.after, self.is_worded, self.is_list]


@dataclass(frozen=True, slots=True)
class Reversal:
    """What taking an entry back means: the entries that go, and what changes."""

    entry: Entry
    entries: tuple[Entry, ...]
    differences: tuple[Difference, ...]
    # The titles of what goes, and of what goes out of the viewer's sight.
    opened: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    # How whole records stand then, the entry's subject first; `differences` are of their parts.
    stands: tuple[Difference, ...] = ()
    is_redo: bool = False
    # The figures that change with it, worked out for its preview.
    shifts: tuple[Shift, ...] = ()

    @property
    def undone(self) -> tuple[int, ...]:
        """The numbers of the entries that go, in order."""
        return tuple(entry.number for entry in self.entries)

    @property
    def facts(self) -> dict[str, Any]:
        """What changes, as the journal keeps it."""
        return {
            "opened": list(self.opened),
            "hidden": list(self.hidden),
            "stands": [each.row for each in self.stands],
            "differences": [each.row for each in self.differences],
        }

    @property
    def goes_back(self) -> bool:
        """True if undoing the entry undoes later ones with it."""
        return len(self.undone) > 1


@dataclass(slots=True)
class Work:
    """A reversal still with its raw rows and records: they never leave `play`.

    `restore` holds each record as it will be; None where an entry that goes had opened it, and `opened` has
    it as that entry did.
    """

    target: EntryRow
    entries: list[EntryRow]
    restore: dict[RecordId, Record[Any] | None]
    opened: dict[RecordId, Record[Any]]

    @property
    def is_redo(self) -> bool:
        return self.target.action == UNDO

    @property
    def rolled(self) -> int | None:
        """The newest entry with dice among those undone; a redo takes an undo back, which has none."""
        drew = [e.number for e in self.entries if e.drawing is not None or e.secret_drawing is not None]
        return max(drew, default=None)


def reversal_of(session: Session, work: Work, viewer: Viewer | None = None) -> Reversal:
    viewer = viewer or session.viewer
    differences, stands = list[Difference](), list[Difference]()
    opened, hidden = list[str](), list[str]()
    # What it is about comes first.
    for record_id in sorted(work.restore, key=lambda each: each != work.target.subject_id):
        now, earlier = session.records[record_id], work.restore[record_id]
        system = session.rows[record_id].system
        record = session.context.view(system, now, viewer)
        if record is None:
            continue
        # Of what was hidden when it came, nobody learns by an undo whether it is still there.
        before = earlier if earlier is not None else work.opened[record_id]
        seen = session.context.view(system, before, viewer)
        if seen is None:
            hidden.append(record.title)
            continue
        case = session.kind(record_id).case
        if earlier is None and case is not None:
            stands.append(_says(case(record.state), T("gone")()))
            continue
        if earlier is None:
            opened.append(record.title)
            continue
        stands += _stands(session.kind(record_id), now, earlier, record, seen)
        differences += _differences(session, now, earlier, record, seen)
    entries = tuple(session.context.entry(row, viewer) for row in work.entries)
    entry = next(each for each in entries if each.number == work.target.number)
    rows, whole = tuple(differences), tuple(stands)
    return Reversal(entry, entries, rows, tuple(opened), tuple(hidden), whole, is_redo=work.is_redo)


def _stands(
    kind: Kind[Any], now: Record[Any], earlier: Record[Any], record: RecordView, seen: RecordView
) -> Iterator[Difference]:
    """Whether the record is in play again, and how it stands."""
    if now.is_archived is not earlier.is_archived:
        how = T("closed again") if earlier.is_archived else T("open again")
        yield (
            _says(kind.case(seen.state), how())
            if kind.case is not None
            else Difference(record.title, "", earlier.is_archived, now.is_archived)
        )
    if (found := kind.stands(record.state, seen.state)) is not None:
        yield _says(*found)


def _differences(
    session: Session, now: Record[Any], earlier: Record[Any], record: RecordView, seen: RecordView
) -> list[Difference]:
    kind = session.context.catalogue.kind(record.system, record.kind)
    comes_back = now.is_archived and not earlier.is_archived
    if kind.case is not None and now.is_archived is not earlier.is_archived:
        return []
    word, rows = _naming(_word(session, kind), kind, record.state), list[Difference]()
    for path, before, after in _deeper(codec.plain(record.state), codec.plain(seen.state), _moved):
        if comes_back and path == (kind.ending,):
            continue
        things, old, new = _paired(kind, record.title, path, before, after)
        for thing in things:
            rows += _within(word, path, *thing)
        row = _difference(word, record.title, path, old, new) if old != new else None
        rows += [row] if row is not None else []
    return rows


Thing = tuple[str, Any, Any]


def _paired(kind: Kind[Any], title: str, path: Path, before: Any, after: Any) -> tuple[list[Thing], Any, Any]:
    """The things of a list that stay what they are, by name, before and after; and what is left of it."""
    is_list = isinstance(before, list) and isinstance(after, list)
    # What is only in another order has no part of its own.
    if not is_list or any(each in after for each in before):
        return [], before, after
    things, gone, come = list[Thing](), list[Any](), [*after]
    named = partial(same_thing, kind.state, title, path)
    for old in before:
        found = ((name, old, new) for new in come if (name := named(old, new)) is not None)
        thing = next(found, None)
        if thing is None:
            gone.append(old)
        else:
            things.append(thing)
            come.remove(thing[2])
    return things, gone, come


def _within(word: Word | None, path: Path, name: str, before: Any, after: Any) -> list[Difference]:
    """What changes of one thing of a list; where that has no words, that it does."""
    inner = _deeper(before, after, lambda old, new: (old, new))
    found = (_difference(word, name, (*path, *at), old, new, is_whole=True) for at, old, new in inner)
    rows = [row for row in found if row is not None]
    is_told = word is not None and word(path, [before])[0] != ""
    return rows or ([_says(safe(name), T("as it was")())] if is_told else [])


def _says(what: str, how: str) -> Difference:
    return Difference(what, HOW_IT_IS, None, how, is_worded=True)


def _word(session: Session, kind: Kind[Any]) -> Word | None:
    """How a kind tells its parts; a campaign's settings are told by the games they belong to."""
    if kind.is_untold:
        return _untold
    if not has_labels(kind.state):
        return None
    own = partial(part_of, kind.state)
    if kind.state is not Campaign:
        return own
    catalogue = session.context.catalogue
    settings = {each.key: each for each in catalogue.settings_of(catalogue.systems)}

    def word(path: Path, value: Any) -> tuple[str, str | None]:
        if path[0] != "settings" or path[-1] == FOUNDERS_ROLE:
            return own(path, value)
        setting = settings.get(path[-1])
        if setting is None:
            # One that no game knows any more.
            return safe(path[-1].rpartition(".")[2]), None if value is None else safe(value)
        chosen = {setting.key: value} if value is not None else {}
        return setting.title, setting.option(setting.of(chosen)).label

    return word


def _untold(_path: Path, _value: Any) -> tuple[str, str | None]:
    return "", None


def _naming(word: Word | None, kind: Kind[Any], state: Any) -> Word | None:
    """The words for a state's parts, which that state calls by their names."""
    if word is None or kind.named is None:
        return word
    own, named = word, kind.named
    return lambda path, value: own(named(state, path), value)


def _difference(
    word: Word | None, title: str, path: Path, before: Any, after: Any, *, is_whole: bool = False
) -> Difference | None:
    """The row about a part; `is_whole` where lists are values, not what goes out of one and comes back."""
    if word is None:
        return Difference(title, " ".join(path), _brief(before), _brief(after))
    (field, old), (_, new) = word(path, before), word(path, after)
    if isinstance(new, How):
        return _says(safe(title), new)
    is_untold = isinstance(old, Untold)
    if is_untold:
        # Only what is there then is spoken of, and not in its own words.
        old = None
    # These go and those come back; the rest of the list stays as it is.
    is_list = isinstance(before, list) and isinstance(after, list) and not any(e in after for e in before)
    is_list = is_list and not is_whole
    if is_list and old is not None and old == new:
        # Its words don't tell what of it changed.
        return _says(old, T("as it was")())
    if not field or (old == new and not is_untold):
        # A kind's own bookkeeping; and what reads the same needs no telling.
        return None
    return Difference(title, field, old, new, is_worded=True, is_list=is_list)


def _deeper(
    before: dict[str, Any], after: dict[str, Any], moved: Callable[[Any, Any], tuple[Any, Any]]
) -> Iterator[tuple[Path, Any, Any]]:
    """What differs; within a part that both sides have, field by field; of any other what `moved` says."""
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            yield from (((name, *inner), *pair) for inner, *pair in _deeper(old, new, moved))
        elif old != new:
            yield (name,), *moved(old, new)


def _moved(old: Any, new: Any) -> tuple[Any, Any]:
    """The elements of a list that went and those that came."""
    if isinstance(old, list) and isinstance(new, list):
        gone, come = [e for e in old if e not in new], [e for e in new if e not in old]
        # Another order, or one fewer of the same, shows only in the whole.
        return (gone, come) if gone or come else (old, new)
    return old, new


def _brief(value: Any) -> Any:
    """The values of a whole part, in a few words."""
    if isinstance(value, dict):
        return ", ".join(str(_brief(inner)) for inner in value.values())
    if isinstance(value, list):
        return ", ".join(str(_brief(inner)) for inner in value)
    return value
