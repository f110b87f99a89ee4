"""What becomes of towns with buildings: entries undone, kingdoms ended, settlements in other hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Record, RecordId
from bot.storage.address import Address
from bot.systems.kingdom.book import BuildingType, Improvement, Phase, Special, Step
from bot.systems.kingdom.founding.rules import EndKingdom
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.improvements import PlaceImprovement, PrepareSite
from bot.systems.kingdom.land.losses import DecidePart, LoseHexes, ReclaimSettlement
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.towns.building import BuildBuilding, PlanBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.files import ReadTown
from bot.systems.kingdom.towns.gifts import DestroyBuilding, PlaceBuilding
from bot.systems.kingdom.towns.items import PutItem
from bot.systems.kingdom.towns.settlements import FoundSettlement, PlaceSettlement
from bot.systems.kingdom.towns.state import TOWN, Place, Planned, Town, Ware
from tests.proofs.machine import in_play
from tests.proofs.reign import KeptReign
from tests.systems.kingdom.autopilot import Move
from tests.systems.kingdom.autopilot_schemes import opening, plain
from tests.systems.kingdom.building_scenes import builder
from tests.systems.kingdom.scenes import LANDS, MARISOL, TARN, hexed, hold, land, month, played, scene
from tests.systems.kingdom.territories import towns_in
from tests.systems.kingdom.town_scenes import built

B = BuildingType
FREE = RecordId("free")


# -- into other hands ---------------------------------------------------------------------------------


def claimed(**changes: Any) -> Town:
    """A Free City with a wall and something on sale, as Tarn claims it in its first month."""
    (wall, tower) = built("city_wall 1:north", "casters_tower A1")
    tower = replace(tower, wares=(Ware(0, None, "A ring", 50, 7, tried=1),))
    buildings = (replace(wall, built=1), tower)
    port = Town("Port", "3,0", LANDS, **{"buildings": buildings, "counted": 3, **changes})
    on = hexed(land(), "3,0", specials=(Special.FREE_CITY,))
    claiming = builder(month=month(Phase.EDICT, Step.LEADERSHIP, size=3))
    at = scene(claiming, on, hold(), Record(FREE, TOWN.name, port))
    return towns_in(played(at, ClaimHex(TARN, "3,0"), 20))[FREE]


def test_the_months_of_another_kingdom_are_none_of_this_ones() -> None:
    wall, tower = claimed().buildings
    (ware,) = tower.wares
    # Else a Watergate would be free of the limit there, and the item could not be tried to be sold.
    assert (wall.built, ware.tried, ware.name, ware.opened) == (0, 0, "A ring", 7)


def test_what_others_drew_up_is_not_handed_on() -> None:
    drawn = (Planned(3, B.HOUSE, Place(1, (5,))),)
    assert claimed(plans=drawn).plans == ()


# -- undone -------------------------------------------------------------------------------------------


class House(KeptReign):
    """A kingdom whose moves are kept by a database, each by its number."""

    async def do(self, action: Any) -> int:
        """The game master's move, which has to change something; its entry's number."""
        before = len(self.done)
        await self.take(Move(MARISOL, action))
        assert len(self.done) == before + 1, action
        return self.done[-1][0]

    @property
    def id(self) -> RecordId:
        """The kingdom's id."""
        return self.reign.meant

    def town(self, name: str = "Hold") -> tuple[RecordId, Town]:
        """A settlement by its name."""
        return next(pair for pair in self.towns.items() if pair[1].name == name)

    @property
    def towns(self) -> dict[RecordId, Town]:
        """Every settlement that is in play, Free Cities too."""
        records = self.reign.scene.records.items()
        return {id_: each.state for id_, each in records if each.kind == TOWN.name and not each.is_archived}

    async def back(self, *numbers: int) -> None:
        """Undo the first, with which exactly the others go: all is as before it; and redone as after."""
        before = next(before for number, before, _ in self.done if number == numbers[0])
        last = in_play(await self.snapshot())
        assert set(await self.undo(numbers[0])) == set(numbers)
        await self.look()
        assert in_play(await self.snapshot()) == in_play(before)
        await self.redo()
        await self.look()
        assert in_play(await self.snapshot()) == last


@pytest.fixture
async def house(sqlite_address: Address) -> AsyncIterator[House]:
    """A kingdom before its first month, with a capital, and 400 BP."""
    made = House(sqlite_address, 5)
    await made.begin()
    for move in opening(made.reign):
        await made.take(move)
    yield made
    await made.end()


async def at_settlements(house: House) -> RecordId:
    """The kingdom at its step for settlements; its capital."""
    await house.do(SkipTo(house.id, Step.SETTLEMENTS, "On"))
    return house.town()[0]


async def test_a_founding_undone_gives_the_fort_back_that_became_buildings(house: House) -> None:
    await house.take(plain("1,0"))
    await house.do(GiveHexes(house.id, "1,0"))
    await house.do(PlaceImprovement(house.id, "1,0", Improvement.FORT, "Old"))
    await house.do(SkipTo(house.id, Step.TERRAIN, "On"))
    await house.do(PrepareSite(house.id, "1,0"))
    await house.do(SkipTo(house.id, Step.SETTLEMENTS, "On"))
    number = await house.do(FoundSettlement(house.id, "1,0", "Oak"))
    assert [each.type for each in house.town("Oak")[1].buildings] == [B.BARRACKS, B.STABLE]
    await house.back(number)


async def test_with_a_settlements_founding_goes_what_was_built_there_since(house: House) -> None:
    await house.take(plain("1,0"))
    await house.do(GiveHexes(house.id, "1,0"))
    await house.do(SkipTo(house.id, Step.SETTLEMENTS, "On"))
    founded = await house.do(PlaceSettlement("1,0", "Oak", house.id))
    raised = await house.do(BuildBuilding(house.id, house.town("Oak")[0], "house", "A1"))
    await house.back(founded, raised)


async def test_with_a_building_goes_its_upgrade(house: House) -> None:
    hold_id = await at_settlements(house)
    raised = await house.do(BuildBuilding(house.id, hold_id, "tenement", "F6"))
    number = str(house.town()[1].buildings[-1].number)
    better = await house.do(UpgradeBuilding(house.id, hold_id, number, "house", "F6"))
    await house.back(raised, better)


async def test_an_upgrade_undone_is_the_building_that_stood_before(house: House) -> None:
    hold_id = await at_settlements(house)
    await house.do(BuildBuilding(house.id, hold_id, "tenement", "F6"))
    number = str(house.town()[1].buildings[-1].number)
    better = await house.do(UpgradeBuilding(house.id, hold_id, number, "house", "F6"))
    await house.back(better)


async def test_a_destroyed_building_stands_again_with_all_that_was_on_sale(house: House) -> None:
    hold_id, _ = house.town()
    await house.do(PlaceBuilding(hold_id, "casters_tower", "F1", "Old", house.id))
    number = house.town()[1].buildings[-1].number
    await house.do(PutItem(house.id, hold_id, f"{number}.0", "Old", "A ring", 50))
    gone = await house.do(DestroyBuilding(hold_id, "casters_tower", "A fire", house.id))
    await house.back(gone)


async def test_an_ended_kingdom_leaves_its_towns_as_they_were_and_gets_them_back(house: House) -> None:
    hold_id = await at_settlements(house)
    await house.do(PlanBuilding(house.id, hold_id, "house", "F6"))
    before = house.town()[1]
    ended = await house.do(EndKingdom(house.id, "Over"))
    assert house.towns[hold_id] == replace(before, kingdom=None)
    await house.back(ended)


async def test_a_city_that_was_lost_and_reclaimed_has_its_buildings(house: House) -> None:
    await house.take(plain("1,0 2,0"))
    await house.do(GiveHexes(house.id, "1,0 2,0"))
    await house.do(PlaceSettlement("2,0", "Port", house.id))
    port, _ = house.town("Port")
    await house.do(PlaceBuilding(port, "house", "A1", "Old", house.id))
    stood = [(each.number, each.type, each.place) for each in house.towns[port].buildings]
    cut = await house.do(LoseHexes(house.id, "1,0"))
    await house.do(DecidePart(house.id, 1, has_leader=False))
    assert house.towns[port].kingdom is None
    await house.do(GiveHexes(house.id, "1,0"))
    for _ in range(9):
        await house.take(Move(MARISOL, ReclaimSettlement(house.id, port)))
        if house.towns[port].kingdom is not None:
            break
        await house.take(Move(MARISOL, SkipTo(house.id, Step.CLOSE, "On")))
    assert [(each.number, each.type, each.place) for each in house.towns[port].buildings] == stood
    await house.back(*(number for number, _, _ in house.done if number >= cut))


async def test_an_import_undone_is_the_town_that_stood_before(house: House) -> None:
    hold_id, town = house.town()
    grid = "District 1\n" + "HOU . . . . .\n" + ". . . . . .\n" * 5
    read = await house.do(ReadTown(hold_id, "hold.txt", grid, house.id))
    assert len(house.town()[1].buildings) == 1 != len(town.buildings)
    await house.back(read)
