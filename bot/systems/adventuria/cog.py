"""`/adv`: put together of what the chapters declare."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from bot.engine.declare import Command, declared
from bot.systems.adventuria import cards as screens
from bot.systems.adventuria.changes import commands as changes_commands
from bot.systems.adventuria.combat import commands as combat_commands
from bot.systems.adventuria.offers import commands as offers_commands
from bot.systems.adventuria.possessions import commands as possessions_commands
from bot.systems.adventuria.sheet import commands as sheet_commands
from bot.systems.adventuria.turns import commands as turns_commands
from bot.ui.commands import DeclaredCog
from bot.ui.dispatcher import Dispatcher

# Each has buttons, lists or forms of its own: REGISTER says who may use them, `answer` enters them.
PARTS = (
    sheet_commands,
    turns_commands,
    possessions_commands,
    combat_commands,
    offers_commands,
    changes_commands,
)
SCREENS = screens

GUIDE = (
    "**Players:** `/adv new` makes your adventurer and its thread. `/adv start` begins a turn, "
    "`/adv end` ends it where the narrator says it may; everything else is buttons in the thread.",
    "**Narrators:** `/adv gm scene` tells the turn, `/adv fight` brings monsters, `/adv gm offer`, "
    "`gain`, `wound` and the others change the sheet with the right limit.",
    "`/adv sheet` shows where an adventurer stands, `/adv rules` what this campaign decided.",
)


class AdventuriaCog(DeclaredCog):
    """`/adv`."""


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    for part in PARTS:
        dispatcher.enter(part.REGISTER)
        part.answer(dispatcher)
    dispatcher.sheets["adventuria"] = partial(sheet_commands.own_sheets, dispatcher)
    dispatcher.guides["adv"] = GUIDE
    found = declared("bot.systems.adventuria", Command, is_whole=True)
    return AdventuriaCog(dispatcher, found, {"adv": "Adventuria", "adv gm": "For narrators"})
