"""Tarn at its step for settlements, and buildings built there in a word."""

from __future__ import annotations

from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.system import World
from bot.errors import RuleViolation
from bot.systems.kingdom.book import BuildingType, Limit, MonthStep, Phase
from bot.systems.kingdom.state import Kingdom, Month
from bot.systems.kingdom.towns.building import BuildBuilding, BuildingRaised, UpgradeBuilding
from bot.systems.kingdom.towns.state import Building, Town
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    HOLD,
    TARN,
    everybody,
    kingdom_of,
    land,
    month,
    play,
    played,
    scene,
    tarn,
)

RICH = 500
# So large that a month's buildings never run out.
LARGE = 201


def settling(size: int = LARGE, **changes: Any) -> Month:
    """The first month at that step."""
    return month(Phase.EDICT, MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN, size=size, **changes)


def builder(size: int = LARGE, **changes: Any) -> Kingdom:
    """Tarn at that step, with every role held, Unrest 10 and many BP."""
    return tarn(
        **{"leaders": everybody(), "month": settling(size), "treasury": RICH, "unrest": 10, **changes}
    )


def on(built: Town, kingdom: Kingdom | None = None, campaign: Campaign = CAMPAIGN, **changes: Any) -> World:
    """Tarn with that capital, at its step for settlements."""
    return scene(kingdom or builder(**changes), land(), built, campaign=campaign)


def to_build(what: str, **more: Any) -> BuildBuilding:
    """ "inn A2" as an action."""
    name, _, place = what.rpartition(" ")
    return BuildBuilding(TARN, HOLD, name, place, **more)


def to_upgrade(old: str, what: str, **more: Any) -> UpgradeBuilding:
    """Of what stands there to "temple A1+B1"."""
    name, _, place = what.rpartition(" ")
    return UpgradeBuilding(TARN, HOLD, old, name, place, **more)


def built(at: World, *what: str, **more: Any) -> World:
    """The scene with those built, one after the other."""
    for each in what:
        at = played(at, to_build(each, **more))
    return at


def raised(at: World, action: Any) -> BuildingRaised:
    """What is told of a building that is built or upgraded."""
    (told,) = (each for each in play(at, action).events if isinstance(each, BuildingRaised))
    return told


def price(at: World, what: str, **more: Any) -> int:
    """What it would cost, in BP."""
    return raised(at, to_build(what, **more)).price


def town_in(at: World) -> Town:
    """Tarn's capital as it is."""
    state: Town = at.records[HOLD].state
    return state


def one(at: World, building: BuildingType) -> Building:
    """The only one of that type."""
    (found,) = town_in(at).of(building)
    return found


def used(at: World) -> int:
    """How many of the month's buildings are used."""
    return kingdom_of(at).month.used.get(Limit.BUILDINGS, 0)


def is_legal(at: World, action: Any) -> bool:
    """Whether it can be done."""
    try:
        play(at, action)
    except RuleViolation:
        return False
    return True
