"""Kingdom turns: a realm of hexes, its leaders, and a month in four phases."""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.kingdom.rules import ACTIONS, EVENTS, KINDS
from bot.systems.kingdom.rules.settings import SETTINGS
from bot.systems.kingdom.words import game as words

SYSTEM = System(
    name="kingdom",
    title=words.TITLE,
    kinds=KINDS,
    actions=ACTIONS,
    events=EVENTS,
    settings=SETTINGS,
)
