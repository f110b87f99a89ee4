"""What a settlement comes to, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS, MODIFIERS
from bot.systems.kingdom.words.names import BORDERS, IMPROVEMENTS, NUMBERS, SETTLEMENT_SIZES, listed, signed

# An amount, of what, and how many of those.
Parts = Sequence[tuple[int, str, int]]
# What isn't a building.
OTHERS = {"": "told", "size": "its size", "rest": "others"}
GRANTS = {
    "found": "{what} free (found here)",
    "ruin": "{what} at half price (Ruin)",
    "salvage": "{points} BP off {what} (salvage)",
    "gift": "{what} free (a gift)",
}
ANY = "one building"


def _named(name: str, count: int) -> str:
    what = BUILDINGS.get(name) or IMPROVEMENTS.get(name) or OTHERS[name]
    return times(what, count)


def times(what: str, count: int) -> str:
    """House × 3."""
    return f"{what} × {count}" if count > 1 else what


def counted(building: str, count: int) -> str:
    """So many of a building."""
    return times(BUILDINGS[building], count)


def built(names: Sequence[str]) -> str:
    """What stands there."""
    return f"Buildings: {', '.join(names)}"


def value(total: int, parts: Parts, size: str, most: int) -> str:
    """What can be bought and sold there, and why it isn't more."""
    line = f"Base value **{total:,} gp**"
    made = ", ".join(
        f"{_named(name, count)} {f'({amount:,})' if count > 1 else f'{amount:,}'}"
        for amount, name, count in parts
    )
    if sum(amount for amount, _, _ in parts) > most:
        return f"{line}, the most for a {SETTLEMENT_SIZES[size].lower()} (of {made})"
    if not made:
        return f"{line} (at most {most:,} gp with so many people)"
    return f"{line}: {made} (at most {most:,} gp)"


def defense(total: int, parts: Parts) -> str:
    """How well it is fortified."""
    return f"Defense {total}: {_sum(parts)}"


def modifier(name: str, total: int, parts: Parts) -> str:
    """A settlement modifier and what it is made of."""
    return f"{MODIFIERS[name]} **{signed(total) if total else 0}**: {_sum(parts)}"


def _sum(parts: Parts) -> str:
    return ", ".join(f"{_named(name, count)} {signed(amount)}" for amount, name, count in parts)


def danger(amount: int) -> str:
    """Table 4-14's Danger."""
    return f"Danger {signed(amount)} by its size"


def gives(amounts: Sequence[tuple[str, int]]) -> str:
    """What it adds to its kingdom's numbers by itself."""
    return "Gives " + " · ".join(f"{NUMBERS[name]} {signed(amount)}" for name, amount in amounts)


def foundries(linked: int, count: int) -> str:
    """How many Foundries have a Mine."""
    if count == 1:
        has = "has a Mine: Economy +1, and 1 BP with the taxes" if linked else "has no Mine yet"
        return f"Its Foundry {has}"
    more = f": Economy +{linked}, and {linked} BP with the taxes" if linked else ""
    return f"{linked} of {count} Foundries have a Mine{more}"


def stockyard(farms: int) -> str:
    """Farms round its Stockyard."""
    give = "1 Farm gives" if farms == 1 else f"{farms} Farms give"
    return f"Stockyard: {give} 3 BP instead of 2, in its hex and next to it"


def fame(amount: int) -> str:
    """A note."""
    return f"Fame {signed(amount)} (for you to keep count of)"


def trade(percent: int) -> str:
    """A note for trade routes."""
    return f"Trade routes bring {percent} % more"


def discounts(parts: Sequence[str]) -> str:
    """What is cheaper there, once each."""
    return f"Half price: {'; '.join(parts)}"


def discount(targets: Sequence[str], source: str) -> str:
    """What one building halves the price of."""
    return f"{', '.join(BUILDINGS[each] for each in targets)} ({BUILDINGS[source]})"


def grants(parts: Sequence[str]) -> str:
    """What was found there or given."""
    return f"Once: {'; '.join(parts)}"


def grant(gift: str, building: str | None, points: int) -> str:
    """One of them."""
    return GRANTS[gift].format(what=BUILDINGS[building] if building else ANY, points=points)


def damaged(names: Sequence[str]) -> str:
    """What has to be repaired before it gives anything."""
    return f"Damaged, giving nothing: {', '.join(names)}"


def one_damaged(building: str, where: str) -> str:
    """A damaged building."""
    return f"{BUILDINGS[building]} ({where})"


def slots(count: int, vacant: int) -> str:
    """Slots for magic items."""
    return f"Magic items: {count:,} slot{'' if count == 1 else 's'}, {vacant:,} vacant"


def shores(districts: Sequence[str]) -> str:
    """The borders that are water."""
    return f"Water borders: {'; '.join(districts) or 'none is water'}"


def shore(district: int, which: Sequence[str]) -> str:
    """Those of one district."""
    named = listed([BORDERS[each] for each in which])
    return f"district {district} {named}" if district > 1 else named


def told(lots: int, amounts: Sequence[tuple[str, int]]) -> str:
    """What a game master told of beside its buildings."""
    parts = [f"{lots} lots"] if lots else []
    parts += [f"{NUMBERS[name]} {signed(amount)}" for name, amount in amounts]
    return f"A game master told of {listed(parts)} of that."


# -- refused ------------------------------------------------------------------------------------------


def lots_out_of_range(districts: int, most: int, taken: int) -> str:
    """More lots than there are."""
    hold = "1 district holds" if districts == 1 else f"{districts} districts hold"
    beside = f" beside the {taken} that are built on" if taken else ""
    return f"{hold} 0 to {most} lots in use{beside}, 36 each; nothing was changed."


def built_in_district(district: int) -> str:
    """Fewer districts than are built in."""
    return f"There are buildings in district {district}, so it has {district} or more; nothing was changed."
