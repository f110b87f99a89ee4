"""Trade edicts by the book: the way and its length, the three checks, what they bring, and for how long."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.systems.kingdom.abroad.book import Cargo, SpecialEdict
from bot.systems.kingdom.abroad.expeditions import SendExpedition
from bot.systems.kingdom.abroad.state import Route
from bot.systems.kingdom.abroad.trade import (
    EndRoute,
    MeetTraders,
    PlanRoute,
    length_modifier,
    trade_checks,
    value_of,
    way_to,
)
from bot.systems.kingdom.book import Attribute, Improvement, Modifier, MonthStep, Phase, Stat, Terrain
from bot.systems.kingdom.land.state import Direction, Hex, Land
from bot.systems.kingdom.month.rules import CloseMonth, RouteOver
from bot.systems.kingdom.sources import figures, modifiers_in, number_of
from tests.systems.kingdom.abroad_scenes import ABROAD, PALACE, VELL, abroad_steps, around, special
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    PLAIN,
    TARN,
    change,
    hexed,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm,
    realm_in,
    require_refused,
)
from tests.systems.kingdom.town_scenes import town

FAR = replace(VELL, spot="4,0")
FED = town("granary A1", "stockyard C1+D1+C2+D2")


def plan(cargo: Cargo = Cargo.RAW_MATERIALS, points: int = 5, **more: Any) -> PlanRoute:
    """A route from Hold to Vell."""
    return PlanRoute(TARN, "Vell", "Hold", cargo, points, **more)


def bar(*hexes: Hex) -> Land:
    """A row of hexes east of Hold, and nothing else."""
    return land({f"{q},0": each for q, each in enumerate((PLAIN, *hexes))}, own=("0,0",))


# -- the way ----------------------------------------------------------------------------------------------


def known(terrain: Terrain, **changes: Any) -> Hex:
    """An explored hex."""
    return Hex(terrain, is_explored=True, is_cleared=True, is_revealed=True, **changes)


ROAD = known(Terrain.FOREST, improvements=(Improvement.ROAD,))
HIGHWAY = known(Terrain.FOREST, improvements=(Improvement.ROAD, Improvement.HIGHWAY))
RIVER = known(Terrain.FOREST, rivers=(Direction.EAST,))
COAST = known(Terrain.FOREST, is_coast=True)
SEA = known(Terrain.WATER)


@pytest.mark.parametrize(
    ("each", "halves", "days", "needs"),
    [
        (known(Terrain.PLAINS), 4, Fraction(1), ""),
        (known(Terrain.DESERT), 4, Fraction(1), ""),
        (ROAD, 2, Fraction(1), ""),
        (HIGHWAY, 1, Fraction(1), ""),
        (RIVER, 2, Fraction(1), "pier A1"),
        (COAST, 2, Fraction(1, 2), "pier A1"),
        (SEA, 1, Fraction(1, 4), "waterfront A1+B1+A2+B2"),
    ],
)
def test_what_each_hex_adds_to_the_length_and_the_days(
    each: Hex, halves: int, days: Fraction, needs: str
) -> None:
    """Roads and rivers count as they are, grassland and desert double, water and Highways half."""
    on = bar(each, PLAIN)
    way = way_to(on, town(needs) if needs else town(), ("2,0",))
    assert way is not None
    assert (way.path, way.length, way.days) == (("1,0", "2,0"), halves + 4, days + 1)
    if needs:
        assert way_to(on, town(), ("2,0",)) is None


@pytest.mark.parametrize("terrain", sorted(set(Terrain) - {Terrain.PLAINS, Terrain.DESERT}))
def test_without_a_road_no_route_leads_through_other_land(terrain: Terrain) -> None:
    assert way_to(bar(known(terrain), PLAIN), town(), ("2,0",)) is None


def test_no_route_leads_through_what_isnt_explored() -> None:
    assert way_to(bar(replace(PLAIN, is_explored=False), PLAIN), town(), ("2,0",)) is None


def test_the_shortest_way_is_taken_and_leads_through_what_is_named() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.HIGHWAY,))
    way = way_to(on, town(), ("2,0",))
    assert way is not None
    assert (way.path, way.length) == (("1,0", "2,0"), 5)
    around_ = way_to(on, town(), ("0,1", "2,0"))
    assert around_ is not None
    assert around_.path[0] == "0,1"


# -- the checks -------------------------------------------------------------------------------------------


def route(length: int = 40, **changes: Any) -> Route:
    """A route of length 20 on which 10 BP were invested."""
    made = Route(7, "Vell", Cargo.RAW_MATERIALS, HOLD, ("1,0",), length, 10, 1, 2)
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("length", "printed", "reversed_"), [(2, 2, 0), (6, 0, 0), (5, 0, 0), (40, 0, 17), (7, 0, 0)]
)
def test_r159_the_length_modifier_as_printed_or_the_other_way_round(
    length: int, printed: int, reversed_: int
) -> None:
    assert length_modifier(realm(campaign=ABROAD), length) == printed
    turned = replace(ABROAD, settings={**ABROAD.settings, "kingdom.trade_lm": "trl_minus_size"})
    assert length_modifier(realm(campaign=turned), length) == reversed_


def test_the_dc_adds_corruption_and_the_route_and_takes_productivity_off() -> None:
    there = town("black_market A1", "mill E1+F1")
    at = realm_in(around(towns=(there,)))
    own = modifiers_in(at, there)
    assert (own[Modifier.CORRUPTION] > 0, own[Modifier.PRODUCTIVITY] > 0) == (True, True)
    made = trade_checks(at, route(60))
    assert [each.attribute for each in made] == list(Attribute)
    dc = figures(at).control_dc + own[Modifier.CORRUPTION] + 3 - own[Modifier.PRODUCTIVITY]
    assert {each.dc for each in made} == {dc}
    assert {each.modifier for each in trade_checks(realm_in(around()), route(is_hampered=True))} == {-2, 2}


# Stability is 4, DC 20 + 3 + 1 + Route Modifier 2: nothing but a 20 succeeds.
YES, NO = 20, 2


@pytest.mark.parametrize(
    ("checks", "dice", "points", "economy", "fame", "unrest", "is_there"),
    [
        ((NO, NO, NO), (), 0, 0, 0, 1, False),
        ((YES, NO, NO), (3, 4), 7, 0, 1, 0, False),
        ((YES, YES, NO), (1, 2, 3, 4), 2 + 10, 1, 1, 0, True),
        ((YES, YES, YES), (4, 4, 4, 4), 2 + 16, 2, 2, 0, True),
    ],
)
def test_r160_what_comes_of_the_three_checks(
    checks: tuple[int, ...],
    dice: tuple[int, ...],
    points: int,
    economy: int,
    fame: int,
    unrest: int,
    is_there: bool,
) -> None:
    """10 BP invested, RM 2: 1d4 for each 5 BP if one succeeds; RM once + 2d4 for each 5 BP if two do."""
    before = around(routes=(route(),), month=special(number=2))
    then = played(before, MeetTraders(TARN, 7), *checks, *dice)
    state = kingdom_of(then)
    assert state.treasury == 60 + points
    assert figures(realm_in(then)).economy == economy
    assert (number_of(realm_in(then), "fame"), state.unrest) == (fame, unrest)
    assert bool(state.routes) is is_there
    if is_there:
        assert (state.routes[0].economy, state.routes[0].ends) == (economy, 14)


def test_the_books_example_of_5_bp_and_a_route_modifier_of_2() -> None:
    then = played(
        around(routes=(route(invested=5),), month=special(number=2)), MeetTraders(TARN, 7), YES, YES, NO, 1, 4
    )
    assert kingdom_of(then).treasury == 60 + 2 + 5


def test_r117_foreign_quarters_raise_what_a_route_brings_up_to_twice_as_much() -> None:
    quarters = [f"foreign_quarter {lots}" for lots in ("A1+B1+A2+B2", "C1+D1+C2+D2", "E1+F1+E2+F2")]
    assert value_of(realm_in(around(towns=(town(*quarters),))), 19) == 19 * 115 // 100
    assert value_of(realm_in(around()), 19) == 19


def test_traders_who_get_there_within_a_turn_are_met_at_once() -> None:
    turn = play(around(FAR), plan(), YES, YES, NO, 1, 2)
    event = turn.events[0]
    assert (event.month, event.arrival.successes, event.length) == (1, 2, "8")
    assert "established" in (sentence(event) or "")
    then = kingdom_of(played(around(FAR), plan(), YES, YES, NO, 1, 2))
    assert then.treasury == 60 - 5 + 3
    assert then.month.issued == (SpecialEdict.TRADE,)


def test_a_long_way_takes_months_and_then_asks_for_the_roll() -> None:
    then = played(around(replace(FAR, beyond=70)), plan())
    (planned,) = kingdom_of(then).routes
    # 4 hexes of plains and 70 beyond the map: 74 days, two turns and some days.
    assert (planned.length, planned.arrives, planned.modifier) == (2 * (8 + 70), 3, 7)
    assert not abroad_steps(kingdom_of(then))
    there = replace(kingdom_of(then), month=month(Phase.UPKEEP, number=3))
    (step,) = abroad_steps(there)
    assert (step.who, [each.label for each in step.choices]) == (DEACON, ["Roll for the traders"])


@pytest.mark.parametrize(("number", "is_over"), [(12, False), (13, True)])
def test_a_route_is_over_after_a_year(number: int, is_over: bool) -> None:
    over = month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, number=number, size=3)
    at = around(routes=(route(economy=2, ends=14),), month=over, actor=MARISOL)
    turn = play(at, CloseMonth(TARN))
    assert any(isinstance(each, RouteOver) for each in turn.events) is is_over
    assert bool(kingdom_of(played(at, CloseMonth(TARN))).routes) is not is_over


# -- the types --------------------------------------------------------------------------------------------


def test_goods_count_every_ten_of_their_buildings_in_the_settlement() -> None:
    shops = [f"shop {letter}{row}" for letter in "CDEF" for row in (1, 2)]
    there = town("guildhall A1+B1", *shops, "smithy A2")
    routes = (route(cargo=Cargo.GOODS, economy=1, ends=14),)
    without, trading = (
        figures(realm_in(around(FAR, towns=(there,), routes=each))).economy for each in ((), routes)
    )
    assert trading == without + 1 + 1


def test_raw_materials_count_mines_only_with_a_foundry() -> None:
    on = land()
    for q in range(5):
        on = hexed(on, f"{q},0", improvements=(Improvement.MINE,), realm=TARN)
        on = hexed(on, f"{q},1", improvements=(Improvement.QUARRY,), realm=TARN)
    routes = (route(economy=1, ends=14),)
    for buildings, more in ((("foundry A1+B1",), 1), ((), 0)):
        there = town(*buildings)
        without = figures(realm_in(around(towns=(there,), on=on))).economy
        assert figures(realm_in(around(towns=(there,), on=on, routes=routes))).economy == without + 1 + more


def test_food_adds_nothing_while_farms_bring_no_surplus() -> None:
    on = land()
    for q in range(5):
        for r in (0, 1):
            on = hexed(on, f"{q},{r}", improvements=(Improvement.FARM,), realm=TARN)
    routes = (route(cargo=Cargo.FOOD, economy=1, ends=14),)
    fed = around(towns=(FED,), on=on, routes=routes)
    assert figures(realm_in(fed)).raw < 0
    hungry = around(towns=(FED,), on=on, routes=routes, changes=(change(Stat.CONSUMPTION, 40),))
    assert figures(realm_in(fed)).economy == figures(realm_in(hungry)).economy + 1


# -- two edicts -------------------------------------------------------------------------------------------


def test_r161_with_a_palace_the_checks_of_both_edicts_take_2_off() -> None:
    at = around(FAR, towns=(PALACE,))
    results = [play(at, plan(two=two), YES, YES, NO, 1, 2).events[0].arrival.results for two in (False, True)]
    assert [each[0].total for each in results] == [results[0][0].total, results[0][0].total - 2]
    # Rolled as the only one, it stays that.
    alone = played(at, plan(), YES, YES, NO, 1, 2)
    assert kingdom_of(alone).month.phase is Phase.INCOME
    # Of one that is to be met later it is known only once the second is issued.
    far = played(around(replace(FAR, beyond=70), towns=(PALACE,)), plan())
    assert not kingdom_of(far).routes[0].is_hampered
    assert kingdom_of(played(far, SendExpedition(TARN, 1, "East"), 2)).routes[0].is_hampered


@pytest.mark.parametrize(
    ("begin", "action", "code"),
    [
        (around(VELL), plan(), "trade.no_place"),
        (around(FAR), plan(points=3), "trade.too_little"),
        (around(FAR), plan(points=61), "treasury.too_dear"),
        (around(FAR), plan(Cargo.GOODS), "trade.needs"),
        (around(FAR), plan(Cargo.FOOD), "trade.needs"),
        (around(FAR, towns=(FED,)), plan(Cargo.FOOD), "trade.no_surplus"),
        (around(FAR, routes=(route(),)), plan(), "trade.one_of_each"),
        (around(FAR), plan(two=True), "special.no_palace"),
        (around(FAR, on=hexed(land(), "3,0", is_explored=False)), plan(via="3,0"), "trade.unexplored"),
        (around(replace(VELL, spot="9,9")), plan(), "trade.no_way"),
        (around(routes=(route(arrives=2),)), MeetTraders(TARN, 7), "trade.not_arrived"),
        (around(routes=(route(economy=1, ends=9),)), MeetTraders(TARN, 7), "trade.not_arrived"),
        (around(), EndRoute(TARN, "7"), "trade.no_route"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_refused_changes_nothing(begin: Any, action: Any, code: str) -> None:
    require_refused(begin, action, code)


def test_a_route_is_given_up_for_another_of_its_type() -> None:
    then = played(around(routes=(route(),)), EndRoute(TARN, "7"))
    assert not kingdom_of(then).routes


def test_a_route_outlasts_its_settlement_and_counts_nothing_of_it() -> None:
    gone = route(town=type(HOLD)("gone"), economy=1, ends=14)
    assert figures(realm_in(around(routes=(gone,), actor=MARISOL))).economy == 1
