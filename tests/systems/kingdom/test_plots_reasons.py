"""Why a building can't stand somewhere, or anywhere: one clause that is true and helps."""

from __future__ import annotations

import time

import pytest

from bot.systems.kingdom.book import Border, BuildingType
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.book import LOTS, lot_name
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Town
from tests.systems.kingdom.plot_questions import may, why_not, why_not_upgraded
from tests.systems.kingdom.random_towns import Architect
from tests.systems.kingdom.town_scenes import PLAIN, ruled, town

LONGEST = 200
MILLISECONDS = 50


def full_but(*free: str, more: tuple[str, ...] = ()) -> Town:
    """Parks everywhere, except on those lots; and more."""
    lots = (lot_name(lot) for lot in range(LOTS))
    return town(*(f"park {lot}" for lot in lots if lot not in free), *more)


def nowhere(name: str, here: Town, rulings: Rulings = PLAIN, over: str = "") -> str:
    """Why it has no place at all."""
    old = here.of(BuildingType(over))[0] if over else None
    return Ground(here, rulings, old).nowhere(BuildingType(name))


# -- at one place ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "here", "why"),
    [
        ("inn B1", town(), "an Inn needs a House or Tenement next to it"),
        ("shop B1", town(), "a Shop needs a House, Mansion or Tenement next to it"),
        (
            "inn C1",
            town("shop A1", "house B1"),
            "an Inn needs a House or Tenement of its own next to it; the House at B1 serves the Shop at A1",
        ),
        (
            "market C1+D1",
            town("house B1"),
            "a Market needs 2 Houses or Tenements next to it, and has 1 there",
        ),
        ("tannery B1", town("mansion A1"), "a Tannery can't be next to the Mansion at A1"),
        ("mansion B1", town("tannery A1"), "a Mansion can't be next to the Tannery at A1"),
        (
            "castle C1+D1+C2+D2",
            town("castle A1+B1+A2+B2"),
            "a settlement can have one Castle, and this one's is at A1 in district 1",
        ),
        ("market E6+F6", full_but("F6"), "E6 has a Park"),
        ("market F6", full_but("F6"), "a Market takes 2 lots side by side"),
        ("castle A1+B1", town(), "a Castle takes 4 lots, two by two"),
        ("waterfront A1", town(), "a Waterfront takes 4 lots, two by two or four in a row"),
        ("waterway A1+B1+C1", town(), "a Waterway takes one lot, or two side by side"),
        ("inn A1+B1", town(), "an Inn is on one lot"),
        ("park 2:A1", town(), "there is no district 2, only 1"),
        ("park 4:A1", town(districts=3), "there is no district 4, only 1 to 3"),
        ("watergate 1:north", town(), "a Watergate is a gate in a City Wall, and the north border has none"),
        (
            "watergate A1",
            town("city_wall 1:north"),
            "a Watergate takes no lots: put it at a border, north, east, south or west",
        ),
        ("city_wall 1:north", town("city_wall 1:north"), "the north border already has a City Wall"),
        (
            "moat 1:north",
            town(borders=(Border.NORTH,)),
            "a Moat goes at a land border, and the north border is water",
        ),
        ("paved_streets A1", town(), "Paved Streets takes no lots: just name the district"),
        (
            "paved_streets 1",
            town("paved_streets 1"),
            "district 1 already has Paved Streets, and each district can have only one",
        ),
        ("mill C3", town(), "a Mill needs a water border or a Waterway next to it"),
        ("bridge C3", town(), "a Bridge shares the lot of a Waterway, and C3 has none"),
        ("bridge C3", town("waterway C3", "bridge C3"), "C3 already has a Bridge"),
        (
            "magical_streetlamps C3",
            town("temple A1+B1"),
            "Magical Streetlamps share the lot of another building, and C3 is empty",
        ),
        (
            "magical_streetlamps C3",
            town(),
            (
                "Magical Streetlamps needs a settlement with a Cathedral, a Magic Shop, a Magical "
                "Academy or a Temple"
            ),
        ),
        (
            "everflowing_spring A1",
            town("park A1"),
            "an Everflowing Spring needs a building in its settlement that makes medium magic items",
        ),
        (
            "everflowing_spring C3",
            town("academy A1+B1"),
            "an Everflowing Spring shares a lot of a Castle, a Cathedral, a Market, a Monument, a Park or "
            "a Town Hall, and C3 has none",
        ),
        (
            "everflowing_spring A2",
            town("academy C1+D1", "town_hall A1+A2", "everflowing_spring A1"),
            "the Town Hall at A1 already has an Everflowing Spring",
        ),
        ("brothel A1", town(), "in this campaign the Dance Hall takes the Brothel's place: build that"),
    ],
)
def test_a_place_is_refused_with_its_reason(asked: str, here: Town, why: str) -> None:
    assert why_not(asked, here) == why


def test_a_campaign_without_brothels_says_so() -> None:
    why = why_not("brothel A1", town(), ruled(brothel="ignore"))
    assert why == "this campaign has no Brothel (`/settings`)"


@pytest.mark.parametrize(
    ("old", "new", "here", "why"),
    [
        ("shrine", "temple A1+B1", town("shrine A1", "house B1"), "B1 has a House"),
        (
            "shrine",
            "temple C1+D1",
            town("shrine A1"),
            "an upgrade keeps the Shrine at A1's lots and takes free ones next to them",
        ),
        ("shop", "inn A1", town("shop A1"), "a Shop can't be upgraded to an Inn"),
        ("tenement", "house A1", town("tenement A1", "dump B1"), "a House can't be next to the Dump at B1"),
        (
            "mansion",
            "noble_villa A1+A2",
            town("mansion A1", "shop B1"),
            "the Shop at B1 needs the Mansion at A1 next to it, and a Noble Villa can't replace that",
        ),
    ],
)
def test_an_upgrade_is_refused_with_its_reason(old: str, new: str, here: Town, why: str) -> None:
    assert why_not_upgraded(old, new, here) == why


def test_what_lacks_one_neighbour_and_would_lack_two_is_named() -> None:
    """The Market has one of its two; the Shop would take it if the Mansion went."""
    here = town("shop B1", "market B3+C3", "house B2", "mansion A1")
    assert why_not_upgraded("mansion", "noble_villa A1+A2", here)


# -- nowhere --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "here", "why"),
    [
        ("inn", town(), "an Inn needs a House or Tenement next to it, and there is none"),
        (
            "market",
            town("house A1"),
            "a Market needs 2 Houses or Tenements next to it, and there is only one",
        ),
        (
            "inn",
            town("house A1", "shop B1"),
            "an Inn needs a House or Tenement of its own next to it, and all of them serve other buildings",
        ),
        (
            "inn",
            town("house A1", "park B1", "park A2"),
            "an Inn needs a House or Tenement of its own next to it, and no place it fits has one",
        ),
        (
            "market",
            town("house A1", "house F6"),
            "a Market needs 2 Houses or Tenements of its own next to it, and no place it fits has them",
        ),
        ("market", full_but("F6"), "a Market takes 2 free lots in a block, and there are none"),
        ("park", full_but(), "a Park needs a free lot, and there is none"),
        (
            "castle",
            town("castle A1+B1+A2+B2"),
            "a settlement can have one Castle, and this one's is at A1 in district 1",
        ),
        ("mill", town(), "a Mill needs a water border or a Waterway next to it, and there is neither"),
        (
            "mill",
            town("waterway A1", "park B1", "park A2"),
            "a Mill needs water next to it, and no free place has any",
        ),
        (
            "mill",
            town(*(f"park {column}1" for column in "ABCDEF"), borders=(Border.NORTH,)),
            "a Mill needs water next to it, and no free place has any",
        ),
        (
            "tannery",
            full_but("A1", "B1", more=("house A1",)),
            "a Tannery can't be next to a House, and every free place is",
        ),
        ("watergate", town(), "a Watergate is a gate in a City Wall, and there is none"),
        (
            "watergate",
            town("city_wall 1:north", "watergate 1:north"),
            "a Watergate is a gate in a City Wall, and each already has a Watergate",
        ),
        (
            "moat",
            town(*(f"moat 1:{border}" for border in ("north", "east", "south", "west"))),
            "every land border already has a Moat",
        ),
        ("moat", town(borders=tuple(Border)), "a Moat goes at a land border, and every border is water"),
        (
            "sewer_system",
            town("sewer_system 1"),
            "a district can have a Sewer System only once, and each already does",
        ),
        ("bridge", town(), "a Bridge shares the lot of a Waterway, and there is none"),
        ("bridge", town("waterway A1", "bridge A1"), "every Waterway lot already has a Bridge"),
        (
            "everflowing_spring",
            town("academy A1+B1"),
            "an Everflowing Spring shares a lot of a Castle, a Cathedral, a Market, a Monument, a Park or "
            "a Town Hall, and there is none",
        ),
        (
            "everflowing_spring",
            town("academy A1+B1", "park C1", "everflowing_spring C1"),
            (
                "an Everflowing Spring shares a lot of a Castle, a Cathedral, a Market, a Monument, "
                "a Park or a Town Hall, and each already has one"
            ),
        ),
        (
            "magical_streetlamps",
            town("magic_shop A1", "magical_streetlamps A1"),
            "Magical Streetlamps share the lot of another building, and each already has them",
        ),
    ],
)
def test_what_has_no_place_says_what_all_places_lack(name: str, here: Town, why: str) -> None:
    assert nowhere(name, here) == why


@pytest.mark.parametrize(
    ("old", "new", "here", "why"),
    [
        (
            "shop",
            "market",
            town("shop A1", "house B1", "house A2"),
            "a Market takes 2 lots, and there are no free ones next to the Shop",
        ),
        ("tenement", "house", town("tenement A1", "dump B1"), "a House can't be next to the Dump at B1"),
        (
            "shop",
            "market",
            town("shop A1", "house A2"),
            "a Market needs 2 Houses or Tenements next to it, and has 1 there",
        ),
    ],
)
def test_an_upgrade_that_no_longer_fits_says_why(old: str, new: str, here: Town, why: str) -> None:
    assert nowhere(new, here, over=old) == why


def test_what_has_a_place_has_no_reason() -> None:
    assert nowhere("park", town()) == ""
    assert nowhere("city_wall", town()) == ""


# -- always ---------------------------------------------------------------------------------------------


def test_every_reason_is_one_short_clause() -> None:
    architect = Architect(11)
    for _ in range(200):
        case = architect.case()
        ground = Ground(case.town, case.rulings, case.over)
        for why in (ground.hindrance(case.building, case.place), ground.nowhere(case.building)):
            assert len(why) <= LONGEST, why
            assert not why.endswith(".")
            assert "\n" not in why


def full_of_customers() -> Town:
    """36 lots in use: 18 Houses, and 18 that need one."""
    customers = ("inn", "shop", "tavern", "alchemist", "herbalist")
    lots = [(lot, sum(divmod(lot, 6))) for lot in range(LOTS)]
    return town(*(f"{customers[lot % 5] if odd % 2 else 'house'} {lot_name(lot)}" for lot, odd in lots))


@pytest.mark.parametrize("full", [True, False], ids=["full", "empty"])
def test_all_buildings_on_all_lots_are_judged_at_once(full: bool) -> None:
    here = full_of_customers() if full else town(borders=(Border.NORTH,))
    taken = []
    for _ in range(3):
        began = time.process_time()
        ground = Ground(here, PLAIN)
        legal = {building: list(ground.legal(building)) for building in BuildingType}
        taken.append((time.process_time() - began) * 1000)
    assert bool(legal[BuildingType.PARK]) != full
    assert min(taken) < MILLISECONDS


def test_a_market_in_the_last_single_lot_is_told_that_it_takes_two() -> None:
    assert not may("market F6", full_but("F6"))
    assert may("park F6", full_but("F6"))
