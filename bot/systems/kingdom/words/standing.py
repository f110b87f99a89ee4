"""Where a kingdom's month stands, under every card about it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import NUMBERS, PHASES, number

GAME_MASTERS = "game masters"
# Who may take a step that asks the game masters, where others may as well.
WHO = {"open": "game masters or any leader", "close": "game masters or the Ruler"}


def month(month_number: int, phase: str) -> str:
    """The month and its phase."""
    return f"**Month {month_number}** · {PHASES[phase]}"


def whose_move(who: str, what: str) -> str:
    """An open step."""
    return f"→ **{what}**: {who}"


def foretold(what: str) -> str:
    """What an open step would do, in small print below it."""
    return f"-# {what}"


def shifts(changed: Sequence[tuple[str, int, int]]) -> str:
    """Each number that changed, before and after."""
    return " · ".join(f"{NUMBERS[name]} {number(was)} → **{number(now)}**" for name, was, now in changed)


def phase_began(month_number: int, phase: str) -> str:
    """The month moved on."""
    return f"**The {PHASES[phase]} phase of month {month_number} begins.**"


def anarchy(name: str, unrest: int) -> str:
    """Unrest reached its end."""
    return (
        f"**Unrest is {unrest}: {name} falls into anarchy.** It can take no action, and every check counts "
        "as 0, until a game master ends it."
    )


def spoiled(points: int, left: int) -> str:
    """Fewer Granaries than before."""
    return f"There is less room in Granaries: {points} BP in store are lost, {left} BP are left."


def on_behalf(actor: str, leader: str) -> str:
    """Somebody acted for a leader who is away."""
    return f"{actor} acted for {leader}."
