"""Building as a conversation: what can be had, where, and what it would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS, MODIFIERS, a
from bot.systems.kingdom.words.names import ATTRIBUTES, listed, number, signed

# -- controls -----------------------------------------------------------------------------------------

OPEN = "Build…"
PICK_TOWN = "Which settlement…"
PICK_BUILDING = "What to build…"
PICK_PLACE = "Where…"
PICK_ON_SITE = "What to build there…"
OTHER_BUILDINGS = "Other buildings"
OTHER_PLACES = "Other places"
PLAN = "Add to the plan"
FEWER, MORE = "Earlier ones", "More…"
UPGRADES = "`/build upgrade` lists what each building can become."


def build_button(building: str, price: int, *, is_upgrade: bool) -> str:
    """The deed and its price."""
    verb = "Upgrade to" if is_upgrade else "Build"
    return f"{verb} {BUILDINGS[building]} for {price} BP"


def gate_button(price: int) -> str:
    """A wall and its gate in one."""
    return f"Build it with a Watergate for {price} BP"


def magic_button(price: int) -> str:
    """The same with construction magic."""
    return f"With magic for {price} BP"


def sparing_button(price: int) -> str:
    """Without using up what was found or given."""
    return f"Keep what was given: build for {price} BP"


# -- places -------------------------------------------------------------------------------------------


def place_name(district: int, lots: str, border: str, *, is_named: bool) -> str:
    """Where, as people say it: "C4+D4", "C4 in district 2", "the north border", "district 2"."""
    where = f"the {border} border" if border else lots
    if not where:
        return f"district {district}"
    return f"{where} in district {district}" if is_named else where


def at(building: str, where: str) -> str:
    """A building and its place."""
    preposition = "in" if where.startswith("district") else "at"
    return f"{BUILDINGS[building]} {preposition} {where}"


def short_at(building: str, lots: str) -> str:
    """A building and its lots, in a word or two: "House A1"."""
    return f"{BUILDINGS[building]} {lots}"


def at_place(offered: str, where: str) -> str:
    """An offer and its place."""
    return f"{offered} · {where}"


def district_page(district: int, page: int, pages: int) -> str:
    """Which district's places are lettered, and which part of them."""
    part = f" · part {page} of {pages}" if pages > 1 else ""
    return f"**District {district}**{part}"


def lettered(letter: str, where: str, note: str) -> str:
    """A legal place in the list, and what is particular about it."""
    return f"**{letter}** {where} · {note}"


def lettered_together(found: Sequence[tuple[str, str]]) -> str:
    """Legal places of which nothing more is to be said, in a line."""
    return " · ".join(f"**{letter}** {where}" for letter, where in found)


def place_label(letter: str, where: str) -> str:
    """The same to pick."""
    return f"{letter} · {where}"


def place_line(where: str, note: str) -> str:
    """A place in a list of suggestions, and what is particular about it."""
    return " · ".join(filter(None, (where, note)))


def takes(neighbours: Sequence[str]) -> str:
    """The neighbours that it would have for its own."""
    return f"served by {listed(neighbours)}"


def beside(neighbours: Sequence[str]) -> str:
    """What else stands around it."""
    return f"beside {listed(list(neighbours))}"


def points(price: int) -> str:
    """A price alone."""
    return f"{price} BP"


def places_title(building: str, town: str) -> str:
    """The legal places of a building."""
    return f"{BUILDINGS[building]} in {town}: where?"


def places_count(count: int) -> str:
    """How many there are."""
    return f"{count} {'place' if count == 1 else 'places'} where it may stand:"


def no_place(building: str, town: str, why: str, *, is_upgrade: bool = False) -> str:
    """It can stand nowhere."""
    legal = UPGRADES if is_upgrade else "`/build plan` lists what has one."
    return f"No place in {town} for {a(building)}: {why}. Nothing was changed; {legal}"


def not_there(building: str, where: str, why: str, *, is_upgrade: bool = False) -> str:
    """It can't stand just there, or no more."""
    legal = UPGRADES if is_upgrade else "`/build plan` shows where it may stand."
    return f"No {at(building, where)}: {_it(building, why)}. Nothing was changed; {legal}"


def _it(building: str, why: str) -> str:
    """A reason that need not name the building again."""
    for name in (a(building), BUILDINGS[building]):
        if why.startswith(f"{name} "):
            return f"it {why.removeprefix(f'{name} ')}"
    return why


def no_upgrade(building: str) -> str:
    """The book has no upgrade of it."""
    return f"{BUILDINGS[building]} is upgraded to nothing; nothing was changed."


# -- prices -------------------------------------------------------------------------------------------

SHORT = {
    "rebuilt": "half: rebuilt",
    "replaces": "less: on a site",
    "ruin": "half: Ruin",
    "salvage": "less: stones of a Ruin",
    "free": "found or given",
}
LONG = {
    "rebuilt": "half, for what is left of the last one there",
    "replaces": "less, for what is left of the building there",
    "ruin": "half, with a Ruin for its base",
    "salvage": "less, with the stones of a Ruin",
    "free": "free, for it was found or given",
}


def short_reason(cut: str, by: str) -> str:
    """Why it is cheaper, in a word or two."""
    return f"half: {BUILDINGS[by]}" if by else SHORT.get(cut, "")


def reason(cut: str, by: str) -> str:
    """Why it is cheaper."""
    return f"half, for the {BUILDINGS[by]}" if by else LONG.get(cut, "")


def listed_at(listed_price: int, why: str, magic: int) -> str:
    """The list price and what comes off it."""
    reasons = [each for each in (why, f"−{magic} by magic" if magic else "") if each]
    return " · ".join((f"List price {listed_price} BP", *reasons))


def offer(building: str, price: int, why: str) -> str:
    """Something that can be had: "Inn · 5 BP (half: Market)"."""
    return f"{BUILDINGS[building]} · {price} BP" + (f" ({why})" if why else "")


def refusal(building: str, why: str) -> str:
    """Something that can't, and why: "Tavern · no: needs a House beside it"."""
    return f"{BUILDINGS[building]} · no: {_it(building, why).removeprefix('it ')}"


def standing(building: str, where: str, *, is_damaged: bool) -> str:
    """A building that stands, in a list."""
    return at(building, where) + (", damaged" if is_damaged else "")


# -- the panel ----------------------------------------------------------------------------------------

NOT_NOW = "The Settlements step of the Edict phase is not open now: this is for planning."
FOUNDING = "Before the first month: the settlement's first buildings."
HOUSE_LEFT = "Free of that limit: one House, Mansion, Noble Villa or Tenement"
HOUSE_USED = "The free House, Mansion, Noble Villa or Tenement: used this month"
NOTHING = "Nothing can be built here now."
NO_SETTLEMENT = "The kingdom has no settlement to build in; found one first with `/settlement found`."
WHERE_TITLE = "Build in which settlement?"


def panel_title(town: str) -> str:
    """What can be had in a settlement."""
    return f"Build in {town}"


def in_hand(treasury: int) -> str:
    """The Treasury."""
    return f"Treasury: {number(treasury)} BP"


def discounts(found: Sequence[tuple[str, str, int]]) -> str:
    """What is to be had at half the price, whose discount it is, and how often."""
    names = [f"{BUILDINGS[what]} ({BUILDINGS[by]}{f' ×{n}' if n > 1 else ''})" for what, by, n in found]
    return f"**Half price, once each:** {', '.join(names)}"


MOST_DISCOUNTS = 12


def and_more(count: int) -> str:
    """Those that there is no room for."""
    return f" and {count} more"


def more_towns(count: int) -> str:
    """Settlements beyond what a list holds."""
    return f"{count} more: name one with `/build plan`."


def gift(kind: str, building: str, off: int) -> str:
    """Something found or given that makes a building cheaper."""
    what = a(building) if building else "any building"
    if kind == "salvage":
        return f"{off} BP off {what}"
    return f"half off {what}" if kind == "ruin" else f"{what} for nothing"


def gifts(found: Sequence[str]) -> str:
    """All of it."""
    return f"**Found or given:** {', '.join(found)}"


def sites(found: Sequence[str]) -> str:
    """What is left of buildings."""
    return f"**Sites to rebuild:** {', '.join(found)}"


def possible(count: int, every: int) -> str:
    """How much has a legal place."""
    return f"{count} of {every} buildings have a place here; `/build plan` with a name says why one has none."


def pages(page: int, count: int) -> str:
    """Which part of the list is shown."""
    return f"Part {page} of {count}, the cheapest first."


# -- what a building gives ----------------------------------------------------------------------------


def gives(numbers: Mapping[str, int], modifiers: Mapping[str, int], slots: int) -> str:
    """All that a building is good for, in a line; "no numbers" where that is nothing."""
    named = {**ATTRIBUTES, "defense": "Defense", "fame": "Fame"}
    found = [f"{named[each]} {signed(numbers[each])}" for each in named if numbers.get(each)]
    if numbers.get("unrest"):
        found.append(f"Unrest {signed(numbers['unrest'])} once")
    if numbers.get("value"):
        found.append(f"{numbers['value']:,} gp base value")
    found += [f"{MODIFIERS[each]} {signed(amount)}" for each, amount in modifiers.items()]
    if slots:
        found.append("1 magic item" if slots == 1 else f"{slots} magic items")
    return " · ".join(found) or "no numbers of its own"


def too_dear(gives_: str) -> str:
    """More than the Treasury holds."""
    return f"too dear now · {gives_}"


# -- controls that came too late ----------------------------------------------------------------------

GONE = "No kingdom has that settlement now; nothing was changed."
BUILDING_GONE = "That building stands there no more; nothing was changed. Look again."
