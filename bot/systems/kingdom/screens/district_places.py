"""Places lettered for a choice: the same letters on the district's picture and in the list beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import Final

from bot.systems.kingdom.rules.terms import Border
from bot.systems.kingdom.rules.town import Place

# As many as a list of Discord holds.
PAGE: Final = 25
Lettered = tuple[str, Place]
_CLOCKWISE: Final = tuple(Border)


def lettered(places: Iterable[Place]) -> tuple[Lettered, ...]:
    """Each place with its letter, A to Z, then AA; by district, from its north-west on."""
    found = sorted(places, key=_order)
    return tuple((_letter(number), place) for number, place in enumerate(found))


def _letter(number: int) -> str:
    more, last = divmod(number, len(ascii_uppercase))
    return (_letter(more - 1) if more else "") + ascii_uppercase[last]


def _order(place: Place) -> tuple[int, tuple[int, ...], int]:
    return place.district, place.lots, _CLOCKWISE.index(place.border) if place.border is not None else 0


def pages(places: Iterable[Place]) -> tuple[tuple[Lettered, ...], ...]:
    """The same in pages: of one district each, which is shown on one picture, and at most PAGE long."""
    districts = groupby(lettered(places), key=lambda found: found[1].district)
    return tuple(page for _, found in districts for page in _cut(tuple(found)))


def _cut(found: Sequence[Lettered]) -> tuple[tuple[Lettered, ...], ...]:
    return tuple(tuple(found[start : start + PAGE]) for start in range(0, len(found), PAGE))
