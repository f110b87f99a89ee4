"""The part of `/sk` about attacks: declared here, carried on by the buttons of their cards."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope, Want
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.second_kingdom.rules.blows import DeclareAttack
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.screens import attack_panels, finding
from bot.systems.second_kingdom.words import maneuvers

REGISTER: Register = {"/sk attack": Permit.OWNER_OR_GAME_MASTER, **attack_panels.REGISTER}

answer = attack_panels.answer


class AttackCommands(commands.Cog):
    """Attacks, declared."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        target="Who is attacked",
        maneuver="With what: a maneuver that the attacker knows",
        hero="Who attacks; your own hero by default. For game masters: anybody",
    )
    @app_commands.guild_only()
    async def attack(
        self, interaction: Interaction, target: str, maneuver: str, hero: str | None = None
    ) -> None:
        """Attack somebody with a maneuver"""
        async with self._desk.reply(interaction) as reply:
            attacker = await finding.combatant(self._desk, interaction, hero)
            attacked = await finding.combatant(self._desk, interaction, target)
            used = await finding.maneuver(self._desk, interaction, maneuver)
            await self._desk.carry_out(reply, DeclareAttack(attacker.id, attacked.id, used.id))

    @attack.autocomplete("target")
    async def _targets(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_combatants(self._desk, interaction, typed)

    @attack.autocomplete("hero")
    async def _attackers(self, interaction: Interaction, typed: str) -> Choices:
        """A player's own heroes; to game masters anybody."""

        async def find() -> list[tuple[str, str]]:
            wants = (Want(HERO.name, part=typed, is_own=True), Want(HERO.name, part=typed))
            seen = await self._desk.look(interaction, Scope(wants=(*wants, Want(NPC.name, part=typed))))
            is_free, own = seen.viewer.is_game_master, interaction.user.id
            found = (*seen.all(HERO.name), *seen.all(NPC.name))
            return [(each.title, each.id) for each in found if is_free or each.owner == own]

        return await self._desk.suggest(interaction, find)

    @attack.autocomplete("maneuver")
    async def _usable_maneuvers(self, interaction: Interaction, typed: str) -> Choices:
        """Those on the attacker's sheet; a game master's own may use all of the library."""

        async def find() -> list[tuple[str, str]]:
            named = interaction.namespace.hero or None
            attacker = await finding.combatant(self._desk, interaction, named)
            known = attacker.state.maneuvers
            scope = Scope(ids=known, wants=(Want(MANEUVER.name, part=typed),))
            seen = await self._desk.look(interaction, scope)
            is_free = attacker.kind == NPC.name and seen.viewer.is_game_master
            found = (each for each in seen.all(MANEUVER.name) if is_free or each.id in known)
            return sorted(_suggestion(each) for each in found if _is_meant(each, typed))

        return await self._desk.suggest(interaction, find)


def _is_meant(maneuver: Shown, typed: str) -> bool:
    return not maneuver.is_archived and typed.strip().casefold() in maneuver.title.casefold()


def _suggestion(maneuver: Shown) -> tuple[str, str]:
    state = maneuver.state
    bonuses = maneuvers.bonuses(state.accuracy, state.speed, state.power)
    return f"{maneuver.title} ({bonuses})", maneuver.id
