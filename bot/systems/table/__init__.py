"""The built-in system: campaigns, who belongs to them, and dice that belong to no game."""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.table.rules import ACTIONS, EVENTS, KINDS
from bot.systems.table.rules.settings import SETTINGS

SYSTEM = System(
    name="table", title="The table", kinds=KINDS, actions=ACTIONS, events=EVENTS, settings=SETTINGS
)
