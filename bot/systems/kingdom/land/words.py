"""Claiming and abandoning hexes: what is refused, shown before it is done, and told."""

from __future__ import annotations

# -- Losing hexes and what is cut off by it: what is told, and what is refused -----------------------------


def hexes(count: int) -> str:
    """1 hex, 2 hexes."""
    return "1 hex" if count == 1 else f"{count} hexes"


def shown(centre: str, radius: int) -> str:
    """The map was shown to everybody."""
    return f"The map around {centre}, {radius} hexes wide, was shown." if centre else "The map was shown."
