"""The book's words as people read them."""

from __future__ import annotations

from collections.abc import Sequence

ATTRIBUTES = {"economy": "Economy", "loyalty": "Loyalty", "stability": "Stability"}
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
ROLES = {
    "ruler": "Ruler",
    "consort": "Consort",
    "councilor": "Councilor",
    "general": "General",
    "grand_diplomat": "Grand Diplomat",
    "heir": "Heir",
    "high_priest": "High Priest",
    "magister": "Magister",
    "marshal": "Marshal",
    "royal_enforcer": "Royal Enforcer",
    "spymaster": "Spymaster",
    "treasurer": "Treasurer",
    "viceroy": "Viceroy",
    "warden": "Warden",
}
ALIGNMENTS = {
    "LG": "Lawful good",
    "NG": "Neutral good",
    "CG": "Chaotic good",
    "LN": "Lawful neutral",
    "N": "Neutral",
    "CN": "Chaotic neutral",
    "LE": "Lawful evil",
    "NE": "Neutral evil",
    "CE": "Chaotic evil",
}
TERRAINS = {
    "cavern": "Cavern",
    "desert": "Desert",
    "forest": "Forest",
    "hills": "Hills",
    "jungle": "Jungle",
    "marsh": "Marsh",
    "mountains": "Mountains",
    "plains": "Plains",
    "water": "Water",
}
SPECIALS = {
    "bridge": "Bridge",
    "building": "Building",
    "free_city": "Free City",
    "lair": "Lair",
    "landmark": "Landmark",
    "resource": "Resource",
    "ruin": "Ruin",
}
IMPROVEMENTS = {
    "aqueduct": "Aqueduct",
    "bridge": "Bridge",
    "canal": "Canal",
    "farm": "Farm",
    "fishery": "Fishery",
    "fort": "Fort",
    "highway": "Highway",
    "mine": "Mine",
    "quarry": "Quarry",
    "road": "Road",
    "sawmill": "Sawmill",
    "watchtower": "Watchtower",
}
BORDERS = {"north": "North", "east": "East", "south": "South", "west": "West"}
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
HOLIDAYS = {"none": "None", "1": "1 a year", "6": "6 a year", "12": "12 a year", "24": "24 a year"}
PROMOTIONS = {
    "none": "None",
    "token": "Token",
    "standard": "Standard",
    "aggressive": "Aggressive",
    "expansionist": "Expansionist",
}
TAXATIONS = {
    "none": "None",
    "light": "Light",
    "normal": "Normal",
    "heavy": "Heavy",
    "overwhelming": "Overwhelming",
}
PHASES = {
    "before": "not opened yet",
    "upkeep": "Upkeep",
    "edict": "Edict",
    "income": "Income",
    "event": "Event",
}
STEPS = {
    "open": "Open the month",
    "stability": "Stability check",
    "consumption": "Pay Consumption",
    "items": "Magic items",
    "unrest": "Modify Unrest",
    "stand_in": "Standing in for the Ruler",
    "enforcer": "Royal Enforcer",
    "lose_hex": "Lose a hex",
    "leadership": "Leadership",
    "hexes": "Hexes",
    "terrain": "Terrain",
    "settlements": "Settlements",
    "armies": "Armies",
    "edicts": "Edicts",
    "withdraw": "Withdrawal",
    "deposit": "Deposits",
    "sell": "Sale of items",
    "taxes": "Taxes",
    "continuing": "Events that go on",
    "event": "Event roll",
    "resolve": "Outcome of events",
    "close": "Close the month",
}
TASKS = {
    "stability": "Stability checks",
    "loyalty": "Loyalty checks",
    "economy": "Taxes",
    "enforcer": "Reducing Unrest",
    "leadership": "Leadership",
    "hexes": "Claiming and abandoning hexes",
    "terrain": "Terrain improvements",
    "settlements": "Settlements",
    "armies": "Armies",
    "holiday": "Holiday edicts",
    "promotion": "Promotion edicts",
    "taxation": "Taxation edicts",
    "treasury": "Consumption, withdrawals, deposits and sales",
    "events": "Event rolls",
}


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
