"""Charts: their entry in the library, what is wrong with one, and how one reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.words import safe

CHART, CHARTS = "chart", "charts"
NAME, CELLS, SEEN_BY = "Name", "Cells", "Who may know it"
NAME_HINT = "Weather in the passes"
CELLS_HINT = "Five lines of five cells each: Sun | Sun | Haze | Mist | Rain"
EVERYONE, GAME_MASTERS = "Everyone", "Game masters only"
ONLY_GAME_MASTERS = "Only game masters know this chart."
MOST_NAMED = 5


# -- refused --------------------------------------------------------------------------------------


def bad_name(most: int, length: int) -> str:
    """A name of nothing visible, or too long."""
    return f"A chart's name has 1 to {most} characters; this one has {length}."


def bad_rows(lines: int) -> str:
    """Not as many lines as a chart has rows, nor as many as it has cells."""
    return (
        "A chart has five lines of five cells, divided by “|”, or 25 lines of one cell without “|”; "
        f"this has {lines} {'line' if lines == 1 else 'lines'}."
    )


def bad_columns(uneven: Mapping[int, int]) -> str:
    """Rows, by number, with too few cells or too many."""
    said = [f"row {row} has {count}" for row, count in uneven.items()]
    listed = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
    return f"Each of a chart's five rows has five cells, divided by “|”; {listed}."


def bad_cell(row: int, column: int, most: int, length: int) -> str:
    """A cell of nothing visible, or too long."""
    return f"A cell has 1 to {most} characters; the one in row {row}, column {column} has {length}."


# -- shown ----------------------------------------------------------------------------------------


def place(row: int, column: int) -> str:
    """Where a cell stands."""
    return f"row {row}, column {column}"


def row_told(row: int, cells: Sequence[str]) -> str:
    """A row, cell by cell."""
    return f"Row {row}: {' | '.join(cells)}."


def whole(name: str) -> str:
    """Above the rows of a chart."""
    return f"{name}: a chart of five rows and five columns."


def marked(row: int, column: int, text: str, name: str) -> str:
    """A chart with the cell that the dice named."""
    return f"Row {row}, column {column}: {text}. The cell is marked on the chart {name}."


# -- in an undo -----------------------------------------------------------------------------------

PARTS = {"name": "name", "cells": "cells", "is_secret": "who may know it"}


def part_of_chart(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a chart, before → after."""
    name = path[0]
    if name == "is_secret" and value is not None:
        return PARTS[name], GAME_MASTERS if value else EVERYONE
    if isinstance(value, list):
        more = f" … and {len(value) - MOST_NAMED} more" if len(value) > MOST_NAMED else ""
        return PARTS[name], "; ".join(safe(cell, 40) for cell in value[:MOST_NAMED]) + more or None
    return PARTS[name], safe(value, 80) if value is not None else None
