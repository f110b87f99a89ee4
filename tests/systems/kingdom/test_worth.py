"""What a settlement comes to: lots, people, base value, Defense, modifiers, and the optional table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.card import Card
from bot.engine.event import sentence
from bot.systems.kingdom.book import (
    Border,
    BuildingType,
    Gift,
    Improvement,
    Modifier,
    MonthStep,
    Phase,
    Special,
    Stat,
    Terrain,
)
from bot.systems.kingdom.events.book import Strikes
from bot.systems.kingdom.events.draws import targets
from bot.systems.kingdom.land import cards as hex_cards
from bot.systems.kingdom.land.state import Hex, Land
from bot.systems.kingdom.month.income import require_sale
from bot.systems.kingdom.month.rules import Milestone, milestones
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.towns.book import BUILDINGS, row_of
from bot.systems.kingdom.towns.cards import overview, page
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.systems.kingdom.towns.state import (
    Building,
    Grant,
    Place,
    Summand,
    Town,
    Ware,
    base_value,
    danger,
    defense,
    fame,
    gives,
    lots_in_use,
    lots_taken,
    modifier_parts,
    modifiers,
    most_value,
    population,
    size_of,
    trade_percent,
    value_parts,
)
from bot.ui.card import BODY
from tests.refusals import refuses
from tests.systems.kingdom.income_scenes import at_income
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    HOLD,
    TARN,
    decided,
    everybody,
    hexed,
    hold,
    land,
    month,
    play,
    realm,
    require_refused,
    scene,
    tarn,
    waiting,
)
from tests.systems.kingdom.sums import bare
from tests.systems.kingdom.town_scenes import PLAIN, at, ruled, town

BY_SIZE = ruled(settlement_size_modifiers="yes")


def spoilt(of: Town, *types: BuildingType) -> Town:
    """With its buildings of those types damaged."""
    hurt = (replace(each, is_damaged=each.type in types) for each in of.buildings)
    return replace(of, buildings=tuple(hurt))


def with_one(of: Town, building: BuildingType, **changes: object) -> Town:
    """With its only building of that type changed."""
    old = at(of, building)
    return replace(of, buildings=tuple(replace(old, **changes) if e is old else e for e in of.buildings))  # type: ignore[arg-type]


# -- lots and people ----------------------------------------------------------------------------------


def test_r112_250_people_live_on_each_lot_in_use() -> None:
    built = town("house A1", "inn B1", "market C1+D1")
    assert (lots_in_use(built, PLAIN), population(built, PLAIN)) == (4, 1000)
    assert population(hold(), PLAIN) == 0


def test_r112_36_lots_are_about_9000_people() -> None:
    """The book's example."""
    lots = [f"{column}{row}" for column in "ABCDEF" for row in range(1, 7)]
    assert population(town(*(f"house {lot}" for lot in lots)), PLAIN) == 9000


def test_r112_a_damaged_building_counts_and_a_destroyed_one_does_not() -> None:
    built = town("house A1", "inn B1")
    assert lots_in_use(spoilt(built, BuildingType.HOUSE), PLAIN) == 2
    assert lots_in_use(replace(built, buildings=built.buildings[1:]), PLAIN) == 1


def test_r112_lots_that_are_told_count_beside_what_is_built() -> None:
    assert lots_in_use(town("house A1", lots=5), PLAIN) == 6


def test_lots_that_are_told_give_way_to_what_is_built() -> None:
    full = town("house A1", "market B1+C1", lots=36)
    assert (lots_in_use(full, PLAIN), lots_taken(full)) == (36, 36)


def test_r100_what_shares_a_lot_adds_none() -> None:
    shared = town("park A1", "cistern A1", "magical_streetlamps A1", "everflowing_spring A1")
    assert lots_in_use(shared, PLAIN) == 1
    assert lots_in_use(town("cistern A1"), PLAIN) == 1


def test_r099_what_takes_no_lot_adds_none() -> None:
    assert lots_in_use(town("city_wall 1:north", "paved_streets 1", "sewer_system 1"), PLAIN) == 0


def test_r101_a_built_waterway_counts() -> None:
    assert lots_in_use(town("waterway A1+B1", "bridge B1"), PLAIN) == 2


def test_r101_it_does_not_where_the_campaign_says_so() -> None:
    dry = ruled(waterway_counts_population="no")
    assert lots_in_use(town("waterway A1+B1", "house C1"), dry) == 1


def test_r101_a_natural_waterway_never_counts_but_takes_its_lots() -> None:
    river = with_one(town("waterway A1+B1", "house C1"), BuildingType.WATERWAY, is_natural=True)
    assert (lots_in_use(river, PLAIN), lots_taken(river)) == (1, 3)


def test_r100_a_bridge_over_a_natural_waterway_is_nobodys_home() -> None:
    river = with_one(town("waterway A1+B1", "bridge B1"), BuildingType.WATERWAY, is_natural=True)
    assert (lots_in_use(river, PLAIN), lots_taken(river)) == (0, 2)


@pytest.mark.parametrize(
    ("lots", "districts", "size", "most"),
    [
        (0, 1, "thorp", 50),
        (1, 1, "small_town", 1000),
        (8, 1, "small_town", 1000),
        (9, 1, "large_town", 2000),
        (20, 1, "large_town", 2000),
        (21, 1, "small_city", 4000),
        (40, 2, "small_city", 4000),
        (41, 2, "large_city", 8000),
        (100, 3, "large_city", 8000),
        (101, 3, "metropolis", 16000),
    ],
)
def test_r110_table_4_5_alone_names_the_size(lots: int, districts: int, size: str, most: int) -> None:
    """One lot is a Small town here, though Table 4-14 calls it a Village."""
    told = hold(lots=lots, districts=districts)
    for rulings in (PLAIN, BY_SIZE):
        assert (size_of(told, rulings), most_value(told, rulings)) == (size, most)


# -- base value ---------------------------------------------------------------------------------------


def test_r109_a_new_settlement_has_a_base_value_of_0() -> None:
    assert base_value(hold(), PLAIN) == 0
    assert base_value(town("house A1"), PLAIN) == 0


def test_r109_the_base_value_is_a_sum() -> None:
    """An Inn 500, a Market 2,000: with 9 lots all of it is allowed but 500."""
    few = town("inn A1", "market B1+C1")
    assert sum(each.amount for each in value_parts(few)) == 2500
    assert base_value(few, PLAIN) == 1000
    assert base_value(replace(few, lots=6), PLAIN) == 2000
    assert base_value(replace(few, lots=18), PLAIN) == 2500


def test_r109_what_a_game_master_tells_is_part_of_it() -> None:
    told = town("inn A1", base_value=300)
    assert (value_parts(told)[0], base_value(told, PLAIN)) == (Summand(300), 800)


def test_r109_the_herbalists_example_of_200_gp_can_not_come_up() -> None:
    """Whatever is built gives multiples of 500, and one lot allows 1,000."""
    assert all(row.value % 500 == 0 for row in BUILDINGS.values())
    assert most_value(town("herbalist A1"), PLAIN) == 1000


def test_r108_a_damaged_building_adds_no_base_value_defense_or_modifier() -> None:
    built = town("inn A1", "watchtower B1", "library C1")
    hurt = spoilt(built, *BuildingType)
    assert (base_value(hurt, PLAIN), defense(hurt), gives(hurt, PLAIN)) == (0, 0, {})
    assert set(modifiers(hurt, PLAIN).values()) == {0}
    assert base_value(built, PLAIN) == 500


# -- Defense ------------------------------------------------------------------------------------------


def test_r115_defense_is_the_sum_of_walls_and_towers() -> None:
    castle = town("castle A1+B1+A2+B2", "city_wall 1:north", "moat 1:north", "watchtower C1", "barracks D1")
    assert defense(castle) == 8 + 1 + 1 + 2 + 2


def test_r115_a_fort_and_a_watchtower_in_its_hex_add_to_it() -> None:
    around = Hex(Terrain.PLAINS, improvements=(Improvement.FORT, Improvement.ROAD, Improvement.WATCHTOWER))
    assert defense(town("city_wall 1:north"), around) == 1 + 4 + 2
    assert defense(town("city_wall 1:north"), Hex(Terrain.PLAINS)) == 1


@pytest.mark.parametrize(("fort", "amount"), [(Improvement.FORT, 4), (Improvement.WATCHTOWER, 2)])
def test_r081_a_fort_or_watchtower_on_a_lair_gives_1_defense_more(fort: Improvement, amount: int) -> None:
    lair = Hex(Terrain.PLAINS, specials=(Special.LAIR,), improvements=(Improvement.ROAD, fort))
    assert defense(town("city_wall 1:north"), lair) == 1 + amount + 1
    assert defense(town(), replace(lair, specials=(Special.LANDMARK,))) == amount
    # Without one the Lair defends nothing.
    assert defense(town(), replace(lair, improvements=(Improvement.ROAD,))) == 0


def test_r081_what_a_lair_adds_is_told_of_the_settlement_and_of_the_hex() -> None:
    on = hexed(land(), "0,0", specials=(Special.LAIR,), improvements=(Improvement.FORT,))
    assert "Defense 5: Fort +4, Lair +1" in lines(town(), on=on)
    told = hex_cards.card(hex_cards.Place(on, "0,0"))
    assert "Defense 5: Fort +4, Lair +1" in told.lines


def test_r115_a_natural_cliff_is_a_wall() -> None:
    cliff = with_one(town("city_wall 1:north"), BuildingType.CITY_WALL, is_natural=True)
    assert defense(cliff) == 1


def test_r115_defense_is_a_note_and_changes_no_number_of_the_kingdom() -> None:
    plain, fortified = (figures(realm(bare(), None, each)) for each in (town(), town("moat 1:north")))
    assert plain == fortified


# -- modifiers ----------------------------------------------------------------------------------------


def test_modifiers_are_the_sums_of_their_buildings() -> None:
    built = town("jail A1", "pier F1", "black_market A3", "dance_hall A4", "mansion C1", "mansion D1")
    assert modifiers(built, PLAIN) == {
        Modifier.CORRUPTION: 3,
        Modifier.CRIME: -1 + 1 + 2 + 1,
        Modifier.LAW: 1 + 2,
        Modifier.LORE: 0,
        Modifier.PRODUCTIVITY: 0,
        Modifier.SOCIETY: 2,
    }
    assert modifier_parts(built, PLAIN)[Modifier.LAW] == (Summand(2, "mansion", 2), Summand(1, "jail"))


def test_every_modifier_of_every_building_counts() -> None:
    for building in BuildingType:
        alone = hold(buildings=(at(town("house A1"), BuildingType.HOUSE),))
        alone = with_one(alone, BuildingType.HOUSE, type=building)
        assert modifiers(alone, PLAIN) == {each: row_of(building).modifiers.get(each, 0) for each in Modifier}


def test_r084_a_monastery_gives_1_lore() -> None:
    assert modifiers(town("monastery A1+B1"), PLAIN)[Modifier.LORE] == 1


@pytest.mark.parametrize(
    ("lots", "districts", "more", "dangerous"),
    [
        (0, 1, 0, 0),
        (1, 1, -4, -10),
        (2, 1, -2, -5),
        (8, 1, -2, -5),
        (9, 1, 0, 0),
        (20, 1, 0, 0),
        (21, 1, 1, 5),
        (40, 2, 1, 5),
        (41, 2, 2, 10),
        (100, 3, 3, 15),
        (101, 3, 3, 15),
        (144, 4, 4, 20),
    ],
)
def test_r110_and_r111_table_4_14(lots: int, districts: int, more: int, dangerous: int) -> None:
    """No lot, no row; a starred row counts once for each district, Danger with it."""
    told = hold(lots=lots, districts=districts)
    assert modifiers(told, BY_SIZE) == dict.fromkeys(Modifier, more)
    assert danger(told, BY_SIZE) == dangerous


def test_r110_table_4_14_is_off_unless_the_campaign_has_it() -> None:
    told = hold(lots=30)
    assert (modifiers(told, PLAIN), danger(told, PLAIN)) == (dict.fromkeys(Modifier, 0), 0)


def test_r110_the_table_adds_to_what_buildings_give() -> None:
    library = town("library A1")
    assert modifier_parts(library, BY_SIZE)[Modifier.LORE] == (Summand(1, "library"), Summand(-4, "size"))
    assert modifiers(library, BY_SIZE)[Modifier.LORE] == -3


# -- what it gives, and notes -------------------------------------------------------------------------


def test_what_a_settlement_gives_by_itself() -> None:
    built = town("inn A1", "inn B1", "tannery C1", gives={Stat.ECONOMY: 4, Stat.CONSUMPTION: 1})
    assert gives(built, PLAIN) == {
        Stat.ECONOMY: 1 + 1 + 1 + 4,
        Stat.LOYALTY: 2,
        Stat.STABILITY: 1,
        Stat.CONSUMPTION: 1,
    }


@pytest.mark.parametrize(("cr", "loyalty"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (30, 7)])
def test_r113_a_menagerie_brings_a_quarter_of_its_highest_cr(cr: int, loyalty: int) -> None:
    beasts = with_one(town("menagerie A1+B1+A2+B2"), BuildingType.MENAGERIE, cr=cr)
    assert gives(beasts, PLAIN).get(Stat.LOYALTY, 0) == loyalty


@pytest.mark.parametrize(
    ("display", "is_significant", "known"),
    [
        (0, False, 0),
        (0, True, 0),
        (9_999, False, 0),
        (9_999, True, 1),
        (10_000, False, 1),
        (59_999, False, 5),
        (60_000, False, 5),
        (60_000, True, 6),
    ],
)
def test_r113_what_a_museum_shows(display: int, is_significant: bool, known: int) -> None:
    museum = with_one(
        town("museum A1+B1"), BuildingType.MUSEUM, display=display, is_significant=is_significant
    )
    assert fame(museum) == 1 + known


def test_r103_a_second_palace_is_legal_and_counts_in_full() -> None:
    one = town("palace A1+B1+A2+B2")
    assert Ground(one, PLAIN).first_legal(BuildingType.PALACE) is not None
    two = town("palace A1+B1+A2+B2", "palace C1+D1+C2+D2")
    assert gives(two, PLAIN) == {Stat.ECONOMY: 4, Stat.LOYALTY: 12, Stat.STABILITY: 4}


@pytest.mark.parametrize("unique", ["arena", "castle", "cathedral", "military_academy", "waterfront"])
def test_r103_of_these_a_settlement_has_one(unique: str) -> None:
    wide = town(f"{unique} A1+B1+A2+B2", borders=())
    assert Ground(wide, PLAIN).in_settlement(BuildingType(unique))


@pytest.mark.parametrize(("count", "percent"), [(0, 0), (1, 5), (2, 10), (9, 45)])
def test_r117_each_foreign_quarter_adds_5_percent(count: int, percent: int) -> None:
    lots = [f"{a}{r}+{b}{r}+{a}{r + 1}+{b}{r + 1}" for r in (1, 3, 5) for a, b in ("AB", "CD", "EF")]
    quarters = town(*(f"foreign_quarter {where}" for where in lots[:count]))
    assert trade_percent(quarters) == percent


def test_r117_100_percent_at_most() -> None:
    one = at(town("foreign_quarter A1+B1+A2+B2"), BuildingType.FOREIGN_QUARTER)
    many = tuple(replace(one, number=number) for number in range(1, 26))
    assert trade_percent(hold(buildings=many)) == 100


# -- `/settlement show`: what a settlement comes to, as it is told --------------------------------------


def shown(of: Town, on: Land | None = None, campaign: Campaign = CAMPAIGN) -> Card:
    """Its page, in its kingdom."""
    made = realm(bare(), on, of, campaign=campaign)
    return page(HOLD, of, made.land, made.rulings, made)


def lines(of: Town, **options: Any) -> str:
    """Its page as one reads it."""
    return "\n".join(shown(of, **options).lines)


def test_a_new_settlement() -> None:
    assert shown(hold()).lines == (
        "Tarn's capital",
        "In 0,0 (Plains)",
        "Thorp · 0 people",
        "1 district · 0 of 36 lots in use",
        "Base value **0 gp** (limit for this population: 50 gp)",
        "Water borders: none",
    )


def test_what_was_built_is_told_with_what_it_comes_to() -> None:
    told = lines(town("house A1", "house B1", "inn A2", "market C1+D1", "watchtower F1", "jail E1"))
    assert "Small town · 1,750 people" in told
    assert "1 district · 7 of 36 lots in use" in told
    assert "Base value **1,000 gp**, the limit for a small town (of Market 2,000, Inn 500)" in told
    assert "Gives Economy +3 · Loyalty +3 · Stability +5" in told
    assert "Defense 2: Watchtower +2" in told
    assert "Law **+1**: Jail +1" in told
    assert "Buildings: House × 2, Inn, Market, Watchtower, Jail" in told
    assert "Magic items: 2 slots, 2 vacant" in told
    assert "Half price: Black Market, Inn, Shop (Market)" in told


def test_what_a_game_master_told_is_told_as_that() -> None:
    card = shown(hold(lots=8, base_value=300, gives={Stat.LOYALTY: 2}))
    assert "Base value **300 gp**: told 300 (limit: 1,000 gp)" in card.lines
    assert card.note == "Of that, a game master set 8 lots and Loyalty +2."


def test_discounts_that_were_given_are_left_out() -> None:
    built = town("market C1+D1")
    given = replace(built.buildings[0], discounted=(BuildingType.INN, BuildingType.SHOP))
    assert "Half price: Black Market (Market)" in lines(replace(built, buildings=(given,)))


def test_damaged_buildings_and_filled_slots_are_told() -> None:
    built = town("library A1", "shrine B1", "temple C1+D1")
    library, shrine, temple = built.buildings
    buildings = (replace(library, is_damaged=True), replace(shrine, wares=(Ware(0),)), temple)
    told = lines(replace(built, buildings=buildings))
    assert "Damaged, so they give nothing: Library (A1)" in told
    assert "Magic items: 3 slots, 2 vacant" in told
    assert "Lore" not in told


def test_what_was_found_or_given_is_told() -> None:
    grants = (Grant(1, Gift.RUIN, BuildingType.TEMPLE), Grant(2, Gift.SALVAGE, points=3))
    told = lines(hold(grants=(*grants, Grant(3, Gift.FOUND, BuildingType.JAIL))))
    assert "Once: Temple at half price (Ruin); 3 BP off one building (salvage); Jail free" in told


def test_what_depends_on_the_land_is_told() -> None:
    on = hexed(land(), "0,0", improvements=(Improvement.ROAD, Improvement.FORT))
    on = hexed(on, "1,0", improvements=(Improvement.ROAD, Improvement.MINE))
    on = hexed(on, "0,1", improvements=(Improvement.FARM,), realm="tarn")
    built = town("foundry A1+A2", "stockyard C1+D1+C2+D2", "granary A3", borders=(Border.WEST,))
    told = lines(built, on=on)
    assert "Its Foundry has a Mine: Economy +1, and +1 BP with taxes" in told
    assert "Stockyard: 1 Farm gives 3 BP instead of 2, in its hex and next to it" in told
    assert "Granaries: room for 5 BP" in told
    assert "Defense 4: Fort +4" in told
    assert "Water borders: West" in told
    two = lines(town("foundry A1+A2", "foundry B1+B2"), on=on)
    assert "1 of 2 Foundries have a Mine: Economy +1, and +1 BP with taxes" in two


def test_r111_table_4_14_is_told_where_the_campaign_has_it() -> None:
    told = lines(town("library A1"), campaign=decided(settlement_size_modifiers="yes"))
    assert "Lore **−3**: Library +1, its size −4" in told
    assert "Danger −10 for its size" in told


def test_r117_and_fame_are_notes() -> None:
    told = lines(town("foreign_quarter A1+B1+A2+B2", "castle C1+D1+C2+D2"))
    assert "Fame +1 (you keep track of that) · Trade routes bring in 5% more" in told


def test_a_free_city_has_a_page() -> None:
    city = replace(town("inn A1"), kingdom=None)
    made = realm()
    card = page(HOLD, city, made.land, made.rulings, None)
    assert card.lines[0] == "Free City"
    assert "Buildings: Inn" in card.lines


def crowded() -> Town:
    """The largest there can be."""
    types = enumerate((each for each in BUILDINGS for _ in range(25)), 1)
    return hold(
        name="*" * 60,
        districts=50,
        lots=900,
        borders=tuple(Border),
        shores=((Border.EAST, Border.WEST),) * 49,
        buildings=tuple(
            Building(number, each, Place(50, (number % 36,)), is_damaged=number % 3 == 0)
            for number, each in types
        ),
        grants=tuple(Grant(n, Gift.RUIN, each) for n, each in enumerate(BuildingType)),
        gives=dict.fromkeys((Stat.ECONOMY, Stat.LOYALTY, Stat.STABILITY, Stat.CONSUMPTION), 999),
    )


def test_the_longest_page_fits_and_says_how_much_it_leaves_out() -> None:
    card = shown(crowded(), campaign=decided(settlement_size_modifiers="yes"))
    assert len("\n".join(card.lines)) + len(card.note) < BODY
    assert sum("more." in line for line in card.lines) >= 4


def test_the_list_of_settlements_counts_what_is_built() -> None:
    listed = overview(realm(bare(), None, town("house A1", "inn B1"))).lines
    assert any("Small town, 500 people" in line for line in listed)


def test_where_there_is_no_settlement_its_page_leads_to_one_when_it_is_time() -> None:
    none = bare(settlements=(), capital=None)
    there = replace(realm(bare(), None), kingdom=none, towns={})
    passed = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN)
    time = waiting(TARN, replace(none, leaders=everybody(), month=month(Phase.EDICT, *passed, size=3)))
    assert [each.label for each in overview(there, time).buttons] == ["Found a settlement…"]
    early = waiting(TARN, replace(none, leaders=everybody(), month=month(Phase.UPKEEP, size=3)))
    assert not overview(there, early).buttons


# -- what else asks how large it is, and what it is worth ---------------------------------------------


def test_r150_lots_that_were_built_are_a_milestone() -> None:
    made = realm(bare(milestones=("capital",)), None, town("house A1", "inn B1", "market C1+D1"))
    assert list(milestones(made)) == [Milestone("lots", 4, 1600)]
    three = realm(bare(milestones=("capital",)), None, town("house A1", "inn B1", "house C1"))
    assert not list(milestones(three))


@pytest.mark.parametrize(("strikes", "bare_", "full"), [(Strikes.FREE_LOT, 1, 0), (Strikes.BUILT_LOT, 0, 1)])
def test_events_strike_where_a_lot_is_free_or_built(strikes: Strikes, bare_: int, full: int) -> None:
    every = town(*(f"house {column}{row}" for column in "ABCDEF" for row in range(1, 7)))
    assert len(list(targets(realm(), strikes))) == bare_
    assert len(list(targets(realm(bare(), None, every), strikes))) == full
    assert len(list(targets(realm(bare(), None, town("house A1")), strikes))) == 1


def test_r055_an_item_is_sold_by_the_base_value_of_what_is_built() -> None:
    """Banks and a Waterfront come to 8,000; 41 lots allow as much."""
    built = town("waterfront A1+B1+A2+B2", "bank C1", "bank D1", districts=2, lots=35)
    made = realm(at_income(), None, built)
    assert require_sale(made, "Hold", 8000)[0] == HOLD
    with refuses("income.too_poor", "8,000"):
        require_sale(made, "Hold", 8001)
    with refuses("income.too_poor", "4,000"):
        require_sale(realm(at_income(), None, replace(built, lots=34)), "Hold", 8000)


# -- told by game masters -----------------------------------------------------------------------------


def test_lots_that_are_told_leave_room_for_what_is_built() -> None:
    begun = scene(tarn(), None, town("market A1+B1"))
    assert play(begun, SetSettlement(HOLD, TARN, lots=34)).events
    require_refused(begun, SetSettlement(HOLD, TARN, lots=35), "settlement.lots", 0, 34, 2)


def test_a_settlement_keeps_the_districts_that_are_built_in() -> None:
    begun = scene(tarn(), None, town("house 2:A1", districts=3))
    assert play(begun, SetSettlement(HOLD, TARN, districts=2)).events
    require_refused(begun, SetSettlement(HOLD, TARN, districts=1), "settlement.built_in_district", 2)


def test_what_was_told_may_come_to_exceed_the_table_which_limits_it_then() -> None:
    """Its buildings came down; something else can be told of it all the same."""
    begun = scene(tarn(), None, hold(base_value=900))
    assert play(begun, SetSettlement(HOLD, TARN, economy=1)).events
    require_refused(begun, SetSettlement(HOLD, TARN, base_value=900), "settlement.base_value")


def test_what_is_told_beside_buildings_says_so() -> None:
    turn = play(scene(tarn(), None, town("inn A1")), SetSettlement(HOLD, TARN, lots=3))
    told = str(sentence(turn.events[0]))
    assert told.endswith("3 lots in use, base value 0 gp, plus what is built there (1 building).")


def test_one_lot_in_use_is_told_as_one() -> None:
    turn = play(scene(tarn(), None, town()), SetSettlement(HOLD, TARN, lots=1))
    assert "1 lot in use" in str(sentence(turn.events[0]))
