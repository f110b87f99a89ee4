"""`/adv`: put together of what the chapters declare."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from bot.engine.declare import Command, declared
from bot.engine.text import T
from bot.systems.adventuria import cards as screens
from bot.systems.adventuria.adventurer import WakeUp
from bot.systems.adventuria.sheet import commands as sheet_commands
from bot.systems.adventuria.turns import commands as turns_commands
from bot.ui.beginnings import Beginning
from bot.ui.commands import DeclaredCog
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

SCREENS = screens

GUIDE = (
    T(
        "**Players:** `/adv new` makes your adventurer and its thread. `/adv start` begins a turn, "
        "`/adv end` ends it where the narrator says it may; everything else is buttons in the thread."
    ),
    T(
        "**Narrators:** `/adv gm scene` tells the turn, `/adv gm roll` asks for dice, `/adv fight` brings "
        "monsters, `/adv gm offer`, `gain`, `wound` and the rest change the sheet, and keep to its limits."
    ),
    T("`/adv sheet` shows where an adventurer stands, `/adv rules` what this campaign decided."),
)


class AdventuriaCog(DeclaredCog):
    """The group of commands under `/adv`."""


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    enter(dispatcher, "bot.systems.adventuria")
    dispatcher.follows[WakeUp.__name__] = partial(turns_commands.tell_before, dispatcher)
    dispatcher.sheets["adventuria"] = partial(sheet_commands.own_sheets, dispatcher)
    dispatcher.guides["adv"] = GUIDE
    dispatcher.anywhere["adventuria"] = (T("Adventuria: the rules"), "adv rules")
    first = Beginning("adv new", T("Make an adventurer"), sheet_commands.lacking_adventurer)
    dispatcher.begins["adventuria"] = (first,)
    found = declared("bot.systems.adventuria", Command, is_whole=True)
    return AdventuriaCog(dispatcher, found, {"adv": T("Adventuria"), "adv gm": T("For narrators")})
