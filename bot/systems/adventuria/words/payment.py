"""Gold and things paid or thrown away: as it is typed, and what is refused."""

from __future__ import annotations

# How it is typed.
ALL_OF_IT = ("all", "all gold", "all the gold")
OF_GOLD = "gold"
GOLD = "Gold"


def no_gold(name: str) -> str:
    """All of no gold buys nothing."""
    return f"{name} has no gold, and all of nothing buys nothing here: nothing happens."


def not_enough(name: str, price: int, gold: int) -> str:
    """A price beyond the purse."""
    return f"Not enough: {name} has {gold} gold of {price}, and nobody pays in part; nothing happens."


def has_none(name: str, thing: str) -> str:
    """A possession that isn't there."""
    return f"{name} has no “{thing}”, or has it no more: nothing happens."


def not_so_much(name: str, gold: int, amount: int) -> str:
    """More gold than there is, or none."""
    if not gold:
        return f"{name} has no gold to part with; nothing was changed."
    some = f"1 to {gold}" if gold > 1 else "only that 1"
    return f"{name} has {gold} gold: {some} can go, or “all”, but not {amount}. Nothing was changed."
