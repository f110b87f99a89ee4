"""Which possession was meant, found only as an action is carried out: a repeated one finds it gone."""

from __future__ import annotations

from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.state import Adventurer, Possession
from bot.systems.adventuria.words import payment as words


def owned(adventurer: Adventurer, text: str) -> Possession:
    """The possession of that number or name; of several one that isn't in hand. Raises RuleViolation."""
    meant = [each for each in adventurer.possessions if is_meant(each, text)]
    if not meant:
        raise RuleViolation(words.has_none(safe(adventurer.name), safe(text, 60)))
    return min(meant, key=lambda each: each.is_wielded)


def is_meant(possession: Possession, text: str) -> bool:
    """Whether that is its number, or its name in whatever case."""
    return text.strip().casefold() in (str(possession.number), possession.name.casefold())
