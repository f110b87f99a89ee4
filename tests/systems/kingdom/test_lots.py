"""The district grid: names, shapes, neighbours and borders of its lots, by coordinates."""

from __future__ import annotations

import pytest

from bot.systems.kingdom.book import Border
from bot.systems.kingdom.towns.book import (
    AT_BORDER,
    LOTS,
    Shape,
    around,
    block_of,
    footprints,
    lot_name,
    lot_of,
    touches,
)


def lots(text: str) -> tuple[int, ...]:
    """Lots by their names, in order."""
    return tuple(sorted(lot for lot in map(lot_of, text.split()) if lot is not None))


def test_lots_are_named_by_column_and_row() -> None:
    assert [lot_name(lot) for lot in (0, 5, 6, 20, 35)] == ["A1", "F1", "A2", "C4", "F6"]
    assert [lot_of(lot_name(lot)) for lot in range(LOTS)] == list(range(LOTS))
    assert lot_of(" c4 ") == 20


@pytest.mark.parametrize("text", ["", "A", "A0", "A7", "G1", "AA", "1A", "A10", "Ä1", "A²"])
def test_what_is_no_lot_has_no_number(text: str) -> None:
    assert lot_of(text) is None


def test_nine_blocks_of_four_lots() -> None:
    blocks = [block_of(lot) for lot in range(LOTS)]
    assert [blocks.count(block) for block in range(9)] == [4] * 9
    assert {lot_name(lot) for lot in range(LOTS) if block_of(lot) == 5} == {"E3", "F3", "E4", "F4"}


@pytest.mark.parametrize(
    ("shape", "count"), [((1, 1), 36), ((2, 1), 30), ((1, 2), 30), ((2, 2), 25), ((4, 1), 18), ((1, 4), 18)]
)
def test_every_way_to_lay_a_shape(shape: Shape, count: int) -> None:
    found = footprints(shape)
    assert len(found) == len(set(found)) == count
    assert all(each == tuple(sorted(each)) and len(each) == shape[0] * shape[1] for each in found)
    assert set().union(*found) == set(range(LOTS))


@pytest.mark.parametrize(
    ("adjacency", "near"),
    [
        ("orthogonal_across_streets", "B1 C1 A2 A3 D2 D3 B4 C4"),
        ("same_block", "B1 A2 C1 D2 A3 B4 D3 C4"),
        ("eight_way", "A1 B1 C1 D1 A2 D2 A3 D3 A4 B4 C4 D4"),
    ],
)
def test_r093_what_lies_around_four_lots_in_the_middle(adjacency: str, near: str) -> None:
    assert around(lots("B2 C2 B3 C3"), adjacency) == set(lots(near))


def test_r093_what_lies_around_a_lot() -> None:
    assert around(lots("B2"), "orthogonal_across_streets") == set(lots("A2 B1 C2 B3"))
    assert around(lots("B2"), "same_block") == set(lots("A2 B1"))
    assert around(lots("F6"), "eight_way") == set(lots("E5 F5 E6"))
    assert around(lots("F1"), "orthogonal_across_streets") == set(lots("E1 F2"))


def test_borders_are_the_outermost_lots() -> None:
    assert AT_BORDER[Border.NORTH] == set(lots("A1 B1 C1 D1 E1 F1"))
    assert AT_BORDER[Border.EAST] == set(lots("F1 F2 F3 F4 F5 F6"))
    assert AT_BORDER[Border.SOUTH] == set(lots("A6 B6 C6 D6 E6 F6"))
    assert AT_BORDER[Border.WEST] == set(lots("A1 A2 A3 A4 A5 A6"))
    assert touches(lots("E2 F2"), Border.EAST)
    assert not touches(lots("E2 D2"), Border.EAST)
