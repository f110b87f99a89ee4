"""Tarn in the months that tests need it in."""

from __future__ import annotations

from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.system import Scene
from bot.systems.kingdom.book import Mark, Phase, Step
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.scenes import CAMPAIGN, MARISOL, TARN, everybody, month, ready, scene, tarn


def begun(
    phase: Phase, *over: Step, campaign: Campaign = CAMPAIGN, actor: int = MARISOL, **changes: Any
) -> Scene:
    """Tarn with a holder for every role, in that phase."""
    changes.setdefault("leaders", everybody())
    changes.setdefault("month", month(phase, *over, size=3))
    return scene(ready(tarn(**changes)), campaign=campaign, actor=actor)


def marks(state: Kingdom) -> dict[Step, Mark]:
    """How each step over came to its end."""
    return {mark.step: mark.how for mark in state.month.marks}


def labels(state: Kingdom) -> list[str]:
    """What can be pressed."""
    return [choice.label for step in waiting(TARN, state) for choice in step.choices]
