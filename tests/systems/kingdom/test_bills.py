"""What a building costs: R083, R085 to R088, R106, R107, and what was found or given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.campaign import Campaign
from bot.engine.system import RecordId, World
from bot.systems.kingdom.book import Border, BuildingType, Gift, MonthStep, Phase
from bot.systems.kingdom.state import Month
from bot.systems.kingdom.towns.bills import (
    Bill,
    BuildingOffer,
    Cut,
    counts_now,
    discounts_in_hand,
    is_free_of_limit,
    note_limit,
    offers,
    raze,
    reasons,
    rebuilding,
    upgrades,
    why_less,
)
from bot.systems.kingdom.towns.building import BuildBuilding
from bot.systems.kingdom.towns.state import Draft, Grant, Place, Remains, Town
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.rows import by_rule
from tests.systems.kingdom.building_scenes import (
    RICH,
    builder,
    built,
    on,
    one,
    price,
    raised,
    settling,
    to_build,
    to_upgrade,
    town_in,
    used,
)
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    HOLD,
    TARN,
    decided,
    kingdom_of,
    land,
    month,
    played,
    realm,
    realm_in,
    require_refused,
    scene,
)
from tests.systems.kingdom.town_scenes import at, town

B = BuildingType
HALVED, WHOLE = 5, 10
HOUSES = ("house A1", "house C1", "house E1", "house A3")
MAGIC = decided(construction_magic="yes")


def gone(at: World, building: str) -> World:
    """The scene without a building."""
    return played(at, DemolishBuilding(TARN, HOLD, building))


def granted(*grants: Grant, **more: object) -> Town:
    """A capital with a House for which that was found or given."""
    return town("house A1", grants=grants, **more)


# -- discounts ----------------------------------------------------------------------------------------


def test_r083_a_brothel_is_the_dance_hall_and_halved_as_such() -> None:
    at = on(town("theater E5+F5", "house A1"))
    assert price(at, "dance_hall A2") == 2
    assert raised(at, to_build("brothel A2")).building is B.DANCE_HALL


def test_r083_a_brothel_can_be_a_building_of_its_own() -> None:
    at = on(town("theater E5+F5", "house A1", "house C1"), campaign=decided(brothel="separate"))
    assert (price(at, "dance_hall A2"), price(at, "brothel A2")) == (4, 2)
    after = built(at, "brothel A2")
    assert one(after, B.THEATER).discounted == (B.BROTHEL,)


def test_r083_where_there_is_none_nothing_is_halved_for_it() -> None:
    at = on(town("theater E5+F5", "house A1"), campaign=decided(brothel="ignore"))
    assert price(at, "dance_hall A2") == 4
    require_refused(at, to_build("brothel A2"), "building.hindered", "Brothel")


def test_r085_an_academy_halves_one_of_each_type_that_it_lists() -> None:
    after = built(on(town("academy E5+F5")), "library A1", "casters_tower B1")
    assert kingdom_of(after).treasury == RICH - 3 - 15
    # The second Library costs what it costs.
    assert price(after, "library C1") == 6


def test_r085_it_can_be_one_discount_in_all() -> None:
    at = on(town("academy E5+F5"), campaign=decided(discount_scope="per_source"))
    after = built(at, "library A1")
    assert kingdom_of(after).treasury == RICH - 3
    assert price(after, "casters_tower B1") == 30


def test_r086_market_and_theater_halve_two_inns_and_none_to_a_quarter() -> None:
    at = on(town("market E5+F5", "theater E6+F6", *HOUSES))
    assert [raised(at, to_build("inn A2")).price, price(built(at, "inn A2"), "inn C2")] == [HALVED, HALVED]
    after = built(at, "inn A2", "inn C2")
    assert price(after, "inn E2") == WHOLE
    assert [each.discounted for each in town_in(after).of(B.MARKET, B.THEATER)] == [(B.INN,), (B.INN,)]


def test_r086_a_discount_serves_in_the_month_in_which_its_source_is_built() -> None:
    at = on(town(*HOUSES))
    assert price(at, "inn A2") == WHOLE
    assert price(built(at, "theater E5+F5"), "inn A2") == HALVED


def test_a_discount_is_told_with_what_gave_it() -> None:
    told = raised(on(town("theater E5+F5", "house A1")), to_build("inn A2"))
    assert (told.listed, told.price, told.cut, told.by) == (WHOLE, HALVED, Cut.DISCOUNT, B.THEATER)


@pytest.mark.parametrize(("choice", "half"), [("up", 2), ("down", 1)])
def test_r106_which_way_half_of_an_odd_price_is_rounded_the_campaign_decides(choice: str, half: int) -> None:
    """A House of 3 BP on the site of another, by a Theater's discount, or on a Ruin."""
    campaign = decided(half_price_round=choice)
    at = gone(on(town("house A1"), campaign=campaign), "1")
    assert price(at, "house A1") == half
    ruin = granted(Grant(1, Gift.RUIN, B.TENEMENT))
    assert price(on(ruin, campaign=campaign), "tenement A2") == (1 if choice == "up" else 0)
    # What is even stays as it is, and so does what a repair costs (R108).
    theater = on(town("theater E5+F5", "house A1"), campaign=campaign)
    assert price(theater, "inn A2") == HALVED


def test_the_theater_of_one_settlement_halves_nothing_in_another() -> None:
    port = town("theater E5+F5", name="Port", spot="1,0")
    kingdom = builder(settlements=(HOLD, RecordId("port")))
    at = scene(kingdom, land(), town("house A1"), port)
    assert price(at, "inn A2") == WHOLE


def test_r087_a_source_that_is_rebuilt_has_no_second_set() -> None:
    at = built(on(town("theater E5+F5", "house A1", "house C1")), "inn A2")
    after = built(gone(at, "theater"), "theater E5+F5")
    assert kingdom_of(after).treasury == RICH - HALVED - 1 - 12
    assert price(after, "inn C2") == WHOLE
    # What it had not given is gone as well.
    assert price(after, "tavern C2") == 12


def test_r087_a_new_source_elsewhere_is_another_one() -> None:
    at = built(on(town("theater E5+F5", "house A1", "house C1")), "inn A2", "theater E3+F3")
    assert price(at, "inn C2") == HALVED


def test_r087_an_upgrade_goes_on_with_what_the_building_gave() -> None:
    at = built(on(town("academy E5+F5", "museum A1+B1")), "library C1")
    after = played(at, to_upgrade("academy", "university E5+F5+E6+F6"))
    assert one(after, B.UNIVERSITY).discounted == (B.LIBRARY,)
    assert price(after, "library D1") == 6
    assert price(after, "academy C3+D3") == 26


def test_r087_what_the_new_building_never_halves_is_no_discount_that_it_gave() -> None:
    """Where each gives one in all, an Arena still gives its own after the Theater's of a Park."""
    theater, *houses = town("theater E5+F5", "house A1").buildings
    for given, cost in ((B.PARK, HALVED), (B.STABLE, WHOLE)):
        begun = on(
            town(buildings=(replace(theater, discounted=(given,)), *houses)),
            campaign=decided(discount_scope="per_source"),
        )
        after = played(begun, to_upgrade("theater", "arena E5+F5+E6+F6"))
        assert price(after, "inn A2") == cost


def test_r108_a_damaged_source_halves_nothing() -> None:
    theater = replace(town("theater E5+F5").buildings[0], number=9, is_damaged=True)
    plain = town("house A1")
    assert price(on(replace(plain, buildings=(*plain.buildings, theater))), "inn A2") == WHOLE


# -- upgrades -----------------------------------------------------------------------------------------


def shops(campaign: Campaign = CAMPAIGN) -> World:
    """A Shop that could be a Market, and a Waterfront that halves the price of one."""
    return on(
        town("waterfront E5+F5+E6+F6", "shop A1", "house A2", "house B2", "house C1"), campaign=campaign
    )


def test_r088_an_upgrade_costs_the_difference_of_the_list_prices() -> None:
    told = raised(shops(), to_upgrade("shop", "market A1+B1"))
    assert (told.listed, told.price, told.cut) == (48 - 8, 40, None)


def test_r088_what_was_paid_for_the_old_building_does_not_matter() -> None:
    at = on(town("market E5+F5", "house A2", "house B2", "house C1"))
    assert price(at, "shop A1") == 4
    assert raised(built(at, "shop A1"), to_upgrade("shop", "market A1+B1")).price == 40


def test_r088_a_discount_can_halve_the_difference() -> None:
    at = shops(decided(discount_applies_to_upgrades="yes"))
    told = raised(at, to_upgrade("shop", "market A1+B1"))
    assert (told.price, told.cut, told.by) == (20, Cut.DISCOUNT, B.WATERFRONT)
    assert one(played(at, to_upgrade("shop", "market A1+B1")), B.WATERFRONT).discounted == (B.MARKET,)


# -- rebuilding ---------------------------------------------------------------------------------------


def test_r106_the_books_academy_takes_6_off_a_mansion_and_6_off_a_luxury_store() -> None:
    at = gone(on(town("academy A1+B1", "house B2")), "academy")
    assert price(at, "mansion A1") == 10 - 6
    assert price(built(at, "mansion A1"), "luxury_store B1") == 28 - 6


def test_r106_on_all_of_its_lots_a_quarter_is_taken_off_at_once() -> None:
    at = gone(on(town("academy A1+B1")), "academy")
    assert raised(at, to_build("hospital A1+B1")).price == 30 - 13


def test_r106_the_same_type_on_its_site_costs_half() -> None:
    told = raised(gone(on(town("academy A1+B1")), "academy"), to_build("academy A1+B1"))
    assert (told.price, told.cut) == (26, Cut.REBUILT)


def test_r106_the_same_type_on_half_of_its_site_saves_its_share_of_a_quarter() -> None:
    told = raised(gone(on(town("academy A1+B1")), "academy"), to_build("academy B1+C1"))
    assert (told.price, told.cut) == (52 - 6, Cut.REPLACES)


def test_r106_half_is_for_whoever_builds_before_the_site_is_used() -> None:
    at = built(gone(on(town("academy A1+B1")), "academy"), "granary A1")
    assert town_in(at).remains[0].place.lots == (1,)
    after = gone(at, "granary")
    # Of the Academy half a site is left, of the Granary a whole one.
    assert price(after, "academy A1+B1") == 52 - 6 - 3


def test_r106_a_waterway_of_two_lots_saves_1_bp_in_all() -> None:
    """A quarter of its 3 BP is nothing, and the least is 1 BP: once, not once a lot."""
    at = gone(on(town("waterway A1+B1")), "waterway")
    assert [price(at, f"park {lot}") for lot in ("A1", "B1")] == [4 - 1, 4 - 1]
    assert price(built(at, "park A1"), "park B1") == 4
    assert price(built(at, "park B1"), "park A1") == 4
    assert price(at, "theater A1+B1") == 24 - 1


def test_r106_a_castle_is_split_over_its_four_lots() -> None:
    at = gone(on(town("castle A1+B1+A2+B2")), "castle")
    assert [price(at, f"shrine {lot}") for lot in ("A1", "B1", "A2", "B2")] == [8 - 13 // 4] * 4


def test_r106_nothing_costs_less_than_nothing() -> None:
    at = gone(on(town("castle A1+B1+A2+B2")), "castle")
    after = built(at, "tenement A1")
    assert kingdom_of(after).treasury == kingdom_of(at).treasury


def test_r106_a_site_serves_once() -> None:
    at = built(gone(on(town("granary A1")), "granary"), "shrine A1")
    assert kingdom_of(at).treasury == RICH - 1 - 5
    # Of the Shrine 2, of the Granary nothing.
    assert price(gone(at, "shrine"), "library A1") == 6 - 2


def test_r106_a_site_of_another_district_is_no_site_here() -> None:
    at = gone(on(town("theater A1+B1", districts=2)), "theater")
    assert price(at, "theater 2:A1+B1") == 24
    assert price(at, "library 2:A1") == 6
    # R087: it is another building, with discounts of its own.
    after = built(at, "theater 2:A1+B1")
    assert one(after, B.THEATER).discounted == ()
    # And it stays one for whoever builds there.
    assert price(after, "theater A1+B1") == 12


def test_what_takes_no_lot_leaves_no_site() -> None:
    at = gone(on(town("city_wall 1:north")), "city_wall")
    assert town_in(at).remains == ()
    assert price(at, "city_wall 1:north") == 2


# -- one reduction ------------------------------------------------------------------------------------


def test_r107_a_library_rebuilt_beside_an_academy_is_halved_once_and_leaves_its_discount() -> None:
    at = gone(on(town("academy E5+F5", "library A1")), "library")
    told = raised(at, to_build("library A1"))
    assert (told.price, told.cut) == (3, Cut.REBUILT)
    assert one(built(at, "library A1"), B.ACADEMY).discounted == ()


def test_r107_of_several_reductions_the_best_counts() -> None:
    at = gone(on(town("academy E5+F5", "castle A1+B1+A2+B2")), "castle")
    told = raised(at, to_build("casters_tower A1"))
    assert (told.price, told.cut) == (15, Cut.DISCOUNT)


@by_rule(
    "at, what, cost",
    ("r086_an_inn_that_was_there_before_the_market_uses_nothing_up",
     on(town("inn A2", *HOUSES, "theater E5+F5")), "inn C2", HALVED),
    ("half_of_an_odd_price_is_what_is_left_once_half_is_taken_off_rounded_down",
     gone(on(town("house A1")), "1"), "house A1", 2),
    ("r087_the_discounts_of_a_source_that_is_gone_are_gone",
     gone(on(town("theater E5+F5", "house A1")), "theater"), "inn A2", WHOLE),
    ("r106_at_least_1_bp_is_taken_off", gone(on(town("house A1")), "house"), "shrine A1", 8 - 1),
    ("r107_a_ruin_beside_a_discount_takes_off_half_and_no_more",
     on(town("theater E5+F5", "house A1", grants=(Grant(5, Gift.RUIN, B.INN),))), "inn A2", HALVED),
)  # fmt: skip
def test_what_each_costs(at: World, what: str, cost: int) -> None:
    assert price(at, what) == cost


def test_r107_construction_magic_comes_after_the_best_reduction() -> None:
    at = on(town("theater E5+F5", "house A1", "house C1"), campaign=MAGIC)
    told = raised(at, to_build("inn A2", with_magic=True))
    assert (told.listed, told.price, told.magic) == (10, 10 // 2 - 2, 2)


def test_r107_construction_magic_helps_one_building_a_month() -> None:
    at = built(on(town("house A1"), campaign=MAGIC), "granary A2", with_magic=True)
    assert kingdom_of(at).treasury == RICH - 10
    require_refused(at, to_build("granary A3", with_magic=True), "building.magic_used")
    assert price(at, "granary A3") == 12


def test_r107_magic_takes_off_no_more_than_there_is() -> None:
    at = on(town(), campaign=MAGIC)
    assert price(at, "tenement A1", with_magic=True) == 0


def test_r107_there_is_no_magic_unless_the_campaign_has_it() -> None:
    require_refused(on(town()), to_build("granary A1", with_magic=True), "building.no_magic")


# -- found and given ----------------------------------------------------------------------------------


@pytest.mark.parametrize("gift", [Gift.FOUND, Gift.GIFT])
def test_r146_what_was_found_or_given_costs_nothing_and_none_of_the_months_buildings(gift: Gift) -> None:
    at = on(granted(Grant(5, gift, B.INN)), size=5)
    after = built(at, "inn A2")
    assert (kingdom_of(after).treasury, used(after)) == (RICH, 0)
    assert town_in(after).grants == ()
    assert not kingdom_of(after).month.has_housed


def test_r091_a_home_that_was_given_leaves_the_months_free_one() -> None:
    after = built(
        on(town(grants=(Grant(5, Gift.GIFT, B.HOUSE),), counted=5), size=5), "house A1", "mansion B1"
    )
    assert (kingdom_of(after).treasury, used(after)) == (RICH - 10, 0)


def test_r080_a_ruin_halves_the_price_of_its_type_once_and_counts_as_a_building() -> None:
    at = on(granted(Grant(5, Gift.RUIN, B.GRANARY)), size=11)
    assert (price(at, "granary A2"), price(at, "shrine A2")) == (6, 8)
    after = built(at, "granary A2")
    assert (used(after), price(after, "granary A3")) == (1, 12)


def test_r080_stones_of_a_ruin_take_their_bp_off_one_building() -> None:
    at = on(granted(Grant(5, Gift.SALVAGE, None, 3)))
    assert price(at, "granary A2") == 9
    assert price(built(at, "granary A2"), "granary A3") == 12


def test_what_was_given_can_be_kept_for_later() -> None:
    at = on(granted(Grant(5, Gift.GIFT)))
    after = built(at, "house B1", is_sparing=True)
    assert kingdom_of(after).treasury == RICH - 3
    assert len(town_in(after).grants) == 1
    assert price(after, "castle C3+D3+C4+D4") == 0


def test_a_price_that_changed_since_is_refused_and_named() -> None:
    at = on(town("theater E5+F5", "house A1", "house C1"))
    shown = BuildBuilding(TARN, HOLD, "inn", "A2", price=HALVED)
    require_refused(built(at, "inn C2"), shown, "treasury.price_changed", 5, 10)


def test_r080_stones_are_worth_no_more_than_the_building() -> None:
    at = on(town(grants=(Grant(5, Gift.SALVAGE, None, 4),), counted=5))
    assert price(at, "house A1") == 0
    assert kingdom_of(built(at, "house A1")).treasury == RICH


def test_a_watergate_spares_what_its_wall_spares() -> None:
    at = on(town("waterway A1", grants=(Grant(5, Gift.GIFT),), counted=5))
    wall = to_build("city_wall 1:north", with_watergate=True, is_sparing=True)
    after = played(at, wall)
    assert kingdom_of(after).treasury == RICH - 2 - 2
    assert town_in(after).grants == (Grant(5, Gift.GIFT),)


# -- what a list offers -------------------------------------------------------------------------------


def offered(built: Town, *, over: str = "", **settings: str) -> dict[BuildingType, BuildingOffer]:
    """What a list offers there by type, of what stands there or of what that can become."""
    made = realm(builder(), None, built, campaign=decided(**settings))
    found = upgrades(made, built, at(built, B(over))) if over else offers(made, built)
    return {each.building: each for each in found}


def test_a_list_begins_with_the_cheapest_and_ends_with_what_has_no_place() -> None:
    """What is free comes before what costs 1 BP."""
    listed = list(offered(granted(Grant(5, Gift.FOUND, B.WATCHTOWER))).values())
    prices = [each.price for each in listed if each.price is not None]
    assert (listed[0].building, listed[0].price, listed[1].price) == (B.WATCHTOWER, 0, 1)
    assert prices == sorted(prices)
    assert [each.price for each in listed[len(prices) :]] == [None] * (len(listed) - len(prices))
    assert all((each.place is None) is (each.price is None) is bool(each.why) for each in listed)
    assert len(listed) == len(BuildingType) - 1


def test_r106_a_building_is_offered_on_the_site_that_makes_it_cheapest_where_it_may_stand_there() -> None:
    # An Inn needs a House beside it: in the far corner there is none.
    for site, found in ((6, (5, (6,))), (35, (10, (1,)))):
        sites = Remains(B.PARK, Place(1, (30,)), 1), Remains(B.INN, Place(1, (site,)), 1)
        inn = offered(town("house A1", remains=sites))[B.INN]
        assert (inn.price, inn.place is not None and inn.place.lots) == found


def test_a_list_says_whose_discount_it_is() -> None:
    inn = offered(town("theater E5+F5", "house A1"))[B.INN]
    assert (inn.price, inn.by) == (HALVED, B.THEATER)
    assert inn.bill is not None
    assert why_less(inn.bill.cut, inn.by) == "half: Theater"
    assert why_less(Cut.FREE, None) == "found or given"
    assert why_less(None, None) == ""


def test_r088_what_a_building_can_become_is_listed_by_the_difference_of_prices() -> None:
    shrine = offered(town("shrine F6", "house A1"), over="shrine")
    assert {each: found.price for each, found in shrine.items()} == {B.TEMPLE: 32 - 8}
    assert offered(town("tenement A1"), over="tenement")[B.HOUSE].price == 3 - 1
    shop = town("shop A1", "house B1", "house A2")
    assert list(offered(shop, over="shop")) == [B.LUXURY_STORE, B.MARKET]


def test_r088_what_was_found_or_left_there_makes_no_upgrade_cheaper() -> None:
    remains, given = Remains(B.MARKET, Place(1, (0, 1)), 2), Grant(8, Gift.GIFT, B.MARKET)
    begun = on(town("shop A1", "house A2", "house C1", remains=(remains,), grants=(given,), counted=8))
    assert raised(begun, to_upgrade("shop", "market A1+B1")).price == 40
    assert town_in(played(begun, to_upgrade("shop", "market A1+B1"))).grants == (given,)


def test_r106_a_site_is_offered_for_what_may_stand_on_it_the_same_first_and_then_the_cheapest() -> None:
    built = town(
        "house A1", "dump C1", "dump A2", "dump B2", "dump C2", remains=(Remains(B.INN, Place(1, (1,)), 1),)
    )
    made = realm(builder(), None, built)
    found = rebuilding(made, built, built.remains[0])
    assert (found[0].building, found[0].price) == (B.INN, 5)
    assert {each.place.lots for each in found if each.place is not None} == {(1,)}
    prices = [each.price for each in found[1:]]
    # A Tenement costs nothing on what is left of an Inn.
    assert (prices[0], found[1].building, prices) == (
        0,
        B.TENEMENT,
        sorted(prices, key=lambda each: each or 0),
    )
    assert B.CASTLE not in {each.building for each in found}
    assert B.PIER not in {each.building for each in found}


def test_r087_discounts_in_hand_are_those_not_given_yet_by_type() -> None:
    academy = replace(town("academy E5+F5").buildings[0], discounted=(B.LIBRARY,))
    theater = replace(town("theater A1+B1").buildings[0], number=2)
    hurt = replace(theater, number=3, is_damaged=True)
    made = realm(builder(), None, town(buildings=(academy, theater, hurt)))
    found = discounts_in_hand(made, made.towns[HOLD])
    assert found == tuple(sorted(found))
    assert (B.INN, B.THEATER) in found
    assert found.count((B.INN, B.THEATER)) == 1
    assert (B.LIBRARY, B.ACADEMY) not in found
    assert (B.CASTERS_TOWER, B.ACADEMY) in found


def test_every_reason_of_a_price_is_told_at_length() -> None:
    assert reasons(None, None, 0) == []
    assert reasons(Cut.DISCOUNT, B.THEATER, 2) == ["half, by the Theater", "−2 by magic"]
    assert reasons(Cut.RUIN, None, 0) == ["half: built on a Ruin"]


# -- what else becomes of it --------------------------------------------------------------------------


def test_r099_a_settlement_is_calmed_by_its_first_wall_and_first_moat_alone() -> None:
    at_first = on(town("house A1"))
    walled = built(at_first, "city_wall 1:north")
    assert kingdom_of(walled).unrest == 10 - 2
    after = built(walled, "city_wall 1:south", "house B1")
    assert (kingdom_of(after).unrest, town_in(after).calmed) == (8 - 1, (B.CITY_WALL,))


@pytest.mark.parametrize(("choice", "unrest"), [("new_only", -1), ("difference", -3)])
def test_r089_an_upgrade_changes_unrest_by_the_new_building_or_the_difference(
    choice: str, unrest: int
) -> None:
    begun = on(town("tenement A1"), campaign=decided(upgrade_unrest=choice))
    after = played(begun, to_upgrade("tenement", "house A1"))
    assert kingdom_of(after).unrest == 10 + unrest
    # What takes no other's place brings its own.
    assert kingdom_of(built(begun, "house A2")).unrest == 10 - 1


def test_r091_an_upgrade_to_a_home_is_one_of_the_months_buildings_and_leaves_the_free_one() -> None:
    after = played(on(town("tenement A1"), size=5), to_upgrade("tenement", "house A1"))
    assert (used(after), kingdom_of(after).month.has_housed) == (1, False)
    assert used(built(on(town("tenement A1"), size=5), "house A2")) == 0


def test_r094_a_building_is_known_to_be_served_by_the_neighbour_that_it_needed() -> None:
    assert one(built(on(town("shrine F6", "house A1")), "inn B1"), B.INN).relies_on == (2,)
    assert one(built(on(town("house A1")), "granary B1"), B.GRANARY).relies_on == ()


def test_a_building_keeps_its_number_when_it_is_upgraded_and_a_draft_when_it_is_built() -> None:
    draft = Draft(7, B.HOUSE, Place(1, (0,)), over=1)
    begun = on(town("tenement A1", drafts=(draft,), counted=7))
    after = town_in(played(begun, to_upgrade("tenement", "house A1")))
    assert ([each.number for each in after.buildings], after.drafts, after.counted) == ([1], (), 7)
    other = Draft(6, B.HOUSE, Place(1, (5,)))
    begun = on(
        town("tenement A1", drafts=(other, replace(draft, place=Place(1, (2,)), over=None)), counted=7)
    )
    after = town_in(built(begun, "house C1"))
    assert ([each.number for each in after.buildings], after.drafts, after.counted) == ([1, 7], (other,), 7)
    after = town_in(built(begun, "house D1"))
    assert ([each.number for each in after.buildings], after.counted) == ([1, 8], 8)


def test_r106_of_a_site_that_is_built_on_whole_nothing_is_left_and_what_nature_made_leaves_none() -> None:
    begun = on(town("granary A1", "academy C1+D1"))
    at_sites = gone(gone(begun, "granary"), "academy")
    assert [each.place.lots for each in town_in(at_sites).remains] == [(0,), (2, 3)]
    assert [each.place.lots for each in town_in(built(at_sites, "shrine A1")).remains] == [(2, 3)]
    (lake,) = town("waterway A1").buildings
    assert raze(town(buildings=(lake,)), lake).remains == (Remains(B.WATERWAY, Place(1, (0,)), 1),)
    natural = replace(lake, is_natural=True)
    assert raze(town(buildings=(natural,)), natural).remains == ()


@pytest.mark.parametrize(
    ("month_is", "is_counted"),
    [
        (month(Phase.BEFORE), True),
        (month(Phase.BEFORE, number=2), False),
        (month(Phase.UPKEEP), False),
        (settling(), True),
        (
            month(
                Phase.EDICT,
                MonthStep.LEADERSHIP,
                MonthStep.HEXES,
                MonthStep.TERRAIN,
                MonthStep.SETTLEMENTS,
                size=3,
            ),
            False,
        ),
        (month(Phase.INCOME), False),
    ],
)
def test_r091_the_months_buildings_count_from_its_edicts_until_their_step_is_over(
    month_is: Month, *, is_counted: bool
) -> None:
    """And at the founding, before anything is limited by Size."""
    assert counts_now(builder(month=month_is)) is is_counted


def test_what_the_month_still_allows_is_said_while_it_counts() -> None:
    for month_is, said in ((settling(5), 1), (month(Phase.INCOME, size=5), 0)):
        notes: list[str] = []
        begun = on(town(), builder(month=month_is))
        note_limit(replace(begun, note=notes.append), realm_in(begun))
        assert len(notes) == said


@pytest.mark.parametrize(
    ("border", "is_free"), [("north", True), ("south", False), ("east", False), ("west", False)]
)
def test_r099_a_watergate_is_free_of_the_limit_in_a_wall_built_this_month(
    border: str, *, is_free: bool
) -> None:
    """Not in one of before, nor where nature walls the settlement in; and nothing but a Watergate."""
    walls = [
        replace(each, built=built_in, is_natural=is_natural)
        for each, built_in, is_natural in zip(
            town("city_wall 1:north", "city_wall 1:south", "city_wall 1:east").buildings,
            (1, 0, 1),
            (False, False, True),
            strict=True,
        )
    ]
    made, place = town(buildings=tuple(walls)), Place(1, border=Border(border))
    assert is_free_of_limit(settling(), made, B.WATERGATE, place, Bill(2, 2)) is is_free
    assert not is_free_of_limit(settling(), made, B.MOAT, place, Bill(2, 2))
