"""`/campaign`: begin one, join it, and see who is in it."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Desk, Interaction, actor_of, request_of
from bot.engine.campaign import Campaign
from bot.errors import RuleViolation
from bot.play import Known, NoCampaign, Waiting
from bot.systems.table.rules.campaigns import CreateCampaign, JoinCampaign
from bot.ui.card import Card
from bot.ui.text import person, plural, safe, since


class CampaignCog(
    commands.GroupCog, group_name="campaign", group_description="Begin, join and see campaigns"
):
    """Campaigns: the least that works."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.CAMPAIGN)
        self._titles = {name: s.title for name, s in desk.play.catalogue.systems.items() if name != "table"}

    @app_commands.command()
    @app_commands.describe(
        name="What the campaign is called",
        game="The game it plays",
        game_master_channel="A channel only game masters can read: their secrets go there",
        second_game="Another game it plays beside the first",
    )
    @app_commands.guild_only()
    async def create(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 80],
        game: str,
        game_master_channel: discord.TextChannel | None = None,
        second_game: str | None = None,
    ) -> None:
        """Begin a campaign in this channel; you become its game master"""
        async with self._desk.reply(interaction) as reply:
            games = tuple(dict.fromkeys(self._game(text) for text in (game, second_game) if text))
            channel = game_master_channel.id if game_master_channel is not None else None
            await self._desk.carry_out(reply, CreateCampaign(name, games, channel))

    @create.autocomplete("game")
    @create.autocomplete("second_game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
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
        raise RuleViolation(f"Waypost doesn't know that game; it plays {', '.join(self._titles.values())}.")

    @app_commands.command()
    @app_commands.describe(watching="Watch without playing")
    @app_commands.guild_only()
    async def join(self, interaction: Interaction, watching: bool = False) -> None:
        """Join this channel's campaign as a player"""
        await self._desk.act(interaction, JoinCampaign(watching))

    @app_commands.command()
    @app_commands.guild_only()
    async def info(self, interaction: Interaction) -> None:
        """See this channel's campaign: its game master, its games, and whose move it is"""
        async with self._desk.reply(interaction) as reply:
            try:
                scenery, waiting = await self._desk.play.waiting(
                    actor_of(interaction), request_of(interaction)
                )
            except NoCampaign:
                known = await self._desk.play.known_campaigns(request_of(interaction))
                await reply.private(_no_campaign([each for each in known if _is_seen(each, interaction)]))
                return
            await reply.private(self._info(scenery.campaign, waiting))

    @app_commands.command()
    @app_commands.guild_only()
    async def players(self, interaction: Interaction) -> None:
        """See who plays, who leads and who watches"""
        async with self._desk.reply(interaction) as reply:
            campaign = (await self._desk.look(interaction)).campaign
            await reply.private(Card(safe(campaign.name), tuple(_people(campaign))))

    def _info(self, campaign: Campaign, waiting: tuple[Waiting, ...]) -> Card:
        games = ", ".join(self._titles.get(name, name) for name in campaign.systems)
        places = " ".join(f"<#{channel}>" for channel in campaign.channels)
        lines = [f"It plays {games} in {places}.", *_people(campaign), "", *_whose_move(waiting)]
        return Card(safe(campaign.name), tuple(lines))


def _people(campaign: Campaign) -> list[str]:
    rows: list[tuple[str, tuple[int, ...]]] = [
        ("Game master", campaign.game_masters),
        ("Players", campaign.players),
        ("Watching", campaign.spectators),
    ]
    lines = [f"**{name}:** {', '.join(map(person, people))}" for name, people in rows if people]
    return lines if campaign.players else [*lines, "Nobody has joined yet: `/campaign join`."]


def _whose_move(waiting: tuple[Waiting, ...]) -> list[str]:
    if not waiting:
        return ["Nothing waits for anybody."]
    first = waiting[0]
    label = f"[{safe(first.label)}]({first.link.url})" if first.link else safe(first.label)
    lines = [f"**Whose move:** {person(first.who)}, {since(first.since)}: {label}"]
    more = len(waiting) - 1
    return [*lines, f"{plural(more, 'more thing')} waits: `/waiting`."] if more else lines


def _is_seen(known: Known, interaction: Interaction) -> bool:
    """Whether the asker can read the campaign's channel: others are none of their business."""
    guild, asker = interaction.guild, interaction.user
    channel = guild.get_channel(known.channel) if guild is not None and known.channel is not None else None
    if channel is None or not isinstance(asker, discord.Member):
        return False
    return channel.permissions_for(asker).view_channel


def _no_campaign(known: list[Known]) -> Card:
    lines = ["This channel has no campaign yet. `/campaign create` starts one here."]
    lines += [f"• {safe(each.name)}" + (f" in <#{each.channel}>" if each.channel else "") for each in known]
    return Card("No campaign here", tuple(lines))
