"""Claiming and abandoning hexes: what is refused, shown before it is done, and told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.words.names import SPECIALS, TERRAINS, listed, number, signed

# -- refused ------------------------------------------------------------------------------------------

NEEDS_RULER = "Without a Ruler, or somebody who stands in for one, no hex can be claimed"


def refused(why: str) -> str:
    """A reason as an answer to whoever tried."""
    return f"{why}; nothing was changed."


def is_own(hex_name: str, kingdom: str) -> str:
    """Claimed already."""
    return f"{hex_name} is {kingdom}'s already"


def is_others(hex_name: str) -> str:
    """Somebody else's."""
    return f"{hex_name} belongs to another kingdom"


def unexplored(hex_name: str, days: int) -> str:
    """Nobody went there."""
    return (
        f"{hex_name} must be explored and cleared before it is claimed: exploring takes about "
        f"{days} {'day' if days == 1 else 'days'}, and a game master notes it with `/hex-gm explore`"
    )


def uncleared(hex_name: str) -> str:
    """Monsters and hazards are there."""
    return (
        f"{hex_name} is explored, but not cleared of monsters and hazards yet; "
        "a game master notes that with `/hex-gm clear`"
    )


def not_adjacent(hex_name: str, kingdom: str) -> str:
    """Too far."""
    return f"{hex_name} isn't next to a hex of {kingdom}: a kingdom grows from one hex to the next"


def has_resisted(hex_name: str) -> str:
    """The check failed this month."""
    return f"The Free City in {hex_name} refused this month; ask again next month"


def not_own(hex_name: str, kingdom: str) -> str:
    """Nothing to give up."""
    return f"{hex_name} is no hex of {kingdom}, so it can't be abandoned; nothing was changed."


def unrest_changed(shown: int, unrest: int) -> str:
    """A settlement came or went since the preview."""
    return f"That changed since: Unrest would rise by {unrest}, not {shown}. Nothing was done; look again."


# -- before it is done --------------------------------------------------------------------------------

NO_CHANGE = "None of the kingdom's other numbers changes."


def claims_title(hex_name: str) -> str:
    """The preview of a claim."""
    return f"Claim {hex_name}?"


def claim_button(hex_name: str, price: int) -> str:
    """The deed and its price."""
    return f"Claim {hex_name} for {price} BP"


def ask_button(hex_name: str) -> str:
    """The deed where a check comes first."""
    return f"Roll Stability to claim {hex_name}"


def what_is_there(terrain: str, waters: Sequence[str], specials: Sequence[str]) -> str:
    """A hex in a line."""
    return " · ".join((TERRAINS[terrain], *waters, *(SPECIALS[each] for each in specials)))


def costs(price: int, treasury: int) -> str:
    """The price, and what is left."""
    return f"Costs **{price} BP**: Treasury {number(treasury)} → **{number(treasury - price)}**"


def city_check(cities: Sequence[str], needs: str) -> str:
    """A Free City wants a check; its chances."""
    who = f"The Free City {listed(cities)}" if cities else "A Free City lies here, and"
    return f"{who} joins only if a check succeeds: **{needs}**"


def if_it_fails(*, is_claimed: bool) -> str:
    """What a failure costs."""
    end = "the hex is claimed all the same" if is_claimed else "the hex stays free until next month"
    return f"If it fails, Unrest rises by 1d4 and {end}."


IF_IT_JOINS = "If it succeeds:"


def abandon_title(hex_name: str) -> str:
    """The preview of giving one up."""
    return f"Abandon {hex_name}?"


def abandon_button(hex_name: str, unrest: int) -> str:
    """The deed and its price."""
    return f"Abandon {hex_name}: Unrest {signed(unrest)}"


def what_is_lost(improvements: Sequence[str]) -> str:
    """What counts no longer."""
    return f"Its {listed(improvements)} will count for nothing."


def become_free(cities: Sequence[str]) -> str:
    """Settlements that will be Free Cities."""
    verb = "becomes a Free City" if len(cities) == 1 else "become Free Cities"
    return f"**{listed(cities)} {verb}.**"


def is_capital(name: str) -> str:
    """The capital goes."""
    return f"**{name} is the capital: the kingdom will have none.**"


def cut_off(count: int) -> str:
    """Hexes that lose their connection."""
    what = "1 hex loses its" if count == 1 else f"{count} hexes lose their"
    return f"**{what} connection with the capital**, and may be lost too."


LAST_HEX = "**It is the last hex: unless one is claimed next month, the kingdom ends.**"
WOULD_BE_ANARCHY = "**Unrest would reach 20: the kingdom falls into anarchy.**"


# -- told ---------------------------------------------------------------------------------------------


def free_city(label: str) -> str:
    """The name of a settlement that has none yet."""
    return f"Free City of {clip(label, 40)}"


def reason(hex_name: str) -> str:
    """What the d20 is for."""
    return f"Stability, the Free City in {hex_name}"


def resists(hex_name: str) -> str:
    """What the d4 is for."""
    return f"Unrest, the Free City in {hex_name} refuses"


def asked(kingdom: str, hex_name: str, unrest: int, *, is_success: bool, is_claimed: bool) -> str:
    """The Free City's answer."""
    if is_success:
        return f"The Free City in {hex_name} joins {kingdom}."
    end = "is claimed all the same" if is_claimed else "stays free; it can be asked again next month"
    return f"The Free City in {hex_name} resists {kingdom}: Unrest {signed(unrest)}. The hex {end}."


def claimed(kingdom: str, hex_name: str, terrain: str, price: int) -> str:
    """A new hex."""
    return f"{kingdom} claims {hex_name} ({TERRAINS[terrain].lower()}) for {price} BP."


def joined(cities: Sequence[str]) -> str:
    """Settlements that came with it."""
    return f"{listed(cities)} {'is its' if len(cities) == 1 else 'are its'} settlement now."


FINDS = {
    "bridge": "Bridge: a Road here doesn't cost double",
    "building": "Building: free for a settlement founded on it",
    "lair": "Lair: Stability +1",
    "landmark": "Landmark: Loyalty +1, and another +1 with a Road or Highway",
    "resource": "Resource: Economy +1, and richer improvements",
    "ruin": "Ruin: cheaper building for a settlement founded on it",
}


def abandoned(kingdom: str, hex_name: str, unrest: int) -> str:
    """One hex fewer."""
    return f"{kingdom} abandons {hex_name}: Unrest {signed(unrest)}."


def decided_by(people: Sequence[str]) -> str:
    """Whose decision it is, for others who look."""
    return f"Whose decision it is: {listed(people, 'or')}"
