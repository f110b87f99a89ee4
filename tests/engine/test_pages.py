"""Long lists in pages."""

from __future__ import annotations

import pytest

from bot.engine.pages import Turns, page_of

TURNS = Turns("list", ("a",))


def test_a_short_list_is_one_page_without_buttons() -> None:
    page = page_of("abc", TURNS)
    assert (page.rows, page.span, page.buttons) == (("a", "b", "c"), "", ())


@pytest.mark.parametrize(
    ("asked", "rows", "span", "buttons"),
    [
        (0, (0, 1, 2), "1–3 of 7", ["list|a|1"]),
        (1, (3, 4, 5), "4–6 of 7", ["list|a|0", "list|a|2"]),
        (2, (6,), "7–7 of 7", ["list|a|1"]),
        (99, (6,), "7–7 of 7", ["list|a|1"]),
    ],
)
def test_a_long_list_is_turned_to_and_fro(
    asked: int, rows: tuple[int, ...], span: str, buttons: list[str]
) -> None:
    page = page_of(range(7), TURNS, asked, most=3)
    assert (page.rows, page.span) == (rows, span)
    assert [each.custom_id for each in page.buttons] == buttons


def test_every_row_stands_on_one_page() -> None:
    pages = [page_of(range(101), TURNS, number).rows for number in range(5)]
    assert [each for page in pages for each in page] == list(range(101))


def test_no_rows_are_an_empty_page() -> None:
    nothing: tuple[str, ...] = ()
    page = page_of(nothing, TURNS, 3)
    assert (page.rows, page.span, page.buttons) == ((), "", ())
