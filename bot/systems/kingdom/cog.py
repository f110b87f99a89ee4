"""The commands of kingdom turns: put together of their parts."""

from __future__ import annotations

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.engine.declare import Command, declared
from bot.engine.text import T
from bot.systems.kingdom import cards as screens
from bot.systems.kingdom import finding
from bot.systems.kingdom.leaders.commands import lacking_kingdom, lacking_role
from bot.systems.kingdom.sheet import commands as sheet_commands
from bot.ui.beginnings import Beginning
from bot.ui.commands import join, made
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

GUIDE = (
    "**Leaders:** `/month` shows where the month stands and whose move it is; its buttons are the steps. "
    "`/kingdom sheet` has every number, `/kingdom why` says where one comes from.",
    "**Game masters:** `/kingdom found` begins a kingdom, `/hex-gm` draws the map, `/month-gm` steps on, "
    "steps back, places events and closes the month.",
)


# Discord lists the commands of the last base first.
class KingdomCog(commands.Cog):
    """Each command turns its input into one action or one look."""

    kingdom = finding.kingdom
    leader = finding.leader
    hexes = finding.hexes
    hexes_gm = finding.hexes_gm
    settlement = finding.settlement
    build = finding.build
    build_gm = finding.build_gm
    item = finding.item
    edict = finding.edict
    treasury = finding.treasury
    month_gm = finding.month_gm

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        enter(dispatcher, "bot.systems.kingdom")
        dispatcher.sheets["kingdom"] = partial(sheet_commands.own_sheets, dispatcher)
        commands = declared("bot.systems.kingdom", Command, is_whole=True)
        for each in commands:
            if " " not in each.path:
                self.__cog_app_commands__.append(made(dispatcher, each))
                dispatcher.enter({f"/{each.path}": each.may})
        for group in self.__cog_app_commands__:
            if isinstance(group, app_commands.Group):
                join(group, dispatcher, [each for each in commands if each.path.split()[0] == group.name])
        dispatcher.guides["kingdom"] = GUIDE
        dispatcher.begins["kingdom"] = (
            Beginning("kingdom found", T("Found a kingdom"), lacking_kingdom),
            Beginning("leader assign", T("Take a role…"), lacking_role, owned="player"),
        )


SCREENS = screens


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    return KingdomCog(dispatcher)
