"""Standing orders: what somebody's character does where their player says nothing, in the player's words.

Whoever's state can have one has a field `order`. It is set in a form of its own, never along the way; it
stands wherever a game says what the silent do; and the next word of their own ends it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.engine.event import Event
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line

ORDER_LENGTH = 200
S = TypeVar("S")


class OrderGiven(Event):
    """Somebody has a standing order, or none anymore. A game's own event is a subclass."""

    name: str
    words: str = ""

    def sentence(self) -> Safe:
        """What it says."""
        if not self.words:
            return T("{name} has no standing order anymore.")(name=self.name)
        return T("{name}'s standing order: {words}")(name=self.name, words=self.words)


def ordered(state: S, words: str) -> S:
    """Whoever it is with that order; without one where nothing is written. Raises RuleViolation."""
    order = of_length(
        one_line(words),
        ORDER_LENGTH,
        "order.length",
        "A standing order can have up to {most} characters, not {length}.",
    )
    if order == state.order:  # type: ignore[attr-defined]
        raise refused("order.same", "That's the standing order already; nothing was changed.")
    return replace(state, order=order)  # type: ignore[type-var]
