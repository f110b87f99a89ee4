"""Falls, air, water and the road: S52 to S54, S59, S60, S81 to S83, Q30 to Q32, Q50 and Q51."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS
from bot.engine.system import World
from bot.systems.sovereign.book import Unit, fall_dice, leap_target, weeks_of
from bot.systems.sovereign.harm.rules import Damage
from bot.systems.sovereign.hazards import Fall, HoldBreath, RollBreath, Swim, Travel
from bot.systems.sovereign.parties.rules import Advance
from bot.systems.sovereign.state import Breath, Character, Clock, Counter, Dying, Known, Refill
from tests.refusals import refuses
from tests.systems.sovereign.odds import branches, odds, of_dice, reaching
from tests.systems.sovereign.scenes import (
    BO,
    MIRA,
    ODO,
    OGRE,
    PARTY,
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
    who,
)

TOUGH = bo(hp=500, max_hp=500)


def alone(state: Character) -> World:
    """Bo like that, in a party."""
    return scene(of(BO, state), party(BO))


def lost(left: World) -> int:
    """HP that Bo lost."""
    return TOUGH.hp - who(left, BO).hp


# -- falls ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("feet", "dice"), [(1, 0), (9, 0), (10, 1), (19, 1), (20, 2), (200, 20), (209, 20), (1000, 20)]
)
def test_s52_1d6_for_each_whole_10_feet_and_20d6_at_most(feet: int, dice: int) -> None:
    assert fall_dice(feet) == dice
    turn = play(alone(TOUGH), Fall(BO, feet), *[3] * dice)
    assert lost(played(alone(TOUGH), Fall(BO, feet), *[3] * dice)) == 3 * dice
    assert bool(turn.changes) is bool(dice)


def test_s52_spikes_add_dice_and_the_limit_is_the_falls_alone() -> None:
    assert lost(played(alone(TOUGH), Fall(BO, 300, spikes=2), *[6] * 22)) == 132
    assert (
        said(play(alone(TOUGH), Fall(BO, 5, spikes=1), 4))[0]
        == "Bo falls 5 feet: not deep enough to hurt; spikes 4."
    )


def test_a_fall_exactly() -> None:
    assert odds(alone(TOUGH), Fall(BO, 35), lost) == of_dice(3)


def test_the_book_s_pit_15_feet_with_spikes() -> None:
    assert odds(alone(TOUGH), Fall(BO, 15, spikes=2), lost) == of_dice(3)


@pytest.mark.parametrize(("feet", "target"), [(9, 7), (10, 8), (45, 11), (60, 13), (200, 27)])
def test_s53_q31_a_leap_is_7_and_1_for_each_10_feet_of_the_whole_distance(feet: int, target: int) -> None:
    assert leap_target(feet) == target


@pytest.mark.parametrize(("feet", "spikes"), [(10, 0), (20, 0), (30, 1), (45, 0), (60, 0)])
def test_falls_with_a_leap_exactly(feet: int, spikes: int) -> None:
    state = replace(TOUGH, dexterity=14, skills={"exert": 1})
    found = odds(alone(state), Fall(BO, feet, is_leap=True, spikes=spikes), lost)
    lands = reaching(7 + feet // 10, 2)
    expected: dict[int, Fraction] = {}
    # Q31: the distance is halved before it is counted in tens, and spikes are not halved.
    for chance, dice in ((lands, feet // 2 // 10 + spikes), (1 - lands, feet // 10 + spikes)):
        for total, weight in of_dice(dice).items():
            expected[total] = expected.get(total, Fraction(0)) + chance * weight
    assert found == {total: chance for total, chance in expected.items() if chance}


def test_the_dice_of_a_fall_are_told() -> None:
    turn = play(alone(TOUGH), Fall(BO, 20, spikes=1), 3, 4, 2)
    assert said(turn)[0] == "Bo falls 20 feet: 3 + 4; spikes 2."


def test_q31_halving_comes_before_the_limit() -> None:
    nimble = replace(TOUGH, dexterity=18, skills={"exert": 4})
    notes = list[str]()
    play(replace(alone(nimble), note=notes.append), Fall(BO, 1000, is_leap=True), 6, 6, *[1] * 20)
    assert notes == ["Bo: 20d6 damage for 1000 feet.", "DEX/Exert against 107: 0.0% to halve it to 20d6."]


@pytest.mark.parametrize(
    ("scores", "pair"), [({"dexterity": 14}, "DEX/Exert"), ({"strength": 14}, "STR/Exert")]
)
def test_s53_the_leaper_rolls_the_better_pair(scores: dict[str, Any], pair: str) -> None:
    turn = play(alone(replace(TOUGH, **scores)), Fall(BO, 20, is_leap=True), 4, 5, 6)
    assert turn.events[0].roll == f"{pair} 9"
    assert turn.events[0].is_success


def test_both_numbers_are_shown_before() -> None:
    notes = list[str]()
    play(replace(alone(TOUGH), note=notes.append), Fall(BO, 40, is_leap=True, spikes=1), 1, 1, *[1] * 5)
    assert notes == ["Bo: 5d6 damage for 40 feet.", "DEX/Exert against 11: 2.8% to halve it to 3d6."]


def test_a_fall_may_kill_and_the_dead_fall_no_more() -> None:
    assert who(played(alone(bo()), Fall(BO, 10), 6), BO).dying == Dying()
    with refuses("character.dead"):
        play(alone(bo(is_dead=True, hp=0)), Fall(BO, 10))
    with refuses("character.helpless"):
        play(alone(bo(helpless=2)), Fall(BO, 10, is_leap=True))


def test_an_npcs_fall_is_told_to_game_masters_alone() -> None:
    for known in Known:
        there = scene(of(OGRE, ogre(known=known, hp=99, max_hp=99)))
        turn = play(there, Fall(OGRE, 20, is_leap=True), 1, 1, 3, 3)
        assert {each.audience for each in turn.events} == {GAME_MASTERS}


# -- air --------------------------------------------------------------------------------------------------


def breathless(state: Character | None = None, **breath: Any) -> World:
    """Bo (Constitution 10) without air."""
    return alone(replace(state or TOUGH, breath=Breath(**breath)))


def asked(there: World, rounds: int) -> list[str]:
    """What each of so many Rounds asks, where all of it succeeds."""
    found = list[str]()
    for _ in range(rounds):
        there = played(there, Advance(PARTY, Unit.ROUND))
        breath = who(there, BO).breath
        assert breath is not None
        found.append(breath.asks)
        if breath.asks:
            there = played(there, RollBreath(BO), *((20,) if breath.asks == "save" else (6, 6)))
    return found


def test_s54_air_lasts_constitution_rounds_and_then_each_round_asks_a_save() -> None:
    assert asked(breathless(), 12) == [""] * 10 + ["save"] * 2


def test_s54_keeping_still_it_lasts_four_times_as_long() -> None:
    assert asked(breathless(is_still=True), 41) == [""] * 40 + ["save"]


def test_s54_most_npcs_have_10_rounds() -> None:
    there = scene(of(OGRE, ogre(constitution=3, breath=Breath(9))), party(OGRE))
    left = played(there, Advance(PARTY, Unit.ROUND))
    assert who(left, OGRE).breath == Breath(10)
    assert who(played(left, Advance(PARTY, Unit.ROUND)), OGRE).breath == Breath(11, asks="save")


def test_q32_under_water_3_rounds_are_free_then_checks_then_saves() -> None:
    assert asked(breathless(is_underwater=True), 12) == [""] * 3 + ["check"] * 7 + ["save"] * 2


def test_q32_elsewhere_no_check_is_asked() -> None:
    assert "check" not in asked(breathless(), 12)


@pytest.mark.parametrize(("state", "hp"), [(replace(TOUGH, level=3), 3), (replace(TOUGH, level=1), 1)])
def test_s54_who_fails_loses_hp_by_level(state: Character, hp: int) -> None:
    left = played(breathless(state, rounds=11, asks="save"), RollBreath(BO), 1)
    assert lost(left) == hp


@pytest.mark.parametrize(("hd", "hp"), [(0, 1), (3, 3)])
def test_s54_npcs_lose_hp_by_hd(hd: int, hp: int) -> None:
    there = scene(of(OGRE, ogre(hd=hd, breath=Breath(11, asks="save"))))
    assert who(played(there, RollBreath(OGRE), 1), OGRE).hp == 14 - hp
    assert {each.audience for each in play(there, RollBreath(OGRE), 1).events} == {GAME_MASTERS}


def test_s82_who_fails_the_check_takes_1_strain_and_q17_is_out_beyond_the_maximum() -> None:
    turn = play(breathless(rounds=4, is_underwater=True, asks="check"), RollBreath(BO), 1, 1)
    assert said(turn) == ["Bo holds their breath: 2d6 (1, 1) − 1 = 1. **Fails.**", "Bo: Strain 0 → 1 of 10."]
    out = breathless(replace(TOUGH, strain=10), rounds=4, is_underwater=True, asks="check")
    assert said(play(out, RollBreath(BO), 1, 1))[-1].endswith("**Unconscious for an hour.**")


def test_breath_exactly() -> None:
    check = breathless(rounds=4, is_underwater=True, asks="check")
    assert odds(check, RollBreath(BO), lambda left: who(left, BO).strain) == {
        0: reaching(10, -1),
        1: 1 - reaching(10, -1),
    }
    save = breathless(rounds=11, asks="save")
    assert odds(save, RollBreath(BO), lost) == {0: Fraction(6, 20), 1: Fraction(14, 20)}


def test_drowning_to_0_hp_is_a_mortal_injury() -> None:
    left = played(breathless(bo(hp=1), rounds=11, asks="save"), RollBreath(BO), 2)
    assert (who(left, BO).dying, who(left, BO).breath) == (Dying(), None)


def test_a_round_asks_once() -> None:
    left = played(breathless(rounds=11, asks="save"), RollBreath(BO), 20)
    with refuses("breath.nothing"):
        play(left, RollBreath(BO))
    with refuses("breath.nothing"):
        play(alone(bo()), RollBreath(BO))


def test_breath_is_held_and_over() -> None:
    left = played(alone(bo()), HoldBreath(BO, is_underwater=True, is_still=True))
    assert who(left, BO).breath == Breath(0, is_still=True, is_underwater=True)
    with refuses("character.same"):
        play(left, HoldBreath(BO))
    assert who(played(left, HoldBreath(BO, is_over=True)), BO).breath is None
    with refuses("character.same"):
        play(alone(bo()), HoldBreath(BO, is_over=True))
    with refuses("character.dead"):
        play(alone(bo(is_dead=True)), HoldBreath(BO))


# -- water -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("constitution", "hours"), [(3, 0), (7, 1), (8, 2), (18, 4)])
def test_s81_all_swim_15_feet_a_round_for_a_quarter_of_constitution_in_hours(
    constitution: int, hours: int
) -> None:
    turn = play(alone(bo(constitution=constitution)), Swim(BO))
    assert said(turn) == [f"Bo swims 15 feet a Round, for {hours} {'hour' if hours == 1 else 'hours'}."]
    assert not turn.changes


def test_s81_in_chain_or_plate_they_sink_and_hold_their_breath() -> None:
    turn = play(alone(bo()), Swim(BO, is_armored=True))
    assert said(turn)[0] == "Bo sinks in their armor."
    assert turn.changes[0].state.breath == Breath(is_underwater=True)
    with refuses("character.helpless"):
        play(alone(bo(helpless=1)), Swim(BO))


def test_s83_going_under_says_what_fighting_there_is_like() -> None:
    (told,) = said(play(alone(bo()), HoldBreath(BO, is_underwater=True)))
    rules = (
        "−4 to hit", "thrusting weapons deal full damage", "others half", "No bows", "fire spells",
        "spoken spells", "crossbows and magical light reach half as far", "sound twice as far",
    )  # fmt: skip
    for rule in rules:
        assert rule in told
    (dry,) = said(play(alone(bo()), HoldBreath(BO)))
    assert dry == "Bo has air for 10 Rounds, then Physical saves."


@pytest.mark.parametrize(("amount", "deals"), [("1", 1), ("2", 1), ("3", 1), ("7", 3), ("8", 4)])
def test_q51_blunt_and_slashing_weapons_deal_half_rounded_down_1_at_least(amount: str, deals: int) -> None:
    assert lost(played(alone(TOUGH), Damage(BO, amount, is_halved=True))) == deals
    assert lost(played(alone(TOUGH), Damage(BO, amount))) == int(amount)


def test_q51_dice_are_halved_after_they_fall_and_nothing_stays_nothing() -> None:
    found = odds(alone(TOUGH), Damage(BO, "1d6-1", is_halved=True), lost)
    assert found == {0: Fraction(1, 6), 1: Fraction(3, 6), 2: Fraction(2, 6)}


# -- the road -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("miles", "days", "weeks"), [(1, 1, 1), (18, 1, 1), (19, 2, 1), (126, 7, 1), (127, 8, 2), (1260, 70, 10)]
)
def test_s59_18_miles_a_day_and_q50_weeks_begun(miles: int, days: int, weeks: int) -> None:
    assert weeks_of(miles) == weeks
    left = played(alone(bo(coins=9999)), Travel(PARTY, miles))
    assert left.records[PARTY].state.clock.day == 1 + days


@pytest.mark.parametrize(
    ("weeks", "cost"),
    list(enumerate([10, 20, 40, 80, 160, 320, 640, 1250, 2500, 5000], 1)),
)
def test_s60_the_price_for_each_by_weeks_and_trap_8_weeks_are_1250(weeks: int, cost: int) -> None:
    there = scene(of(BO, bo(coins=5000)), of(ODO, odo(coins=5000)), party(BO, ODO))
    left = played(there, Travel(PARTY, 126 * weeks))
    assert [who(left, each).coins for each in (BO, ODO)] == [5000 - cost] * 2


def test_q50_beyond_10_weeks_the_game_master_sets_a_price() -> None:
    with refuses("travel.too_far"):
        play(alone(bo(coins=99_999)), Travel(PARTY, 1261))


def test_who_can_t_pay_stays_and_nobody_has_to() -> None:
    with refuses("coins.too_few"):
        play(alone(bo(coins=9)), Travel(PARTY, 1))
    assert who(played(alone(bo(coins=9)), Travel(PARTY, 1, pays=False)), BO).coins == 9


def test_neither_the_dead_nor_npcs_pay() -> None:
    people = (of(BO, bo(coins=10)), of(MIRA, mira(is_dead=True, hp=0)), of(OGRE, ogre(known=Known.NAMED)))
    left = played(scene(*people, party(BO, MIRA, OGRE)), Travel(PARTY, 50))
    assert who(left, BO).coins == 0


def test_s58_s60_the_road_takes_no_rations_and_gives_no_comfortable_sleep() -> None:
    counters = {"Wand": Counter(0, 3, Refill.DAWN), "Spells": Counter(0, 2, Refill.SLEEP)}
    left = who(played(alone(bo(hp=2, strain=10, coins=10, counters=counters)), Travel(PARTY, 126)), BO)
    assert (left.hp, left.strain, left.is_dead) == (2, 10, False)
    assert [each.value for each in left.counters.values()] == [3, 0]


def test_the_party_arrives_at_the_hour_it_left() -> None:
    there = scene(of(BO, bo()), party(BO, clock=Clock(3, 14, 2, 5)))
    left = played(there, Travel(PARTY, 40, pays=False))
    assert left.records[PARTY].state.clock == Clock(6, 14, 2)


def test_every_way_of_a_leap_is_counted() -> None:
    assert sum(chance for chance, _ in branches(alone(TOUGH), Fall(BO, 20, is_leap=True))) == 1
