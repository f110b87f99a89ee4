"""The guard of an attack and what it comes to: K20 to K29 with Q9, Q10, Q13, Q14 and Q18, and the traps."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.settings import Setting
from bot.errors import RuleViolation
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.attacks.state import (
    Attack,
    AttackResolved,
    DamageApplied,
    End,
    Guarding,
    Outcome,
    Phase,
    SetGuard,
)
from bot.systems.second_kingdom.settings import AT_MOST_10, AT_ONCE, CAP, DAMAGE
from bot.systems.second_kingdom.state import Counter, Guard, Known
from tests.systems.second_kingdom.fights import HORDE, IRON_GALE, PLAIN, YSOLDE, Fight, faced, horde
from tests.systems.second_kingdom.scenes import DEACON, MARISOL, WREN


def guarded(dice: tuple[int, int, int], defence: tuple[int, int], way: int, **made: Any) -> Attack:
    """The same after she locked that guard."""
    fight = faced(dice, defence, **made)
    fight.does(WREN, SetGuard(fight.newest, way))
    return fight.of()


# -- the worked example -------------------------------------------------------------------------------


def test_k29_the_worked_example_from_declaration_to_damage() -> None:
    fight = Fight()
    fight.declares()
    fight.presses(DEACON, "roll", 2, 6, 9)
    fight.presses(DEACON, "assign2")
    assert fight.of().final == (8, 6, 8)
    fight.presses(MARISOL, "defend", 5, 7)
    (told,) = fight.presses(MARISOL, "guard8").events
    block = Guarding(Guard.BLOCK, dice=(5, 7), bonuses=(2, 1), totals=(7, 8), beaten=(False, True))
    pierce = Strike("Pierce", damage="accuracy")
    assert told == AttackResolved(
        "Evander", "Smoldering Demons", "Iron Gale", (8, 6, 8), block, Outcome.MINOR, pierce, 8
    )
    assert [choice.label for choice in fight.step().choices] == ["Apply 8 to Wounds", "Edit", "Leave it"]
    (applied,) = fight.presses(MARISOL, "apply").events
    assert applied == DamageApplied("Evander", "Smoldering Demons", "Wounds", 8, before=0, after=8)
    assert fight.sheet(HORDE).counters == {"Wounds": Counter(8)}
    assert (fight.of().phase, fight.of().end, fight.of().applied) == (Phase.OVER, End.APPLIED, 8)


# -- the guard ----------------------------------------------------------------------------------------


def test_q10_the_defender_chooses_guard_dice_and_bonuses() -> None:
    fight = faced((8, 6, 8), (5, 7))
    labels = [choice.label for choice in fight.step().choices]
    assert labels == [
        "Dodge, 5 faces accuracy",
        "Dodge, 7 faces accuracy",
        "Parry, 5 faces accuracy",
        "Parry, 7 faces accuracy",
        "Block, 5 faces speed",
        "Block, 5 faces speed, bonuses exchanged",
        "Block, 7 faces speed",
        "Block, 7 faces speed, bonuses exchanged",
    ]


def test_q10_of_an_unknown_npc_all_ways_are_offered_alike() -> None:
    unknown, bare = Fight(npc=horde(known=Known.NAMED)), Fight(npc=horde(known=Known.NAMED, defences=()))
    for fight in (unknown, bare):
        fight.until("defended")
    assert unknown.step() == bare.step()
    assert unknown.offered() == [f"guard{way}" for way in range(12)]


def test_q10_of_an_unknown_npc_no_way_is_offered_twice() -> None:
    fight = Fight(npc=horde(known=Known.NAMED))
    fight.until("assigned")
    fight.presses(MARISOL, "defend", 6, 6)
    labels = [choice.label for choice in fight.step().choices]
    assert len(labels) == len(set(labels)) == 6


@pytest.mark.parametrize("way", [-1, 12])
def test_a_guard_that_there_is_not_is_refused(way: int) -> None:
    fight = faced((8, 6, 8), (5, 7))
    with pytest.raises(RuleViolation, match=f"There are 12 ways, numbered from 0; .*{abs(way)} is none"):
        fight.does(WREN, SetGuard(fight.newest, way))


def test_trap_a_guard_is_locked_once() -> None:
    fight = faced((8, 6, 8), (5, 7))
    attack = fight.newest
    fight.does(WREN, SetGuard(attack, 8))
    for second in (WREN, MARISOL):
        with pytest.raises(RuleViolation, match="waits for a game master to apply the strike now"):
            fight.does(second, SetGuard(attack, 0))
    assert fight.of().outcome is Outcome.MINOR


@pytest.mark.parametrize(
    ("dice", "outcome", "phase"),
    [
        ((4, 6, 1), Outcome.FULL_DEFENSE, Phase.HELD),
        ((5, 6, 1), Outcome.MINOR, Phase.STRUCK),
        ((4, 7, 1), Outcome.MINOR, Phase.STRUCK),
        ((5, 7, 1), Outcome.MAJOR, Phase.STRUCK),
    ],
)
def test_k23_to_k26_q13_what_is_beaten_says_what_comes_of_it(
    dice: tuple[int, int, int], outcome: Outcome, phase: Phase
) -> None:
    state = guarded(dice, (5, 7), 0)
    assert (state.outcome, state.phase) == (outcome, phase)


@pytest.mark.parametrize(("settings", "outcome"), [({}, Outcome.FULL_DEFENSE), ({CAP: AT_MOST_10}, "minor")])
def test_q9_a_defence_above_10_holds_unless_it_is_capped(
    settings: dict[Setting, str], outcome: Outcome
) -> None:
    assert guarded((1, 10, 1), (10, 10), 8, settings=settings).outcome == outcome


def test_q14_both_beaten_is_the_major_strike_alone() -> None:
    state = guarded((5, 7, 3), (5, 7), 0)
    assert (state.strike, state.damage) == (PLAIN.major, 10)


def test_k27_damage_is_of_the_final_dice_whichever_got_through() -> None:
    assert guarded((8, 9, 1), (5, 10), 8, maneuver=IRON_GALE).damage == 10


def test_k28_a_strike_left_open_waits_for_the_game_masters_word() -> None:
    fight = faced((10, 10, 10), (1, 1), maneuver=IRON_GALE)
    fight.does(WREN, SetGuard(fight.newest, 0))
    assert (fight.of().strike, fight.of().damage) == (None, None)
    assert [choice.label for choice in fight.step().choices] == ["Apply damage", "Leave it"]
    with pytest.raises(
        RuleViolation, match=r"^This strike has no formula, so say how much damage it does\.$"
    ):
        fight.presses(MARISOL, "apply")
    fight.presses(MARISOL, "apply", amount=4, counter="")
    assert fight.sheet(YSOLDE).counters == {"Wounds": Counter(4)}


@pytest.mark.parametrize("settings", [{}, {DAMAGE: AT_ONCE}])
def test_q18_a_strike_of_no_damage_waits_for_the_game_masters_word(settings: dict[Setting, str]) -> None:
    weak = Maneuver("Feint", minor=Strike("Tap", damage="power - 10"))
    fight = faced((10, 1, 1), (5, 7), maneuver=weak, settings=settings)
    fight.does(WREN, SetGuard(fight.newest, 0))
    assert (fight.of().damage, fight.offered()) == (0, ["apply", "leave"])
    assert fight.sheet(YSOLDE).counters == {}


def test_damage_beyond_what_a_counter_counts_is_cut() -> None:
    fight = faced((10, 1, 9), (5, 7), maneuver=Maneuver("Doom", minor=Strike("End", damage="power * 999")))
    fight.does(WREN, SetGuard(fight.newest, 0))
    assert fight.step().choices[0].label == "Apply 999 to Wounds"
