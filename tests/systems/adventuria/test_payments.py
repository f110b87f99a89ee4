"""What a player gives away: paid to the story, or thrown away (A16, A17, A18, Q9, Q20)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.systems.adventuria.adventurer import AdventurerFell
from bot.systems.adventuria.possessions.rules import Discard, PayOut
from bot.systems.adventuria.state import MOST_GOLD, Loss, Manner, Stage, Subject, Told, Ware
from tests.refusals import refuses
from tests.systems.adventuria.scenes import (
    BRAN,
    DEACON,
    MARISOL,
    adventurer_of,
    after,
    ally,
    bran,
    decided,
    having,
    item,
    play,
    scene,
    spell,
    weapon,
)
from tests.systems.adventuria.scenes import adventurer_steps as steps


def result(state: Any, action: Any, **settings: Any) -> Any:
    """Bran after it."""
    before = scene(state, **settings)
    return adventurer_of(after(before, play(before, action)))


# -- thrown away (A17) ---------------------------------------------------------------------------------


def test_a17_gold_is_thrown_away_as_much_as_one_likes() -> None:
    assert result(bran(gold=5), Discard(BRAN, "Gold", "2")).gold == 3
    assert result(bran(gold=5), Discard(BRAN, "Gold", "all")).gold == 0


@pytest.mark.parametrize("thing", [item(), spell(), ally(), weapon()])
def test_a17_items_spells_and_allies_are_given_up(thing: Any) -> None:
    turn = play(scene(having(thing)), Discard(BRAN, "1"))
    assert turn.changes[0].state.possessions == ()
    assert turn.events[0].changes == (Told(Subject(thing.ware.value), Manner.LOST, thing.name),)


@pytest.mark.parametrize("stage", [Stage.TURN, Stage.BETWEEN])
def test_a17_it_is_done_in_a_turn_and_between_two(stage: Stage) -> None:
    assert result(bran(gold=5, stage=stage), Discard(BRAN, "Gold", "5")).gold == 0


def test_q20_nothing_is_thrown_away_while_camped() -> None:
    with refuses("adventurer.camps"):
        play(scene(bran(gold=5, stage=Stage.CAMP)), Discard(BRAN, "Gold", "5"))


@pytest.mark.parametrize(
    ("gold", "says"),
    [
        ("0", ("adventuria.not_within", "1", "999999")),
        ("6", ("possessions.not_so_much", "5", "1 to 5")),
        ("-2", ("adventuria.not_within", "1", "999999")),
    ],
)
def test_a17_more_gold_than_there_is_or_none_is_refused(gold: str, says: tuple[str, ...]) -> None:
    with refuses(*says):
        play(scene(bran(gold=5)), Discard(BRAN, "Gold", gold))


def test_a17_without_any_gold_that_is_said() -> None:
    with refuses("possessions.no_gold"):
        play(scene(bran(gold=0)), Discard(BRAN, "Gold", "all"))


def test_a17_what_is_not_had_is_not_given_up() -> None:
    with refuses("possessions.none", "Veil"):
        play(scene(having(item())), Discard(BRAN, "Veil"))


def test_a17_what_it_added_is_gone_with_it_and_told() -> None:
    turn = play(scene(having(item("Ring", "held: arms +1"))), Discard(BRAN, "1"))
    assert Told(Subject.ARMS, before=5, after=4) in turn.events[0].changes


def test_q5_a_discard_that_lowers_a_limit_asks_what_else_must_go() -> None:
    many = having(item("Ring", "held: arms +1"), *[item(f"Thing {number}") for number in range(9)])
    (step,) = steps(BRAN, result(many, Discard(BRAN, "1")))
    assert step.label == "Bran must lose 1 item"


def test_q15_who_gives_up_what_kept_them_alive_falls() -> None:
    dying = having(item("Heart", "held: vitae +2"), wounds=5)
    turn = play(scene(dying), Discard(BRAN, "1"))
    assert isinstance(turn.events[-1], AdventurerFell)


def test_a21_with_what_gave_a_second_hand_its_weapon_goes_out_of_it() -> None:
    armed = having(ally("Squire", "held: weapons +1"), weapon("Sword"), weapon("Axe"))
    assert [each.is_wielded for each in result(armed, Discard(BRAN, "1")).possessions] == [True, False]


@pytest.mark.parametrize("action", [Discard(BRAN, "Gold", "1"), PayOut(BRAN, "1")])
def test_what_must_be_decided_comes_first(action: Any) -> None:
    with refuses("adventurer.decide_first"):
        play(scene(having(item(), losses=(Loss(Ware.ITEM, 1),))), action)


# -- paid (A16, A18) ----------------------------------------------------------------------------------------


def test_a16_gold_is_paid() -> None:
    assert result(bran(gold=5), PayOut(BRAN, "3")).gold == 2
    assert result(bran(gold=MOST_GOLD), PayOut(BRAN, str(MOST_GOLD))).gold == 0
    assert result(bran(gold=1), PayOut(BRAN, "1")).gold == 0


def test_a16_with_too_little_nothing_happens() -> None:
    with refuses("offer.not_enough"):
        play(scene(bran(gold=2)), PayOut(BRAN, "3"))


def test_a16_all_gold_is_paid_whatever_there_is() -> None:
    assert result(bran(gold=5), PayOut(BRAN, "all")).gold == 0


def test_q9_all_of_no_gold_is_no_payment_unless_the_campaign_says_so() -> None:
    with refuses("offer.no_gold"):
        play(scene(bran(gold=0)), PayOut(BRAN, "all"))
    assert result(bran(gold=0), PayOut(BRAN, "all"), campaign=decided(all_of_nothing="buys")).gold == 0


def test_a18_possessions_are_paid_with_as_well() -> None:
    turn = play(scene(having(spell())), PayOut(BRAN, "spark"))
    assert turn.events[0].changes == (Told(Subject.SPELL, Manner.PAID, "Spark"),)


def test_a18_of_two_that_are_alike_the_one_in_hand_is_kept() -> None:
    state = having(weapon(), weapon(is_wielded=False))
    assert [each.number for each in result(state, PayOut(BRAN, "Sword")).possessions] == [1]


def test_a18_what_is_not_had_is_not_paid() -> None:
    with refuses("possessions.none", "Dog"):
        play(scene(bran()), PayOut(BRAN, "Dog"))


@pytest.mark.parametrize(
    ("gold", "given"),
    [
        ("0", "0"),
        ("-2", "−2"),
        ("1000000", "1000000"),
        ("1,000,000 gold", "1,000,000"),
        ("-1000000", "−1000000"),
        ("9" * 5000, "9" * 19 + "…"),
    ],
    ids=["none", "less", "more", "more as cards write it", "much less", "very much more"],
)
def test_a16_an_amount_that_is_none_is_refused_as_out_of_range(gold: str, given: str) -> None:
    wrong = "adventuria.not_within"
    with refuses(wrong, "1 to 999999", f"not {given}."):
        play(scene(bran(gold=5)), PayOut(BRAN, gold))
    with refuses(wrong, "1 to 999999", f"not {given}."):
        play(scene(bran(gold=5)), Discard(BRAN, "Gold", gold))


def test_a18_a_name_that_begins_with_a_large_number_is_a_possessions() -> None:
    tale = item("1000000 nights")
    assert result(having(tale), PayOut(BRAN, "1000000 nights")).possessions == ()


@pytest.mark.parametrize(
    ("stage", "why"), [(Stage.BETWEEN, "adventurer.no_turn"), (Stage.CAMP, "adventurer.camps")]
)
def test_a16_one_pays_during_a_turn(stage: Stage, why: str) -> None:
    with refuses(why):
        play(scene(bran(stage=stage)), PayOut(BRAN, "1"))


# -- in a player's place -------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [Discard(BRAN, "Gold", "1"), PayOut(BRAN, "1")])
def test_a_narrator_does_it_only_where_the_campaign_lets_them(action: Any) -> None:
    with refuses("adventuria.only_its_player"):
        play(scene(bran(), actor=MARISOL), action)
    turn = play(scene(bran(), actor=MARISOL, campaign=decided(proxy="narrators")), action)
    assert turn.on_behalf_of == DEACON
