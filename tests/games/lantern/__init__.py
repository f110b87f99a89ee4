"""A throw-away game: a lantern burns down while somebody has to refill it.

It shows that a game needs nothing outside its folder: a record, actions, a waiting step, a card.
"""

from __future__ import annotations

from bot.engine.system import System
from tests.games.lantern.rules import ACTIONS, EVENTS, KINDS
from tests.games.lantern.rules.omens import OMENS

SYSTEM = System(
    name="lantern", called="The Lantern", kinds=KINDS, actions=ACTIONS, events=EVENTS, shelves=(OMENS,)
)
