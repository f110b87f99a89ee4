"""The clock that stops: frozen kingdoms, and those in anarchy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.system import Scene
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Mark, Phase, Step
from bot.systems.kingdom.land.losses import LoseChosenHex
from bot.systems.kingdom.month.course import (
    Freeze,
    KingdomFrozen,
    KingdomThawed,
    OpenMonth,
    SkipStep,
    SkipTo,
    Thaw,
)
from bot.systems.kingdom.month.rules import CloseMonth, PayConsumption, RollStability, SettleUnrest
from bot.systems.kingdom.outcome import AnarchyBegan
from bot.systems.kingdom.steps import open_steps
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.months_scenes import begun, labels, marks
from tests.systems.kingdom.scenes import TARN, decided, kingdom_of, play, played, realm_in, scene

# -- the clock --------------------------------------------------------------------------------------------


def test_a_frozen_kingdom_does_nothing_but_thaw() -> None:
    turn = play(begun(Phase.UPKEEP), Freeze(TARN, "Summer"))
    assert turn.events[0] == KingdomFrozen("Tarn", "Summer")
    cold = played(begun(Phase.UPKEEP), Freeze(TARN, "Summer"))
    assert labels(kingdom_of(cold)) == ["Let time run again"]
    for action in (
        RollStability(TARN),
        SkipStep(TARN, Step.STABILITY),
        SkipTo(TARN, Step.HEXES),
        CloseMonth(TARN),
    ):
        with pytest.raises(RuleViolation, match=r"stands still \(Summer\)"):
            play(cold, action)
    warm = played(cold, Thaw(TARN, "Autumn"))
    assert open_steps(kingdom_of(warm)) == [Step.STABILITY]
    assert play(cold, Thaw(TARN, "Autumn")).events[0] == KingdomThawed(
        "Tarn", was_in_anarchy=False, reason="Autumn"
    )


def test_a_freeze_needs_a_reason_and_a_clock_that_runs() -> None:
    with pytest.raises(RuleViolation, match="Say why"):
        play(begun(Phase.UPKEEP), Freeze(TARN, "  "))
    cold = played(begun(Phase.UPKEEP), Freeze(TARN, "Summer"))
    with pytest.raises(RuleViolation, match="stands still"):
        play(cold, Freeze(TARN, "Again"))


def test_what_runs_is_not_thawed() -> None:
    with pytest.raises(RuleViolation, match="neither frozen nor in anarchy"):
        play(begun(Phase.UPKEEP), Thaw(TARN))


def test_a_button_of_an_earlier_freeze_is_stale() -> None:
    first = kingdom_of(played(begun(Phase.UPKEEP), Freeze(TARN, "One")))
    warm = played(played(begun(Phase.UPKEEP), Freeze(TARN, "One")), Thaw(TARN))
    second = kingdom_of(played(warm, Freeze(TARN, "Two")))
    assert waiting(TARN, first)[0].revision != waiting(TARN, second)[0].revision


# -- anarchy ----------------------------------------------------------------------------------------------


def fallen(**settings: str) -> Scene:
    """Tarn, fallen into anarchy by its Stability check; a 1 and a 1d4 of 1 bring Unrest to 20."""
    then = begun(Phase.UPKEEP, unrest=19, campaign=decided(**settings))
    return played(then, RollStability(TARN), 2, 1)


def test_r017_anarchy_begins_at_20_and_stops_everything() -> None:
    state = kingdom_of(fallen())
    assert (state.is_in_anarchy, state.unrest) == (True, 20)
    assert labels(state) == ["Restore order"]
    for action in (PayConsumption(TARN), SkipStep(TARN, Step.CONSUMPTION), OpenMonth(TARN)):
        with pytest.raises(RuleViolation, match="in anarchy"):
            play(fallen(), action)


def test_r017_falling_to_19_does_not_end_it() -> None:
    calmer = scene(replace(kingdom_of(fallen()), unrest=19))
    with pytest.raises(RuleViolation, match="in anarchy"):
        play(calmer, PayConsumption(TARN))


def test_r017_a_game_master_ends_it() -> None:
    turn = play(fallen(), Thaw(TARN, "A king returns", 12))
    assert turn.events[0] == KingdomThawed("Tarn", was_in_anarchy=True, reason="A king returns")
    state = kingdom_of(played(fallen(), Thaw(TARN, "A king returns", 12)))
    assert (state.is_in_anarchy, state.unrest, open_steps(state)) == (False, 12, [Step.CONSUMPTION])


@pytest.mark.parametrize("unrest", [20, -1, 99])
def test_r017_order_needs_unrest_below_20(unrest: int) -> None:
    with pytest.raises(RuleViolation, match="Unrest can become 0 to 19"):
        play(fallen(), Thaw(TARN, unrest=unrest))
    with pytest.raises(RuleViolation, match="Unrest is still 20"):
        play(fallen(), Thaw(TARN))


def test_r017_a_new_rise_to_20_is_a_new_anarchy() -> None:
    calm = played(fallen(), Thaw(TARN, unrest=19))
    again = replace(kingdom_of(calm), treasury=-1)
    turn = play(scene(again), PayConsumption(TARN))
    assert AnarchyBegan("Tarn", 21) in turn.events


def test_r018_by_default_no_upkeep_goes_on_in_anarchy() -> None:
    assert open_steps(kingdom_of(fallen())) == [Step.CONSUMPTION]
    assert [each.name for each in waiting(TARN, kingdom_of(fallen()))] == ["thaw"]


def test_r018_where_so_decided_upkeep_goes_on_with_every_check_at_0() -> None:
    then = fallen(anarchy_upkeep="yes")
    assert [each.name for each in waiting(TARN, kingdom_of(then))] == ["consumption", "thaw"]
    then = played(then, PayConsumption(TARN))
    then = played(then, SettleUnrest(TARN))
    assert open_steps(kingdom_of(then)) == [Step.LOSE_HEX]
    then = played(then, SkipStep(TARN, Step.LOSE_HEX))
    # It takes no action: nothing is left of the month but its end.
    assert open_steps(kingdom_of(then)) == [Step.CLOSE]
    then = played(played(then, CloseMonth(TARN)), OpenMonth(TARN))
    # No die is rolled for a check that counts as 0, but for its failure by 5 or more.
    turn = play(then, RollStability(TARN), 3)
    assert (turn.events[0].result.total, turn.events[0].result.is_success, turn.events[0].bad) == (
        0,
        False,
        3,
    )


def test_r018_the_enforcer_does_nothing_in_anarchy() -> None:
    then = fallen(anarchy_upkeep="yes")
    then = played(played(then, PayConsumption(TARN)), SettleUnrest(TARN))
    assert marks(kingdom_of(then))[Step.ENFORCER] is Mark.NOT_NEEDED


def test_r018_a_hex_is_lost_in_an_upkeep_that_goes_on() -> None:
    then = fallen(anarchy_upkeep="yes")
    then = played(played(then, PayConsumption(TARN)), SettleUnrest(TARN))
    then = played(then, LoseChosenHex(TARN, "2,0"))
    assert (realm_in(then).size, open_steps(kingdom_of(then))) == (2, [Step.CLOSE])
