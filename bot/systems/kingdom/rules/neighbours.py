"""Who needs whom beside it: each required neighbour serves one building, as it fits best (R093, R094).

A House (or Tenement, Mansion, Noble Villa) is the neighbour of one building that needs it. Whether every such
building can have its own is a matching in a graph: it is solved, not settled first come, first served. Where
somebody has lost a neighbour (R097) others may be built; only no more may be lacking than before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from bot.systems.kingdom.rules.building_book import row_of
from bot.systems.kingdom.rules.lots import Lot, around
from bot.systems.kingdom.rules.settings import ADJACENCY, NEIGHBOUR_USE, Rulings
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building

# By the number of a building that serves: the number of the one that it serves.
Matching = dict[int, int]
# The number of the one that is to be built: nobody else has it.
NEW: Final = -1


def serves(building: BuildingType, wanted: Iterable[BuildingType]) -> bool:
    """Whether it counts as one of those; a Tenement counts as a House (book: Tenement)."""
    return building in wanted or (building is BuildingType.TENEMENT and BuildingType.HOUSE in wanted)


def needs_of(building: Building) -> int:
    """How many neighbours of its own it needs."""
    return 0 if building.is_exempt else row_of(building.type).needs


class Neighbourhood:
    """One district: what stands beside what in it, and who serves whom."""

    def __init__(self, buildings: Iterable[Building], rulings: Rulings) -> None:
        self.adjacency = rulings.of(ADJACENCY)
        self._is_fixed = rulings.is_on(NEIGHBOUR_USE)
        self.buildings = {each.number: each for each in buildings}
        self._near: dict[tuple[Lot, ...], tuple[Building, ...]] = {}
        self._at: dict[Lot, list[Building]] = {}
        for each in self.buildings.values():
            for lot in each.place.lots:
                self._at.setdefault(lot, []).append(each)

    def at(self, lot: Lot) -> Sequence[Building]:
        """What stands on a lot."""
        return self._at.get(lot, ())

    def beside(self, lots: Sequence[Lot]) -> Sequence[Building]:
        """What stands next to a footprint, each once."""
        key = tuple(lots)
        if key not in self._near:
            found = {each.number: each for lot in around(key, self.adjacency) for each in self.at(lot)}
            self._near[key] = tuple(found[number] for number in sorted(found))
        return self._near[key]

    def candidates(self, building: BuildingType, lots: Sequence[Lot]) -> list[int]:
        """What could serve that building there, by number."""
        wanted = row_of(building).beside
        return [each.number for each in self.beside(lots) if serves(each.type, wanted)] if wanted else []

    # -- who serves whom --------------------------------------------------------------------------

    @cached_property
    def matching(self) -> Mapping[int, int]:
        """Who serves whom among those that stand: as many needs met as can be."""
        found = dict(self._settled)
        for number in self._ways:
            met = list(self._settled.values()).count(number)
            for _ in range(needs_of(self.buildings[number]) - met):
                self._augment(number, self._ways[number], found, set())
        return found

    @cached_property
    def _ways(self) -> Mapping[int, Sequence[int]]:
        """What could serve each of those that need somebody, in the order in which they came."""
        needy = (self.buildings[number] for number in sorted(self.buildings))
        return {each.number: self.candidates(each.type, each.place.lots) for each in needy if needs_of(each)}

    @cached_property
    def _settled(self) -> Matching:
        """Who serves whom for good, where the campaign has it so: since the building was built (R094).

        What somebody relied on and is gone, or is no such neighbour any more, settles nothing.
        """
        found: Matching = {}
        for number, ways in self._ways.items() if self._is_fixed else ():
            own = [each for each in self.buildings[number].relies_on if each in ways and each not in found]
            found.update(dict.fromkeys(own[: needs_of(self.buildings[number])], number))
        return found

    def _augment(self, customer: int, ways: Iterable[int], found: Matching, tried: set[int]) -> bool:
        """Find one more neighbour for a customer; others may move to another of theirs."""
        for server in ways:
            if server in tried or server in self._settled:
                continue
            tried.add(server)
            holder = found.get(server)
            if holder is None or (
                holder != customer and self._augment(holder, self._ways.get(holder, ()), found, tried)
            ):
                found[server] = customer
                return True
        return False

    def served(self, building: BuildingType, lots: Sequence[Lot]) -> tuple[int, ...] | None:
        """Who would serve that building there, everybody else being served as before.

        None where there are not enough. Empty for what needs none.
        """
        needs = row_of(building).needs
        if not needs:
            return ()
        ways = self.candidates(building, lots)
        if len(ways) < needs:
            return None
        found = dict(self.matching)
        # Nobody who is served now is left with less by this: the way to a free neighbour only moves them.
        if not all(self._augment(NEW, ways, found, set()) for _ in range(needs)):
            return None
        return tuple(sorted(server for server, customer in found.items() if customer == NEW))

    def withheld(self, building: BuildingType, lots: Sequence[Lot]) -> tuple[Building, Building] | None:
        """A neighbour that can't serve that building there, and the one that it serves; None without such."""
        for server in self.candidates(building, lots):
            customer = self.matching.get(server)
            if customer is not None and not self._augment(NEW, (server,), dict(self.matching), set()):
                return self.buildings[server], self.buildings[customer]
        return None

    @property
    def unmet(self) -> int:
        """How many neighbours are missing, of all that are needed."""
        return sum(needs_of(each) for each in self.buildings.values()) - len(self.matching)

    def left_alone(self) -> tuple[int, ...]:
        """The buildings that have not all the neighbours they need, by number."""
        counted = list(self.matching.values())
        return tuple(n for n, each in self.buildings.items() if counted.count(n) < needs_of(each))
