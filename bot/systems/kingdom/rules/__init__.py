"""The rules of kingdom turns: each chapter brings its records, actions and events."""

from __future__ import annotations

from typing import Any

from bot.engine.system import ActionKind, Kind
from bot.systems.kingdom.rules import (
    armies,
    builders,
    buildings_gm,
    claims,
    closing,
    edicts,
    events,
    improving,
    income,
    items,
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
    town_files,
    town_maps,
    town_plans,
    upkeep,
    wrecking,
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
    builders,
    wrecking,
    buildings_gm,
    town_plans,
    town_files,
    town_maps,
    months,
    upkeep,
    items,
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
