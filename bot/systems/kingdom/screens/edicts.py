"""`/edict`: the levels of edicts, looked at and set, and the armies."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.armies import MOST_CONSUMPTION, DisbandArmy, RaiseArmy
from bot.systems.kingdom.rules.levels import LEVELS, coded, decoded, having
from bot.systems.kingdom.rules.month import SetEdicts
from bot.systems.kingdom.rules.state import Edicts
from bot.systems.kingdom.screens import edict_cards, finding, groups
from bot.systems.kingdom.screens.edict_cards import ISSUE
from bot.systems.kingdom.words import edicts as words
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/edict set": Permit.MEMBERS,
    "/edict show": Permit.MEMBERS,
    "/edict army": Permit.MEMBERS,
    "/edict disband": Permit.MEMBERS,
    "/edict armies": Permit.MEMBERS,
    f"button {ISSUE}": Permit.MEMBERS,
}


def _levels(kind: str) -> list[app_commands.Choice[str]]:
    names = words.LEVELS[kind]
    return [app_commands.Choice(name=names[each.value], value=each.value) for each in LEVELS[kind]]


class EdictCommands(commands.Cog):
    """The part of the commands about edicts and armies."""

    _desk: Desk

    @groups.edict.command(name="set")
    @app_commands.describe(
        holiday="Holidays a year: Loyalty, for Consumption",
        promotion="Stability, for Consumption",
        taxation="Economy, for Loyalty",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.choices(
        holiday=_levels("holiday"), promotion=_levels("promotion"), taxation=_levels("taxation")
    )
    @app_commands.guild_only()
    async def edict_set(
        self,
        interaction: Interaction,
        holiday: str | None = None,
        promotion: str | None = None,
        taxation: str | None = None,
        kingdom: str | None = None,
    ) -> None:
        """Set edicts: shows what every number would become, and asks first"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            chosen = _chosen(holiday=holiday, promotion=promotion, taxation=taxation)
            await reply.private(edict_cards.preview(seen, chosen))

    @groups.edict.command(name="show")
    @app_commands.describe(kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def edict_show(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """Every level of every edict, and what it would change"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(edict_cards.tables(seen))

    @groups.edict.command(name="army")
    @app_commands.describe(
        name="A new army, or one to expand or equip",
        consumption=f"What it eats a month, 0 to {MOST_CONSUMPTION} BP",
        note="Whatever is to be remembered of it",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.guild_only()
    async def edict_army(
        self,
        interaction: Interaction,
        name: str,
        consumption: int | None = None,
        note: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Raise an army, or change what is noted of one"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, RaiseArmy(seen.id, name, consumption, note))

    @groups.edict.command(name="disband")
    @app_commands.describe(name="Which army", kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def edict_disband(self, interaction: Interaction, name: str, kingdom: str | None = None) -> None:
        """Disband an army"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, DisbandArmy(seen.id, name))

    @groups.edict.command(name="armies")
    @app_commands.describe(kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def edict_armies(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """The armies, and what each eats"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(edict_cards.armies(seen.realm))

    @edict_set.autocomplete("kingdom")
    @edict_show.autocomplete("kingdom")
    @edict_army.autocomplete("kingdom")
    @edict_disband.autocomplete("kingdom")
    @edict_armies.autocomplete("kingdom")
    async def _edict_kingdoms(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @edict_army.autocomplete("name")
    @edict_disband.autocomplete("name")
    async def _edict_army_names(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            kingdom: Any = getattr(interaction.namespace, "kingdom", None)
            seen = await finding.seen(self._desk, interaction, kingdom or None)
            names = [each.name for each in seen.realm.kingdom.armies]
            return [(name, name) for name in names if typed.casefold() in name.casefold()]

        return await self._desk.suggest(interaction, find)


def _chosen(**given: str | None) -> Edicts:
    """The levels that were given. Raises RuleViolation for none, or for one that the book hasn't."""
    levels = {}
    for kind, value in given.items():
        if value is not None:
            if value not in set(LEVELS[kind]):
                raise RuleViolation(words.no_level(kind, list(LEVELS[kind])))
            levels[kind] = LEVELS[kind](value)
    if not levels:
        raise RuleViolation(words.NOTHING_CHOSEN)
    return having(Edicts(), levels)


def answer(desk: Desk) -> None:
    """Enter the button of the preview."""

    async def issue(reply: Reply, args: tuple[str, ...]) -> None:
        chosen = decoded(args[1]) if len(args) == 3 else None
        if chosen is None or decoded(args[2]) is None or coded(chosen) == coded(Edicts()):
            raise Stale(DAMAGED_BUTTON)
        action = SetEdicts(RecordId(args[0]), chosen.holiday, chosen.promotion, chosen.taxation, seen=args[2])
        await desk.carry_out(reply, action)

    desk.add_button(ISSUE, issue)
