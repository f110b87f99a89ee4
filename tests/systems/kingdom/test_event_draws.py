"""Which events a month brings: the chance, rolls made again, what can come about, whom it strikes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Improvement, Mark, Phase, Role, Stage, Step
from bot.systems.kingdom.events.book import Table
from bot.systems.kingdom.events.draws import MOST_REROLLS, Fate, Strike, Target, draw, drawn_target, is_valid
from bot.systems.kingdom.events.rules import EventRolled, RollEvent
from bot.systems.kingdom.realm import Realm
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    STRANGER,
    TARN,
    WREN,
    by,
    decided,
    hexed,
    hold,
    kingdom_of,
    land,
    leader,
    play,
    played,
    realm,
    tarn,
)

HERE = Target("0,0", HOLD)


def drawn(where: Realm, *dice: int) -> tuple[list[str], list[str]]:
    """The events, and what became of each roll on a table."""
    fixed = FixedDice(*dice)
    rolls, strikes = draw(where, fixed)
    fixed.all_used()
    return [each.event for each in strikes], [each.fate.value for each in rolls]


def built(**changes: Any) -> Realm:
    """Tarn with four lots of Hold in use."""
    return realm(tarn(**changes), None, hold(lots=4))


def at_roll(**changes: Any) -> Any:
    return begun(Phase.EVENT, Step.CONTINUING, **changes)


def told(turn: Any) -> EventRolled:
    found = [each for each in turn.events if isinstance(each, EventRolled)]
    return found[0]


# -- the chance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "die", "strikes"),
    [(None, 25, True), (None, 26, False), (True, 25, True), (True, 26, False), (False, 75, True)],
)
def test_r023_the_chance_is_25_and_75_after_a_quiet_month(last: Any, die: int, strikes: bool) -> None:
    dice = (die, 10, 25) if strikes else (die,)
    turn = play(at_roll(last_had_event=last), RollEvent(TARN), *dice)
    assert bool(told(turn).struck) is strikes
    assert told(turn).chance == (75 if last is False else 25)


def test_75_after_a_quiet_month_is_not_76() -> None:
    turn = play(at_roll(last_had_event=False), RollEvent(TARN), 76)
    assert not told(turn).struck


def test_r023_the_first_month_may_begin_at_75() -> None:
    begin = at_roll(campaign=decided(first_turn_event_chance="75"))
    assert told(play(begin, RollEvent(TARN), 60, 10, 25)).struck
    assert told(play(at_roll(), RollEvent(TARN), 60)).struck == ()


def test_r024_a_new_event_counts_for_the_next_months_chance() -> None:
    assert kingdom_of(played(at_roll(), RollEvent(TARN), 20, 10, 25)).month.had_event
    assert not kingdom_of(played(at_roll(), RollEvent(TARN), 30)).month.had_event


def test_a_quiet_month_goes_on_to_its_end() -> None:
    state = kingdom_of(played(at_roll(), RollEvent(TARN), 99))
    assert list(state.month.opened) == ["close"]
    marks = {each.step: each.how for each in state.month.marks}
    assert (marks[Step.EVENT], marks[Step.RESOLVE]) == (Mark.DONE, Mark.NOT_NEEDED)


def test_an_event_waits_for_its_outcome() -> None:
    state = kingdom_of(played(at_roll(), RollEvent(TARN), 25, 80, 20))
    assert list(state.month.opened) == ["resolve"]
    (found,) = state.happenings
    assert (found.event, found.town, found.spot, found.since) == ("cult_activity", HOLD, "0,0", 1)
    assert found.is_continuous


# -- R120 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "events", "fates"),
    [
        # A table, and its row.
        ((25, 31), ["economic_boom"], ["on", "strikes"]),
        ((26, 5), ["assassination_attempt"], ["on", "strikes"]),
        # Rolled on.
        ((1, 50, 41), ["natural_blessing", "food_shortage"], ["and_again", "on", "strikes"]),
        ((97, 25, 31), ["bandit_activity", "economic_boom"], ["and_again", "on", "strikes"]),
        # The same of 01-04 once more: dropped, and no more rolls.
        ((2, 1), ["natural_blessing"], ["and_again", "dropped"]),
        ((3, 4), ["good_weather"], ["and_again", "dropped"]),
        # Also where a table names it.
        ((1, 25, 76), ["natural_blessing"], ["and_again", "on", "dropped"]),
        ((4, 25, 54), ["good_weather"], ["and_again", "on", "dropped"]),
        # The same of 97-100 once more: it comes, elsewhere, and no more rolls.
        ((97, 97), ["bandit_activity"] * 2, ["and_again", "strikes"]),
        ((100, 100), ["vandals"] * 2, ["and_again", "strikes"]),
        ((98, 98), ["squatters"] * 2, ["and_again", "strikes"]),
        # Different ones follow each other.
        (
            (1, 3, 97, 98, 99, 100, 2),
            ["natural_blessing", "good_weather", "bandit_activity", "squatters", "monster_attack", "vandals"],
            ["and_again"] * 6 + ["dropped"],
        ),
        ((1, 97, 99, 97), ["natural_blessing", "bandit_activity", "monster_attack", "bandit_activity"],
         ["and_again"] * 3 + ["strikes"]),
        # From a table a blessing is rolled no further.
        ((25, 76), ["natural_blessing"], ["on", "strikes"]),
    ],
)  # fmt: skip
def test_r120_rows_that_are_rolled_on(
    dice: Sequence[int], events: Sequence[str], fates: Sequence[str]
) -> None:
    where = built(leaders=(leader(Role.RULER),))
    assert drawn(where, *dice) == (events, fates)


def test_r120_the_hundred_is_a_row_of_its_own() -> None:
    assert drawn(built(), 100, 25, 31)[0] == ["vandals", "economic_boom"]


def test_r120_a_second_one_strikes_elsewhere() -> None:
    towns = (hold(lots=4), replace(hold(lots=4), name="Ford", spot="1,0"))
    where = realm(tarn(settlements=(HOLD, "ford")), None, *towns)
    fixed = FixedDice(100, 1, 100)
    _, strikes = draw(where, fixed)
    fixed.all_used()
    assert [each.target.town for each in strikes] == [HOLD, "ford"]


def test_r120_with_nowhere_else_it_strikes_the_same_place() -> None:
    _, strikes = draw(built(), FixedDice(100, 100))
    assert [each.target for each in strikes] == [HERE, HERE]


# -- R121 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "event", "where"),
    [
        (Table.BAD_SETTLEMENT, "crop_failure", built()),
        (Table.GOOD_SETTLEMENT, "pilgrimage", built()),
        (Table.BAD_SETTLEMENT, "squatters", realm(None, None, hold(lots=36))),
        (Table.BAD_SETTLEMENT, "squatters", realm(tarn(settlements=(), capital=None))),
        (Table.BAD_SETTLEMENT, "vandals", realm()),
        (Table.BAD_SETTLEMENT, "drug_den", realm()),
        (Table.BAD_SETTLEMENT, "localized_disaster", realm()),
        (Table.GOOD_SETTLEMENT, "noblesse_oblige", realm(None, None, hold(lots=36))),
        (Table.GOOD_SETTLEMENT, "boomtown", realm(tarn(settlements=(), capital=None))),
        (Table.BAD_KINGDOM, "large_disaster", built()),
        (Table.BAD_KINGDOM, "assassination_attempt", built()),
        (Table.BAD_KINGDOM, "public_scandal", built(leaders=(leader(Role.RULER, has_died=True),))),
        (Table.BAD_KINGDOM, "plague", realm(on=land(own=()))),
        (Table.BAD_KINGDOM, "monster_attack", realm(on=land(own=()))),
        (Table.GOOD_KINGDOM, "land_rush", realm(on=land({}, own=("0,0",)))),
    ],
)
def test_r121_what_can_not_come_about(table: Table, event: str, where: Realm) -> None:
    assert not is_valid(where, table, event)


@pytest.mark.parametrize(
    ("table", "event"),
    [
        (Table.BAD_KINGDOM, "plague"),
        (Table.BAD_KINGDOM, "feud"),
        (Table.BAD_KINGDOM, "monster_attack"),
        (Table.GOOD_KINGDOM, "land_rush"),
        (Table.BAD_SETTLEMENT, "squatters"),
        (Table.GOOD_SETTLEMENT, "remarkable_treasure"),
    ],
)
def test_r121_what_can(table: Table, event: str) -> None:
    assert is_valid(built(), table, event)


def test_r121_it_is_rolled_again_on_the_same_table() -> None:
    assert drawn(built(), 75, 60, 66, 30) == (["justice_prevails"], ["on", "invalid", "invalid", "strikes"])
    assert drawn(realm(), 100, 98, 25, 31)[1] == ["invalid", "and_again", "on", "strikes"]


def test_r121_after_so_many_tries_a_game_master_chooses() -> None:
    where = at_roll()
    dice = (25, 75, *[60] * (MOST_REROLLS + 1))
    turn = play(where, RollEvent(TARN), *dice)
    assert (told(turn).is_undecided, told(turn).struck) == (True, ())
    state = kingdom_of(played(where, RollEvent(TARN), *dice))
    assert not state.month.had_event
    assert list(state.month.opened) == ["close"]


def test_r121_where_nothing_on_a_table_can_come_about_no_die_is_wasted() -> None:
    rolls, strikes = draw(realm(tarn(settlements=(), capital=None)), FixedDice(75))
    assert ([each.fate for each in rolls], strikes) == ([Fate.ON], ())


# -- whom it strikes ----------------------------------------------------------------------------------


def struck(where: Realm, event: str, *dice: int, table: Table | None = None) -> Target:
    fixed = FixedDice(*dice)
    found = drawn_target(where, event, fixed, table)
    fixed.all_used()
    return found


def test_one_settlement_needs_no_die() -> None:
    assert struck(realm(), "cult_activity") == HERE


def test_r122_a_plague_of_the_kingdoms_table_strikes_a_hex() -> None:
    assert struck(realm(), "plague", 3, table=Table.BAD_KINGDOM) == Target("2,0")
    assert struck(realm(), "plague", table=Table.BAD_SETTLEMENT) == HERE


def test_r122_a_feud_of_the_kingdoms_table_strikes_all_of_it() -> None:
    assert struck(realm(), "feud", table=Table.BAD_KINGDOM) == Target()
    assert struck(realm(), "feud", table=Table.BAD_SETTLEMENT) == HERE


def test_a_large_disaster_strikes_a_hex_with_improvements() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.ROAD,))
    assert struck(realm(on=on), "large_disaster") == Target("1,0")


def test_a_crop_failure_strikes_a_settlement_beside_farms() -> None:
    near = hexed(land(), "1,0", improvements=(Improvement.FARM,))
    assert struck(realm(on=near), "crop_failure") == HERE
    far = hexed(land(), "2,0", improvements=(Improvement.FARM,))
    assert not is_valid(realm(on=far), Table.BAD_SETTLEMENT, "crop_failure")


def test_a_land_rush_needs_a_hex_that_players_know() -> None:
    beside = {"0,0": land().hexes["0,0"], "1,0": land(own=()).hexes["1,0"]}
    assert struck(realm(on=land(beside, own=("0,0",))), "land_rush") == Target("1,0")
    for change in ({"is_revealed": False}, {"is_explored": False}):
        on = hexed(land(beside, own=("0,0",)), "1,0", **change)
        assert not is_valid(realm(on=on), Table.GOOD_KINGDOM, "land_rush")


def test_r129_a_game_master_chooses_where_a_monster_is() -> None:
    assert struck(realm(), "monster_attack") == Target()


def test_r147_an_assassin_comes_for_somebody_who_has_a_role() -> None:
    leaders = (leader(Role.RULER), leader(Role.HEIR, has_died=True), leader(Role.WARDEN, WREN, name="Ann"))
    where = realm(tarn(leaders=leaders))
    assert struck(where, "assassination_attempt", 2) == Target(role=Role.WARDEN, leader="Ann")
    assert struck(where, "public_scandal", 1) == Target(role=Role.RULER, leader="Ruler")


# -- refused ------------------------------------------------------------------------------------------


def test_the_event_is_rolled_once_and_in_its_step() -> None:
    with pytest.raises(RuleViolation, match=r"Event roll.*can't be done now"):
        play(begun(Phase.INCOME), RollEvent(TARN))
    with pytest.raises(RuleViolation, match="is over for this month"):
        play(played(at_roll(), RollEvent(TARN), 99), RollEvent(TARN))
    with pytest.raises(RuleViolation, match="stands still"):
        play(at_roll(frozen="Summer"), RollEvent(TARN))
    with pytest.raises(RuleViolation, match="anarchy"):
        play(at_roll(is_in_anarchy=True), RollEvent(TARN))
    with pytest.raises(RuleViolation, match="founded"):
        play(at_roll(stage=Stage.FOUNDING), RollEvent(TARN))


def test_who_rolls() -> None:
    assert play(by(at_roll(), WREN), RollEvent(TARN), 99).on_behalf_of == DEACON
    assert play(by(at_roll(), DEACON), RollEvent(TARN), 99).on_behalf_of is None
    with pytest.raises(NotAllowed):
        play(by(at_roll(campaign=decided(who_rolls="role")), WREN), RollEvent(TARN))
    assert STRANGER not in (DEACON, WREN)


def test_each_event_has_a_number_of_its_own() -> None:
    state = kingdom_of(played(at_roll(), RollEvent(TARN), 20, 1, 97, 25, 31))
    assert [(each.number, each.event) for each in state.happenings] == [
        (1, "natural_blessing"),
        (2, "bandit_activity"),
        (3, "economic_boom"),
    ]
    assert state.counted == 3


def test_a_strike_compares_by_what_it_is() -> None:
    assert Strike("feud") == Strike("feud", Target())
