"""The Second Kingdom: d10 pools, conviction, setbacks and advantages."""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.second_kingdom.rules import ACTIONS, EVENTS, KINDS

SYSTEM = System(
    name="second_kingdom", title="The Second Kingdom", kinds=KINDS, actions=ACTIONS, events=EVENTS
)
