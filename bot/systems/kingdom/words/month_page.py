"""The month's page in words and signs; no sign stands without its word."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import PHASES, STEPS, listed, number

BROUGHT_UP = "Its newest card comes up at the end of its channel; the old one then links to it."
LIMITS = {
    "claims": ("claim", "claims"),
    "terrain": ("improvement", "improvements"),
    "settlements": ("settlement", "settlements"),
    "buildings": ("building", "buildings"),
}


def title(name: str, month: int, phase_name: str) -> str:
    """Which month, and where it stands."""
    return f"{name}, month {month}: {PHASES[phase_name]}"


def numbers(economy: int, loyalty: int, stability: int, dc: int) -> str:
    """What checks are made with."""
    return (
        f"Economy **{number(economy)}** · Loyalty **{number(loyalty)}** · "
        f"Stability **{number(stability)}** · Control DC **{dc}**"
    )


def stocks(unrest: int, treasury: int, consumption: int, size: int) -> str:
    """What changes by the month."""
    return (
        f"Unrest **{unrest}** · Treasury **{number(treasury)} BP** · Consumption **{consumption}** · "
        f"Size **{size}**"
    )


def frozen(reason: str) -> str:
    """The clock stands."""
    return f"**Stands still**: {reason}"


def anarchy(*, runs: bool) -> str:
    """Unrest reached 20."""
    upkeep = "its Upkeep goes on with every check at 0" if runs else "its months stand still"
    return f"**Anarchy**: it takes no action, and {upkeep}, until a game master restores order."


def phase(place: int, name: str, *, is_now: bool) -> str:
    """The heading of a phase."""
    return f"{place} · {PHASES[name]}{' (now)' if is_now else ''}"


def done(step: str, counts: Sequence[tuple[str, int]]) -> str:
    """A step that is over, and how much of what the month limits was done in it."""
    return ", ".join((f"✓ {STEPS[step]}: done", *(_limit(name, count) for name, count in counts)))


def all_done(steps: Sequence[str]) -> str:
    """Steps of an earlier phase that are over."""
    return f"✓ Done: {_named(steps)}"


def rolled(step: str, total: int, dc: int, *, is_success: bool) -> str:
    """A step that was a check."""
    return f"✓ {STEPS[step]}: {number(total)} against {dc}, {'success' if is_success else 'failure'}"


def skipped(step: str, reason: str) -> str:
    """A step that a game master passed over."""
    return f"» {STEPS[step]}: passed over{f' ({reason})' if reason else ''}"


def later(steps: Sequence[str]) -> str:
    """Steps to come."""
    return f"-# Later: {_named(steps)}"


def not_needed(steps: Sequence[str]) -> str:
    """Steps at which nothing is to do this month."""
    return f"-# – Nothing to do: {_named(steps)}"


def _named(steps: Sequence[str]) -> str:
    return ", ".join(STEPS[each] for each in steps)


def limits(left: Sequence[tuple[str, int | None]]) -> str:
    """What the month still allows."""
    return f"-# Left this month: {listed([_limit(name, count) for name, count in left])}"


def _limit(name: str, count: int | None) -> str:
    one, many = LIMITS[name]
    if count is None:
        return f"any number of {many}"
    return f"{count} {one if count == 1 else many}"
