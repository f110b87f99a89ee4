"""What a name may be typed as: whole, or by the beginning that it alone has; never what players can't see."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.errors import RuleViolation
from bot.systems.kingdom.book import BuildingType, Terrain
from bot.systems.kingdom.events.rules import event_of
from bot.systems.kingdom.land.state import Hex, Land, spot_of
from bot.systems.kingdom.realm import settlement_of
from bot.systems.kingdom.towns.state import building_of, building_type
from tests.systems.kingdom.scenes import realm
from tests.systems.kingdom.town_scenes import town

HEXES = Land(
    "The lands",
    {
        "0,0": Hex(Terrain.PLAINS, "Oldford", is_revealed=True),
        "1,0": Hex(Terrain.PLAINS, "Oak Hall", is_revealed=True),
        "2,0": Hex(Terrain.HILLS, "Owl's Lair"),
        "3,0": Hex(Terrain.HILLS, "Oldmere"),
    },
)


def why_not(find: Callable[[str], object], text: str) -> str:
    with pytest.raises(RuleViolation) as refusal:
        find(text)
    return str(refusal.value)


def test_a_hex_is_meant_by_the_beginning_of_its_label() -> None:
    assert (spot_of(HEXES, "oak"), spot_of(HEXES, "OLD")) == ("1,0", "0,0")
    told = why_not(lambda text: spot_of(HEXES, text), "o")
    assert told == "“o” could be Oldford or Oak Hall. Type more of the name."


def test_a_hex_under_the_fog_is_neither_meant_by_its_beginning_nor_named() -> None:
    for text in ("owl", "owls lair", "oldmer"):
        told = why_not(lambda text: spot_of(HEXES, text), text)
        assert "Owl's" not in told.replace(text, "")
        assert "Oldmere" not in told
    assert spot_of(HEXES, "Owl's Lair") == "2,0"


def test_a_building_type_is_meant_by_its_beginning() -> None:
    assert building_type("gran") is BuildingType.GRANARY
    assert building_type("house") is BuildingType.HOUSE
    assert why_not(building_type, "wa") == (
        "“wa” could be Watchtower, Watergate, Waterfront or Waterway. Type more of the name."
    )


def test_a_building_that_stands_is_meant_by_its_beginning() -> None:
    built = town("house A1", "granary B1", "house C1")
    assert building_of(built, "gra").type is BuildingType.GRANARY
    assert "There are several: House" in why_not(lambda text: building_of(built, text), "hou")


def test_a_settlement_is_meant_by_its_beginning() -> None:
    at = realm()
    ((id_, capital),) = at.towns.items()
    assert settlement_of(at, capital.name[:2].upper()) == (id_, capital)
    assert "no settlement called" in why_not(lambda text: settlement_of(at, text), capital.name[1:])


def test_an_event_of_the_book_is_meant_by_its_beginning() -> None:
    assert event_of("bandit") == "bandit_activity"
    assert "could be Building Demand" in why_not(event_of, "b") or "Type more" in why_not(event_of, "b")
