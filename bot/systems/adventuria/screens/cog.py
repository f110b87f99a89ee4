"""`/adv`: put together of its parts."""

from __future__ import annotations

from discord.ext import commands

from bot.desk import Desk
from bot.systems.adventuria.screens import (
    adventurers,
    changes,
    fights,
    hall,
    odds,
    offers,
    overview,
    portraits,
    possessions,
    rules,
    sheets,
    turns,
)
from bot.systems.adventuria.screens.adventurers import AdventurerCommands
from bot.systems.adventuria.screens.changes import ChangeCommands
from bot.systems.adventuria.screens.fights import FightCommands
from bot.systems.adventuria.screens.gm import gm as narrator
from bot.systems.adventuria.screens.hall import HallCommands
from bot.systems.adventuria.screens.odds import OddsCommands
from bot.systems.adventuria.screens.offers import OfferCommands
from bot.systems.adventuria.screens.overview import OverviewCommands
from bot.systems.adventuria.screens.portraits import PortraitCommands
from bot.systems.adventuria.screens.possessions import PossessionCommands
from bot.systems.adventuria.screens.rules import RulesCommands
from bot.systems.adventuria.screens.sheets import SheetCommands
from bot.systems.adventuria.screens.turns import TurnCommands
from bot.systems.adventuria.words import game

# Each has a REGISTER; one with buttons, lists or forms of its own also an `answer(desk)` that enters them.
PARTS = (
    adventurers,
    sheets,
    portraits,
    turns,
    possessions,
    fights,
    odds,
    hall,
    changes,
    offers,
    overview,
    rules,
)


# Discord lists the commands of the last base first.
class AdventuriaCog(
    OverviewCommands,
    RulesCommands,
    OfferCommands,
    ChangeCommands,
    HallCommands,
    OddsCommands,
    FightCommands,
    PossessionCommands,
    TurnCommands,
    PortraitCommands,
    SheetCommands,
    AdventurerCommands,
    commands.GroupCog,
    group_name="adv",
    group_description="Adventuria",
):
    """Each command turns its input into one action or one look."""

    gm = narrator

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        for part in PARTS:
            desk.enter(part.REGISTER)
            if hasattr(part, "answer"):
                part.answer(desk)
        desk.sheets["adventuria"] = self._sheets
        desk.guides["adv"] = game.GUIDE
