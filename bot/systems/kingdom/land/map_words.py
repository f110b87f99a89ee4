"""The map: what is told of it. Names come in as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.names import IMPROVEMENTS, SPECIALS, listed
from bot.systems.kingdom.names import TERRAINS as NAMES_TERRAINS

NO_PRICE, NO_UNREST = "No BP is paid for that.", "No Unrest comes of that."


def given(kingdom: str, names: str) -> str:
    """Hexes for a kingdom."""
    return f"**{kingdom}** receives {names}."


def taken(kingdom: str, names: str) -> str:
    """Hexes of nobody again."""
    return f"**{kingdom}** gives up {names}."


def why(reason: str) -> str:
    """What for."""
    return f"Why: {reason}"


def with_towns(names: Sequence[str], count: int) -> str:
    """Settlements that came along."""
    left = count - len(names)
    told = f"{', '.join(names)} and {left} more" if left > 0 else listed(names)
    return f"With the settlement{'s' if count > 1 else ''} of {told}."


def bereft(kingdom: str, shifts: str) -> str:
    """Whose they were."""
    return f"{kingdom} loses them: {shifts}" if shifts else f"{kingdom} loses them."


# -- told -----------------------------------------------------------------------------------------------

TITLES = {
    "drawn": "The map grows",
    "changed": "The map is changed",
    "river_drawn": "A river is drawn",
    "river_erased": "A river is taken off the map",
    "explored": "Explored",
    "cleared": "Cleared",
    "revealed": "Known to everyone",
    "hidden": "Under the fog",
    "removed": "Taken off the map",
    "noted": "A note on the map",
    "read": "The map out of a file",
}
MARKS = {"explored": "explored", "cleared": "cleared", "revealed": "revealed", "hidden": "hidden"}
_DONE = {
    "drawn": "drawn",
    "changed": "changed",
    "river_drawn": "with a river now",
    "river_erased": "without that river now",
    "noted": "with a new note",
    "removed": "off the map",
    "read": "changed by a file",
    **MARKS,
}
ONLY_GAME_MASTERS = "*Only game masters know:*"
UNCHANGED = "The map stays as it is."


def hexes(names: Sequence[str], count: int) -> str:
    """Some names, the rest counted: the hexes A1 and A2."""
    left = count - len(names)
    told = f"{', '.join(names)} and {left:,} more" if left > 0 else listed(names)
    return f"the hex{'es' if count > 1 else ''} {told}"


def briefly(deed: str, names: Sequence[str], count: int) -> str:
    """One line for the journal."""
    if not count:
        return UNCHANGED
    what = hexes(names, count)
    return f"{what[0].upper()}{what[1:]}: {_DONE[deed]}."


def sight(name: str, terrain: str, parts: Sequence[str]) -> str:
    """A hex in a line of a card."""
    more = f"; {', '.join(parts)}" if parts else ""
    return f"{name} · {NAMES_TERRAINS[terrain]}{more}"


def waters(*, is_coast: bool, has_lake: bool, has_river: bool) -> list[str]:
    """What water there is."""
    named = (("coast", is_coast), ("lake", has_lake), ("river", has_river))
    return [name for name, is_there in named if is_there]


def specials(found: Sequence[str]) -> list[str]:
    """Special terrain."""
    return [SPECIALS[each] for each in found]


def note(text: str) -> str:
    """What players wrote."""
    return f"“{text}”"


def secret(text: str) -> str:
    """What game masters wrote."""
    return f"secret: “{text}”"


def and_more(count: int) -> str:
    """Hexes that are not listed."""
    return f"… and {count:,} more."


def in_kingdom(name: str, shifts: str) -> str:
    """What it changed in a kingdom's numbers."""
    return f"{name}: {shifts}"


# -- A hex as it is shown ---------------------------------------------------------------------------------


EXPLORED, NOT_EXPLORED = "explored", "not explored yet"
CLEARED, NOT_CLEARED = "cleared", "not cleared yet"
HIDDEN = "Hidden from players"
UNCLAIMED = "Claimed by nobody."
CAVERN = "A Cavern is a hex of its own, underground; claimed and counted apart from the one above."
ON_WATER = "On Water no settlement, farm or road; a Fishery can be built."
COAST = "Coastline: counts as this terrain for everything; the sea beside it is claimed with it."
BUILDABLE, NOT_BUILDABLE = "Can be built", "Can't be built"


def state(*, is_explored: bool, is_cleared: bool, is_revealed: bool) -> str:
    """What was done there."""
    told = f"{EXPLORED if is_explored else NOT_EXPLORED}, {CLEARED if is_cleared else NOT_CLEARED}"
    return f"{told[0].upper()}{told[1:]}." + ("" if is_revealed else f" **{HIDDEN}.**")


def exploring(days: int) -> str:
    """Table 4-6, for a party of speed 30."""
    return f"Exploring: {days} day{'s' if days != 1 else ''} at speed 30"


def preparing(points: int | None, months: int | None) -> str:
    """Table 4-6: a settlement's site."""
    if points is None or months is None:
        return "No settlement can stand here"
    when = "at once" if not months else f"{months} month{'s' if months > 1 else ''}"
    return f"Preparing a site: {points} BP, {when}"


def costs(farm: int | None, road: int | None, over_river: int | None) -> str:
    """Table 4-6: farm and road; a road over a river costs twice as much."""
    farms = f"Farm {farm} BP" if farm is not None else "no Farms"
    roads = f"Road {road} BP" if road is not None else "no Roads"
    river = f" ({over_river} BP with the river)" if over_river is not None else ""
    return f"{farms}, {roads}{river}"


def there(parts: Sequence[str]) -> str:
    """Special terrain and waters."""
    told = ", ".join(parts)
    return f"{told[0].upper()}{told[1:]}."


def claimed(kingdom: str) -> str:
    """Whose it is."""
    return f"Claimed by **{kingdom}**."


def improvements(found: Sequence[str]) -> str:
    """What was built."""
    return f"Built here: {', '.join(IMPROVEMENTS[each] for each in found)}."


def prepared(month: int, now: int) -> str:
    """A site for a settlement."""
    if month <= now:
        return "The site for a settlement is ready."
    return f"The site for a settlement is ready in month {month}."


def town(name: str, size: str, *, is_free: bool) -> str:
    """A settlement there."""
    return f"Settlement: **{name}**, {size}{', a Free City' if is_free else ''}."


def rivers(directions: Sequence[str]) -> str:
    """Where it flows."""
    return f"river ({', '.join(directions)})"


def notes(text: str) -> str:
    """The players' note."""
    return f"Note: {text}"


def secret_note(text: str) -> str:
    """The game masters' note."""
    return f"Game masters only: {text}"


def heading(name: str, terrain: str, spot: str) -> str:
    """A hex's title."""
    return f"{name} · {NAMES_TERRAINS[terrain]}" + (f" ({spot})" if spot != name else "")


def can_build(name: str, price: int) -> str:
    """An improvement and its price."""
    return f"{IMPROVEMENTS[name]} {price} BP"


def cannot_build(name: str, why: str) -> str:
    """An improvement and what keeps it off."""
    return f"{IMPROVEMENTS[name]}: {why}"
