"""Lists of hexes to choose from, and the buttons that open them."""

from __future__ import annotations

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
COMMANDS = {
    "claim": "/hex claim",
    "abandon": "/hex abandon",
    "improve": "/hex improve",
    "prepare": "/hex prepare",
}


def what_next() -> str:
    """Nothing is done by choosing."""
    return "You see what it costs and changes before anything is done."


def more(count: int, deed: str) -> str:
    """Too many for a list."""
    return f"{count} more: name one with `{COMMANDS[deed]}`."
