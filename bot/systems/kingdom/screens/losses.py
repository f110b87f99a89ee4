"""The commands about losing hexes: the one that Unrest takes, and those that a game master takes."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.land import LABEL_LENGTH
from bot.systems.kingdom.rules.losing import followed, lost
from bot.systems.kingdom.rules.losses import YES, LoseHexes
from bot.systems.kingdom.rules.month import LoseChosenHex
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.realm import require_standing
from bot.systems.kingdom.rules.terms import Step, Task
from bot.systems.kingdom.screens import finding, groups
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.loss_cards import TELLERS
from bot.systems.kingdom.screens.previews import came_of_it, effects, exactly, suggested_spots, whose
from bot.systems.kingdom.words import losses as words
from bot.systems.kingdom.words.names import IMPROVEMENTS
from bot.ui.card import Button, Card, Tone
from bot.ui.reply import Reply
from bot.ui.text import safe

LOSE_BUTTON = "hex_lose"
REGISTER: Register = {
    "/hex lose": Permit.MEMBERS,
    "/hex-gm lose": Permit.GAME_MASTERS,
    f"button {LOSE_BUTTON}": Permit.MEMBERS,
}


class LossCommands(commands.Cog):
    """The commands about losing hexes."""

    _desk: Desk

    @groups.hexes.command(name="lose")
    @app_commands.describe(hex="Its label or coordinates", kingdom="Which, where there are several")
    @app_commands.guild_only()
    async def lose_hex(self, interaction: Interaction, hex: str, kingdom: str | None = None) -> None:  # noqa: A002
        """Choose the hex that Unrest takes: see first what goes with it"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(_preview(seen, hex))

    @groups.hexes_gm.command(name="lose")
    @app_commands.describe(
        hexes="Labels or coordinates, with spaces between",
        reason="What took them",
        kingdom="Whose, where there are several",
    )
    @app_commands.guild_only()
    async def gm_lose(
        self, interaction: Interaction, hexes: str, reason: str = "", kingdom: str | None = None
    ) -> None:
        """Take hexes from a kingdom"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, LoseHexes(seen.id, hexes, reason))

    @lose_hex.autocomplete("kingdom")
    @gm_lose.autocomplete("kingdom")
    async def _kingdoms_losing(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @lose_hex.autocomplete("hex")
    async def _hexes_to_lose(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_spots(self._desk, interaction, typed, lambda realm, spot: spot in realm.hexes)

    @gm_lose.autocomplete("hexes")
    async def _hexes_to_take(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_hexes(self._desk, interaction, typed, several=True)


def _preview(seen: Seen, text: str) -> Card:
    """What is lost with a hex, before it is. Raises RuleViolation where it can't be now."""
    realm = seen.realm
    require_standing(realm.kingdom)
    require_open(realm.kingdom, Step.LOSE_HEX)
    spot = spot_of(realm.land, text)
    name = safe(realm.land.name_of(spot), LABEL_LENGTH)
    if spot not in realm.hexes:
        raise RuleViolation(words.not_its_hexes(safe(realm.kingdom.name, 60), [name]))
    after = lost(realm, (spot,))
    built = [IMPROVEMENTS[each.value] for each in realm.hexes[spot].improvements]
    more = [words.no_longer_count(built)] if built else []
    more += [TELLERS[type(event)](event) for event in followed(realm, after)]
    lines = (*(more or [words.NOTHING_MORE]), words.NO_UNREST, *effects(realm, after))
    button = Button(words.LOSE, LOSE_BUTTON, (seen.id, spot), is_main=True)
    lines = (*lines, *whose(seen, Task.HEXES))
    return Card(words.losing(name), lines, tone=Tone.ASKS, buttons=(button,))


def answer(desk: Desk) -> None:
    """Enter the button under what goes with a hex."""

    async def lose(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot = exactly(args, 2)
        action = LoseChosenHex(RecordId(kingdom), spot, YES)
        await desk.carry_out(reply, action, panel=came_of_it(TELLERS))

    desk.add_button(LOSE_BUTTON, lose)
