"""Kingdom turns: a realm of hexes, its leaders, and a month in four phases.

`book` are the rules' tables, `settings` what a campaign decides, `state` what is kept of a kingdom.
`steps` says what is open in a month and whose move it is, `realm` a kingdom with its land and
settlements, `sources` what its numbers are made of, and checks; `outcome` keeps what an action made
of it, `resettling` what a changed setting does to it at once. Then chapter by chapter: `founding`,
`leaders` (who they are, their duties), `land` (the map, claims, improvements, losses), `towns`
(settlements, buildings, items), `month` (its course and phases, edicts, income), `events`, `abroad`
(other kingdoms, special edicts), `steward` (quiet months by standing orders), and `sheet`, the
kingdom at a glance. In each, `rules` and the like declare actions, commands and events with their
sentences, `cards` how they look, `commands` what only Discord can do. `waiting` puts together what
waits in a kingdom, `finding` says which one is meant, `cards` is what the house draws with.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine.declare import declared
from bot.engine.event import Event
from bot.engine.system import ActionKind, System
from bot.systems.kingdom import outcome
from bot.systems.kingdom.abroad import diplomacy as abroad_diplomacy
from bot.systems.kingdom.abroad import expeditions as abroad_expeditions
from bot.systems.kingdom.abroad import kingdoms as abroad_kingdoms
from bot.systems.kingdom.abroad import pacts as abroad_pacts
from bot.systems.kingdom.abroad import partners as abroad_partners
from bot.systems.kingdom.abroad import trade as abroad_trade
from bot.systems.kingdom.abroad import union as abroad_union
from bot.systems.kingdom.abroad import vassals as abroad_vassals
from bot.systems.kingdom.events import outcomes as events_outcomes
from bot.systems.kingdom.events import own as events_own
from bot.systems.kingdom.events import resolving as events_resolving
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
from bot.systems.kingdom.land.state import LAND
from bot.systems.kingdom.leaders import division as leaders_division
from bot.systems.kingdom.leaders import duties as leaders_duties
from bot.systems.kingdom.leaders import leaving as leaders_leaving
from bot.systems.kingdom.leaders import renown as leaders_renown
from bot.systems.kingdom.leaders import rules as leaders_rules
from bot.systems.kingdom.month import course as month_course
from bot.systems.kingdom.month import edicts as month_edicts
from bot.systems.kingdom.month import income as month_income
from bot.systems.kingdom.month import numbers as month_numbers
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.resettling import resettled
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.sources import SNAPSHOT
from bot.systems.kingdom.steward import orders as steward_orders
from bot.systems.kingdom.steward import running as steward_running
from bot.systems.kingdom.towns import building as towns_building
from bot.systems.kingdom.towns import files as towns_files
from bot.systems.kingdom.towns import gifts as towns_gifts
from bot.systems.kingdom.towns import items as towns_items
from bot.systems.kingdom.towns import settlements as towns_settlements
from bot.systems.kingdom.towns import state as towns_state
from bot.systems.kingdom.towns import wrecking as towns_wrecking
from bot.systems.kingdom.waiting import waiting

CHAPTERS = (
    founding_rules,
    leaders_leaving,
    leaders_rules,
    leaders_duties,
    leaders_division,
    leaders_renown,
    land_edits,
    land_giving,
    land_rivers,
    land_files,
    land_losses,
    land_claims,
    land_improvements,
    land_maps,
    towns_state,
    towns_settlements,
    towns_building,
    towns_wrecking,
    towns_gifts,
    towns_files,
    outcome,
    month_course,
    month_rules,
    towns_items,
    month_edicts,
    month_income,
    month_numbers,
    events_rules,
    events_outcomes,
    events_resolving,
    abroad_kingdoms,
    abroad_diplomacy,
    abroad_partners,
    abroad_pacts,
    abroad_trade,
    abroad_expeditions,
    abroad_vassals,
    abroad_union,
    steward_orders,
    steward_running,
)

SYSTEM = System(
    name="kingdom",
    called="Kingdom turns",
    kinds=(
        replace(KINGDOM, waiting=waiting),
        LAND,
        replace(towns_state.TOWN, waiting=towns_items.item_steps),
        land_files.MAP_FILE,
        towns_files.TOWN_FILE,
        SNAPSHOT,
        events_own.OWN_EVENT,
    ),
    actions=tuple(each for chapter in CHAPTERS for each in declared(chapter, ActionKind)),
    # What several events have in common is none by itself.
    events=tuple(
        each
        for chapter in CHAPTERS
        for each in declared(chapter, Event)
        if each is not towns_gifts.BuildingWork
    ),
    settings=SETTINGS,
    shelves=(events_own.OWN_EVENTS,),
    resettled=resettled,
    figures={KINGDOM: month_edicts.kingdom_figures, towns_state.TOWN: towns_building.town_figures},
)
