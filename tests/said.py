"""What was said, as tests look at it: its codes, and the values of one of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.engine.saying import Said


def codes(events: Iterable[Any]) -> list[str]:
    """The codes of all that was said, in order."""
    return [each.code for each in events if isinstance(each, Said)]


def said_with(events: Iterable[Any], code: str) -> Said:
    """What was said under that code, which was said once."""
    (found,) = (each for each in events if isinstance(each, Said) and each.code == code)
    return found


def values(events: Iterable[Any], code: str) -> dict[str, Any]:
    """The values of what was said under that code: numbers, texts, ids, members, and of a clause its text."""
    facts = said_with(events, code).facts()
    return {
        name: str(value.rendered()) if hasattr(value, "rendered") else value for name, value in facts.items()
    }
