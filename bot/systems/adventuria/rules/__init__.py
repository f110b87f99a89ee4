"""The rules of Adventuria, A1 to A48: each chapter brings its records, actions and events."""

from __future__ import annotations

from typing import Any

from bot.engine.system import ActionKind, Kind
from bot.systems.adventuria.rules import (
    adventurers,
    changes,
    decisions,
    fights,
    monsters,
    offers,
    portraits,
    possessions,
    quests,
    sheets,
    turns,
    wares,
)

CHAPTERS = (
    adventurers,
    portraits,
    sheets,
    turns,
    changes,
    quests,
    decisions,
    offers,
    possessions,
    fights,
    wares,
    monsters,
)

KINDS: tuple[Kind[Any], ...] = tuple(kind for chapter in CHAPTERS for kind in chapter.KINDS)
ACTIONS: tuple[ActionKind[Any], ...] = tuple(kind for chapter in CHAPTERS for kind in chapter.ACTIONS)
EVENTS: tuple[type[Any], ...] = tuple(event for chapter in CHAPTERS for event in chapter.EVENTS)
