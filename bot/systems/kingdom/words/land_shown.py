"""A hex as it is shown, and the map as a file handed over. Names come in as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import IMPROVEMENTS, TERRAINS

EXPLORED, NOT_EXPLORED = "explored", "not explored yet"
CLEARED, NOT_CLEARED = "cleared", "not cleared yet"
HIDDEN = "Hidden from players"
UNCLAIMED = "Claimed by nobody."
CAVERN = "A Cavern is a hex of its own, underground; claimed and counted apart from the one above."
ON_WATER = "On Water no settlement, farm or road; a Fishery can be built."
COAST = "Coastline: counts as this terrain for everything; the sea beside it is claimed with it."
BUILDABLE, NOT_BUILDABLE = "Can be built", "Can't be built"
EXPORTED = "The map as players know it."
EXPORTED_SECRETS = "The whole map as a file, with what players may not see: keep it to yourselves."


def file_name(kind: str) -> str:
    """An exported map."""
    return f"map.{kind}"


def exported(count: int) -> str:
    """How much of it."""
    return f"{count:,} hex{'es' if count != 1 else ''}; the columns are explained in the guide to the map."


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
    return f"{name} · {TERRAINS[terrain]}" + (f" ({spot})" if spot != name else "")


def can_build(name: str, price: int) -> str:
    """An improvement and its price."""
    return f"{IMPROVEMENTS[name]} {price} BP"


def cannot_build(name: str, why: str) -> str:
    """An improvement and what keeps it off."""
    return f"{IMPROVEMENTS[name]}: {why}"
