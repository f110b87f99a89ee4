"""What stands in a hex that becomes a settlement, as buildings of it (R069)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.improvements import without_improvement
from bot.systems.kingdom.rules.placing_buildings import standing
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.raising import with_town
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import BuildingType, Improvement
from bot.systems.kingdom.rules.town import Building

BECOMES: Final[Mapping[Improvement, tuple[BuildingType, ...]]] = {
    Improvement.FORT: (BuildingType.BARRACKS, BuildingType.STABLE),
    Improvement.WATCHTOWER: (BuildingType.WATCHTOWER,),
}


def inherited(realm: Realm, id_: RecordId) -> tuple[Realm, Improvement | None]:
    """The realm with a Fort or Watchtower as buildings of the new settlement in its hex; None without one.

    They are free and outside the month's limit, need no neighbours, and lower no Unrest a second time; the
    improvement itself is gone (R069).
    """
    town = realm.towns[id_]
    each = realm.land.hexes[town.spot]
    kind = next((kind for kind in BECOMES if each.has(kind)), None)
    if kind is None:
        return realm, None
    for building in BECOMES[kind]:
        # A new settlement has room for all of them: they stand side by side from A1 on.
        ground = Ground(town, realm.rulings)
        place = next(each for each in ground.sites(building) if not ground.room(building, each))
        town = standing(town, Building(town.counted + 1, building, place, realm.month, is_exempt=True))
    land = realm.land.having({town.spot: without_improvement(each, kind)})
    return with_town(replace(realm, land=land), id_, town), kind
