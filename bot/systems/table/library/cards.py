"""How the library reads: its events, its entries as their game draws them, and drafts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.engine.card import Button, Card, Tone, step_buttons
from bot.engine.library import AnyShelf, Field, Texts
from bot.engine.pages import Turns, page_of
from bot.engine.system import Ask, RecordId, Scope, Want
from bot.errors import RuleViolation
from bot.play import CampaignView, Entry, Post, RecordView
from bot.systems.table.library import words
from bot.systems.table.library.rules import (
    DRAFT,
    Draft,
    DraftDiscarded,
    EntriesImported,
    EntryDrafted,
    EntryProposed,
    EntryRemoved,
    EntryWritten,
    ProposalAnnounced,
    ProposalAnswered,
    ProposalDeclined,
    Stage,
)
from bot.ui.card import FIELD
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.form import form
from bot.ui.renderer import Renderer, Screens
from bot.ui.text import bare, clip, person, safe

# A text on one side of a change.
SIDE = 350


class EntryCards:
    """Draws entries and drafts: with the screens of their game, or else field by field."""

    def __init__(
        self, shelves: Iterable[AnyShelf] = (), screens: Mapping[str, Screens] | None = None
    ) -> None:
        self._shelves = {shelf.key: shelf for shelf in shelves}
        self._screens = screens or {}

    @classmethod
    def of(cls, renderer: Renderer) -> EntryCards:
        """Those of every game that is drawn."""
        catalogue = renderer.catalogue
        return cls(catalogue.shelves_of(catalogue.systems), renderer.screens)

    def entry(self, shelf: AnyShelf, record: RecordView, post: Post) -> Card:
        """An entry as its viewer may see it."""
        screens = self._screens.get(shelf.system)
        card = screens.show(record, post) if screens is not None else None
        return card or Card(safe(record.title), fields=fields(shelf, shelf.write(record.state)))

    def drawn(self, post: Post) -> Card | None:
        """The message about an import, or about a draft or proposal as it stands now."""
        imported = [event for event in post.entry.events if isinstance(event, EntriesImported)]
        if imported:
            # The last of them counts all that its reader may know of.
            return Card(lines=(line_of(imported[-1], post.entry) or "",))
        is_about = post.entry.event(EntryDrafted) or post.entry.event(EntryProposed)
        if is_about is None or post.subject is None or post.subject.kind != DRAFT.name:
            return None
        line = line_of(is_about, post.entry) or ""
        if post.subject.steps:
            card = self.draft(post.subject, post)
            return replace(card, lines=(line, *card.lines)) if isinstance(is_about, EntryProposed) else card
        return Card(lines=(line, words.OUTCOMES[post.subject.state.stage.value]), tone=Tone.QUIET)

    def record(self, shown: RecordView, post: Post) -> Card | None:
        """A draft or proposal, wherever else it is shown; nothing of any other record."""
        return self.draft(shown, post) if shown.kind == DRAFT.name else None

    def draft(self, record: RecordView, post: Post) -> Card:
        """The entry as it will stand, or what an edit changes, with what its viewer can do."""
        draft: Draft = record.state
        card = self._preview(draft, post)
        is_edit = draft.entry is not None
        title = words.proposal_title if draft.stage is Stage.PROPOSED else words.preview_title
        return replace(
            card,
            title=title(safe(draft.name, 200), is_edit=is_edit),
            tone=Tone.ASKS,
            buttons=_buttons(record, post),
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
        unborn = RecordView(RecordId(""), shelf.system, shelf.kind.name, title, state, version=1)
        return self.entry(shelf, unborn, post)


def _buttons(record: RecordView, post: Post) -> tuple[Button, ...]:
    draft: Draft = record.state
    if draft.stage is Stage.DRAFTED:
        save, *rest = step_buttons(record.id, record.steps)
        return (save, Button(words.CHANGE, "change_draft", (record.id,)), *rest)
    # Each sees what they may do; a game master's own earlier proposal may be withdrawn as well.
    keys = ("approve", "decline") if post.viewer.is_game_master else ()
    own = ("withdraw",) if post.viewer.user == draft.author else ()
    return step_buttons(record.id, record.steps, (*keys, *own))


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


def line_of(event: Any, entry: Entry) -> str | None:
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


# -- The form of a library's entry --------------------------------------------------


def entry_form(
    shelf: AnyShelf,
    title: str,
    texts: Texts | None = None,
    *,
    entry: RecordView | None = None,
    draft: RecordView | None = None,
) -> discord.ui.Modal:
    """The form of a new entry, of one that there is, or of a draft; its custom_id says which."""
    about = (entry.id, str(entry.version)) if entry is not None else ("", "0")
    custom_id = "|".join(("entry", shelf.key, *about, draft.id if draft is not None else ""))
    given = texts or {}
    return form(custom_id, title, [_ask(field, given.get(field.name, "")) for field in shelf.fields])


def _ask(field: Field, value: str) -> Ask:
    return Ask(
        field.name,
        field.label,
        field.max_length,
        field.is_long,
        field.hint,
        value=value,
        options=field.options,
        is_optional=field.is_optional,
    )


# -- The library as the asker may see it: the shelves of a campaign's games, and what stands on them


@dataclass(frozen=True, slots=True)
class LibraryView:
    """A campaign's shelves, and those entries and drafts that were looked for."""

    campaign_view: CampaignView
    shelves: tuple[AnyShelf, ...]

    def shelf(self, text: str) -> AnyShelf:
        """The shelf of that key or noun. Raises RuleViolation naming those there are."""
        if not self.shelves:
            raise RuleViolation(words.NO_SHELVES)
        wanted = text.strip().casefold()
        for shelf in self.shelves:
            if wanted in (shelf.key, shelf.noun.casefold(), shelf.plural.casefold()):
                return shelf
        raise RuleViolation(words.unknown_kind(safe(text, 40), (shelf.plural for shelf in self.shelves)))

    def entries(self, shelf: AnyShelf) -> list[RecordView]:
        """The entries found on a shelf, by name; another game's kind may bear the same name."""
        own = [each for each in self.campaign_view.all(shelf.kind.name) if each.system == shelf.system]
        return sorted(own, key=lambda each: each.title.casefold())

    def drafts(self, shelf: AnyShelf | None = None) -> list[RecordView]:
        """The asker's own drafts found, and the proposals that they may see."""
        found = (each for each in self.campaign_view.records.values() if each.kind == DRAFT.name)
        return [each for each in found if shelf is None or each.state.shelf == shelf.key]

    def entry(self, text: str) -> tuple[AnyShelf, RecordView]:
        """The entry of that id or name. Raises RuleViolation."""
        if not self.shelves:
            raise RuleViolation(words.NO_SHELVES)
        found = [(shelf, each) for shelf in self.shelves for each in self.entries(shelf) if _is(each, text)]
        if len(found) != 1:
            name = safe(text, 60)
            raise RuleViolation(words.several_entries(name) if found else words.unknown_entry(name))
        return found[0]

    def draft(self, text: str) -> RecordView | None:
        """The draft or proposal of that id, or of that name where no entry bears it."""
        return next((each for each in self.drafts() if _is(each, text)), None)

    def missing(self, shelf: AnyShelf, supplied: Mapping[str, tuple[Texts, ...]]) -> list[Texts]:
        """What comes with the game, may be known of, and is not in the library as far as the asker sees."""
        known = {shelf.key_of(each.state) for each in self.entries(shelf)}
        states = ((texts, shelf.entry(texts)) for texts in supplied.get(shelf.key, ()))
        return [
            texts
            for texts, state in states
            if shelf.key_of(state) not in known and shelf.is_seen_by(state, self.campaign_view.viewer)
        ]


def _is(record: RecordView, text: str) -> bool:
    return text.strip() == record.id or text.strip().casefold() == record.title.casefold()


def draft_mark(draft: Draft) -> str:
    """What tells a draft from an entry in a list."""
    return words.IS_PROPOSED if draft.stage is Stage.PROPOSED else words.IS_DRAFT


class Library:
    """Looks into the library."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        catalogue = dispatcher.play.catalogue
        self._catalogue = catalogue
        self._kinds = sorted({shelf.kind.name for shelf in catalogue.shelves_of(catalogue.systems)})

    async def look(self, interaction: Interaction) -> LibraryView:
        """The shelves alone. Raises UserError."""
        return await self._look(interaction, Scope())

    async def whole(
        self, interaction: Interaction, shelf: AnyShelf | None = None, campaign: str | None = None
    ) -> LibraryView:
        """Everything on one shelf, or on all, with the drafts. Raises UserError."""
        kinds = self._kinds if shelf is None else [shelf.kind.name]
        wants = tuple(Want(kind) for kind in (*kinds, DRAFT.name))
        return await self._look(interaction, Scope(wants=wants), campaign)

    async def find(self, interaction: Interaction, text: str) -> LibraryView:
        """What has that name or id. Raises UserError."""
        wants = tuple(Want(kind, text=text) for kind in (*self._kinds, DRAFT.name))
        return await self._look(interaction, Scope(wants=wants))

    async def _look(self, interaction: Interaction, scope: Scope, campaign: str | None = None) -> LibraryView:
        view = await self._dispatcher.look(interaction, scope, campaign=campaign)
        return LibraryView(view, self._catalogue.shelves_of(view.campaign.systems))

    # -- suggestions --------------------------------------------------------------------------------

    async def kinds(self, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        """The kinds of entry, by name."""
        seen, near = await self.look(interaction), typed.strip().casefold()
        return [(shelf.noun, shelf.key) for shelf in seen.shelves if near in shelf.noun.casefold()]

    async def names(
        self, interaction: Interaction, typed: str, *, with_drafts: bool
    ) -> list[tuple[str, str]]:
        """Entries with that piece in their name, each with its kind.

        All are read and then filtered: a search that stops at 25 might find only what is hidden.
        """
        seen, near = await self.whole(interaction), typed.strip().casefold()
        found = [
            (words.marked(bare(each.title), shelf.noun), each)
            for shelf in seen.shelves
            for each in seen.entries(shelf)
        ]
        if with_drafts:
            found += [
                (words.marked(bare(each.title), each.state.noun, draft_mark(each.state)), each)
                for each in seen.drafts()
            ]
        return [(name, each.id) for name, each in found if near in each.title.casefold()]


# -- Lists of the library's entries, and what single ones are drawn from when they are looked up


PAGE = 20


def listing(shelf: AnyShelf, view: LibraryView, missing: Sequence[Texts], page: int) -> Card:
    """A page of a shelf: names, a line each, drafts last; on the first also what comes with the game."""
    entries = [f"• {safe(each.title)}" for each in view.entries(shelf)]
    drafts = (f"• {safe(each.title)} *({draft_mark(each.state)})*" for each in view.drafts(shelf))
    every = [*(entries or [words.empty(shelf.plural, shelf.noun)]), *drafts]
    shown = page_of(every, Turns("shelf", (shelf.key,)), page, most=PAGE)
    lines = [*shown.rows, *(_supplied(shelf, missing) if shown.number == 0 else [])]
    buttons = [*shown.buttons]
    if missing and view.campaign_view.viewer.is_game_master:
        buttons.append(Button(words.ADD_SUPPLIED, "supply", (shelf.key,), is_main=True))
    title = words.list_title(shelf.plural, safe(view.campaign_view.campaign.name))
    return Card(title, tuple(lines), buttons=tuple(buttons), note=shown.span)


def _supplied(shelf: AnyShelf, missing: Sequence[Texts]) -> list[str]:
    names = [safe(shelf.kind.title(shelf.entry(texts)), 60) for texts in missing]
    return ["", words.supplied(names)] if names else []


def unwritten(interaction: Interaction, campaign_view: LibraryView, subject: RecordView) -> Post:
    """What a record is drawn from that no journal entry told of just now."""
    view = campaign_view.campaign_view
    entry = Entry(
        campaign=view.campaign_id,
        number=0,
        at=interaction.created_at,
        actor=interaction.user.id,
        channel=interaction.channel_id or 0,
        system=subject.system,
        action="",
        events=(),
        dice=(),
    )
    return Post(view.campaign, view.viewer, entry, subject, view.records, "")
