"""`/help`: what to do first, by standing, and every command one may use, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Choices, Desk, actor_of
from bot.engine.people import Actor, Standing, may_use
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import NoCampaign, Scenery
from bot.systems.table.words import help as words
from bot.ui.card import Card, Pick, Select
from bot.ui.reply import Reply
from bot.ui.text import safe

Command = app_commands.Command[Any, ..., Any]
FIRST = {
    Standing.OUTSIDER: words.OUTSIDER,
    Standing.PLAYER: words.PLAYER,
    Standing.SPECTATOR: words.SPECTATOR,
    Standing.GAME_MASTER: words.GAME_MASTER,
}


class HelpCog(commands.Cog):
    """Help, drawn from the same definitions as the commands."""

    def __init__(self, desk: Desk, tree: app_commands.CommandTree[Any]) -> None:
        self._desk = desk
        self._tree = tree
        desk.enter(register.HELP)
        desk.add_button("help", self._opened)
        desk.add_select("help", self._chosen)

    @app_commands.command()
    @app_commands.describe(topic="A group of commands, for example campaign or dice")
    async def help(self, interaction: Interaction, topic: str | None = None) -> None:
        """What to do first, and what you may do here"""
        async with self._desk.reply(interaction) as reply:
            await reply.private(await self._page(interaction, topic or words.START))

    @help.autocomplete("topic")  # noqa: A003  the command's own name is what people type
    async def _topics(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            return [(name, name) for name in self._pages() if typed.casefold() in name.casefold()]

        return await self._desk.suggest(interaction, find)

    async def _opened(self, reply: Reply, args: tuple[str, ...]) -> None:
        await reply.private(await self._page(reply.interaction, words.START))

    async def _chosen(self, reply: Reply, args: tuple[str, ...]) -> None:
        await reply.update(await self._page(reply.interaction, args[-1] if args else ""))

    async def _page(self, interaction: Interaction, topic: str) -> Card:
        pages = self._pages()
        name = next((each for each in pages if each.casefold() == topic.strip().casefold()), None)
        if name is None:
            raise RuleViolation(words.not_a_page(safe(topic, 40), ", ".join(pages)))
        scenery, actor = await self._scenery(interaction), actor_of(interaction)
        lines = _first(scenery, actor)
        if name != words.START:
            lines = (*self._desk.guides.get(name, ()), *self._commands(pages[name], scenery, actor))
        picks = tuple(Pick(each, each, is_chosen=each == name) for each in pages)
        title = words.TITLE if name == words.START else f"{words.TITLE}: {name}"
        return Card(title, lines, selects=(Select(words.HINT, "help", picks),))

    async def _scenery(self, interaction: Interaction) -> Scenery | None:
        if interaction.guild_id is None:
            return None
        try:
            return await self._desk.look(interaction)
        except NoCampaign:
            return None

    def _pages(self) -> dict[str, list[Command]]:
        """The commands of each page: a group's stand together, the single ones on a page of their own."""
        pages: dict[str, list[Command]] = {words.START: [], words.ANYWHERE: []}
        for top in sorted(self._tree.get_commands(), key=lambda command: command.name):
            if isinstance(top, app_commands.Group):
                pages[top.name] = list(_within(top))
            elif isinstance(top, app_commands.Command):
                pages[words.ANYWHERE].append(top)
        return pages

    def _commands(self, found: list[Command], scenery: Scenery | None, actor: Actor) -> tuple[str, ...]:
        standing = scenery.viewer.standing if scenery is not None else Standing.OUTSIDER
        lines = tuple(
            f"`/{command.qualified_name}` {command.description}"
            for command in found
            if may_use(self._desk.register[f"/{command.qualified_name}"], standing, actor)
        )
        return lines or (words.NOTHING_HERE,)


def _within(group: app_commands.Group) -> Iterator[Command]:
    for command in group.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def _first(scenery: Scenery | None, actor: Actor) -> tuple[str, ...]:
    lines = words.NO_CAMPAIGN if scenery is None else FIRST[scenery.viewer.standing]
    return (*lines, *(words.ADMIN if actor.manages_server else ()), words.PAGES)
