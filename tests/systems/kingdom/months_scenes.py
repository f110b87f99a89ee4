"""Tarn in the months that tests need it in."""

from __future__ import annotations

from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.system import World
from bot.systems.kingdom.book import Attribute, Mark, MonthStep, Phase, Role, Stat
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import open_steps
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    MARISOL,
    TARN,
    WREN,
    change,
    everybody,
    leader,
    month,
    ready,
    scene,
    tarn,
    waiting,
)


def begun(
    phase: Phase, *over: MonthStep, campaign: Campaign = CAMPAIGN, actor: int = MARISOL, **changes: Any
) -> World:
    """Tarn with a holder for every role, in that phase."""
    changes.setdefault("leaders", everybody())
    changes.setdefault("month", month(phase, *over, size=3))
    return scene(ready(tarn(**changes)), campaign=campaign, actor=actor)


def marks(state: Kingdom) -> dict[MonthStep, Mark]:
    """How each step over came to its end."""
    return {mark.step: mark.how for mark in state.month.marks}


def labels(state: Kingdom) -> list[str]:
    """What can be pressed."""
    return [choice.label for step in waiting(TARN, state) for choice in step.choices]


# -- Tarn in its Upkeep ---------------------------------------------------------------------------------


def at(step: MonthStep, *, campaign: Campaign = CAMPAIGN, **changes: Any) -> World:
    """Tarn in its Upkeep, at that step: those before it are done."""
    order = list(MonthStep)
    before = order[order.index(MonthStep.STABILITY) : order.index(step)]
    changes.setdefault("leaders", everybody())
    changes.setdefault("month", month(Phase.UPKEEP, *before))
    state = ready(tarn(**changes))
    assert step in open_steps(state), f"{step} is not open: {open_steps(state)}"
    return scene(state, campaign=campaign)


def over(state: Kingdom, step: MonthStep) -> Mark | None:
    """How a step of the month came to its end."""
    return next((mark.how for mark in state.month.marks if mark.step is step), None)


def stable(amount: int, **changes: Any) -> World:
    """Tarn before its check, with Stability changed."""
    return at(MonthStep.STABILITY, changes=(change(Stat.STABILITY, amount),), **changes)


# -- Tarn with a Ruler, and those who serve beside one --------------------------------------------------


E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
RULER = leader(Role.RULER, DEACON, 14, "Ilka", attributes=(E,))
WARDEN = leader(Role.WARDEN, WREN, 12, "Oswin")
HEIR = leader(Role.HEIR, WREN, 14, "Ada")


def before(*leaders: Any, phase: Phase = Phase.BEFORE, actor: int = DEACON, **changes: Any) -> Any:
    """Tarn in that phase of month 3."""
    state = tarn(leaders=(RULER, *leaders), month=month(phase, number=3, size=3), **changes)
    return scene(ready(state), actor=actor)
