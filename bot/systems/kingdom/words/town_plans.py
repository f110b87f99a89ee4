"""Plans of settlements: what is refused, what the list says, and what was done to it."""

from __future__ import annotations

from bot.systems.kingdom.words.building_screens import at
from bot.systems.kingdom.words.buildings import BUILDINGS, a
from bot.systems.kingdom.words.names import number

# -- refused ------------------------------------------------------------------------------------------

NOTHING_TO_UPGRADE = "the building that it would be an upgrade of is not there"


def for_leaders(kingdom: str) -> str:
    """Somebody without a role."""
    return f"Plans of {kingdom} are for its leaders and the game masters."


def refused(why: str) -> str:
    """It would not fit what stands or is planned."""
    return (
        f"{why[0].upper()}{why[1:]}, in the settlement as it is planned; nothing was changed. "
        "`/build drafts` with the building alone shows where it could stand."
    )


def upgrades_nothing(building: str) -> str:
    """Its turn has not come: what it upgrades is planned itself, or gone."""
    return f"The planned {BUILDINGS[building]} can't be built now: {NOTHING_TO_UPGRADE}; nothing was changed."


def full(town: str, most: int) -> str:
    """Too many."""
    return (
        f"The plan of {town} has {most} buildings, and it can have no more; nothing was changed. "
        "Build or remove some first."
    )


def nothing_planned(town: str) -> str:
    """Nothing to remove."""
    return f"Nothing is planned for {town}; nothing was changed."


def not_planned(town: str) -> str:
    """That entry is gone."""
    return (
        f"That is on the plan of {town} no longer: it was built or removed; nothing was changed. "
        "`/build drafts` shows what is left."
    )


def at_the_end(way: str) -> str:
    """No further."""
    end = "first" if way == "up" else "last"
    return f"That comes {end} already; nothing was changed."


def would_break(building: str, why: str) -> str:
    """The order matters to an entry."""
    return f"In that order the planned {BUILDINGS[building]} would not fit: {why}; nothing was changed."


def no_place(building: str, why: str) -> str:
    """Nowhere in the planned town."""
    return f"The planned settlement has no place for {a(building)}: {why}; nothing was changed."


# -- done ---------------------------------------------------------------------------------------------


def planned(town: str, building: str, where: str, over: str) -> str:
    """One more."""
    instead = f" instead of the {BUILDINGS[over]}" if over else ""
    return f"On the plan of {town}: {at(building, where)}{instead}."


def dropped(town: str, building: str, where: str) -> str:
    """One less."""
    return f"No longer on the plan of {town}: {at(building, where)}."


def emptied(town: str, count: int) -> str:
    """All of them."""
    return f"The plan of {town} is empty: {count} {'building' if count == 1 else 'buildings'} removed."


def moved(town: str, building: str, where: str, order: int) -> str:
    """Earlier or later."""
    return f"On the plan of {town} now number {order}: {at(building, where)}."


# -- the list -----------------------------------------------------------------------------------------

EMPTY = "Nothing is planned yet."
HOW_TO_ADD = "`/build drafts` with a building adds to it, and so does **Add to the plan** in `/build plan`."
PICK = "One of them…"
EARLIER, LATER, REMOVE, BACK = "Earlier", "Later", "Remove", "The plan"
PREVIOUS, MORE = "Page before", "More…"
HALF = "half"
NOT_NOW = "The Settlements step of the Edict phase is not open now."
SHARED = "Leaders of the kingdom and game masters see this plan; nothing of it is paid yet."


def title(town: str) -> str:
    """The plan of a settlement."""
    return f"Plan of {town}"


def totals(count: int, price: int, treasury: int) -> str:
    """How much is planned, and what it comes to."""
    named = "1 building" if count == 1 else f"{count} buildings"
    return f"{named} · **{price} BP** · Treasury {number(treasury)}"


def months(count: int, limit: int | None, size: int) -> str:
    """How long it takes, as far as the limit of buildings goes."""
    if limit is None:
        return f"At Size {size} a month allows any number of buildings."
    each = "1 building" if limit == 1 else f"{limit} buildings"
    named = "1 month" if count == 1 else f"at least {count} months"
    return f"Takes {named}: {each} a month at Size {size}, and a House or the like besides."


def page(first: int, last: int, count: int) -> str:
    """Which part of it is shown."""
    return f"{first} to {last} of {count}"


def entry(place: int, building: str, where: str, price: str, *, is_chosen: bool) -> str:
    """One that fits."""
    mark = "▸ " if is_chosen else ""
    return f"{mark}**{place}.** {at(building, where)} · {price}"


def upgraded(place: int, old: str, building: str, where: str, price: str, *, is_chosen: bool) -> str:
    """An upgrade that fits."""
    mark = "▸ " if is_chosen else ""
    return f"{mark}**{place}.** {BUILDINGS[old]} → {at(building, where)} · {price}"


def price(amount: int, why: str, *, is_free: bool) -> str:
    """What one costs, and whether the month's limit counts it."""
    reason = f" ({why})" if why else ""
    return f"{amount} BP{reason}" + (" · outside the limit" if is_free else "")


def misfit(place: int, building: str, where: str, *, is_chosen: bool) -> str:
    """One that no longer fits."""
    mark = "▸ " if is_chosen else ""
    return f"{mark}**{place}.** ~~{at(building, where)}~~"


def no_longer_fits(why: str) -> str:
    """Why, in small print below it."""
    return f"-# no longer fits: {why}"


def pick_label(place: int, building: str, where: str) -> str:
    """One in the list to pick from."""
    return f"{place}. {at(building, where)}"


def remove_all(count: int) -> str:
    """The button that empties it."""
    return "Remove it all" if count == 1 else f"Remove all {count}"


# -- the next one -------------------------------------------------------------------------------------


def build_next(building: str, *, is_upgrade: bool) -> str:
    """The button that shows what building the first one comes to."""
    return f"Next: {'upgrade to' if is_upgrade else 'build'} {BUILDINGS[building]}…"


# -- where to plan it ---------------------------------------------------------------------------------

PICK_PLACE = "Where…"
MORE_PLACES, FEWER_PLACES = "More places", "Places before"


def places_title(building: str, town: str) -> str:
    """Where a building could be planned."""
    return f"Plan {a(building)} in {town}: where?"


def places(count: int, price_: int) -> str:
    """How many places there are in the planned town."""
    found = "1 place" if count == 1 else f"{count} places"
    return f"{found} in the settlement as it is planned · list price {price_} BP"


def lettered(letter: str, where: str) -> str:
    """One of them."""
    return f"**{letter}** {where}"


def place_label(letter: str, where: str) -> str:
    """The same to pick."""
    return f"{letter} · {where}"
