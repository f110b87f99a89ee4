"""The geometry of the map: axial coordinates of hexes with a point at the top, as "q,r"."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, TypeVar

from bot.engine.finders import only_named
from bot.engine.parts import untold
from bot.engine.people import Viewer
from bot.engine.system import Kind, RecordId, World
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import key_of, nearest, one_line, plain_signs
from bot.errors import UserError
from bot.systems.kingdom.book import LABEL_LENGTH, Improvement, Special, Spot, Terrain

On = TypeVar("On", Improvement, Special, RecordId)

# Farther from the middle nothing is mapped.
FARTHEST = 999
ORIGIN: Final[Spot] = "0,0"


class Direction(Labelled):
    """The six neighbours of a hex."""

    EAST = "E", "east"
    NORTH_EAST = "NE", "northeast"
    NORTH_WEST = "NW", "northwest"
    WEST = "W", "west"
    SOUTH_WEST = "SW", "southwest"
    SOUTH_EAST = "SE", "southeast"

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


def spot_at(q: int, r: int) -> Spot:
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
    return spot_at(q + dq, r + dr)


@lru_cache(maxsize=8192)
def neighbours(of: Spot) -> tuple[Spot, ...]:
    """The six around it."""
    return tuple(beside(of, direction) for direction in Direction)


def distance(here: Spot, there: Spot) -> int:
    """How many hexes lie from one to the other."""
    q, r = (one - other for one, other in zip(axial(there), axial(here), strict=True))
    return max(abs(q), abs(r), abs(q + r))


def direction_to(here: Spot, there: Spot) -> Direction | None:
    """Where a neighbour lies; None where it is none."""
    return next((each for each in Direction if beside(here, each) == there), None)


def within(centre: Spot, radius: int) -> Iterator[Spot]:
    """Every hex at most so many steps away."""
    q, r = axial(centre)
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1):
            yield spot_at(q + dq, r + dr)


def steps_between(one: Spot, other: Spot) -> int:
    """How many steps it is from one hex to the other."""
    (q, r), (a, b) = axial(one), axial(other)
    return max(abs(q - a), abs(r - b), abs(q + r - a - b))


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


# -- The land of a campaign: one map of hexes, on which its kingdoms claim theirs --------------------------


# What a campaign's land is called.
LAND_NAME = T("The known lands")
NOTE_LENGTH: Final = 300
MOST_HEXES: Final = 600


# -- How an undo says what a hex holds ---------------------------------------------------------------------


def _hex(value: Mapping[str, Any]) -> Safe:
    terrain = Terrain(value["terrain"])
    return T("{label} {terrain}")(label=value["label"], terrain=terrain) if value["label"] else terrain.label


def _owner(_kingdom: str) -> Safe:
    return T("a kingdom")()


def _prepared(month: int) -> Safe:
    return T("month {month}")(month=month)


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex. `notes` are everybody's, `secret` is the game masters' own."""

    terrain: Annotated[Terrain, T("terrain")]
    label: Annotated[str, T("label")] = ""
    rivers: Annotated[tuple[Direction, ...], T("rivers")] = ()
    is_coast: Annotated[bool, T("coast")] = False
    has_lake: Annotated[bool, T("lake")] = False
    specials: Annotated[tuple[Special, ...], T("special terrain")] = ()
    is_explored: Annotated[bool, T("exploration")] = False
    is_cleared: Annotated[bool, T("clearing")] = False
    # Whether players may see it at all.
    is_revealed: Annotated[bool, T("visibility")] = False
    realm: Annotated[RecordId | None, T("owner"), _owner] = None
    improvements: Annotated[tuple[Improvement, ...], T("improvements")] = ()
    # The month of its realm from which on a settlement can be founded here.
    prepared: Annotated[int | None, T("prepared site"), _prepared] = None
    notes: Annotated[str, T("notes"), untold] = ""
    secret: Annotated[str, T("game masters' notes"), untold] = ""

    @property
    def has_river(self) -> bool:
        """Whether a river flows through it."""
        return bool(self.rivers)

    @property
    def has_water(self) -> bool:
        """Whether farms near it are watered: river, lake, swamp or Canal (R061)."""
        is_wet = self.terrain is Terrain.MARSH or Improvement.CANAL in self.improvements
        return self.has_river or self.has_lake or is_wet

    @property
    def is_known(self) -> bool:
        """Whether players see it: what a kingdom claims hides from nobody."""
        return self.is_revealed or self.realm is not None

    @property
    def shows_specials(self) -> bool:
        """Whether players see its special terrain."""
        return self.is_known and (self.is_explored or self.realm is not None)

    def has(self, *improvements: Improvement) -> bool:
        """Whether any of those stands here."""
        return any(each in self.improvements for each in improvements)


@dataclass(frozen=True)
class Territory:
    """The hexes that one kingdom claims, by what is on them: walked through once for all who ask."""

    hexes: Mapping[Spot, Hex] = field(default_factory=dict)
    # What was worked out of them, kept by whoever did.
    derived: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def with_improvement(self, improvement: Improvement) -> Mapping[Spot, Hex]:
        """Its hexes that have that."""
        return self._improved.get(improvement, {})

    def with_special(self, special: Special) -> Mapping[Spot, Hex]:
        """Its hexes that are that."""
        return self._special.get(special, {})

    @cached_property
    def roads(self) -> Mapping[Spot, Hex]:
        """Its hexes that have a Road or Highway."""
        return {spot: each for spot, each in self.hexes.items() if each.has(*ROADS)}

    @cached_property
    def rivers(self) -> int:
        """How many of its hexes a river flows through."""
        return sum(each.has_river for each in self.hexes.values())

    @cached_property
    def _improved(self) -> Mapping[Improvement, Mapping[Spot, Hex]]:
        return _by(self.hexes, lambda each: each.improvements)

    @cached_property
    def _special(self) -> Mapping[Special, Mapping[Spot, Hex]]:
        return _by(self.hexes, lambda each: each.specials)


ROADS: Final = (Improvement.ROAD, Improvement.HIGHWAY)


def _by(hexes: Mapping[Spot, Hex], has: Callable[[Hex], Iterable[On]]) -> Mapping[On, Mapping[Spot, Hex]]:
    """The hexes by each thing that they have, in their order."""
    found: dict[On, dict[Spot, Hex]] = {}
    for spot, hex_ in hexes.items():
        for each in has(hex_):
            found.setdefault(each, {})[spot] = hex_
    return found


@dataclass(frozen=True)
class Land:
    """The map: each hex by its coordinates. It has no slots, so that it can keep who claims what."""

    name: Annotated[str, T("name")]
    hexes: Annotated[Mapping[Spot, Hex], T("hex {key:40}"), T("{part} of {key:40}"), _hex] = field(
        default_factory=dict
    )
    # Where A1 lies, where its hexes are named by column and row.
    grid: Annotated[Spot | None, T("hex of A1")] = None

    def having(self, changed: Mapping[Spot, Hex]) -> Land:
        """The same with those hexes as given; a river that left the map flows on into a new one."""
        new = {spot: self._joined(spot, each) for spot, each in changed.items() if spot not in self.hexes}
        return replace(self, hexes={**self.hexes, **changed, **new})

    def _joined(self, spot: Spot, new: Hex) -> Hex:
        flows_in = [each for each in Direction if self.flows(beside(spot, each), each.opposite)]
        rivers = tuple(each for each in Direction if each in new.rivers or each in flows_in)
        return replace(new, rivers=rivers)

    def flows(self, spot: Spot, direction: Direction) -> bool:
        """Whether a river of that hex flows in that direction."""
        found = self.hexes.get(spot)
        return found is not None and direction in found.rivers

    def labelled(self, label: str) -> Spot | None:
        """The hex with that label, in capitals or not; None where there is none."""
        typed = key_of(label)
        found = (spot for spot, each in self.hexes.items() if each.label and key_of(each.label) == typed)
        return next(found, None)

    def named(self, text: str) -> Spot | None:
        """The hex with that label, grid name, or both: "Oldford", "B3" or "B3 Oldford"; None for none."""
        if (labelled := self.labelled(text)) is not None:
            return labelled
        name, _, label = key_of(text).partition(" ")
        at = self.at(name)
        if at is None or at not in self.hexes:
            return None
        return at if label in ("", key_of(self.hexes[at].label)) else None

    def of(self, realm: RecordId) -> Territory:
        """The territory that a kingdom claims."""
        return self._claimed.get(realm, Territory())

    @cached_property
    def _claimed(self) -> Mapping[RecordId, Territory]:
        found = _by(self.hexes, lambda each: () if each.realm is None else (each.realm,))
        return {realm: Territory(hexes) for realm, hexes in found.items()}

    def name_of(self, spot: Spot) -> str:
        """Its place on the grid and what the group calls it, as far as it has them; else its coordinates."""
        found = self.hexes.get(spot)
        label, place = found.label if found is not None else "", self.grid_name(spot)
        if label and place and label.casefold() != place.casefold():
            return f"{place} {label}"
        return label or place or spot

    def short_name(self, spot: Spot) -> str:
        """What the group calls it, or its place on the grid, or its coordinates: what a list hands back."""
        found = self.hexes.get(spot)
        return (found.label if found is not None else "") or self.grid_name(spot) or spot

    def grid_name(self, spot: Spot) -> str:
        """Its column and row, like B3; empty without a grid, and north or west of A1."""
        return _grid_name(self.grid, spot) if self.grid is not None else ""

    def at(self, name: str) -> Spot | None:
        """The place of that grid name, on the map or not; None for another name, and without a grid."""
        return grid_spot(self.grid, name) if self.grid is not None else None


def seen(state: Land, viewer: Viewer) -> Land:
    """The map without the fog's hexes, without what nobody has explored, and without game masters' notes."""
    if viewer.is_game_master:
        return state
    shown = {spot: _seen(each) for spot, each in state.hexes.items() if each.is_known}
    return replace(state, hexes=shown)


def _seen(each: Hex) -> Hex:
    # Nearly every hex of a large map has nothing to take out.
    if not each.secret and (each.shows_specials or not each.specials):
        return each
    return replace(each, secret="", specials=each.specials if each.shows_specials else ())


def as_told(each: Hex | None) -> Hex | None:
    """A hex as players see it; None where they don't."""
    return _seen(each) if each is not None and each.is_known else None


def with_hex_named(land: Land, path: tuple[str, ...]) -> tuple[str, ...]:
    """A part's path with its hex as it is called."""
    if path[0] != "hexes" or len(path) < 2:
        return path
    return path[0], land.name_of(path[1]), *path[2:]


# One peak called K2 makes no grid.
FEWEST: Final = 3


def grid_of(labels: Mapping[Spot, str], fewest: int = FEWEST) -> Spot | None:
    """Where A1 lies by all labels that look like a grid's; None where they disagree, or are too few."""
    found = [_origin(at, label) for at, label in labels.items() if grid_spot(ORIGIN, label)]
    return found[0] if len(found) >= fewest and len(set(found)) == 1 else None


def grid_spot(grid: Spot, name: str) -> Spot | None:
    """The place with that grid name, where A1 lies there; None for another name, or off the world."""
    found, (q, r) = _GRID.fullmatch(name), axial(grid)
    column, row = (_column(found[1]) - 1, int(found[2]) - 1) if found is not None else (-1, -1)
    at = q + column - row // 2, r + row
    return spot_at(*at) if row >= 0 and max(map(abs, at)) <= FARTHEST else None


@lru_cache(maxsize=8192)
def _grid_name(grid: Spot, spot: Spot) -> str:
    (q, r), (east, south) = axial(grid), axial(spot)
    row = south - r
    column = east - q + row // 2
    return grid_label(column, row) if row >= 0 and column >= 0 else ""


def _origin(at: Spot, label: str) -> Spot:
    """Where A1 lies, if that label is a place on the grid."""
    q, r = axial(grid_spot(ORIGIN, label) or ORIGIN)
    east, south = axial(at)
    return spot_at(east - q, south - r)


LAND: Kind[Land] = Kind(
    "land",
    Land,
    title=lambda state: state.name,
    view=seen,
    is_divisible=True,
    named=with_hex_named,
)


# -- Hexes as people name them: by the group's own label, or by coordinates, one or many at once -----------


_COORDINATES = re.compile(r"\(?\s*([+-]?\d{1,3})\s*[,;/ ]\s*([+-]?\d{1,3})\s*\)?", re.ASCII)
# In a list of hexes a pair has no space within, or stands in brackets.
_PIECES = re.compile(r"\(\s*[+-]?\d{1,3}\s*[,;/ ]\s*[+-]?\d{1,3}\s*\)|[^\s;]+", re.ASCII)
_BETWEEN = re.compile(r"-|–|\.\.|:")
_GRID = re.compile(r"([A-Za-z]{1,3})0*(\d{1,3})", re.ASCII)
_DIRECTIONS = {each.value.casefold(): each for each in Direction}
MOST_NAMED = 3
# A label of several words is looked for among so many.
_LABEL_WORDS = 5


def coordinates(text: str) -> Spot | None:
    """The hex of those coordinates, as "2,-1"; None where the text is no pair of numbers."""
    found = _COORDINATES.fullmatch(key_of(text))
    if found is None:
        return None
    q, r = int(found[1]), int(found[2])
    return spot_at(q, r) if max(abs(q), abs(r)) <= FARTHEST else None


def spot_of(land: Land, text: str) -> Spot:
    """The hex of the map with that label, grid name or coordinates. Raises RuleViolation naming near ones."""
    found = _known(land, text)
    if found is not None:
        return found
    # What is under the fog is named by its whole label only: nobody learns of it by guessing.
    seen = {spot: each for spot, each in land.hexes.items() if each.label and each.is_revealed}
    begun = only_named(text, ((each.label, spot) for spot, each in seen.items()))
    if begun is not None:
        return begun
    raise _no_such_hex(text, nearest(text, {each.label: each.label for each in seen.values()}, MOST_NAMED))


def _no_such_hex(text: str, near: Sequence[str] = ()) -> UserError:
    """None of that label, and no coordinates of the map."""
    if near:
        return refused(
            "hex.near", "There's no hex “{text:40}” on the map. Did you mean {near:,}?", text=text, near=near
        )
    return refused(
        "hex.unknown",
        "There's no hex “{text:40}” on the map. Give a place on it, such as A1 or 2,-1, or a label; a game "
        "master draws more.",
        text=text,
    )


def _known(land: Land, text: str) -> Spot | None:
    named = land.named(text)
    if named is not None:
        return named
    here = coordinates(text)
    return here if here is not None and here in land.hexes else None


def label_of(text: str) -> str:
    """A label, in a line. Raises RuleViolation where it is too long, or reads as something else."""
    label = one_line(text)
    if len(label) > LABEL_LENGTH:
        raise refused(
            "hex.long_label",
            "A label can have at most {most} characters; “{label:60}” has more.",
            most=LABEL_LENGTH,
            label=label,
        )
    if coordinates(label) is not None:
        raise refused(
            "hex.label_coordinates",
            "“{label}” looks like coordinates. Give a label with a letter in it.",
            label=label,
        )
    if label.casefold() in _DIRECTIONS or ";" in label:
        raise refused(
            "hex.label_taken",
            "“{label}” can't be a label: directions like SE, and semicolons, have a meaning in lists of "
            "hexes.",
            label=label,
        )
    return label


# -- several at once ------------------------------------------------------------------------------------


def direction_of(text: str) -> Direction | None:
    """The direction of a word such as "SE"; None where it is none."""
    return _DIRECTIONS.get(text.strip(" ,").casefold())


def spots_of(land: Land, text: str, *, may_be_new: bool = False) -> tuple[Spot, ...]:
    """The hexes named in a list: labels, coordinates and blocks such as A1-C4, divided by spaces or commas.

    With `may_be_new` coordinates may be of hexes that the map doesn't have. Raises RuleViolation.
    """
    found = tuple(dict.fromkeys(each for each in path_of(land, text, may_be_new=may_be_new)))
    directions = [each for each in found if isinstance(each, Direction)]
    if directions:
        raise _no_such_hex(directions[0].value)
    if not found:
        raise refused(
            "hex.none_named",
            "Name at least one hex: labels or coordinates, separated by spaces, like A1 B2 3,-1.",
        )
    return tuple(str(each) for each in found)


def path_of(land: Land, text: str, *, may_be_new: bool = False) -> tuple[Spot | Direction, ...]:
    """The same in order, with words of direction left as they are. Raises RuleViolation."""
    labels = _names(land)
    return tuple(_named(land, labels, _PIECES.findall(one_line(plain_signs(text))), may_be_new=may_be_new))


def _names(land: Land) -> Mapping[str, Spot]:
    """All that hexes may be called, in small letters; a label goes before a place on the grid."""
    ways: tuple[Callable[[Spot], str], ...] = (land.grid_name, land.name_of, land.short_name)
    return {key_of(way(at)): at for way in ways for at in land.hexes if way(at) not in ("", at)}


def _named(
    land: Land, labels: Mapping[str, Spot], pieces: list[str], *, may_be_new: bool
) -> Iterator[Spot | Direction]:
    while pieces:
        count, found = _longest(land, labels, pieces)
        if found:
            yield from found
            pieces = pieces[count:]
            continue
        piece = pieces.pop(0).strip(",")
        if "," in piece and coordinates(piece) is None:
            pieces = [*piece.split(","), *pieces]
            continue
        direction = direction_of(piece)
        new = coordinates(piece) or land.at(piece) if may_be_new else None
        if direction is not None:
            yield direction
        elif piece:
            yield new or spot_of(land, piece)


def _longest(land: Land, labels: Mapping[str, Spot], pieces: list[str]) -> tuple[int, Sequence[Spot]]:
    """The label or block of most words with which the pieces begin, with or without its last comma."""
    for count in range(min(len(pieces), 2 * _LABEL_WORDS), 0, -1):
        joined = " ".join(pieces[:count]).casefold()
        found = labels.get(joined) or labels.get(joined.rstrip(","))
        if found is not None:
            return count, (found,)
        block = _block(land, labels, joined.rstrip(","))
        if block:
            return count, block
    return 0, ()


def _block(land: Land, labels: Mapping[str, Spot], text: str) -> Sequence[Spot]:
    """The hexes of the map between two corners, whatever their labels; none where it is no block."""
    for found in _BETWEEN.finditer(text):
        corners = text[: found.start()], text[found.end() :]
        if all(each in labels or _GRID.fullmatch(each) for each in corners):
            grid = _grid(land, labels, corners)
            places = [
                _place(labels[each], grid.row) if each in labels else grid.place(each) for each in corners
            ]
            return _between(land, grid.row, [each for each in places if each is not None])
    return ()


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the rows and columns of a map's labels begin: every other row from `row` on lies farther east."""

    row: int = -1
    column: int | None = None

    def place(self, label: str) -> tuple[int, int] | None:
        """Column and row of a label of the grid, though no hex bears it; None for another label."""
        found = _GRID.fullmatch(label)
        if found is None or self.column is None:
            return None
        return self.column + _column(found[1]), self.row + int(found[2])


def _grid(land: Land, labels: Mapping[str, Spot], corners: Sequence[str]) -> _Grid:
    """The map's own grid; else the one that a corner's label tells, or the first label that does."""
    if land.grid is not None:
        q, r = axial(land.grid)
        return _Grid(r - 1, q - 1)
    for label in (*corners, *(each.label for each in land.hexes.values())):
        found, at = _GRID.fullmatch(label), labels.get(label.casefold())
        if found is not None and at is not None:
            row = axial(at)[1] - int(found[2])
            return _Grid(row, _place(at, row)[0] - _column(found[1]))
    return _Grid()


def _place(at: Spot, north: int) -> tuple[int, int]:
    """Column and row of a hex on a page whose rows begin below that one, with A1 in the row after it."""
    q, r = axial(at)
    return q + (r - north - 1) // 2, r


def _between(land: Land, north: int, corners: Sequence[tuple[int, int]]) -> Sequence[Spot]:
    if len(corners) < 2:
        return ()
    columns, rows = (sorted(each) for each in zip(*corners, strict=True))
    found = []
    for at in land.hexes:
        column, row = _place(at, north)
        if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]:
            found.append(at)
    return found


def _column(letters: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number


def grid_label(column: int, row: int) -> str:
    """The label of a place in a block: A1, B1, … from 0 on."""
    letters, left = "", column + 1
    while left:
        left, rest = divmod(left - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


# -- Which hex of the map somebody means, as far as they may know of it ------------------------------------


def spot_meant(world: World, land: Land, text: str) -> Spot:
    """The hex of that label or those coordinates; what lies in the fog is not there for players.

    Raises RuleViolation naming near ones.
    """
    return spot_of(seen(land, Viewer(world.actor, world.standing)), text)


def what_is_there(each: Hex) -> str:
    """A hex's terrain, waters and special terrain in a line."""
    waters = {"river": each.has_river, "lake": each.has_lake, "coast": each.is_coast}
    there = [name for name, has in waters.items() if has]
    return " · ".join((each.terrain.label, *there, *(special.label for special in each.specials)))


def what_stands_there(each: Hex) -> str:
    """A hex's terrain and what is built there, in words."""
    return " · ".join((what_is_there(each), *(improvement.label for improvement in each.improvements)))


def ordered(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """Hexes in the order of their coordinates."""
    return tuple(sorted(spots, key=axial))


def with_free_city(each: Hex, *, is_one: bool) -> Hex:
    """The hex marked as one with a Free City, or no more."""
    if (Special.FREE_CITY in each.specials) is is_one:
        return each
    others = tuple(special for special in each.specials if special is not Special.FREE_CITY)
    return replace(each, specials=(*others, Special.FREE_CITY) if is_one else others)


def without_improvement(each: Hex, improvement: Improvement) -> Hex:
    """The hex without it."""
    return replace(each, improvements=tuple(one for one in each.improvements if one is not improvement))
