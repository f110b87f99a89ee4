"""Charts (K15, Q16): what is one, what is none, and that a form gives back what was put in."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.content import supplied_by
from bot.engine.parts import part_of
from bot.engine.people import PUBLIC, Standing, Viewer
from bot.engine.words import BLANKS
from bot.errors import RuleViolation
from bot.systems import second_kingdom
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.fates.rules import CHART, CHARTS, FORM_LENGTH, Chart
from tests.refusals import refuses
from tests.systems.second_kingdom.fate_charts import CURSES, LONGEST, PLACES, WEATHER

ROW = "a | b | c | d | e"
ROWS = "\n".join([ROW] * 5)
FIVE = ("a", "b", "c", "d", "e") * 5
SEES = st.sampled_from(["everyone", "game_masters", ""])
VISIBLE = st.characters(categories=["L", "N", "P", "S"], exclude_characters=["|", *BLANKS])
LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="|")
CELL = st.builds(str.__add__, VISIBLE, st.text(LETTERS, max_size=60))
CELLS = st.lists(CELL, min_size=25, max_size=25)


def read(cells: str, name: str = "Weather", seen_by: str = "") -> Chart:
    return CHARTS.entry({"name": name, "cells": cells, "seen_by": seen_by})


def lines(*rows: str) -> str:
    return "\n".join(rows)


def test_charts_are_a_shelf_of_the_game() -> None:
    assert CHARTS in SYSTEM.shelves


@pytest.mark.parametrize(
    "cells",
    [
        ROWS,
        ROWS.replace(" ", ""),
        ROWS.replace("\n", "\r\n\r\n") + "\n",
        "\n".join(FIVE),
        "\n\n".join(FIVE),
    ],
    ids=["spaced", "tight", "with empty lines", "a line for each cell", "the same, apart"],
)
def test_k15_a_chart_is_read_row_by_row(cells: str) -> None:
    chart = read(cells)
    assert chart.cells == FIVE
    assert (chart.cell(1, 2), chart.cell(5, 4)) == ("b", "d")


@pytest.mark.parametrize("divider", ["|", ";", ",", "\t", " ; ", ", "])
def test_k15_a_table_is_pasted_with_whatever_divides_its_cells(divider: str) -> None:
    assert read(ROWS.replace(" | ", divider)).cells == FIVE


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("Fog, thick;b;c;d;e", ("Fog, thick", "b", "c", "d", "e")),
        ("Fog, thick\tb; c\tc\td\te", ("Fog, thick", "b; c", "c", "d", "e")),
        ('"Fog, thick",b,c,d,"an ""omen"""', ("Fog, thick", "b", "c", "d", 'an "omen"')),
        ('"Halt!" cries a guard,b,c,d,e', ('"Halt!" cries a guard', "b", "c", "d", "e")),
        ("a, b | b; c | c | d | e", ("a, b", "b; c", "c", "d", "e")),
        ('"a" | b | c | d | e', ('"a"', "b", "c", "d", "e")),
        ("a,b,c;b;c;d;e", ("a,b,c", "b", "c", "d", "e")),
    ],
)
def test_k15_a_cell_may_hold_what_divides_other_tables(row: str, cells: tuple[str, ...]) -> None:
    assert read("\n".join([row] * 5)).cells == cells * 5


def test_k15_a_pasted_table_that_lacks_a_cell_says_in_which_row() -> None:
    with pytest.raises(RuleViolation) as refused:
        read(lines("a;b;c;d;e", "a;b;c;d", *["a;b;c;d;e"] * 3))
    assert "row 2 has 4." in str(refused.value)


def test_k15_a_chart_comes_with_the_game() -> None:
    (texts,) = supplied_by([second_kingdom])[CHARTS.key]
    chart = CHARTS.entry(texts)
    assert not chart.is_secret
    assert len(set(chart.cells)) == 25


def test_k15_cells_may_repeat() -> None:
    assert read(lines(*["x|x|x|x|x"] * 5)).cells == ("x",) * 25


@pytest.mark.parametrize(
    ("cells", "wrong"),
    [
        (
            lines(ROW, "a|b|c|d", ROW, ROW, ROW),
            "Each of a chart's five rows needs five cells, separated by “|”, “;”, “,” or tabs; row 2 has 4.",
        ),
        (
            lines("a", ROW, "a|b|c|d|e|f", ROW, f"| {ROW} |"),
            "Each of a chart's five rows needs five cells, separated by “|”, “;”, “,” or tabs; "
            "row 1 has 1, row 3 has 6 and row 5 has 7.",
        ),
        (
            "\n".join(FIVE[1:]),
            "Write a chart as five lines of five cells, separated by “|”, “;”, “,” or tabs, or as 25 lines "
            "of one cell without “|”; you wrote 24 lines.",
        ),
        (
            "\n".join([*FIVE[1:], "x|y"]),
            "Write a chart as five lines of five cells, separated by “|”, “;”, “,” or tabs, or as 25 lines "
            "of one cell without “|”; you wrote 25 lines.",
        ),
        (
            ROW,
            "Write a chart as five lines of five cells, separated by “|”, “;”, “,” or tabs, or as 25 lines "
            "of one cell without “|”; you wrote 1 line.",
        ),
        (
            lines(ROW, ROW, "a| |c|d|e", ROW, ROW),
            "A cell can have 1 to 100 characters; the one in row 3, column 2 has 0.",
        ),
        (
            lines(ROW, ROW, ROW, ROW, f"a|b|c|d|{'e' * 101}"),
            "A cell can have 1 to 100 characters; the one in row 5, column 5 has 101.",
        ),
    ],
)
def test_k15_what_is_no_chart_is_told_in_one_sentence(cells: str, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        read(cells)
    assert str(refused.value) == wrong


def test_a_chart_needs_a_name_that_can_be_read() -> None:
    with refuses("chart.name", "60"):
        read(ROWS, name="\u200b.".removesuffix("."))


@example("e\u200b\u0301", ["e\u200b\u0301"] * 25, "", True)
@given(CELL.map(lambda name: name[:30]), CELLS, SEES, st.booleans())
def test_what_was_read_is_written_and_read_again_just_so(
    name: str, cells: list[str], seen_by: str, in_rows: bool
) -> None:
    rows = [" | ".join(cells[first : first + 5]) for first in range(0, 25, 5)]
    chart = read("\n".join(rows if in_rows else cells), name, seen_by)
    assert CHARTS.entry(CHARTS.write(chart)) == chart


@pytest.mark.parametrize("chart", [WEATHER, PLACES, CURSES, LONGEST], ids=lambda chart: chart.name[:10])
def test_every_chart_fits_its_form(chart: Chart) -> None:
    texts = CHARTS.write(chart)
    assert CHARTS.entry(texts) == chart
    assert len(texts["cells"]) <= FORM_LENGTH
    for field in CHARTS.fields:
        assert len(texts[field.name]) <= field.max_length


def test_nobody_but_a_game_master_knows_of_a_secret_chart() -> None:
    player, master = (Viewer(1, standing) for standing in (Standing.PLAYER, Standing.GAME_MASTER))
    assert (CHART.view(CURSES, PUBLIC), CHART.view(CURSES, player)) == (None, None)
    assert CHART.view(CURSES, master) == CURSES
    assert CHART.view(WEATHER, PUBLIC) == WEATHER


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("name", "Weather", ("name", "Weather")),
        ("cells", ["*Fog*"], ("cells", "\\*Fog\\*")),
        ("cells", list(FIVE), ("cells", "a; b; c; d; e … and 20 more")),
        ("is_secret", True, ("audience", "Game masters only")),
        ("is_secret", False, ("audience", "Everyone")),
        ("name", None, ("name", None)),
    ],
)
def test_an_undo_tells_a_charts_parts_in_words(part: str, value: object, told: tuple[str, str]) -> None:
    assert part_of(Chart, (part,), value) == told
