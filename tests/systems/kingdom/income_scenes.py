"""Realms in their Edict and Income phases, for tests of both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.system import World
from bot.systems.kingdom.book import Improvement, MonthStep, Phase, Role, Special, Stat
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.state import Kingdom
from tests.systems.kingdom.scenes import (
    DEACON,
    WREN,
    change,
    everybody,
    hexed,
    hold,
    land,
    leader,
    month,
    ready,
    scene,
    tarn,
)

TO_EDICTS = (
    MonthStep.LEADERSHIP,
    MonthStep.HEXES,
    MonthStep.TERRAIN,
    MonthStep.SETTLEMENTS,
    MonthStep.ARMIES,
)
TO_TAXES = (MonthStep.WITHDRAW, MonthStep.DEPOSIT, MonthStep.SELL)
# Deacon rules, Wren is Treasurer and Councilor, nobody plays the rest.
COUNCIL = (
    leader(Role.RULER, DEACON),
    leader(Role.TREASURER, WREN),
    leader(Role.COUNCILOR, WREN),
    *(each for each in everybody(None, 10, Role.RULER, Role.TREASURER, Role.COUNCILOR)),
)


def _council(**changes: Any) -> Kingdom:
    return ready(tarn(**{"leaders": COUNCIL, **changes}))


def at_edicts(**changes: Any) -> Kingdom:
    """Tarn at the edicts of its first month, nothing issued yet; every role is held."""
    return _council(**{"month": month(Phase.EDICT, *TO_EDICTS, size=3), **changes})


def at_armies(**changes: Any) -> Kingdom:
    """Tarn at its armies."""
    began = month(Phase.EDICT, *TO_EDICTS[:-1], size=3)
    return _council(**{"month": began, **changes})


def at_income(*over: MonthStep, **changes: Any) -> Kingdom:
    """Tarn in its Income phase with an Economy of 14 against 24: a 10 succeeds."""
    given = {"changes": (change(Stat.ECONOMY, 14),), "month": month(Phase.INCOME, *over, size=3)}
    return _council(**{**given, **changes})


def at_taxes(**changes: Any) -> Kingdom:
    """Tarn with nothing but its taxes left in the Income phase."""
    return at_income(*TO_TAXES, **changes)


def mined() -> Land:
    """A Mine on a Resource, and a Sawmill: 2 + 1 BP with the taxes, Economy +3, Stability +1."""
    made = hexed(land(), "0,0", improvements=(Improvement.MINE,), specials=(Special.RESOURCE,))
    return hexed(made, "1,0", improvements=(Improvement.SAWMILL,))


def market(base_value: int = 16_000, districts: int = 3) -> Any:
    """The capital as a place that buys items, with people enough for its base value."""
    return replace(hold(), base_value=base_value, districts=districts, lots=36 * districts)


def by_wren(kingdom: Kingdom, *more: Any, **options: Any) -> World:
    """A scene of that kingdom, seen by its Treasurer."""
    return scene(kingdom, *more, actor=WREN, **options)
