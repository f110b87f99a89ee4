"""`/campaign`: a campaign begins, is looked at, renamed, archived and restored."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.cogs.known import id_of, named, place_name, request_for, suggested
from bot.cogs.people import PeopleCommands, people_lines
from bot.cogs.places import MAKE, PlaceCommands, offer_channel, require_usable
from bot.cogs.settings import SettingsCommands
from bot.desk import Choices, Desk, actor_of
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Scenery, Waiting
from bot.systems.table.rules.campaigns import (
    ArchiveCampaign,
    CreateCampaign,
    RenameCampaign,
    RestoreCampaign,
)
from bot.systems.table.words import campaigns as words
from bot.ui.card import Card
from bot.ui.places import is_forum, place_of
from bot.ui.text import person, safe, since


class CampaignCog(
    PeopleCommands,
    PlaceCommands,
    SettingsCommands,
    commands.GroupCog,
    group_name="campaign",
    group_description="Begin, join and see campaigns",
):
    """All of `/campaign`; its people, channels and settings each stand in a module of their own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.CAMPAIGN)
        desk.add_button(MAKE, self.make_channel)
        self._titles = {name: s.title for name, s in desk.play.catalogue.systems.items() if name != "table"}

    @app_commands.command()
    @app_commands.describe(
        name="What the campaign is called, in up to 80 characters",
        game="The game it plays",
        game_master_channel="A channel only game masters can read: their secrets go there",
        second_game="Another game it plays beside the first",
    )
    @app_commands.guild_only()
    async def create(
        self,
        interaction: Interaction,
        name: str,
        game: str,
        game_master_channel: discord.TextChannel | None = None,
        second_game: str | None = None,
    ) -> None:
        """Begin a campaign in this channel; you become its game master"""
        async with self._desk.reply(interaction) as reply:
            games = tuple(dict.fromkeys(self._game(text) for text in (game, second_game) if text))
            here, secret = place_of(interaction), game_master_channel
            require_usable(here)
            if secret is not None and secret != here:
                require_usable(secret, for_game_masters=True)
            beginning = CreateCampaign(name, games, secret.id if secret else None, is_forum(here))
            outcome = await self._desk.carry_out(reply, beginning)
            if secret is None and not outcome.is_repeat:
                await reply.private(offer_channel())

    @create.autocomplete("game")
    @create.autocomplete("second_game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return [
            app_commands.Choice(name=title, value=name)
            for name, title in self._titles.items()
            if typed.casefold() in title.casefold()
        ]

    def _game(self, text: str) -> str:
        wanted = text.strip().casefold()
        for name, title in self._titles.items():
            if wanted in (name, title.casefold()):
                return name
        raise RuleViolation(words.unknown_game(tuple(self._titles.values())))

    @app_commands.command()
    @app_commands.describe(campaign="Which campaign, archived ones too; this channel's own by default")
    @app_commands.guild_only()
    async def info(self, interaction: Interaction, campaign: str | None = None) -> None:
        """See a campaign: who plays, where, which games, and whose move it is"""
        async with self._desk.reply(interaction) as reply:
            known = await named(self._desk, interaction, campaign) if campaign is not None else None
            request = request_for(interaction, known.id if known is not None else None)
            seen, waiting = await self._desk.play.waiting(actor_of(interaction), request)
            head = (words.IS_ARCHIVED,) if known is not None and known.is_archived else ()
            lines = (*head, *self._where(interaction, seen), *people_lines(interaction, seen.campaign))
            await reply.private(Card(safe(seen.campaign.name), (*lines, "", *_whose_move(waiting))))

    def _where(self, interaction: Interaction, seen: Scenery) -> list[str]:
        campaign = seen.campaign
        games = ", ".join(self._titles.get(name, name) for name in campaign.systems)
        places = " ".join(place_name(interaction.guild, channel) for channel in campaign.channels)
        lines = [words.plays(games, places)] if places else [words.plays_nowhere(games), words.NO_PLACE]
        secret = campaign.game_master_channel
        if secret is not None and seen.viewer.is_game_master:
            lines.append(words.secrets_go_to(place_name(interaction.guild, secret)))
        return lines

    @app_commands.command()
    @app_commands.describe(name="What the campaign is called from now on, in up to 80 characters")
    @app_commands.guild_only()
    async def rename(self, interaction: Interaction, name: str) -> None:
        """Give this campaign another name"""
        await self._desk.act(interaction, RenameCampaign(name))

    @app_commands.command()
    @app_commands.describe(campaign="Which campaign; this channel's own by default")
    @app_commands.guild_only()
    async def archive(self, interaction: Interaction, campaign: str | None = None) -> None:
        """Let a campaign rest: nothing is lost, and its channels are free"""
        async with self._desk.reply(interaction) as reply:
            meant = await id_of(self._desk, interaction, campaign)
            await self._desk.carry_out(reply, ArchiveCampaign(), campaign=meant)

    @app_commands.command()
    @app_commands.describe(campaign="Which archived campaign")
    @app_commands.guild_only()
    async def restore(self, interaction: Interaction, campaign: str) -> None:
        """Bring an archived campaign back, with all that was in it"""
        async with self._desk.reply(interaction) as reply:
            known = await named(self._desk, interaction, campaign)
            await self._desk.carry_out(reply, RestoreCampaign(known.taken), campaign=known.id)

    @info.autocomplete("campaign")
    async def _any(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed)

    @archive.autocomplete("campaign")
    async def _in_play(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, archived=False, run_by_asker=True)

    @restore.autocomplete("campaign")
    async def _resting(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, archived=True, run_by_asker=True)


def _whose_move(waiting: tuple[Waiting, ...]) -> list[str]:
    if not waiting:
        return [words.NOTHING_WAITS]
    first = waiting[0]
    label = f"[{safe(first.label)}]({first.link.url})" if first.link else safe(first.label)
    lines = [words.whose_move(person(first.who), since(first.since), label)]
    more = len(waiting) - 1
    return [*lines, words.waits_too(more)] if more else lines
