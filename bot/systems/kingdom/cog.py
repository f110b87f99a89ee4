"""The commands of kingdom turns: put together of their parts."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from bot.engine.declare import Command, declared
from bot.systems.kingdom import cards as screens
from bot.systems.kingdom.sheet import commands as sheet_commands
from bot.ui.commands import DeclaredCog
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

GUIDE = (
    "**Leaders:** `/month` shows where the month stands and whose move it is; its buttons are the steps. "
    "`/kingdom sheet` has every number, `/kingdom why` says where one comes from.",
    "**Game masters:** `/kingdom found` begins a kingdom, `/hex-gm` draws the map, `/month-gm` steps on, "
    "steps back, places events and closes the month.",
)


GROUPS = {
    "kingdom": "A kingdom as a whole",
    "leader": "Who leads a kingdom",
    "hex": "The land",
    "hex-gm": "For game masters: the map",
    "settlement": "Settlements",
    "build": "Buildings",
    "build-gm": "For game masters: buildings",
    "item": "Magic items on the market",
    "edict": "Edicts",
    "treasury": "The Treasury in the Income phase",
    "month-gm": "For game masters: the month",
}
SCREENS = screens


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    enter(dispatcher, "bot.systems.kingdom")
    dispatcher.sheets["kingdom"] = partial(sheet_commands.own_sheets, dispatcher)
    dispatcher.guides["kingdom"] = GUIDE
    return DeclaredCog(dispatcher, declared("bot.systems.kingdom", Command, is_whole=True), GROUPS)
