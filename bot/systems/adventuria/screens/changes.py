"""The part of `/adv gm` that changes a sheet."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.handlers import Interaction, Register
from bot.systems.adventuria.rules.change import (
    ChangeAlignment,
    ChangeAttribute,
    GrantExperience,
    HealWounds,
    ReceiveWounds,
)
from bot.systems.adventuria.rules.fight import Combat
from bot.systems.adventuria.rules.state import Alignment, Attribute, Cause, Until
from bot.systems.adventuria.screens import finding, gaining
from bot.systems.adventuria.screens.gm import gm
from bot.systems.adventuria.words import giving as words
from bot.systems.adventuria.words.changes import ATTRIBUTES as ATTRIBUTE_NAMES

REGISTER: Register = {
    "/adv gm gain": Permit.GAME_MASTERS,
    "/adv gm lose": Permit.GAME_MASTERS,
    "/adv gm wound": Permit.GAME_MASTERS,
    "/adv gm heal": Permit.GAME_MASTERS,
    "/adv gm attribute": Permit.GAME_MASTERS,
    "/adv gm align": Permit.GAME_MASTERS,
    "/adv gm quest": Permit.GAME_MASTERS,
    "/adv gm xp": Permit.GAME_MASTERS,
}
# What a narrator's change may be due to; Combat is asked besides, and XP is given by itself.
CAUSES = [
    app_commands.Choice(name=words.CAUSES[each], value=each.value)
    for each in (Cause.PAGE, Cause.ABILITY, Cause.MONSTER, Cause.ITEM, Cause.SPELL, Cause.ALLY)
]
UNTIL = [app_commands.Choice(name=words.UNTIL[each], value=each.value) for each in Until]
ATTRIBUTES = [app_commands.Choice(name=ATTRIBUTE_NAMES[each], value=each.value) for each in Attribute]
ALIGNMENTS = [app_commands.Choice(name=words.ALIGNMENTS[each], value=each.value) for each in Alignment]
COMBATS = [app_commands.Choice(name=words.COMBATS[each], value=each.value) for each in Combat]
WARES = [app_commands.Choice(name=name, value=value) for value, name in words.GIVEN.items()]
LOST = [app_commands.Choice(name=name, value=value) for value, name in words.TAKEN.items()]
QUESTS = [app_commands.Choice(name=name, value=value) for value, name in words.QUEST_ENDS.items()]


class ChangeCommands(commands.Cog):
    """The part of `/adv gm` that changes a sheet."""

    _desk: Desk

    @gm.command(name="gain")
    @app_commands.describe(
        adventurer="Whose; this thread's by default",
        gold="How much gold",
        thing="One of the library, or a new name",
        kind="What it is, if it's new; an item by default",
        rules="What it does, if it's new; one rule",
        due="What it is due to",
        source="Its name",
    )
    @app_commands.choices(kind=WARES, due=CAUSES)
    async def gain(
        self,
        interaction: Interaction,
        adventurer: str | None = None,
        gold: int | None = None,
        thing: str | None = None,
        kind: str | None = None,
        rules: str = "",
        due: str = Cause.PAGE.value,
        source: str = "",
    ) -> None:
        """Give gold, an item, a spell or an ally"""
        async with self._desk.reply(interaction) as reply:
            whose = (await finding.adventurer(self._desk, interaction, adventurer)).id
            about = {"cause": Cause(due), "source": source}
            given = gaining.Given(gold, thing, kind, rules)
            await self._desk.carry_out(
                reply, await gaining.gain(self._desk, interaction, whose, given, about)
            )

    @gm.command(name="lose")
    @app_commands.describe(
        adventurer="Whose; this thread's by default",
        gold="How much gold, or “all”",
        thing="Which possession",
        count="How many of a kind; the player chooses",
        kind="Which kind",
        due="What it is due to",
        source="Its name",
    )
    @app_commands.choices(kind=LOST, due=CAUSES)
    async def lose(
        self,
        interaction: Interaction,
        adventurer: str | None = None,
        gold: str | None = None,
        thing: str | None = None,
        count: int | None = None,
        kind: str | None = None,
        due: str = Cause.PAGE.value,
        source: str = "",
    ) -> None:
        """Take gold or possessions"""
        async with self._desk.reply(interaction) as reply:
            whose = (await finding.adventurer(self._desk, interaction, adventurer)).id
            about = {"cause": Cause(due), "source": source}
            taken = gaining.Taken(gold, thing, count, kind)
            await self._desk.carry_out(reply, gaining.lose(whose, taken, about))

    @gm.command(name="wound")
    @app_commands.describe(
        count="How many",
        adventurer="Whose; this thread's by default",
        combat="Is it due to Combat?",
        due="What it is due to",
        source="Its name",
    )
    @app_commands.choices(due=CAUSES)
    async def wound(
        self,
        interaction: Interaction,
        count: int,
        adventurer: str | None = None,
        combat: bool = False,
        due: str = Cause.PAGE.value,
        source: str = "",
    ) -> None:
        """Wound an adventurer"""
        given = {"count": count, "cause": Cause(due), "source": source, "is_due_to_combat": combat}
        await self._act(interaction, ReceiveWounds, adventurer, **given)

    @gm.command(name="heal")
    @app_commands.describe(
        count="How many; all by default",
        adventurer="Whose; this thread's by default",
        due="What it is due to",
        source="Its name",
    )
    @app_commands.choices(due=CAUSES)
    async def heal(
        self,
        interaction: Interaction,
        count: int | None = None,
        adventurer: str | None = None,
        due: str = Cause.PAGE.value,
        source: str = "",
    ) -> None:
        """Heal wounds"""
        await self._act(interaction, HealWounds, adventurer, count=count, cause=Cause(due), source=source)

    @gm.command(name="attribute")
    @app_commands.describe(
        attribute="Which one",
        amount="By how much, such as 1 or -2",
        adventurer="Whose; this thread's by default",
        until="How long it lasts",
        due="What it is due to; some lift it higher",
        source="Its name",
    )
    @app_commands.choices(attribute=ATTRIBUTES, until=UNTIL, due=CAUSES)
    async def attribute(
        self,
        interaction: Interaction,
        attribute: str,
        amount: int,
        adventurer: str | None = None,
        due: str = Cause.PAGE.value,
        source: str = "",
        until: str = Until.ALWAYS.value,
    ) -> None:
        """Raise or lower an attribute"""
        given: dict[str, Any] = {"attribute": Attribute(attribute), "amount": amount, "until": Until(until)}
        await self._act(interaction, ChangeAttribute, adventurer, **given, cause=Cause(due), source=source)

    @gm.command(name="align")
    @app_commands.describe(
        alignment="What it becomes",
        adventurer="Whose; this thread's by default",
        source="What it is due to",
    )
    @app_commands.choices(alignment=ALIGNMENTS)
    async def align(
        self, interaction: Interaction, alignment: str, adventurer: str | None = None, source: str = ""
    ) -> None:
        """Change the alignment"""
        turned = Alignment(alignment)
        await self._act(interaction, ChangeAlignment, adventurer, alignment=turned, source=source)

    @gm.command(name="xp")
    @app_commands.describe(
        kind="Which of the two",
        amount="How much",
        adventurer="Whose; this thread's by default",
        source="What it is due to",
    )
    @app_commands.choices(kind=COMBATS)
    async def xp(
        self,
        interaction: Interaction,
        kind: str,
        amount: int,
        adventurer: str | None = None,
        source: str = "",
    ) -> None:
        """Give experience"""
        await self._act(
            interaction, GrantExperience, adventurer, kind=Combat(kind), amount=amount, source=source
        )

    @gm.command(name="quest")
    @app_commands.describe(
        adventurer="Whose; this thread's by default",
        name="What a new one is called",
        goal="What has to be done",
        end="How it ends",
    )
    @app_commands.choices(end=QUESTS)
    async def quest(
        self,
        interaction: Interaction,
        adventurer: str | None = None,
        name: str | None = None,
        goal: str = "",
        end: str | None = None,
    ) -> None:
        """Begin or end a quest"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, gaining.quest(shown.id, name, goal, end))

    async def _act(
        self, interaction: Interaction, action: Any, adventurer: str | None, **fields: Any
    ) -> None:
        """Carry out an action on the adventurer meant."""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, action(shown.id, **fields))

    @gain.autocomplete("thing")
    async def _in_library(self, interaction: Interaction, typed: str) -> Choices:
        return await gaining.suggested_things(self._desk, interaction, typed)

    @lose.autocomplete("thing")
    async def _had(self, interaction: Interaction, typed: str) -> Choices:
        return await gaining.suggested_possessions(self._desk, interaction, typed)

    @gain.autocomplete("adventurer")
    @lose.autocomplete("adventurer")
    @wound.autocomplete("adventurer")
    @heal.autocomplete("adventurer")
    @attribute.autocomplete("adventurer")
    @align.autocomplete("adventurer")
    @quest.autocomplete("adventurer")
    @xp.autocomplete("adventurer")
    async def _whose(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)
