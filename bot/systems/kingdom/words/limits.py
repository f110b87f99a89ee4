"""What a month allows a number of."""

from __future__ import annotations

ONE = {
    "settlements": "new settlement",
    "buildings": "building",
    "terrain": "terrain improvement",
    "claims": "claimed hex",
}
MANY = {
    "settlements": "new settlements",
    "buildings": "buildings",
    "terrain": "terrain improvements",
    "claims": "claimed hexes",
}


def counted(limit: str, count: int) -> str:
    """1 claimed hex, 2 claimed hexes."""
    return f"{count} {ONE[limit] if count == 1 else MANY[limit]}"


def used_up(limit: str, most: int) -> str:
    """Nothing is left of it."""
    return (
        f"A kingdom of this Size gets {counted(limit, most)} a month (Table 4-4), and that is used up; "
        "nothing was changed. The next Edict phase brings more."
    )


def left(limit: str, count: int | None) -> str:
    """What is left of it this month."""
    return f"{MANY[limit].capitalize()} left this month: {'any number' if count is None else count}"
