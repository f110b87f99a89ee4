"""The commands of kingdom turns: made of what the chapters declare."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from bot.engine.declare import Command, declared
from bot.engine.text import T
from bot.systems.kingdom import cards as screens
from bot.systems.kingdom.kingdom_view import TAKES_ROLE
from bot.systems.kingdom.leaders.cards import lacking_kingdom, lacking_role
from bot.systems.kingdom.month import commands as month_commands
from bot.systems.kingdom.sheet.cards import own_sheets
from bot.ui.beginnings import Beginning
from bot.ui.commands import DeclaredCog
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

GUIDE = (
    T(
        "**Leaders:** `/kingdom month` shows where the month is and whose turn it is; its buttons are "
        "the steps. `/kingdom sheet` has every number, and `/kingdom why` says where one comes from. "
        "`/edict diplomacy` has other kingdoms, trade routes and explorers, where your campaign uses "
        "those rules."
    ),
    T(
        "**Game masters:** `/kingdom found` starts a kingdom, `/hex gm` draws the map, and `/kingdom gm` "
        "skips steps, goes back, places events and closes the month. `/edict gm kingdom` adds other "
        "kingdoms; `/campaign settings` has the optional rules."
    ),
)


GROUPS = {
    "kingdom": T("The whole kingdom, its month and its Treasury"),
    "leader": T("The kingdom's leaders"),
    "hex": T("The land"),
    "hex gm": T("For game masters: the map"),
    "settlement": T("Settlements and buildings"),
    "settlement gm": T("For game masters: buildings"),
    "settlement item": T("Magic items on the market"),
    "edict": T("Edicts, explorers, trade routes, vassals, other kingdoms"),
    "edict gm": T("For game masters: other kingdoms"),
    "kingdom gm": T("For game masters: the month"),
}
SCREENS = screens


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    enter(dispatcher, "bot.systems.kingdom")
    dispatcher.sheets["kingdom"] = partial(own_sheets, dispatcher)
    dispatcher.guides["kingdom"] = GUIDE
    dispatcher.midst["kingdom"] = partial(month_commands.for_leaders, dispatcher)
    dispatcher.moves["kingdom"] = partial(month_commands.to_open, dispatcher)
    dispatcher.begins["kingdom"] = (
        Beginning("kingdom found", T("Found a kingdom"), lacking_kingdom),
        Beginning("leader assign", TAKES_ROLE, lacking_role, owned="player"),
    )
    return DeclaredCog(dispatcher, declared("bot.systems.kingdom", Command, is_whole=True), GROUPS)
