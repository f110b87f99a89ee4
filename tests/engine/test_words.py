"""Words and numbers as people type them."""

from __future__ import annotations

import pytest

from bot.engine.words import paragraphs, whole_lines, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("4", 4), (" +10 ", 10), ("-3", -3), ("−3", -3), ("0", 0), ("999999", 999_999), ("1,200", 1200)],
)
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "four", "1.5", "1e3", "４", "²", "--1", "1 2", "1,2", "1000000", "1,000,000", "9" * 5000],
)
def test_what_is_none_is_none(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        (" \n\u200b\n", ""),
        ("one\r\n  two  ", "one\ntwo"),
        ("\n\none\n\n \n\ntwo\n\n", "one\n\ntwo"),
    ],
)
def test_paragraphs_keep_their_lines_and_one_empty_one_between(text: str, kept: str) -> None:
    assert paragraphs(text) == kept


def test_what_is_too_long_is_cut_between_lines() -> None:
    lines = "one [link](https://a.example)\ntwo [link](https://b.example)\nthree"
    assert whole_lines(lines, len(lines)) == lines
    assert (
        whole_lines(lines, len(lines) - 1)
        == "one [link](https://a.example)\ntwo [link](https://b.example)\n…"
    )
    assert whole_lines(lines, 40) == "one [link](https://a.example)\n…"


def test_a_line_that_is_too_long_by_itself_is_cut_within() -> None:
    assert whole_lines("abcdef", 4) == "abc…"
