"""What buildings add to a kingdom's numbers, each with its source and its rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.system import RecordId
from bot.storage import codec
from bot.systems.kingdom.book import (
    PROMOTIONS,
    TAXATIONS,
    BuildingType,
    Holiday,
    Improvement,
    Promotion,
    Role,
    Special,
    Stat,
    Taxation,
)
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.month.edicts import cautions
from bot.systems.kingdom.month.income import Yield
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sheet.cards import GROUPS
from bot.systems.kingdom.sheet.source_cards import MOST_TYPES, explained
from bot.systems.kingdom.sources import Origin, Source, figures, sources
from bot.systems.kingdom.state import Edicts
from bot.systems.kingdom.towns.book import BUILDINGS
from bot.systems.kingdom.towns.state import Building, Town
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
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
from tests.systems.kingdom.sums import bare, values
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
    assert "**−2** Cathedral: half of what Promotion costs · *special of the building*" in consumption
    assert "**+2** Waterfront: half of what Taxation costs · *special of the building*" in loyalty
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
        "-# Cathedral: half of what Promotion costs.",
        "-# Waterfront: half of what Taxation costs.",
    ]
    assert not list(cautions(ruling()))


def test_r116_foundries_are_told_with_the_taxes() -> None:
    line = Yield(BuildingType.FOUNDRY, 2, 2).sentence()
    assert line == "Foundry with a Mine × 2: +2 BP"
    kept = Yield(BuildingType.FOUNDRY, 2, 2)
    assert codec.from_plain(Yield, codec.plain(kept)) == kept
