"""Tarn with a Ruler and others who may leave, in the Leadership step of month 3."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.systems.kingdom.book import Attribute, MonthStep, Phase, Role, Stat
from bot.systems.kingdom.leaders.leaving import Changeover, Departure, LeaderResigned
from bot.systems.kingdom.leaders.rules import LeaderAssigned
from tests.systems.kingdom.scenes import DEACON, WREN, change, kingdom_of, leader, month, ready, scene, tarn

E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
RULER = leader(Role.RULER, DEACON, 10, "Ilka", attributes=(E,))
GENERAL = leader(Role.GENERAL, WREN, 10, "Brannoc")
CONSORT = leader(Role.CONSORT, WREN, 10, "Ada")
# Loyalty 10 once the vacancies of -2 for Councilor, High Priest and Warden are counted; the DC is 24.
LOYAL = (change(Stat.LOYALTY, 16),)


def at_step(*leaders: Any, actor: int = DEACON, number: int = 3, **changes: Any) -> Any:
    """Tarn with Loyalty 10, in the Leadership step of month 3."""
    held = leaders or (RULER, GENERAL)
    begun = month(Phase.EDICT, number=number, size=3)
    state = tarn(leaders=held, month=begun, **{"changes": LOYAL, **changes})
    return scene(ready(state), actor=actor)


def in_phase(made: Any, phase: Phase, number: int, *over: MonthStep) -> Any:
    """The same kingdom at another time."""
    return replace(kingdom_of(made), month=month(phase, *over, number=number))


def departure(turn: Any) -> Departure:
    """How the one leader left."""
    event = next(e for e in turn.events if isinstance(e, LeaderResigned | LeaderAssigned))
    assert event.departure is not None
    return event.departure


def price(plan: Changeover) -> tuple[int, ...]:
    """What a change of roles asks for: Unrest, then the die that each check needs; 0 where none will do."""
    needed = (each.check.needed or 0 for each in plan.exits if each.check is not None)
    return (sum(each.cost.unrest for each in plan.exits), *needed)
