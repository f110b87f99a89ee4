"""How the library reads: its events, its entries as their game draws them, and drafts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.drawing import Screens
from bot.engine.library import AnyShelf, Field, Texts
from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.play import Entry, Post, Shown
from bot.systems.table.rules.library_entries import EntriesImported, EntryRemoved
from bot.systems.table.rules.library_state import (
    DRAFT,
    Draft,
    DraftDiscarded,
    EntryDrafted,
    EntryProposed,
    EntryWritten,
    ProposalAnnounced,
    ProposalAnswered,
    ProposalDeclined,
    Stage,
)
from bot.systems.table.words import library as words
from bot.ui.card import FIELD, Button, Card, Tone, step_buttons
from bot.ui.text import clip, person, safe

# A text on one side of a change.
SIDE = 350


class EntryCards:
    """Draws entries and drafts: with the screens of their game, or else field by field."""

    def __init__(
        self, shelves: Iterable[AnyShelf] = (), screens: Mapping[str, Screens] | None = None
    ) -> None:
        self._shelves = {shelf.key: shelf for shelf in shelves}
        self._screens = screens or {}

    def entry(self, shelf: AnyShelf, shown: Shown, post: Post) -> Card:
        """An entry as its viewer may see it."""
        screens = self._screens.get(shelf.system)
        card = screens.show(shown, post) if screens is not None else None
        return card or Card(safe(shown.title), fields=fields(shelf, shelf.write(shown.state)))

    def drawn(self, post: Post) -> Card | None:
        """The message about an import, or about a draft or proposal as it stands now."""
        imported = [event for event in post.entry.events if isinstance(event, EntriesImported)]
        if imported:
            # The last of them counts all that its reader may know of.
            return Card(lines=(told(imported[-1], post.entry) or "",))
        is_about = post.entry.event(EntryDrafted) or post.entry.event(EntryProposed)
        if is_about is None or post.subject is None or post.subject.kind != DRAFT.name:
            return None
        line = told(is_about, post.entry) or ""
        if post.subject.steps:
            card = self.draft(post.subject, post)
            return replace(card, lines=(line, *card.lines)) if isinstance(is_about, EntryProposed) else card
        return Card(lines=(line, words.OUTCOMES[post.subject.state.stage.value]), tone=Tone.QUIET)

    def shown(self, shown: Shown, post: Post) -> Card | None:
        """A draft or proposal, wherever else it is shown; nothing of any other record."""
        return self.draft(shown, post) if shown.kind == DRAFT.name else None

    def draft(self, shown: Shown, post: Post) -> Card:
        """The entry as it will stand, or what an edit changes, with what its viewer can do."""
        draft: Draft = shown.state
        card = self._preview(draft, post)
        is_edit = draft.entry is not None
        title = words.proposal_title if draft.stage is Stage.PROPOSED else words.preview_title
        return replace(
            card,
            title=title(safe(draft.name, 200), is_edit=is_edit),
            tone=Tone.ASKS,
            buttons=_buttons(shown, post),
        ).add("", f"-# {_what_then(draft, post)}")

    def _preview(self, draft: Draft, post: Post) -> Card:
        shelf = self._shelves.get(draft.shelf)
        if shelf is None:
            return Card()
        if draft.entry is not None:
            return Card(lines=tuple(_changes(shelf, draft.before, draft.texts)))
        try:
            state = shelf.entry(draft.texts)
        except RuleViolation:
            # Drafted when other texts were legal.
            return Card(fields=fields(shelf, draft.texts))
        title = shelf.kind.title(state)
        unborn = Shown(RecordId(""), shelf.system, shelf.kind.name, title, state, version=1)
        return self.entry(shelf, unborn, post)


def _buttons(shown: Shown, post: Post) -> tuple[Button, ...]:
    draft: Draft = shown.state
    if draft.stage is Stage.DRAFTED:
        save, *rest = step_buttons(shown.id, shown.steps)
        return (save, Button(words.CHANGE, "change_draft", (shown.id,)), *rest)
    # Each sees what they may do; a game master's own earlier proposal may be withdrawn as well.
    keys = ("approve", "decline") if post.viewer.is_game_master else ()
    own = ("withdraw",) if post.viewer.user == draft.author else ()
    return step_buttons(shown.id, shown.steps, (*keys, *own))


def _what_then(draft: Draft, post: Post) -> str:
    if draft.stage is Stage.PROPOSED:
        return words.WAITS_FOR_GAME_MASTERS
    return words.SAVES if post.viewer.is_game_master else words.PROPOSES


def fields(shelf: AnyShelf, texts: Texts) -> tuple[tuple[str, str], ...]:
    """What an entry says, but for its name: each field that says something, under its label."""
    shown = ((field.label, _in_words(field, texts.get(field.name, ""), FIELD)) for field in shelf.fields[1:])
    return tuple((label, text) for label, text in shown if text)


def _changes(shelf: AnyShelf, before: Texts, after: Texts) -> Iterable[str]:
    for field in shelf.fields:
        old, new = before.get(field.name, ""), after.get(field.name, "")
        if old != new:
            yield words.field_change(field.label, _in_words(field, old, SIDE), _in_words(field, new, SIDE))


def _in_words(field: Field, text: str, limit: int) -> str:
    if field.options:
        return safe(dict(field.options).get(text, text))
    return clip("\n".join(safe(line, limit) for line in text.splitlines()), limit)


# -- told -----------------------------------------------------------------------------------------------


def told(event: Any, entry: Entry) -> str | None:
    """One line about an event; None where it is none of the library's."""
    return _of_drafts(event, entry) or _of_entries(event, entry)


def _of_drafts(event: Any, entry: Entry) -> str | None:
    match event:
        case EntryDrafted():
            return words.drafted(safe(event.noun), safe(event.name))
        case DraftDiscarded(was_proposed=True):
            return words.withdrawn(person(event.author), safe(event.noun), safe(event.name))
        case DraftDiscarded():
            return words.discarded(safe(event.noun), safe(event.name))
        case EntryProposed():
            return words.proposed(person(event.author), safe(event.noun), safe(event.name))
        case ProposalAnnounced():
            return words.announced(person(event.author))
        case ProposalDeclined():
            what = safe(event.noun), safe(event.name), safe(event.reason)
            return words.declined(person(entry.actor), person(event.author), *what)
        case ProposalAnswered():
            return words.answered(person(entry.actor), person(event.author))
    return None


def _of_entries(event: Any, entry: Entry) -> str | None:
    actor = person(entry.actor)
    match event:
        case EntryWritten():
            author = person(event.author) if event.author is not None else None
            noun, name = safe(event.noun), safe(event.name)
            return words.written(actor, noun, name, is_new=event.is_new, author=author)
        case EntryRemoved():
            return words.removed(actor, safe(event.noun), safe(event.name))
        case EntriesImported():
            counts = (event.added, event.replaced, event.same)
            nouns, source = (safe(event.noun), safe(event.plural)), safe(event.source, 100)
            return words.imported(actor, *nouns, counts, source, is_whole=not event.audience.everyone)
    return None
