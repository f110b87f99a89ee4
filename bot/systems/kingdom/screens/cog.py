"""The commands of kingdom turns: put together of their parts."""

from __future__ import annotations

from typing import Any

from discord.ext import commands

from bot.desk import Desk
from bot.systems.kingdom.screens import (
    advice,
    building,
    buildings_gm,
    claims,
    districts,
    edicts,
    events,
    groups,
    hex_lists,
    history,
    improving,
    income,
    items,
    land,
    land_files,
    land_gm,
    leaders,
    losses,
    maps,
    months,
    months_gm,
    placing,
    realms,
    serving,
    settlements,
    sheets,
    town_files,
    town_plans,
    wrecking,
)
from bot.systems.kingdom.screens.advice import AdviceCommands
from bot.systems.kingdom.screens.building import BuildCommands
from bot.systems.kingdom.screens.buildings_gm import BuildGmCommands
from bot.systems.kingdom.screens.claims import ClaimCommands
from bot.systems.kingdom.screens.districts import DistrictCommands
from bot.systems.kingdom.screens.edicts import EdictCommands
from bot.systems.kingdom.screens.events import EventCommands
from bot.systems.kingdom.screens.history import HistoryCommands
from bot.systems.kingdom.screens.improving import ImprovementCommands
from bot.systems.kingdom.screens.income import TreasuryCommands
from bot.systems.kingdom.screens.items import ItemCommands
from bot.systems.kingdom.screens.land import LandCommands
from bot.systems.kingdom.screens.land_files import LandFileCommands
from bot.systems.kingdom.screens.land_gm import LandGmCommands
from bot.systems.kingdom.screens.leaders import LeaderCommands
from bot.systems.kingdom.screens.losses import LossCommands
from bot.systems.kingdom.screens.maps import MapCommands
from bot.systems.kingdom.screens.months import MonthCommands
from bot.systems.kingdom.screens.months_gm import MonthGmCommands
from bot.systems.kingdom.screens.placing import PlacingCommands
from bot.systems.kingdom.screens.realms import RealmCommands
from bot.systems.kingdom.screens.serving import ServingCommands
from bot.systems.kingdom.screens.settlements import SettlementCommands
from bot.systems.kingdom.screens.sheets import SheetCommands
from bot.systems.kingdom.screens.town_files import TownFileCommands
from bot.systems.kingdom.screens.town_plans import PlanCommands
from bot.systems.kingdom.screens.wrecking import WreckingCommands
from bot.systems.kingdom.words import game

# Each has a REGISTER; one with buttons, lists or forms of its own also an `answer(desk)` that enters them.
PARTS: tuple[Any, ...] = (
    realms,
    sheets,
    leaders,
    serving,
    land,
    land_gm,
    land_files,
    maps,
    claims,
    improving,
    hex_lists,
    losses,
    settlements,
    districts,
    building,
    wrecking,
    advice,
    town_plans,
    town_files,
    buildings_gm,
    items,
    edicts,
    income,
    months,
    months_gm,
    events,
    placing,
    history,
)


# Discord lists the commands of the last base first.
class KingdomCog(
    HistoryCommands,
    PlacingCommands,
    EventCommands,
    MonthGmCommands,
    MonthCommands,
    TreasuryCommands,
    EdictCommands,
    ItemCommands,
    BuildGmCommands,
    TownFileCommands,
    PlanCommands,
    AdviceCommands,
    WreckingCommands,
    BuildCommands,
    DistrictCommands,
    SettlementCommands,
    LossCommands,
    ImprovementCommands,
    ClaimCommands,
    MapCommands,
    LandFileCommands,
    LandGmCommands,
    LandCommands,
    ServingCommands,
    LeaderCommands,
    SheetCommands,
    RealmCommands,
    commands.Cog,
):
    """Each command turns its input into one action or one look."""

    kingdom = groups.kingdom
    leader = groups.leader
    hexes = groups.hexes
    hexes_gm = groups.hexes_gm
    settlement = groups.settlement
    build = groups.build
    build_gm = groups.build_gm
    item = groups.item
    edict = groups.edict
    treasury = groups.treasury
    month_gm = groups.month_gm

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        for part in PARTS:
            desk.enter(part.REGISTER)
            if hasattr(part, "answer"):
                part.answer(desk)
        desk.guides["kingdom"] = game.GUIDE
