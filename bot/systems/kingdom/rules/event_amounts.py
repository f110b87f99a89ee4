"""What an event's outcome changes a number by, where that depends on the realm."""

from __future__ import annotations

from bot.systems.kingdom.rules.event_book import Effect
from bot.systems.kingdom.rules.event_draws import farms_around
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.rules.terms import Special

# What a Farm takes off Consumption, and one more on a Resource (R072).
FARM = 2


def amount_of(effect: Effect, realm: Realm, spot: Spot | None) -> str:
    """The amount as it is entered: a signed number, or dice to be rolled (R132, R133)."""
    consumption = figures(realm).consumption
    match effect.amount:
        case "half":
            amount = consumption * 3 // 2 - consumption
        case "whole":
            amount = consumption
        case "saved":
            amount = consumption // 2 - consumption
        case "farms":
            amount = sum(_farms(realm, spot))
        case "farms_to_one":
            amount = sum(each - 1 for each in _farms(realm, spot))
        case _:
            return effect.amount
    return f"{amount:+}"


def _farms(realm: Realm, spot: Spot | None) -> list[int]:
    """What each Farm around takes off Consumption."""
    around = farms_around(realm, spot) if spot is not None else ()
    return [FARM + (Special.RESOURCE in realm.hexes[each].specials) for each in around]
