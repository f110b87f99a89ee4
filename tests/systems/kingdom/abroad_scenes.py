"""Scenes of Tarn with other kingdoms around it, and every optional rule of special edicts in use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.record import Step
from bot.engine.system import World
from bot.systems.kingdom.abroad.book import Attitude, SpecialEdict
from bot.systems.kingdom.abroad.diplomacy import TALKS_STEP
from bot.systems.kingdom.abroad.expeditions import EXPEDITION_STEP
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.abroad.trade import TRADERS_STEP
from bot.systems.kingdom.book import Alignment, MonthStep, Phase, Stat
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import STEPS
from bot.systems.kingdom.towns.state import Town
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    decided,
    everybody,
    kingdom_of,
    month,
    ready,
    scene,
    tarn,
    waiting,
)
from tests.systems.kingdom.town_scenes import town

SWITCHES = ("diplomatic", "exploration", "trade", "vassalage", "independence_union", "fame_infamy")
ABROAD = decided(**dict.fromkeys(SWITCHES, "yes"))
# Same alignment as Tarn, Size 10 beside Tarn's 3, helpful: DC 10 + 2 + 0 + 0 + 0.
VELL = OtherKingdom("Vell", Alignment.NEUTRAL, 10, Attitude.HELPFUL, economy=40, stability=30)


def special(phase: Phase = Phase.EDICT, **changes: Any) -> Any:
    """A month in which special edicts can be issued."""
    over = (
        [step for step in STEPS[Phase.EDICT] if step is not MonthStep.SPECIAL] if phase is Phase.EDICT else []
    )
    return month(phase, *over, size=3, special=tuple(SpecialEdict), **changes)


def around(
    *others: OtherKingdom,
    actor: int = DEACON,
    towns: Sequence[Town] = (),
    on: Land | None = None,
    **changes: Any,
) -> World:
    """Tarn with every role held and 60 BP, at its special edicts, with those others or Vell."""
    given = {
        "leaders": everybody(),
        "month": special(),
        "treasury": 60,
        "renown": (Stat.FAME,),
        "renown_due": 1,
        "others": others or (VELL,),
    } | changes
    return scene(ready(tarn(**given)), on, *towns, actor=actor, campaign=ABROAD)


def other(then: World | Kingdom, name: str = "Vell") -> OtherKingdom:
    """How Tarn stands with it."""
    state = kingdom_of(then) if isinstance(then, World) else then
    return next(each for each in state.others if each.name == name)


def abroad_steps(state: Kingdom) -> list[Step]:
    """What waits beyond Tarn's borders, with what can be done."""
    abroad = (TALKS_STEP, TRADERS_STEP, EXPEDITION_STEP)
    return [each for each in waiting(TARN, state) if each.name.startswith(abroad)]


def friendly(**changes: Any) -> OtherKingdom:
    """Vell with an embassy."""
    return replace(VELL, **({"has_embassy": True} | changes))


PALACE = town("palace A1+B1+A2+B2")
