"""`/roll`: dice that belong to no game. The notation has its own tests."""

from __future__ import annotations

import pytest

from bot.errors import RuleViolation
from bot.systems.table.rules.dice import DiceRolled, RollDice
from tests.systems.table.scenes import DEACON, play, scene


def test_a_roll_tells_its_dice_modifier_total_and_label() -> None:
    turn = play(scene(DEACON), RollDice("2d6+3 sneak attack"), 2, 5)
    assert turn.events == (DiceRolled(DEACON, "2d6+3", (2, 5), 3, 10, "sneak attack"),)


def test_a_roll_changes_nothing() -> None:
    assert play(scene(DEACON), RollDice("d20"), 20).changes == ()


def test_a_modifier_may_take_the_total_below_zero() -> None:
    assert play(scene(DEACON), RollDice("d4-9"), 1).events[0].total == -8


@pytest.mark.parametrize("text", ["", "2x6", "0d6", "101d6", "d1001", "2d6+"])
def test_what_is_no_roll_is_refused_before_any_die_falls(text: str) -> None:
    with pytest.raises(RuleViolation):
        play(scene(DEACON), RollDice(text))
