"""`/sk`: put together of its parts."""

from __future__ import annotations

from discord.ext import commands

from bot.desk import Desk
from bot.systems.second_kingdom.screens import (
    attacks,
    challenges,
    fates,
    gm,
    hero_files,
    heroes,
    npcs,
    odds,
    portraits,
    roster,
    sheets,
)
from bot.systems.second_kingdom.screens.attacks import AttackCommands
from bot.systems.second_kingdom.screens.challenges import ChallengeCommands
from bot.systems.second_kingdom.screens.fates import FateCommands
from bot.systems.second_kingdom.screens.gm import GameMasterCommands
from bot.systems.second_kingdom.screens.hero_files import FileCommands
from bot.systems.second_kingdom.screens.heroes import HeroCommands
from bot.systems.second_kingdom.screens.npcs import NpcCommands
from bot.systems.second_kingdom.screens.odds import OddsCommands
from bot.systems.second_kingdom.screens.portraits import PortraitCommands
from bot.systems.second_kingdom.screens.roster import RosterCommands
from bot.systems.second_kingdom.screens.sheets import SheetCommands
from bot.systems.second_kingdom.words import game

# Each has a REGISTER; one with buttons, lists or forms of its own also an `answer(desk)` that enters them.
PARTS = (heroes, challenges, attacks, gm, odds, fates, npcs, portraits, roster, hero_files, sheets)


# Discord lists the commands of the last base first.
class SecondKingdomCog(
    FileCommands,
    PortraitCommands,
    RosterCommands,
    GameMasterCommands,
    NpcCommands,
    OddsCommands,
    FateCommands,
    AttackCommands,
    ChallengeCommands,
    SheetCommands,
    HeroCommands,
    commands.GroupCog,
    group_name="sk",
    group_description="The Second Kingdom",
):
    """Each command turns its input into one action or one look."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        for part in PARTS:
            desk.enter(part.REGISTER)
            if hasattr(part, "answer"):
                part.answer(desk)
        desk.sheets["second_kingdom"] = self._sheets
        desk.guides["sk"] = game.GUIDE
