"""What is paid out of the Treasury."""

from __future__ import annotations

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import VOLUNTARY_DEBT
from bot.systems.kingdom.words import prices as words


def require_points(realm: Realm, price: int) -> None:
    """See that something can be paid. Raises RuleViolation naming the price and what is in hand.

    What nobody is forced to buy needs BP in hand, unless the campaign lets the Treasury fall below 0 (R007).
    """
    if price > 0 and price > realm.kingdom.treasury and not realm.rulings.is_on(VOLUNTARY_DEBT):
        raise RuleViolation(words.too_dear(price, realm.kingdom.treasury))


def require_price(price: int, shown: int | None) -> None:
    """See that it costs what its preview showed; None: nothing was shown. Raises RuleViolation."""
    if shown is not None and shown != price:
        raise RuleViolation(words.price_changed(shown, price))
