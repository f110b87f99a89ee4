"""`/journal`, `/undo` and `/redo`: what happened, and taking it back."""

from __future__ import annotations

import re
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Choices, Desk, actor_of, request_of
from bot.drawing import differences
from bot.engine.words import one_line
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction
from bot.play import Entry, Filter, Link, Page, Plan
from bot.systems.table.words import journal as words
from bot.ui.card import Button, Card, Tone
from bot.ui.reply import Reply
from bot.ui.text import clip, person, safe, since

LINE = 300
MOST_LISTED = 8
REASON = 50


class JournalCog(commands.Cog):
    """The journal and what can be done with it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.JOURNAL)
        self._systems = desk.play.catalogue.systems
        desk.add_button("page", self._turn_page)
        desk.add_button("undo", self._undo)
        desk.add_select("undo_from", self._undo_from)

    @app_commands.command()
    @app_commands.describe(
        player="Only what this person did",
        game="Only what happened in this game",
        record="Only what touched this hero, challenge or whatever else has a name",
        kind="Only this kind of entry",
        before="Show what came before this entry",
    )
    @app_commands.guild_only()
    async def journal(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        game: str | None = None,
        record: str | None = None,
        kind: str | None = None,
        before: app_commands.Range[int, 1, 2_000_000_000] | None = None,
    ) -> None:
        """Read what happened, newest first; secrets only to those who may see them"""
        async with self._desk.reply(interaction) as reply:
            user = player.id if player is not None else None
            wanted = Filter(user, self._game(game), record, self._kind(kind))
            page = await self._desk.play.journal(
                actor_of(interaction), request_of(interaction), before=before, wanted=wanted
            )
            await reply.private(self._page(page))

    @journal.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            playing = (await self._desk.look(interaction)).campaign.systems
            titles = [(s.title, s.name) for s in self._systems.values() if s.name in ("table", *playing)]
            return [each for each in titles if typed.casefold() in each[0].casefold()]

        return await self._desk.suggest(interaction, find)

    @journal.autocomplete("kind")
    async def _kinds(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            playing = (await self._desk.look(interaction)).campaign.systems
            names = [kind.name for s in ("table", *playing) for kind in self._systems[s].actions]
            named = [(_spaced(name), name) for name in (*names, *HOUSE)]
            return [each for each in named if typed.casefold() in each[0].casefold()]

        return await self._desk.suggest(interaction, find)

    @journal.autocomplete("record")
    async def _records(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            found = await self._desk.play.named(actor_of(interaction), request_of(interaction), typed)
            return [(f"{shown.title} ({shown.kind})", shown.id) for shown in found]

        return await self._desk.suggest(interaction, find)

    def _game(self, text: str | None) -> str | None:
        if text is None or text in self._systems:
            return text
        titles = ", ".join(system.title for system in self._systems.values())
        raise RuleViolation(words.no_game(safe(text, 60), titles))

    def _kind(self, text: str | None) -> str | None:
        known = {kind.name for system in self._systems.values() for kind in system.actions} | set(HOUSE)
        if text is None or text in known:
            return text
        raise RuleViolation(words.no_kind(safe(text, 60)))

    async def _turn_page(self, reply: Reply, args: tuple[str, ...]) -> None:
        campaign, before, wanted = _page_of(args)
        interaction = reply.interaction
        page = await self._desk.play.journal(
            actor_of(interaction), request_of(interaction), before=before, campaign=campaign, wanted=wanted
        )
        await reply.update(self._page(page))

    def _page(self, page: Page) -> Card:
        lines = tuple(self._line(entry, link) for entry, link in page.entries)
        campaign = page.scenery.campaign_id
        turns = [(words.NEWER, page.newer), (words.OLDER, page.older)]
        buttons = tuple(
            Button(label, "page", (campaign, str(number), *_packed(page.wanted)))
            for label, number in turns
            if number is not None
        )
        name = safe(page.scenery.campaign.name)
        nothing = words.EMPTY if page.wanted.is_open else words.NOTHING_FOUND
        return Card(words.title(name), lines or (nothing,), buttons=buttons)

    def _brief(self, entry: Entry) -> str:
        return clip(self._desk.gallery.line(entry).replace("\n", " · "), LINE // 2)

    def _line(self, entry: Entry, link: Link | None) -> str:
        number = f"[#{entry.number}]({link.url})" if link is not None else f"#{entry.number}"
        told = self._desk.gallery.line(entry).replace("\n", " · ")
        text = f"{clip(told, LINE)}{_on_behalf(entry, told)}"
        undone = f" *{words.undone_by(entry.undone_by)}*" if entry.undone_by is not None else ""
        return f"{number} · {since(entry.at)} · {text}{undone}"

    @app_commands.command()
    @app_commands.describe(
        entry="The number of the entry; the latest by default", reason="Why, for the journal"
    )
    @app_commands.guild_only()
    async def undo(
        self,
        interaction: Interaction,
        entry: app_commands.Range[int, 1, 2_000_000_000] | None = None,
        reason: app_commands.Range[str, 1, 50] | None = None,
    ) -> None:
        """See what taking back an entry would change, then do it"""
        await self._preview(interaction, entry, reason, redo=False)

    @app_commands.command()
    @app_commands.guild_only()
    async def redo(self, interaction: Interaction) -> None:
        """Bring back what was undone last"""
        await self._preview(interaction, None, None, redo=True)

    async def _preview(
        self, interaction: Interaction, number: int | None, reason: str | None, *, redo: bool
    ) -> None:
        async with self._desk.reply(interaction) as reply:
            actor, request = actor_of(interaction), request_of(interaction)
            plan = await self._desk.play.preview_undo(actor, request, number, redo=redo)
            await reply.private(self._plan(plan, reason))

    async def _undo_from(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Preview taking back the entry that was chosen from a game's own list of them."""
        if len(args) != 2:
            raise Stale(words.DAMAGED)
        actor, request = actor_of(reply.interaction), request_of(reply.interaction)
        request = replace(request, campaign=args[0])
        plan = await self._desk.play.preview_undo(actor, request, _number(args[1]), redo=False)
        await reply.private(self._plan(plan, None))

    def _plan(self, plan: Plan, reason: str | None) -> Card:
        rows = [each.row for each in plan.differences]
        number = plan.entry.number
        lines = [f"#{entry.number}: {self._brief(entry)}" for entry in plan.entries[:MOST_LISTED]]
        if len(plan.entries) > MOST_LISTED:
            lines.append(words.more_entries(len(plan.entries) - MOST_LISTED, plan.undone[-1]))
        if plan.goes_back:
            lines.append(words.all_go(number))
        lines.append("")
        lines += differences(list(plan.opened), rows) or [words.UNCHANGED]
        label = words.redo if plan.is_redo else words.go_back if plan.goes_back else words.undo
        args = (
            plan.entry.campaign,
            str(number),
            str(plan.undone[-1]),
            one_line(reason or "").replace("|", "/"),
        )
        title = words.REDO_TITLE if plan.is_redo else words.UNDO_TITLE
        button = Button(label(number), "undo", args, is_main=True)
        return Card(title, tuple(lines), tone=Tone.ASKS, buttons=(button,))

    async def _undo(self, reply: Reply, args: tuple[str, ...]) -> None:
        campaign, number, last, reason = _four(args)
        interaction = reply.interaction
        undoing = self._desk.play.undo(
            actor_of(interaction), request_of(interaction), campaign, number, last, reason or None
        )
        await self._desk.show(reply, undoing)


# What the house itself enters, beside the actions of the games.
HOUSE = ("Undo", "Redo", "Nudge", "EndChapter")


def _on_behalf(entry: Entry, told: str) -> str:
    """For whom it was done, where that may be known and the line doesn't name them."""
    player = person(entry.on_behalf_of) if entry.on_behalf_of is not None else ""
    return f" {words.on_behalf(player)}" if player and entry.events and player not in told else ""


def _spaced(name: str) -> str:
    """An action's name as people read it: "Open challenge"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _packed(wanted: Filter) -> tuple[str, ...]:
    """A filter as a button keeps it; nothing where every entry is wanted."""
    if wanted.is_open:
        return ()
    player = f"{wanted.player:x}" if wanted.player is not None else ""
    return (player, wanted.system or "", wanted.record or "", wanted.action or "")


def _page_of(args: tuple[str, ...]) -> tuple[str, int, Filter]:
    """Campaign, number and filter out of a button. Raises Stale where it holds something else."""
    if len(args) not in (2, 6):
        raise Stale(words.DAMAGED)
    player, *others = args[2:] or ("", "", "", "")
    if not re.fullmatch("[0-9a-f]{0,16}", player):
        raise Stale(words.DAMAGED)
    wanted = Filter(int(player, 16) if player else None, *(text or None for text in others))
    return args[0], _number(args[1]), wanted


def _four(args: tuple[str, ...]) -> tuple[str, int, int, str]:
    if len(args) != 4:
        raise Stale(words.DAMAGED)
    return args[0], _number(args[1]), _number(args[2]), args[3][:REASON]


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        raise Stale(words.DAMAGED)
    return int(text)
