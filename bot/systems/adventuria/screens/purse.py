"""Gold as people type it: a number of it, or all."""

from __future__ import annotations

from bot.engine.words import whole_number
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.offer import ALL_GOLD
from bot.systems.adventuria.rules.state import MOST_GOLD
from bot.systems.adventuria.words import game
from bot.systems.adventuria.words import payment as words


def gold_of(text: str) -> int | None:
    """So much gold, or all of it; None where it is something else, as a possession's name.

    Raises RuleViolation for a number that is no amount.
    """
    typed = text.strip().casefold()
    if typed in words.ALL_OF_IT:
        return ALL_GOLD
    number = whole_number(typed.removesuffix(words.OF_GOLD))
    if number is not None and not 1 <= number <= MOST_GOLD:
        raise RuleViolation(game.not_within(words.GOLD, 1, MOST_GOLD, number))
    return number
