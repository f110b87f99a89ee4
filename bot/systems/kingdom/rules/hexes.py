"""The geometry of the map: axial coordinates of hexes with a point at the top, as "q,r"."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from functools import lru_cache

# A hex by its axial coordinates.
Spot = str
# Farther from the middle nothing is mapped.
FARTHEST = 999


class Direction(StrEnum):
    """The six neighbours of a hex."""

    EAST = "E"
    NORTH_EAST = "NE"
    NORTH_WEST = "NW"
    WEST = "W"
    SOUTH_WEST = "SW"
    SOUTH_EAST = "SE"

    @property
    def opposite(self) -> Direction:
        """The way back."""
        order = tuple(Direction)
        return order[(order.index(self) + 3) % 6]


STEPS = {
    Direction.EAST: (1, 0),
    Direction.NORTH_EAST: (1, -1),
    Direction.NORTH_WEST: (0, -1),
    Direction.WEST: (-1, 0),
    Direction.SOUTH_WEST: (-1, 1),
    Direction.SOUTH_EAST: (0, 1),
}


def spot(q: int, r: int) -> Spot:
    """A hex of those coordinates."""
    return f"{q},{r}"


@lru_cache(maxsize=8192)
def axial(of: Spot) -> tuple[int, int]:
    """Its coordinates."""
    q, r = of.split(",")
    return int(q), int(r)


@lru_cache(maxsize=8192)
def beside(of: Spot, direction: Direction) -> Spot:
    """The neighbour in that direction."""
    q, r = axial(of)
    dq, dr = STEPS[direction]
    return spot(q + dq, r + dr)


@lru_cache(maxsize=8192)
def neighbours(of: Spot) -> tuple[Spot, ...]:
    """The six around it."""
    return tuple(beside(of, direction) for direction in Direction)


def direction_to(here: Spot, there: Spot) -> Direction | None:
    """Where a neighbour lies; None where it is none."""
    return next((each for each in Direction if beside(here, each) == there), None)


def within(centre: Spot, radius: int) -> Iterator[Spot]:
    """Every hex at most so many steps away."""
    q, r = axial(centre)
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1):
            yield spot(q + dq, r + dr)


def connected(start: Iterable[Spot], among: Collection[Spot]) -> frozenset[Spot]:
    """All of those that can be reached from the start without leaving them."""
    queue = deque(each for each in start if each in among)
    reached = set(queue)
    while queue:
        for near in neighbours(queue.popleft()):
            if near in among and near not in reached:
                reached.add(near)
                queue.append(near)
    return frozenset(reached)


def parts(among: Collection[Spot]) -> tuple[frozenset[Spot], ...]:
    """The territories that those hexes form, in the order of their first hex."""
    left, found = dict.fromkeys(among), []
    while left:
        part = connected((next(iter(left)),), left)
        found.append(part)
        for each in part:
            del left[each]
    return tuple(found)
