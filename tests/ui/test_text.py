"""Text on cards: what there is room for."""

from __future__ import annotations

from bot.ui.text import fitting


def test_lines_that_do_not_fit_are_counted() -> None:
    lines = [f"{n:03}" * 10 for n in range(100)]
    fitted = fitting(lines, 1024)
    assert len("\n".join(fitted)) <= 1024
    assert fitted == [*lines[:32], "… and 68 more."]


def test_lines_that_just_fit_all_stand_there() -> None:
    lines = ["x" * 30] * 3
    assert fitting(lines, 92) == lines
