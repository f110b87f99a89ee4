"""Entries of a campaign's library: written, removed, and many brought in at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.library import AnyShelf, Texts
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Audience, Viewer
from bot.engine.system import Change, Open, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.table.words import library as words
from bot.systems.table.words import library_files as file_words


@dataclass(frozen=True, slots=True)
class RemoveEntry:
    """Take the entry of that name or id out of the library; `kinds` are those of the campaign's shelves."""

    entry: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryRemoved:
    """An entry is no longer in the library."""

    noun: str
    name: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ImportEntries:
    """Bring in many entries, all or none: new names are added, known ones replaced where they differ."""

    shelf: str
    entries: tuple[Mapping[str, str], ...]
    # Where they come from, as people call it: a file, another campaign, a game.
    source: str


@dataclass(frozen=True, slots=True)
class EntriesImported:
    """Many entries came at once. What everybody reads leaves out the secret ones and the source."""

    noun: str
    plural: str
    added: int
    replaced: int
    same: int
    source: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's texts, and in which line of a file they stand."""

    texts: Texts
    line: int | None = None


# -- what every action of the library needs -------------------------------------------------------


def kind_of(shelf: str) -> str:
    """The kind of record of a shelf's key."""
    return shelf.rpartition(".")[2]


def shelf_of(scene: Scene, key: str) -> AnyShelf:
    """The shelf of that key. Raises RuleViolation where no game of this campaign has it."""
    for shelf in scene.shelves:
        if shelf.key == key:
            return shelf
    raise RuleViolation(words.NOT_A_SHELF if scene.shelves else words.NO_SHELVES)


def entries(scene: Scene, shelf: AnyShelf) -> tuple[Record[object], ...]:
    """The loaded entries; another game's may be of a kind with the same name."""
    return tuple(each for each in scene.all(shelf.kind) if isinstance(each.state, shelf.kind.state))


def entry_of(scene: Scene, shelf: AnyShelf, entry: RecordId) -> Record[object]:
    """That entry. Raises RuleViolation where it is not in the library."""
    for record in entries(scene, shelf):
        if record.id == entry:
            return record
    raise RuleViolation(words.is_gone(shelf.noun))


def require_free(
    scene: Scene, shelf: AnyShelf, state: object, viewer: Viewer, but: RecordId | None = None
) -> None:
    """See that no other entry that this viewer knows of bears the name. Raises RuleViolation."""
    for other in entries(scene, shelf):
        is_other = other.id != but and shelf.key_of(other.state) == shelf.key_of(state)
        if is_other and shelf.is_seen_by(other.state, viewer):
            raise RuleViolation(words.is_taken(shelf.noun, safe(shelf.kind.title(state), 80)))


def audience_of(shelf: AnyShelf, state: object, author: int | None = None) -> Audience:
    """Who may read of an entry: everyone, or the game masters and whoever wrote it."""
    if shelf.is_seen_by(state, PUBLIC):
        return EVERYONE
    return replace(GAME_MASTERS, person=author, with_game_masters=True) if author else GAME_MASTERS


def opened(scene: Scene, shelf: AnyShelf, state: object) -> Open:
    """A new entry: a record of the game's own."""
    return Open(scene.new_id(), shelf.kind.name, state, system=shelf.system)


def read_rows(shelf: AnyShelf, rows: Sequence[Row]) -> list[object]:
    """The entries of those texts. Raises RuleViolation with all that is wrong in them, line by line."""
    read: dict[str, tuple[object, int | None]] = {}
    faults: list[str] = []
    for row in rows:
        try:
            state = shelf.entry(row.texts)
            key = shelf.key_of(state)
            if key in read:
                raise RuleViolation(file_words.again(read[key][1]))
            read[key] = (state, row.line)
        except RuleViolation as wrong:
            name = safe(row.texts.get(shelf.naming, ""), 60)
            faults.append(file_words.fault(row.line, name, str(wrong)))
    if faults:
        raise RuleViolation(file_words.faults(faults))
    return [state for state, _ in read.values()]


# -- the actions ------------------------------------------------------------------------------------


def remove_scope(action: RemoveEntry) -> Scope:
    """Whatever bears the name."""
    return Scope(wants=tuple(Want(kind, text=one_line(action.entry)) for kind in action.kinds))


def remove_entry(scene: Scene, action: RemoveEntry, dice: Dice) -> Turn:
    """Take it out of play. Raises RuleViolation where no entry, or more than one, is called so."""
    found = [(shelf, record) for shelf in scene.shelves for record in entries(scene, shelf)]
    if len(found) != 1:
        name = safe(action.entry, 60)
        raise RuleViolation(words.several_entries(name) if found else words.unknown_entry(name))
    shelf, record = found[0]
    told = EntryRemoved(shelf.noun, shelf.kind.title(record.state), audience_of(shelf, record.state))
    return Turn((Replace(record.id, record.state, archive=True),), (told,))


def import_scope(action: ImportEntries) -> Scope:
    """Every entry of that kind, to be compared."""
    return Scope(wants=(Want(kind_of(action.shelf)),))


def import_entries(scene: Scene, action: ImportEntries, dice: Dice) -> Turn:
    """Add and replace. Raises RuleViolation where one of them is wrong, or nothing would change."""
    shelf = shelf_of(scene, action.shelf)
    known = {shelf.key_of(each.state): each for each in reversed(entries(scene, shelf))}
    states = read_rows(shelf, [Row(texts) for texts in action.entries])
    pairs = [(known.get(shelf.key_of(state)), state) for state in states]
    changes = tuple(_change(scene, shelf, *pair) for pair in pairs if _differs(*pair))
    whole = _counted(shelf, pairs, action.source, GAME_MASTERS)
    if not pairs:
        raise RuleViolation(words.nothing_left(shelf.plural))
    if not changes:
        raise RuleViolation(file_words.nothing_new(words.several(whole.same, shelf.noun, shelf.plural)))
    seen = [pair for pair in pairs if shelf.is_seen_by(pair[1], PUBLIC)]
    public = _counted(shelf, seen, "", EVERYONE)
    return Turn(changes, (public, whole) if public.added + public.replaced else (whole,))


def _differs(before: Record[object] | None, state: object) -> bool:
    return before is None or before.state != state


def _change(scene: Scene, shelf: AnyShelf, before: Record[object] | None, state: object) -> Change:
    return Replace(before.id, state) if before is not None else opened(scene, shelf, state)


def _counted(
    shelf: AnyShelf,
    pairs: Sequence[tuple[Record[object] | None, object]],
    source: str,
    audience: Audience,
) -> EntriesImported:
    """What an audience reads of them; a secret entry that everybody may see from now on is new to them."""
    viewer = PUBLIC if audience.everyone else GAME_MASTER
    added = [before is None or not shelf.is_seen_by(before.state, viewer) for before, _ in pairs].count(True)
    same = [_differs(*pair) for pair in pairs].count(False)
    replaced = len(pairs) - added - same
    return EntriesImported(shelf.noun, shelf.plural, added, replaced, same, source, audience)
