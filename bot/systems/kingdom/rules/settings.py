"""What a campaign decides about kingdoms: the rulings that leave it a choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.settings import Option, Setting
from bot.systems.kingdom.words import settings as words


def _setting(name: str) -> Setting:
    title, rule, *options = words.SETTINGS[name]
    return Setting("kingdom", name, title, rule, tuple(Option(*option) for option in options))


# R001, R004, R007, R009.
SETTLEMENT_CONSUMPTION = _setting("settlement_consumption")
UNREST_IN_ATTRIBUTE = _setting("unrest_in_attribute")
VOLUNTARY_DEBT = _setting("voluntary_debt")
HALF_NEGATIVE = _setting("half_negative")
# R011, R018, R021, R023, R024.
EDICT_ORDER = _setting("edict_order")
ANARCHY_UPKEEP = _setting("anarchy_upkeep")
LIMITS_SIZE = _setting("limits_size")
FIRST_EVENT = _setting("first_turn_event_chance")
CONTINUOUS_COUNTS = _setting("continuous_counts_as_event")
# R033, R044, R047.
RULER_RECHOICE = _setting("ruler_rechoice")
WHO_ROLLS = _setting("who_rolls")
ROLE_SKILLS = _setting("leadership_role_skills")
# R049, R050, R054.
TAX_ON_FAILURE = _setting("tax_on_failure")
RESOURCES_ON_FAILURE = _setting("resource_bp_on_failed_tax")
FROM_SCRATCH = _setting("from_scratch")
# R060, R065, R070.
FREE_CITY_FAILURE = _setting("free_city_failure")
POOL_ROADS = _setting("pool_roads")
PREPARATION_COUNTS = _setting("prep_counts")
# R083, R085, R088, R089.
BROTHEL = _setting("brothel")
DISCOUNT_SCOPE = _setting("discount_scope")
UPGRADE_DISCOUNTS = _setting("discount_applies_to_upgrades")
UPGRADE_UNREST = _setting("upgrade_unrest")
# R093, R094, R098, R101.
ADJACENCY = _setting("adjacency")
NEIGHBOUR_USE = _setting("neighbour_use")
WATERFRONT_ROW = _setting("waterfront_1x4")
WATERWAY_PEOPLE = _setting("waterway_counts_population")
# R056, R104, R107, R110.
PURGE_PENALTY = _setting("slot_purge_penalty")
HALVED_PENALTY = _setting("halved_penalty_round")
CONSTRUCTION_MAGIC = _setting("construction_magic")
SIZE_MODIFIERS = _setting("settlement_size_modifiers")

SETTINGS = (
    WHO_ROLLS,
    SETTLEMENT_CONSUMPTION,
    UNREST_IN_ATTRIBUTE,
    VOLUNTARY_DEBT,
    HALF_NEGATIVE,
    EDICT_ORDER,
    LIMITS_SIZE,
    ANARCHY_UPKEEP,
    FIRST_EVENT,
    CONTINUOUS_COUNTS,
    RULER_RECHOICE,
    ROLE_SKILLS,
    TAX_ON_FAILURE,
    RESOURCES_ON_FAILURE,
    FROM_SCRATCH,
    FREE_CITY_FAILURE,
    POOL_ROADS,
    PREPARATION_COUNTS,
    BROTHEL,
    DISCOUNT_SCOPE,
    UPGRADE_DISCOUNTS,
    UPGRADE_UNREST,
    ADJACENCY,
    NEIGHBOUR_USE,
    WATERFRONT_ROW,
    WATERWAY_PEOPLE,
    PURGE_PENALTY,
    HALVED_PENALTY,
    CONSTRUCTION_MAGIC,
    SIZE_MODIFIERS,
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """A campaign's decisions, to be asked for by a setting."""

    settings: Mapping[str, str]

    def of(self, setting: Setting) -> str:
        """The value in force."""
        return setting.of(self.settings)

    def is_on(self, setting: Setting) -> bool:
        """Whether something else than the default was decided; for settings of two options."""
        return setting.of(self.settings) != setting.default
