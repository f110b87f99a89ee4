"""Poison and disease: S40 to S42, Q23 and Q24."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS
from bot.engine.system import Record, RecordId, World
from bot.errors import UserError
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.harm.poison import (
    POISONING,
    EndPoison,
    Poison,
    Poisoning,
    RollPoison,
    TreatPoison,
    care_of,
)
from bot.systems.sovereign.parties.rules import Advance
from bot.systems.sovereign.state import Character, Effect, Known
from tests.refusals import refuses
from tests.systems.sovereign.odds import odds, of_dice
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    KIT,
    MIRA,
    ODO,
    OGRE,
    PARTY,
    WREN,
    bo,
    mira,
    odo,
    of,
    ogre,
    party,
    play,
    played,
    said,
    scene,
    waiting,
    who,
)

BITE = RecordId("bite")


def bitten(*others: Record[Any], victim: Character | None = None, seen: int = 1, **bite: Any) -> World:
    """Bo, whose save waits, and others."""
    state = victim or bo()
    poisoning = of(BITE, Poisoning(BO, state.name, state.player, "Viper", **bite), POISONING.name)
    return scene(of(BO, state), *others, poisoning, party(BO), actor=seen)


def medic(skill: int, *things: Any) -> Record[Character]:
    """Mira with that Heal, and a kit."""
    return of(MIRA, mira(skills={"heal": skill}, items=things or (KIT,)))


def saves(there: World) -> Fraction:
    """How likely Bo saves."""
    return odds(there, RollPoison(BITE), lambda left: not who(left, BO).effects)[True]


# -- the save -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bonus", range(-4, 5))
def test_s40_the_save_is_harder_or_easier_by_the_poison(bonus: int) -> None:
    # Bo saves on 15: six faces of twenty.
    assert saves(bitten(bonus=bonus, lasts="1")) == Fraction(6 + bonus, 20)


@pytest.mark.parametrize(("heal", "care"), [(-1, 0), (0, 1), (1, 2), (2, 4), (4, 8)])
def test_s41_a_medic_adds_twice_heal_1_for_heal_0_and_q23_nothing_untrained(heal: int, care: int) -> None:
    assert care_of(heal) == care


@pytest.mark.parametrize("heal", range(5))
@pytest.mark.parametrize("bonus", [-4, 0, 4])
def test_poison_with_a_medic_exactly(heal: int, bonus: int) -> None:
    left = played(bitten(medic(heal), bonus=bonus, lasts="1"), TreatPoison(BO, MIRA))
    # Of twenty faces; 1 always fails (S11).
    assert saves(left) == Fraction(min(19, 6 + bonus + care_of(heal)), 20)


def test_q23_an_untrained_medic_can_t_help_nor_one_without_a_kit_nor_a_second() -> None:
    with refuses("poison.untrained"):
        play(bitten(medic(-1)), TreatPoison(BO, MIRA))
    bare = of(MIRA, mira())
    with refuses("kit.none"):
        play(bitten(bare), TreatPoison(BO, MIRA))
    with refuses("kit.waived"):
        play(bitten(bare, seen=DEACON), TreatPoison(BO, MIRA, is_without_kit=True))
    assert said(play(bitten(bare), TreatPoison(BO, MIRA, is_without_kit=True))) == [
        "Mira treats Bo in time: +1 on the save."
    ]
    left = played(bitten(medic(0), of(ODO, odo(skills={"heal": 4}, items=(KIT,)))), TreatPoison(BO, MIRA))
    with refuses("poison.treated"):
        play(left, TreatPoison(BO, ODO))
    with refuses("poison.none"):
        play(scene(of(BO, bo()), medic(0)), TreatPoison(BO, MIRA))


def test_q23_the_save_waits_until_the_minute_is_over_and_is_rolled_once() -> None:
    there = bitten(medic(2), lasts="1")
    (step,) = waiting(POISONING, BITE, there.get(POISONING, BITE).state)
    assert [each.key for each in step.choices] == ["roll", "treat", "end"]
    left = played(there, TreatPoison(BO, MIRA))
    (step,) = waiting(POISONING, BITE, left.get(POISONING, BITE).state)
    assert [each.key for each in step.choices] == ["roll", "end"]
    left = played(left, RollPoison(BITE), 20)
    for late in (RollPoison(BITE), EndPoison(BITE)):
        with refuses("record.archived"):
            play(left, late)
    with refuses("poison.none"):
        play(left, TreatPoison(BO, MIRA))


def test_the_button_takes_the_actors_medic_with_the_highest_heal() -> None:
    # Odo would add more to a check; here Heal alone counts.
    deft = of(ODO, odo(intelligence=18, skills={"heal": 0}, items=(KIT,)))
    turn = play(bitten(medic(1), deft, seen=DEACON), TreatPoison(BO, None, poisoning=BITE))
    assert said(turn) == ["Mira treats Bo in time: +2 on the save."]


def test_a_game_master_lets_it_be() -> None:
    turn = play(bitten(lasts="3", is_deadly=True), EndPoison(BITE))
    assert said(turn) == ["Nothing comes of Viper for Bo."]


# -- taking hold -----------------------------------------------------------------------------------------


def test_s40_what_takes_hold_hurts_strains_and_lasts() -> None:
    there = bitten(damage="2", strain=2, lasts="12", harm="Lethargy")
    left = played(there, RollPoison(BITE), 2)
    assert (who(left, BO).hp, who(left, BO).strain) == (3, 2)
    assert who(left, BO).effects == (Effect("Viper", 12, Unit.TURN, "Lethargy"),)
    assert said(play(there, RollPoison(BITE), 2)) == [
        "Bo saves against Viper: 2, needs 15. **Fails**: it takes hold: Lethargy.",
        "Bo: Strain 0 → 2 of 10.",
        "Bo: Viper for 12 Turns.",
        "Bo takes 2 damage (Viper): HP 5 → 3.",
    ]


def test_s36_its_strain_can_t_be_refused() -> None:
    left = played(bitten(victim=bo(strain=9), strain=3), RollPoison(BITE), 2)
    assert (who(left, BO).strain, who(left, BO).helpless) == (10, 6)


def left_of(there: World) -> int:
    """For how many Turns Bo bears it."""
    return sum(each.left for each in who(there, BO).effects)


def test_s42_a_tarantella_lasts_2d6_turns() -> None:
    lasts = odds(bitten(lasts="2d6"), RollPoison(BITE), left_of)
    missed = Fraction(14, 20)
    assert lasts == {0: 1 - missed, **{n: missed * chance for n, chance in of_dice(2).items()}}


@pytest.mark.parametrize("turns", range(1, 5))
def test_q24_save_or_die_kills_at_the_end_of_that_turn_after_the_failed_save(turns: int) -> None:
    there = bitten(is_deadly=True)
    assert (
        said(play(there, RollPoison(BITE), 2, turns))[-1] == f"**Bo has this Turn and {turns} more to live.**"
    )
    left = played(there, RollPoison(BITE), 2, turns)
    for _ in range(turns):
        left = played(left, Advance(PARTY, Unit.TURN))
        assert not who(left, BO).is_dead
    assert who(played(left, Advance(PARTY, Unit.TURN)), BO).is_dead


def test_s42_save_or_die_exactly() -> None:
    found = odds(bitten(is_deadly=True), RollPoison(BITE), left_of)
    assert found == {0: Fraction(6, 20), **{n + 1: Fraction(14, 20) / 4 for n in range(1, 5)}}


def test_s42_another_time_to_live_may_be_stated() -> None:
    left = played(bitten(is_deadly=True, lasts="9"), RollPoison(BITE), 2)
    assert [each.left for each in who(left, BO).effects] == [10]


def test_its_damage_may_fell_them() -> None:
    assert who(played(bitten(damage="5"), RollPoison(BITE), 2), BO).dying is not None
    assert not who(played(bitten(damage="5"), RollPoison(BITE), 15), BO).is_dead


def test_the_dead_need_no_save() -> None:
    with refuses("character.dead"):
        play(bitten(victim=bo(is_dead=True, hp=0)), RollPoison(BITE))


# -- opened ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [{"damage": "lots"}, {"lasts": "NaN"}, {"damage": "5000"}, {"lasts": "0"}])
def test_a_poison_of_no_amount_is_refused_when_it_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(UserError):
        play(scene(of(BO, bo())), Poison(BO, "Viper", **wrong))


def test_dice_beyond_all_measure_still_let_the_save_be_rolled() -> None:
    left = played(bitten(damage="200d6"), RollPoison(BITE), 2, *[6] * 200)
    assert who(left, BO).hp == 0


def test_a_hidden_npcs_poison_stays_with_the_game_masters() -> None:
    for known in Known:
        state = ogre(known=known)
        turn = play(scene(of(OGRE, state)), Poison(OGRE, "Viper"))
        kept: Poisoning = turn.changes[0].state
        assert kept.is_hidden is (known is Known.HIDDEN)
        assert (turn.events[0].audience == GAME_MASTERS) is kept.is_hidden
        there = scene(of(OGRE, state), of(BITE, replace(kept, damage="1", lasts="3"), POISONING.name))
        assert play(there, RollPoison(BITE), 2).events[0].audience == GAME_MASTERS


def test_a_player_can_t_poison_but_treats_and_rolls() -> None:
    there = bitten(of(MIRA, mira(items=(KIT,))), seen=WREN)
    assert play(there, RollPoison(BITE), 20).events
