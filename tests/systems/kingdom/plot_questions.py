"""Questions of tests: may it stand there?"""

from __future__ import annotations

from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Town, place_of
from tests.systems.kingdom.town_scenes import PLAIN


def why_not(text: str, here: Town, rulings: Rulings = PLAIN) -> str:
    """What stands against a building at its place: "inn B1"."""
    name, _, place = text.rpartition(" ")
    return Ground(here, rulings).hindrance(BuildingType(name), place_of(place))


def may(text: str, here: Town, rulings: Rulings = PLAIN) -> bool:
    """Whether it may stand there."""
    return not why_not(text, here, rulings)


def why_not_upgraded(old: str, new: str, here: Town, rulings: Rulings = PLAIN) -> str:
    """What stands against an upgrade of the only building of a type: "market A1+B1"."""
    (over,) = here.of(BuildingType(old))
    name, _, place = new.rpartition(" ")
    return Ground(here, rulings, over).hindrance(BuildingType(name), place_of(place))


def grows(old: str, new: str, here: Town, rulings: Rulings = PLAIN) -> bool:
    """Whether it can be upgraded."""
    return not why_not_upgraded(old, new, here, rulings)
