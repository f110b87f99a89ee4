"""The part of `/sk` about heroes as files: out of a campaign, and into one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope
from bot.handlers import Interaction, Register
from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.files import file_of, read_file, require_small, write_file
from bot.systems.second_kingdom.rules.imports import HeroImported, ImportHero
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER
from bot.systems.second_kingdom.screens import finding, hero_cards
from bot.systems.second_kingdom.words import files as words
from bot.ui.card import Attachment, Card
from bot.ui.text import person, safe
from bot.ui.upload import downloaded

REGISTER: Register = {"/sk export": Permit.EVERYONE, "/sk import": Permit.MEMBERS}
FILE_NAME = "hero.json"


class FileCommands(commands.Cog):
    """Heroes as files."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(hero="Which hero; your own by default")
    @app_commands.guild_only()
    async def export(self, interaction: Interaction, hero: str | None = None) -> None:
        """Get a hero as a file"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.hero(self._desk, interaction, hero)
            linked = (await self._desk.look(interaction, Scope(ids=(shown.id,), links=True))).records
            known = [linked[each].title for each in shown.state.maneuvers if _is_maneuver(linked.get(each))]
            file = Attachment(FILE_NAME, write_file(file_of(shown.state, known)))
            lines = (words.EXPORTED, *((words.NO_PICTURE,) if shown.state.picture else ()))
            await reply.private(Card(safe(shown.title), lines, file=file))

    @app_commands.command(name="import")
    @app_commands.describe(
        file="A file as /sk export makes it", player="For game masters: whose hero it becomes"
    )
    @app_commands.guild_only()
    async def import_hero(
        self, interaction: Interaction, file: discord.Attachment, player: discord.Member | None = None
    ) -> None:
        """Bring a hero to the table out of a file"""
        async with self._desk.reply(interaction) as reply:
            require_small(file.size)
            hero = read_file(await downloaded(file))
            owner = player.id if player is not None else interaction.user.id
            await self._desk.carry_out(reply, ImportHero(owner, hero))

    @export.autocomplete("hero")
    async def _heroes_of_files(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_heroes(self._desk, interaction, typed)


def _is_maneuver(shown: Shown | None) -> bool:
    return shown is not None and shown.kind == MANEUVER.name


# -- on cards ---------------------------------------------------------------------------------------


def draw(post: Post) -> Card | None:
    """A hero who came out of a file."""
    event = post.entry.event(HeroImported)
    return hero_cards.comes(event).add(*_left(event)) if event is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing: no record of its own."""
    return None


def _left(event: HeroImported) -> list[str]:
    lines = [words.lacking([safe(name, 60) for name in event.maneuvers_left])] if event.maneuvers_left else []
    lines += [words.conviction_stayed(event.conviction_left)] if event.conviction_left else []
    return [*lines, words.APPROVAL_FIRST] if event.needs_approval else lines


def _tell(event: HeroImported) -> str:
    return words.came(safe(event.name), person(event.player))


TELLERS: dict[type[Any], Any] = {HeroImported: _tell}
