"""Charts for fate rolls: five rows of five cells, entries of the campaign's library (K15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.people import Viewer
from bot.engine.system import ActionKind, Kind

ROWS = COLUMNS = 5


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


CHART: Kind[Chart] = Kind("chart", Chart, title=lambda state: state.name, view=chart_view)

KINDS: tuple[Kind[Any], ...] = (CHART,)
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = ()
