"""What a month allows a number of (Table 4-4), and what is left of it."""

from __future__ import annotations

from typing import cast

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import limits
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import LIMITS_SIZE
from bot.systems.kingdom.rules.terms import Limit, Phase
from bot.systems.kingdom.words import limits as words


def allowed(realm: Realm, limit: Limit) -> int | None:
    """How many the month allows, by the Size when its Edict phase began or as it is now (R021).

    None: any number. Before the first month it is what the smallest have: one building (R092).
    """
    month = realm.kingdom.month
    is_now = realm.rulings.is_on(LIMITS_SIZE) and month.phase is not Phase.BEFORE
    size = realm.size if is_now else month.size
    return cast("int | None", getattr(limits(size), limit.value))


def left(realm: Realm, limit: Limit) -> int | None:
    """How many more the month allows; None: any number."""
    most = allowed(realm, limit)
    return None if most is None else max(0, most - realm.kingdom.month.used.get(limit, 0))


def require_left(realm: Realm, limit: Limit) -> None:
    """See that the month allows one more. Raises RuleViolation naming how many it allows."""
    if left(realm, limit) == 0:
        raise RuleViolation(words.used_up(limit.value, allowed(realm, limit) or 0))
