"""Granaries: what Farms bring beyond a month's need, kept for when the Treasury can't pay (R095)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.worth import granary_room


@dataclass(frozen=True, slots=True)
class Board:
    """How a month's Consumption is paid (BP): out of the Treasury, and what goes into the Granaries.

    `stored` is below 0 where it comes out of them.
    """

    paid: int
    stored: int = 0


def room(realm: Realm) -> int:
    """How many BP all its Granaries hold: 5 each that is not damaged."""
    return sum(granary_room(town) for town in realm.towns.values())


def board(realm: Realm) -> Board:
    """How Consumption would be paid now.

    A surplus is stored as far as there is room. What Consumption comes to beyond the Treasury is taken out
    of the Granaries: grain feeds people, it pays no debt, so never more than Consumption itself.
    """
    numbers, stored = figures(realm), realm.kingdom.stored
    if numbers.raw <= 0:
        return Board(0, max(0, min(-numbers.raw, room(realm) - stored)))
    short = max(0, numbers.consumption - numbers.treasury)
    taken = min(stored, numbers.consumption, short)
    return Board(numbers.consumption - taken, -taken)


def within_room(realm: Realm) -> Kingdom:
    """The kingdom with no more in store than its Granaries hold: the rest spoils with the room for it."""
    most = room(realm)
    return replace(realm.kingdom, stored=most) if realm.kingdom.stored > most else realm.kingdom
