"""Towns grown at random, each building where the rules let it stand."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.towns.bills import bill, raise_building
from bot.systems.kingdom.towns.plots import Ground
from tests.systems.kingdom.scenes import hold, realm, tarn


def grown(before: Realm, id_: RecordId, luck: Random, tries: int) -> Realm:
    """The realm after so many tries to build something somewhere in a settlement, free of any limit."""
    after = before
    for _ in range(tries):
        town, building = after.towns[id_], luck.choice(list(BuildingType))
        places = list(Ground(town, after.rulings).legal(building))
        if places:
            place = luck.choice(places)
            after, _ = raise_building(after, id_, building, place, bill(after, town, building, place))
    kept = replace(after.kingdom, treasury=before.kingdom.treasury, unrest=before.kingdom.unrest)
    return replace(after, kingdom=kept)


def realm_of_towns(seed: int, *tries: int, **changes: Any) -> Realm:
    """Tarn with a settlement for each number of tries; `changes` are its kingdom's."""
    luck = Random(seed)
    ids = tuple(RecordId(f"town-{number}") for number in range(len(tries)))
    options: dict[str, Any] = {"treasury": 200, "unrest": 5, "settlements": ids, "capital": ids[0]}
    made = realm(tarn(**{**options, **changes}), None, *(hold(name=f"Town {each}") for each in ids))
    for id_, count in zip(ids, tries, strict=True):
        made = grown(made, id_, luck, count)
    return made
