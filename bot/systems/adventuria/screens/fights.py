"""The part of `/adv` about fights: encountered here, carried on by the buttons of their cards."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.adventuria.rules.adventurer import FIGHT
from bot.systems.adventuria.rules.fight import Combat, OpenFight, Order, StopFight
from bot.systems.adventuria.screens import fight_panels, finding, meeting
from bot.systems.adventuria.screens.gm import gm
from bot.systems.adventuria.words import fight_cards as words
from bot.ui.text import safe

REGISTER: Register = {
    "/adv fight": Permit.OWNER_OR_GAME_MASTER,
    "/adv gm stop": Permit.GAME_MASTERS,
    **fight_panels.REGISTER,
}

answer = fight_panels.answer


class FightCommands(commands.Cog):
    """Fights, begun and stopped."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        monster="Of the library, several by commas; or a new name",
        adventurer="Who meets it; this thread's by default",
        kind="Which kind of Combat, where the encounter says so",
        order="How several monsters fight",
        instructions="What is special about it; everybody reads it",
        avoidable="May it be left before the first exchange?",
        arms="Arms of a made-up monster",
        magic="Magic of a made-up monster",
        vitae="Vitae of a made-up monster",
    )
    @app_commands.guild_only()
    async def fight(
        self,
        interaction: Interaction,
        monster: str,
        adventurer: str | None = None,
        kind: Literal["melee", "magical"] | None = None,
        order: Literal["in_turn", "choose", "together"] = "in_turn",
        instructions: str = "",
        avoidable: bool = False,
        arms: int | None = None,
        magic: int | None = None,
        vitae: int | None = None,
    ) -> None:
        """Meet a monster"""
        async with self._desk.reply(interaction) as reply:
            who = await finding.adventurer(self._desk, interaction, adventurer)
            met = await meeting.met(self._desk, interaction, monster, meeting.Numbers(arms, magic, vitae))
            combat = Combat(kind) if kind is not None else met.kind
            action = OpenFight(who.id, met.ids, met.named, combat, Order(order), instructions, avoidable)
            await self._desk.carry_out(reply, action)

    @gm.command()
    @app_commands.describe(reason="Why; everybody reads it", adventurer="Whose fight it is")
    async def stop(self, interaction: Interaction, reason: str, adventurer: str | None = None) -> None:
        """Stop a fight"""
        async with self._desk.reply(interaction) as reply:
            who = await finding.adventurer(self._desk, interaction, adventurer)
            fight = who.state.fight or await self._last_fight(interaction, who)
            await self._desk.carry_out(reply, StopFight(fight, reason))

    async def _last_fight(self, interaction: Interaction, who: Shown) -> RecordId:
        """The fight that is over: a command delivered once more may have stopped it. Raises RuleViolation."""
        over = Scope(wants=(Want(FIGHT, parent=who.id, archived=True),))
        fights = (await self._desk.look(interaction, over)).all(FIGHT)
        if not fights:
            raise RuleViolation(words.no_fight(safe(who.title, 60)))
        return max(fights, key=lambda each: int(each.state.revision)).id

    @fight.autocomplete("adventurer")
    @stop.autocomplete("adventurer")
    async def _fighters(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @fight.autocomplete("monster")
    async def _monsters(self, interaction: Interaction, typed: str) -> Choices:
        return await meeting.suggested(self._desk, interaction, typed)
