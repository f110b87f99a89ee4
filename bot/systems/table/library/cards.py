"""How the library looks: its entries as their game draws them, drafts and proposals of entries, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import discord

from bot.engine.card import Button, Card
from bot.engine.drawing import draws
from bot.engine.library import AnyShelf, Field, Texts
from bot.engine.pages import Turns, page_of
from bot.engine.proposals import PROPOSAL, Answer, Proposal, ProposedEntry
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip as cut
from bot.errors import RuleViolation
from bot.play import CampaignView, Entry, Post, RecordView
from bot.systems.table.library.rules import EntriesImported, a, lines_of, no_shelf, not_one
from bot.ui.card import FIELD
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.modal import modal
from bot.ui.renderer import Renderer, Screens
from bot.ui.text import clip, in_brief, prose, safe

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
        """The drawings of library entries of every game."""
        catalogue = renderer.catalogue
        return cls(catalogue.shelves_of(catalogue.systems), renderer.screens)

    def entry(self, shelf: AnyShelf, record: RecordView, post: Post) -> Card:
        """An entry as its viewer may see it."""
        screens = self._screens.get(shelf.system)
        card = screens.show(record, post) if screens is not None else None
        return card or Card(safe(record.title), fields=fields(shelf, shelf.write(record.state)))

    def proposed(self, proposal: Proposal, post: Post) -> Card | None:
        """The entry as it will stand, or what an edit changes; nothing of any other proposal."""
        written = proposal.terms.entry
        if written is None:
            return None
        card = self._preview(written, post)
        titles = _TITLES[proposal.is_draft, bool(written.before)]
        if proposal.answer is Answer.WAITS and proposal.is_draft:
            does = (
                T(
                    "Not saved yet: **Save** adds it to the library. Find this draft again with `/library "
                    "show`."
                )
                if post.viewer.is_game_master
                else T(
                    "Not saved yet: **Save** proposes it to the game masters. Find this draft again with "
                    "`/library show`."
                )
            )
            card = card.add(*self._remarks(written), "", "-# " + does())
        return replace(card, title=titles(name=written.name))

    def _remarks(self, written: ProposedEntry) -> Sequence[Safe]:
        """What its author should know before it is saved."""
        shelf = self._shelves.get(written.shelf)
        try:
            return shelf.remarks(shelf.entry(written.texts)) if shelf is not None else ()
        except RuleViolation:
            return ()

    def _preview(self, written: ProposedEntry, post: Post) -> Card:
        shelf = self._shelves.get(written.shelf)
        if shelf is None:
            return Card()
        if written.before:
            return Card(lines=tuple(_changes(shelf, written.before, written.texts)))
        try:
            state = shelf.entry(written.texts)
        except RuleViolation:
            # Written when other texts were legal.
            return Card(fields=fields(shelf, written.texts))
        title = shelf.kind.title(state)
        unborn = RecordView(RecordId(""), shelf.system, shelf.kind.name, title, state, version=1)
        return self.entry(shelf, unborn, post)


@draws(EntriesImported)
def _imported(_event: EntriesImported, post: Post) -> Card:
    """The message about an import."""
    imported = [event for event in post.entry.events if isinstance(event, EntriesImported)]
    return Card(lines=tuple(event.says.of(event, actor=post.entry.actor) for event in imported))


# By whether it is a draft yet, and whether it changes an entry.
_TITLES = {
    (True, False): T("{name:200} (draft)"),
    (True, True): T("{name:200} (changed draft)"),
    (False, False): T("{name:200} (proposed)"),
    (False, True): T("{name:200} (proposed change)"),
}


def fields(shelf: AnyShelf, texts: Texts) -> tuple[tuple[str, str], ...]:
    """What an entry says, but for its name: each field that says something, under its label."""
    shown = ((field.label, _in_words(field, texts.get(field.name, ""), FIELD)) for field in shelf.fields[1:])
    return tuple((label, text) for label, text in shown if text)


def _changes(shelf: AnyShelf, before: Texts, after: Texts) -> Iterable[str]:
    for field in shelf.fields:
        old, new = before.get(field.name, ""), after.get(field.name, "")
        if old != new:
            sides = [Safe(_in_words(field, each, SIDE) or T("nothing")()) for each in (old, new)]
            yield T("**{label}:** {before} → {after}")(label=field.label, before=sides[0], after=sides[1])


def _in_words(field: Field, text: str, limit: int) -> str:
    if field.options:
        return safe(dict(field.choices).get(text, text))
    if field.is_prose:
        # A field of a card goes on in others; beside what it was, it is told in brief.
        return prose(text) if limit == FIELD else in_brief(text, limit)
    return clip("\n".join(safe(line, limit) for line in text.splitlines()), limit)


# -- The form of a library's entry --------------------------------------------------


def entry_form(shelf: AnyShelf, title: str, entry: RecordView | None = None) -> discord.ui.Modal:
    """The form of a new entry, or of one that there is; its custom_id says which."""
    about = (entry.id, str(entry.version)) if entry is not None else ("", "0")
    texts = shelf.write(entry.state) if entry is not None else {}
    return modal("|".join(("entry", shelf.key, *about)), title, lines_of(shelf, texts))


# -- The library as the asker may see it: the shelves of a campaign's games, and what stands on them


class Written(NamedTuple):
    """A draft or proposal, and the entry that it holds."""

    record: RecordView
    entry: ProposedEntry

    @property
    def mark(self) -> str:
        """What tells it from an entry in a list."""
        return T("draft")() if self.record.state.is_draft else T("proposed")()


@dataclass(frozen=True, slots=True)
class LibraryView:
    """A campaign's shelves, and those entries and drafts that were looked for."""

    campaign_view: CampaignView
    shelves: tuple[AnyShelf, ...]

    def shelf(self, text: str) -> AnyShelf:
        """The shelf of that key or noun. Raises RuleViolation naming those there are."""
        if not self.shelves:
            raise no_shelf(())
        wanted = text.strip().casefold()
        for shelf in self.shelves:
            if wanted in (shelf.key, shelf.noun.casefold(), shelf.plural.casefold()):
                return shelf
        raise refused(
            "library.unknown_kind",
            "This campaign's library has no “{kind:40}”. It has {plurals:,}.",
            kind=text,
            plurals=[shelf.plural for shelf in self.shelves],
        )

    def entries(self, shelf: AnyShelf) -> list[RecordView]:
        """The entries found on a shelf, by name; another game's kind may bear the same name."""
        own = [each for each in self.campaign_view.all(shelf.kind.name) if each.system == shelf.system]
        return sorted(own, key=lambda each: each.title.casefold())

    def drafts(self, shelf: AnyShelf | None = None) -> list[Written]:
        """The asker's own drafts found, and the proposals that they may see, by name."""
        records = self.campaign_view.records.values()
        found = [
            Written(each, entry)
            for each in records
            if isinstance(each.state, Proposal) and (entry := each.state.terms.entry) is not None
        ]
        near = (each for each in found if shelf is None or each.entry.shelf == shelf.key)
        return sorted(near, key=lambda each: each.entry.name.casefold())

    def entry(self, text: str) -> tuple[AnyShelf, RecordView]:
        """The entry of that id or name. Raises RuleViolation."""
        if not self.shelves:
            raise no_shelf(())
        found = [
            (shelf, each)
            for shelf in self.shelves
            for each in self.entries(shelf)
            if _is(each.id, each.title, text)
        ]
        if len(found) != 1:
            raise not_one(text, len(found))
        return found[0]

    def draft(self, text: str) -> RecordView | None:
        """The draft or proposal of that id, or of that name where no entry bears it."""
        found = (each.record for each in self.drafts() if _is(each.record.id, each.entry.name, text))
        return next(found, None)

    def missing(self, shelf: AnyShelf, supplied: Mapping[str, tuple[Texts, ...]]) -> list[Texts]:
        """What comes with the game, may be known of, and is not in the library as far as the asker sees."""
        known = {shelf.key_of(each.state) for each in self.entries(shelf)}
        states = ((texts, shelf.entry(texts)) for texts in supplied.get(shelf.key, ()))
        return [
            texts
            for texts, state in states
            if shelf.key_of(state) not in known and shelf.is_seen_by(state, self.campaign_view.viewer)
        ]


def _is(record: RecordId, name: str, text: str) -> bool:
    return text.strip() == record or text.strip().casefold() == name.casefold()


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
        wants = tuple(Want(kind) for kind in (*kinds, PROPOSAL.name))
        return await self._look(interaction, Scope(wants=wants), campaign)

    async def find(self, interaction: Interaction, text: str) -> LibraryView:
        """The entry with that name or id. Raises UserError."""
        entries = (Want(kind, text=text) for kind in self._kinds)
        return await self._look(interaction, Scope(wants=(*entries, Want(PROPOSAL.name))))

    async def _look(self, interaction: Interaction, scope: Scope, campaign: str | None = None) -> LibraryView:
        view = await self._dispatcher.look(interaction, scope, campaign=campaign)
        return LibraryView(view, self._catalogue.shelves_of(view.campaign.systems))


# -- Lists of the library's entries, and what single ones are drawn from when they are looked up


PAGE = 20


def listing(shelf: AnyShelf, view: LibraryView, missing: Sequence[Texts], page: int) -> Card:
    """A page of a shelf: names, a line each, drafts last; on the first also what comes with the game."""
    entries = [f"• {safe(each.title)}" for each in view.entries(shelf)]
    drafts = (f"• {safe(each.entry.name)} *({each.mark})*" for each in view.drafts(shelf))
    empty = T("The library has no {plural} yet. Write {noun} with `/library add`.")
    every = [*(entries or [empty(plural=shelf.plural, noun=a(shelf.noun))]), *drafts]
    shown = page_of(every, Turns("shelf", (shelf.key,)), page, most=PAGE)
    lines = [*shown.rows, *(_supplied(shelf, missing) if shown.number == 0 else [])]
    buttons = [*shown.buttons]
    if missing and view.campaign_view.viewer.is_game_master:
        buttons.append(Button(T("Add what comes with the game")(), "supply", (shelf.key,), is_main=True))
    title = T("{plural:upper} of {campaign}")(plural=shelf.plural, campaign=view.campaign_view.campaign.name)
    return Card(title, tuple(lines), buttons=tuple(buttons), note=shown.span)


MOST_NAMED = 10


def _supplied(shelf: AnyShelf, missing: Sequence[Texts]) -> list[str]:
    if not missing:
        return []
    names = [cut(shelf.kind.title(shelf.entry(texts)), 60) for texts in missing]
    more = len(names) - MOST_NAMED
    says = (
        T("Comes with the game, but isn't in the library yet: {names:,} and {more} more.")
        if more > 0
        else T("Comes with the game, but isn't in the library yet: {names:,}.")
    )
    return ["", says.of(None, names=names[:MOST_NAMED], more=more)]


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
