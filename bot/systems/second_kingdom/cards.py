"""How The Second Kingdom looks: every chapter draws what is its own."""

from __future__ import annotations

from bot.engine.drawing import Drawings

DRAWINGS = Drawings("bot.systems.second_kingdom")
draw, show = DRAWINGS.draw, DRAWINGS.show
