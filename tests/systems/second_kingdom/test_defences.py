"""What armour, relics and abilities add to the defence dice (K22, Q11, Q15, Q27)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.systems.second_kingdom.heroes.changes import Changed, SheetChanged, SheetPart
from bot.systems.second_kingdom.heroes.sheet import SetDefence, read_pair
from bot.systems.second_kingdom.state import Defence, Guard, defence_pair, may_counter
from tests.refusals import refuses
from tests.systems.second_kingdom.scenes import DEACON, EVANDER, after, evander, hero_of, play, scene

SHIELD = Defence("Tower shield", block=(2, 1), counters=(Guard.BLOCK,))
RING = Defence("Ring of the fox", dodge=(1, 0))


def defences_after(action: SetDefence, *defences: Defence) -> tuple[Defence, ...]:
    """Evander's sources once that was done."""
    before = scene(evander(defences=defences), actor=DEACON)
    return hero_of(after(before, play(before, action))).defences


def test_k22_a_source_adds_a_pair_to_each_guard() -> None:
    action = SetDefence(EVANDER, " Tower  shield ", block=(2, 1), counters=(Guard.BLOCK,))
    assert defences_after(action) == (SHIELD,)


def test_q11_the_pairs_of_all_sources_add_up_in_order() -> None:
    worn = defences_after(SetDefence(EVANDER, "Helm", dodge=(-1, 0), block=(1, 3)), SHIELD, RING)
    assert [defence_pair(worn, guard) for guard in Guard] == [(0, 0), (0, 0), (3, 4)]


def test_q15_a_source_names_the_guards_after_which_its_bearer_strikes_back() -> None:
    worn = defences_after(SetDefence(EVANDER, "Rapier", counters=(Guard.PARRY, Guard.DODGE)))
    assert worn == (Defence("Rapier", counters=(Guard.DODGE, Guard.PARRY)),)
    assert [may_counter(worn, guard) for guard in Guard] == [True, True, False]


def test_k22_a_source_is_changed_as_a_whole_and_keeps_its_place() -> None:
    changed = defences_after(SetDefence(EVANDER, "tower shield", parry=(1, 1)), SHIELD, RING)
    assert changed == (Defence("Tower shield", parry=(1, 1)), RING)


def test_k22_a_source_that_adds_nothing_leaves_the_sheet() -> None:
    assert defences_after(SetDefence(EVANDER, "Tower shield"), SHIELD, RING) == (RING,)


def test_k22_a_change_is_told_before_and_after() -> None:
    turn = play(scene(evander(defences=(SHIELD,)), actor=DEACON), SetDefence(EVANDER, "Tower shield"))
    change = Changed("Tower shield", SHIELD, None, SheetPart.DEFENCE)
    assert turn.events == (SheetChanged("Evander", (change,)),)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"source": ""}, ("sheet.bad_source", "40")),
        ({"source": "s" * 41}, ("sheet.bad_source", "40", "41")),
        ({"block": (11, 0)}, ("number", "A bonus to block", "−10", "10", "11")),
        ({"dodge": (0, -11)}, ("number", "A bonus to dodge", "−10", "10", "−11")),
        ({}, ("sheet.adds_nothing", "Helm")),
        (
            {"source": "Tower shield", "block": (2, 1), "counters": (Guard.BLOCK,)},
            ("sheet.same_defence", "Tower shield"),
        ),
    ],
)
def test_k22_what_no_source_can_add_is_refused(change: dict[str, Any], wrong: tuple[str, ...]) -> None:
    with refuses(*wrong):
        play(
            scene(evander(defences=(SHIELD,)), actor=DEACON),
            SetDefence(EVANDER, **{"source": "Helm"} | change),
        )


def test_an_eleventh_source_is_refused() -> None:
    full = tuple(Defence(f"Relic {n}", dodge=(1, 0)) for n in range(10))
    with refuses("sheet.too_many_sources", "10"):
        play(scene(evander(defences=full), actor=DEACON), SetDefence(EVANDER, "Helm", dodge=(1, 0)))
    assert defences_after(SetDefence(EVANDER, "Relic 9", dodge=(2, 0)), *full)[9].dodge == (2, 0)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("2/1", (2, 1)),
        (" +2 / -1 ", (2, -1)),
        ("−1/0", (-1, 0)),
        ("2", (2, 0)),
        ("0/0", (0, 0)),
        ("٢/١", (2, 1)),
    ],
)
def test_k22_a_pair_is_typed_as_two_numbers(text: str, pair: tuple[int, int]) -> None:
    assert read_pair(Guard.BLOCK, text) == pair


@pytest.mark.parametrize("text", ["", "1.5/1", "two/one", "2/1/1", "2 1", "1/", "1e3", "9" * 7])
def test_q27_a_bonus_that_is_no_whole_number_is_refused(text: str) -> None:
    with refuses("sheet.pair", "Block"):
        read_pair(Guard.BLOCK, text)
