"""Why a building has no place at all in a settlement; each without a full stop."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS, a
from bot.systems.kingdom.words.names import listed
from bot.systems.kingdom.words.plots import neighbours

EVERY_LOT_IS_LIT = "Magical Streetlamps share the lot of another building, and each has them already"


def no_room(building: str, lots: int) -> str:
    """No free lots of its shape."""
    if lots < 2:
        return f"{a(building)} needs a free lot, and there is none"
    return f"{a(building)} takes {lots} free lots that lie together, and there are none"


def can_not_grow(old: str, new: str, lots: int) -> str:
    """No free lots beside what would be upgraded."""
    return f"{a(new)} takes {lots} lots: the {BUILDINGS[old]} has no free ones beside it to grow into"


def every_district(building: str) -> str:
    """They are everywhere."""
    return f"a district can have {a(building)} once only, and every one has"


def every_waterway(*, has_any: bool) -> str:
    """No water to cross."""
    if not has_any:
        return "a Bridge shares the lot of a Waterway, and there is none"
    return "every lot of a Waterway has a Bridge already"


def every_host(hosts: Sequence[str], *, has_any: bool) -> str:
    """No fitting lot for a Spring."""
    lack = "each has one already" if has_any else "there is none"
    return (
        f"an Everflowing Spring shares a lot of {listed([a(each) for each in hosts], last='or')}, and {lack}"
    )


def every_wall(*, has_any: bool) -> str:
    """No wall for a gate."""
    lack = "every one has a Watergate already" if has_any else "there is none"
    return f"a Watergate is a gate in a City Wall, and {lack}"


def every_land_border(building: str, *, has_any: bool) -> str:
    """No border to wall."""
    if not has_any:
        return f"{a(building)} stands at a land border, and every border is water"
    return f"every land border has {a(building)} already"


def no_water(building: str, *, has_any: bool) -> str:
    """No water, or none with room beside it."""
    if has_any:
        return f"{a(building)} needs water beside it, and no free place has any"
    return f"{a(building)} needs a water border or a Waterway beside it, and there is neither"


def only_forbidden(building: str, never: Sequence[str]) -> str:
    """Forbidden neighbours at every free place."""
    names = listed([a(each) for each in never], last="or")
    return f"{a(building)} can't be a neighbour of {names}, and every free place has one beside it"


def too_few(building: str, count: int, wanted: Sequence[str], there: int) -> str:
    """The settlement has not so many of them."""
    lack = "there is only one" if there else "there is none"
    return f"{a(building)} needs {neighbours(count, wanted)} beside it, and {lack}"


def none_of_its_own(building: str, count: int, wanted: Sequence[str], *, is_any_free: bool) -> str:
    """Enough of them, but none to be had."""
    needs = f"{a(building)} needs {neighbours(count, wanted)} of its own beside it"
    if not is_any_free:
        return f"{needs}, and all of them serve other buildings"
    return f"{needs}, and no place open to it has {'one' if count == 1 else 'them'}"
