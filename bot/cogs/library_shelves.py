"""The library as the asker may see it: the shelves of a campaign's games, and what stands on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.desk import Desk
from bot.engine.library import AnyShelf, Texts
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Scenery, Shown
from bot.systems.table.rules.library_state import DRAFT, Draft, Stage
from bot.systems.table.words import library as words
from bot.ui.text import bare, safe


@dataclass(frozen=True, slots=True)
class Seen:
    """A campaign's shelves, and those entries and drafts that were looked for."""

    scenery: Scenery
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

    def entries(self, shelf: AnyShelf) -> list[Shown]:
        """The entries found on a shelf, by name; another game's kind may bear the same name."""
        own = [each for each in self.scenery.all(shelf.kind.name) if each.system == shelf.system]
        return sorted(own, key=lambda each: each.title.casefold())

    def drafts(self, shelf: AnyShelf | None = None) -> list[Shown]:
        """The asker's own drafts found, and the proposals that they may see."""
        found = (each for each in self.scenery.records.values() if each.kind == DRAFT.name)
        return [each for each in found if shelf is None or each.state.shelf == shelf.key]

    def entry(self, text: str) -> tuple[AnyShelf, Shown]:
        """The entry of that id or name. Raises RuleViolation."""
        if not self.shelves:
            raise RuleViolation(words.NO_SHELVES)
        found = [(shelf, each) for shelf in self.shelves for each in self.entries(shelf) if _is(each, text)]
        if len(found) != 1:
            name = safe(text, 60)
            raise RuleViolation(words.several_entries(name) if found else words.unknown_entry(name))
        return found[0]

    def draft(self, text: str) -> Shown | None:
        """The draft or proposal of that id, or of that name where no entry bears it."""
        return next((each for each in self.drafts() if _is(each, text)), None)

    def missing(self, shelf: AnyShelf, supplied: Mapping[str, tuple[Texts, ...]]) -> list[Texts]:
        """What comes with the game, may be known of, and is not in the library as far as the asker sees."""
        known = {shelf.key_of(each.state) for each in self.entries(shelf)}
        states = ((texts, shelf.entry(texts)) for texts in supplied.get(shelf.key, ()))
        return [
            texts
            for texts, state in states
            if shelf.key_of(state) not in known and shelf.is_seen_by(state, self.scenery.viewer)
        ]


def _is(shown: Shown, text: str) -> bool:
    return text.strip() == shown.id or text.strip().casefold() == shown.title.casefold()


def draft_mark(draft: Draft) -> str:
    """What tells a draft from an entry in a list."""
    return words.IS_PROPOSED if draft.stage is Stage.PROPOSED else words.IS_DRAFT


class Library:
    """Looks into the library."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        catalogue = desk.play.catalogue
        self._catalogue = catalogue
        self._kinds = sorted({shelf.kind.name for shelf in catalogue.shelves_of(catalogue.systems)})

    async def look(self, interaction: Interaction) -> Seen:
        """The shelves alone. Raises UserError."""
        return await self._look(interaction, Scope())

    async def whole(
        self, interaction: Interaction, shelf: AnyShelf | None = None, campaign: str | None = None
    ) -> Seen:
        """Everything on one shelf, or on all, with the drafts. Raises UserError."""
        kinds = self._kinds if shelf is None else [shelf.kind.name]
        wants = tuple(Want(kind) for kind in (*kinds, DRAFT.name))
        return await self._look(interaction, Scope(wants=wants), campaign)

    async def find(self, interaction: Interaction, text: str) -> Seen:
        """What has that name or id. Raises UserError."""
        wants = tuple(Want(kind, text=text) for kind in (*self._kinds, DRAFT.name))
        return await self._look(interaction, Scope(wants=wants))

    async def _look(self, interaction: Interaction, scope: Scope, campaign: str | None = None) -> Seen:
        scenery = await self._desk.look(interaction, scope, campaign=campaign)
        return Seen(scenery, self._catalogue.shelves_of(scenery.campaign.systems))

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
