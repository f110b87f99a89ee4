"""`/sk`: made of what its chapters declare."""

from __future__ import annotations

from functools import partial

from bot.engine.declare import Command, declared
from bot.systems.second_kingdom import cards as screens
from bot.systems.second_kingdom import words
from bot.systems.second_kingdom.heroes import sheet_commands
from bot.ui.commands import DeclaredCog
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

SCREENS = screens
GROUPS = {
    "sk": "The Second Kingdom",
    "sk npc": "Adversaries and others the heroes meet",
    "sk gm": "In a player's place",
}


class SecondKingdomCog(DeclaredCog):
    """Every command of the game."""


def cog(dispatcher: Dispatcher) -> SecondKingdomCog:
    """The game's commands; its buttons, lists and forms answer from now on."""
    enter(dispatcher, "bot.systems.second_kingdom")
    dispatcher.sheets["second_kingdom"] = partial(sheet_commands.sheets, dispatcher)
    dispatcher.guides["sk"] = words.GUIDE
    found = declared("bot.systems.second_kingdom", Command, is_whole=True)
    return SecondKingdomCog(dispatcher, found, GROUPS)
