"""How many there are of something: one, or several."""

from __future__ import annotations

from bot.systems.kingdom.words.names import IMPROVEMENTS, SPECIALS

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


def things(count: int, what: str) -> str:
    """12 hexes."""
    return f"{count} {what}{'' if count == 1 else 'es' if what == 'hex' else 's'}"
