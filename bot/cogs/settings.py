"""`/campaign settings` and `/server settings`: what a campaign and a server decide for themselves."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Desk, actor_of
from bot.engine.campaign import Campaign
from bot.engine.people import WHO_MAY, Permit, Standing, Viewer, may_use
from bot.engine.settings import FOUNDERS_ROLE, Setting
from bot.errors import NotAllowed, Stale
from bot.handlers import Interaction
from bot.play import Entry, NoCampaign, Outcome, Where
from bot.play.words import only
from bot.systems.table.rules.settings import (
    SETTINGS,
    ChangeSetting,
    FoundersNamed,
    NameFounders,
    SettingChanged,
)
from bot.systems.table.words import settings as words
from bot.ui.card import Button, Card, Pick, Select, Tone
from bot.ui.reply import Reply
from bot.ui.text import person, safe

TABLE = SETTINGS[0].system


class SettingsPanel:
    """A campaign's settings, a page for each game and one for each setting: lists that outlive processes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._systems = desk.play.catalogue.systems

    def page(self, campaign_id: str, campaign: Campaign, system: str) -> Card:
        """One game's settings, each with the choice in force."""
        settings = self._systems[system].settings
        lines = [f"**{each.title}:** {each.option(each.of(campaign.settings)).label}" for each in settings]
        picks = tuple(Pick(each.key, each.title, each.rule) for each in settings)
        lists = [Select(words.WHICH_SETTING, "setting", picks, (campaign_id,))]
        games = self._games(campaign)
        if len(games) > 1:
            other = tuple(Pick(name, self._systems[name].title, is_chosen=name == system) for name in games)
            lists.insert(0, Select(words.WHICH_GAME, "settings_of", other, (campaign_id,)))
        head = f"**{self._systems[system].title}**"
        title = words.panel_title(safe(campaign.name))
        return Card(title, (head, *lines, f"-# {words.CHOOSE_ONE}"), selects=tuple(lists))

    def one(self, campaign_id: str, campaign: Campaign, viewer: Viewer, setting: Setting) -> Card:
        """One setting: its rule, what each choice means and, for game masters, the list to decide it."""
        now = setting.of(campaign.settings)
        lines = [setting.rule, ""]
        for option in setting.options:
            mark = f" *({words.IN_FORCE})*" if option.value == now else ""
            lines.append(f"**{option.label}**{mark}: {option.meaning}")
        back = Button(words.BACK, "settings", (campaign_id, setting.system))
        card = Card(setting.title, tuple(lines), buttons=(back,))
        if not viewer.is_game_master:
            return card.add(f"-# {words.LOOK_ONLY}")
        picks = tuple(Pick(o.value, o.label, o.meaning, is_chosen=o.value == now) for o in setting.options)
        decide = Select(words.decide(setting.title), "decide", picks, (campaign_id, setting.key, now))
        return Card(card.title, card.lines, buttons=card.buttons, selects=(decide,))

    def setting(self, campaign: Campaign, key: str) -> Setting:
        """The setting of that key that this campaign decides. Raises Stale."""
        offered = self._desk.play.catalogue.settings_of((TABLE, *campaign.systems))
        for setting in offered:
            if setting.key == key:
                return setting
        raise Stale(words.NOT_A_SETTING)

    def _games(self, campaign: Campaign) -> list[str]:
        names = (TABLE, *campaign.systems)
        return [name for name in names if name in self._systems and self._systems[name].settings]

    # -- what is pressed and chosen ----------------------------------------------------------------

    async def open(self, interaction: Interaction) -> None:
        """Answer `/campaign settings`."""
        async with self._desk.reply(interaction) as reply:
            seen = await self._desk.look(interaction)
            await reply.private(self.page(seen.campaign_id, seen.campaign, TABLE))

    async def turn(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Show the settings of a game: chosen, or gone back to."""
        campaign_id, system = _exactly(args, 2)
        seen = await self._desk.look(reply.interaction, campaign=campaign_id)
        if system not in self._games(seen.campaign):
            raise Stale(words.NOT_A_SETTING)
        await reply.update(self.page(campaign_id, seen.campaign, system))

    async def show(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Show one setting."""
        campaign_id, key = _exactly(args, 2)
        seen = await self._desk.look(reply.interaction, campaign=campaign_id)
        setting = self.setting(seen.campaign, key)
        await reply.update(self.one(campaign_id, seen.campaign, seen.viewer, setting))

    async def decide(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Decide one setting, and redraw it."""
        campaign_id, key, before, value = _exactly(args, 4)

        def redrawn(outcome: Outcome) -> Card:
            post = outcome.private
            return self.one(campaign_id, post.campaign, post.viewer, self.setting(post.campaign, key))

        change = ChangeSetting(key, value, before)
        await self._desk.carry_out(reply, change, campaign=campaign_id, panel=redrawn)


def _exactly(args: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(args) != count:
        raise Stale(words.DAMAGED)
    return args


class SettingsCommands(commands.Cog):
    """The part of `/campaign` that decides."""

    _desk: Desk

    @app_commands.command()
    @app_commands.guild_only()
    async def settings(self, interaction: Interaction) -> None:
        """See what this campaign decides for itself; game masters change it here"""
        await SettingsPanel(self._desk).open(interaction)


class ServerCog(commands.GroupCog, group_name="server", group_description="What this server decides"):
    """The server's own settings; it also answers for the lists of every campaign's."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        panel = SettingsPanel(desk)
        desk.enter(register.SETTINGS)
        desk.add_button("settings", panel.turn)
        desk.add_select("settings_of", panel.turn)
        desk.add_select("setting", panel.show)
        desk.add_select("decide", panel.decide)
        desk.add_button("unname_founders", self._unname)

    @app_commands.command()
    @app_commands.describe(founders="A role whose members may begin campaigns, besides Manage Server")
    @app_commands.guild_only()
    async def settings(self, interaction: Interaction, founders: discord.Role | None = None) -> None:
        """See or decide who may begin campaigns on this server"""
        async with self._desk.reply(interaction) as reply:
            if founders is not None:
                await self._desk.carry_out(reply, NameFounders(founders.id), where=Where.SERVER)
                return
            await reply.private(_founders_card(interaction, await self._founders(interaction)))

    async def _founders(self, interaction: Interaction) -> int | None:
        """The role named for it. Raises NotAllowed."""
        try:
            seen = await self._desk.look(interaction, where=Where.SERVER)
        except NoCampaign:
            # Nothing was ever kept for this server.
            if not may_use(Permit.ADMINS, Standing.OUTSIDER, actor_of(interaction)):
                raise NotAllowed(only(WHO_MAY[Permit.ADMINS])) from None
            return None
        kept = seen.campaign.settings.get(FOUNDERS_ROLE)
        return int(kept) if kept else None

    async def _unname(self, reply: Reply, args: tuple[str, ...]) -> None:
        (shown,) = _exactly(args, 1)
        if not shown.isascii() or not shown.isdigit() or len(shown) > 20:
            raise Stale(words.DAMAGED)
        await self._desk.carry_out(reply, NameFounders(None, int(shown)), where=Where.SERVER)


def _founders_card(interaction: Interaction, role: int | None) -> Card:
    if role is None:
        return Card(words.FOUNDERS_TITLE, (words.who_may_begin(words.ONLY_ADMINS), words.HOW_TO_NAME))
    guild = interaction.guild
    if guild is None or guild.get_role(role) is None:
        who = words.ROLE_IS_GONE
    else:
        who = words.who_may_begin(_who(role, guild.id))
    button = Button(words.ADMINS_ONLY_BUTTON, "unname_founders", (str(role),))
    return Card(words.FOUNDERS_TITLE, (who, words.HOW_TO_NAME), buttons=(button,))


# -- how changes read ---------------------------------------------------------------------------


def told(event: Any, entry: Entry) -> str | None:
    """One line about a change of settings."""
    if isinstance(event, SettingChanged):
        return words.told_change(event.title, event.before, event.after, event.meaning)
    if isinstance(event, FoundersNamed):
        return words.told_founders(person(entry.actor), *_founders_of(event))
    return None


def drawn(entry: Entry) -> Card | None:
    """The message about a change of settings, with the way back."""
    changed, named = entry.event(SettingChanged), entry.event(FoundersNamed)
    if changed is not None:
        lines = (f"**{changed.title}:** {changed.before} → **{changed.after}**", changed.meaning)
        return Card(words.CHANGED_TITLE, (*lines, words.by(person(entry.actor))))
    if named is None:
        return None
    before, after = _founders_of(named)
    lines = (f"{before} → **{after}**", words.by(person(entry.actor)))
    undo = Button(words.UNDO_BUTTON, "undo", (entry.campaign, str(entry.number), str(entry.number), ""))
    return Card(words.FOUNDERS_TITLE, lines, tone=Tone.PLAIN, buttons=(undo,))


def _founders_of(event: FoundersNamed) -> tuple[str, str]:
    return _who(event.before, event.guild), _who(event.after, event.guild)


def _who(role: int | None, guild: int) -> str:
    if role is None:
        return words.ONLY_ADMINS
    # The role of everybody has the server's own id.
    return words.EVERYBODY if role == guild else words.admins_and(f"<@&{role}>")
