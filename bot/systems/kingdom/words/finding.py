"""Which kingdom is meant."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import TERRAINS


def no_such_kingdom(name: str) -> str:
    """None, or several, of that name."""
    return f"No kingdom is called “{name}” here; pick one from the list."


def which_kingdom(names: Sequence[str]) -> str:
    """None or several, and none named."""
    if not names:
        return "There is no kingdom here yet; a game master begins one with `/kingdom found`."
    return f"There are several: {', '.join(names)}. Name one with `kingdom:`."


def hex_line(name: str, terrain: str, spot: str) -> str:
    """A hex in a list of suggestions."""
    where = f" ({spot})" if name != spot else ""
    return f"{name} · {TERRAINS[terrain]}{where}"
