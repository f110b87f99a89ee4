"""Building and upgrading."""

from __future__ import annotations

from bot.systems.kingdom.words.buildings import BUILDINGS

NO_WALL_WITH_IT = "Only a City Wall is built with a Watergate; nothing was changed."
NEEDS_WATERGATE = (
    "A City Wall that touches a Waterway needs a Watergate built with it (2 BP, it takes none of the month's "
    "buildings); nothing was changed. Build the wall with its Watergate."
)
NO_MAGIC = "This campaign has no construction magic (`/settings`); nothing was changed."
MAGIC_USED = "Construction magic helps one building a month, and it has; nothing was changed."


def refused(why: str, elsewhere: str, *, is_upgrade: bool = False) -> str:
    """A hindrance as a sentence, with a place where it could stand; `elsewhere` is "" where there is none."""
    where = f"in district {elsewhere}" if elsewhere.isdigit() else f"at {elsewhere}"
    none = "No other place here would do either; `/build plan` lists what has one."
    if is_upgrade:
        none = "`/build upgrade` lists what each building can become."
    legal = f"It could stand {where}, for one." if elsewhere else none
    return f"{why[0].upper()}{why[1:]}; nothing was changed. {legal}"


def damaged(building: str) -> str:
    """It must be repaired first."""
    return f"The {BUILDINGS[building]} is damaged: repair it before you upgrade it; nothing was changed."
