"""Tarn with a Ruler, and those who serve beside one."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Attribute, Phase, Role
from tests.systems.kingdom.scenes import DEACON, WREN, leader, month, ready, scene, tarn

E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
RULER = leader(Role.RULER, DEACON, 14, "Ilka", attributes=(E,))
WARDEN = leader(Role.WARDEN, WREN, 12, "Oswin")
HEIR = leader(Role.HEIR, WREN, 14, "Ada")


def before(*leaders: Any, phase: Phase = Phase.BEFORE, actor: int = DEACON, **changes: Any) -> Any:
    """Tarn in that phase of month 3."""
    state = tarn(leaders=(RULER, *leaders), month=month(phase, number=3, size=3), **changes)
    return scene(ready(state), actor=actor)
