"""Kingdom turns: a realm of hexes, its leaders, and a month in four phases."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.system import System
from bot.systems.kingdom import outcome
from bot.systems.kingdom.events import rules as events_rules
from bot.systems.kingdom.founding import rules as founding_rules
from bot.systems.kingdom.land import claims as land_claims
from bot.systems.kingdom.land import edits as land_edits
from bot.systems.kingdom.land import files as land_files
from bot.systems.kingdom.land import giving as land_giving
from bot.systems.kingdom.land import improvements as land_improvements
from bot.systems.kingdom.land import losses as land_losses
from bot.systems.kingdom.land import maps as land_maps
from bot.systems.kingdom.land import rivers as land_rivers
from bot.systems.kingdom.leaders import offices as leaders_offices
from bot.systems.kingdom.leaders import rules as leaders_rules
from bot.systems.kingdom.month import edicts as month_edicts
from bot.systems.kingdom.month import income as month_income
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.outcome import kingdom_figures
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.towns import building as towns_building
from bot.systems.kingdom.towns import files as towns_files
from bot.systems.kingdom.towns import gifts as towns_gifts
from bot.systems.kingdom.towns import items as towns_items
from bot.systems.kingdom.towns import settlements as towns_settlements
from bot.systems.kingdom.towns import wrecking as towns_wrecking
from bot.systems.kingdom.towns.state import TOWN
from bot.systems.kingdom.waiting import waiting

CHAPTERS = (
    founding_rules,
    leaders_rules,
    leaders_offices,
    land_edits,
    land_giving,
    land_rivers,
    land_files,
    land_losses,
    land_claims,
    land_improvements,
    land_maps,
    towns_settlements,
    towns_building,
    towns_wrecking,
    towns_gifts,
    towns_files,
    outcome,
    month_rules,
    towns_items,
    month_edicts,
    month_income,
    events_rules,
)

SYSTEM = System(
    name="kingdom",
    title="Kingdom turns",
    kinds=tuple(
        replace(kind, waiting=waiting) if kind is KINGDOM else kind
        for chapter in CHAPTERS
        for kind in chapter.KINDS
    ),
    actions=tuple(action for chapter in CHAPTERS for action in chapter.ACTIONS),
    events=tuple(event for chapter in CHAPTERS for event in chapter.EVENTS),
    settings=SETTINGS,
    figures={KINGDOM: kingdom_figures, TOWN: towns_building.town_figures},
)
