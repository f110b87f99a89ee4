"""Portraits: by an address, or by a picture that was uploaded."""

from __future__ import annotations

from typing import Any

TITLE = "Portrait"
A_PICTURE = "an uploaded picture"


def changed(name: str) -> str:
    """An adventurer looks different."""
    return f"{name} sits for a new portrait."


def gone(name: str) -> str:
    """A portrait was taken away."""
    return f"{name}'s portrait comes off the wall."


def part(_path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A picture as it is kept; nobody reads its bytes."""
    return TITLE, A_PICTURE if value else None
