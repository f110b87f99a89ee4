"""The course of an attack until the guard: K16 to K20, Q6, Q7, Q12, Q17, Q19, Q30 and the traps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.settings import Setting
from bot.errors import NotAllowed, RuleViolation
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver
from bot.systems.second_kingdom.attacks.state import (
    AssignDice,
    AttackEnded,
    AttackRolled,
    DefenceRolled,
    DiceAssigned,
    End,
    Phase,
    RollAttack,
    RollDefence,
    VetoAttack,
    WithdrawAttack,
)
from bot.systems.second_kingdom.settings import FLOOR, NO_FLOOR
from tests.systems.second_kingdom.fights import DICE, GALE, IRON_GALE, YSOLDE, Fight
from tests.systems.second_kingdom.scenes import DEACON, EVANDER, MARISOL, STRANGER, WREN, evander

# -- the attacker's dice ------------------------------------------------------------------------------


def test_k17_the_attacker_rolls_three_dice_once() -> None:
    fight = Fight()
    attack = fight.declares()
    (told,) = fight.presses(DEACON, "roll", *DICE).events
    assert told == AttackRolled("Evander", "Smoldering Demons", "Iron Gale", DICE)
    with pytest.raises(RuleViolation) as refused:
        fight.does(DEACON, RollAttack(attack), 10, 10, 10)
    assert str(refused.value) == "This attack waits for its dice to be assigned now; nothing was changed."
    assert fight.of().dice == DICE


def test_q5_conviction_has_no_part_in_an_attack() -> None:
    fight = Fight(attacker=evander(maneuvers=(GALE,), conviction=3))
    fight.until("struck")
    assert fight.sheet(EVANDER).conviction == 3
    for kind in SYSTEM.actions:
        if "attack" in kind.action.__dataclass_fields__:
            assert "conviction" not in kind.action.__dataclass_fields__


@pytest.mark.parametrize(
    ("requirement", "label"), [("", "Roll 3d10"), ("Against a horde", "Requirement met: roll 3d10")]
)
def test_q17_rolling_says_that_the_requirement_is_met(requirement: str, label: str) -> None:
    fight = Fight(maneuver=replace(IRON_GALE, requirement=requirement))
    fight.declares()
    roll = fight.step().choices[0]
    assert (roll.label, roll.is_main) == (label, True)


def test_q6_the_attacker_chooses_among_the_final_dice() -> None:
    fight = Fight()
    fight.until("rolled")
    labels = [choice.label for choice in fight.step().choices]
    assert labels == [
        "Accuracy 4, speed 10, power 8",
        "Accuracy 4, speed 10, power 5",
        "Accuracy 8, speed 6, power 8",
        "Accuracy 8, speed 10, power 1",
        "Accuracy 10, speed 6, power 5",
        "Accuracy 10, speed 10, power 1",
        "Veto",
    ]


def test_q6_orders_that_come_to_the_same_are_offered_once() -> None:
    fight = Fight(maneuver=Maneuver("Thrust"))
    fight.declares()
    fight.presses(DEACON, "roll", 5, 5, 5)
    assert fight.offered() == ["assign0", "veto"]


@pytest.mark.parametrize("order", [-1, 6])
def test_an_order_that_there_is_not_is_refused(order: int) -> None:
    fight = Fight()
    attack = fight.until("rolled")
    with pytest.raises(RuleViolation, match=f"There are 6 ways, numbered from 0; .*{abs(order)} is none"):
        fight.does(DEACON, AssignDice(attack, order))


def test_k18_k19_q30_locking_lays_the_final_dice_open() -> None:
    fight = Fight()
    fight.until("rolled")
    (told,) = fight.presses(DEACON, "assign2").events
    assert told == DiceAssigned("Evander", "Smoldering Demons", "Iron Gale", DICE, (8, 6, 8))
    assert fight.of().final == (8, 6, 8)


@pytest.mark.parametrize(("setting", "power"), [({}, 1), ({FLOOR: NO_FLOOR}, 0)])
def test_q7_a_die_falls_below_1_only_where_the_campaign_says_so(
    setting: dict[Setting, str], power: int
) -> None:
    fight = Fight(settings=setting)
    fight.declares()
    fight.presses(DEACON, "roll", 5, 5, 1)
    fight.presses(DEACON, "assign0")
    assert fight.of().line == (7, 9, power)


def test_trap_dice_that_are_locked_stay_locked() -> None:
    fight = Fight()
    attack = fight.until("assigned")
    with pytest.raises(RuleViolation) as refused:
        fight.does(DEACON, AssignDice(attack, 0))
    assert str(refused.value) == "This attack waits for the defence dice now; nothing was changed."
    assert fight.of().final == (8, 6, 8)


# -- the defender's dice ------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["declared", "rolled"])
def test_trap_there_is_no_defence_before_the_dice_are_locked(phase: str) -> None:
    fight = Fight()
    attack = fight.until(phase)
    with pytest.raises(RuleViolation, match=r"^This attack waits for its "):
        fight.does(MARISOL, RollDefence(attack), 5, 7)


def test_k20_q12_the_defender_rolls_two_dice_once() -> None:
    fight = Fight()
    attack = fight.until("assigned", target=YSOLDE)
    (told,) = fight.presses(WREN, "defend", 5, 7).events
    assert told == DefenceRolled("Ysolde", "Evander", (5, 7))
    with pytest.raises(RuleViolation, match="waits for the guard to be chosen now"):
        fight.does(WREN, RollDefence(attack), 10, 10)
    assert fight.of().defence_dice == (5, 7)


def test_q19_the_game_masters_roll_for_their_own() -> None:
    fight = Fight()
    attack = fight.until("assigned")
    assert fight.step().who is None
    with pytest.raises(NotAllowed):
        fight.does(DEACON, RollDefence(attack), 5, 7)
    assert fight.presses(MARISOL, "defend", 5, 7).on_behalf_of is None


@pytest.mark.parametrize(
    ("phase", "who"), [("declared", DEACON), ("rolled", DEACON), ("assigned", WREN), ("defended", WREN)]
)
def test_in_each_phase_one_side_is_asked(phase: str, who: int) -> None:
    fight = Fight()
    fight.until(phase, target=YSOLDE, by=WREN)
    assert (fight.step().who, fight.of().acting) == (who, who)


@pytest.mark.parametrize(
    ("phase", "key"),
    [("declared", "roll"), ("rolled", "assign2"), ("assigned", "defend"), ("defended", "guard8")],
)
def test_nobody_acts_for_the_other_side(phase: str, key: str) -> None:
    fight = Fight()
    fight.until(phase, target=YSOLDE, by=WREN)
    other = WREN if fight.of().acting == DEACON else DEACON
    for who in (other, STRANGER):
        with pytest.raises(NotAllowed):
            fight.presses(who, key)


# -- stopped ------------------------------------------------------------------------------------------


def test_an_attack_is_withdrawn_before_any_die_fell() -> None:
    fight = Fight()
    attack = fight.declares()
    (told,) = fight.presses(DEACON, "withdraw").events
    assert told == AttackEnded("Evander", "Smoldering Demons", "Iron Gale", End.WITHDRAWN)
    assert (fight.of().end, fight.of().phase) == (End.WITHDRAWN, Phase.OVER)
    assert fight.scene.records[attack].is_archived


def test_an_attack_is_not_withdrawn_once_dice_fell() -> None:
    fight = Fight()
    attack = fight.until("rolled")
    with pytest.raises(RuleViolation, match="waits for its dice to be assigned"):
        fight.does(DEACON, WithdrawAttack(attack))


@pytest.mark.parametrize("phase", ["declared", "rolled", "assigned"])
def test_q17_a_game_master_vetoes_until_the_defence_is_rolled(phase: str) -> None:
    fight = Fight()
    fight.until(phase)
    (told,) = fight.presses(MARISOL, "veto", reason=" No horde\nhere ").events
    assert told == AttackEnded("Evander", "Smoldering Demons", "Iron Gale", End.VETOED, "No horde here")
    assert fight.of().dice == (() if phase == "declared" else DICE)


@pytest.mark.parametrize("phase", ["defended", "struck", "held"])
def test_q17_nothing_is_vetoed_once_the_defence_is_rolled(phase: str) -> None:
    fight = Fight()
    attack = fight.until(phase)
    assert "veto" not in fight.offered()
    with pytest.raises(RuleViolation, match=r"^This attack waits for "):
        fight.does(MARISOL, VetoAttack(attack))


def test_a_veto_while_the_dice_are_in_hand_comes_first() -> None:
    fight = Fight()
    attack = fight.declares()
    fight.presses(MARISOL, "veto")
    with pytest.raises(RuleViolation, match="is no longer in play; nothing was changed"):
        fight.does(DEACON, RollAttack(attack), *DICE)


def test_players_veto_nothing() -> None:
    fight = Fight()
    fight.declares()
    with pytest.raises(NotAllowed):
        fight.presses(DEACON, "veto")


def test_an_endless_reason_is_refused() -> None:
    fight = Fight()
    fight.declares()
    with pytest.raises(RuleViolation, match=r"^A reason has at most 200 characters; this has 201\.$"):
        fight.presses(MARISOL, "veto", reason="a" * 201)
