"""The buildings as the book prints them, typed off it for the tests alone, in its order.

Names, numbers and lists as printed; what the book leaves open (the Lore of a Monastery, the shape of so many
lots) is not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Printed:
    """An entry of the book: its name, price (BP), lots, and its lines, each as short text."""

    name: str
    cost: int
    lots: str
    # The line Kingdom, and what the line Special says of Defense.
    gives: str
    value: int = 0
    halves: str = ""
    needs: int = 0
    beside: str = ""
    never: str = ""
    requires: str = ""
    one: str = ""
    border: str = ""
    upgrade_from: str = ""
    upgrade_to: str = ""
    items: str = ""
    settlement: str = ""

    @property
    def id(self) -> str:
        """Its name as it is kept."""
        return kept(self.name)


def kept(name: str) -> str:
    """A printed name as it is kept: "Caster's Tower" is casters_tower."""
    return name.lower().replace("'", "").replace(" ", "_")


def split(text: str, by: str = ", ") -> list[str]:
    """The parts of a line; none of an empty one."""
    return text.split(by) if text else []


def numbers(text: str) -> dict[str, int]:
    """The numbers of a line: "Economy +1, Unrest -2"."""
    return {name.lower(): int(number) for name, number in (part.split() for part in split(text))}


def ids(text: str) -> set[str]:
    """The buildings that a line names."""
    return {kept(name) for name in split(text)}


# fmt: off
PRINTED: Final = (
    Printed("Academy", 52, "2", "Economy +2, Loyalty +2", halves="Caster's Tower, Library, Magic Shop",
        upgrade_from="Library", upgrade_to="University",
        items="3 minor scroll/wondrous item; 2 medium scroll/wondrous item",
        settlement="Lore +2, Productivity +1, Society +2"),
    Printed("Alchemist", 18, "1", "Economy +1", value=1000, needs=1, beside="House",
        items="1 minor potion/wondrous item"),
    Printed("Arena", 40, "4", "Stability +4, Fame +1", halves="Brothel, Garrison, Inn, Stable, Theater",
        one="settlement", upgrade_from="Theater", settlement="Crime +1"),
    Printed("Bank", 28, "1", "Economy +4", value=2000),
    Printed("Bardic College", 40, "2", "Economy +1, Loyalty +3, Stability +1, Fame +1",
        halves="Library, Museum, Theater", items="2 minor scroll/wondrous item"),
    Printed("Barracks", 6, "1", "Unrest -1, Defense +2", upgrade_to="Garrison", settlement="Law +1"),
    Printed("Black Market", 50, "1", "Economy +2, Stability +1, Unrest +1", value=2000, halves="Brothel",
        needs=2, beside="House", items="2 minor; 1 medium; 1 major", settlement="Corruption +2, Crime +2"),
    Printed("Brewery", 6, "1", "Loyalty +1, Stability +1"),
    Printed("Bridge", 6, "1", "Economy +1"),
    Printed("Bureau", 10, "2", "Economy +1, Loyalty -1, Stability +1", settlement="Corruption +1, Law +1"),
    Printed("Caster's Tower", 30, "1", "Economy +1, Loyalty +1", items="3 minor; 2 medium"),
    Printed("Castle", 54, "4", "Economy +2, Loyalty +2, Stability +2, Unrest -4, Fame +1, Defense +8",
        halves="Noble Villa, Town Hall", one="settlement"),
    Printed("Cathedral", 58, "4", "Loyalty +4, Stability +4, Unrest -4, Fame +1", halves="Academy, Temple",
        one="settlement", items="3 minor potion/wondrous item; 2 medium potion/wondrous item",
        settlement="Law +2"),
    Printed("Cistern", 6, "1", "Stability +1", never="Dump, Graveyard, Stable, Stockyard, Tannery"),
    Printed("City Wall", 2, "", "Unrest -2, Defense +1", border="land"),
    Printed("Dance Hall", 4, "1", "Economy +1, Loyalty +2, Unrest +1", needs=1, beside="House",
        settlement="Corruption +1, Crime +1"),
    Printed("Dump", 4, "1", "Stability +1", never="House, Mansion, Noble Villa"),
    Printed("Everflowing Spring", 5, "", ""),
    Printed("Exotic Artisan", 10, "1", "Economy +1, Stability +1", needs=1, beside="House",
        items="1 minor ring/wand/wondrous item"),
    Printed("Foreign Quarter", 30, "4", "Economy +3, Stability -1",
        settlement="Crime +1, Lore +1, Society +2"),
    Printed("Foundry", 16, "2", "Economy +1, Stability +1, Unrest +1", halves="Smithy", border="water",
        settlement="Productivity +1"),
    Printed("Garrison", 28, "2", "Loyalty +2, Stability +2, Unrest -2", halves="City Wall, Granary, Jail",
        upgrade_from="Barracks"),
    Printed("Granary", 12, "1", "Loyalty +1, Stability +1"),
    Printed("Graveyard", 4, "1", "Loyalty +1"),
    Printed("Guildhall", 34, "2", "Economy +2, Loyalty +2", value=1000, halves="Pier, Stable, Trade Shop",
        upgrade_from="Trade Shop", settlement="Law +1, Productivity +2"),
    Printed("Herbalist", 10, "1", "Loyalty +1, Stability +1", needs=1, beside="House",
        items="1 minor potion/wondrous item"),
    Printed("Hospital", 30, "2", "Loyalty +1, Stability +2", settlement="Lore +1, Productivity +2"),
    Printed("House", 3, "1", "Unrest -1", upgrade_from="Tenement"),
    Printed("Inn", 10, "1", "Economy +1, Loyalty +1", value=500, needs=1, beside="House",
        settlement="Society +1"),
    Printed("Jail", 14, "1", "Loyalty +2, Stability +2, Unrest -2", settlement="Crime -1, Law +1"),
    Printed("Library", 6, "1", "Economy +1, Loyalty +1", upgrade_to="Academy", settlement="Lore +1"),
    Printed("Luxury Store", 28, "1", "Economy +1", value=2000, needs=1, beside="House",
        upgrade_from="Shop", upgrade_to="Magic Shop", items="2 minor ring/wand/wondrous item"),
    Printed("Magic Shop", 68, "1", "Economy +1", value=2000, needs=2, beside="House",
        upgrade_from="Luxury Store",
        items="4 minor wondrous item; 2 medium wondrous item; 1 major wondrous item"),
    Printed("Magical Academy", 58, "2", "Economy +2, Fame +1",
        halves="Caster's Tower, Library, Magic Shop",
        items="3 minor potion/scroll/wondrous item; 1 medium potion/scroll/wondrous item",
        settlement="Lore +2, Society +1"),
    Printed("Magical Streetlamps", 5, "", "", requires="Cathedral, Magic Shop, Magical Academy, Temple",
        settlement="Crime -1"),
    Printed("Mansion", 10, "1", "Stability +1", upgrade_to="Noble Villa", settlement="Law +1, Society +1"),
    Printed("Market", 48, "2", "Economy +2, Stability +2", value=2000, halves="Black Market, Inn, Shop",
        needs=2, beside="House", upgrade_from="Shop", items="2 minor wondrous item"),
    Printed("Menagerie", 16, "4", "Economy +1, Fame +1"),
    Printed("Military Academy", 36, "2", "Loyalty +2, Stability +1, Fame +1", halves="Barracks",
        one="settlement", items="1 minor armour/shield/weapon; 1 medium armour/shield/weapon",
        settlement="Law +1, Lore +1"),
    Printed("Mill", 6, "1", "Economy +1, Stability +1", border="water", settlement="Productivity +1"),
    Printed("Mint", 30, "1", "Economy +3, Loyalty +3, Stability +1, Fame +1"),
    Printed("Moat", 2, "", "Unrest -1, Defense +1", border="land"),
    Printed("Monastery", 16, "2", "Stability +1", settlement="Law +1"),
    Printed("Monument", 6, "1", "Loyalty +1, Unrest -1"),
    Printed("Museum", 30, "2", "Economy +1, Loyalty +1, Fame +1", settlement="Lore +2, Society +1"),
    Printed("Noble Villa", 24, "2", "Economy +1, Loyalty +1, Stability +1, Fame +1",
        halves="Exotic Artisan, Luxury Store, Mansion", upgrade_from="Mansion", settlement="Society +1"),
    Printed("Observatory", 12, "1", "Stability +1", items="1 minor scroll/wondrous item",
        settlement="Lore +2"),
    Printed("Orphanage", 6, "1", "Stability +1, Unrest -1"),
    Printed("Palace", 108, "4", "Economy +2, Loyalty +6, Stability +2, Fame +1", value=1000,
        halves="Mansion, Mint, Noble Villa", settlement="Law +2"),
    Printed("Park", 4, "1", "Loyalty +1, Unrest -1"),
    Printed("Paved Streets", 24, "", "Economy +2, Stability +1", one="district",
        settlement="Productivity +2"),
    Printed("Pier", 16, "1", "Economy +1, Stability +1", value=1000, border="water",
        upgrade_to="Waterfront", settlement="Crime +1"),
    Printed("Sewer System", 24, "", "Loyalty +1, Stability +2", halves="Cistern, Dump", one="district",
        settlement="Crime +1, Productivity +1"),
    Printed("Shop", 8, "1", "Economy +1", value=500, needs=1, beside="House, Mansion",
        upgrade_to="Luxury Store, Market", settlement="Productivity +1"),
    Printed("Shrine", 8, "1", "Loyalty +1, Unrest -1", upgrade_to="Temple",
        items="1 minor potion/scroll/wondrous item"),
    Printed("Smithy", 6, "1", "Economy +1, Stability +1"),
    Printed("Stable", 10, "1", "Economy +1, Loyalty +1", value=500, needs=1,
        beside="House, Mansion, Noble Villa"),
    Printed("Stockyard", 20, "4", "Economy +1, Stability -1", halves="Stable, Tannery",
        settlement="Productivity +1"),
    Printed("Tannery", 6, "1", "Economy +1, Stability +1", never="House, Mansion, Noble Villa, Tenement",
        settlement="Society -1"),
    Printed("Tavern", 12, "1", "Economy +1, Loyalty +1", value=500, needs=1, beside="House, Mansion",
        settlement="Corruption +1"),
    Printed("Temple", 32, "2", "Loyalty +2, Stability +2, Unrest -2", halves="Graveyard, Monument, Shrine",
        upgrade_from="Shrine", items="2 minor"),
    Printed("Tenement", 1, "1", "Unrest +2", upgrade_to="House"),
    Printed("Theater", 24, "2", "Economy +2, Stability +2",
        halves="Brothel, Exotic Artisan, Inn, Park, Tavern", upgrade_to="Arena"),
    Printed("Town Hall", 22, "2", "Economy +1, Loyalty +1, Stability +1",
        halves="Barracks, Cistern, Dump, Jail, Watchtower", settlement="Law +1"),
    Printed("Trade Shop", 10, "1", "Economy +1, Stability +1", value=500, needs=1, beside="House",
        upgrade_to="Guildhall", settlement="Productivity +1"),
    Printed("University", 78, "4", "Economy +3, Loyalty +3, Fame +1",
        halves="Academy, Bardic College, Library, Magical Academy, Military Academy, Museum",
        upgrade_from="Academy", items="4 minor scroll/wondrous item; 2 medium scroll/wondrous item",
        settlement="Lore +4, Society +3"),
    Printed("Watchtower", 12, "1", "Stability +1, Unrest -1, Defense +2"),
    Printed("Watergate", 2, "", ""),
    Printed("Waterfront", 90, "4", "Economy +4", value=4000,
        halves="Black Market, Guildhall, Market, Pier", border="water", one="settlement",
        upgrade_from="Pier", items="2 minor wondrous item; 1 medium wondrous item; 1 major wondrous item",
        settlement="Productivity +2"),
    Printed("Waterway", 3, "1-2", ""),
)
# fmt: on
BY_ID: Final = {each.id: each for each in PRINTED}
