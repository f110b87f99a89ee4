"""The steps of a month: their labels, their buttons, and what their forms ask."""

from __future__ import annotations

from bot.engine.words import clip
from bot.systems.kingdom.words.names import HOLIDAYS, PROMOTIONS, STEPS, TAXATIONS

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
POINTS = "How many BP"
GOLD = "Worth in gp, no item above 4,000 gp"
WHERE, PRICE, ITEM = "Settlement", "Price in gp", "What it is"
EDICTS = {"holiday": "Holidays", "promotion": "Promotion", "taxation": "Taxation"}
LEVELS = {"holiday": HOLIDAYS, "promotion": PROMOTIONS, "taxation": TAXATIONS}


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
