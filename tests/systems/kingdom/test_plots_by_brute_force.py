"""Random towns, legal and illegal: where a building may stand agrees with a slow, independent checker.

`make towns TOWNS=10000` asks of many more.
"""

from __future__ import annotations

import os
import time
from collections import Counter

import pytest

from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.towns.plots import Ground
from tests.systems.kingdom.brute_force_towns import may_stand
from tests.systems.kingdom.random_towns import Architect, Case

TOWNS = int(os.environ.get("WAYPOST_TEST_TOWNS", "1500"))
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "5"))
# Of so many towns one is asked of every place there is.
WHOLE = 50
# A quarter of the questions at least has either answer.
SHARE = 0.25


def described(case: Case) -> str:
    """A town and a question, to be read when it fails."""
    rows = [f"{each.number} {each.type} {each.place} {each.relies_on}" for each in case.town.buildings]
    asked = f"{case.building} at {case.place} instead of {case.over}, by {case.rules}"
    return "\n".join([*rows, str(case.town.borders), str(case.town.shores), asked])


@pytest.fixture(scope="module")
def answers() -> Counter[tuple[BuildingType, bool]]:
    """The answers about so many towns, each compared."""
    told: Counter[tuple[BuildingType, bool]] = Counter()
    architect, began = Architect(SEED), time.perf_counter()
    for number in range(TOWNS):
        case = architect.case()
        ground = Ground(case.town, case.rulings, case.over)
        why = ground.hindrance(case.building, case.place)
        is_legal = may_stand(case.city, case.new(case.place), case.old)
        assert is_legal == (not why), f"seed {SEED}, town {number}: {why}\n{described(case)}"
        told[case.building, is_legal] += 1
        if not number % WHOLE:
            compare_everywhere(ground, case)
    print(f"\nseed {SEED}: {TOWNS} towns in {time.perf_counter() - began:.1f} s")
    return told


def compare_everywhere(ground: Ground, case: Case) -> None:
    """Every place of it, and whether there is none at all."""
    found = set(ground.legal(case.building))
    for place in ground.sites(case.building):
        is_legal = may_stand(case.city, case.new(place), case.old)
        assert is_legal == (place in found), f"{place}\n{described(case)}"
    assert bool(ground.nowhere(case.building)) == (not found)
    assert (ground.first_legal(case.building) is not None) == bool(found)


def test_random_towns_agree_with_the_slow_checker(answers: Counter[tuple[BuildingType, bool]]) -> None:
    legal = sum(count for (_, is_legal), count in answers.items() if is_legal)
    print(f"{legal} legal, {answers.total() - legal} not")
    assert answers.total() * SHARE < legal < answers.total() * (1 - SHARE)


def test_random_towns_leave_no_building_out(answers: Counter[tuple[BuildingType, bool]]) -> None:
    assert {building for building, _ in answers} == set(BuildingType)
