"""Settlements: what is told of them, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.text import listed
from bot.engine.words import signed
from bot.systems.kingdom.book import Border, Improvement, Number, SettlementSize
from bot.systems.kingdom.towns.building_words import BUILDINGS, MODIFIERS

BORDERS = {each.value: each.label for each in Border}
IMPROVEMENTS = {each.value: each.label for each in Improvement}
NUMBERS = {each.value: each.label for each in Number}
SETTLEMENT_SIZES = {each.value: each.label for each in SettlementSize}

# -- told ---------------------------------------------------------------------------------------------


def named(name: str, settlement: str, before: str) -> str:
    """Another capital."""
    instead = f", no longer {before}" if before else ""
    return f"**{settlement} is the capital of {name}**{instead}."


# -- What a settlement comes to, in words ------------------------------------------------------------------


# An amount, of what, and how many of those.
Parts = Sequence[tuple[int, str, int]]
# What isn't a building.
OTHERS = {"": "told", "size": "its size", "rest": "others"}


def _named(name: str, count: int) -> str:
    what = BUILDINGS.get(name) or IMPROVEMENTS.get(name) or OTHERS[name]
    return times(what, count)


def times(what: str, count: int) -> str:
    """House × 3."""
    return f"{what} × {count}" if count > 1 else what


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


def damaged(names: Sequence[str]) -> str:
    """What has to be repaired before it gives anything."""
    return f"Damaged, giving nothing: {', '.join(names)}"


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


def worth_told(lots: int, amounts: Sequence[tuple[str, int]]) -> str:
    """What a game master told of beside its buildings."""
    parts = [f"{lots} lots"] if lots else []
    parts += [f"{NUMBERS[name]} {signed(amount)}" for name, amount in amounts]
    return f"A game master told of {listed(parts)} of that."


# -- Granaries in words ------------------------------------------------------------------------------------


def in_store(stored: int, room: int) -> str:
    """BP in store for a month in which the Treasury can't pay."""
    return f"Granaries: {stored} of {room} BP in store"


def explained(stored: int, room: int) -> str:
    """What they do with Consumption."""
    return (
        f"Granaries hold {stored} of {room} BP: a surplus goes in, and what Consumption comes to beyond the "
        "Treasury comes out."
    )


# -- A settlement's picture: what is written on it, its legend, and the same in words ----------------------


# What stands on a lot's tile, in short; each word may have a line of its own.
DAMAGED, RUIN = "damaged", "ruin of"
# Where something is that stands on no lot.
WHOLE = "the whole district"
# The legend.
FREE, CHOICE, LAND, WATER = "free lot", "place to choose", "land", "water"
NATURAL_WATERWAY, NATURAL_WALL, NATURAL_MOAT = "natural Waterway", "natural wall", "natural Moat"
DAMAGED_SITE, RUIN_SITE = "damaged", "ruin, free lot"


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


def _districts(districts: Sequence[int]) -> str:
    if len(districts) == 1:
        return f"district {districts[0]}"
    return f"districts {districts[0]} to {districts[-1]}"


def button(districts: Sequence[int]) -> str:
    """A button that shows those."""
    return _districts(districts).capitalize()


# -- Magic items on the market: what is asked, told, foretold and refused ----------------------------------


# What is rolled for, beside the dice.
# The named source of what emptying slots cost.

# -- told ---------------------------------------------------------------------------------------------


def where(town: str, district: int) -> str:
    """A market; the first district needs no number."""
    return town if district == 1 else f"{town}, district {district}"


# -- listed -------------------------------------------------------------------------------------------


def vacant(at: str, rows: Sequence[tuple[int, str]]) -> str:
    """The vacant slots of a building."""
    slots = ", ".join(f"{what} × {count}" if count > 1 else what for count, what in rows)
    return f"○ *vacant {slots}* · {at}"


# -- What a building is called in a settlement's file: three letters of its own ----------------------------


# How lines begin that tell of what takes no lot of its own, what is kept or shown, and nothing at all.


# -- wrong --------------------------------------------------------------------------------------------


def rows(district: int, count: int) -> str:
    """Too few or too many rows."""
    return f"district {district} has {count} row{'' if count == 1 else 's'} of lots; a district has 6."


# -- the preview --------------------------------------------------------------------------------------


def districts(before: int, after: int) -> str:
    """How many it would have."""
    return f"Districts {before} → **{after}**"
