"""What a month allows a number of (Table 4-4), and what is left of it."""

from __future__ import annotations

from typing import cast

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import limits
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import LIMITS_SIZE
from bot.systems.kingdom.rules.terms import Limit
from bot.systems.kingdom.words import limits as words


def allowed(realm: Realm, limit: Limit) -> int | None:
    """How many the month allows, by the Size when its Edict phase began or as it is now (R021).

    None: any number.
    """
    size = realm.size if realm.rulings.is_on(LIMITS_SIZE) else realm.kingdom.month.size
    return cast("int | None", getattr(limits(size), limit.value))


def left(realm: Realm, limit: Limit) -> int | None:
    """How many more the month allows; None: any number."""
    most = allowed(realm, limit)
    return None if most is None else max(0, most - realm.kingdom.month.used.get(limit, 0))


def require_left(realm: Realm, limit: Limit) -> None:
    """See that the month allows one more. Raises RuleViolation naming how many it allows."""
    if left(realm, limit) == 0:
        raise RuleViolation(words.used_up(limit.value, allowed(realm, limit) or 0))
