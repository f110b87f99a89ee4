"""Nights and want: S38, S39, S55 to S58, Q18 and Q19; what dawn brings, and what porters cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS
from bot.engine.saying import Said
from bot.engine.system import Record, World
from bot.systems.sovereign.book import Carrier, Unit
from bot.systems.sovereign.parties.rest import Rest, Sleep
from bot.systems.sovereign.settings import ONE_AFTER_ANOTHER, WANT
from bot.systems.sovereign.state import (
    Breath,
    Character,
    Clock,
    Counter,
    Dying,
    Effect,
    Known,
    Mount,
    Party,
    Refill,
)
from tests.said import values
from tests.systems.sovereign.meetings import deep, met, walking
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

HUNGRY, THIRSTY = {"food": False}, {"water": False}


def camp(state: Character, *others: Record[Any], clock: Clock | None = None, **seen: Any) -> World:
    """Bo like that, with others, in one party."""
    people = (of(BO, state), *others)
    together = party(*(each.id for each in people), clock=clock or Clock())
    return scene(*people, together, **seen)


def rested(state: Character, *, settings: dict[str, str] | None = None, **night: Any) -> Character:
    """Bo after such a night in camp."""
    night.setdefault("sleep", Sleep.ROUGH)
    return who(played(camp(state, settings=settings), Rest(PARTY, **night)), BO)


def clock_of(left: World) -> Clock:
    """The party's clock."""
    state: Party = left.records[PARTY].state
    return state.clock


# -- where a bed is hardly to be had ----------------------------------------------------------------------


def asked(there: World, sleep: Sleep) -> list[str]:
    """What the game master is asked before such a night."""
    found: list[Any] = []
    play(replace(there, note=found.append), Rest(PARTY, sleep=sleep))
    return [str(each) for each in found]


@pytest.mark.parametrize(
    ("there", "why"),
    [(deep(), "The Lanterns is in The Barrow."), (met(), "The Lanterns still faces Three shapes.")],
    ids=["in a dungeon", "before an encounter"],
)
def test_s38_a_proper_bed_where_a_dungeon_or_an_encounter_goes_on_is_asked_about(
    there: World, why: str
) -> None:
    (question,) = asked(there, Sleep.COMFORTABLE)
    assert question.startswith(f"{why} Is there really a proper bed")
    assert asked(there, Sleep.ROUGH) == []


def test_s38_a_proper_bed_elsewhere_is_not() -> None:
    assert asked(walking(), Sleep.COMFORTABLE) == []


# -- what a day without costs ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("night", "strain"),
    [
        ({}, 0),
        (HUNGRY, 1),
        (THIRSTY, 3),
        ({"sleep": Sleep.BROKEN}, 2),
        (HUNGRY | THIRSTY | {"sleep": Sleep.BROKEN}, 6),
    ],
    ids=["nothing", "S55 hunger", "S56 thirst", "S57 short sleep", "all"],
)
def test_a_day_without_costs_strain(night: dict[str, Any], strain: int) -> None:
    assert rested(bo(), **night).strain == strain


def test_every_day_costs_anew() -> None:
    assert rested(bo(), nights=4, food=False).strain == 4


@pytest.mark.parametrize("night", [HUNGRY, THIRSTY])
def test_s55_s56_who_is_at_the_maximum_already_dies(night: dict[str, Any]) -> None:
    assert rested(bo(strain=10), **night).is_dead
    assert not rested(bo(strain=9), **night).is_dead


def test_s57_short_sleep_kills_nobody() -> None:
    awake = rested(bo(strain=10), sleep=Sleep.BROKEN)
    assert (awake.is_dead, awake.strain, awake.helpless) == (False, 10, 6)


def test_q18_thirst_at_9_of_10_forces_them_over_and_does_not_kill() -> None:
    thirsty = rested(bo(strain=9), water=False)
    assert (thirsty.is_dead, thirsty.strain, thirsty.helpless) == (False, 10, 6)


def test_q18_the_next_day_without_kills() -> None:
    assert rested(bo(strain=9), nights=2, water=False).is_dead


def test_s55_exactly_the_maximum_is_neither_death_nor_unconsciousness() -> None:
    hungry = rested(bo(strain=9), food=False)
    assert (hungry.strain, hungry.is_helpless) == (10, False)


@pytest.mark.parametrize(("settings", "dies"), [({}, False), ({WANT.key: ONE_AFTER_ANOTHER}, True)])
def test_q19_both_count_against_what_the_day_began_with_unless_the_table_says_otherwise(
    settings: dict[str, str], dies: bool
) -> None:
    assert rested(bo(strain=9), settings=settings, **HUNGRY, **THIRSTY).is_dead is dies


def test_what_kills_them_is_told_once() -> None:
    notes = list[str]()
    turn = play(replace(camp(bo(strain=10)), note=notes.append), Rest(PARTY, water=False))
    assert [line for line in said(turn) if "Bo" in line] == ["**Bo dies**: thirst."]
    assert notes == []
    assert "**Bo dies**: hunger." in said(play(camp(bo(strain=10)), Rest(PARTY, food=False)))


def test_s58_with_food_and_water_paid_for_nothing_is_lost() -> None:
    assert rested(bo(strain=10), nights=30).strain == 10


# -- sleep, dawn and powers -------------------------------------------------------------------------------

COUNTERS = {
    "Wand": Counter(0, 3, Refill.DAWN),
    "Spells": Counter(0, 2, Refill.SLEEP),
    "Rage": Counter(0, 1, Refill.TURN),
    "Charges": Counter(0, 5),
}


@pytest.mark.parametrize(
    ("sleep", "full"),
    [
        (Sleep.COMFORTABLE, {"Wand", "Spells", "Rage"}),
        (Sleep.ROUGH, {"Wand", "Rage"}),
        (Sleep.BROKEN, {"Wand", "Rage"}),
    ],
)
def test_s38_s39_items_refill_at_dawn_however_they_sleep_and_spells_after_comfortable_sleep(
    sleep: Sleep, full: set[str]
) -> None:
    left = rested(bo(counters=COUNTERS), sleep=sleep)
    assert {name for name, each in left.counters.items() if each.value == each.most} == full


def test_each_ones_line_shows_before_and_after_and_what_is_full_again() -> None:
    turn = play(camp(bo(hp=2, strain=2, counters=COUNTERS)), Rest(PARTY))
    assert said(turn) == [
        "The Lanterns: 1 night, in a proper bed, safe and undisturbed. Day 2, 8:00.",
        "Bo: HP 2 → 3, Strain 2 → 1. Full again: Wand, Spells, Rage.",
    ]
    assert said(play(camp(bo()), Rest(PARTY)))[1] == "Bo: HP 5, Strain 0."
    assert said(play(camp(bo(strain=9)), Rest(PARTY, sleep=Sleep.ROUGH, water=False)))[1] == (
        "Bo: HP 5, Strain 9 → 10, unconscious for an hour."
    )


def test_an_npcs_line_is_the_game_masters_alone() -> None:
    turn = play(camp(bo(), of(OGRE, ogre(known=Known.NAMED))), Rest(PARTY))
    rested = [each for each in turn.events if isinstance(each, Said) and each.code == "rest.rested"]
    audiences = {each.facts()["name"]: each.audience for each in rested}
    assert audiences["Ogre"] == GAME_MASTERS
    assert audiences["Bo"].everyone


def test_everybody_rests_at_once_and_the_dead_don_t() -> None:
    left = played(camp(bo(hp=1), of(MIRA, mira(hp=1)), of(ODO, odo(hp=0, is_dead=True))), Rest(PARTY))
    assert [who(left, each).hp for each in (BO, MIRA, ODO)] == [2, 3, 0]


def test_who_is_out_cold_comes_to_and_who_lies_dying_does_not_see_the_morning() -> None:
    left = played(camp(bo(helpless=6), of(MIRA, mira(hp=0, dying=Dying()))), Rest(PARTY))
    assert not who(left, BO).is_helpless
    assert who(left, MIRA).is_dead


def test_a_night_ends_breath_held_and_dragging() -> None:
    left = played(camp(bo(breath=Breath(2), dragging=MIRA)), Rest(PARTY))
    assert (who(left, BO).breath, who(left, BO).dragging) == (None, None)


# -- the clock --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "nights", "hours"),
    [(Clock(1, 8), 1, 24), (Clock(3, 22), 1, 10), (Clock(3, 22), 7, 154)],
)
def test_nights_end_at_eight_and_effects_wear_by_what_passed(clock: Clock, nights: int, hours: int) -> None:
    left = played(
        camp(bo(effects=(Effect("Haste", hours + 1, Unit.HOUR),)), clock=clock), Rest(PARTY, nights)
    )
    assert clock_of(left) == Clock(clock.day + nights, 8)
    assert who(left, BO).effects == (Effect("Haste", 1, Unit.HOUR),)


def test_the_turns_of_the_hour_count_too() -> None:
    before = camp(bo(effects=(Effect("Haste", 10, Unit.HOUR),)), clock=Clock(1, 22, turn=3))
    assert who(played(before, Rest(PARTY)), BO).effects == (Effect("Haste", 3, Unit.TURN),)


def test_a_day_of_24_hours_is_over_after_24_hours_only() -> None:
    evening = camp(bo(effects=(Effect("Blessed", 1, Unit.DAY),)), clock=Clock(1, 20))
    left = played(evening, Rest(PARTY))
    assert who(left, BO).effects == (Effect("Blessed", 12, Unit.HOUR),)
    assert who(played(left, Rest(PARTY)), BO).effects == ()


# -- porters (S51) ----------------------------------------------------------------------------------------


def with_porter(coins: int, **mount: Any) -> World:
    """Bo with so many coins, and a porter."""
    porter = Mount("p", "Hob", Carrier.PORTER, **mount)
    return scene(of(BO, bo(coins=coins)), party(BO, mounts=(porter,)))


def test_s51_a_porter_costs_2_gold_a_day_out_of_the_purse_of_who_hired_them() -> None:
    turn = play(with_porter(20, payer=BO), Rest(PARTY, 7))
    assert values(turn.events, "rest.wages_paid") == {"name": "Hob", "cost": 14, "payer": "Bo"}
    assert who(played(with_porter(20, payer=BO), Rest(PARTY, 7)), BO).coins == 6


@pytest.mark.parametrize("there", [with_porter(13, payer=BO), with_porter(99), with_porter(99, payer=MIRA)])
def test_s51_who_isn_t_paid_is_owed(there: World) -> None:
    turn = play(there, Rest(PARTY, 7))
    assert "Hob is owed 14 gold." in said(turn)
    assert who(played(there, Rest(PARTY, 7)), BO).coins == who(there, BO).coins


def test_s51_a_mule_costs_nothing_a_day() -> None:
    mule = Mount("m", "Bess", Carrier.MULE, payer=BO)
    there = scene(of(BO, bo(coins=20)), party(BO, mounts=(mule,)))
    assert who(played(there, Rest(PARTY, 7)), BO).coins == 20
