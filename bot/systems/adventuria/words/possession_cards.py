"""What a player does with possessions, on cards and in the journal. Names come in ready to be shown."""

from __future__ import annotations

from collections.abc import Sequence

NARRATOR_DECIDES = "-# The narrator sees to what it does: `/adv gm` has the commands."


def used(name: str, thing: str, foe: str) -> str:
    """Something used, on whom."""
    return f"{name} uses {thing} on {foe}" if foe else f"{name} uses {thing}"


def discarded(name: str) -> str:
    """Something given up."""
    return f"{name} parts with something"


def paid(name: str) -> str:
    """Something paid."""
    return f"{name} pays"


def strong(title: str) -> str:
    """What happened, above what came of it."""
    return f"**{title}**"


def in_short(title: str, lines: Sequence[str]) -> str:
    """All of it in a line."""
    return f"{title}: {'; '.join(lines)}."
