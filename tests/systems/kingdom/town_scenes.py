"""Settlements for tests, written as what stands where."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.state import Building, Town, building_type, place_of
from tests.systems.kingdom.scenes import decided, hold

PLAIN = Rulings({})


def built(*texts: str, first: int = 1, **more: Any) -> tuple[Building, ...]:
    """Buildings by "house A1", "market 2:C1+D1", "city_wall 1:north", "paved_streets 1"; in their order.

    They are numbered from `first` on; `more` is true of each.
    """
    found = []
    for number, text in enumerate(texts, first):
        name, _, place = text.rpartition(" ")
        found.append(replace(Building(number, building_type(name), place_of(place)), **more))
    return tuple(found)


def town(*texts: str, **changes: Any) -> Town:
    """Tarn's capital with those buildings."""
    buildings = built(*texts)
    return hold(**{"buildings": buildings, "counted": len(buildings), **changes})


def at(built_town: Town, building: BuildingType) -> Building:
    """The only one of that type."""
    (found,) = built_town.of(building)
    return found


def ruled(**settings: str) -> Rulings:
    """The campaign's decisions, with those other than the default."""
    return Rulings(decided(**settings).settings)
