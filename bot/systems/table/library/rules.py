"""An entry on its way into the library: what is kept of it, and what may be done and is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.files import Column, Faults, Row, Table
from bot.engine.library import AnyShelf, Texts
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Audience, Permit, Standing, Viewer
from bot.engine.system import (
    ActionKind,
    Ask,
    Change,
    Choice,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    Turn,
    Want,
)
from bot.engine.text import T, refused
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation, Stale
from bot.systems.table.library import words

REASON_LENGTH = 300


class Stage(StrEnum):
    """How far a draft has come."""

    DRAFTED = "drafted"
    PROPOSED = "proposed"
    SAVED = "saved"
    APPROVED = "approved"
    DECLINED = "declined"
    DISCARDED = "discarded"
    WITHDRAWN = "withdrawn"


PRIVATE = frozenset({Stage.DRAFTED, Stage.SAVED, Stage.DISCARDED})


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as its author wrote it; of one that there is, also how it stood then."""

    shelf: str
    noun: str
    author: int
    name: str
    texts: Mapping[str, str]
    entry: RecordId | None = None
    before: Mapping[str, str] = field(default_factory=dict)
    stage: Stage = Stage.DRAFTED
    revision: int = 1
    reason: str = ""


# -- actions and events -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """Write an entry, or an own draft anew. The texts are in the order of the shelf's fields: the name first.

    `version` is that of the entry when its texts were shown.
    """

    shelf: str
    texts: Mapping[str, str]
    entry: RecordId | None = None
    version: int = 0
    draft: RecordId | None = None


@dataclass(frozen=True, slots=True)
class EntryDrafted:
    """Somebody drafted an entry."""

    noun: str
    name: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """Put a draft into the library, or propose it. Shelf and name are the draft's own."""

    draft: RecordId
    shelf: str
    name: str


@dataclass(frozen=True, slots=True)
class EntryWritten:
    """An entry stands in the library, or stands otherwise; `author` is who had proposed it."""

    noun: str
    name: str
    is_new: bool
    author: int | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class EntryProposed:
    """A player's draft waits for the game masters."""

    noun: str
    name: str
    author: int
    audience: Audience


@dataclass(frozen=True, slots=True)
class ProposalAnnounced:
    """Something waits for game masters who have no channel of their own to read it in."""

    author: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class DiscardDraft:
    """Give up an own draft, or withdraw an own proposal."""

    draft: RecordId


@dataclass(frozen=True, slots=True)
class DraftDiscarded:
    """A draft is given up, or a proposal withdrawn."""

    noun: str
    name: str
    author: int
    was_proposed: bool
    audience: Audience


@dataclass(frozen=True, slots=True)
class ApproveEntry:
    """The game master puts a proposal into the library."""

    draft: RecordId
    shelf: str
    name: str


@dataclass(frozen=True, slots=True)
class DeclineEntry:
    """The game master leaves the library as it is."""

    draft: RecordId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProposalDeclined:
    """A proposal was declined."""

    noun: str
    name: str
    author: int
    reason: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class ProposalAnswered:
    """What everybody may know of that."""

    author: int
    audience: Audience = EVERYONE


# -- the record -------------------------------------------------------------------------------------


def _view(draft: Draft, viewer: Viewer) -> Draft | None:
    is_shared = viewer.is_game_master and draft.stage not in PRIVATE
    return draft if is_shared or viewer.user == draft.author else None


def _steps(record: RecordId, draft: Draft) -> Sequence[Step]:
    if draft.stage is Stage.DRAFTED:
        save = Choice("save", words.SAVE, SaveEntry(record, draft.shelf, draft.name), is_main=True)
        discard = Choice("discard", words.DISCARD, DiscardDraft(record))
        label = words.draft_waits(draft.noun, draft.name)
        return (Step("draft", label, draft.author, (save, discard), draft.revision),)
    if draft.stage is Stage.PROPOSED:
        why = Ask("reason", words.WHY_NOT, REASON_LENGTH, is_long=True, is_optional=True)
        approve = Choice(
            "approve", words.APPROVE, ApproveEntry(record, draft.shelf, draft.name), is_main=True
        )
        decline = Choice("decline", words.DECLINE, DeclineEntry(record), asks=(why,))
        withdraw = Choice("withdraw", words.WITHDRAW, DiscardDraft(record))
        label = words.proposal_waits(draft.noun, draft.name)
        return (Step("proposal", label, None, (approve, decline, withdraw)),)
    return ()


DRAFT: Kind[Draft] = Kind(
    "draft",
    Draft,
    title=lambda draft: draft.name,
    owner=lambda draft: draft.author,
    links=lambda draft: (draft.entry,) if draft.entry is not None else (),
    waiting=_steps,
    view=_view,
    word=words.part,
)


# -- Entries of a campaign's library: written, removed, and many brought in at once -


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
    states = read_rows(shelf, [Row(0, texts) for texts in action.entries])
    pairs = [(known.get(shelf.key_of(state)), state) for state in states]
    changes = tuple(_change(scene, shelf, *pair) for pair in pairs if _differs(*pair))
    whole = _counted(shelf, pairs, action.source, GAME_MASTERS)
    if not pairs:
        raise RuleViolation(words.nothing_left(shelf.plural))
    if not changes:
        raise RuleViolation(words.nothing_new(words.several(whole.same, shelf.noun, shelf.plural)))
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


# -- An entry on its way into the library: drafted in private, saved, or proposed and answered


MOST_DRAFTS = 25


def author_of(scene: Scene, action: SaveEntry | DiscardDraft) -> int | None:
    """Whose draft it is."""
    record = scene.records.get(action.draft)
    return record.state.author if record is not None and record.kind == DRAFT.name else None


# -- drafted ----------------------------------------------------------------------------------------


def draft_scope(action: DraftEntry) -> Scope:
    """The entry or draft, the actor's other drafts, and whatever bears the name already."""
    name = one_line(next(iter(action.texts.values()), ""))
    ids = tuple(each for each in (action.entry, action.draft) if each is not None)
    wants = (Want(DRAFT.name, is_own=True), Want(kind_of(action.shelf), text=name))
    return Scope(ids=ids, wants=wants, links=action.draft is not None)


def draft_entry(scene: Scene, action: DraftEntry, dice: Dice) -> Turn:
    """Keep it for its author alone. Raises RuleViolation where it makes no entry, Stale for a lost draft."""
    shelf = shelf_of(scene, action.shelf)
    state = shelf.entry(action.texts)
    name, texts = shelf.kind.title(state), shelf.write(state)
    own = _own(scene, action.draft) if action.draft is not None else None
    draft = own.state if own is not None else _begun(scene, shelf, action)
    _require_one_draft(scene, shelf, name, action.draft)
    require_free(scene, shelf, state, Viewer(scene.actor, scene.standing), draft.entry)
    if draft.before == texts:
        raise RuleViolation(words.is_same(safe(name)))
    after = replace(draft, name=name, texts=texts)
    told = EntryDrafted(shelf.noun, name, Audience(everyone=False, person=scene.actor))
    if own is None:
        return Turn((Open(scene.new_id(), DRAFT.name, after),), (told,))
    return Turn((Replace(own.id, replace(after, revision=draft.revision + 1)),), (told,))


def _require_one_draft(scene: Scene, shelf: AnyShelf, name: str, but: RecordId | None) -> None:
    """See that the actor has no other draft of that name, such as from the same form sent twice."""
    for other in scene.all(DRAFT):
        draft: Draft = other.state
        is_same = draft.shelf == shelf.key and draft.name.casefold() == name.casefold()
        if other.id != but and draft.author == scene.actor and is_same:
            raise RuleViolation(words.is_drafted(shelf.noun, safe(name, 80)))


def _begun(scene: Scene, shelf: AnyShelf, action: DraftEntry) -> Draft:
    if len(scene.all(DRAFT)) >= MOST_DRAFTS:
        raise RuleViolation(words.too_many_drafts(MOST_DRAFTS))
    draft = Draft(shelf.key, shelf.noun, scene.actor, "", {})
    if action.entry is None:
        return draft
    record = entry_of(scene, shelf, action.entry)
    seen = shelf.kind.view(record.state, Viewer(scene.actor, scene.standing))
    if seen is None:
        raise RuleViolation(words.is_gone(shelf.noun))
    name = safe(shelf.kind.title(seen))
    if seen != record.state:
        raise RuleViolation(words.not_yours_to_edit(name))
    if record.version != action.version:
        raise RuleViolation(words.has_changed(name))
    return replace(draft, entry=record.id, before=shelf.write(record.state))


def _own(scene: Scene, draft: RecordId) -> Record[Draft]:
    """The actor's own draft that is not saved yet. Raises Stale."""
    found = next((record for record in scene.all(DRAFT) if record.id == draft), None)
    if found is None or found.state.author != scene.actor or found.state.stage is not Stage.DRAFTED:
        raise Stale(words.DRAFT_GONE)
    return found


# -- saved or proposed --------------------------------------------------------------------------------


def save_scope(action: SaveEntry | ApproveEntry) -> Scope:
    """The draft, the entry that it changes, and whatever bears the name already."""
    return Scope(
        ids=(action.draft,), wants=(Want(kind_of(action.shelf), text=one_line(action.name)),), links=True
    )


def save_entry(scene: Scene, action: SaveEntry, dice: Dice) -> Turn:
    """Write the entry, or propose it. Raises RuleViolation where the library has changed meanwhile."""
    record = _own(scene, action.draft)
    if scene.standing is Standing.GAME_MASTER:
        return _written(scene, record, Stage.SAVED)
    draft, shelf = record.state, shelf_of(scene, record.state.shelf)
    _unchanged(scene, shelf, draft)
    viewer = Viewer(scene.actor, scene.standing)
    require_free(scene, shelf, shelf.entry(draft.texts), viewer, draft.entry)
    told = EntryProposed(draft.noun, draft.name, draft.author, _shared(draft))
    is_unread = scene.campaign.game_master_channel is None
    announced = (ProposalAnnounced(draft.author),) if is_unread else ()
    return Turn((Replace(record.id, replace(draft, stage=Stage.PROPOSED)),), (told, *announced))


def approve_entry(scene: Scene, action: ApproveEntry, dice: Dice) -> Turn:
    """Write what was proposed. Raises RuleViolation where the library has changed meanwhile."""
    return _written(scene, scene.get(DRAFT, action.draft), Stage.APPROVED)


def _written(scene: Scene, record: Record[Draft], stage: Stage) -> Turn:
    draft, shelf = record.state, shelf_of(scene, record.state.shelf)
    state, before = shelf.entry(draft.texts), _unchanged(scene, shelf, draft)
    require_free(scene, shelf, state, Viewer(scene.actor, scene.standing), draft.entry)
    change = Replace(before.id, state) if before is not None else opened(scene, shelf, state)
    author = draft.author if stage is Stage.APPROVED else None
    is_new = before is None or not shelf.is_seen_by(before.state, PUBLIC)
    told = EntryWritten(shelf.noun, draft.name, is_new, author, audience_of(shelf, state, author))
    settled = Replace(record.id, replace(draft, stage=stage), archive=True)
    return Turn((change, settled), (told,), subject=change.id)


def _unchanged(scene: Scene, shelf: AnyShelf, draft: Draft) -> Record[object] | None:
    """The entry that a draft changes, as it was drafted from; None for a new one. Raises RuleViolation."""
    if draft.entry is None:
        return None
    record = entry_of(scene, shelf, draft.entry)
    if shelf.write(record.state) != draft.before:
        raise RuleViolation(words.has_changed(safe(draft.name)))
    return record


def _shared(draft: Draft) -> Audience:
    return Audience(everyone=False, person=draft.author, with_game_masters=True)


# -- given up, declined ---------------------------------------------------------------------------------


def of_draft(action: DiscardDraft | DeclineEntry) -> Scope:
    """The draft."""
    return Scope(ids=(action.draft,))


def discard_draft(scene: Scene, action: DiscardDraft, dice: Dice) -> Turn:
    """Take it out of play."""
    record = scene.get(DRAFT, action.draft)
    draft = record.state
    was_proposed = draft.stage is Stage.PROPOSED
    stage = Stage.WITHDRAWN if was_proposed else Stage.DISCARDED
    audience = _shared(draft) if was_proposed else Audience(everyone=False, person=draft.author)
    told = DraftDiscarded(draft.noun, draft.name, draft.author, was_proposed, audience)
    return Turn((Replace(record.id, replace(draft, stage=stage), archive=True),), (told,))


def decline_entry(scene: Scene, action: DeclineEntry, dice: Dice) -> Turn:
    """Tell its author why; everybody else reads only that it was answered."""
    record = scene.get(DRAFT, action.draft)
    draft, reason = record.state, one_line(action.reason)[:REASON_LENGTH]
    settled = replace(draft, stage=Stage.DECLINED, reason=reason)
    told = ProposalDeclined(draft.noun, draft.name, draft.author, reason, _shared(draft))
    return Turn((Replace(record.id, settled, archive=True),), (told, ProposalAnswered(draft.author)))


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


KINDS: tuple[Kind[Any], ...] = (DRAFT,)


ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(DraftEntry, draft_entry, Permit.MEMBERS, draft_scope),
    ActionKind(SaveEntry, save_entry, Permit.OWNER, save_scope, author_of),
    ActionKind(DiscardDraft, discard_draft, Permit.OWNER, of_draft, author_of),
    ActionKind(ApproveEntry, approve_entry, Permit.GAME_MASTERS, save_scope),
    ActionKind(DeclineEntry, decline_entry, Permit.GAME_MASTERS, of_draft),
    ActionKind(RemoveEntry, remove_entry, Permit.GAME_MASTERS, remove_scope),
    ActionKind(ImportEntries, import_entries, Permit.GAME_MASTERS, import_scope, button="Import it"),
)


EVENTS: tuple[type[Any], ...] = (
    EntryDrafted,
    DraftDiscarded,
    EntryProposed,
    ProposalAnnounced,
    EntryWritten,
    ProposalDeclined,
    ProposalAnswered,
    EntryRemoved,
    EntriesImported,
)
