"""Adventuria: one adventurer a player, a narrator, and a six-sided die."""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.adventuria.rules import ACTIONS, EVENTS, KINDS
from bot.systems.adventuria.rules.monsters import MONSTERS
from bot.systems.adventuria.rules.settings import SETTINGS
from bot.systems.adventuria.rules.wares import SHELVES
from bot.systems.adventuria.words import game as words

SYSTEM = System(
    name="adventuria",
    title=words.TITLE,
    kinds=KINDS,
    actions=ACTIONS,
    events=EVENTS,
    settings=SETTINGS,
    shelves=(*SHELVES, MONSTERS),
)
