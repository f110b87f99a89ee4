"""Moves in a row that need a grown realm: first buildings, a second city, a full quarter, grain in store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import BuildingType, MonthStep, Stage, Terrain
from bot.systems.kingdom.land import edits as land_edits
from bot.systems.kingdom.land import giving as land_giving
from bot.systems.kingdom.land import improvements
from bot.systems.kingdom.month import course as month_course
from bot.systems.kingdom.month import numbers as month_numbers
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns import building, corrections, settlements, wrecking
from bot.systems.kingdom.towns.bills import discounts
from bot.systems.kingdom.towns.corrections import PlaceBuilding
from bot.systems.kingdom.towns.state import Town, place_text
from tests.systems.kingdom.autopilot import Move, Reign
from tests.systems.kingdom.autopilot_picks import near_spot
from tests.systems.kingdom.autopilot_town_files import town_from_file
from tests.systems.kingdom.autopilot_town_schemes import able, at_step, by_all
from tests.systems.kingdom.autopilot_towns import NOWHERE, numbered, own_town, site, standing
from tests.systems.kingdom.scenes import MARISOL

B = BuildingType
HOMES = (B.HOUSE, B.HOUSE, B.TENEMENT, B.MANSION, B.NOBLE_VILLA)
# What needs neighbours, water, others before it, or a lot that is another's.
GUESTS = (
    B.INN, B.SHOP, B.TAVERN, B.ALCHEMIST, B.LUXURY_STORE, B.TRADE_SHOP, B.GUILDHALL, B.PIER, B.MILL,
    B.WATERWAY, B.BRIDGE, B.CISTERN, B.MAGICAL_STREETLAMPS, B.PAVED_STREETS, B.SEWER_SYSTEM, B.MOAT,
    B.CITY_WALL, B.WATERGATE, B.PARK, B.TOWN_HALL, B.CASTLE, B.CASTERS_TOWER, B.EVERFLOWING_SPRING,
    B.TANNERY, B.DUMP, B.STABLE, B.GRAVEYARD, B.MARKET, B.THEATER, B.WATERFRONT, B.CATHEDRAL,
)  # fmt: skip
DEAREST = "400"
WRECKING = (corrections.DestroyBuilding, corrections.DamageBuilding, corrections.RemoveBuilding)


def rich(reign: Reign) -> Move:
    """BP for the dearest buildings."""
    return Move(MARISOL, month_numbers.PlaceNumber(reign.meant, "treasury", DEAREST, "A gift"))


def first_buildings(reign: Reign) -> Iterator[Move]:
    """What a kingdom is founded with, before its first month (R092)."""
    for wanted in (B.HOUSE, reign.luck.choice((B.CASTLE, B.GARRISON, B.TOWN_HALL)), B.INN):
        id_, town = own_town(reign)
        yield Move(MARISOL, building.BuildBuilding(reign.meant, id_, wanted.value, site(reign, town, wanted)))


def second_city(reign: Reign) -> Iterator[Move]:
    """A site prepared, a settlement founded there, a second district, and buildings in both."""
    spot, name = near_spot(reign), f"New {reign.moves}"
    plain = land_edits.SetHexes(
        spot, Terrain.PLAINS, has_lake=True, is_explored=True, is_cleared=True, is_revealed=True
    )
    yield Move(MARISOL, plain)
    yield Move(MARISOL, land_giving.GiveHexes(reign.meant, spot, "A gift"))
    yield rich(reign)
    yield Move(MARISOL, month_course.SkipTo(reign.meant, MonthStep.TERRAIN, "On"))
    yield Move(MARISOL, improvements.PrepareSite(reign.meant, spot))
    yield from at_step(reign, MonthStep.SETTLEMENTS)
    for _ in range(2):
        yield Move(
            MARISOL, settlements.FoundSettlement(reign.meant, spot, name, reign.luck.choice(("", "north")))
        )
    yield Move(MARISOL, settlements.AddDistrict(reign.meant, name))
    yield from _told(reign, name)
    for wanted in (*reign.luck.sample(HOMES, 2), B.SHOP, B.MARKET):
        yield Move(
            MARISOL, building.BuildBuilding(reign.meant, name, wanted.value, _site(reign, name, wanted))
        )


def _told(reign: Reign, name: str) -> Iterator[Move]:
    """Districts told, with a shore where there is one."""
    found = [id_ for id_, town in reign.towns.items() if town.name == name]
    if found and reign.towns[found[0]].districts < 2:
        yield Move(MARISOL, settlements.SetSettlement(found[0], reign.meant, districts=2))
    if found:
        yield Move(MARISOL, corrections.SetBorders(found[0], "A lake", "east", 2, reign.meant))


def _site(reign: Reign, name: str, wanted: BuildingType) -> str:
    town = next((each for each in reign.towns.values() if each.name == name), NOWHERE)
    return site(reign, town, wanted)


def quarter(reign: Reign) -> Iterator[Move]:
    """A settlement filled up, by the rules or not; and taken down again here and there."""
    id_, town = _any_town(reign)
    if reign.luck.random() < 0.5:
        yield Move(MARISOL, corrections.SetBorders(id_, "A river", "north", 1, town.kingdom))
    for wanted in (*HOMES * 2, *reign.luck.sample(GUESTS, 14)):
        yield _placed(reign, id_, wanted)
    yield rich(reign)
    yield from at_step(reign, MonthStep.SETTLEMENTS)
    yield from by_all(reign, MARISOL, *(building.UpgradeBuilding, building.BuildBuilding) * 3)
    yield from by_all(reign, MARISOL, *WRECKING)
    for _ in range(2):
        yield from by_all(
            reign, MARISOL, wrecking.RepairBuilding, wrecking.DemolishBuilding, building.BuildBuilding
        )


def _any_town(reign: Reign) -> tuple[RecordId, Town]:
    found = list(reign.towns.items())
    return reign.luck.choice(found) if found and reign.luck.random() < 0.2 else own_town(reign)


def _placed(reign: Reign, id_: RecordId, wanted: BuildingType) -> Move:
    """That building, put there by the game master."""
    town = reign.towns.get(id_, NOWHERE)
    return Move(
        MARISOL,
        PlaceBuilding(
            id_,
            wanted.value,
            site(reign, town, wanted),
            "It was always there",
            town.kingdom,
            is_legal=reign.luck.random() < 0.9,
            is_natural=wanted in (B.WATERWAY, B.CITY_WALL) and reign.luck.random() < 0.3,
        ),
    )


def storm(reign: Reign) -> Iterator[Move]:
    """A building that is damaged and repaired, one that is taken down, and what a Museum shows."""
    yield from at_step(reign, MonthStep.SETTLEMENTS)
    yield rich(reign)
    id_, town = own_town(reign)
    for _ in range(2):
        hit = numbered(standing(reign, reign.towns.get(id_, town)))
        yield Move(MARISOL, corrections.DamageBuilding(id_, hit, "A storm", reign.meant))
        yield Move(MARISOL, wrecking.RepairBuilding(reign.meant, id_, hit))
    yield Move(MARISOL, wrecking.DemolishBuilding(reign.meant, id_, hit, "yes"))
    yield Move(MARISOL, building.BuildBuilding(reign.meant, id_, "house", site(reign, town, B.HOUSE)))
    yield _placed(reign, id_, B.MUSEUM)
    shown = corrections.SetBuilding(id_, B.MUSEUM.value, "A crown", reign.meant, display=20_000)
    yield Move(MARISOL, shown)


def bargain(reign: Reign) -> Iterator[Move]:
    """Two buildings of which the first halves the price of the second, and a House built again."""
    yield from at_step(reign, MonthStep.SETTLEMENTS)
    yield rich(reign)
    id_, _ = own_town(reign)
    rulings = Rulings(reign.settings)
    source = reign.luck.choice([each for each in BuildingType if discounts(each, rulings)])
    wanted = reign.luck.choice(discounts(source, rulings))
    yield _placed(reign, id_, source)
    for home in (B.HOUSE, B.HOUSE):
        yield _placed(reign, id_, home)
    where = site(reign, reign.towns.get(id_, NOWHERE), wanted)
    yield Move(MARISOL, building.BuildBuilding(reign.meant, id_, wanted.value, where))
    homes = reign.towns.get(id_, NOWHERE).of(B.HOUSE)
    if homes:
        # The month's first House counts against no limit.
        burnt = corrections.DestroyBuilding(id_, str(homes[-1].number), "A fire", reign.meant)
        yield Move(MARISOL, burnt)
        where = place_text(homes[-1].place)
        yield Move(MARISOL, building.BuildBuilding(reign.meant, id_, B.HOUSE.value, where))


def waters(reign: Reign) -> Iterator[Move]:
    """A river with its Bridge and a wall with its gate; then what they stand in goes."""
    yield from able(reign)
    id_, _ = own_town(reign)
    for wanted in (B.WATERWAY, B.BRIDGE, B.CITY_WALL, B.WATERGATE):
        yield _placed(reign, id_, wanted)
    deed: Any = reign.luck.choice(WRECKING[::2])
    for gone in (B.WATERWAY, B.CITY_WALL):
        there = reign.towns.get(id_, NOWHERE).of(gone)
        for each in there[-2:]:
            yield Move(MARISOL, deed(id_, str(each.number), "A flood", reign.meant))


def granary(reign: Reign) -> Iterator[Move]:
    """Grain in store, eaten when the Treasury is empty, and spoilt with its Granary."""
    kingdom, state = reign.meant, reign.kingdom
    if state is None or state.stage is not Stage.STANDING:
        return
    id_, _ = own_town(reign)
    yield _placed(reign, id_, B.GRANARY)
    yield Move(MARISOL, month_numbers.PlaceNumber(kingdom, "consumption", "-60", "Manna"))
    for _ in range(2):
        yield Move(MARISOL, month_course.SkipTo(kingdom, MonthStep.CLOSE, "On"))
        yield Move(MARISOL, month_rules.CloseMonth(kingdom))
        yield Move(MARISOL, month_course.SkipTo(kingdom, MonthStep.CONSUMPTION, "On"))
        yield Move(MARISOL, month_rules.PayConsumption(kingdom))
    deed: Any = reign.luck.choice(WRECKING)
    yield Move(MARISOL, deed(id_, B.GRANARY.value, "Weevils", kingdom))
    yield Move(MARISOL, month_numbers.PlaceNumber(kingdom, "consumption", "60", "No manna"))


CITY_SCHEMES = (second_city, quarter, granary, town_from_file, storm, bargain, waters)
