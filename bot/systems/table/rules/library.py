"""What may happen in a campaign's library."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind
from bot.systems.table.rules import library_drafts as drafts
from bot.systems.table.rules import library_entries as entries
from bot.systems.table.rules import library_state as state

KINDS: tuple[Kind[Any], ...] = (state.DRAFT,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(state.DraftEntry, drafts.draft_entry, Permit.MEMBERS, drafts.draft_scope),
    ActionKind(state.SaveEntry, drafts.save_entry, Permit.OWNER, drafts.save_scope, drafts.author_of),
    ActionKind(state.DiscardDraft, drafts.discard_draft, Permit.OWNER, drafts.of_draft, drafts.author_of),
    ActionKind(state.ApproveEntry, drafts.approve_entry, Permit.GAME_MASTERS, drafts.save_scope),
    ActionKind(state.DeclineEntry, drafts.decline_entry, Permit.GAME_MASTERS, drafts.of_draft),
    ActionKind(entries.RemoveEntry, entries.remove_entry, Permit.GAME_MASTERS, entries.remove_scope),
    ActionKind(entries.ImportEntries, entries.import_entries, Permit.GAME_MASTERS, entries.import_scope),
)
EVENTS: tuple[type[Any], ...] = (
    state.EntryDrafted,
    state.DraftDiscarded,
    state.EntryProposed,
    state.ProposalAnnounced,
    state.EntryWritten,
    state.ProposalDeclined,
    state.ProposalAnswered,
    entries.EntryRemoved,
    entries.EntriesImported,
)
