"""A settlement's picture: what is written on it, its legend, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.names import BORDERS

# What stands on a lot's tile, in short; each word may have a line of its own.
DAMAGED, RUIN = "damaged", "ruin of"
# Where something is that stands on no lot.
WHOLE = "the whole district"
# The legend.
FREE, CHOICE, LAND, WATER = "free lot", "place to choose", "land", "water"
NATURAL_WATERWAY, NATURAL_WALL, NATURAL_MOAT = "natural Waterway", "natural wall", "natural Moat"
GATE = "gate in the wall"
DAMAGED_SITE, RUIN_SITE = "damaged", "ruin, free lot"
PLANNED = "planned"
LARGER = "The buttons show each district larger."


def name(building: str) -> str:
    """A building as its tile names it."""
    return BUILDINGS[building]


def natural(building: str) -> str:
    """What was there before anybody built."""
    return {"waterway": NATURAL_WATERWAY, "city_wall": NATURAL_WALL, "moat": NATURAL_MOAT}.get(
        building, f"natural {BUILDINGS[building]}"
    )


def head(district: int, districts: int, used: int, lots: int, month: int) -> str:
    """The second line of a district's picture."""
    parts = [f"District {district} of {districts}", f"{used} of {lots} lots built on"]
    return " · ".join([*parts, f"month {month}"] if month else parts)


def overview(first: int, last: int, districts: int, used: int, lots: int, month: int) -> str:
    """The second line of a picture of several districts."""
    parts = [f"Districts {first} to {last} of {districts}", f"{used} of {lots} lots built on"]
    return " · ".join([*parts, f"month {month}"] if month else parts)


def small_head(district: int, used: int, lots: int) -> str:
    """Above one of several districts."""
    return f"District {district}: {used} of {lots}"


def hidden(settlement: str) -> str:
    """A Free City that players do not know of can't be shown to them."""
    return (
        f"Players do not know of {settlement} yet; nothing was shown. First reveal it: `/settlement set`, "
        "hidden: False."
    )


def no_such_district(settlement: str, most: int, given: int) -> str:
    """It has not so many."""
    have = "1 district" if most == 1 else f"{most} districts"
    return f"{settlement} has {have}, there is no district {given}; nothing was shown."


def shown(settlement: str, districts: Sequence[int]) -> str:
    """A settlement was shown to everybody."""
    return f"The map of {settlement}, {_districts(districts)}, was shown."


def _districts(districts: Sequence[int]) -> str:
    if len(districts) == 1:
        return f"district {districts[0]}"
    return f"districts {districts[0]} to {districts[-1]}"


def button(districts: Sequence[int]) -> str:
    """A button that shows those."""
    return _districts(districts).capitalize()


# -- in words -----------------------------------------------------------------------------------------


def alt_head(settlement: str, month: int) -> str:
    """What the picture is of."""
    return f"Map of {settlement}{f', month {month}' if month else ''}."


def alt_lots(district: int, districts: int, used: int, free: int) -> str:
    """How much of a district is built on."""
    which = f"District {district} of {districts}: " if districts > 1 else ""
    lots = f"{used} lots built on; free: {free} {'lot' if free == 1 else 'lots'}."
    return f"{which}{lots}"


def told(lots: int) -> str:
    """Lots that a game master tells of, which stand on no grid."""
    return f"Told beside the grid: {lots} {'lot' if lots == 1 else 'lots'} in use."


def alt_border(border: str, parts: Sequence[str]) -> str:
    """What lies at a border."""
    return f"{BORDERS[border]}: {', '.join(parts) if parts else LAND}."


def alt_letters(letters: Sequence[tuple[str, str]]) -> str:
    """The places to choose from."""
    return f"To choose from: {'; '.join(f'{letter} {place}' for letter, place in letters)}."


def alt_planned(entries: Sequence[str]) -> str:
    """What is drawn up and not built."""
    return f"Only planned: {'; '.join(entries)}."


def alt_at_large(parts: Sequence[str]) -> str:
    """What lies in the streets of a district."""
    return f"Throughout: {', '.join(parts)}."


def alt_listed(entries: Sequence[str]) -> str:
    """What stands where, one after another."""
    return f"{'; '.join(entries)}."


def alt_entry(where: str, building: str, *, is_damaged: bool, is_natural: bool) -> str:
    """One building."""
    what = natural(building) if is_natural else BUILDINGS[building]
    return f"{where} {what}{', damaged' if is_damaged else ''}".strip()


def alt_ruin(where: str, building: str) -> str:
    """A site on which a building stood."""
    return f"{where} ruin of {BUILDINGS[building]}"


def alt_count(building: str, count: int, damaged: int) -> str:
    """So many of a building, where there is no room to say where each stands."""
    return f"{BUILDINGS[building]} {count}{f' ({damaged} damaged)' if damaged else ''}"


def alt_more(kinds: int) -> str:
    """So many kinds of buildings are left out."""
    return f"and {kinds} more kinds"


def alt_ruins(count: int) -> str:
    """So many lots with ruins."""
    return f"ruins on {count} {'lot' if count == 1 else 'lots'}"


def street(building: str, *, is_damaged: bool) -> str:
    """Paved Streets or a Sewer System in the legend."""
    return f"{BUILDINGS[building]}{', damaged' if is_damaged else ''}"
