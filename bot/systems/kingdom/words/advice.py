"""What can be had for the BP in hand: sorted, never recommended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.systems.kingdom.words.building_screens import gives
from bot.systems.kingdom.words.buildings import BUILDINGS, GRADES
from bot.systems.kingdom.words.names import listed, number, signed

SORTED = {
    "price": "price",
    "economy": "Economy",
    "loyalty": "Loyalty",
    "stability": "Stability",
    "unrest": "Unrest",
    "value": "base value",
    "per_bp": "total for each BP",
}
SORT_HINT = "Sort by…"
NOTHING = "Nothing can be built for that."
WHY_NOT = "What is not listed costs more or has no place: /build plan says what stands in its way."
TOTAL = "The total is Economy, Loyalty and Stability, less what it adds to Unrest."
EARLIER, MORE = "Earlier ones", "More…"


def title(kingdom: str, town: str) -> str:
    """What can be had, in a kingdom or one of its settlements."""
    return f"What {town or kingdom} could build"


def scope(points: int) -> str:
    """For other BP than those in hand."""
    return f"Listed: what {number(points)} BP could buy"


def order(sort: str, first: int, last: int, count: int) -> str:
    """By what it is sorted, and which part is shown."""
    return f"Sorted by {SORTED[sort]}: {first} to {last} of {count}"


def offer(building: str, price: int, why: str, town: str, old: str) -> str:
    """A building with its price; in which settlement, where there are several."""
    name = f"{BUILDINGS[old]} → {BUILDINGS[building]}" if old else BUILDINGS[building]
    reason = f" ({why})" if why else ""
    return " · ".join(filter(None, (f"**{name}**", f"{price} BP{reason}", town)))


WITH_WATERGATE = "with its Watergate"


def gain(
    numbers: Mapping[str, int],
    modifiers: Mapping[str, int],
    slots: Sequence[tuple[int, str]],
    halves: Sequence[str],
    per_point: str,
) -> str:
    """What it does, in small print below it."""
    found = [gives(numbers, modifiers, 0)]
    if numbers.get("consumption"):
        found.append(f"Consumption {signed(numbers['consumption'])}")
    if slots:
        kinds = [f"{count} {GRADES[grade]}" for count, grade in slots]
        found.append(f"magic items: {listed(kinds)}")
    if halves:
        found.append(f"halves {', '.join(BUILDINGS[each] for each in halves)}")
    if per_point:
        found.append(per_point)
    return f"-# {' · '.join(found)}"


def per_point(amount: float) -> str:
    """Its total for each BP."""
    return f"{amount:.2f} a BP".replace("-", "−")


FREE = "free"
