"""Magic items on the market: what is asked, told, foretold and refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.names import PHASES, listed

KINDS = {
    "armor": "armour",
    "potion": "potion",
    "ring": "ring",
    "scroll": "scroll",
    "shield": "shield",
    "wand": "wand",
    "weapon": "weapon",
    "wondrous_item": "wondrous item",
}
GRADES = {"minor": "minor", "medium": "medium", "major": "major"}
PAYMENTS = {
    "gold": "With your own gold",
    "personal": "With BP, for yourself",
    "realm": "With BP, for the realm",
}
# What is rolled for, beside the dice.
ROLL, WHICH_SLOT, WHICH_KIND, PURGE = "magic items", "which slot", "which kind of item", "emptying a slot"
# The named source of what emptying slots cost.
PENALTY = "Slots emptied by force"
NAMELESS = "an item without a name"
UNDONE = "; nothing was changed."

# -- what it is called --------------------------------------------------------------------------------


def item(grade: str, kind: str) -> str:
    """Minor potion; magic item where neither is known."""
    what = KINDS.get(kind, "item")
    return f"{GRADES[grade]} {what}" if grade in GRADES else f"magic {what}"


def slot(grade: str, kinds: Sequence[str]) -> str:
    """What a slot is for: minor potion or wondrous item."""
    names = listed([KINDS[each] for each in kinds], "or") if kinds else "item"
    return f"{GRADES[grade]} {names}"


# -- named --------------------------------------------------------------------------------------------

WHICH, WHICH_HINT = "What it is", "Rolled on your own tables, such as potion of bless"
PRICE = "Price in gp, up to the base value"


def name_it(town: str, what: str, building: str) -> str:
    """The button for an item without a name."""
    return f"{clip(town, 20)}: name the {what} ({BUILDINGS[building]})…"


def unnamed(town: str, what: str, building: str) -> str:
    """The step for it, among all that waits."""
    return f"{clip(town, 40)}: say what the {what} ({BUILDINGS[building]}) is"


FOR_GAME_MASTERS = f"What an item on the market is, a game master says{UNDONE}"
NOTHING_TO_NAME = f"That slot is vacant: there is nothing to name{UNDONE}"


def named_already(name: str) -> str:
    """It has a name."""
    return (
        f"That item has a name already, “{name}”; nothing was changed. A game master changes it with "
        "`/item set`."
    )


def name_length(most: int) -> str:
    """Too long, or none."""
    return f"An item's name has 1 to {most} letters{UNDONE}"


def price_out_of_range(most: int) -> str:
    """Out of bounds."""
    return f"An item's price is 1 to {most:,} gp{UNDONE}"


def too_dear(town: str, price: int, most: int) -> str:
    """Dearer than the base value."""
    return (
        f"An item for {price:,} gp can't come to the market of {town}, whose base value is {most:,} gp; "
        "nothing was changed. Roll another, or clear the slot with `/item set`."
    )


# -- by a game master ---------------------------------------------------------------------------------

WHY = "Say why, for all to read; nothing was changed."
VACANT_ALREADY = (
    "That slot is vacant already; nothing was changed. Give a name and a price to put an item there."
)


def no_such_slot(text: str, town: str, *, is_one: bool) -> str:
    """No slot, or no single item of that name."""
    if is_one:
        return f"{town} has no item slot “{text}”; nothing was changed. Pick one from the list."
    return f"“{text}” is in several slots of {town}; nothing was changed. Pick one from the list."


def no_such_kind(text: str) -> str:
    """No kind of item."""
    return f"“{text}” is no kind of magic item{UNDONE}"


# -- bought and emptied -------------------------------------------------------------------------------

NOTHING_THERE = f"That slot is vacant: there is nothing to buy{UNDONE} `/item list` shows the market."
FREE_CITY = "That settlement belongs to no kingdom now; nothing was changed."
GONE = "That item is no longer on the market; nothing was changed. `/item list` shows what is."
STILL_UNNAMED = "Nobody has said yet what that item is; nothing was changed. A game master names it first."
COST_CHANGED = (
    "That changed since: tries to empty a slot were made this month, and each after the first costs 1 "
    "Economy; nothing was changed. Look again with `/item purge`."
)


def damaged(building: str) -> str:
    """A damaged building sells nothing."""
    return f"The {BUILDINGS[building]} is damaged and sells nothing until it is repaired{UNDONE}"


def no_such_payment(text: str) -> str:
    """None of the ways."""
    ways = listed([f"“{each}”" for each in PAYMENTS.values()], "or")
    return f"“{text}” is no way to pay; nothing was changed. Pay {ways}."


def not_spending(phase: str) -> str:
    """The Treasury buys for the realm in two phases."""
    return (
        f"The Treasury buys for the realm in the Edict and the Income phase, and this is {PHASES[phase]}; "
        "nothing was changed. Your own gold buys at any time."
    )


def price_changed(shown: int, price: int) -> str:
    """Not what the preview showed."""
    return (
        f"That changed since: the item cost {shown:,} gp and costs {price:,} gp now; nothing was changed. "
        "Look again with `/item buy`."
    )


def unrest_changed(shown: int, unrest: int) -> str:
    """Unrest is not what the preview showed."""
    return (
        f"That changed since: Unrest was {shown} and is {unrest} now; nothing was changed. Look again with "
        "`/item buy`."
    )


def tried(name: str) -> str:
    """One check a slot and month."""
    return (
        f"A buyer for “{name}” was sought this month already; nothing was changed. Each item can be tried "
        "once a month."
    )


# -- told ---------------------------------------------------------------------------------------------

NOTHING_ROLLED = "No slot was vacant."


def rolled_title(name: str) -> str:
    """The rolls of Upkeep."""
    return f"{name}: magic items"


def came(where: str, die: int, what: str, building: str) -> str:
    """An item came up."""
    return f"{where}: {die}, **a {what}** at the {BUILDINGS[building]}"


def none_came(where: str, die: int) -> str:
    """None did."""
    return f"{where}: {die}, nothing"


def where(town: str, district: int) -> str:
    """A market; the first district needs no number."""
    return town if district == 1 else f"{town}, district {district}"


def rolled(name: str, come: Sequence[str], more: int, many: int) -> str:
    """All rolls, in a line: what came up, and how many more than those; of so many districts."""
    found = listed([*come, *((f"{more} more",) if more else ())]) or "nothing"
    return f"{name} rolls for magic items in {districts_of(many)}: {found} came to the market."


def arrived(town: str, what: str, building: str) -> str:
    """One of them."""
    return f"a {what} in {town} ({BUILDINGS[building]})"


def districts_of(many: int) -> str:
    """1 district, 2 districts."""
    return "1 district" if many == 1 else f"{many} districts"


def told_name(town: str, building: str, name: str, price: int) -> str:
    """What it is."""
    return f"On the market of {town} ({BUILDINGS[building]}): **{name}** for {price:,} gp."


def bought(town: str, name: str, price: int, how: str, points: int) -> str:
    """An item bought."""
    said = f"**{name}** ({price:,} gp) is bought in {town}"
    if how == "gold":
        return f"{said} with the buyer's own gold."
    whose = "for the realm" if how == "realm" else "for personal use"
    return f"{said} {whose}: **−{points} BP**."


def purged(town: str, name: str, *, is_success: bool, cost: int) -> str:
    """What came of it."""
    end = f"somebody buys **{name}**, and its slot is vacant" if is_success else f"nobody buys **{name}**"
    harm = f" It was a further try this month: **Economy −{cost}**." if cost else ""
    return f"In {town} {end}.{harm}"


def put(town: str, building: str, name: str, price: int, before: str, reason: str) -> str:
    """A game master's change."""
    place = f"{town} ({BUILDINGS[building]})"
    if not name:
        return f"A game master takes {before} off the market of {place}: {reason}"
    instead = f" instead of {before}" if before else ""
    return f"A game master puts **{name}** for {price:,} gp on the market of {place}{instead}: {reason}"


def gone(town: str, building: str, names: Sequence[str], unnamed_: int) -> str:
    """Items that went with their building."""
    shown = [*names, *((f"{unnamed_} without a name",) if unnamed_ else ())]
    return f"Off the market of {town} with the {BUILDINGS[building]}: {listed(shown)}."
