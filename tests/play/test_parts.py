"""The parts of a record: what differs, and putting just that back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.play.parts import RecordPart, moved, put_back

ELEMENTS = st.lists(st.integers(0, 5), max_size=6)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "name": st.sampled_from("AB"),
    "players": ELEMENTS,
    "settings": st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2)),
    "channel": st.none() | st.integers(0, 1),
    "extra": st.none() | st.dictionaries(st.sampled_from("xy"), st.integers(0, 1)),
}
STATES = st.fixed_dictionaries(FIELDS)
CHANGES = st.fixed_dictionaries({}, optional=FIELDS)


def changed(before: Any, after: Any) -> set[RecordPart]:
    return set(moved({"f": before}, {"f": after}))


@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        (1, 1, set()),
        (1, 2, {RecordPart("f")}),
        (None, {"x": 1}, {RecordPart("f")}),
        ({"x": 1, "y": 2}, {"x": 3, "y": 2}, {RecordPart("f", "x")}),
        ({"x": None}, {}, {RecordPart("f", "x")}),
        ([1, 2], [1, 3], {RecordPart("f", "2", True), RecordPart("f", "3", True)}),
        (["a"], [], {RecordPart("f", '"a"', True)}),
        ([1, 2], [2, 1], {RecordPart("f")}),
        ([1, 1], [1], {RecordPart("f")}),
        ([{"n": 1}], [{"n": 1}, {"n": 2}], {RecordPart("f", '{"n":2}', True)}),
    ],
)
def test_parts_are_fields_keys_and_elements(before: Any, after: Any, parts: set[RecordPart]) -> None:
    assert changed(before, after) == parts


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        (RecordPart("name"), RecordPart("name"), True),
        (RecordPart("name"), RecordPart("channel"), False),
        (RecordPart(), RecordPart("name"), True),
        (RecordPart("settings"), RecordPart("settings", "x"), True),
        (RecordPart("settings", "x"), RecordPart("settings", "y"), False),
        (RecordPart("settings", "x"), RecordPart("extra", "x"), False),
        (RecordPart("players", "5", True), RecordPart("spectators", "5", True), True),
        (RecordPart("players", "5", True), RecordPart("players", "6", True), False),
        (RecordPart("players"), RecordPart("players", "6", True), True),
        (RecordPart("players", "5", True), RecordPart("settings", "5"), False),
    ],
)
def test_parts_overlap_within_a_field_and_for_an_element_in_any_list(
    one: RecordPart, other: RecordPart, overlap: bool
) -> None:
    assert one.overlaps(other) is overlap
    assert other.overlaps(one) is overlap


@pytest.mark.parametrize(
    ("now", "before", "after", "back"),
    [
        ([1, 3, 4], [1, 2, 3], [1, 3], [1, 2, 3, 4]),
        ([4], [1, 2, 3], [], [1, 2, 3, 4]),
        ([3, 9], [1, 2, 3], [3], [1, 2, 3, 9]),
        ([1, 2, 3, 4], [1, 3], [1, 2, 3], [1, 3, 4]),
        ({"x": 2, "y": 5}, {"x": 1}, {"x": 2}, {"x": 1, "y": 5}),
        ({"y": 5}, {"x": 1}, {}, {"x": 1, "y": 5}),
        ({"x": 2, "y": 5}, {}, {"x": 2}, {"y": 5}),
        # In another order, or with one twice, a list is one part.
        ([2, 1, 3], [1, 2], [2, 1], [1, 2]),
        ([1, 1, 5], [1], [1, 1], [1]),
        ([1, 5], [1, 1], [1], [1, 1]),
    ],
)
def test_only_the_parts_moved_are_put_back_each_by_its_old_neighbour(
    now: Any, before: Any, after: Any, back: Any
) -> None:
    made = put_back({"f": now}, {"f": before}, {"f": after})["f"]
    assert made == back
    assert list(made) == list(back)


@given(before=STATES, after=STATES)
def test_putting_back_the_last_change_is_the_state_before_it_exactly(before: Any, after: Any) -> None:
    back = put_back(after, before, after)
    assert back == before
    assert moved(before, back) == frozenset()


@given(first=STATES, one=CHANGES, other=CHANGES)
def test_putting_back_an_earlier_change_leaves_what_a_later_one_moved_elsewhere(
    first: Any, one: Any, other: Any
) -> None:
    second, third = first | one, first | one | other
    earlier, later = moved(first, second), moved(second, third)
    assume(not any(mine.overlaps(theirs) for mine in earlier for theirs in later))
    back = put_back(third, first, second)
    assert moved(first, back) == later
    assert moved(back, third) == earlier
