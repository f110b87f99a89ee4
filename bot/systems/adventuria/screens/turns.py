"""The part of `/adv` about turns and camps."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, in_time
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.words import whole_number
from bot.errors import Stale
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER, require_turn
from bot.systems.adventuria.rules.state import Adventurer
from bot.systems.adventuria.rules.steps import scene_asks
from bot.systems.adventuria.rules.turn import (
    EndTurn,
    MakeCamp,
    MoveAdventurer,
    Narrate,
    RollForPage,
    StartTurn,
    WakeUp,
)
from bot.systems.adventuria.screens import finding
from bot.systems.adventuria.screens.asking import TELL_BUTTON, WAKE_BUTTON
from bot.systems.adventuria.screens.gm import gm
from bot.systems.adventuria.screens.story import digest
from bot.systems.adventuria.words import steps as step_words
from bot.systems.adventuria.words import turns as words
from bot.ui.card import Card, Tone
from bot.ui.form import answers, form
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

SCENE_FORM = "adv_scene"
OF_ADVENTURERS = Permit.OWNER_OR_GAME_MASTER
REGISTER: Register = {
    "/adv start": OF_ADVENTURERS,
    "/adv end": OF_ADVENTURERS,
    "/adv camp": OF_ADVENTURERS,
    "/adv wake": OF_ADVENTURERS,
    "/adv roll": OF_ADVENTURERS,
    "/adv gm scene": Permit.GAME_MASTERS,
    "/adv gm move": Permit.GAME_MASTERS,
    f"button {WAKE_BUTTON}": OF_ADVENTURERS,
    f"button {TELL_BUTTON}": Permit.GAME_MASTERS,
    f"form {SCENE_FORM}": Permit.GAME_MASTERS,
}


class TurnCommands(commands.Cog):
    """The part of `/adv` about turns and camps."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(adventurer="Yours, where you have several")
    @app_commands.guild_only()
    async def start(self, interaction: Interaction, adventurer: str | None = None) -> None:
        """Begin your next turn"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, StartTurn(shown.id))

    @app_commands.command()
    @app_commands.describe(location="Where the next turn begins", adventurer="Yours, where you have several")
    @app_commands.guild_only()
    async def end(self, interaction: Interaction, location: str, adventurer: str | None = None) -> None:
        """End your turn where the narrator says it may"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, EndTurn(shown.id, location))

    @app_commands.command()
    @app_commands.describe(adventurer="Yours, where you have several")
    @app_commands.guild_only()
    async def camp(self, interaction: Interaction, adventurer: str | None = None) -> None:
        """Pause the game between two turns"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, MakeCamp(shown.id))

    @app_commands.command()
    @app_commands.describe(adventurer="Yours, where you have several")
    @app_commands.guild_only()
    async def wake(self, interaction: Interaction, adventurer: str | None = None) -> None:
        """Go on after camping, and read what happened"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await woken(self._desk, reply, shown.id)

    @app_commands.command()
    @app_commands.describe(
        purpose="What the text asks them for", dice="1 or 2", adventurer="Yours, where you have several"
    )
    @app_commands.guild_only()
    async def roll(
        self, interaction: Interaction, purpose: str, dice: int = 1, adventurer: str | None = None
    ) -> None:
        """Throw dice that the text asks for"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, RollForPage(shown.id, purpose, dice))

    # -- the narrator's -----------------------------------------------------------------------------

    @gm.command(name="scene")
    @app_commands.describe(
        text="What happens; with neither, a form opens",
        ways="Where the turn may end, divided by semicolons",
        adventurer="Whose turn it is",
    )
    @app_commands.guild_only()
    async def gm_scene(
        self, interaction: Interaction, text: str = "", ways: str = "", adventurer: str | None = None
    ) -> None:
        """Tell a turn, and where it may end"""
        is_told = bool(text or ways)
        async with self._desk.reply(interaction, can_defer=is_told) as reply:
            found = finding.adventurer(self._desk, interaction, adventurer)
            if is_told:
                await self._desk.carry_out(reply, Narrate((await found).id, text, ways))
            else:
                await _open_form(reply, await in_time(found))

    @gm.command(name="move")
    @app_commands.describe(
        location="Where to", reason="What sends them there", adventurer="Who is sent there"
    )
    @app_commands.guild_only()
    async def gm_move(
        self, interaction: Interaction, location: str, reason: str = "", adventurer: str | None = None
    ) -> None:
        """Send an adventurer elsewhere"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, MoveAdventurer(shown.id, location, reason))

    # -- suggestions --------------------------------------------------------------------------------

    @start.autocomplete("adventurer")
    @end.autocomplete("adventurer")
    @camp.autocomplete("adventurer")
    @wake.autocomplete("adventurer")
    @roll.autocomplete("adventurer")
    async def _of_players(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @gm_scene.autocomplete("adventurer")
    @gm_move.autocomplete("adventurer")
    async def _of_narrators(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @end.autocomplete("location")
    async def _ways_told(self, interaction: Interaction, typed: str) -> Choices:
        named = interaction.namespace.adventurer

        async def find() -> list[tuple[str, str]]:
            shown = await finding.adventurer(self._desk, interaction, named or None)
            near = typed.strip().casefold()
            return [(way, way) for way in shown.state.ways if near in way.casefold()]

        return await self._desk.suggest(interaction, find)


# -- waking -------------------------------------------------------------------------------------------


async def woken(desk: Desk, reply: Reply, adventurer: RecordId, campaign: str | None = None) -> None:
    """Wake an adventurer, and tell whoever did it what happened before. Raises UserError."""
    outcome = await desk.carry_out(reply, WakeUp(adventurer), campaign=campaign)
    shown = outcome.private.subject
    if outcome.is_repeat or shown is None:
        return
    lines = await digest(desk, reply.interaction, shown, campaign=campaign)
    goes_on = words.goes_on(safe(shown.state.location))
    await reply.private(Card(words.previously(safe(shown.title)), (*lines, "", goes_on), tone=Tone.QUIET))


# -- the form of a scene --------------------------------------------------------------------------------


async def _open_form(reply: Reply, shown: Shown) -> None:
    """Open the form of a turn's scene with what was told so far. Raises RuleViolation out of a turn."""
    state: Adventurer = shown.state
    require_turn(state)
    title = step_words.tell_label(state.name, state.location)
    await reply.modal(form("|".join((SCENE_FORM, shown.id, str(state.turn))), title, scene_asks(state)))


def answer(desk: Desk) -> None:
    """Enter the camp's button, the narrator's, and the form of a scene."""

    async def wake(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, adventurer = args
        await woken(desk, reply, RecordId(adventurer), campaign)

    async def tell(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, adventurer = args
        scope = Scope(ids=(RecordId(adventurer),))
        found = (await in_time(desk.look(reply.interaction, scope, campaign=campaign))).all(ADVENTURER.name)
        if not found:
            raise Stale(DAMAGED_BUTTON)
        await _open_form(reply, found[0])

    async def told(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2 or whole_number(args[1]) is None:
            raise Stale(DAMAGED_BUTTON)
        typed = answers(reply.interaction.data)
        texts = typed.get("text", ""), typed.get("ways", "")
        await desk.carry_out(reply, Narrate(RecordId(args[0]), *texts, turn=whole_number(args[1])))

    desk.add_button(WAKE_BUTTON, wake)
    desk.add_button(TELL_BUTTON, tell, can_defer=False)
    desk.add_form(SCENE_FORM, told)
