"""The part of `/kingdom` that begins kingdoms, renames and ends them, and shows how they are played."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, in_time
from bot.engine.campaign import Campaign
from bot.engine.people import Permit
from bot.engine.system import Ask, RecordId, Scope
from bot.errors import Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.founding import BeginKingdom, EndKingdom
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.rules.realms import RenameKingdom
from bot.systems.kingdom.rules.settings import SETTINGS
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.screens.groups import kingdom as group
from bot.systems.kingdom.words import realms as words
from bot.ui.card import Button, Card, Tone
from bot.ui.form import answers, form
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

END = "kingdom_end"
REGISTER: Register = {
    "/kingdom found": Permit.GAME_MASTERS,
    "/kingdom rename": Permit.GAME_MASTERS,
    "/kingdom archive": Permit.GAME_MASTERS,
    "/kingdom settings": Permit.EVERYONE,
    f"button {END}": Permit.GAME_MASTERS,
    f"form {END}": Permit.GAME_MASTERS,
}


class RealmCommands(commands.Cog):
    """The part of `/kingdom` about kingdoms as a whole."""

    _desk: Desk

    @group.command(name="found")
    @app_commands.describe(name="The kingdom's name", about="What it is about, in a few words")
    @app_commands.guild_only()
    async def kingdom_found(self, interaction: Interaction, name: str, about: str = "") -> None:
        """Draw up a kingdom: its card asks for all the rest, and nothing is paid before Found it"""
        await self._desk.act(interaction, BeginKingdom(name, about))

    @group.command(name="rename")
    @app_commands.describe(name="The new name", kingdom="Which one, where there are several")
    @app_commands.guild_only()
    async def kingdom_rename(self, interaction: Interaction, name: str, kingdom: str | None = None) -> None:
        """Give a kingdom another name"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, RenameKingdom(seen.id, name))

    @group.command(name="archive")
    @app_commands.describe(kingdom="Which one, where there are several")
    @app_commands.guild_only()
    async def kingdom_archive(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """End a kingdom: see first what becomes of its hexes and settlements"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(_before_it_ends(seen))

    @group.command(name="settings")
    @app_commands.guild_only()
    async def kingdom_settings(self, interaction: Interaction) -> None:
        """See how this campaign decides what the book leaves open; game masters change it"""
        async with self._desk.reply(interaction) as reply:
            seen = await self._desk.look(interaction)
            await reply.private(_settings(seen.campaign_id, seen.campaign))

    @kingdom_rename.autocomplete("kingdom")
    @kingdom_archive.autocomplete("kingdom")
    async def _kingdoms_to_change(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


def _before_it_ends(seen: finding.Seen) -> Card:
    """What ending it does, and the button that asks why."""
    kingdom = seen.realm.kingdom
    is_draft = kingdom.stage is Stage.FOUNDING
    does = words.END_DRAFT if is_draft else words.end_costs(seen.realm.size, len(seen.realm.towns))
    button = Button(words.END, END, (seen.id,), is_main=True)
    title = words.end_title(safe(kingdom.name, 60))
    return Card(title, (does, words.END_KEEPS), tone=Tone.ASKS, buttons=(button,))


def _settings(campaign_id: str, campaign: Campaign) -> Card:
    """Every ruling as decided, and the button that leads to the campaign's panel."""
    lines = []
    for each in SETTINGS:
        value = each.of(campaign.settings)
        chosen = each.option(value).label
        lines.append(words.setting(each.title, chosen, is_default=value == each.default))
    panel = Button(words.SETTINGS_HINT, "settings", (campaign_id, SETTINGS[0].system), is_main=True)
    title = words.settings_title(safe(campaign.name, 60))
    return Card(title, tuple(lines), buttons=(panel,), note=words.SETTINGS_NOTE)


def answer(desk: Desk) -> None:
    """Enter the button that ends a kingdom, and the form that asks why."""

    async def ask(reply: Reply, args: tuple[str, ...]) -> None:
        scope = Scope(ids=(_kingdom(args),))
        found = (await in_time(desk.look(reply.interaction, scope))).all(KINGDOM.name)
        if not found or found[0].is_archived:
            raise Stale(DAMAGED_BUTTON)
        asks = (Ask("reason", words.REASON_ASK, REASON_LENGTH, is_optional=True),)
        await reply.modal(form(f"{END}|{found[0].id}", words.END_TITLE, asks))

    async def end(reply: Reply, args: tuple[str, ...]) -> None:
        reason = answers(reply.interaction.data).get("reason", "")
        await desk.carry_out(reply, EndKingdom(_kingdom(args), reason))

    desk.add_button(END, ask, can_defer=False)
    desk.add_form(END, end)


def _kingdom(args: tuple[str, ...]) -> RecordId:
    if len(args) != 1:
        raise Stale(DAMAGED_BUTTON)
    return RecordId(args[0])
