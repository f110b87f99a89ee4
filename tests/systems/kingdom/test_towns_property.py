"""Whatever is built, upgraded, damaged, repaired and demolished in whatever order: the sums stay right."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.system import Record, RecordId, World
from bot.errors import RuleViolation
from bot.storage.address import Address
from bot.systems.kingdom.book import Border, BuildingType, Improvement, Limit, MonthStep, Phase, Special
from bot.systems.kingdom.founding.rules import EndKingdom
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.improvements import PlaceImprovement, PrepareSite
from bot.systems.kingdom.land.losses import DecidePart, LoseHexes, ReclaimSettlement
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.settings import SETTINGS
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.sources import figures, shifts
from bot.systems.kingdom.towns.bills import Cut
from bot.systems.kingdom.towns.book import BUILDINGS, LOTS, lot_name, row_of
from bot.systems.kingdom.towns.building import BuildBuilding, BuildingRaised, DraftBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.corrections import DestroyBuilding, PlaceBuilding
from bot.systems.kingdom.towns.files import ReadTown
from bot.systems.kingdom.towns.items import PutItem
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.settlements import FoundSettlement, PlaceSettlement
from bot.systems.kingdom.towns.state import TOWN, Draft, Place, Town, Ware, place_text
from bot.systems.kingdom.towns.wrecking import (
    BuildingDemolished,
    BuildingRepaired,
    DemolishBuilding,
    RepairBuilding,
)
from tests.proofs.machine import in_play
from tests.proofs.reign import KeptReign
from tests.systems.kingdom.autopilot import Move
from tests.systems.kingdom.autopilot_schemes import opening, plain
from tests.systems.kingdom.building_scenes import RICH, builder, on, town_in
from tests.systems.kingdom.scenes import (
    HOLD,
    LANDS,
    MARISOL,
    STEP_BY_STEP,
    TARN,
    after,
    decided,
    hexed,
    hold,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm_in,
    scene,
)
from tests.systems.kingdom.territories import towns_in
from tests.systems.kingdom.town_invariants import require_buildings, require_ledger, require_legal
from tests.systems.kingdom.town_scenes import built, town

B = BuildingType
SEEDS, TRIES = range(30), 80
# In one order, whatever a process makes of a set: else each run has other examples.
GUESTS = (B.BRIDGE, B.CISTERN, B.EVERFLOWING_SPRING, B.MAGICAL_STREETLAMPS)
TOWN_RULINGS = ("brothel", "discount_", "upgrade_", "adjacency", "neighbour", "waterfront", "construction")
Tally = Counter[str]


def begun(chance: Random) -> World:
    """Tarn with two bare districts by the water, rich or not, large or small, and any rulings."""
    chosen = {
        each.name: chance.choice(each.options).value
        for each in SETTINGS
        if each.name.startswith(TOWN_RULINGS)
    }
    bare = town(districts=2, borders=(Border.NORTH,), shores=((Border.EAST,),))
    size, points = chance.choice((5, 60, 201, 201)), chance.choice((60, 2000, 2000))
    return on(bare, campaign=decided(**chosen), size=size, treasury=points)


# -- what is tried ------------------------------------------------------------------------------------


def any_action(at: World, chance: Random) -> Any:
    """Something that may or may not be legal."""
    stands = town_in(at).buildings
    kind = chance.choices((to_build, to_upgrade, to_demolish, to_repair), (8, 3, 1, 1))[0]
    return kind(at, chance) if stands else to_build(at, chance)


def to_build(at: World, chance: Random) -> BuildBuilding:
    ground = Ground(town_in(at), realm_in(at).rulings)
    # Homes and rivers are what the others stand beside.
    wanted = chance.choice((*BuildingType, *(B.HOUSE,) * 15, B.WATERWAY, *GUESTS, *GUESTS))
    sites = [each for each in town_in(at).remains if each.lots == len(each.place.lots)]
    if sites and chance.random() < 0.15:
        site = chance.choice(sites)
        return BuildBuilding(TARN, HOLD, site.type.value, place_text(site.place))
    legal = list(ground.legal(wanted))
    if legal and chance.random() < 0.9:
        place = place_text(chance.choice(legal))
    else:
        place = f"{chance.randint(1, 3)}:{lot_name(chance.randrange(LOTS))}"
    return BuildBuilding(
        TARN,
        HOLD,
        wanted.value,
        place,
        with_watergate=wanted is B.CITY_WALL and chance.random() < 0.5,
        with_magic=chance.random() < 0.1,
    )


def to_upgrade(at: World, chance: Random) -> UpgradeBuilding:
    built = town_in(at)
    up = {each for row in BUILDINGS.values() for each in row.upgrades_from}
    old = chance.choice([each for each in built.buildings if each.type in up] or built.buildings)
    better = [each for each, row in BUILDINGS.items() if old.type in row.upgrades_from] or [B.TEMPLE]
    wanted = chance.choice(better)
    legal = list(Ground(built, realm_in(at).rulings, old).legal(wanted))
    place = place_text(chance.choice(legal)) if legal else place_text(old.place)
    return UpgradeBuilding(TARN, HOLD, str(old.number), wanted.value, place)


def to_demolish(at: World, chance: Random) -> DemolishBuilding:
    meant = chance.choice(town_in(at).buildings)
    return DemolishBuilding(TARN, HOLD, str(meant.number), chance.choice(("", "yes")))


def to_repair(at: World, chance: Random) -> RepairBuilding:
    built = town_in(at).buildings
    hurt = [each for each in built if each.is_damaged]
    return RepairBuilding(TARN, HOLD, str(chance.choice(hurt or built).number))


def shaken(at: World, chance: Random) -> World:
    """The scene with one of its buildings damaged, as by an event."""
    built = town_in(at)
    hit = chance.choice(built.buildings)
    stand = tuple(replace(each, is_damaged=True) if each is hit else each for each in built.buildings)
    return with_town(at, replace(built, buildings=stand))


def with_town(at: World, built: Town) -> World:
    return replace(at, records={**at.records, HOLD: replace(at.records[HOLD], state=built)})


def next_month(at: World) -> World:
    """The same step a month later."""
    number = kingdom_of(at).month.number + 1
    over = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN)
    later = month(Phase.EDICT, *over, number=number, size=kingdom_of(at).month.size)
    return replace(
        at,
        records={**at.records, TARN: replace(at.records[TARN], state=replace(kingdom_of(at), month=later))},
    )


# -- what holds ---------------------------------------------------------------------------------------


def require_sums(at: World) -> None:
    """Attributes are those of the bare kingdom and of every building that is whole."""
    built, realm = town_in(at), realm_in(at)
    bare = figures(replace(realm, towns={HOLD: replace(built, buildings=())}))
    now = figures(realm)
    rows = [row_of(each.type) for each in built.buildings if not each.is_damaged]
    assert now.economy == bare.economy + sum(row.economy for row in rows)
    assert now.loyalty == bare.loyalty + sum(row.loyalty for row in rows)
    assert now.stability == bare.stability + sum(row.stability for row in rows)
    assert now.unrest >= 0


def require_paid(before: World, at: World, told: Iterable[Any]) -> None:
    """The Treasury fell by exactly what was told, Unrest changed by what was told, and the month counted."""
    deeds = [e for e in told if isinstance(e, BuildingRaised | BuildingDemolished | BuildingRepaired)]
    assert all(each.price >= 0 for each in deeds)
    old, new = kingdom_of(before), kingdom_of(at)
    assert new.treasury == old.treasury - sum(each.price for each in deeds)
    assert new.treasury >= 0
    built = [each for each in deeds if isinstance(each, BuildingRaised)]
    unrest = old.unrest
    for each in built:
        unrest = max(0, unrest + each.unrest)
    assert new.unrest == unrest
    counted = [each for each in built if not each.is_free]
    counted += [each for each in deeds if isinstance(each, BuildingDemolished)]  # type: ignore[misc]
    used = [kingdom.month.used.get(Limit.BUILDINGS, 0) for kingdom in (old, new)]
    assert used[1] - used[0] == len(counted)
    assert sum(each.magic > 0 for each in built) <= (not old.month.has_magic)


def taken(at: World, action: Any, tally: Tally) -> World:
    """The scene after it, with everything looked at; as it was where it is refused."""
    try:
        turn = play(at, action)
    except RuleViolation:
        tally[f"{type(action).__name__} refused"] += 1
        return at
    then = after(at, turn)
    tally[type(action).__name__] += 1
    tally.update(f"cut {each.cut}" for each in turn.events if isinstance(each, BuildingRaised))
    told = next((event.shifts for event in turn.events if isinstance(event, FiguresChanged)), ())
    assert told == shifts(realm_in(at), realm_in(then))
    require_sums(then)
    settings = at.campaign.settings
    require_buildings(town_in(then), settings)
    require_ledger(town_in(at), town_in(then), settings, turn.events)
    require_legal(town_in(at), town_in(then), settings)
    require_paid(at, then, turn.events)
    return then


def test_towns_stay_sound_whatever_is_done_in_them() -> None:
    tally: Tally = Counter()
    for seed in SEEDS:
        chance = Random(seed)
        at = begun(chance)
        for number in range(TRIES):
            action = any_action(at, chance)
            at = taken(at, action, tally)
            if town_in(at).buildings and chance.random() < 0.08:
                at = shaken(at, chance)
            if number % 10 == 9:
                at = next_month(at)
    for each in (BuildBuilding, UpgradeBuilding, DemolishBuilding, RepairBuilding):
        assert tally[each.__name__] > 10, tally
        assert tally[f"{each.__name__} refused"] > 10, tally
    assert all(tally[f"cut {cut}"] for cut in (Cut.DISCOUNT, Cut.REBUILT, Cut.REPLACES)), tally


@pytest.mark.parametrize("seed", range(8))
def test_what_is_built_and_demolished_again_leaves_the_numbers_as_they_were(seed: int) -> None:
    """All but Unrest and Treasury, which are changed once and for good (R105)."""
    chance, tally = Random(seed), Counter[str]()
    at = on(town(districts=2, borders=(Border.NORTH,)), builder(treasury=10 * RICH), decided(brothel="alias"))
    for _ in range(25):
        at = taken(at, to_build(at, chance), tally)
    first = figures(realm_in(on(town(districts=2, borders=(Border.NORTH,)))))
    for meant in reversed(town_in(at).buildings):
        at = taken(at, DemolishBuilding(TARN, HOLD, str(meant.number), "yes"), tally)
    assert not town_in(at).buildings
    now = figures(realm_in(at))
    assert (now.economy, now.loyalty, now.stability, now.raw) == (
        first.economy,
        first.loyalty,
        first.stability,
        first.raw,
    )


# -- What becomes of towns with buildings: entries undone, kingdoms ended, settlements in other hands ---


FREE = RecordId("free")


# -- into other hands ---------------------------------------------------------------------------------


def claimed(**changes: Any) -> Town:
    """A Free City with a wall and something on sale, as Tarn claims it in its first month."""
    (wall, tower) = built("city_wall 1:north", "casters_tower A1")
    tower = replace(tower, wares=(Ware(0, None, "A ring", 50, 7, tried=1),))
    buildings = (replace(wall, built=1), tower)
    port = Town("Port", "3,0", LANDS, **{"buildings": buildings, "counted": 3, **changes})
    on = hexed(land(), "3,0", specials=(Special.FREE_CITY,))
    claiming = builder(month=month(Phase.EDICT, MonthStep.LEADERSHIP, size=3))
    at = scene(claiming, on, hold(), Record(FREE, TOWN.name, port))
    return towns_in(played(at, ClaimHex(TARN, "3,0"), 20))[FREE]


def test_the_months_of_another_kingdom_are_none_of_this_ones() -> None:
    wall, tower = claimed().buildings
    (ware,) = tower.wares
    # Else a Watergate would be free of the limit there, and the item could not be tried to be sold.
    assert (wall.built, ware.tried, ware.name, ware.opened) == (0, 0, "A ring", 7)


def test_what_others_drew_up_is_not_handed_on() -> None:
    drawn = (Draft(3, B.HOUSE, Place(1, (5,))),)
    assert claimed(drafts=drawn).drafts == ()


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
    made.reign.settings.update(STEP_BY_STEP)
    await made.begin()
    for move in opening(made.reign):
        await made.take(move)
    yield made
    await made.end()


async def at_settlements(house: House) -> RecordId:
    """The kingdom at its step for settlements; its capital."""
    await house.do(SkipTo(house.id, MonthStep.SETTLEMENTS, "On"))
    return house.town()[0]


async def test_a_founding_undone_gives_the_fort_back_that_became_buildings(house: House) -> None:
    await house.take(plain("1,0"))
    await house.do(GiveHexes(house.id, "1,0"))
    await house.do(PlaceImprovement(house.id, "1,0", Improvement.FORT, "Old"))
    await house.do(SkipTo(house.id, MonthStep.TERRAIN, "On"))
    await house.do(PrepareSite(house.id, "1,0"))
    await house.do(SkipTo(house.id, MonthStep.SETTLEMENTS, "On"))
    number = await house.do(FoundSettlement(house.id, "1,0", "Oak"))
    assert [each.type for each in house.town("Oak")[1].buildings] == [B.BARRACKS, B.STABLE]
    await house.back(number)


async def test_with_a_settlements_founding_goes_what_was_built_there_since(house: House) -> None:
    await house.take(plain("1,0"))
    await house.do(GiveHexes(house.id, "1,0"))
    await house.do(SkipTo(house.id, MonthStep.SETTLEMENTS, "On"))
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
    await house.do(DraftBuilding(house.id, hold_id, "house", "F6"))
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
        await house.take(Move(MARISOL, SkipTo(house.id, MonthStep.CLOSE, "On")))
    assert [(each.number, each.type, each.place) for each in house.towns[port].buildings] == stood
    await house.back(*(number for number, _, _ in house.done if number >= cut))


async def test_an_import_undone_is_the_town_that_stood_before(house: House) -> None:
    hold_id, town = house.town()
    grid = "District 1\n" + "HOU . . . . .\n" + ". . . . . .\n" * 5
    read = await house.do(ReadTown(hold_id, "hold.txt", grid, house.id))
    assert len(house.town()[1].buildings) == 1 != len(town.buildings)
    await house.back(read)
