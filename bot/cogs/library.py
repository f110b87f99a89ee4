"""`/library`: what a campaign's people write themselves, whatever its games keep there."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import known, register
from bot.cogs.library_cards import EntryCards
from bot.cogs.library_forms import entry_form
from bot.cogs.library_lists import listing, unwritten
from bot.cogs.library_shelves import Library
from bot.desk import Choices, Desk, in_time
from bot.engine.library import AnyShelf, Texts
from bot.engine.people import Standing
from bot.engine.system import RecordId
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.handlers import Interaction
from bot.systems.table.rules.library_entries import ImportEntries, RemoveEntry
from bot.systems.table.rules.library_files import (
    MOST_BYTES,
    MOST_ENTRIES,
    read_file,
    require_small,
    write_file,
)
from bot.systems.table.rules.library_state import DraftEntry, Stage
from bot.systems.table.words import library as words
from bot.ui.card import Attachment, Card
from bot.ui.form import answers
from bot.ui.reply import Reply
from bot.ui.text import bare, safe
from bot.ui.upload import downloaded

KIND = app_commands.Range[str, 1, 100]
NAME = app_commands.Range[str, 1, 200]


class LibraryCog(
    commands.GroupCog,
    group_name="library",
    group_description="What this campaign's people write themselves",
):
    """The library of every game; what an entry is says its game's shelf."""

    def __init__(self, desk: Desk, cards: EntryCards) -> None:
        self._desk = desk
        self._cards = cards
        self._library = Library(desk)
        self._catalogue = desk.play.catalogue
        desk.enter(register.LIBRARY)
        desk.add_form("entry", self._written)
        desk.add_button("change_draft", self._change, can_defer=False)
        desk.add_button("shelf", self._turn)
        desk.add_button("supply", self._supply)

    # -- writing ------------------------------------------------------------------------------------

    @app_commands.command()
    @app_commands.describe(kind="What kind of entry")
    @app_commands.guild_only()
    async def add(self, interaction: Interaction, kind: KIND) -> None:
        """Write a new entry in a form; game masters save it, players propose it"""
        async with self._desk.reply(interaction, can_defer=False) as reply:
            shelf = (await in_time(self._library.look(interaction))).shelf(kind)
            await reply.modal(entry_form(shelf, words.add_title(shelf.noun)))

    @app_commands.command()
    @app_commands.describe(entry="Which entry")
    @app_commands.guild_only()
    async def edit(self, interaction: Interaction, entry: NAME) -> None:
        """Change an entry in a form; game masters save it, players propose it"""
        async with self._desk.reply(interaction, can_defer=False) as reply:
            shelf, shown = (await in_time(self._library.find(interaction, entry))).entry(entry)
            title, texts = words.edit_title(bare(shown.title)), shelf.write(shown.state)
            await reply.modal(entry_form(shelf, title, texts, entry=shown))

    async def _change(self, reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 1:
            raise Stale(words.DAMAGED)
        seen = await in_time(self._library.find(reply.interaction, args[0]))
        draft = seen.draft(args[0])
        if (
            draft is None
            or draft.state.stage is not Stage.DRAFTED
            or draft.owner != reply.interaction.user.id
        ):
            raise Stale(words.DRAFT_GONE)
        shelf = seen.shelf(draft.state.shelf)
        title = words.edit_title(bare(draft.title))
        await reply.modal(entry_form(shelf, title, draft.state.texts, draft=draft))

    async def _written(self, reply: Reply, args: tuple[str, ...]) -> None:
        """A form of an entry was sent: it becomes a draft, or the draft that it was opened from anew."""
        if len(args) != 4 or not args[2].isascii() or not args[2].isdigit() or len(args[2]) > 9:
            raise Stale(words.DAMAGED)
        key, entry, version, draft = args
        shelf = self._shelf(key)
        typed = answers(reply.interaction.data)
        texts = {field.name: typed.get(field.name, "") for field in shelf.fields}
        ids = (RecordId(entry) if entry else None, int(version), RecordId(draft) if draft else None)
        action = DraftEntry(key, texts, *ids)
        # Sent from a draft's own card, the card is drawn anew.
        redraw = (lambda outcome: self._desk.gallery.card(outcome.private)) if draft else None
        await self._desk.carry_out(reply, action, panel=redraw)

    def _shelf(self, key: str) -> AnyShelf:
        for shelf in self._catalogue.shelves_of(self._catalogue.systems):
            if shelf.key == key:
                return shelf
        raise Stale(words.NOT_A_SHELF)

    @app_commands.command()
    @app_commands.describe(entry="Which entry")
    @app_commands.guild_only()
    async def remove(self, interaction: Interaction, entry: NAME) -> None:
        """Take an entry out of the library; /undo brings it back"""
        async with self._desk.reply(interaction) as reply:
            shelves = (await self._library.look(interaction)).shelves
            if not shelves:
                raise RuleViolation(words.NO_SHELVES)
            kinds = tuple(sorted({shelf.kind.name for shelf in shelves}))
            await self._desk.carry_out(reply, RemoveEntry(entry, kinds))

    # -- reading ------------------------------------------------------------------------------------

    @app_commands.command()
    @app_commands.describe(entry="Which entry, or draft of yours")
    @app_commands.guild_only()
    async def show(self, interaction: Interaction, entry: NAME) -> None:
        """See an entry, a draft of yours, or what was proposed"""
        async with self._desk.reply(interaction) as reply:
            seen = await self._library.find(interaction, entry)
            draft = seen.draft(entry)
            if draft is not None and not any(seen.entries(shelf) for shelf in seen.shelves):
                await reply.private(self._cards.draft(draft, unwritten(interaction, seen, draft)))
                return
            shelf, shown = seen.entry(entry)
            await reply.private(self._cards.entry(shelf, shown, unwritten(interaction, seen, shown)))

    @app_commands.command(name="list")
    @app_commands.describe(kind="What kind of entries")
    @app_commands.guild_only()
    async def list_entries(self, interaction: Interaction, kind: KIND) -> None:
        """See the entries of a kind, and what comes with the game"""
        async with self._desk.reply(interaction) as reply:
            await reply.private(await self._page(interaction, kind, 0))

    async def _turn(self, reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2 or not args[1].isascii() or not args[1].isdigit() or len(args[1]) > 6:
            raise Stale(words.DAMAGED)
        await reply.update(await self._page(reply.interaction, args[0], int(args[1])))

    async def _page(self, interaction: Interaction, kind: str, page: int) -> Card:
        shelf = (await self._library.look(interaction)).shelf(kind)
        seen = await self._library.whole(interaction, shelf)
        return listing(shelf, seen, seen.missing(shelf, self._catalogue.supplied), page)

    # -- many at once -------------------------------------------------------------------------------

    async def _supply(self, reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 1:
            raise Stale(words.DAMAGED)
        shelf = (await self._library.look(reply.interaction)).shelf(args[0])
        seen = await self._library.whole(reply.interaction, shelf)
        missing = seen.missing(shelf, self._catalogue.supplied)
        await self._bring_in(reply, shelf, missing, self._catalogue.systems[shelf.system].title)

    @app_commands.command(name="import")
    @app_commands.describe(
        kind="What kind of entries", file="A JSON file as /library export makes it, or a CSV table"
    )
    @app_commands.guild_only()
    async def import_file(self, interaction: Interaction, kind: KIND, file: discord.Attachment) -> None:
        """Add and replace entries from a file, all or none"""
        async with self._desk.reply(interaction) as reply:
            shelf = (await self._library.look(interaction)).shelf(kind)
            require_small(file.size)
            texts = read_file(shelf, file.filename, await downloaded(file), self._kinds())
            await self._bring_in(reply, shelf, texts, file.filename)

    def _kinds(self) -> Mapping[str, str]:
        every = self._catalogue.shelves_of(self._catalogue.systems)
        return {each.key: f"{each.plural} ({self._catalogue.systems[each.system].title})" for each in every}

    @app_commands.command()
    @app_commands.describe(kind="What kind of entries")
    @app_commands.guild_only()
    async def export(self, interaction: Interaction, kind: KIND) -> None:
        """Get the entries of a kind as a file, as far as you may see them"""
        async with self._desk.reply(interaction) as reply:
            shelf = (await self._library.look(interaction)).shelf(kind)
            found = (await self._library.whole(interaction, shelf)).entries(shelf)
            if not found:
                raise RuleViolation(words.nothing_to_export(shelf.plural))
            data = write_file(shelf, (shelf.write(each.state) for each in found))
            lines = [words.exported(words.several(len(found), shelf.noun, shelf.plural))]
            if len(data) > MOST_BYTES or len(found) > MOST_ENTRIES:
                lines.append(words.TOO_BIG_TO_IMPORT)
            await reply.private(Card(lines=tuple(lines), file=Attachment(f"{shelf.kind.name}.json", data)))

    @app_commands.command()
    @app_commands.describe(
        kind="What kind of entries", origin="The campaign to copy from; you must lead it too"
    )
    @app_commands.rename(origin="from")
    @app_commands.guild_only()
    async def copy(self, interaction: Interaction, kind: KIND, origin: NAME) -> None:
        """Copy another campaign's entries into this library"""
        async with self._desk.reply(interaction) as reply:
            here = await self._library.look(interaction)
            shelf, other = here.shelf(kind), await known.named(self._desk, interaction, origin)
            if other.id == here.scenery.campaign_id:
                raise RuleViolation(words.SAME_CAMPAIGN)
            if other.standing is not Standing.GAME_MASTER:
                raise NotAllowed(words.not_led(safe(other.name)))
            there = (await self._library.whole(interaction, shelf, other.id)).entries(shelf)
            if not there:
                raise RuleViolation(words.nothing_there(safe(other.name), shelf.plural))
            await self._bring_in(reply, shelf, [shelf.write(each.state) for each in there], other.name)

    async def _bring_in(
        self, reply: Reply, shelf: AnyShelf, texts: list[Texts] | tuple[Texts, ...], source: str
    ) -> None:
        # Answered in private: what the counts of secret entries say is nobody else's business.
        action = ImportEntries(shelf.key, tuple(dict(each) for each in texts), source)
        await self._desk.carry_out(reply, action, quietly=True)

    # -- suggestions --------------------------------------------------------------------------------

    @add.autocomplete("kind")
    @list_entries.autocomplete("kind")
    @import_file.autocomplete("kind")
    @export.autocomplete("kind")
    @copy.autocomplete("kind")
    async def _kind_names(self, interaction: Interaction, typed: str) -> Choices:
        return await self._desk.suggest(interaction, lambda: self._library.kinds(interaction, typed))

    @edit.autocomplete("entry")
    @remove.autocomplete("entry")
    async def _entry_names(self, interaction: Interaction, typed: str) -> Choices:
        return await self._desk.suggest(
            interaction, lambda: self._library.names(interaction, typed, with_drafts=False)
        )

    @show.autocomplete("entry")
    async def _names(self, interaction: Interaction, typed: str) -> Choices:
        return await self._desk.suggest(
            interaction, lambda: self._library.names(interaction, typed, with_drafts=True)
        )

    @copy.autocomplete("origin")
    async def _led(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            here = (await self._library.look(interaction)).scenery.campaign_id
            found = await known.listed(self._desk, interaction, typed, archived=True)
            led = (each for each in found if each.standing is Standing.GAME_MASTER and each.id != here)
            return [(bare(each.name), each.id) for each in led]

        return await self._desk.suggest(interaction, find)
