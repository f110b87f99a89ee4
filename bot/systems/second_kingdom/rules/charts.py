"""Charts for fate rolls: five rows of five cells, entries of the campaign's library (K15, Q16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.library import Field, Shelf, Texts
from bot.engine.people import Viewer
from bot.engine.system import ActionKind, Kind
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.second_kingdom.words import charts as words

ROWS = COLUMNS = 5
NAME_LENGTH, CELL_LENGTH, FORM_LENGTH = 60, 100, 4000
DIVIDER = "|"
EVERYONE, GAME_MASTERS = "everyone", "game_masters"
SEEN_BY = ((EVERYONE, words.EVERYONE), (GAME_MASTERS, words.GAME_MASTERS))


@dataclass(frozen=True, slots=True)
class Chart:
    """Twenty-five cells, row by row; cells may repeat a text. A secret one is the game masters' alone."""

    name: str
    cells: tuple[str, ...]
    is_secret: bool = False

    def cell(self, row: int, column: int) -> str:
        """The text in that row and column, both 1 to 5."""
        return self.cells[(row - 1) * COLUMNS + column - 1]


def chart_view(state: Chart, viewer: Viewer) -> Chart | None:
    """Nothing of a secret chart for anybody but the game masters."""
    return state if viewer.is_game_master or not state.is_secret else None


CHART: Kind[Chart] = Kind(
    "chart", Chart, title=lambda state: state.name, view=chart_view, word=words.part_of_chart
)


# -- in the library -------------------------------------------------------------------------------


def read_chart(texts: Texts) -> Chart:
    """The chart of those texts, everyone's unless they say otherwise. Raises RuleViolation at its fault."""
    name = one_line(texts["name"])
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(name)))
    rows = _rows(texts["cells"])
    for number, row in enumerate(rows, start=1):
        _require_cells(number, row)
    cells = tuple(cell for row in rows for cell in row)
    return Chart(name, cells, is_secret=texts["seen_by"] == GAME_MASTERS)


def _rows(text: str) -> list[list[str]]:
    """Five rows of five cells, out of as many lines or of a line for each cell."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) == ROWS * COLUMNS and DIVIDER not in text:
        return [_cells(lines[first : first + COLUMNS]) for first in range(0, len(lines), COLUMNS)]
    rows = [_cells(line.split(DIVIDER)) for line in lines]
    if len(rows) != ROWS:
        raise RuleViolation(words.bad_rows(len(rows)))
    uneven = {number: len(row) for number, row in enumerate(rows, start=1) if len(row) != COLUMNS}
    if uneven:
        raise RuleViolation(words.bad_columns(uneven))
    return rows


def _cells(texts: Sequence[str]) -> list[str]:
    return [one_line(text) for text in texts]


def _require_cells(row: int, cells: Sequence[str]) -> None:
    for column, cell in enumerate(cells, start=1):
        if not 1 <= len(cell) <= CELL_LENGTH:
            raise RuleViolation(words.bad_cell(row, column, CELL_LENGTH, len(cell)))


def write_chart(state: Chart) -> dict[str, str]:
    """The texts that `read_chart` makes the same chart of."""
    rows = (state.cells[first : first + COLUMNS] for first in range(0, len(state.cells), COLUMNS))
    return {
        "name": state.name,
        "cells": "\n".join(f" {DIVIDER} ".join(row) for row in rows),
        "seen_by": GAME_MASTERS if state.is_secret else EVERYONE,
    }


CHARTS: Shelf[Chart] = Shelf(
    "second_kingdom",
    CHART,
    words.CHART,
    words.CHARTS,
    (
        Field("name", words.NAME, words.NAME_HINT, NAME_LENGTH),
        Field("cells", words.CELLS, words.CELLS_HINT, FORM_LENGTH, is_long=True),
        Field("seen_by", words.SEEN_BY, is_optional=True, options=SEEN_BY),
    ),
    read_chart,
    write_chart,
)

KINDS: tuple[Kind[Any], ...] = (CHART,)
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = ()
