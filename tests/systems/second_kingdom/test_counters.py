"""Counters with bounds and thresholds, for heroes and NPCs (ruling Q25)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import Record, RecordId
from bot.systems.second_kingdom.heroes.changes import Changed, SheetChanged, SheetPart
from bot.systems.second_kingdom.heroes.counters import (
    CounterSet,
    RemoveCounter,
    SetCounter,
    ShapeCounter,
    counted,
    in_force,
    read_bound,
    read_thresholds,
)
from bot.systems.second_kingdom.heroes.people import NPC
from bot.systems.second_kingdom.state import Counter, Known, Npc, Threshold
from tests.refusals import refuses
from tests.systems.second_kingdom.scenes import DEACON, EVANDER, after, evander, hero_of, play, scene

STAGGERED, DOWN = Threshold(5, "Staggered"), Threshold(10, "Down")
WOUNDS = Counter(3, most=10, thresholds=(STAGGERED, DOWN))
HEALTH = Counter(12, most=12, falls=True, thresholds=(Threshold(0, "Dead"), Threshold(6, "Bloodied")))
DEMONS = RecordId("demons")


def counters_after(action: Any, **counters: Counter) -> dict[str, Counter]:
    """Evander's counters once that was done."""
    before = scene(evander(counters=counters), actor=DEACON)
    return dict(hero_of(after(before, play(before, action))).counters)


# -- damage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "amount", "value", "reached"),
    [
        (WOUNDS, 1, 4, []),
        (WOUNDS, 2, 5, ["Staggered"]),
        (WOUNDS, 7, 10, ["Staggered", "Down"]),
        (WOUNDS, 99, 10, ["Staggered", "Down"]),
        (WOUNDS, 0, 3, []),
        (WOUNDS, -2, 1, []),
        (WOUNDS, -9, 0, []),
        (Counter(5, most=10, thresholds=(STAGGERED, DOWN)), 1, 6, []),
        (HEALTH, 5, 7, []),
        (HEALTH, 6, 6, ["Bloodied"]),
        (HEALTH, 40, 0, ["Bloodied", "Dead"]),
        (Counter(2, most=12, falls=True), -99, 12, []),
        (Counter(990), 50, 999, []),
    ],
)
def test_q25_damage_keeps_to_the_bounds_and_tells_each_threshold_it_reaches(
    counter: Counter, amount: int, value: int, reached: list[str]
) -> None:
    struck, thresholds = counted(counter, amount)
    assert (struck.value, [each.text for each in thresholds]) == (value, reached)
    assert struck.thresholds == counter.thresholds


@pytest.mark.parametrize(
    ("counter", "means"),
    [
        (Counter(4, thresholds=(STAGGERED, DOWN)), None),
        (Counter(5, thresholds=(STAGGERED, DOWN)), STAGGERED),
        (Counter(11, thresholds=(STAGGERED, DOWN)), DOWN),
        (HEALTH, None),
        (Counter(6, falls=True, thresholds=HEALTH.thresholds), Threshold(6, "Bloodied")),
        (Counter(0, falls=True, thresholds=HEALTH.thresholds), Threshold(0, "Dead")),
    ],
)
def test_q25_the_last_threshold_reached_is_in_force(counter: Counter, means: Threshold | None) -> None:
    assert in_force(counter) == means


# -- set --------------------------------------------------------------------------------------------


def test_q25_a_counter_is_whatever_the_table_counts() -> None:
    before = scene(evander(), actor=DEACON)
    turn = play(before, SetCounter(EVANDER, " Wounds ", 2))
    assert hero_of(after(before, turn)).counters == {"Wounds": Counter(2)}
    assert turn.events == (CounterSet("Evander", "Wounds", 0, 2, is_new=True),)
    assert turn.events[0].sentence() == "Evander: a new counter, Wounds: 2."


def test_q25_a_new_counter_says_which_one_of_a_like_name_it_is_not() -> None:
    found = scene(evander(counters={"Wounds": Counter(2), "Burns": Counter(1)}), actor=DEACON)
    (told,) = play(found, SetCounter(EVANDER, "Woods", 3)).events
    says = "Evander: a new counter, Woods: 3. It isn't Wounds, which is there already."
    assert told.sentence() == says


def test_q25_a_counter_is_found_however_its_name_is_typed() -> None:
    left = counters_after(SetCounter(EVANDER, "wounds", 5), Wounds=Counter(2), Burns=Counter(1))
    assert list(left.items()) == [("Wounds", Counter(5)), ("Burns", Counter(1))]


def test_q25_only_a_counter_without_a_shape_leaves_the_sheet_at_zero() -> None:
    assert counters_after(SetCounter(EVANDER, "Wounds", 0), Wounds=Counter(2)) == {}
    shaped = counters_after(SetCounter(EVANDER, "Wounds", 0), Wounds=WOUNDS)
    assert shaped["Wounds"].value == 0


def test_q25_a_threshold_is_told_when_a_counter_is_set_to_it() -> None:
    turn = play(scene(evander(counters={"Wounds": WOUNDS}), actor=DEACON), SetCounter(EVANDER, "Wounds", 6))
    assert turn.events == (CounterSet("Evander", "Wounds", 3, 6, most=10, reached=("Staggered",)),)


@pytest.mark.parametrize(
    ("counter", "value", "wrong"),
    [
        ("", 1, ("sheet.bad_name", "30")),
        ("w" * 31, 1, ("sheet.bad_name", "30", "31")),
        ("Burns", -1, ("number", "Burns", "0", "999", "−1")),
        ("Burns", 1000, ("number", "Burns", "0", "999", "1000")),
        ("Burns", 0, ("sheet.same_value", "0")),
        ("Wounds", 3, ("sheet.same_value", "3")),
        ("wounds", 11, ("number", "Wounds", "0", "10", "11")),
        ("Debt", -6, ("number", "Debt", "−5", "5", "−6")),
    ],
)
def test_q25_a_value_outside_a_counters_bounds_is_refused(
    counter: str, value: int, wrong: tuple[str, ...]
) -> None:
    counters = {"Wounds": WOUNDS, "Debt": Counter(0, least=-5, most=5)}
    with refuses(*wrong):
        play(scene(evander(counters=counters), actor=DEACON), SetCounter(EVANDER, counter, value))


def test_a_mistyped_counter_is_no_new_one() -> None:
    begin = scene(evander(counters={"Wounds": WOUNDS, "Debt": Counter(1)}), actor=DEACON)
    with refuses("sheet.mistyped", "Wouds", "Wounds"):
        play(begin, SetCounter(EVANDER, "Wouds", 2))
    # What is called otherwise is one.
    assert "Hunger" in counters_after(SetCounter(EVANDER, "Hunger", 2), Wounds=WOUNDS)


def test_an_eleventh_counter_is_refused() -> None:
    full = {f"Counter {n}": Counter(1) for n in range(10)}
    for action in (SetCounter(EVANDER, "Wounds", 1), ShapeCounter(EVANDER, "Wounds", most=9)):
        with refuses("sheet.too_many", "10"):
            play(scene(evander(counters=full), actor=DEACON), action)
    assert counters_after(SetCounter(EVANDER, "Counter 9", 4), **full)["Counter 9"] == Counter(4)


# -- shaped -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "counter"),
    [
        (ShapeCounter(EVANDER, "Wounds", 0, 12), Counter(3, most=12)),
        # What stands outside the new bounds goes to the nearest.
        (ShapeCounter(EVANDER, "wounds", 0, 2), Counter(2, most=2)),
        (ShapeCounter(EVANDER, "Wounds", 5, 9), Counter(5, least=5, most=9)),
        (ShapeCounter(EVANDER, "Wounds"), Counter(3)),
        # Thresholds stand by value, in one line each.
        (
            ShapeCounter(EVANDER, "Wounds", most=9, thresholds=(Threshold(9, " Down "), STAGGERED)),
            Counter(3, most=9, thresholds=(STAGGERED, Threshold(9, "Down"))),
        ),
    ],
)
def test_q25_a_counter_is_given_its_shape_anew(shape: ShapeCounter, counter: Counter) -> None:
    assert counters_after(shape, Wounds=WOUNDS) == {"Wounds": counter}


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (ShapeCounter(EVANDER, "Health", 0, 12, True), 12),
        (ShapeCounter(EVANDER, "Wounds", 0, 12), 0),
        (ShapeCounter(EVANDER, "Luck", falls=True), 0),
        (ShapeCounter(EVANDER, "Debt", -5, 5), -5),
    ],
)
def test_q25_a_new_counter_begins_without_damage(shape: ShapeCounter, value: int) -> None:
    assert counters_after(shape)[shape.counter].value == value


@pytest.mark.parametrize(
    ("shape", "wrong"),
    [
        ({"most": 0}, ("number", "Maximum", "1", "999", "0")),
        ({"least": 5, "most": 5}, ("number", "Maximum", "6", "999", "5")),
        ({"most": 1000}, ("number", "Maximum", "1", "999", "1000")),
        ({"least": -1000}, ("number", "Minimum", "−999", "999", "−1000")),
        ({"most": 10, "thresholds": (Threshold(11, "Down"),)}, ("number", "A threshold", "0", "10", "11")),
        (
            {"thresholds": (Threshold(1, " "),)},
            ("sheet.bad_threshold", "1", "60"),
        ),
        (
            {"thresholds": (Threshold(1, "x" * 61),)},
            ("sheet.bad_threshold", "1", "60", "61"),
        ),
        (
            {"thresholds": (STAGGERED, Threshold(5, "Down"))},
            ("sheet.same_threshold",),
        ),
        (
            {"thresholds": tuple(Threshold(n, "x") for n in range(6))},
            ("sheet.too_many_thresholds", "5", "6"),
        ),
        ({}, ("sheet.same_shape",)),
    ],
)
def test_q25_a_shape_that_makes_no_sense_is_refused(shape: dict[str, Any], wrong: tuple[str, ...]) -> None:
    with refuses(*wrong):
        play(scene(evander(), actor=DEACON), ShapeCounter(EVANDER, "Wounds", **shape))


def test_q25_a_counter_is_removed_by_name() -> None:
    assert counters_after(RemoveCounter(EVANDER, "wounds"), Wounds=WOUNDS, Burns=Counter(1)) == {
        "Burns": Counter(1)
    }
    with refuses("sheet.unknown", "Wounds"):
        play(scene(evander(), actor=DEACON), RemoveCounter(EVANDER, "Wounds"))


# -- typed ------------------------------------------------------------------------------------------


def test_thresholds_are_read_a_line_each() -> None:
    assert read_thresholds("5: Staggered\n\n 10 = Down: and out\n−3:Owes") == (
        STAGGERED,
        Threshold(10, "Down: and out"),
        Threshold(-3, "Owes"),
    )
    with refuses("sheet.no_threshold", "Down at 10"):
        read_thresholds("5: Staggered\nDown at 10")


def test_a_bound_is_read_as_a_whole_number_or_none() -> None:
    assert [read_bound("Maximum", text) for text in ("", " 12 ", "−5")] == [None, 12, -5]
    for text in ("ten", "1.5", "1" * 7):
        with refuses("sheet.no_number", "Maximum"):
            read_bound("Maximum", text)


# -- of NPCs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "audience"),
    [(Known.HIDDEN, GAME_MASTERS), (Known.NAMED, GAME_MASTERS), (Known.OPEN, EVERYONE)],
)
def test_q25_what_an_npc_counts_is_told_only_where_it_is_open(known: Known, audience: Any) -> None:
    before = scene(Record(DEMONS, NPC.name, Npc("Demons", known, counters={"Wounds": WOUNDS})))
    told = CounterSet("Demons", "Wounds", 3, 5, 10, ("Staggered",), audience=audience)
    assert play(before, SetCounter(DEMONS, "Wounds", 5)).events == (told,)
    shaped = play(before, ShapeCounter(DEMONS, "Rage", most=3)).events
    change = Changed("Rage", None, Counter(0, most=3), SheetPart.COUNTER)
    assert shaped == (SheetChanged("Demons", (change,), audience=audience),)
