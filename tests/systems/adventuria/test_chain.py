"""Where a process comes to rest: by hand, and where ways lead back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from bot.systems.adventuria.combat.odds import rest

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
Ways = dict[int, Mapping[int, Fraction]]


def walk(state: int) -> dict[int, Fraction]:
    """A drunkard between two doors, 0 and 4."""
    return {state - 1: HALF, state + 1: HALF} if 0 < state < 4 else {}


def test_a_walk_that_returns_is_solved_exactly() -> None:
    found = rest(1, walk, 10)
    assert found is not None
    assert found.ends == {0: Fraction(3, 4), 4: Fraction(1, 4)}
    assert found.steps == 3


def test_waiting_in_a_state_only_takes_longer() -> None:
    ways: Ways = {0: {0: Fraction(5, 6), 6: Fraction(1, 6)}, 6: {}}
    found = rest(0, ways.__getitem__, 10)
    assert found is not None
    assert found.ends == {6: 1}
    assert found.steps == 6


def test_what_never_ends_is_said_so() -> None:
    ways: Ways = {0: {1: THIRD, 2: 2 * THIRD}, 1: {1: Fraction(1)}, 2: {}}
    found = rest(0, ways.__getitem__, 10)
    assert found is not None
    assert (found.ends, found.steps) == ({2: 2 * THIRD}, None)


def test_a_circle_without_a_way_out_never_ends() -> None:
    ways: Ways = {0: {1: Fraction(1)}, 1: {0: Fraction(1)}}
    found = rest(0, ways.__getitem__, 10)
    assert found is not None
    assert (found.ends, found.steps) == ({}, None)


def test_what_has_ended_takes_no_step() -> None:
    found = rest(0, walk, 10)
    assert found is not None
    assert found.ends == {0: 1}
    assert found.steps == 0


def test_more_states_than_allowed_are_not_counted() -> None:
    assert rest(1, walk, 4) is None
    assert rest(1, walk, 5) is not None
