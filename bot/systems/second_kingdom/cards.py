"""How The Second Kingdom looks: every chapter draws what is its own."""

from __future__ import annotations

from bot.engine.drawing import Drawings
from bot.systems.second_kingdom.attacks import cards as attacks_cards

DRAWINGS = Drawings("bot.systems.second_kingdom")
draw, show, led = DRAWINGS.draw, DRAWINGS.show, DRAWINGS.led
previewed = attacks_cards.previewed
