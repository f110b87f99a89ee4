"""What can be had for the BP in hand, and what each of it would do: sorted, never chosen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.systems.kingdom.book import (
    Border,
    BuildingType,
    Gift,
    Holiday,
    MonthStep,
    Phase,
    Promotion,
    Taxation,
)
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Edicts
from bot.systems.kingdom.towns.bills import (
    WORKED_OUT,
    AdviceOffer,
    Bill,
    Cut,
    Gain,
    Sorting,
    advice,
    gain,
    raise_building,
)
from bot.systems.kingdom.towns.book import BUILDINGS, row_of
from bot.systems.kingdom.towns.building import project, require_possible
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    Grant,
    Place,
    Remains,
    Town,
    base_value,
    defense,
    modifiers,
    place_text,
)
from tests.systems.kingdom.grown_towns import realm_of_towns
from tests.systems.kingdom.scenes import HOLD, decided, everybody, month, realm, tarn
from tests.systems.kingdom.town_scenes import town

B = BuildingType
SETTLING = month(Phase.EDICT, MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN, size=3)


def land(*buildings: str, treasury: int = 500, unrest: int = 0, **changes: object) -> Realm:
    """Tarn with that capital."""
    return realm(tarn(treasury=treasury, unrest=unrest), None, town(*buildings, **changes))


def offered(of: Realm, building: BuildingType, over: BuildingType | None = None) -> AdviceOffer | None:
    """What is offered of that type."""
    for each in advice(of):
        if each.building is building and (each.over.type if each.over is not None else None) is over:
            return each
    return None


# -- what can be had ----------------------------------------------------------------------------------


def test_every_building_with_a_legal_place_is_listed_and_no_other() -> None:
    made = land("house A1", "house A2", "shrine C3")
    ground = Ground(made.towns[HOLD], made.rulings)
    legal = {each for each in BuildingType if ground.first_legal(each) is not None}
    assert {each.building for each in advice(made) if each.over is None} == legal
    assert B.INN in legal
    assert B.MAGICAL_STREETLAMPS not in legal


def test_only_what_the_points_buy_is_listed() -> None:
    made = land("house A1", treasury=6)
    assert {each.price <= 6 for each in advice(made)} == {True}
    assert offered(made, B.INN) is None
    assert B.INN in {each.building for each in advice(made, points=10)}
    assert {each.building for each in advice(made, points=1)} == {B.TENEMENT}
    assert advice(made, points=0) == ()


def test_a_discount_is_in_the_price() -> None:
    offer = offered(land("house A1", "house B1", "house A2", "market C1+D1"), B.INN)
    assert offer is not None
    assert (offer.price, offer.bill.cut) == (5, Cut.DISCOUNT)


def test_what_was_found_costs_nothing_and_stands_first() -> None:
    made = land("house A1", grants=(Grant(9, Gift.FOUND, B.CASTLE),), treasury=0)
    (found,) = advice(made)
    assert (found.building, found.price) == (B.CASTLE, 0)


def test_the_place_that_costs_least_is_meant_such_as_the_site_of_the_same() -> None:
    site = Remains(B.INN, Place(1, (8,)), 1)
    made = land("house A1", "house C3", remains=(site,))
    offer = offered(made, B.INN)
    assert offer is not None
    assert (offer.place, offer.price, offer.bill.cut) == (Place(1, (8,)), 5, Cut.REBUILT)
    # A quarter of what another would cost comes off whatever is built there.
    library = offered(made, B.LIBRARY)
    assert library is not None
    assert (library.place, library.price) == (Place(1, (8,)), 4)


def test_upgrades_are_listed_apart_with_the_difference_of_prices() -> None:
    made = land("house A1", "house A3", "shop A2", "shrine F6")
    market = offered(made, B.MARKET, over=B.SHOP)
    assert market is not None
    assert market.price == 40
    assert set(market.place.lots) > {6}
    temple = offered(made, B.TEMPLE, over=B.SHRINE)
    assert temple is not None
    assert (temple.price, temple.gain.loyalty) == (24, 1)


def test_a_damaged_building_is_not_offered_for_an_upgrade() -> None:
    made = land("shrine F6")
    shrine = replace(made.towns[HOLD].buildings[0], is_damaged=True)
    hurt = replace(made, towns={HOLD: replace(made.towns[HOLD], buildings=(shrine,))})
    assert offered(made, B.TEMPLE, over=B.SHRINE) is not None
    assert offered(hurt, B.TEMPLE, over=B.SHRINE) is None


def test_of_several_alike_one_that_has_room_is_upgraded() -> None:
    shut_in = ("tenement A1", "dump B1", "tenement D4")
    offer = offered(land(*shut_in), B.HOUSE, over=B.TENEMENT)
    assert offer is not None
    assert offer.place == Place(1, (21,))


def test_a_wall_across_a_waterway_is_priced_with_its_watergate() -> None:
    crossed = [f"waterway {each}" for each in ("C1", "A3", "F3", "C6")]
    wall = offered(land(*crossed), B.CITY_WALL)
    assert wall is not None
    assert (wall.price, wall.with_watergate) == (4, True)
    beside = offered(land(*crossed[:3]), B.CITY_WALL)
    assert beside is not None
    assert (beside.price, beside.with_watergate, beside.place) == (2, False, Place(1, border=Border.SOUTH))


def test_a_wall_that_no_watergate_can_be_paid_for_is_not_listed() -> None:
    crossed = [f"waterway {each}" for each in ("C1", "A3", "F3", "C6")]
    for treasury, is_listed in ((3, False), (4, True)):
        assert (offered(land(*crossed, treasury=treasury), B.CITY_WALL) is not None) is is_listed


@pytest.mark.parametrize(("reading", "price"), [("alias", 2), ("ignore", 4)])
def test_r083_what_halves_a_brothel_halves_a_dance_hall_where_they_are_the_same(
    reading: str, price: int
) -> None:
    buildings = town("house A1", "arena C3+D3+C4+D4")
    hall = offered(realm(tarn(), None, buildings, campaign=decided(brothel=reading)), B.DANCE_HALL)
    assert hall is not None
    assert hall.price == price


def test_a_moat_needs_no_watergate() -> None:
    moat = offered(land(*(f"waterway {each}" for each in ("C1", "A3", "F3", "C6"))), B.MOAT)
    assert moat is not None
    assert (moat.price, moat.with_watergate) == (2, False)


def test_one_settlement_can_be_asked_for() -> None:
    made = realm_of_towns(3, 10, 10)
    first, second = made.towns
    assert {each.settlement for each in advice(made)} == {first, second}
    assert {each.settlement for each in advice(made, settlement=second)} == {second}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_listed_can_be_built_or_upgraded_at_that_price(seed: int) -> None:
    vast = replace(SETTLING, size=500)
    made = realm_of_towns(seed, 12, 50, treasury=300, leaders=everybody(), month=vast)
    for each in advice(made):
        over = str(each.over.number) if each.over is not None else ""
        where = place_text(each.place)
        planned = project(made, each.settlement, each.building.value, where, over=over)
        require_possible(made, planned, with_watergate=each.with_watergate)
        assert planned.bill == each.bill
        assert each.price == each.bill.price + 2 * each.with_watergate


# -- what it would give -------------------------------------------------------------------------------


def test_unrest_is_lowered_by_no_more_than_there_is() -> None:
    for unrest, changes in ((0, 0), (3, -3), (9, -4)):
        castle = offered(land(unrest=unrest), B.CASTLE)
        assert castle is not None
        assert castle.gain.unrest == changes


@pytest.mark.parametrize(("setting", "each_attribute"), [("no", 2), ("yes", 6)])
def test_r004_where_unrest_counts_against_attributes_its_change_does(
    setting: str, each_attribute: int
) -> None:
    campaign = decided(unrest_in_attribute=setting)
    castle = offered(realm(tarn(treasury=500, unrest=9), None, town(), campaign=campaign), B.CASTLE)
    assert castle is not None
    told = castle.gain
    assert (told.economy, told.loyalty, told.stability) == (each_attribute,) * 3


def test_r089_an_upgrade_brings_the_new_unrest_or_the_difference() -> None:
    for setting, unrest in (("new_only", -1), ("difference", -3)):
        campaign = decided(upgrade_unrest=setting)
        made = realm(tarn(treasury=9, unrest=5), None, town("tenement A1"), campaign=campaign)
        house = offered(made, B.HOUSE, over=B.TENEMENT)
        assert house is not None
        assert house.gain.unrest == unrest


def test_r109_the_base_value_rises_no_higher_than_so_many_people_allow() -> None:
    shop = offered(land("house A1"), B.LUXURY_STORE)
    assert shop is not None
    # 2,000 gp, and two lots of people allow 1,000.
    assert shop.gain.value == 1000


def test_r104_a_cathedral_is_worth_what_it_halves() -> None:
    edicts = Edicts(Holiday.NONE, Promotion.AGGRESSIVE, Taxation.NONE)
    made = realm(tarn(treasury=500, edicts=edicts, leaders=everybody()), None, town())
    cathedral = offered(made, B.CATHEDRAL)
    assert cathedral is not None
    assert cathedral.gain.consumption < 0


@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_is_what_the_realm_then_gets(seed: int) -> None:
    """The sum from the rows is the difference of the kingdom's and the settlement's own numbers."""
    edicts = Edicts(Holiday.SIX, Promotion.STANDARD, Taxation.HEAVY)
    made = realm_of_towns(seed, 15, 60, unrest=seed, treasury=400, edicts=edicts, leaders=everybody())
    before = figures(made)
    for each in advice(made):
        after, _ = raise_building(made, each.settlement, each.building, each.place, Bill(0, 0), each.over)
        now, told = figures(after), each.gain
        for name in ("economy", "loyalty", "stability", "unrest"):
            assert getattr(now, name) - getattr(before, name) == getattr(told, name), (each, name)
        assert now.raw - before.raw == told.consumption
        _same_town(made, each, after.towns[each.settlement])


def _same_town(made: Realm, offer: AdviceOffer, after: Town) -> None:
    before, rulings, told = made.towns[offer.settlement], made.rulings, offer.gain
    assert base_value(after, rulings) - base_value(before, rulings) == told.value
    assert defense(after) - defense(before) == told.defense
    was, now = modifiers(before, rulings), modifiers(after, rulings)
    changed = {each: now[each] - was[each] for each in now if now[each] != was[each]}
    assert changed == told.modifiers


def test_the_worked_out_ones_are_those_whose_row_says_not_all() -> None:
    """All others give what their row says, whatever stands and is decreed elsewhere."""
    edicts = Edicts(Holiday.SIX, Promotion.EXPANSIONIST, Taxation.OVERWHELMING)
    made = realm(tarn(treasury=500, edicts=edicts, leaders=everybody()), None, town("house A1", "house A2"))
    for each in BUILDINGS:
        if each not in WORKED_OUT:
            told, row = gain(made, HOLD, each, Place(1, (14,))), row_of(each)
            assert (told.economy, told.loyalty, told.stability) == (row.economy, row.loyalty, row.stability)


# -- in which order -----------------------------------------------------------------------------------


@pytest.mark.parametrize("sort", Sorting)
def test_it_is_sorted_and_nothing_is_left_out(sort: Sorting) -> None:
    made = realm_of_towns(4, 30, 30)
    found = advice(made, sort=sort)
    keys = {
        Sorting.PRICE: lambda each: each.price,
        Sorting.ECONOMY: lambda each: -each.gain.economy,
        Sorting.LOYALTY: lambda each: -each.gain.loyalty,
        Sorting.STABILITY: lambda each: -each.gain.stability,
        Sorting.UNREST: lambda each: each.gain.unrest,
        Sorting.VALUE: lambda each: -each.gain.value,
        Sorting.PER_POINT: lambda each: -each.per_point,
    }
    assert [keys[sort](each) for each in found] == sorted(keys[sort](each) for each in found)
    assert len(found) == len(advice(made))


def test_the_total_for_each_bp_takes_off_unrest() -> None:
    inn = offered(land("house A1"), B.INN)
    tenement = offered(land(), B.TENEMENT)
    free = advice(land(grants=(Grant(9, Gift.FOUND, B.CASTLE),)), sort=Sorting.PER_POINT)[0]
    assert inn is not None
    assert tenement is not None
    assert (inn.per_point, tenement.per_point, free.building) == (0.2, -2.0, B.CASTLE)


def test_the_total_is_what_every_attribute_gains_and_unrest_loses() -> None:
    assert Gain(1, 20, 300, -4000, 50_000, 60_000, 70_000, {}).total == 4321


def test_what_is_free_and_does_no_good_is_worth_nothing_for_each_bp() -> None:
    tenement = offered(land(grants=(Grant(9, Gift.FOUND, B.TENEMENT),)), B.TENEMENT)
    assert tenement is not None
    assert (tenement.price, tenement.gain.total, tenement.per_point) == (0, -2, 0)
    for unrest, worth in ((0, 0), (-1, float("inf"))):
        gains = Gain(0, 0, 0, unrest, 0, 0, 0, {})
        assert replace(tenement, gain=gains).per_point == worth


def test_advice_changes_nothing_and_is_the_same_again() -> None:
    made = realm_of_towns(6, 40)
    before = dict(made.towns)
    assert advice(made) == advice(made)
    assert made.towns == before
