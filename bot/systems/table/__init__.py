"""The built-in system: campaigns, who belongs to them, and dice that belong to no game."""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.table.rules import ACTIONS, EVENTS, KINDS
from bot.systems.table.rules.settings import SETTINGS
from bot.systems.table.words import cards as words

SYSTEM = System(
    name="table", title=words.TITLE, kinds=KINDS, actions=ACTIONS, events=EVENTS, settings=SETTINGS
)
