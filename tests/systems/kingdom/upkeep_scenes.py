"""Tarn in its Upkeep."""

from __future__ import annotations

from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.system import Scene
from bot.systems.kingdom.book import Mark, Phase, Stat, Step
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import open_steps
from tests.systems.kingdom.scenes import CAMPAIGN, change, everybody, month, ready, scene, tarn


def at(step: Step, *, campaign: Campaign = CAMPAIGN, **changes: Any) -> Scene:
    """Tarn in its Upkeep, at that step: those before it are done."""
    order = list(Step)
    before = order[order.index(Step.STABILITY) : order.index(step)]
    changes.setdefault("leaders", everybody())
    changes.setdefault("month", month(Phase.UPKEEP, *before))
    state = ready(tarn(**changes))
    assert step in open_steps(state), f"{step} is not open: {open_steps(state)}"
    return scene(state, campaign=campaign)


def over(state: Kingdom, step: Step) -> Mark | None:
    """How a step of the month came to its end."""
    return next((mark.how for mark in state.month.marks if mark.step is step), None)


def stable(amount: int, **changes: Any) -> Scene:
    """Tarn before its check, with Stability changed."""
    return at(Step.STABILITY, changes=(change(Stat.STABILITY, amount),), **changes)
