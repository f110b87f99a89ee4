"""What buildings add to a kingdom's numbers, each with its source and its rule."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.system import RecordId
from bot.storage import codec
from bot.systems.kingdom.book import (
    PROMOTIONS,
    TAXATIONS,
    Attribute,
    BuildingType,
    Holiday,
    Improvement,
    Promotion,
    Role,
    Special,
    Stat,
    Taxation,
)
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.land.state import Direction, Land
from bot.systems.kingdom.month.edicts import cautions
from bot.systems.kingdom.month.income import Yield, earned, resources
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sheet.cards import GROUPS
from bot.systems.kingdom.sheet.source_cards import MOST_TYPES, explained
from bot.systems.kingdom.sources import Origin, Source, figures, linked, served, sources
from bot.systems.kingdom.state import Edicts
from bot.systems.kingdom.towns.book import BUILDINGS
from bot.systems.kingdom.towns.state import Building, Town
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    HOLD,
    LANDS,
    TARN,
    change,
    decided,
    everybody,
    hexed,
    hold,
    land,
    realm,
)
from tests.systems.kingdom.sums import bare, row, values
from tests.systems.kingdom.town_scenes import built, town

PORT = RecordId("port")
CATHEDRAL, WATERFRONT = "cathedral A1+B1+A2+B2", "waterfront C1+D1+C2+D2"


def ruling(*texts: str, on: Land | None = None, campaign: Campaign = CAMPAIGN, **changes: Any) -> Realm:
    """A kingdom in which nothing counts but those buildings of its capital."""
    return realm(bare(**changes), on, town(*texts), campaign=campaign)


def of(made: Realm, *origins: Origin) -> list[Source]:
    """Its sources of those origins."""
    return [each for each in sources(made) if each.origin in origins]


def hurt(made: Realm) -> Realm:
    """With all of it damaged."""
    towns = {
        id_: replace(each, buildings=tuple(replace(one, is_damaged=True) for one in each.buildings))
        for id_, each in made.towns.items()
    }
    return replace(made, towns=towns)


# -- by themselves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("building", list(BUILDINGS))
def test_every_building_gives_what_its_row_says(building: BuildingType) -> None:
    row = BUILDINGS[building]
    alone = realm(bare(), None, hold(buildings=(Building(1, building),)))
    assert values(alone) == (row.economy, row.loyalty, row.stability)
    assert values(hurt(alone)) == (0, 0, 0)


def test_buildings_are_told_by_type_over_the_whole_kingdom() -> None:
    second = Town("Port", "1,0", LANDS, TARN, buildings=built("inn A1", "inn B1"))
    made = realm(bare(settlements=(RecordId("hold"), PORT)), None, town("inn A1"), second)
    assert Source(Stat.ECONOMY, 3, Origin.BUILDING, "inn", 3) in sources(made)
    assert "**+3** Inn × 3 · *buildings*" in explained(made, "economy")


def test_r108_a_damaged_building_is_no_source() -> None:
    every = ("menagerie A1+B1+A2+B2", "stockyard C1+D1+C2+D2", "foundry E1+F1", "inn A3")
    made = hurt(ruling(*every, on=hexed(land(), "0,0", improvements=(Improvement.FARM,))))
    assert not of(made, Origin.BUILDING, Origin.MENAGERIE, Origin.STOCKYARD, Origin.FOUNDRY)


def test_what_a_game_master_told_counts_beside_the_buildings() -> None:
    made = realm(bare(), None, town("inn A1", gives={Stat.ECONOMY: 4}))
    assert values(made) == (5, 1, 0)
    assert "**+4** Hold · *settlement*" in explained(made, "economy")


def test_every_origin_has_its_group_on_the_sheet() -> None:
    assert set(Origin) == GROUPS.keys()


# -- Menagerie, Stockyard -----------------------------------------------------------------------------


def test_r113_each_menagerie_is_rounded_down_by_itself() -> None:
    lots = ("menagerie A1+B1+A2+B2", "menagerie C1+D1+C2+D2")
    one, two = built(*lots)
    beasts = (replace(one, cr=7), replace(two, cr=11))
    made = realm(bare(), None, hold(buildings=beasts))
    assert values(made) == (2, 1 + 2, 0)
    told = explained(made, "loyalty")
    assert "**+3** a quarter of the highest CR in a Menagerie, rounded down (CR 7, 11) · *Menagerie*" in told


def farms(*spots: str, **changes: Any) -> Land:
    """Farms in those hexes of Tarn's row."""
    found = land()
    for spot in spots:
        found = hexed(found, spot, improvements=(Improvement.FARM,), **changes)
    return found


def test_r116_farms_by_a_stockyard_give_3_instead_of_2() -> None:
    lands = farms("0,0", "1,0", "2,0")
    without, made = ruling(on=lands), ruling("stockyard A1+B1+A2+B2", on=lands)
    # The third lies two hexes away.
    assert figures(made).raw == figures(without).raw - 2
    assert "**−2** 2 Farms by a Stockyard, 1 more each · *Stockyard*" in explained(made, "consumption")


def test_r116_two_stockyards_do_not_add_up() -> None:
    lands, one = farms("0,0", "1,0"), "stockyard A1+B1+A2+B2"
    second = Town("Port", "1,0", LANDS, TARN, buildings=built(one))
    ids = (RecordId("hold"), PORT)
    alone = realm(bare(settlements=ids), lands, town(one), Town("Port", "1,0", LANDS, TARN))
    both = realm(bare(settlements=ids), lands, town(one, "stockyard C1+D1+C2+D2"), second)
    assert figures(both).raw == figures(alone).raw


def test_r116_a_farm_of_nobody_counts_for_nothing() -> None:
    lands = hexed(land(), "0,1", improvements=(Improvement.FARM,))
    assert not of(ruling("stockyard A1+B1+A2+B2", on=lands), Origin.STOCKYARD)


def test_r072_and_r116_a_farm_on_a_resource_gives_4_by_a_stockyard() -> None:
    lands = farms("0,0", specials=(Special.RESOURCE,))
    without = ruling(on=land())
    assert figures(ruling("stockyard A1+B1+A2+B2", on=lands)).raw == figures(without).raw - 4


# -- R104: half an edict ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "paid"), [("none", 0), ("token", 0), ("standard", 1), ("aggressive", 2), ("expansionist", 4)]
)
def test_r104_a_cathedral_halves_what_promotion_costs(level: str, paid: int) -> None:
    promotion = Promotion(level)
    idle = ruling(CATHEDRAL)
    made = ruling(CATHEDRAL, edicts=Edicts(Holiday.NONE, promotion, None))
    assert figures(made).raw - figures(idle).raw == paid
    # Its Stability is left as it is.
    assert figures(made).stability - figures(idle).stability == PROMOTIONS[promotion][0]


@pytest.mark.parametrize(
    ("level", "down", "up"),
    [("none", 1, 1), ("light", 0, -1), ("normal", -1, -1), ("heavy", -2, -2), ("overwhelming", -4, -4)],
)
def test_r104_a_waterfront_halves_the_loyalty_that_taxes_cost(level: str, down: int, up: int) -> None:
    taxation = Taxation(level)
    edicts = Edicts(None, None, taxation)
    for choice, loyalty in (("down", down), ("up", up)):
        campaign = decided(halved_penalty_round=choice)
        idle = ruling(WATERFRONT, campaign=campaign)
        made = ruling(WATERFRONT, campaign=campaign, edicts=edicts)
        assert figures(made).loyalty - figures(idle).loyalty == loyalty
        assert figures(made).economy - figures(idle).economy == TAXATIONS[taxation][0]


def test_r104_it_reaches_the_whole_kingdom_and_a_second_one_halves_no_more() -> None:
    edicts = Edicts(Holiday.NONE, Promotion.EXPANSIONIST, Taxation.OVERWHELMING)
    second = Town("Port", "1,0", LANDS, TARN, buildings=built(CATHEDRAL, WATERFRONT))
    ids = (RecordId("hold"), PORT)
    far = realm(bare(settlements=ids, edicts=edicts), None, town(), second)
    both = realm(bare(settlements=ids, edicts=edicts), None, town(CATHEDRAL, WATERFRONT), second)
    for made in (far, both):
        assert sorted(each.amount for each in of(made, Origin.HALVED)) == [-4, 4]


def test_r104_and_r108_a_damaged_one_halves_nothing() -> None:
    edicts = Edicts(Holiday.NONE, Promotion.EXPANSIONIST, Taxation.OVERWHELMING)
    assert not of(hurt(ruling(CATHEDRAL, WATERFRONT, edicts=edicts)), Origin.HALVED)


def test_r104_without_a_treasurer_there_is_no_penalty_to_halve() -> None:
    edicts = Edicts(Holiday.NONE, None, Taxation.HEAVY)
    made = ruling(WATERFRONT, edicts=edicts, leaders=everybody(2, 10, Role.TREASURER))
    assert not of(made, Origin.HALVED)


def test_r104_halves_are_told_with_what_halves_them() -> None:
    made = ruling(CATHEDRAL, WATERFRONT, edicts=Edicts(None, Promotion.AGGRESSIVE, Taxation.HEAVY))
    consumption, loyalty = explained(made, "consumption"), explained(made, "loyalty")
    assert "**−2** Cathedral: half off the cost of Promotion · *special of the building*" in consumption
    assert "**+2** Waterfront: half off the cost of Taxation · *special of the building*" in loyalty
    assert "**−4** Taxation: Heavy · *Table 4-3*" in loyalty


# -- however many there are ---------------------------------------------------------------------------


def everything() -> Realm:
    """A settlement with two of every building there is."""
    numbered = enumerate((each for each in BUILDINGS for _ in range(2)), 1)
    return realm(bare(), None, hold(buildings=tuple(Building(n, each) for n, each in numbered)))


@pytest.mark.parametrize("number", ["economy", "loyalty", "stability"])
def test_of_many_types_the_smaller_share_a_line_and_none_is_left_out(number: str) -> None:
    made = everything()
    found = [each for each in of(made, Origin.BUILDING) if each.stat.value == number]
    lines = [line for line in explained(made, number) if line.endswith("*buildings*")]
    assert (len(found) > MOST_TYPES + 1, len(lines)) == (True, MOST_TYPES + 1)
    for each in found:
        assert any(f"{BuildingType(each.name).label} × 2" in line for line in lines)
    amounts = [int(line.split("**")[1].replace("−", "-")) for line in lines]
    assert sum(amounts) == sum(each.amount for each in found)


def test_the_total_is_told_however_many_sources_there_are() -> None:
    made = everything()
    changes = tuple(change(Stat.ECONOMY, 1, "*" * 60, number) for number in range(1, 61))
    lines = explained(replace(made, kingdom=replace(made.kingdom, changes=changes)), "economy")
    assert any(line.startswith("= **") for line in lines)
    assert len("\n".join(lines)) < 3500


def test_r104_what_is_halved_is_told_beside_the_edicts() -> None:
    made = ruling(CATHEDRAL, WATERFRONT)
    told = list(cautions(made))
    assert told == [
        "-# Cathedral: half off the cost of Promotion.",
        "-# Waterfront: half off the cost of Taxation.",
    ]
    assert not list(cautions(ruling()))


def test_r116_foundries_are_told_with_the_taxes() -> None:
    line = Yield(BuildingType.FOUNDRY, 2, 2).sentence()
    assert line == "Foundry with a Mine × 2: +2 BP"
    kept = Yield(BuildingType.FOUNDRY, 2, 2)
    assert codec.from_plain(Yield, codec.plain(kept)) == kept


# -- Foundries and Mines: what connects them, and who has which -----------------------------------------


ROAD, HIGHWAY, MINE, CANAL = (Improvement.ROAD, Improvement.HIGHWAY, Improvement.MINE, Improvement.CANAL)


def road(count: int = 4, *mines: int, kind: Improvement = ROAD) -> Land:
    """A row of hexes with a Road each, and Mines in some; the first has the capital."""
    found = row(count, improvements=(kind,))
    for each in mines:
        found = hexed(found, f"{each},0", improvements=(kind, MINE))
    return found


def smelting(on: Land, foundries: int = 1, *others: Town) -> Realm:
    """Tarn with so many Foundries in its capital."""
    lots = [f"foundry {column}1+{column}2" for column in "ABCDEF"[:foundries]]
    ids = (HOLD, PORT)[: 1 + len(others)]
    return realm(bare(settlements=ids), on, town(*lots), *others)


def other(spot: str, *texts: str) -> Town:
    """A second settlement, in that hex."""
    return Town("Port", spot, LANDS, TARN, buildings=built(*texts))


# -- what connects ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ROAD, HIGHWAY])
def test_r116_a_road_connects_and_so_does_a_highway(kind: Improvement) -> None:
    assert served(smelting(road(4, 3, kind=kind))) == {"3,0": (HOLD, 1)}


def test_r116_a_road_with_a_gap_does_not() -> None:
    gap = hexed(road(4, 3), "2,0", improvements=())
    assert not served(smelting(gap))


def test_r116_the_mine_itself_must_be_on_the_road() -> None:
    assert not served(smelting(hexed(road(4, 3), "3,0", improvements=(MINE,))))


def test_r116_a_mine_in_the_settlements_own_hex_needs_no_road() -> None:
    assert served(smelting(hexed(row(3), "0,0", improvements=(MINE,)))) == {"0,0": (HOLD, 1)}


def flowing(count: int = 4) -> Land:
    """A river through a row of hexes, with a Mine at its end."""
    found = row(count, rivers=(Direction.EAST, Direction.WEST))
    return hexed(found, f"{count - 1},0", rivers=(Direction.WEST,), improvements=(MINE,))


def test_r116_a_river_connects() -> None:
    assert served(smelting(flowing())) == {"3,0": (HOLD, 1)}


def test_r116_rivers_that_only_lie_side_by_side_do_not() -> None:
    apart = hexed(flowing(), "1,0", rivers=(Direction.WEST,))
    apart = hexed(apart, "2,0", rivers=(Direction.EAST,))
    assert not served(smelting(apart))


def test_r116_a_canal_counts_as_a_river() -> None:
    dug = hexed(hexed(flowing(), "1,0", rivers=(), improvements=(CANAL,)), "2,0", rivers=(Direction.EAST,))
    assert served(smelting(dug)) == {"3,0": (HOLD, 1)}


def test_r116_half_the_way_by_road_and_half_by_river_is_no_connection() -> None:
    mixed = hexed(hexed(flowing(), "0,0", rivers=(), improvements=(ROAD,)), "1,0", improvements=(ROAD,))
    assert not served(smelting(mixed))


def test_r116_only_hexes_of_the_kingdom_connect() -> None:
    cut = hexed(road(4, 3), "1,0", realm=None)
    assert not served(smelting(cut))


def test_r108_a_damaged_foundry_has_no_mine() -> None:
    made = smelting(road(4, 3))
    hurt = replace(made.towns[HOLD].buildings[0], is_damaged=True)
    assert not served(replace(made, towns={HOLD: replace(made.towns[HOLD], buildings=(hurt,))}))


# -- who has which ------------------------------------------------------------------------------------


def test_r116_a_mine_serves_one_foundry() -> None:
    made = smelting(road(4, 3), 2)
    assert (len(served(made)), linked(made, HOLD)) == (1, 1)


def test_r116_a_foundry_has_one_mine() -> None:
    assert len(served(smelting(road(4, 1, 2, 3)))) == 1
    assert len(served(smelting(road(4, 1, 2, 3), 2))) == 2


def test_r116_the_mines_are_given_out_as_it_fits_best() -> None:
    """Hold reaches both Mines, Port one of them only: each has one all the same."""
    lands = hexed(road(4, 2, 3), "3,0", improvements=(MINE,))
    made = smelting(lands, 1, other("3,0", "foundry A1+A2"))
    assert served(made) == {"2,0": (HOLD, 1), "3,0": (PORT, 1)}


def test_r116_a_foundry_leaves_its_mine_to_one_that_has_no_other() -> None:
    """Hold reaches both Mines by Road, Port the nearer one alone, by river."""
    lands = hexed(road(3, 1, 2), "1,1", realm=TARN, rivers=(Direction.NORTH_WEST,))
    lands = hexed(lands, "1,0", rivers=(Direction.SOUTH_EAST,))
    made = smelting(lands, 1, other("1,1", "foundry A1+A2"))
    assert served(made) == {"1,0": (PORT, 1), "2,0": (HOLD, 1)}


def test_r116_as_many_foundries_as_can_be_have_a_mine() -> None:
    """Against every way to give them out, in small kingdoms at random."""
    chance = Random(7)
    for _ in range(300):
        spots = [f"{q},0" for q in range(6)]
        lands = row(6)
        for spot in spots:
            kinds = [kind for kind in (ROAD, MINE) if chance.random() < 0.6]
            lands = hexed(lands, spot, improvements=tuple(kinds))
        texts = [f"foundry {column}1+{column}2" for column in "ABC"[: chance.randrange(1, 4)]]
        made = smelting(lands, chance.randrange(1, 4), other(chance.choice(spots), *texts))
        assert len(served(made)) == _most(made), lands


def _most(made: Realm) -> int:
    """How many can have one, by trying everything."""
    wants = [_near(made, each.spot) for each in made.towns.values() for _ in each.buildings]
    mines = sorted(set().union(*wants))
    for count in range(min(len(wants), len(mines)), 0, -1):
        for some in combinations(wants, count):
            for given in permutations(mines, count):
                if all(mine in want for mine, want in zip(given, some, strict=True)):
                    return count
    return 0


def _near(made: Realm, spot: str) -> set[str]:
    """The Mines that a settlement reaches along one row of hexes."""
    here, found = int(spot.split(",", maxsplit=1)[0]), set()
    hexes = {int(each.split(",")[0]): each for each in made.hexes}
    for step in (1, -1):
        at = here
        while at in hexes and (at == here or made.hexes[hexes[at]].has(ROAD)):
            if made.hexes[hexes[at]].has(MINE):
                found.add(hexes[at])
            if not made.hexes[hexes[at]].has(ROAD):
                break
            at += step
    return found


# -- what it gives ------------------------------------------------------------------------------------


def test_r116_each_pair_gives_1_economy_and_1_bp_with_the_taxes() -> None:
    without, made = realm(bare(), road(4, 2, 3), town()), smelting(road(4, 2, 3), 2)
    # Each Foundry gives 1 by itself as well.
    assert figures(made).economy == figures(without).economy + 2 + 2
    assert resources(without) == (Yield(Improvement.MINE, 2, 2),)
    assert resources(made) == (Yield(Improvement.MINE, 2, 2), Yield(BuildingType.FOUNDRY, 2, 2))
    good = check(made, Attribute.ECONOMY).of(20)
    assert earned(made, good).income == good.total // 3 + 4


def test_r116_a_foundry_without_a_mine_gives_its_own_numbers_alone() -> None:
    made = smelting(row(3), 1)
    assert (figures(made).economy, resources(made)) == (1, ())
