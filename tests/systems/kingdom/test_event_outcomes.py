"""What comes of each event by the book: every branch of its row by exact dice, and what waits afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.event import sentence
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import NotAllowed
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.abroad.book import Cargo
from bot.systems.kingdom.abroad.state import Route
from bot.systems.kingdom.book import Attribute, Improvement, MonthStep, Phase, Role, Stat
from bot.systems.kingdom.events.book import EVENTS, Occasion, Strikes
from bot.systems.kingdom.events.outcomes import EventBegun, EventSettled, attempt, checks_of, circumstances
from bot.systems.kingdom.events.resolving import AttemptEvent, ResolveEvent, SettleEvent
from bot.systems.kingdom.events.rules import HireAdventurers, RollEvent
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import MOST_CHANGES, ActiveEvent
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun, labels
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    TARN,
    WREN,
    by,
    change,
    decided,
    event_steps,
    everybody,
    hexed,
    hold,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    realm_in,
    require_refused,
    scene,
    tarn,
)
from tests.systems.kingdom.town_scenes import town

ROLL, SETTLE = AttemptEvent(TARN, 1), SettleEvent
OVER, ON, LEFT = "over", "goes on", "left to a game master"


NOT_A_SETTLEMENT = (Strikes.HEX, Strikes.IMPROVED, Strikes.SETTLEABLE, Strikes.CHOSEN)


def happening(event: str, **changes: Any) -> ActiveEvent:
    """It struck in month 2: Hold, its hex, or the kingdom."""
    row = EVENTS[event]
    found = ActiveEvent(1, event, 2, row.is_continuous)
    if row.strikes in NOT_A_SETTLEMENT:
        found = replace(found, spot="0,0")
    elif row.strikes not in (Strikes.KINGDOM, Strikes.LEADER):
        found = replace(found, spot="0,0", town=HOLD)
    return replace(found, **changes)


def struck(event: str, *towns: Any, on: Any = None, campaign: Any = None, **changes: Any) -> Any:
    """Tarn in the Event phase of its second month, with 20 BP and Unrest 8: that event is new."""
    found = changes.pop("found", happening(event))
    made: dict[str, Any] = {
        "happenings": (found,), "counted": 1, "unrest": 8, "leaders": everybody(),
        "month": month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, number=2, size=3),
    }  # fmt: skip
    given = {"campaign": campaign} if campaign is not None else {}
    return scene(ready(tarn(**made | changes)), on, *towns, **given)


def told(turn: Any) -> EventSettled:
    (event,) = [each for each in turn.events if isinstance(each, EventSettled)]
    return event


def to_note(turn: Any) -> dict[str, int]:
    """By how much each number changed that only the table keeps."""
    came = [
        each
        for event in turn.events
        if isinstance(event, EventBegun | EventSettled)
        for each in event.changed
    ]
    return {each.number.value: each.amount for each in came if not each.is_kept}


def numbers(begin: Any, later: Any) -> dict[str, int]:
    """By how much each number of the kingdom changed, those for a while with how long; "hold " is Hold's."""
    before, after = kingdom_of(begin), kingdom_of(later)
    found = {"unrest": after.unrest - before.unrest, "treasury": after.treasury - before.treasury}
    for each in after.changes:
        lasts = "" if each.until.value == "always" else f" {each.until.value}"
        found[each.stat.value + lasts] = each.amount
    for there in realm_in(later).towns.values():
        for each in there.changes:
            lasts = "" if each.until.value == "always" else f" {each.until.value}"
            found[f"{there.name.casefold()} {each.stat.value}{lasts}"] = each.amount
    return {name: amount for name, amount in found.items() if amount}


def fate(later: Any) -> str:
    """Whether it is over, comes again, or waits."""
    state = kingdom_of(later)
    found = next((each for each in state.happenings if each.number == 1), None)
    if found is None:
        return OVER
    if found.resolved < state.month.number:
        return LEFT
    return ON if found.is_continuous else OVER


ROLLED = [
    # event, dice: 20 succeeds and 1 fails; what changes; what the table notes; what becomes of it
    ("assassination_attempt", (20,), {}, {}, OVER),
    ("assassination_attempt", (1, 4), {"unrest": 4}, {}, OVER),
    ("bandit_activity", (20,), {}, {}, OVER),
    ("bandit_activity", (1, 6, 6, 2), {"treasury": -14}, {}, OVER),
    ("building_demand", (20,), {"loyalty": -2, "unrest": 1}, {}, OVER),
    ("building_demand", (1,), {}, {}, LEFT),
    ("cult_activity", (20, 20), {}, {}, OVER),
    ("cult_activity", (20, 1),
     {"unrest": 1, "stability": -1, "hold productivity": -1, "hold society": -1}, {}, OVER),
    ("cult_activity", (1, 1),
     {"unrest": 2, "stability": -2, "hold productivity": -2, "hold society": -2}, {}, ON),
    ("drug_den", (20, 20), {}, {}, OVER),
    ("drug_den", (1, 20), {"unrest": 1, "hold crime": 1}, {}, ON),
    ("drug_den", (1, 1, 51),
     {"unrest": 1, "economy": -1, "loyalty": -1, "stability": -1, "hold crime": 1}, {}, ON),
    ("feud", (20,), {"unrest": 1}, {}, OVER),
    ("feud", (1, 5), {"unrest": 5, "hold corruption": 1}, {}, ON),
    ("food_shortage", (20,), {"consumption upkeep": 2}, {}, OVER),
    ("food_shortage", (1,), {"consumption upkeep": 4}, {}, OVER),
    ("improvement_demand", (20,), {"loyalty": -2, "unrest": 1}, {}, OVER),
    ("inquisition", (20,),
     {"loyalty": -1, "stability": -1, "hold lore": -1, "hold productivity": -1}, {}, ON),
    ("inquisition", (1,),
     {"loyalty": -2, "stability": -2, "hold lore": -2, "hold productivity": -2, "hold law": 1},
     {"infamy": 1}, ON),
    ("land_rush", (20,), {"stability": -1, "unrest": 1}, {"productivity": -1, "society": -1}, ON),
    ("land_rush", (1, 3), {"stability": -1, "unrest": 3}, {"productivity": -1, "society": -1}, ON),
    ("large_disaster", (3, 20), {}, {}, OVER),
    ("large_disaster", (3, 1), {"unrest": 1}, {}, OVER),
    # Eight lots are told of, and nobody says what stands on them.
    ("localized_disaster", (3, 1, 20, 1, 1, 1, 1), {"unrest": 2}, {}, OVER),
    ("monster_attack", (20,), {}, {}, OVER),
    ("monster_attack", (1,), {}, {}, LEFT),
    ("plague", (20, 20, 3), {"stability": -2, "treasury": -3}, {}, OVER),
    ("plague", (20, 1, 4, 2), {"stability": -4, "treasury": -4, "unrest": 2}, {}, ON),
    ("plague", (1, 1, 4, 6), {"stability": -4, "treasury": -4, "unrest": 6}, {}, ON),
    ("public_scandal", (20,), {}, {"infamy": 1}, OVER),
    ("public_scandal", (1,), {"unrest": 2, "loyalty_checks event": -4}, {"infamy": 1}, OVER),
    ("sensational_crime", (20, 20), {}, {}, OVER),
    ("sensational_crime", (20, 1), {"unrest": 1}, {}, ON),
    ("sensational_crime", (1, 1, 4), {"loyalty": -1, "treasury": -4, "unrest": 2, "hold law": -1}, {}, ON),
    ("slavers", (20, 20), {}, {}, OVER),
    # As printed (R126).
    ("slavers", (1, 20), {"loyalty": -1, "stability": -1, "unrest": -1}, {}, OVER),
    ("slavers", (1, 1), {"loyalty": -2, "stability": -2, "unrest": -2}, {}, ON),
    ("smugglers", (20, 20), {}, {}, OVER),
    ("smugglers", (1, 20, 3, 2, 1), {"treasury": -3, "hold corruption": 2},
     {"crime": 1, "productivity": -1}, OVER),
    ("smugglers", (1, 1, 6, 4, 5), {"treasury": -6, "hold corruption": 4},
     {"crime": 1, "productivity": -5}, ON),
    ("squatters", (20,), {"stability": -1, "unrest": 2}, {"fame": -1}, ON),
    ("squatters", (1,), {"stability": -1, "unrest": 2}, {"fame": -1}, ON),
    ("vandals", (20, 20), {}, {}, OVER),
    ("vandals", (1, 20), {"hold society": -1}, {}, OVER),
    ("vandals", (1, 1, 2), {}, {}, OVER),
]  # fmt: skip
AS_DRAWN = [
    # Nothing is rolled against these, and nobody decides.
    ("archaeological_find", (), {}, {"lore": 1}, OVER),
    ("boomtown", (3,), {"hold corruption event": 3}, {}, OVER),
    ("diplomatic_overture", (2, 61), {"treasury": 2}, {}, LEFT),
    ("discovery", (4,), {"hold lore": 4}, {"fame": 1}, OVER),
    ("economic_boom", (6, 1), {"treasury": 7}, {}, OVER),
    ("food_surplus", (), {"consumption upkeep": -2}, {}, OVER),
    ("good_weather", (), {"economy event": 2, "loyalty event": 2}, {"productivity": 2}, OVER),
    ("justice_prevails", (), {"loyalty": 1, "unrest": -1, "hold law": 1, "hold crime": -1}, {}, OVER),
    ("natural_blessing", (), {"stability_checks event": 4}, {}, OVER),
    ("new_subjects", (2,), {"stability": 1, "unrest": -1, "treasury": 2}, {"society": 1}, OVER),
    ("noblesse_oblige", (50,), {}, {}, OVER),
    # Its 6 is not rolled on (R138).
    ("outstanding_success", (6,), {"treasury": 6, "unrest": -2, "economy_checks event": 4},
     {"fame": 1}, OVER),
    ("pilgrimage", (), {}, {}, OVER),
    ("political_calm", (5,), {"unrest": -5}, {}, OVER),
    ("remarkable_treasure", (), {}, {}, OVER),
    ("unexpected_find", (70,), {}, {}, OVER),
    ("visiting_celebrity", (6, 6, 1), {"treasury": 13}, {"fame": 1}, OVER),
]  # fmt: skip
SAID = [
    ("assassination_attempt", Occasion.SUCCESS, (), {}, OVER),
    ("assassination_attempt", Occasion.FAILURE, (2,), {"unrest": 2}, OVER),
    ("building_demand", Occasion.MET, (), {}, OVER),
    ("building_demand", Occasion.UNMET, (), {}, ON),
    ("improvement_demand", Occasion.MET, (), {}, OVER),
    ("festive_invitation", Occasion.SUCCESS, (3,), {"treasury": -3}, OVER),
    ("festive_invitation", Occasion.FAILURE, (), {}, OVER),
    ("monster_attack", Occasion.SUCCESS, (), {}, OVER),
    ("monster_attack", Occasion.FAILURE, (), {"unrest": 4}, ON),
    ("wealthy_immigrant", Occasion.SUCCESS, (76,), {}, OVER),
    ("wealthy_immigrant", Occasion.FAILURE, (), {}, OVER),
]


def built_up() -> tuple[Any, Any]:
    """Hold with some lots in use, and a road in its hex; Consumption is 4."""
    return hexed(land(), "0,0", improvements=(Improvement.WATCHTOWER,)), hold(lots=8)


@pytest.mark.parametrize(("event", "dice", "changes", "noted", "becomes"), ROLLED)
def test_each_event_that_is_rolled_against(
    event: str, dice: Sequence[int], changes: dict[str, int], noted: dict[str, int], becomes: str
) -> None:
    on, where = built_up()
    begin = struck(event, where, on=on)
    assert figures(realm_in(begin)).consumption == 4
    turn = play(begin, ROLL, *dice)
    later = played(begin, ROLL, *dice)
    assert numbers(begin, later) == changes
    assert to_note(turn) == noted
    assert fate(later) == becomes


@pytest.mark.parametrize(("event", "dice", "changes", "noted", "becomes"), AS_DRAWN)
def test_each_event_that_comes_about_as_it_is_drawn(
    event: str, dice: Sequence[int], changes: dict[str, int], noted: dict[str, int], becomes: str
) -> None:
    """Drawn it does so by itself: the same as where a game master placed it and has it carried out."""
    begin = struck(event)
    action = SETTLE(TARN, 1, Occasion.ALWAYS)
    turn, later = play(begin, action, *dice), played(begin, action, *dice)
    assert numbers(begin, later) == changes
    assert to_note(turn) == noted
    assert fate(later) == becomes
    assert EVENTS[event].is_at_once


@pytest.mark.parametrize(("event", "when", "dice", "changes", "becomes"), SAID)
def test_each_event_that_a_game_master_decides(
    event: str, when: Occasion, dice: Sequence[int], changes: dict[str, int], becomes: str
) -> None:
    begin = struck(event)
    later = played(begin, SETTLE(TARN, 1, when), *dice)
    assert numbers(begin, later) == changes
    assert fate(later) == becomes


def test_every_branch_of_the_forty_is_tried() -> None:
    assert {row[0] for row in (*ROLLED, *AS_DRAWN, *SAID)} == set(EVENTS) - {"crop_failure"}


@pytest.mark.parametrize(
    ("event", "dice", "becomes"),
    [
        # After one failure the book ends two of them, and of the third it says nothing: it goes on.
        ("cult_activity", (20, 1), OVER),
        ("smugglers", (1, 20, 1, 1, 1), OVER),
        ("drug_den", (1, 20), ON),
        # After two all of them go on; after none they are over.
        ("cult_activity", (1, 1), ON),
        ("smugglers", (1, 1, 1, 1, 1), ON),
        ("drug_den", (1, 1, 1), ON),
        ("cult_activity", (20, 20), OVER),
        ("smugglers", (20, 20), OVER),
        ("drug_den", (20, 20), OVER),
    ],
)
def test_r127_after_one_failure_a_cult_and_smugglers_are_over_and_a_drug_den_goes_on(
    event: str, dice: Sequence[int], becomes: str
) -> None:
    assert fate(played(struck(event), ROLL, *dice)) == becomes


@pytest.mark.parametrize(
    ("event", "dice", "each_time"),
    [
        ("sensational_crime", (1, 20), {"unrest": 1}),
        ("sensational_crime", (1, 1, 4), {"loyalty": -1, "treasury": -4, "unrest": 2, "hold law": -1}),
        ("squatters", (1,), {"stability": -1, "unrest": 2}),
    ],
)
def test_r128_what_goes_on_costs_the_same_in_every_event_phase(
    event: str, dice: Sequence[int], each_time: dict[str, int]
) -> None:
    first = struck(event)
    then = played(first, ROLL, *dice)
    assert (numbers(first, then), fate(then)) == (each_time, ON)
    later = next_event_phase(then)
    twice = numbers(first, played(later, ROLL, *dice))
    assert twice == {name: 2 * amount for name, amount in each_time.items()}


def test_r132_a_crop_failure_takes_what_farms_give_in_the_next_upkeep() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.FARM,))
    for dice, amount in (((20, 20), None), ((20, 1), 1), ((1, 1), 2)):
        begin = struck("crop_failure", hold(), on=on)
        found = numbers(begin, played(begin, ROLL, *dice))
        assert found == ({"consumption upkeep": amount} if amount is not None else {})


# -- drawn --------------------------------------------------------------------------------------------


def test_what_nothing_is_rolled_against_comes_about_with_the_month_s_roll() -> None:
    begin = begun(Phase.EVENT, MonthStep.CONTINUING)
    turn = play(begin, RollEvent(TARN), 20, 25, 31, 6, 2)
    assert sentence(told(turn)) == ("Tarn: Economic Boom: **Treasury +8 BP** (rolled 6, 2) · **It's over.**")
    state = kingdom_of(played(begin, RollEvent(TARN), 20, 25, 31, 6, 2))
    assert (state.treasury, list(state.month.opened), state.month.had_event) == (28, ["close"], True)


@pytest.mark.parametrize(
    ("event", "faces", "fate"),
    [
        # Of one that goes on until a check succeeds; of one that never comes again.
        ("feud", (20,), "**It's over** and doesn't come back."),
        ("squatters", (2,), "**It goes on** and comes back in the next Event phase."),
        ("bandit_activity", (20,), "**It's over.**"),
        (
            "squatters",
            (20,),
            "**It isn't over**: the next Event phase asks. Does a House or Tenement stand on the lot?",
        ),
    ],
)
def test_what_came_of_an_event_says_whether_it_goes_on(event: str, faces: tuple[int, ...], fate: str) -> None:
    assert str([*told(play(struck(event), ROLL, *faces)).lines][-1]) == fate


def test_a_success_that_costs_says_that_it_has_a_price() -> None:
    lines = [str(each) for each in told(play(struck("feud"), ROLL, 20)).lines]
    assert "**success" in lines[0]
    assert lines[1] == "Success, at a price: **Unrest +1**"
    # What a failure costs is no surprise.
    assert "price" not in str(sentence(told(play(struck("feud"), ROLL, 1, 3))))


def test_an_event_of_the_draw_that_asks_for_checks_waits_for_them() -> None:
    later = played(begun(Phase.EVENT, MonthStep.CONTINUING), RollEvent(TARN), 20, 1, 97, 50, 29)
    assert labels(kingdom_of(later))[::2][:2] == [
        "Roll Stability: Bandit Activity", "Roll Stability: Food Shortage",
    ]  # fmt: skip
    assert [each.stat for each in kingdom_of(later).changes] == [Stat.STABILITY_CHECKS]


# -- the checks ---------------------------------------------------------------------------------------


def step_of(begin: Any) -> Any:
    (step,) = event_steps(TARN, kingdom_of(begin))
    return step


def test_a_check_is_asked_of_whoever_does_that_task() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, WREN))
    step = step_of(struck("bandit_activity", leaders=leaders))
    assert (step.who, [each.label for each in step.choices]) == (
        WREN, ["Roll Stability", "Bandit Activity: how it turned out…"],
    )  # fmt: skip
    step = step_of(struck("slavers", leaders=leaders))
    assert (step.who, step.choices[0].label) == (DEACON, "Roll Loyalty and Stability")


def test_who_rolls_r044_applies_to_the_checks_of_events() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, MARISOL))
    begin = struck("feud", leaders=leaders)
    assert play(by(begin, WREN), ROLL, 20).on_behalf_of == DEACON
    strict = struck("feud", leaders=leaders, campaign=decided(who_rolls="role"))
    with pytest.raises(NotAllowed):
        play(by(strict, WREN), ROLL)
    assert play(by(strict, DEACON), ROLL, 20).on_behalf_of is None


@pytest.mark.parametrize("event", ["bandit_activity", "cult_activity", "sensational_crime"])
def test_the_odds_of_each_outcome_are_exact(event: str) -> None:
    """Every face of every die, against the chances that the card tells."""
    where = realm_in(struck(event, changes=(change(Stat.STABILITY, 16), change(Stat.LOYALTY, 12))))
    found = where.kingdom.happenings[0]
    made = checks_of(where, found)
    found_by = Counter[int]()
    for faces in product(range(1, 21), repeat=len(made)):
        _, (outcome, *_rest) = attempt(where, found, _Ones(*faces))
        found_by[sum(each.is_success for each in outcome.results)] += 1
    expected = {0: Fraction(1)}
    for chance in (each.chance for each in made):
        ways = range(len(expected) + 1)
        expected = {n: expected.get(n, 0) * (1 - chance) + expected.get(n - 1, 0) * chance for n in ways}
    assert {n: Fraction(count, 20 ** len(made)) for n, count in found_by.items()} == expected


class _Ones(FixedDice):
    """The faces of the checks, and 1 on every die after them."""

    def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
        return super()._draw(count, sides, reason, secret) if self._left else (1,) * count


def test_in_anarchy_the_checks_of_events_are_0() -> None:
    where = realm_in(struck("bandit_activity", is_in_anarchy=True))
    found = where.kingdom.happenings[0]
    (made,) = checks_of(where, found)
    assert made.needed is None
    assert made.chance == 0
    # No die is rolled for the check; the one for the Treasury is.
    _, (outcome, *_rest) = attempt(where, found, FixedDice(3))
    assert [(each.total, each.is_success) for each in outcome.results] == [(0, False)]


def test_r141_adventurers_help_the_one_check_they_were_hired_for() -> None:
    begin = struck("crop_failure", hold(), on=hexed(land(), "1,0", improvements=(Improvement.FARM,)))
    later = played(begin, HireAdventurers(TARN, Attribute.STABILITY, "6+"))
    first, second = checks_of(realm_in(later), kingdom_of(later).happenings[0])
    assert first.modifier == second.modifier + 10


def test_r126_r083_dens_and_slavers_by_brothels_tenements_waterfronts_and_squatters() -> None:
    lots = town("tenement A1", "dance_hall B1", "waterfront C1+D1+C2+D2")
    also = ActiveEvent(2, "squatters", 1, is_continuous=True, town=HOLD)
    begin = struck("slavers", lots, happenings=(happening("slavers"), also), counted=2)
    assert circumstances(realm_in(begin), happening("slavers")) == -4
    for reading, amount in (("ignore", -2), ("separate", -2), ("alias", -3)):
        where = realm_in(struck("drug_den", lots, campaign=decided(brothel=reading)))
        assert circumstances(where, happening("drug_den")) == amount


def test_smugglers_by_the_piers_waterfronts_and_trade_routes_of_the_kingdom() -> None:
    begun = Route(1, "Vell", Cargo.GOODS, HOLD, (), 4, 5, 1, 3)
    routes = (begun, replace(begun, number=2, cargo=Cargo.FOOD, economy=1, ends=13))
    lots = town("pier A1", "waterfront C1+D1+C2+D2", "tenement A2")
    for trades, amount in (("no", -2), ("yes", -3)):
        where = realm_in(struck("smugglers", lots, campaign=decided(trade=trades), routes=routes))
        assert circumstances(where, happening("smugglers", town=None, spot=None)) == amount


def test_r130_plague_by_what_spreads_and_what_heals_it() -> None:
    lots = town("inn A1", "tenement B1", "hospital C1+D1", "herbalist E1")
    on = hexed(land(), "0,0", improvements=(Improvement.ROAD, Improvement.FARM))
    # Inn, Tenement and Road; the Hospital as one of them and 2 by itself, and the Herbalist.
    assert circumstances(realm_in(struck("plague", lots, on=on)), happening("plague")) == -3 + 3 + 1
    hurt = replace(lots, buildings=tuple(replace(each, is_damaged=True) for each in lots.buildings))
    assert circumstances(realm_in(struck("plague", hurt, on=on)), happening("plague")) == -3


@pytest.mark.parametrize(("scope", "bonus"), [("hex", 4), ("kingdom", 6), ("once", 2)])
def test_r130_which_hospitals_help_against_a_plague_the_campaign_decides(scope: str, bonus: int) -> None:
    """Each of the two there counts as one of what heals it; by its own rule it adds 2 more."""
    here, elsewhere = town("hospital A1+B1", "hospital C1+D1"), town("hospital A1+B1")
    far = replace(elsewhere, name="Mill", spot="1,0")
    settlements = (HOLD, RecordId("mill"))
    begin = struck("plague", here, far, settlements=settlements, campaign=decided(hospital_scope=scope))
    assert circumstances(realm_in(begin), happening("plague")) == 2 + bonus


def test_sensational_crime_by_the_settlement_s_law_less_its_crime() -> None:
    # Barracks: Law +1.
    where = realm_in(struck("sensational_crime", town("barracks A1")))
    assert circumstances(where, happening("sensational_crime")) == 1


def test_political_calm_adds_2_to_checks_against_what_goes_on() -> None:
    calm = ActiveEvent(2, "political_calm", 2, resolved=2)
    for event, bonus in (("feud", 2), ("land_rush", 0)):
        plain = struck(event)
        with_calm = struck(event, happenings=(happening(event), calm), counted=2)
        (before,), (after,) = (checks_of(realm_in(each), happening(event)) for each in (plain, with_calm))
        assert after.modifier - before.modifier == bonus


# -- months -------------------------------------------------------------------------------------------


def next_event_phase(later: Any) -> Any:
    if "close" not in kingdom_of(later).month.opened:
        later = played(later, SkipTo(TARN, MonthStep.CLOSE))
    for action in (CloseMonth(TARN), OpenMonth(TARN), SkipTo(TARN, MonthStep.CONTINUING)):
        later = played(later, action)
    return later


def test_r125_a_continuous_event_is_rolled_against_again_next_month() -> None:
    later = played(struck("feud"), ROLL, 1, 2)
    later = next_event_phase(later)
    assert (kingdom_of(later).month.number, labels(kingdom_of(later))[0]) == (3, "Roll Loyalty")
    ended = played(later, ROLL, 20)
    assert fate(ended) == OVER
    require_refused(ended, ROLL, "events.told_already")


def test_r123_what_a_continuous_event_costs_is_one_source_that_stays() -> None:
    later = next_event_phase(played(struck("inquisition"), ROLL, 1))
    later = played(later, ROLL, 1)
    assert [(each.stat, each.amount, each.name) for each in kingdom_of(later).changes] == [
        (Stat.LOYALTY, -4, "Inquisition"), (Stat.STABILITY, -4, "Inquisition"),
    ]  # fmt: skip


def test_r143_a_second_success_in_a_row_ends_an_inquisition_without_harm() -> None:
    once = next_event_phase(played(struck("inquisition"), ROLL, 20))
    again = played(once, ROLL, 20)
    assert (fate(again), len(kingdom_of(again).changes)) == (OVER, len(kingdom_of(once).changes))
    failed = next_event_phase(played(once, ROLL, 1))
    assert fate(played(failed, ROLL, 20)) == ON


def test_r131_an_unmet_demand_adds_unrest_from_the_next_event_phase_on() -> None:
    first = played(struck("building_demand"), SETTLE(TARN, 1, Occasion.UNMET))
    later = next_event_phase(first)
    after = played(later, SETTLE(TARN, 1, Occasion.UNMET))
    assert (kingdom_of(after).unrest - kingdom_of(later).unrest, fate(after)) == (1, ON)


def test_r131_silencing_is_tried_once_a_phase_and_a_failure_costs_nothing() -> None:
    later = played(struck("building_demand"), ROLL, 1)
    step = step_of(later)
    assert (step.name, step.who) == ("after-1", None)
    assert [each.label for each in step.choices][:2] == ["It was met", "Not met yet"]
    require_refused(later, ROLL, "events.no_check_now")
    assert (
        labels(kingdom_of(next_event_phase(played(later, SETTLE(TARN, 1, Occasion.UNMET)))))[0]
        == "Roll Loyalty"
    )


def test_r129_a_monster_adds_4_unrest_and_then_the_hex_is_tested() -> None:
    for unrest, size in ((0, 3), (1, 2)):
        begin = struck("monster_attack", unrest=unrest, found=happening("monster_attack", spot="1,0"))
        later = played(played(begin, ROLL, 1), SETTLE(TARN, 1, Occasion.FAILURE))
        assert (kingdom_of(later).unrest, realm_in(later).size, fate(later)) == (unrest + 4, size, ON)


def test_r137_calm_brings_loyalty_and_stability_with_no_unrest_and_nothing_that_goes_on() -> None:
    at_peace = played(struck("political_calm", unrest=3), SETTLE(TARN, 1, Occasion.ALWAYS), 3)
    assert numbers(struck("political_calm", unrest=3), at_peace) == {
        "unrest": -3,
        "loyalty": 1,
        "stability": 1,
    }
    feud = ActiveEvent(2, "feud", 1, is_continuous=True, resolved=2)
    begin = struck("political_calm", unrest=3, happenings=(happening("political_calm"), feud), counted=2)
    assert numbers(begin, played(begin, SETTLE(TARN, 1, Occasion.ALWAYS), 3)) == {"unrest": -3}


def test_r142_after_squatters_a_home_must_stand_there_by_the_next_event_phase() -> None:
    dispersed = played(struck("squatters"), ROLL, 20)
    later = next_event_phase(dispersed)
    assert labels(kingdom_of(later))[:2] == ["A home stands there", "No home was built"]
    assert fate(played(later, SETTLE(TARN, 1, Occasion.MET))) == OVER
    unbuilt = played(later, SETTLE(TARN, 1, Occasion.UNBUILT))
    assert (kingdom_of(unbuilt).unrest - kingdom_of(later).unrest, fate(unbuilt)) == (2, OVER)
    require_refused(later, ROLL, "events.no_check_now")


@pytest.mark.parametrize(("dice", "checks"), [((5, 20), 1), ((6, 1, 20, 20), 2), ((6, 6, 20, 20), 2)])
def test_r134_a_large_disaster_at_6_reaches_improved_hexes_beside_it(
    dice: Sequence[int], checks: int
) -> None:
    on = hexed(
        hexed(land(), "0,0", improvements=(Improvement.ROAD,)), "1,0", improvements=(Improvement.FARM,)
    )
    assert len(told(play(struck("large_disaster", hold(), on=on), ROLL, *dice)).results) == checks


def test_r134_a_localized_disaster_strikes_lots_that_are_built_on() -> None:
    for lots, dice, checks in ((36, (6, 2), 8), (36, (4,), 4), (3, (5,), 3)):
        begin = struck("localized_disaster", hold(lots=lots))
        assert len(told(play(begin, ROLL, *dice, *(20,) * checks)).results) == checks


# -- what is left to do -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "action", "dice", "label"),
    [
        ("diplomatic_overture", SETTLE(TARN, 1, Occasion.ALWAYS), (1, 60),
         "Tarn: Diplomatic Overture: The envoy offers an embassy: play it out"),
    ],
)  # fmt: skip
def test_what_an_outcome_leaves_is_a_step_of_one_press(
    event: str, action: Any, dice: Sequence[int], label: str
) -> None:
    later = played(struck(event, hold(lots=8)), action, *dice)
    step = step_of(later)
    assert (step.name, step.who, step.label) == ("after-1", None, label)
    assert step.choices[0].label == "Done"
    done = played(later, SETTLE(TARN, 1))
    assert (fate(done), list(kingdom_of(done).month.opened)) == (OVER, ["close"])
    require_refused(done, SETTLE(TARN, 1), "events.told_already")


def test_a_players_character_meets_the_assassin_in_play() -> None:
    target = {"role": Role.HEIR, "leader": "Ada"}
    for player, first in ((WREN, "They live"), (None, "Roll Stability")):
        leaders = (leader(Role.RULER, DEACON), leader(Role.HEIR, player, name="Ada"))
        begin = struck(
            "assassination_attempt", leaders=leaders, found=happening("assassination_attempt", **target)
        )
        assert labels(kingdom_of(begin))[0] == first


def test_a_game_master_may_still_tell_it_in_own_words_or_decide_otherwise() -> None:
    begin = struck("bandit_activity")
    assert fate(played(begin, ResolveEvent(TARN, 1, "They were hired", "no"))) == OVER
    left = played(struck("diplomatic_overture"), SETTLE(TARN, 1, Occasion.ALWAYS), 1, 60)
    assert fate(played(left, ResolveEvent(TARN, 1, "They sent him home", "no"))) == OVER


def test_what_was_left_is_over_with_the_month_where_it_was_passed_over() -> None:
    left = played(struck("diplomatic_overture"), SETTLE(TARN, 1, Occasion.ALWAYS), 1, 60)
    closed = played(played(left, SkipTo(TARN, MonthStep.CLOSE)), CloseMonth(TARN))
    assert kingdom_of(closed).happenings == ()


# -- refused ------------------------------------------------------------------------------------------


def test_only_game_masters_settle_events_by_their_word() -> None:
    permits = {kind.action: kind.may for kind in SYSTEM.actions}
    assert (permits[SettleEvent], permits[AttemptEvent]) == (Permit.GAME_MASTERS, Permit.MEMBERS)


@pytest.mark.parametrize(
    ("begin", "action", "code"),
    [
        (struck("bandit_activity"), AttemptEvent(TARN, 9), "events.not_under_way"),
        (struck("festive_invitation"), ROLL, "events.no_check_now"),
        (struck("bandit_activity"), SETTLE(TARN, 1, Occasion.FAILURE), "events.no_such_outcome"),
        (struck("bandit_activity"), SETTLE(TARN, 1), "events.no_such_outcome"),
        (struck("bandit_activity", month=month(Phase.INCOME, number=2, size=3)), ROLL, "events.not_yet"),
        (struck("bandit_activity", frozen="Summer"), ROLL, "kingdom.is_frozen"),
        (struck("cult_activity", changes=(change(Stat.ECONOMY, 1),) * MOST_CHANGES), ROLL,
         "events.too_many_sources"),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(begin: Any, action: Any, code: str) -> None:
    with refuses(code):
        play(begin, action, *((1, 1) if code == "events.too_many_sources" else ()))


def test_an_event_whose_settlement_was_lost_is_rolled_all_the_same() -> None:
    begin = struck("slavers", settlements=(), capital=None)
    assert fate(played(begin, ROLL, 20, 20)) == OVER


def test_a_happening_is_settled_by_the_book_and_one_that_it_lacks_by_a_game_master() -> None:
    waits = ActiveEvent(1, "economic_boom", 2)
    begin = struck("economic_boom", found=waits)
    assert labels(kingdom_of(begin))[:2] == ["Carry it out", "Economic Boom: how it turned out…"]
    unknown = ActiveEvent(1, "a_comet", 2)
    assert labels(kingdom_of(struck("feud", found=unknown)))[0] == "A comet: how it turned out…"


def test_treasury_r145_may_fall_below_0_by_an_event() -> None:
    assert kingdom_of(played(struck("bandit_activity", treasury=1), ROLL, 1, 5)).treasury == -4


def test_r135_a_boomtown_counts_a_temple_that_gives_economy_and_no_other() -> None:
    """By its deity, where the campaign uses holy sites (R162): not by what the book lists."""
    lots = town("inn A1", "temple B1+C1", "shrine D1")
    blessing = (Attribute.ECONOMY, Attribute.LOYALTY)
    temple = replace(lots.buildings[1], deity="Erastil", blessing=blessing)
    lots = replace(lots, buildings=(lots.buildings[0], temple, lots.buildings[2]))
    for used, amount in (("yes", 2), ("no", 1)):
        begin = struck("boomtown", lots, campaign=decided(holy_sites=used))
        assert numbers(begin, played(begin, SETTLE(TARN, 1, Occasion.ALWAYS), 2))["economy event"] == amount


def test_r135_a_boomtown_counts_sound_buildings_that_add_to_economy() -> None:
    lots = town("inn A1", "bank B1", "house C1")
    hurt = replace(lots, buildings=(*lots.buildings[:1], replace(lots.buildings[1], is_damaged=True)))
    for where, amount in ((lots, 2), (hurt, 1)):
        begin = struck("boomtown", where)
        later = played(begin, SETTLE(TARN, 1, Occasion.ALWAYS), 2)
        assert numbers(begin, later) == {"economy event": amount, "hold corruption event": 2}
