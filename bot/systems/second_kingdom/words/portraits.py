"""Portraits: by an address, or by a picture that was uploaded."""

from __future__ import annotations

from typing import Any

TITLE = "Portrait"
A_PICTURE = "an uploaded picture"
SECRET, KNOWN = "secret", "known"

# -- told -----------------------------------------------------------------------------------------


def changed(name: str) -> str:
    """Somebody looks different."""
    return f"{name} has a new portrait."


def gone(name: str) -> str:
    """Somebody's portrait was taken away."""
    return f"{name} has no portrait any more."


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a picture as it is kept; nobody reads its bytes."""
    if path[-1] == "is_secret":
        return TITLE, SECRET if value else KNOWN
    return TITLE, A_PICTURE if value else None
