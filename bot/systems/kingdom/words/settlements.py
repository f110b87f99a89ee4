"""Settlements: what is told of them, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.systems.kingdom.words.names import BORDERS, SETTLEMENT_SIZES, listed, number, signed

NO_RULER = (
    "Without a Ruler, or a Consort or Heir who stands in, there are no new districts, and every settlement "
    "begins with one. Fill the role first: `/leader assign`."
)
ON_WATER = "Nothing is built on Water; choose a hex of land."
CANT_HIDE = "Only a Free City can be hidden: a kingdom's settlements are known to everybody."
NO_LAND = "There is no map yet; draw the hex first with `/hex-gm set`."
NO_SETTLEMENTS = "No settlement yet. `/settlement found` in a hex whose site is prepared."
FREE_CITY = "Free City"
CAPITAL = "the capital"
MOVE, BUY = "Make it the capital", "Buy the district"
MOVING, GROWING = "Another capital", "Another district"
FREE_MOVE = "There is no capital now, so this costs nothing."
MAY_FALL = "**At 20 the kingdom falls into anarchy.**"


# -- told ---------------------------------------------------------------------------------------------


def founded(name: str, settlement: str, spot: str, *, is_capital: bool) -> str:
    """A new one."""
    what = "its capital" if is_capital else "a settlement"
    return f"**{name} founds {settlement}**, {what}, in {spot}."


def borders(which: Sequence[str]) -> str:
    """Which borders are water."""
    return f"Water at its border: {listed([BORDERS[each] for each in which])}." if which else ""


def milestone(xp: int) -> str:
    """Experience for the first capital."""
    return f"Its first capital: {xp:,} XP for each of you, once."


def named(name: str, settlement: str, before: str) -> str:
    """Another capital."""
    instead = f", no longer {before}" if before else ""
    return f"**{settlement} is the capital of {name}**{instead}."


def unrest(amount: int) -> str:
    """What moving it cost."""
    return f"Unrest {signed(amount)}."


def renamed(before: str, settlement: str) -> str:
    """Another name."""
    return f"{before} is called **{settlement}** now."


def grown(settlement: str, districts: int, price: int) -> str:
    """Another district."""
    return f"**{settlement} has {districts} districts** now, for {price} BP."


def placed(settlement: str, spot: str, name: str, *, is_hidden: bool) -> str:
    """A game master's settlement."""
    hidden = " Players don't see it yet." if is_hidden else ""
    whose = f"{name}'s" if name else "a Free City"
    return f"**{settlement}** is on the map in {spot}: {whose}.{hidden}"


def told(settlement: str, districts: int, lots: int, base_value: int) -> str:
    """What a game master said of it."""
    return f"**{settlement}**: {districted(districts)}, {lots} lots in use, base value {base_value:,} gp."


def beside(buildings: int) -> str:
    """What of it was built comes on top."""
    return f"What is built there comes on top ({buildings} building{'' if buildings == 1 else 's'})."


def districted(count: int) -> str:
    """1 district, 2 districts."""
    return "1 district" if count == 1 else f"{count} districts"


# -- shown --------------------------------------------------------------------------------------------


def entry(name: str, spot: str, size: str, population: int, *, is_capital: bool) -> str:
    """One in a list."""
    what = f" · {CAPITAL}" if is_capital else ""
    return f"**{name}** in {spot}{what} · {SETTLEMENT_SIZES[size]}, {population:,} people"


def more_of_them(count: int) -> str:
    """Those of a list that are not shown."""
    return f"… and {count} more; name one to see it."


def whose(kingdom: str, founded_in: int, *, is_capital: bool) -> str:
    """Whose it is, and since when."""
    if not kingdom:
        return FREE_CITY
    role = f"{kingdom}'s capital" if is_capital else f"{kingdom}'s"
    return f"{role}, since month {founded_in}" if founded_in else role


def lies_in(spot: str, terrain: str) -> str:
    """Where it is."""
    return f"In {spot} ({terrain})"


def people(size: str, population: int) -> str:
    """How large it is."""
    return f"{SETTLEMENT_SIZES[size]} · {population:,} people"


def grid(districts: int, lots: int, room: int) -> str:
    """Its districts and lots."""
    return f"{districted(districts)} · {lots} of {room} lots in use"


# -- before it is done --------------------------------------------------------------------------------


def capital_chances(needed: str, success: Fraction) -> str:
    """What moving the capital comes to."""
    failure = round((1 - success) * 100)
    return f"{needed}\nSuccess: Unrest +1 · failure ({failure} %): Unrest +1d6. It moves either way."


def unrest_then(now: int, least: int, most: int) -> str:
    """What Unrest can become."""
    return f"Unrest {now} → {now + least} to {now + most}"


def would_cut_off(hexes: int) -> str:
    """What is not connected with the new capital."""
    return f"{hexes} hexes are not connected with it: they would be cut off."


def moving(settlement: str, before: str) -> str:
    """What is about to be done."""
    return f"**{settlement}** instead of {before}." if before else f"**{settlement}** becomes the capital."


def growing(settlement: str, districts: int) -> str:
    """What is about to be bought."""
    return f"**{settlement}**: district {districts + 1}, usable at once."


def price(points: int, treasury: int) -> str:
    """What it costs, and what is left then."""
    return f"**{points} BP** · Treasury {number(treasury)} → **{number(treasury - points)}**"


def capital_reason(settlement: str) -> str:
    """What a die is rolled for."""
    return f"Stability: {settlement} becomes the capital"


def failure_reason(settlement: str) -> str:
    """What a die is rolled for where that failed."""
    return f"Unrest: {settlement} becomes the capital"


# -- refused ------------------------------------------------------------------------------------------


def no_such_settlement(text: str, names: Sequence[str]) -> str:
    """None of its settlements."""
    has = f"It has {listed(names[:10])}." if names else "It has none yet."
    return f"The kingdom has no settlement “{text}”. {has}"


def unknown_settlement(text: str) -> str:
    """None that is known, or several."""
    return f"No settlement called “{text}” is known here; pick one from the list."


def with_owner(settlement: str, kingdom: str) -> str:
    """A settlement in a list of suggestions."""
    return f"{settlement} ({kingdom or FREE_CITY})"


def name_length(most: int) -> str:
    """No name, or too long a one."""
    return f"A settlement's name has 1 to {most} characters."


def name_taken(name: str) -> str:
    """Another has it."""
    return f"There is a settlement called “{name}” already; choose another name."


def no_border(word: str) -> str:
    """No side of the grid."""
    return f"“{word}” is no border; borders are north, east, south and west, as in “north, east”."


def no_shore(where: str) -> str:
    """Nothing there is water."""
    return f"{where} has no river, lake, coast or Canal, so no border is water; leave the borders empty."


def not_claimed(where: str) -> str:
    """Not the kingdom's."""
    return f"{where} is not the kingdom's: a settlement lies in a claimed hex. `/hex claim` comes first."


def not_prepared(where: str, price: int, months: int) -> str:
    """Its site is not prepared."""
    takes = "at once" if not months else f"{months} month{'s' if months > 1 else ''}"
    return f"The site in {where} is not prepared: `/hex prepare` comes first ({price} BP, {takes})."


def not_ready(where: str, ready: int, now: int) -> str:
    """Its site is being prepared."""
    return f"The site in {where} is ready in month {ready}, and this is month {now}; found it then."


def has_settlement(where: str, name: str) -> str:
    """One a hex."""
    return f"{name} lies in {where} already: one settlement a hex, unless a game master founds another there."


def is_capital(name: str) -> str:
    """Nothing would change."""
    return f"{name} is the capital already; nothing was changed. Name another settlement."


def most_districts(most: int) -> str:
    """As large as can be."""
    return f"A settlement has at most {most} districts."


def has_room(name: str, lots: int, room: int) -> str:
    """Its grid is not full."""
    return (
        f"{name} has {lots} of {room} lots in use, so nothing was bought: a new district comes when its grid "
        "is full, or when you name under `building` what has no room."
    )


def changed_hands(name: str) -> str:
    """Whose it is changed meanwhile."""
    return f"{name} changed hands just now; look at it again with `/settlement show`."


def gives_too_much(most: int) -> str:
    """Out of bounds."""
    return f"What a settlement gives to a number is −{most} to {most}."


def districts_out_of_range(most: int) -> str:
    """Out of bounds."""
    return f"A settlement has 1 to {most} districts."


def value_out_of_range(size: str, population: int, most: int) -> str:
    """More than so many people allow."""
    return (
        f"{population:,} people make it a {SETTLEMENT_SIZES[size].lower()}, with a base value of 0 to "
        f"{most:,} gp (Table 4-5); say first how many lots are in use, at 250 people each."
    )


def is_a_kingdoms(where: str) -> str:
    """A claimed hex."""
    return f"{where} is a kingdom's; name it under `kingdom` to put a settlement of its own there."


def no_district(district: int, count: int) -> str:
    """Not one of its districts."""
    has = "has 1 district" if count == 1 else f"has districts 1 to {count}"
    return f"There is no district {district}: the settlement {has}; nothing was changed."


def wall_at_water(border: str) -> str:
    """A wall stands at land."""
    return (
        f"A wall or moat stands at the {BORDERS[border]} border, and these stand at land; nothing was "
        "changed. Take it away first: `/build-gm remove`."
    )
