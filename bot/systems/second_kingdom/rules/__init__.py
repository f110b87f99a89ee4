"""The rules of The Second Kingdom, K1 to K29: each chapter brings its records, actions and events."""

from __future__ import annotations

from typing import Any

from bot.engine.system import ActionKind, Kind
from bot.systems.second_kingdom.rules import (
    attacks,
    calls,
    charts,
    consequences,
    damage,
    declarations,
    edits,
    fates,
    heroes,
    imports,
    maneuvers,
    npcs,
    openings,
    portraits,
    requests,
    roster,
    trials,
)

CHAPTERS = (
    heroes,
    npcs,
    edits,
    openings,
    calls,
    requests,
    trials,
    consequences,
    maneuvers,
    charts,
    fates,
    portraits,
    roster,
    imports,
    attacks,
    declarations,
    damage,
)

KINDS: tuple[Kind[Any], ...] = tuple(kind for chapter in CHAPTERS for kind in chapter.KINDS)
ACTIONS: tuple[ActionKind[Any], ...] = tuple(kind for chapter in CHAPTERS for kind in chapter.ACTIONS)
EVENTS: tuple[type[Any], ...] = tuple(event for chapter in CHAPTERS for event in chapter.EVENTS)
