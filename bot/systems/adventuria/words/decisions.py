"""Why a decision about possessions is refused, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.adventuria.words.steps import WARES, some

DECIDED = "That is decided already, and nothing was changed; the newest card shows what waits."


def not_had(name: str) -> str:
    """A possession that is gone."""
    return f"{name} doesn't have that any more; pick something from the newest card's list."


def wrong_kind(gained: str, given: str) -> str:
    """Something that makes no room for another kind (A20)."""
    return f"Room for {_one(gained)} is made by losing {_one(gained)}, not {_one(given)}."


def nothing_owed(name: str) -> str:
    """Nothing that must go."""
    return f"{name} need not lose anything now; `/adv drop` parts with things freely."


def not_owed(name: str, owed: Sequence[tuple[int, str]], given: str) -> str:
    """Something of a kind of which nothing must go."""
    must = " and ".join(some(count, ware) for count, ware in owed)
    return f"{name} must lose {must}, not {_one(given)}."


def _one(ware: str) -> str:
    return f"{'an' if WARES[ware][0] in 'aeiou' else 'a'} {WARES[ware]}"
