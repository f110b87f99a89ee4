"""The chapters of kingdom turns, and what they find waiting in a kingdom.

The steward, who takes what waits, comes besides.
"""

from __future__ import annotations

from bot.engine.declare import declared
from bot.engine.record import RecordId, Step
from bot.engine.steps import waiting_in, with_choices
from bot.engine.system import ActionKind, standing_at
from bot.systems.kingdom import settling, waiting
from bot.systems.kingdom.abroad import diplomacy as abroad_diplomacy
from bot.systems.kingdom.abroad import expeditions as abroad_expeditions
from bot.systems.kingdom.abroad import kingdoms as abroad_kingdoms
from bot.systems.kingdom.abroad import pacts as abroad_pacts
from bot.systems.kingdom.abroad import partners as abroad_partners
from bot.systems.kingdom.abroad import trade as abroad_trade
from bot.systems.kingdom.abroad import union as abroad_union
from bot.systems.kingdom.abroad import vassals as abroad_vassals
from bot.systems.kingdom.events import outcomes as events_outcomes
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
from bot.systems.kingdom.land import marking as land_marking
from bot.systems.kingdom.land import rivers as land_rivers
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
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns import building as towns_building
from bot.systems.kingdom.towns import corrections as towns_corrections
from bot.systems.kingdom.towns import files as towns_files
from bot.systems.kingdom.towns import items as towns_items
from bot.systems.kingdom.towns import settlements as towns_settlements
from bot.systems.kingdom.towns import state as towns_state
from bot.systems.kingdom.towns import wrecking as towns_wrecking

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
    land_marking,
    land_maps,
    towns_state,
    towns_settlements,
    towns_building,
    towns_wrecking,
    towns_corrections,
    towns_files,
    settling,
    waiting,
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
)

_WAITING = waiting_in(KINGDOM.name, CHAPTERS)
_STANDING = standing_at(each for chapter in CHAPTERS for each in declared(chapter, ActionKind))


def waiting_in_kingdom(kingdom: RecordId, state: Kingdom) -> tuple[Step, ...]:
    """What waits in a kingdom, with what the chapters' actions can do then."""
    return tuple(with_choices(_STANDING, kingdom, state, each) for each in _WAITING(kingdom, state))
