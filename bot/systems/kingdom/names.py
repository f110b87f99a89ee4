"""The book's words as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.engine.text import Labelled
from bot.engine.words import clip, safe
from bot.systems.kingdom import book


def labels_of(kind: type[Labelled]) -> dict[str, str]:
    """What people read for each value."""
    return {each.value: each.label for each in kind}


ATTRIBUTES = labels_of(book.Attribute)
NUMBERS = {
    **ATTRIBUTES,
    "unrest": "Unrest",
    "treasury": "Treasury",
    "consumption": "Consumption",
    "size": "Size",
    "control_dc": "Control DC",
    "economy_checks": "Economy checks",
    "loyalty_checks": "Loyalty checks",
    "stability_checks": "Stability checks",
}
ROLES = labels_of(book.Role)
ALIGNMENTS = labels_of(book.Alignment)
TERRAINS = labels_of(book.Terrain)
SPECIALS = labels_of(book.Special)
IMPROVEMENTS = labels_of(book.Improvement)
BORDERS = labels_of(book.Border)
SETTLEMENT_SIZES = {
    "thorp": "Thorp",
    "hamlet": "Hamlet",
    "village": "Village",
    "small_town": "Small town",
    "large_town": "Large town",
    "small_city": "Small city",
    "large_city": "Large city",
    "metropolis": "Metropolis",
}
HOLIDAYS = labels_of(book.Holiday)
PROMOTIONS = labels_of(book.Promotion)
TAXATIONS = labels_of(book.Taxation)
PHASES = labels_of(book.Phase)
STEPS = labels_of(book.Step)
TASKS = labels_of(book.Task)


def signed(amount: int) -> str:
    """+3 or −3."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def number(value: int) -> str:
    """3 or −3."""
    return str(value) if value >= 0 else f"−{-value}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


# -- The figures of a kingdom and their units --------------------------------------------------------------


POINTS, A_MONTH = "BP", "BP a month"
_UNITS = {"treasury": POINTS, "consumption": A_MONTH}
FIGURES = {name: (label, _UNITS.get(name, "")) for name, label in NUMBERS.items()}
TAX_CHANCE = "Chance that the tax check succeeds:"
# What edicts are about.
OF_EDICTS = (*(NUMBERS[name] for name in ("economy", "loyalty", "stability", "consumption")), TAX_CHANCE)


# -- How many there are of something: one, or several ------------------------------------------------------


PLURALS = {
    "aqueduct": "complete Aqueducts",
    "farm": "Farms",
    "fishery": "Fisheries",
    "fort": "Forts",
    "mine": "Mines",
    "quarry": "Quarries",
    "sawmill": "Sawmills",
    "watchtower": "Watchtowers",
    "resource": "Resources",
    "landmark": "Landmarks",
    "lair": "Lairs",
    "road": "hexes with a Road",
    "highway": "hexes with a Highway",
    "river": "hexes with a river",
}
SINGULARS = {
    **IMPROVEMENTS,
    **SPECIALS,
    "aqueduct": "complete Aqueduct",
    "road": "hex with a Road",
    "highway": "hex with a Highway",
    "river": "hex with a river",
}


def counted(count: int, what: str) -> str:
    """3 Farms."""
    return f"{count} {SINGULARS[what] if count == 1 else PLURALS[what]}"


# -- Kingdom turns themselves: title and guide -------------------------------------------------------------


TITLE = "Kingdom turns"

GUIDE = (
    "**Leaders:** `/month` shows where the month stands and whose move it is; its buttons are the steps. "
    "`/kingdom sheet` has every number, `/kingdom why` says where one comes from.",
    "**Game masters:** `/kingdom found` begins a kingdom, `/hex-gm` draws the map, `/month-gm` steps on, "
    "steps back, places events and closes the month.",
)


# -- What a month allows a number of -----------------------------------------------------------------------


ONE = {
    "settlements": "new settlement",
    "buildings": "building",
    "terrain": "terrain improvement",
    "claims": "claimed hex",
}
MANY = {
    "settlements": "new settlements",
    "buildings": "buildings",
    "terrain": "terrain improvements",
    "claims": "claimed hexes",
}


def limits_counted(limit: str, count: int) -> str:
    """1 claimed hex, 2 claimed hexes."""
    return f"{count} {ONE[limit] if count == 1 else MANY[limit]}"


def left(limit: str, count: int | None) -> str:
    """What is left of it this month."""
    return f"{MANY[limit].capitalize()} left this month: {'any number' if count is None else count}"


# -- What is paid out of the Treasury, and what is refused -------------------------------------------------


def price_changed(shown: int, price: int) -> str:
    """Somebody was faster, or something changed what it costs."""
    return f"That changed since: it was {shown} BP and is {price} BP now. Nothing was bought; look again."


# -- What keeps a kingdom from acting ----------------------------------------------------------------------


def not_founded(name: str) -> str:
    """Still being drawn up."""
    return f"{safe(name, 60)} is not founded yet; a game master presses **Found it…** on its card first."


# -- Which kingdom is meant --------------------------------------------------------------------------------


def no_such_kingdom(name: str) -> str:
    """None, or several, of that name."""
    return f"No kingdom is called “{name}” here; pick one from the list."


def which_kingdom(names: Sequence[str]) -> str:
    """None or several, and none named."""
    if not names:
        return "There is no kingdom here yet; a game master begins one with `/kingdom found`."
    return f"There are several: {', '.join(names)}. Name one with `kingdom:`."


def hex_line(name: str, terrain: str, spot: str) -> str:
    """A hex in a list of suggestions."""
    where = f" ({spot})" if name != spot else ""
    return f"{name} · {TERRAINS[terrain]}{where}"


# -- The steps of a month: their labels, their buttons, and what their forms ask ---------------------------


REASON = "Why, for the journal"
THAW, RESTORE = "Let time run again", "Restore order"
DO = {
    "open": "Open the month",
    "stability": "Roll Stability",
    "consumption": "Pay Consumption",
    "items": "Roll for magic items",
    "unrest": "Modify Unrest",
    "stand_in": "Roll Loyalty",
    "enforcer": "Reduce Unrest",
    "lose_hex": "Choose the hex to lose…",
    "edicts": "Set edicts…",
    "withdraw": "Withdraw BP…",
    "deposit": "Deposit gold…",
    "sell": "Sell an item…",
    "taxes": "Collect taxes",
    "event": "Roll for an event",
    "close": "Close the month",
}
FINISH = {
    "leadership": "Leadership is settled",
    "hexes": "No more hexes",
    "terrain": "No more improvements",
    "settlements": "No more settlements",
    "armies": "Armies are settled",
    "edicts": "Edicts stay as they are",
    "withdraw": "No withdrawal",
    "deposit": "No more deposits",
    "sell": "No more sales",
}
LEAVE_UNREST = "Leave it"
STANDS_IN = {"consort": "The Consort stands in", "heir": "The Heir stands in"}
WHICH_HEX = "Label or coordinates of the hex"
FOUND_SETTLEMENT, SETTLEMENT_NAME = "Found a settlement…", "Its name"
WATER_BORDERS, WATER_BORDERS_HINT = (
    "Which borders are water",
    "north, east; only by river, lake, coast or canal",
)
EVEN_SO = "Even if a settlement or more land goes too?"
EVEN_SO_OPTIONS = (("no", "No, tell me first what goes with it"), ("yes", "Yes, lose it even so"))
WAITING_POINTS = "How many BP"
GOLD = "Worth in gp, no item above 4,000 gp"
WHERE, PRICE, ITEM = "Settlement", "Price in gp", "What it is"
EDICTS = {"holiday": "Holidays", "promotion": "Promotion", "taxation": "Taxation"}


def label(step: str, kingdom: str, month: int) -> str:
    """A step where it is listed among all that waits."""
    return f"{clip(kingdom, 60)}, month {month}: {STEPS[step]}"


def stands_still(kingdom: str, reason: str) -> str:
    """A kingdom whose clock doesn't run."""
    return f"{clip(kingdom, 60)}: stands still ({clip(reason, 80)})"


def in_anarchy(kingdom: str) -> str:
    """A kingdom whose Unrest reached 20."""
    return f"{clip(kingdom, 60)}: end of the anarchy"


def unrest_then(most: int) -> str:
    """What a form asks."""
    return f"Unrest from then on, 0 to {most}"


def part_label(kingdom: str, hexes: int, place: str) -> str:
    """A territory that was cut off."""
    size = "1 hex" if hexes == 1 else f"{hexes} hexes"
    return f"{clip(kingdom, 60)}: is a leader in the territory with {place} ({size}), which is cut off?"


def leader_there(place: str) -> str:
    """A territory is held."""
    return f"{place}: a leader is there"


def no_leader(place: str) -> str:
    """A territory is lost."""
    return f"{place}: no leader, it is lost"


def reclaim_label(kingdom: str, settlement: str) -> str:
    """A settlement that may come back."""
    return f"{clip(kingdom, 60)}: reclaim {clip(settlement, 60)}"


def reclaim(settlement: str) -> str:
    """The button of that check."""
    return f"Roll Stability to reclaim {clip(settlement, 40)}"


# -- A kingdom check as people read it: before its die, and as it was rolled -------------------------------


SUCCESS, FAILURE = "success", "failure"


def chance(value: Fraction) -> str:
    """50 %; every chance of one d20 is a whole number of per cent."""
    return f"{round(value * 100)} %"


def needs(attribute: str, needed: int, value: Fraction) -> str:
    """What the die must show."""
    return f"{ATTRIBUTES[attribute]}: {needed} or more ({chance(value)})"


def void(attribute: str) -> str:
    """A check in anarchy, before it is made."""
    return f"{ATTRIBUTES[attribute]}: counts as 0 in anarchy"


def sum_of(die: int, total: int, dc: int, unrest: int, *, is_success: bool) -> str:
    """19 + 56 − 5 = 70 against 60: success; Unrest apart. A 20 or a 1 that decides by itself says so."""
    rest = total - die + unrest
    parts = [number(die), _added(rest)] + ([_added(-unrest)] if unrest else [])
    verdict = "success" if is_success else "failure"
    # Without its due, the die alone decided.
    if die == 20 and total < dc:
        verdict = "success, for a 20 always succeeds"
    elif die == 1 and total >= dc:
        verdict = "failure, for a 1 always fails"
    return f"{' '.join(parts)} = **{number(total)}** against {dc}: **{verdict}**"


def rolled(attribute: str, total: str) -> str:
    """A check as it was made, with its sum."""
    return f"{ATTRIBUTES[attribute]}: {total}"


def _added(amount: int) -> str:
    return f"{signed(amount)[0]} {abs(amount)}"


def checks_in_anarchy(dc: int) -> str:
    """A check in anarchy."""
    return f"In anarchy it counts as **0** against {dc}: **failure**"


# -- What a Ruler and a Spymaster choose -------------------------------------------------------------------


WHICH = "Which attribute the Ruler adds to"
CHOOSE = "Choose the Ruler's attributes…"
WHICH_OF_SPYMASTER = "Which attribute the Spymaster adds to"
CHOOSE_OF_SPYMASTER = "Choose the Spymaster's attribute…"


def in_order(attributes: Sequence[str]) -> str:
    """Attributes in the order chosen."""
    return ", then ".join(ATTRIBUTES[each] for each in attributes)


def choosing_label(kingdom: str, missing: int) -> str:
    """The step, where it is listed among all that waits."""
    what = "an attribute" if missing == 1 else f"{missing} attributes"
    return f"{clip(kingdom, 60)}: the Ruler chooses {what} to add to"


def label_of_spymaster(kingdom: str) -> str:
    """The same of a Spymaster, who adds to nothing before that."""
    return f"{clip(kingdom, 60)}: the Spymaster chooses an attribute to add to"


# -- Whose move it is --------------------------------------------------------------------------------------


def not_yours(roles: Sequence[str], players: Sequence[int]) -> str:
    """Somebody acts for a role that is not theirs."""
    held = listed([f"<@{each}>" for each in players], "or")
    who = f" ({held})" if held else ", which nobody at the table holds"
    named = listed([ROLES[role] for role in roles], "or")
    return f"That is for the {named}{who}, a game master, or whom one gave leave (`/leader proxy`)."


# -- Where a kingdom's month stands, under every card about it ---------------------------------------------


GAME_MASTERS = "game masters"
# Who may take a step that asks the game masters, where others may as well.
WHO = {"open": "game masters or any leader", "close": "game masters or the Ruler"}


def month(month_number: int, phase: str) -> str:
    """The month and its phase."""
    return f"**Month {month_number}** · {PHASES[phase]}"


def whose_move(who: str, what: str) -> str:
    """An open step."""
    return f"→ **{what}**: {who}"


def foretold(what: str) -> str:
    """What an open step would do, in small print below it."""
    return f"-# {what}"


def shifts(changed: Sequence[tuple[str, int, int]]) -> str:
    """Each number that changed, before and after."""
    return " · ".join(f"{NUMBERS[name]} {number(was)} → **{number(now)}**" for name, was, now in changed)


def on_behalf(actor: str, leader: str) -> str:
    """Somebody acted for a leader who is away."""
    return f"{actor} acted for {leader}."
