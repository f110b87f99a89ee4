"""Lands that break apart: an isthmus, settlements beyond it, and connectivity counted by brute force."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.system import Record, RecordId, World
from bot.systems.kingdom.book import MonthStep, Phase
from bot.systems.kingdom.land.state import Land, axial
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.state import TOWN, Town
from tests.systems.kingdom.scenes import HOLD, LANDS, TARN, everybody, hold, land, month, scene, tarn

PORT, MILL = RecordId("port"), RecordId("mill")
# A row of five: the capital at the west end, Port at the east end, Mill beside it.
ROW = ("0,0", "1,0", "2,0", "3,0", "4,0")
BRIDGE = "2,0"


def port(**changes: Any) -> Town:
    """The settlement at the far end."""
    return replace(Town("Port", "4,0", LANDS, TARN), **changes)


def mill(**changes: Any) -> Town:
    """Another one there."""
    return replace(Town("Mill", "3,0", LANDS, TARN), **changes)


def long_tarn(**changes: Any) -> Kingdom:
    """Tarn with all three settlements and every role held."""
    begun = tarn(leaders=everybody(), settlements=(HOLD, PORT, MILL))
    return replace(begun, **{"month": month(Phase.EDICT, size=5), **changes})


def long_scene(kingdom: Kingdom | None = None, on: Land | None = None, **options: Any) -> World:
    """The long kingdom on its row of hexes."""
    return scene(kingdom or long_tarn(), on or land(own=ROW), hold(), port(), mill(), **options)


def at_loss(**changes: Any) -> Kingdom:
    """The long kingdom in Upkeep, with a hex to lose to Unrest."""
    over = (
        MonthStep.STABILITY,
        MonthStep.CONSUMPTION,
        MonthStep.UNREST,
        MonthStep.STAND_IN,
        MonthStep.ENFORCER,
    )
    return long_tarn(**{"unrest": 12, "month": month(Phase.UPKEEP, *over), **changes})


def towns_in(scene: World) -> Mapping[RecordId, Town]:
    """Every settlement there is, Free Cities with them."""
    return {id_: each.state for id_, each in scene.records.items() if each.kind == TOWN.name}


def city(id_: str, name: str, spot: str, **changes: Any) -> Record[Town]:
    """A Free City in play."""
    return Record(RecordId(id_), TOWN.name, replace(Town(name, spot, LANDS), **changes))


def territories(spots: Collection[str]) -> set[frozenset[str]]:
    """The connected territories by brute force: whatever touches is put together until nothing more does."""
    found = [{spot} for spot in spots]
    while True:
        pair = next(
            ((a, b) for a in found for b in found if a is not b and any(_touch(x, y) for x in a for y in b)),
            None,
        )
        if pair is None:
            return {frozenset(each) for each in found}
        found = [each for each in found if each not in pair] + [pair[0] | pair[1]]


def _touch(here: str, there: str) -> bool:
    """Whether two hexes are neighbours, by the distance of their cube coordinates."""
    (q, r), (p, s) = axial(here), axial(there)
    return max(abs(q - p), abs(r - s), abs(q + r - p - s)) == 1
