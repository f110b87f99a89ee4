"""An entry on its way into the library: drafted in private, saved, or proposed and answered."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.dice.source import Dice
from bot.engine.library import AnyShelf
from bot.engine.people import PUBLIC, Audience, Standing, Viewer
from bot.engine.system import Open, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation, Stale
from bot.systems.table.rules.library_entries import (
    audience_of,
    entry_of,
    kind_of,
    opened,
    require_free,
    shelf_of,
)
from bot.systems.table.rules.library_state import (
    DRAFT,
    REASON_LENGTH,
    ApproveEntry,
    DeclineEntry,
    DiscardDraft,
    Draft,
    DraftDiscarded,
    DraftEntry,
    EntryDrafted,
    EntryProposed,
    EntryWritten,
    ProposalAnnounced,
    ProposalAnswered,
    ProposalDeclined,
    SaveEntry,
    Stage,
)
from bot.systems.table.words import library as words

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
