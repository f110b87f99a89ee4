"""A campaign's library: entries written and removed, and many brought in at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.declare import action, declared
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.files import Column, Faults, Row, Table
from bot.engine.library import AnyShelf, Texts
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Audience, Permit, Viewer
from bot.engine.proposals import ProposedEntry, Proposing
from bot.engine.saying import Name, say
from bot.engine.system import (
    ActionKind,
    FormField,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Result,
    Scope,
    Want,
    World,
)
from bot.engine.text import Safe, T, as_read, refused
from bot.engine.words import one_line
from bot.errors import RuleViolation, Stale, UserError

# -- actions and events -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WriteEntry:
    """Put an entry into the library, or another in the place of one. The texts are by field.

    `version` is that of the entry when its texts were shown, `before` what they said then; 0 and None where
    that isn't known.
    """

    shelf: str
    texts: Mapping[str, str]
    entry: RecordId | None = None
    version: int = 0
    before: Mapping[str, str] | None = None


# -- Entries of a campaign's library: written, removed, and many brought in at once -


@dataclass(frozen=True, slots=True)
class RemoveEntry:
    """Take the entry of that name or id out of the library; `kinds` are those of the campaign's shelves."""

    entry: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportEntries:
    """Bring in many entries, all or none: new names are added, known ones replaced where they differ."""

    shelf: str
    entries: tuple[Mapping[str, str], ...]
    # Where they come from, as people call it: a file, another campaign, a game.
    source: str


class EntriesImported(Event):
    """Many entries came at once; secret ones are told to the game masters alone, with their source."""

    noun: str
    plural: str
    added: int
    replaced: int
    same: int
    source: str = ""
    names_added: tuple[str, ...] = ()
    names_replaced: tuple[str, ...] = ()

    says = T("{actor:@} {counts:,}.{origin}")

    @property
    def counts(self) -> list[Safe]:
        """How many were added, replaced and left, and which."""
        numbers = (
            (T("adds {n:{n} {noun}|{n} {plural}} to the library{names}"), self.added, self.names_added),
            (T("replaces {n:{n} {noun}|{n} {plural}}{names}"), self.replaced, self.names_replaced),
            (T("leaves {n:{n} {noun}|{n} {plural}} unchanged{names}"), self.same, ()),
        )
        return [
            says(n=number, noun=self.noun, plural=self.plural, names=_which(names, number))
            for says, number, names in numbers
            if number
        ]

    @property
    def origin(self) -> Safe:
        """Where they come from, for those who read of all of them."""
        if self.audience.everyone:
            return Safe()
        return T(" Secret, from {source:100}.").of(self)


# So many names of an import are told.
MOST_NAMED = 12


def _which(names: Sequence[str], number: int) -> Safe:
    if not names:
        return Safe()
    says = T(" ({names:,})") if number <= len(names) else T(" ({names:,} and {n} more)")
    return says.of(None, names=names, n=number - len(names))


# -- what every action of the library needs -------------------------------------------------------


def kind_of(shelf: str) -> str:
    """The kind of record of a shelf's key."""
    return shelf.rpartition(".")[2]


def no_shelf(shelves: Sequence[AnyShelf]) -> UserError:
    """To be raised where a campaign's games have no such shelf."""
    if shelves:
        return refused(
            "library.not_a_shelf",
            "This campaign's library no longer has that kind of entry.",
        )
    return refused("library.no_shelves", "This campaign's games have no library.")


def shelf_of(world: World, key: str) -> AnyShelf:
    """The shelf of that key. Raises RuleViolation where no game of this campaign has it."""
    for shelf in world.shelves:
        if shelf.key == key:
            return shelf
    raise no_shelf(world.shelves)


def entries(world: World, shelf: AnyShelf) -> tuple[Record[object], ...]:
    """The loaded entries; another game's may be of a kind with the same name."""
    return tuple(each for each in world.all(shelf.kind) if isinstance(each.state, shelf.kind.state))


def entry_of(world: World, shelf: AnyShelf, entry: RecordId) -> Record[object]:
    """That entry. Raises RuleViolation where it is not in the library."""
    for record in entries(world, shelf):
        if record.id == entry:
            return record
    raise is_gone(shelf)


def is_gone(shelf: AnyShelf) -> UserError:
    """To be raised where an entry was removed, or never was."""
    return refused("library.gone", "That {noun} is no longer in the library.", noun=shelf.noun)


def require_free(
    world: World, shelf: AnyShelf, state: object, viewer: Viewer, but: RecordId | None = None
) -> None:
    """See that no other entry that this viewer knows of bears the name. Raises RuleViolation."""
    for other in entries(world, shelf):
        is_other = other.id != but and shelf.key_of(other.state) == shelf.key_of(state)
        if is_other and shelf.is_seen_by(other.state, viewer):
            raise refused(
                "library.taken",
                "The library already has {noun} called “{name:80}”. Give this one another name, or edit "
                "that one.",
                noun=a(shelf.noun),
                name=shelf.kind.title(state),
            )


def a(noun: str) -> Safe:
    """The noun with its article."""
    says = T("an {noun}") if noun[:1].casefold() in tuple("aeiou") else T("a {noun}")
    return says(noun=noun)


def audience_of(shelf: AnyShelf, state: object, author: int | None = None) -> Audience:
    """Who may read of an entry: everyone, or the game masters and whoever wrote it."""
    if shelf.is_seen_by(state, PUBLIC):
        return EVERYONE
    return replace(GAME_MASTERS, person=author, with_game_masters=True) if author else GAME_MASTERS


def opened(world: World, shelf: AnyShelf, state: object) -> Open:
    """A new entry: a record of the game's own."""
    return Open(world.new_id(), shelf.kind.name, state, system=shelf.system)


def read_rows(shelf: AnyShelf, rows: Sequence[Row]) -> list[object]:
    """The entries of those texts. Raises RuleViolation with all that is wrong in them, row by row."""
    read: dict[str, tuple[object, Row]] = {}
    faults = Faults()
    for row in rows:
        try:
            state = shelf.entry(row.cells)
            key = shelf.key_of(state)
            if key in read:
                earlier = read[key][1]
                place = earlier.place if earlier.number else T("another one")
                raise refused("library.same_name", "{place} has the same name.", place=place)
            read[key] = (state, row)
        except RuleViolation as wrong:
            faults.add(row, wrong, row.cells.get(shelf.naming, ""))
    faults.require_none()
    return [state for state, _ in read.values()]


# -- the actions ------------------------------------------------------------------------------------


def _named(action: RemoveEntry) -> Scope:
    """The scope that finds every entry with that name."""
    return Scope(wants=tuple(Want(kind, text=one_line(action.entry)) for kind in action.kinds))


@action(may=Permit.GAME_MASTERS, scope=_named)
def remove_entry(world: World, action: RemoveEntry, dice: Dice) -> Result:
    """Take it out of play. Raises RuleViolation where no entry, or more than one, is called so."""
    found = [(shelf, record) for shelf in world.shelves for record in entries(world, shelf)]
    if len(found) != 1:
        raise not_one(action.entry, len(found))
    shelf, record = found[0]
    audience = audience_of(shelf, record.state)
    removed = say(
        "library.removed",
        T("{actor:@} removes the {noun} **{name}** from the library."),
        noun=Name(str(shelf.noun)),
        name=Name(shelf.kind.title(record.state)),
        audience=audience,
    )
    return Result((Replace(record.id, record.state, archive=True),), (removed,))


def not_one(name: str, found: int) -> UserError:
    """To be raised where so many entries are called so: none, or several."""
    if found:
        return refused(
            "library.several",
            "Several library entries are called “{name:60}”. Pick one from the list.",
            name=name,
        )
    return refused(
        "library.unknown",
        "The library has no entry called “{name:60}”. Pick one from the list.",
        name=name,
    )


# Every entry of that kind, to be compared.
@action(
    may=Permit.GAME_MASTERS,
    scope=lambda action: Scope(wants=(Want(kind_of(action.shelf)),)),
    button="Import it",
)
def import_entries(world: World, action: ImportEntries, dice: Dice) -> Result:
    """Add and replace. Raises RuleViolation where one of them is wrong, or nothing would change."""
    shelf = shelf_of(world, action.shelf)
    known = {shelf.key_of(each.state): each for each in reversed(entries(world, shelf))}
    states = read_rows(shelf, [Row(0, texts) for texts in action.entries])
    pairs = [(known.get(shelf.key_of(state)), state) for state in states]
    changes = tuple(
        Replace(before.id, state) if before is not None else opened(world, shelf, state)
        for before, state in pairs
        if _differs(before, state)
    )
    if not pairs:
        raise refused(
            "library.nothing_left",
            "All {plural} that come with the game are already in the library.",
            plural=shelf.plural,
        )
    if not changes:
        raise refused(
            "library.nothing_new",
            "Nothing to change: the library already has {n:that {noun}|these {n} {plural}} exactly like "
            "this.",
            n=len(pairs),
            noun=shelf.noun,
            plural=shelf.plural,
        )
    seen = [pair for pair in pairs if shelf.is_seen_by(pair[1], PUBLIC)]
    secret = [pair for pair in pairs if pair not in seen]
    told = [_counted(shelf, seen, "", EVERYONE)] if any(_differs(*pair) for pair in seen) else []
    told += [_counted(shelf, secret, action.source, GAME_MASTERS)] if secret else []
    return Result(changes, tuple(told))


def _differs(before: Record[object] | None, state: object) -> bool:
    return before is None or before.state != state


def _counted(
    shelf: AnyShelf,
    pairs: Sequence[tuple[Record[object] | None, object]],
    source: str,
    audience: Audience,
) -> EntriesImported:
    """What an audience reads of them; a secret entry that everybody may see from now on is new to them."""
    viewer = PUBLIC if audience.everyone else GAME_MASTER
    changed = [pair for pair in pairs if _differs(*pair)]
    added, replaced = list[str](), list[str]()
    for before, state in changed:
        is_new = before is None or not shelf.is_seen_by(before.state, viewer)
        (added if is_new else replaced).append(shelf.kind.title(state))
    counts = (len(added), len(replaced), len(pairs) - len(changed))
    names = (tuple(added[:MOST_NAMED]), tuple(replaced[:MOST_NAMED]))
    return EntriesImported(shelf.noun, shelf.plural, *counts, source, *names, audience=audience)


# -- written ------------------------------------------------------------------------------------------


def _scope(action: WriteEntry) -> Scope:
    """The entry, and whatever bears the name already."""
    name = one_line(next(iter(action.texts.values()), ""))
    ids = (action.entry,) if action.entry is not None else ()
    return Scope(ids=ids, wants=(Want(kind_of(action.shelf), text=name),))


def _proposed(before: World, action: WriteEntry) -> ProposedEntry:
    """The proposed entry beside the one that stands now."""
    shelf = shelf_of(before, action.shelf)
    state = shelf.entry(action.texts)
    now = shelf.write(entry_of(before, shelf, action.entry).state) if action.entry is not None else {}
    return ProposedEntry(shelf.key, shelf.noun, shelf.kind.title(state), shelf.write(state), now)


def _title(before: World, _after: World, action: WriteEntry) -> str:
    entry = _proposed(before, action)
    return title_of(entry.noun, entry.name, is_edit=action.entry is not None)


def title_of(noun: str, name: str, *, is_edit: bool) -> str:
    """What a draft or proposal is called, without markup."""
    says = T("a change to the {noun} {name}") if is_edit else T("the {noun} {name}")
    return says.plain(noun=noun, name=name)


def lines_of(shelf: AnyShelf, texts: Texts) -> list[FormField]:
    """The lines of the form of an entry."""
    return [
        FormField(
            field.name,
            field.label,
            field.max_length,
            field.is_long,
            field.hint,
            value=texts.get(field.name, ""),
            options=field.choices,
            is_optional=field.is_optional,
            empty=as_read(field.empty),
        )
        for field in shelf.fields
    ]


WRITTEN: Proposing[WriteEntry] = Proposing(
    needs=lambda _scene, _action: True,
    title=_title,
    lines=lambda world, action: lines_of(shelf_of(world, action.shelf), action.texts),
    rewritten=lambda action, texts: replace(action, texts=texts),
    entry=_proposed,
)


@action(may=Permit.MEMBERS, scope=_scope, proposed=WRITTEN)
def write_entry(world: World, action: WriteEntry, dice: Dice) -> Result:
    """Write it once it is saved or approved. Raises RuleViolation where the library has changed meanwhile."""
    shelf, viewer = shelf_of(world, action.shelf), Viewer(world.actor, world.standing)
    state, old = shelf.entry(action.texts), _edited(world, shelf, action)
    require_free(world, shelf, state, viewer, action.entry)
    title = shelf.kind.title(state)
    if old is not None and shelf.write(old.state) == shelf.write(state):
        raise refused(
            "library.same",
            "Nothing to change: “{name}” is already exactly like this in the library.",
            name=title,
        )
    change = Replace(old.id, state) if old is not None else opened(world, shelf, state)
    is_new = old is None or not shelf.is_seen_by(old.state, PUBLIC)
    audience = audience_of(shelf, state, world.actor)
    noun, name = Name(str(shelf.noun)), Name(title)
    if is_new:
        told = say(
            "library.added",
            T("{actor:@} adds the {noun} **{name}** to the library."),
            noun=noun,
            name=name,
            audience=audience,
        )
    else:
        told = say(
            "library.rewritten",
            T("{actor:@} changes the {noun} **{name}** in the library."),
            noun=noun,
            name=name,
            audience=audience,
        )
    return Result((change,), (told,), subject=change.id)


def _edited(world: World, shelf: AnyShelf, action: WriteEntry) -> Record[object] | None:
    """The entry that changes, as its author saw it; None for a new one. Raises RuleViolation."""
    if action.entry is None:
        return None
    record = entry_of(world, shelf, action.entry)
    is_later = action.version not in (0, record.version)
    if is_later or action.before not in (None, shelf.write(record.state)):
        raise refused(
            "library.changed",
            "Not saved: somebody changed “{name}” in the meantime. `/library edit` shows it as it is now.",
            Stale,
            name=shelf.kind.title(record.state),
        )
    return record


# -- files --------------------------------------------------------------------------------------------

MOST_ENTRIES = 500


def file_of(shelf: AnyShelf, names: Mapping[str, str]) -> Table[Texts]:
    """How entries stand in a file; `names` says what the entries of every shelf are called, by key."""
    columns: list[Column[Texts]] = [
        Column(each.name, is_required=not each.is_optional) for each in shelf.fields
    ]
    return Table(
        "library",
        "entries",
        T("entries of a library"),
        columns,
        "/library export",
        MOST_ENTRIES,
        head={"kind": shelf.key},
        names=names,
        naming=shelf.naming,
    )


def read_file(
    shelf: AnyShelf, names: Mapping[str, str], name: str, data: bytes
) -> tuple[dict[str, str], ...]:
    """The texts of a file's entries, each of them legal. Raises RuleViolation with all that is wrong."""
    rows = file_of(shelf, names).read(name, data)
    return tuple(shelf.write(state) for state in read_rows(shelf, rows))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = declared(__name__, ActionKind)
EVENTS: tuple[type[Any], ...] = declared(__name__, Event)
