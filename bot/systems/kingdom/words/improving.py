"""Terrain improvements and sites: what is refused, shown before it is done, and told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import IMPROVEMENTS, TERRAINS, listed, number
from bot.systems.kingdom.words.siting import BRIDGE, a

# -- refused ------------------------------------------------------------------------------------------

NO_BRIDGE = f"{BRIDGE}; for one that was there before, set the hex's special terrain with `/hex-gm set`."


def no_such_improvement(text: str) -> str:
    """No improvement of that name."""
    names = listed([name for each, name in IMPROVEMENTS.items() if each != "bridge"], "or")
    return f"“{text}” is no terrain improvement; there are {names}."


def is_there(improvement: str, hex_name: str) -> str:
    """It stands already."""
    return f"{hex_name} has {a(improvement)} already; nothing was changed."


def not_there(improvement: str, hex_name: str, here: Sequence[str]) -> str:
    """Nothing to take away."""
    there = listed([IMPROVEMENTS[each] for each in here]) or "nothing"
    return f"{hex_name} has no {IMPROVEMENTS[improvement]}, nothing was changed; what stands there: {there}."


def is_others(hex_name: str) -> str:
    """Of another kingdom."""
    return f"{hex_name} belongs to another kingdom; name that one with `kingdom:`. Nothing was changed."


def not_claimed(hex_name: str, kingdom: str) -> str:
    """Only what is claimed can be prepared."""
    return f"{hex_name} isn't claimed by {kingdom}: only its own hexes can be prepared"


def no_site(terrain: str) -> str:
    """Open water."""
    return f"No settlement can stand on {TERRAINS[terrain].lower()}"


def is_settled(hex_name: str) -> str:
    """A settlement is there."""
    return f"{hex_name} has a settlement already, and needs no site"


def is_prepared(hex_name: str, ready: int, month: int) -> str:
    """Paid before."""
    when = "and ready" if ready <= month else f"and will be ready in month {ready}"
    return f"{hex_name} is prepared already {when}"


# -- before it is done --------------------------------------------------------------------------------

PICK_ONE = "What to build…"
NOT_HERE_TITLE = "\n**Not here now**"
NOT_NOW = "The Terrain step of the Edict phase is not open now: this is for planning."
BACK = "Other improvements"
EFFECTS = {
    "aqueduct": "Loyalty +1, Stability +1 once the chain is complete",
    "bridge": "",
    "canal": "Water for farms and settlements, as a river",
    "farm": "Consumption −2",
    "fishery": "Consumption −1",
    "fort": "Stability +2, Consumption +1, Defense +4, Unrest −1 once",
    "highway": "Every 4 Highways: Economy +1, every 8: Stability +1",
    "mine": "Economy +1, and 1 BP with every tax",
    "quarry": "Stability +1, and 1 BP with every tax",
    "road": "Every 4 Roads: Economy +1, every 8: Stability +1",
    "sawmill": "Stability +1, and 1 BP with every tax",
    "watchtower": "Stability +1, Defense +2, Unrest −1 once",
}
ON_RESOURCE = "On a Resource each benefit of it is 1 higher."


def panel_title(hex_name: str) -> str:
    """What can be built in a hex."""
    return f"Build in {hex_name}"


def stands_here(terrain: str, improvements: Sequence[str]) -> str:
    """The hex and what it has."""
    return f"{terrain} · {listed([IMPROVEMENTS[each] for each in improvements]) or 'nothing built yet'}"


def in_hand(treasury: int) -> str:
    """The Treasury."""
    return f"Treasury: {number(treasury)} BP"


def here_now(found: Sequence[tuple[str, int]], *, is_now: bool) -> str:
    """What can be built in a hex, with prices in BP: now, or only when its step allows one more."""
    names = " · ".join(f"{IMPROVEMENTS[each]} {number(price)} BP" for each, price in found)
    heading = "Here now" if is_now else "Possible here, but not now"
    return f"**{heading}:** {names}" if names else "Nothing can be built here now."


def too_dear(price: int, treasury: int) -> str:
    """More than there is, in a list."""
    return f"It costs {price} BP, and the Treasury holds {number(treasury)}"


def gives(effect: str) -> str:
    """What it is good for."""
    return f"Gives: {effect}"


def pick_label(improvement: str, price: int) -> str:
    """One that can be built."""
    return f"{IMPROVEMENTS[improvement]} · {price} BP"


def why_not(improvement: str, why: str) -> str:
    """One that can't."""
    return f"**{IMPROVEMENTS[improvement]}:** {why}."


def suggestion(improvement: str, price: int | None, why: str) -> str:
    """One as an autocomplete lists it."""
    name = IMPROVEMENTS[improvement]
    return f"{name} · {price} BP · {EFFECTS[improvement]}" if price is not None else f"{name} · no: {why}"


def build_title(improvement: str, hex_name: str) -> str:
    """The preview of one."""
    return f"{IMPROVEMENTS[improvement]} in {hex_name}"


def build_button(improvement: str, price: int) -> str:
    """The deed and its price."""
    return f"Build {IMPROVEMENTS[improvement]} for {price} BP"


def upgrade_button(improvement: str, price: int) -> str:
    """The same over something lower."""
    return f"Upgrade to {IMPROVEMENTS[improvement]} for {price} BP"


def instead(improvement: str) -> str:
    """What an upgrade is built over."""
    return f"It takes the place of the {IMPROVEMENTS[improvement]}; only the difference is paid."


def roads_now(improvement: str, count: int) -> str:
    """How far the next bonus is."""
    return f"{IMPROVEMENTS[improvement]} hexes with this one: {count}"


def chain_now(*, is_complete: bool) -> str:
    """Whether an Aqueduct would reach from end to end."""
    if is_complete:
        return "With this hex the Aqueduct is complete."
    return (
        "The chain is not complete yet: it must reach from hills or mountains with a river or lake "
        "to a settlement."
    )


CANAL_NOW = "Farms in this hex and next to it have water then."


def prepare_title(hex_name: str) -> str:
    """The preview of a site."""
    return f"Prepare {hex_name} for a settlement"


def prepare_button(price: int) -> str:
    """The deed and its price."""
    return f"Prepare the site for {price} BP"


def when_ready(ready: int, month: int) -> str:
    """When a settlement can be founded."""
    if ready <= month:
        return "A settlement can be founded there at once."
    return f"A settlement can be founded there from month {ready} on; now it is month {month}."


# -- told ---------------------------------------------------------------------------------------------


def built(kingdom: str, improvement: str, hex_name: str, price: int) -> str:
    """Something new."""
    return f"{kingdom} builds {a(improvement)} in {hex_name} for {price} BP."


def upgraded(kingdom: str, improvement: str, below: str, hex_name: str, price: int) -> str:
    """Something better."""
    return f"{kingdom} makes the {IMPROVEMENTS[below]} in {hex_name} {a(improvement)} for {price} BP."


def completed(chains: int) -> str:
    """An Aqueduct reaches from end to end."""
    what = "The Aqueduct is" if chains == 1 else f"{chains} Aqueducts are"
    return f"{what} complete."


def prepared(kingdom: str, hex_name: str, price: int, ready: int, *, is_ready: bool) -> str:
    """A site was begun."""
    when = "it is ready at once" if is_ready else f"it is ready in month {ready}"
    return f"{kingdom} prepares {hex_name} for a settlement for {price} BP; {when}."


def placed(improvement: str, hex_name: str, reason: str) -> str:
    """A game master's."""
    return f"A game master places {a(improvement)} in {hex_name}{_why(reason)}."


def razed(improvement: str, hex_name: str, reason: str) -> str:
    """A game master's."""
    return f"A game master takes the {IMPROVEMENTS[improvement]} off {hex_name}{_why(reason)}."


def in_place_of(improvement: str) -> str:
    """What it was put over."""
    return f"It takes the place of the {IMPROVEMENTS[improvement]}."


def _why(reason: str) -> str:
    return f": {reason}" if reason else ""
