"""The rules of kingdom turns: each chapter brings its records, actions and events."""

from __future__ import annotations

from typing import Any

from bot.engine.system import ActionKind, Kind
from bot.systems.kingdom.rules import (
    armies,
    claims,
    closing,
    edicts,
    events,
    improving,
    income,
    land_edits,
    land_giving,
    land_imports,
    land_rivers,
    leaders,
    leaving,
    losses,
    maps,
    months,
    placing,
    realms,
    serving,
    settlements,
    upkeep,
)

CHAPTERS = (
    realms,
    leaders,
    leaving,
    serving,
    land_edits,
    land_rivers,
    land_giving,
    land_imports,
    claims,
    improving,
    losses,
    maps,
    settlements,
    months,
    upkeep,
    closing,
    armies,
    edicts,
    income,
    events,
    placing,
)

KINDS: tuple[Kind[Any], ...] = tuple(kind for chapter in CHAPTERS for kind in chapter.KINDS)
ACTIONS: tuple[ActionKind[Any], ...] = tuple(kind for chapter in CHAPTERS for kind in chapter.ACTIONS)
EVENTS: tuple[type[Any], ...] = tuple(event for chapter in CHAPTERS for event in chapter.EVENTS)
