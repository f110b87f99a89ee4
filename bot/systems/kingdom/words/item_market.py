"""The market as it is listed; what its rolls, purchases and checks would come to."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.items import districts_of
from bot.systems.kingdom.words.names import number

# -- foretold -----------------------------------------------------------------------------------------


def odds(towns: Sequence[tuple[str, int, int]], more: int) -> str:
    """The step before its dice: settlements with their districts and vacant slots; so many more of them."""
    each = [f"{name} {districts_of(districts)}, {_slots(slots)}" for name, districts, slots in towns]
    each += [f"{more} more"] if more else []
    return f"An item comes at 51 or more of d% (50 %), rolled once a district: {'; '.join(each)}"


def _slots(many: int) -> str:
    return f"{many} vacant slot" + ("" if many == 1 else "s")


# -- listed -------------------------------------------------------------------------------------------

NO_SLOTS = "No building here has slots for magic items."
NO_MARKET = "Its base value is 0 gp: no item comes to the market until a building raises it."


def list_title(name: str) -> str:
    """The market."""
    return f"{name}: magic items"


def market(town: str, value: int, filled: int, slots: int) -> str:
    """A settlement's head."""
    return f"**{town}** · base value {value:,} gp · {filled} of {_filled(slots)}"


def _filled(slots: int) -> str:
    return "1 slot filled" if slots == 1 else f"{slots} slots filled"


def on_sale(name: str, price: int, what: str, at: str, *, is_damaged: bool) -> str:
    """An item for sale."""
    closed = " · damaged, not sold" if is_damaged else ""
    return f"• **{name}** · {price:,} gp · {what} · {at}{closed}"


def to_name(what: str, at: str) -> str:
    """An item without a name."""
    return f"• *unnamed {what}* · {at}"


def vacant(at: str, rows: Sequence[tuple[int, str]]) -> str:
    """The vacant slots of a building."""
    slots = ", ".join(f"{what} × {count}" if count > 1 else what for count, what in rows)
    return f"○ *vacant {slots}* · {at}"


def closed(at: str) -> str:
    """A damaged building fills no slot."""
    return f"○ {at}: damaged, its slots stay vacant"


def choice(name: str, price: int, at: str) -> str:
    """An item in an autocomplete."""
    return f"{clip(name, 50)} · {price:,} gp · {at}"


def slot_choice(at: str, what: str, held: str) -> str:
    """A slot in an autocomplete."""
    return f"{at} · {what} · {held}"


VACANT, UNNAMED = "vacant", "unnamed"

# -- previews -----------------------------------------------------------------------------------------


def buy_title(town: str, name: str) -> str:
    """Before something is bought."""
    return f"{town}: buy {name}?"


def for_sale(price: int, what: str, building: str) -> str:
    """The item."""
    return f"A {what} for **{price:,} gp**, at the {BUILDINGS[building]}"


BY_GOLD = "**Own gold**: you pay it; the Treasury stays as it is."


def by_points(how: str, points: int, treasury: int, why_not: str) -> str:
    """A way to pay with BP; `why_not` where it can't be now."""
    head = "**BP, for yourself**" if how == "personal" else "**BP, for the realm**"
    if why_not:
        return f"{head}: {points} BP. {why_not}"
    return f"{head}: **{points} BP**, Treasury {number(treasury)} → **{number(treasury - points)}**"


def more_unrest(unrest: int, after: int) -> str:
    """What a withdrawal does."""
    return f"It is a withdrawal: Unrest {unrest} → **{after}**, and none else this month."


NO_UNREST = "Not for the leaders themselves: no Unrest."
BUY = {
    "gold": "Buy with own gold",
    "personal": "Buy for yourself: {points} BP",
    "realm": "For the realm: {points} BP",
}


def purge_title(town: str, name: str) -> str:
    """Before a slot is emptied."""
    return f"{town}: find a buyer for {name}?"


PURGE_EXPLAINED = "If it succeeds, somebody buys the item and its slot is vacant. The Treasury gets nothing."
FIRST_TRY = "The first try of this month costs nothing; each further one costs 1 Economy."


def further_try(cost: int, *, is_for_good: bool) -> str:
    """What it costs, whatever comes of it."""
    lasts = "for good" if is_for_good else "for this month"
    return f"⚠ A further try: **Economy −{cost}** {lasts}, whatever comes of it. The check has it in."


PURGE_BUTTON = "Roll Economy"
