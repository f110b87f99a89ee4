"""The part of `/campaign` about people: joining, leaving, asking, leading, handing over."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.campaign import Campaign
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Waiting
from bot.systems.table.rules.campaigns import JoinCampaign
from bot.systems.table.rules.invitations import InvitePlayer
from bot.systems.table.rules.people import AddGameMaster, LeaveCampaign, RemoveGameMaster, RemoveMember
from bot.systems.table.words import campaigns as words
from bot.systems.table.words import people as people_words
from bot.ui.card import Card
from bot.ui.places import can_read, place_of
from bot.ui.reply import Reply
from bot.ui.text import bare, person, safe, since

MOST_WAITING = 8


class PeopleCommands(commands.Cog):
    """Who is in, who leads, and whose is what."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(watching="Watch without playing")
    @app_commands.guild_only()
    async def join(self, interaction: Interaction, watching: bool = False) -> None:
        """Join this channel's campaign as a player"""
        await self._desk.act(interaction, JoinCampaign(watching))

    @app_commands.command()
    @app_commands.guild_only()
    async def leave(self, interaction: Interaction) -> None:
        """Leave this channel's campaign; what is yours stays in the books"""
        async with self._desk.reply(interaction) as reply:
            campaign = (await self._desk.look(interaction)).campaign
            await self._desk.carry_out(reply, LeaveCampaign(deleted_roles(interaction, campaign)))

    @app_commands.command()
    @app_commands.describe(person="Whom to ask; they answer with a button, whenever they like")
    @app_commands.guild_only()
    async def invite(self, interaction: Interaction, person: discord.User | discord.Member) -> None:
        """Ask somebody to play in this campaign"""
        async with self._desk.reply(interaction) as reply:
            campaign = (await self._desk.look(interaction)).campaign
            _require_reachable(interaction, campaign, person)
            await self._desk.carry_out(reply, InvitePlayer(person.id))

    @app_commands.command()
    @app_commands.describe(person="Who plays or watches no more, or whose invitation you take back")
    @app_commands.guild_only()
    async def remove(self, interaction: Interaction, person: discord.User | discord.Member) -> None:
        """Take a player or spectator out; what is theirs stays in the books"""
        async with self._desk.reply(interaction) as reply:
            outcome = await self._desk.carry_out(reply, RemoveMember(person.id))
            if not outcome.is_repeat:
                await self._show_left_waiting(reply, person.id)

    async def _show_left_waiting(self, reply: Reply, member: int) -> None:
        actor, request = actor_of(reply.interaction), request_of(reply.interaction)
        _, waiting = await self._desk.play.waiting(actor, request)
        lines = [_waiting_line(each) for each in waiting if each.who == member]
        if lines:
            head = people_words.left_waiting(person(member))
            await reply.private(Card(lines=(head, *lines[:MOST_WAITING])))

    @app_commands.command()
    @app_commands.guild_only()
    async def players(self, interaction: Interaction) -> None:
        """See who plays, who leads and who watches"""
        async with self._desk.reply(interaction) as reply:
            campaign = (await self._desk.look(interaction)).campaign
            await reply.private(Card(safe(campaign.name), tuple(people_lines(interaction, campaign))))

    gm = app_commands.Group(name="gm", description="Who leads the campaign", guild_only=True)

    @gm.command(name="add")
    @app_commands.describe(person="Who leads too", role="Instead of a person: a role whose members all lead")
    async def add_game_master(
        self,
        interaction: Interaction,
        person: discord.User | discord.Member | None = None,
        role: discord.Role | None = None,
    ) -> None:
        """Make somebody a game master of this campaign, or everybody with a role"""
        async with self._desk.reply(interaction) as reply:
            await self._desk.carry_out(reply, AddGameMaster(*_ids(person, role)))

    @gm.command(name="remove")
    @app_commands.describe(
        person="Who leads no more, and plays on as a player", role="Instead of a person: a role"
    )
    async def remove_game_master(
        self,
        interaction: Interaction,
        person: discord.User | discord.Member | None = None,
        role: discord.Role | None = None,
    ) -> None:
        """Let somebody lead no more; a campaign keeps at least one game master"""
        async with self._desk.reply(interaction) as reply:
            campaign = (await self._desk.look(interaction)).campaign
            deleted = deleted_roles(interaction, campaign)
            await self._desk.carry_out(reply, RemoveGameMaster(*_ids(person, role), deleted))

    @app_commands.command()
    @app_commands.describe(what="What to hand over, for example a hero", to="Who plays it from now on")
    @app_commands.guild_only()
    async def handover(self, interaction: Interaction, what: str, to: discord.User | discord.Member) -> None:
        """Hand a hero or the like to another player; what waits moves along"""
        async with self._desk.reply(interaction) as reply:
            _require_person(to)
            roles = frozenset(r.id for r in to.roles) if isinstance(to, discord.Member) else frozenset()
            actor, request = actor_of(interaction), request_of(interaction)
            await self._desk.show(reply, self._desk.play.hand_over(actor, request, what, to.id, roles))

    @handover.autocomplete("what")
    async def _belongings(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            actor, request = actor_of(interaction), request_of(interaction)
            found = await self._desk.play.belongings(actor, request, typed)
            return [(bare(each.title), each.id) for each in found]

        return await self._desk.suggest(interaction, find)


def deleted_roles(interaction: Interaction, campaign: Campaign) -> tuple[int, ...]:
    """Those of the campaign's roles that Discord has no more: nobody leads by them."""
    guild = interaction.guild
    return tuple(r for r in campaign.game_master_roles if guild is None or guild.get_role(r) is None)


def people_lines(interaction: Interaction, campaign: Campaign) -> list[str]:
    """Who leads, plays and watches, a line each."""
    deleted = deleted_roles(interaction, campaign)
    roles = (words.DELETED_ROLE if r in deleted else f"<@&{r}>" for r in campaign.game_master_roles)
    rows = [
        (words.GAME_MASTERS, [*map(person, campaign.game_masters), *roles]),
        (words.PLAYERS, list(map(person, campaign.players))),
        (words.WATCHING, list(map(person, campaign.spectators))),
        (words.INVITED, list(map(person, campaign.invited))),
    ]
    lines = [f"**{name}:** {', '.join(people)}" for name, people in rows if people]
    return lines if campaign.players else [*lines, words.NOBODY_JOINED]


def _ids(
    person: discord.User | discord.Member | None, role: discord.Role | None
) -> tuple[int | None, int | None]:
    """Their ids. Raises RuleViolation for a bot, and for @everyone."""
    if person is not None:
        _require_person(person)
    if role is not None and role.is_default():
        raise RuleViolation(people_words.EVERYONE_LEADS)
    return person.id if person is not None else None, role.id if role is not None else None


def _require_person(who: discord.User | discord.Member) -> None:
    if who.bot:
        raise RuleViolation(people_words.A_BOT)


def _require_reachable(
    interaction: Interaction, campaign: Campaign, who: discord.User | discord.Member
) -> None:
    """See that an invitation would be read by whom it asks. Raises RuleViolation."""
    _require_person(who)
    if not isinstance(who, discord.Member):
        raise RuleViolation(people_words.NOT_HERE)
    place = place_of(interaction)
    if place is not None and place.id == campaign.game_master_channel:
        first = next(iter(campaign.channels), None)
        place = place.guild.get_channel(first) if first is not None else None
    if place is not None and not can_read(place, who):
        raise RuleViolation(people_words.cannot_read(who.id, place.mention))


def _waiting_line(waiting: Waiting) -> str:
    label = safe(waiting.label, 100)
    linked = f"[{label}]({waiting.link.url})" if waiting.link is not None else label
    return f"• {linked}, {since(waiting.since)}"
