"""Words and numbers as people type them."""

from __future__ import annotations

import pytest

from bot.engine.words import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("4", 4), (" +10 ", 10), ("-3", -3), ("−3", -3), ("0", 0), ("999999", 999_999)],
)
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", " ", "four", "1.5", "1e3", "４", "²", "--1", "1 2", "1000000", "9" * 5000]
)
def test_what_is_none_is_none(text: str) -> None:
    assert whole_number(text) is None
