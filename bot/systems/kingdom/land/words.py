"""Claiming and abandoning hexes: what is refused, shown before it is done, and told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.names import IMPROVEMENTS, SPECIALS, TERRAINS, listed, number, signed

# -- refused ------------------------------------------------------------------------------------------

NEEDS_RULER = "Without a Ruler, or somebody who stands in for one, no hex can be claimed"


def here_refused(why: str) -> str:
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


# -- before it is done --------------------------------------------------------------------------------


def what_is_there(terrain: str, waters: Sequence[str], specials: Sequence[str]) -> str:
    """A hex in a line."""
    return " · ".join((TERRAINS[terrain], *waters, *(SPECIALS[each] for each in specials)))


def if_it_fails(*, is_claimed: bool) -> str:
    """What a failure costs."""
    end = "the hex is claimed all the same" if is_claimed else "the hex stays free until next month"
    return f"If it fails, Unrest rises by 1d4 and {end}."


def what_is_lost(improvements: Sequence[str]) -> str:
    """What counts no longer."""
    return f"Its {listed(improvements)} will count for nothing."


LAST_HEX = "**It is the last hex: unless one is claimed next month, the kingdom ends.**"


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


def decided_by(people: Sequence[str]) -> str:
    """Whose decision it is, for others who look."""
    return f"Whose decision it is: {listed(people, 'or')}"


# -- Where improvements may stand: why not, each a sentence that still wants its full stop -----------------


VOWELS = "AEIOU"
BRIDGE = "A Bridge is never built by itself: the price of a Road over a river includes it"
FISHERY = "A Fishery needs coast, river, marsh or open water in the hex"
ROAD_FIRST = "A Highway is an upgrade: the hex needs a Road first"
DRY_DESERT = "A Farm in the desert needs a river, a coast or a Canal in the hex itself"


def a(improvement: str) -> str:
    """An Aqueduct, a Farm."""
    name = IMPROVEMENTS[improvement]
    return f"{'an' if name[0] in VOWELS else 'a'} {name}"


def capital_a(improvement: str) -> str:
    """The same, where a sentence begins with it."""
    return a(improvement)[0].upper() + a(improvement)[1:]


def not_claimed(hex_name: str, kingdom: str) -> str:
    """Only what is claimed can be improved."""
    return f"{hex_name} isn't claimed by {kingdom}: only its own hexes can be improved"


def is_there(improvement: str, hex_name: str) -> str:
    """One of each kind."""
    return f"{hex_name} has {a(improvement)} already, and a hex holds one of each kind"


def is_better(improvement: str, above: str, hex_name: str) -> str:
    """It was upgraded."""
    return f"{hex_name} has {a(above)}, which {a(improvement)} can't stand beside"


def is_taken(improvement: str, hex_name: str) -> str:
    """Mine, Quarry and Sawmill."""
    return f"{hex_name} has {a(improvement)}: of Mine, Quarry and Sawmill a hex holds one"


def wrong_ground(improvement: str, terrain: str, fit: Sequence[str]) -> str:
    """Not in that terrain."""
    grounds = listed([TERRAINS[each].lower() for each in fit], "or")
    if len(fit) > len(TERRAINS) - 2:
        grounds = "land"
    return f"{capital_a(improvement)} needs {grounds}, this is {TERRAINS[terrain].lower()}"


def too_small(most: int, size: int) -> str:
    """Highways are for large kingdoms."""
    return f"A Highway needs a kingdom of Size {most} or more, this one has {size}"


def no_water(farms: int) -> str:
    """No river, lake, marsh or Canal."""
    return (
        "A Farm needs a river, lake, marsh or Canal in its hex or next to it, "
        f"or {farms} of the kingdom's Farms next to it"
    )


def needs_ruler(improvement: str) -> str:
    """The Ruler's role is vacant."""
    return f"{capital_a(improvement)} needs a Ruler, or somebody who stands in for one"


# -- Terrain improvements and sites: what is refused, shown before it is done, and told --------------------


# -- refused ------------------------------------------------------------------------------------------

NO_BRIDGE = f"{BRIDGE}; for one that was there before, set the hex's special terrain with `/hex-gm set`."


def no_such_improvement(text: str) -> str:
    """No improvement of that name."""
    names = listed([name for each, name in IMPROVEMENTS.items() if each != "bridge"], "or")
    return f"“{text}” is no terrain improvement; there are {names}."


def improving_is_there(improvement: str, hex_name: str) -> str:
    """It stands already."""
    return f"{hex_name} has {a(improvement)} already; nothing was changed."


def not_there(improvement: str, hex_name: str, here: Sequence[str]) -> str:
    """Nothing to take away."""
    there = listed([IMPROVEMENTS[each] for each in here]) or "nothing"
    return f"{hex_name} has no {IMPROVEMENTS[improvement]}, nothing was changed; what stands there: {there}."


def improving_is_others(hex_name: str) -> str:
    """Of another kingdom."""
    return f"{hex_name} belongs to another kingdom; name that one with `kingdom:`. Nothing was changed."


def improving_not_claimed(hex_name: str, kingdom: str) -> str:
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


DIFFERENCE = "Only the difference is paid."


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


# -- told ---------------------------------------------------------------------------------------------


def completed(chains: int) -> str:
    """An Aqueduct reaches from end to end."""
    what = "The Aqueduct is" if chains == 1 else f"{chains} Aqueducts are"
    return f"{what} complete."


def in_place_of(improvement: str) -> str:
    """What it was put over."""
    return f"It takes the place of the {IMPROVEMENTS[improvement]}."


# -- Losing hexes and what is cut off by it: what is told, and what is refused -----------------------------


IS_DECIDED = "That is decided already; the newest card of the kingdom shows what waits now."
NOT_RECLAIMABLE = (
    "That settlement can't be reclaimed now: its hex must be connected with the capital again, and each gets "
    "one Stability check a month."
)
LOSE = "Lose this hex"
NO_UNREST = "It costs no Unrest; abandoning would."
NOTHING_MORE = "Nothing else goes with it."


def recover(*, is_last: bool) -> str:
    """What a kingdom without hexes must do, and until when (R022)."""
    until = "Before this month is closed" if is_last else "By the end of next month"
    return (
        f"**Its last hex is lost.** {until} it must have claimed a hex and founded or claimed a settlement, "
        "or the kingdom is destroyed."
    )


def no_longer_count(improvements: Sequence[str]) -> str:
    """What was built in a hex that is lost (R077)."""
    return f"{listed(improvements)}: lost with it, until the hex is claimed again."


def hexes(count: int) -> str:
    """1 hex, 2 hexes."""
    return "1 hex" if count == 1 else f"{count} hexes"


def reclaimed(settlement: str, name: str) -> str:
    """It came back."""
    return f"**{settlement} is {name}'s again.**"


def not_reclaimed(settlement: str) -> str:
    """It did not."""
    return f"**{settlement} stays a Free City** for now; it can be tried again next month."


def bonus(amount: int) -> str:
    """What made the check easier."""
    return f"{signed(amount)} is in it: the city would come back, less gladly each month."


def reclaim_reason(settlement: str) -> str:
    """What a die is rolled for."""
    return f"Stability: reclaim {settlement}"


# -- refused ------------------------------------------------------------------------------------------


def more_is_lost(hex_name: str, towns: Sequence[str], cut: int, is_last: bool) -> str:
    """More than the hex would go, and nobody has said that this is meant."""
    free = "a Free City" if len(towns) == 1 else "Free Cities"
    with_it = [f"{listed(towns)} ({free} then)"] if towns else []
    with_it += [f"the connection to {hexes(cut)} of yours"] if cut else []
    with_it += ["the kingdom's last hex"] if is_last else []
    return (
        f"With {hex_name} you would lose {listed(with_it)}; nothing was changed. Choose another hex, or say "
        "yes to losing it even so."
    )


def not_its_hexes(name: str, foreign: Sequence[str]) -> str:
    """Hexes of others, or nobody's, or none named."""
    if not foreign:
        return f"Name at least one hex of {name}, by its label or coordinates."
    what = "is no hex" if len(foreign) == 1 else "are no hexes"
    return f"{listed(foreign[:5])} {what} of {name}; name one that it claims."


def nothing_to_lose(name: str) -> str:
    """Not founded, or no more."""
    return f"{name} claims no hexes: it is not founded yet, or is no more."


def has_another_kingdom(settlement: str) -> str:
    """Somebody took it meanwhile."""
    return f"{settlement} belongs to a kingdom by now, so it can't be reclaimed."


# -- Lists of hexes to choose from, and the buttons that open them -----------------------------------------


# By step and deed.
BUTTONS = {
    "hexes": {"claim": "Claim a hex…", "abandon": "Abandon a hex…"},
    "terrain": {"improve": "Improve a hex…", "prepare": "Prepare a site…"},
}
TITLES = {
    "claim": "Claim which hex?",
    "abandon": "Abandon which hex?",
    "improve": "Build in which hex?",
    "prepare": "Prepare which hex for a settlement?",
}
NONE = {
    "claim": "No hex can be claimed now: one must be next to the kingdom, explored, cleared and nobody's.",
    "abandon": "The kingdom has no hex to abandon.",
    "improve": "The kingdom has no hex to build in.",
    "prepare": "No site can be prepared now: every hex of the kingdom is prepared, settled or open water.",
}
PICK = "Which hex…"


def what_next() -> str:
    """Nothing is done by choosing."""
    return "You see what it costs and changes before anything is done."


# -- The map's picture: its legend, and the same in words --------------------------------------------------


TITLE = "The map"
NOTHING = "Nothing of the map is known yet; game masters draw and reveal it with `/hex-gm`."
ZOOM = "For a part of it, larger and with its labels: /hex map with centre and radius."


def shown(centre: str, radius: int) -> str:
    """The map was shown to everybody."""
    return f"The map around {centre}, {radius} hexes wide, was shown." if centre else "The map was shown."


def not_within(most: int, given: int) -> str:
    """Too near or too far."""
    return f"The map shows 1 to {most} hexes around one, not {given}."
