"""`/adv odds`: what may come of a fight, before it is fought or in the middle of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Literal, cast

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.adventuria.rules import monsters
from bot.systems.adventuria.rules.adventurer import FIGHT
from bot.systems.adventuria.rules.battle import Battle, of_fight
from bot.systems.adventuria.rules.fight import Combat, Fight, Named
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.ledger import total
from bot.systems.adventuria.rules.prospects import MANY, to_the_end
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer, Attribute, Attributes
from bot.systems.adventuria.screens import fight_sides, finding, meeting, odds_lines
from bot.systems.adventuria.screens.fight_lines import foes_of
from bot.systems.adventuria.words import odds as words
from bot.systems.adventuria.words.effects import ATTRIBUTES
from bot.ui.card import Card
from bot.ui.text import safe

# As much as leaves room for the numbers.
SIDES_ROOM = 2800
REGISTER: Register = {"/adv odds": Permit.EVERYONE}


class OddsCommands(commands.Cog):
    """`/adv odds`."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        monster="Of the library, several by commas",
        adventurer="Who would fight it; your own by default",
        kind="Which kind of Combat",
        arms="Arms of a made-up monster",
        magic="Magic of a made-up monster",
        vitae="Vitae of a made-up monster",
        wounds="As if the adventurer had so many",
    )
    @app_commands.guild_only()
    async def odds(
        self,
        interaction: Interaction,
        monster: str | None = None,
        adventurer: str | None = None,
        kind: Literal["melee", "magical"] | None = None,
        arms: int | None = None,
        magic: int | None = None,
        vitae: int | None = None,
        wounds: int | None = None,
    ) -> None:
        """See the exact odds of a fight"""
        numbers = meeting.Numbers(arms, magic, vitae)
        async with self._desk.reply(interaction) as reply:
            who = await finding.adventurer(self._desk, interaction, adventurer)
            seen = await self._desk.look(interaction)
            state = _with_wounds(who.state, wounds)
            one_number, is_current = odds_lines.rulings(seen.campaign)
            if monster is None and not numbers.are_there:
                fight = await self._fight(interaction, who, kind)
                battle = of_fight(fight, state)
            else:
                met = await meeting.met(self._desk, interaction, monster or words.A_MONSTER, numbers)
                battle = Battle(state, _foes(met, state), _kind(met, kind))
            battle = replace(battle, one_number=one_number, is_current=is_current)
            await reply.private(await _card(battle))

    async def _fight(self, interaction: Interaction, who: Shown, kind: str | None) -> Fight:
        """The fight that is under way, of that kind where none is chosen yet. Raises RuleViolation."""
        fight = who.state.fight
        if fight is None:
            raise RuleViolation(words.NO_MONSTER)
        seen = await self._desk.look(interaction, Scope(ids=(fight,)))
        found = next((each for each in seen.all(FIGHT)), None)
        if found is None or (found.state.kind is None and kind is None):
            raise RuleViolation(words.NO_KIND)
        state = cast(Fight, found.state)
        return replace(state, kind=state.kind or Combat(str(kind)))

    @odds.autocomplete("monster")
    async def _known_monsters(self, interaction: Interaction, typed: str) -> Choices:
        return await meeting.suggested(self._desk, interaction, typed)

    @odds.autocomplete("adventurer")
    async def _who_would(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


def _with_wounds(state: Adventurer, wounds: int | None) -> Adventurer:
    """The adventurer with so many wounds instead. Raises RuleViolation for as many as fell."""
    vitae = total(state, Attribute.VITAE)
    if wounds is None:
        return state
    if not 0 <= wounds < vitae:
        raise RuleViolation(words.bad_wounds(safe(state.name, NAME_LENGTH), vitae, wounds))
    return replace(state, wounds=wounds)


def _kind(met: meeting.Meeting, kind: str | None) -> Combat:
    """The kind asked about, or the first monster's. Raises RuleViolation where it leaves that open."""
    if kind is not None:
        return Combat(kind)
    printed: Combat | None = met.entries[0].state.kind if met.entries else met.kind
    if printed is None:
        raise RuleViolation(words.NO_KIND)
    return printed


def _foes(met: meeting.Meeting, state: Adventurer) -> tuple[Foe, ...]:
    """The monsters as they would be met: one of this turn keeps its changed attributes (Q13)."""
    foes = [monsters.foe(each.id, each.state) for each in met.entries]
    left = {each.monster.casefold(): each.attributes for each in state.met}
    again = [replace(foe, now=left.pop(foe.name.casefold(), foe.now), kin=foe.name) for foe in foes]
    return (*again, *map(_made_up, met.named))


def _made_up(named: Named) -> Foe:
    """A monster of typed numbers. Raises RuleViolation for one that can't be."""
    values = {Attribute.ARMS: named.arms, Attribute.MAGIC: named.magic, Attribute.VITAE: named.vitae}
    for attribute, value in values.items():
        if not 1 <= value <= monsters.MOST:
            raise RuleViolation(words.bad_number(ATTRIBUTES[attribute], monsters.MOST, value))
    attributes = Attributes(named.arms, named.magic, monsters.USUAL_CRAFT, named.vitae)
    return Foe(named.name, attributes, attributes, kin=named.name)


async def _card(battle: Battle) -> Card:
    """What there is to say; counted apart from all else, for it may take a second or two."""
    prospect = await asyncio.to_thread(to_the_end, battle, MANY)
    name = safe(battle.adventurer.name, NAME_LENGTH)
    lines = [
        *fight_sides.of_battle(battle, SIDES_ROOM),
        "",
        *odds_lines.lines(battle, prospect, words.LEFT_OUT),
        words.HOW,
    ]
    return Card(words.title(name, foes_of([foe.kin or foe.name for foe in battle.foes])), tuple(lines))
