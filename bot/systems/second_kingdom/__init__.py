"""The Second Kingdom: d10 pools, conviction, setbacks and advantages."""

from __future__ import annotations

from bot.engine.system import System
from bot.systems.second_kingdom.rules import ACTIONS, EVENTS, KINDS
from bot.systems.second_kingdom.rules.charts import CHARTS
from bot.systems.second_kingdom.rules.maneuvers import MANEUVERS
from bot.systems.second_kingdom.rules.settings import SETTINGS
from bot.systems.second_kingdom.words import game as words

SYSTEM = System(
    name="second_kingdom",
    title=words.TITLE,
    kinds=KINDS,
    actions=ACTIONS,
    events=EVENTS,
    settings=SETTINGS,
    shelves=(MANEUVERS, CHARTS),
)
