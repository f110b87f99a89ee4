"""The commands of kingdom turns: put together of their parts."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.engine.declare import Command, declared
from bot.systems.kingdom import cards as screens
from bot.systems.kingdom import finding, names
from bot.systems.kingdom.events import commands as events_commands
from bot.systems.kingdom.founding import cards as founding_cards
from bot.systems.kingdom.land import commands as land_commands
from bot.systems.kingdom.leaders import commands as leaders_commands
from bot.systems.kingdom.sheet import commands as sheet_commands
from bot.ui.commands import join, made
from bot.ui.controls import enter
from bot.ui.dispatcher import Dispatcher

# Some enter buttons, lists or forms by hand: these have a REGISTER, and an `answer`. The others are declared.
PARTS: tuple[Any, ...] = (
    founding_cards,
    sheet_commands,
    leaders_commands,
    land_commands,
    events_commands,
)


# Discord lists the commands of the last base first.
class KingdomCog(
    commands.Cog,
):
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
        for part in PARTS:
            dispatcher.enter(getattr(part, "REGISTER", {}))
            if hasattr(part, "answer"):
                part.answer(dispatcher)
        commands = declared("bot.systems.kingdom", Command, is_whole=True)
        for each in commands:
            if " " not in each.path:
                self.__cog_app_commands__.append(made(dispatcher, each))
                dispatcher.enter({f"/{each.path}": each.may})
        for group in self.__cog_app_commands__:
            if isinstance(group, app_commands.Group):
                join(group, dispatcher, [each for each in commands if each.path.split()[0] == group.name])
        dispatcher.guides["kingdom"] = names.GUIDE


SCREENS = screens


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    return KingdomCog(dispatcher)
