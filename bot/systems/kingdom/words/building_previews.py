"""A building before it is built: its price, what it changes and what it uses; and sites to rebuild."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.building_screens import at
from bot.systems.kingdom.words.buildings import BUILDINGS, GRADES, ITEM_KINDS
from bot.systems.kingdom.words.names import SETTLEMENT_SIZES, listed

# -- what it costs and changes ---------------------------------------------------------------------------


def title(building: str, where: str, town: str) -> str:
    """The preview of one."""
    return f"{at(building, where)}, {town}"


ANOTHER = "Build another…"


def upgrade_of(building: str) -> str:
    """What would be upgraded."""
    return f"An upgrade of the {BUILDINGS[building]}: the difference of their prices is paid."


def town_changes(town: str, changes: Sequence[tuple[str, str, str]]) -> str:
    """What changes in the settlement, before and after."""
    told = " · ".join(f"{name} {was} → **{now}**" for name, was, now in changes)
    return f"{town}: {told}"


PEOPLE, SIZE, VALUE, DEFENSE = "people", "size", "base value", "Defense"


def gold(amount: int) -> str:
    """Gold pieces."""
    return f"{amount:,} gp"


def value_kept(most: int, total: int) -> str:
    """So many people hold the base value down, whatever stands there (R109)."""
    return f"Base value stays {gold(most)}, the most with so many people (of {gold(total)})."


def size_name(size: str) -> str:
    """A row of Table 4-5."""
    return SETTLEMENT_SIZES[size]


def served_by(neighbours: Sequence[str]) -> str:
    """Whom it has for its own."""
    return f"Its own neighbour: {listed(neighbours)}"


def halves(types: Sequence[str]) -> str:
    """The discounts that it brings."""
    return f"Halves the next {listed([BUILDINGS[each] for each in types], 'and')} here."


def slots(found: Sequence[tuple[int, str, Sequence[str]]]) -> str:
    """The magic items that it makes room for."""
    kinds = [
        f"{count} {GRADES[grade]} {listed([ITEM_KINDS[each] for each in of], 'or') or 'item'}"
        for count, grade, of in found
    ]
    return f"Room for magic items: {', '.join(kinds)}"


def uses_limit(left: int | None) -> str:
    """What it uses of the month."""
    after = "any number" if left is None else str(left)
    return f"Counts as one of the month's buildings; left afterwards: {after}"


def is_free_house(*, was_found: bool) -> str:
    """What it doesn't."""
    if was_found:
        return "Found or given: it does not count against the month's limit."
    return "The month's free House, Mansion, Noble Villa or Tenement: it does not count against the limit."


def with_gate(price: int) -> str:
    """The gate in the wall."""
    return f"With a Watergate in it: {price} BP more, outside the month's limit."


FIRST_SHOULD_BE = (
    "**Mind:** a kingdom's first settlement should begin with an Inn, a Shrine, a Monastery or a Watchtower."
)


def not_now(why: str) -> str:
    """What stands against it but its place."""
    return f"**Not now:** {why.replace('; nothing was changed', '')}"


# -- sites ----------------------------------------------------------------------------------------------


def site_title(building: str, where: str, town: str) -> str:
    """A site to rebuild."""
    return f"What is left of the {at(building, where)}, {town}"


def site_saves(building: str, half: int, saved: int) -> str:
    """What it takes off prices."""
    return (
        f"The same again costs half: {BUILDINGS[building]} for {half} BP. Anything else on all of its lots "
        f"costs {saved} BP less, on some of them its share of that."
    )


def no_site(text: str, found: Sequence[str]) -> str:
    """None there."""
    there = (
        f"There are: {listed(found)}" if found else "It has none: a site is left where a building came down"
    )
    return f"“{text}” is no site of a building that came down; nothing was changed. {there}."
