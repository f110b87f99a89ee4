"""What is paid: gold, or a possession; all of it or nothing at all (A16, A18).

Pure steps on one state: who may, and when, is for the chapters that use it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.holding import lose
from bot.systems.adventuria.rules.offer import ALL_GOLD, Price
from bot.systems.adventuria.rules.owned import owned
from bot.systems.adventuria.rules.state import MOST_GOLD, Adventurer
from bot.systems.adventuria.rules.told import How, Told, What
from bot.systems.adventuria.words import payment as words


def paid(adventurer: Adventurer, price: Price, *, buys_with_nothing: bool) -> tuple[Adventurer, Told]:
    """The adventurer who has paid that. Raises RuleViolation where there is not enough: nothing happens.

    `buys_with_nothing`: whether all of no gold is a price as well, see ruling Q9.
    """
    if price.name:
        return lose(adventurer, owned(adventurer, price.name).number, How.PAID)
    if price.gold == ALL_GOLD:
        if not adventurer.gold and not buys_with_nothing:
            raise RuleViolation(words.no_gold(safe(adventurer.name)))
        return _less(adventurer, adventurer.gold, How.PAID)
    if adventurer.gold < price.gold:
        raise RuleViolation(words.not_enough(safe(adventurer.name), price.gold, adventurer.gold))
    return _less(adventurer, price.gold, How.PAID)


def thrown_away(adventurer: Adventurer, gold: int) -> tuple[Adventurer, Told]:
    """The adventurer without so much gold, or all of it, of its own will (A17).

    Raises RuleViolation for none, and for more than it has.
    """
    amount = adventurer.gold if gold == ALL_GOLD else gold
    if not 1 <= amount <= adventurer.gold:
        raise RuleViolation(words.not_so_much(safe(adventurer.name), adventurer.gold, amount))
    return _less(adventurer, amount, How.LOST)


def received_gold(adventurer: Adventurer, gold: int) -> tuple[Adventurer, Told]:
    """The adventurer with so much more gold (A14)."""
    after = min(MOST_GOLD, adventurer.gold + gold)
    return replace(adventurer, gold=after), Told(What.GOLD, How.GAINED, before=adventurer.gold, after=after)


def _less(adventurer: Adventurer, gold: int, how: How) -> tuple[Adventurer, Told]:
    after = adventurer.gold - gold
    return replace(adventurer, gold=after), Told(What.GOLD, how, before=adventurer.gold, after=after)
