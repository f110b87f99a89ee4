"""The map as a file, CSV for spreadsheets or JSON: its columns, what makes a map whole, and its import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, cast

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.files import YES, Column, Faults, Row, Table, number, several, unknown, yes_or_no
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import Change, RecordId, Replace, Result, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line, whole_number
from bot.errors import RuleViolation
from bot.systems.kingdom.book import LABEL_LENGTH, Improvement, Special, Spot, Stage, Terrain
from bot.systems.kingdom.land.edits import (
    MapChange,
    changed,
    label_is_place,
    label_used,
    land_of,
    land_result,
    note_of,
    specials_of,
)
from bot.systems.kingdom.land.improvements import GROUNDS
from bot.systems.kingdom.land.losses import redraw
from bot.systems.kingdom.land.marking import holding
from bot.systems.kingdom.land.state import (
    FARTHEST,
    MOST_HEXES,
    NOTE_LENGTH,
    ORIGIN,
    Direction,
    Hex,
    Land,
    axial,
    beside,
    coordinates,
    grid_of,
    grid_spot,
    label_of,
    spot_at,
)
from bot.systems.kingdom.realm import KINGDOM, land_scope, realm_of
from bot.systems.kingdom.settling import moved_on
from bot.systems.kingdom.towns.state import TOWN

MOST_MONTHS: Final = 9999
# What else people call a terrain.
TERRAINS: Final = {each.value: each for each in Terrain} | {
    "cave": Terrain.CAVERN,
    "dunes": Terrain.DESERT,
    "woods": Terrain.FOREST,
    "wood": Terrain.FOREST,
    "hill": Terrain.HILLS,
    "rainforest": Terrain.JUNGLE,
    "swamp": Terrain.MARSH,
    "bog": Terrain.MARSH,
    "mountain": Terrain.MOUNTAINS,
    "plain": Terrain.PLAINS,
    "grassland": Terrain.PLAINS,
    "sea": Terrain.WATER,
    "ocean": Terrain.WATER,
}


@dataclass(frozen=True, slots=True)
class Known:
    """What rows are read against: the map as it is, kingdoms by name, and what must stay where it is."""

    land: Land
    realms: Mapping[str, RecordId]
    # Settlements, by their hex.
    towns: Mapping[Spot, str]
    # Why a hex can't leave the map; empty where it can.
    holding: Callable[[Spot], str]


class Place(NamedTuple):
    """A hex to be written, the name of the kingdom that claims it, and its place on the grid."""

    spot: Spot
    hex: Hex
    realm: str
    grid_name: str = ""


# -- columns ------------------------------------------------------------------------------------------


def _terrain(_known: Known, text: str) -> Terrain | None:
    wanted = one_line(text).casefold()
    if wanted in ("coast", "coastline", "shore"):
        raise refused(
            "map_file.coastline",
            "a coastline counts as the land next to it. Write that land under “terrain” and “yes” under "
            "“coast”.",
        )
    if wanted in TERRAINS:
        return TERRAINS[wanted]
    if wanted:
        unknown(T("terrain"), text, {name: each.value for name, each in TERRAINS.items()})
    return None


def _realm(known: Known, text: str) -> RecordId | None:
    name = one_line(text).casefold()
    if name and name not in known.realms:
        unknown(T("kingdom of this campaign"), text, {each: each for each in known.realms})
    return known.realms[name] if name else None


def _yes(part: str) -> Callable[[Place], str]:
    return lambda place: YES if getattr(place.hex, part) else ""


def _words(part: str) -> Callable[[Place], str]:
    return lambda place: " ".join(getattr(place.hex, part))


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


_YES = "`yes`, or nothing"
_KNOWN = f"{_YES}; players see revealed hexes, and special terrain once it is explored"
MAP: Final[Table[Place]] = Table(
    "kingdom-map",
    "hexes",
    T("a map"),
    (
        *(
            Column(
                name,
                None,
                write,
                is_required=True,
                instead="hex",
                help="the coordinates, two whole numbers; a file has these columns, or `hex`, or all three",
            )
            for name, write in (
                ("q", lambda place: str(axial(place.spot)[0])),
                ("r", lambda place: str(axial(place.spot)[1])),
            )
        ),
        Column(
            "hex",
            None,
            lambda place: place.grid_name,
            help="the place on the grid, such as `A1`, instead of `q` and `r`",
        ),
        Column(
            "label",
            lambda _, text: label_of(text),
            lambda place: place.hex.label,
            is_free=True,
            help=f"what your group calls the hex, at most {LABEL_LENGTH} characters, each label once",
        ),
        Column(
            "terrain",
            _terrain,
            lambda place: place.hex.terrain.value,
            help=f"{_listed(Terrain)}; a new hex needs one",
        ),
        Column(
            "rivers",
            several(Direction, T("direction out of a hex")),
            _words("rivers"),
            help="the directions in which a river flows, such as `E SW`",
        ),
        Column("coast", yes_or_no, _yes("is_coast"), "is_coast", help=_YES),
        Column("lake", yes_or_no, _yes("has_lake"), "has_lake", help=_YES),
        Column(
            "specials",
            lambda _, text: specials_of(text),
            _words("specials"),
            help=f"{_listed(Special)}, with spaces between",
        ),
        Column("explored", yes_or_no, _yes("is_explored"), "is_explored", help=_KNOWN),
        Column("cleared", yes_or_no, _yes("is_cleared"), "is_cleared", help=_KNOWN),
        Column("revealed", yes_or_no, _yes("is_revealed"), "is_revealed", help=_KNOWN),
        Column(
            "realm",
            _realm,
            lambda place: place.realm,
            is_free=True,
            help="the name of the kingdom that claims it",
        ),
        Column(
            "improvements",
            several(Improvement, T("improvement")),
            _words("improvements"),
            help=f"{_listed(Improvement)}, with spaces between",
        ),
        Column(
            "prepared",
            number(T("month when the site is ready"), MOST_MONTHS),
            lambda place: "" if place.hex.prepared is None else str(place.hex.prepared),
            help="the month of its kingdom from which on a settlement can be founded there",
        ),
        Column(
            "notes",
            lambda _, text: note_of(text),
            lambda place: place.hex.notes,
            is_free=True,
            help=f"what everybody may read, at most {NOTE_LENGTH} characters",
        ),
        Column(
            "secret",
            lambda _, text: note_of(text),
            lambda place: place.hex.secret,
            is_free=True,
            is_secret=True,
            help="what game masters alone read; players' files don't have this column",
        ),
    ),
    "/hex gm export",
    MOST_HEXES,
)


def places(land: Land, realms: Mapping[RecordId, str]) -> Iterator[Place]:
    """The hexes of a map, to be written."""
    for spot, each in land.hexes.items():
        realm = realms.get(each.realm, "") if each.realm is not None else ""
        yield Place(spot, each, realm, land.grid_name(spot))


# -- rows ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Odd:
    """An improvement where the rules would not let anybody build it: a game master may."""

    row: int
    is_listed: bool
    improvement: Improvement
    terrain: Terrain

    @property
    def told(self) -> Safe:
        """Where it stands, and what it needs by the rules."""
        says = T("{place}: {improvement} in {terrain}; the rules ask for {grounds:or}.")
        return says(
            place=Row(self.row, {}, self.is_listed).place,
            improvement=self.improvement,
            terrain=self.terrain,
            grounds=[each for each in Terrain if each in GROUNDS[self.improvement]],
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it would be read: the map afterwards, and what is odd in it, by row."""

    land: Land
    odd: tuple[Odd, ...] = ()


_Read = dict[Spot, tuple[Row, Hex]]


def read_rows(known: Known, rows: Sequence[Row], *, is_replacing: bool) -> Reading:
    """The map with those rows. Raises RuleViolation with everything that is wrong, by row."""
    faults, read = Faults(), _Read()
    grid = _grid(known.land, rows)
    for row in rows:
        try:
            _read(known, row, grid, read, faults)
        except RuleViolation as wrong:
            faults.add(row, wrong)
    hexes = {at: each for at, (_, each) in read.items()}
    # The order of the map is of no account; a file that has all of it gives its own.
    kept = {} if is_replacing else {at: each for at, each in known.land.hexes.items() if at not in hexes}
    is_named = any(map(_grid_name, rows))
    land = replace(known.land, hexes={**kept, **hexes}, grid=grid if is_named else known.land.grid)
    _check_labels(land, read, faults)
    _check_rivers(land, read, faults)
    _check_towns(known, read, faults)
    if is_replacing:
        for why in map(known.holding, (at for at in known.land.hexes if at not in hexes)):
            if why:
                faults.add(None, Safe(why))
    if len(land.hexes) > MOST_HEXES:
        says = T("A map can have at most {most} hexes; with that file it would have {count:,}.")
        faults.add(None, says(most=MOST_HEXES, count=len(land.hexes)))
    faults.require_none()
    return Reading(land, tuple(_odd(read)))


def _read(known: Known, row: Row, grid: Spot, read: _Read, faults: Faults) -> None:
    at = _spot(known.land, row, grid)
    if at in read:
        earlier = read[at][0].place
        raise refused("map_file.twice", "{hex} is already in {earlier}.", hex=at, earlier=earlier)
    parts = MAP.values(row, known, faults)
    before = known.land.hexes.get(at)
    if parts.get("terrain", Terrain.PLAINS) is None:
        del parts["terrain"]
    if before is None and "terrain" not in parts and not faults.is_in(row):
        says = T("hex {hex} is new and needs a terrain: {terrains:,}.")
        faults.add(row, says(hex=at, terrains=[each.value for each in Terrain]))
    found = replace(before or Hex(Terrain.PLAINS), **parts)
    read[at] = (row, _claimed(row, found, faults))


def _grid_name(row: Row) -> str:
    return row.cells.get("hex", "").strip()


def _is_placed(row: Row) -> bool:
    """Whether it has coordinates."""
    return any(row.cells.get(name, "").strip() for name in ("q", "r"))


def _grid(land: Land, rows: Sequence[Row]) -> Spot:
    """Where A1 lies: on the map, or else by the first row that has both; or else in the middle."""
    if land.grid is not None:
        return land.grid
    for row in rows:
        spot, name = _coordinates(row), _grid_name(row)
        if spot is not None and (found := grid_of({spot: name}, fewest=1)) is not None:
            return found
    return ORIGIN


def _spot(land: Land, row: Row, grid: Spot) -> Spot:
    """Which hex a row is about. Raises RuleViolation."""
    name = _grid_name(row)
    placed = _placed(row) if _is_placed(row) or not name else None
    named = _named(land, name, grid) if name else None
    if placed is not None and named is not None and placed != named:
        raise refused(
            "map_file.two_places",
            "{name} is at {named}, not at {placed}; correct one of them, or leave it empty.",
            name=name,
            named=named,
            placed=placed,
        )
    return cast(Spot, named or placed)


def _named(land: Land, name: str, grid: Spot) -> Spot:
    """The hex that stands under “hex”: a place on the grid, a label of the map, or coordinates."""
    at = grid_spot(grid, name) or land.named(one_line(name)) or coordinates(name)
    if at is None:
        raise refused(
            "map_file.no_place",
            "“{name:40}” isn't a hex; write its column and row, like A1 or B12, or coordinates like 2,-1.",
            name=name,
        )
    return at


def _coordinates(row: Row) -> Spot | None:
    q, r = (whole_number(row.cells.get(name, "")) for name in ("q", "r"))
    return None if q is None or r is None or max(abs(q), abs(r)) > FARTHEST else spot_at(q, r)


def _placed(row: Row) -> Spot:
    """The hex of the coordinates in a row. Raises RuleViolation."""
    if not _is_placed(row) and ("hex" in row.cells or "q" not in row.cells):
        raise refused(
            "map_file.nowhere",
            "this row doesn't say which hex; write its place under “hex”, like A1, or its coordinates under "
            "“q” and “r”.",
        )
    if (spot := _coordinates(row)) is None:
        raise refused(
            "map_file.no_coordinates",
            "“{given:40}” aren't coordinates; q and r are whole numbers from -{most} to {most}.",
            given=",".join(row.cells.get(name, "") for name in ("q", "r")),
            most=FARTHEST,
        )
    return spot


def _claimed(row: Row, found: Hex, faults: Faults) -> Hex:
    """What a kingdom claims is explored, cleared and revealed; a cell that says no is wrong."""
    if found.realm is None:
        return found
    for name in ("explored", "cleared", "revealed"):
        if row.cells.get(name, "").strip() and not getattr(found, f"is_{name}"):
            says = T("a kingdom's hex is {column}; leave “{column}” empty or write yes.")
            faults.add(row, says(column=name))
    return replace(found, is_explored=True, is_cleared=True, is_revealed=True)


# -- the whole map ------------------------------------------------------------------------------------


def _check_labels(land: Land, read: _Read, faults: Faults) -> None:
    """A label used twice, in the file or on the rest of the map, or that is another place on the grid."""
    count = Counter(each.label.casefold() for each in land.hexes.values() if each.label)
    first: dict[str, Spot] = {}
    for at, each in land.hexes.items():
        if count[each.label.casefold()] < 2:
            continue
        earlier = first.setdefault(each.label.casefold(), at)
        if earlier != at and at in read:
            faults.add(read[at][0], label_used(each.label, earlier))
    for at, (row, each) in read.items():
        if land.at(each.label) not in (None, at):
            faults.add(row, label_is_place(land, at, each.label))


def _check_rivers(land: Land, read: _Read, faults: Faults) -> None:
    """Rivers that lead nowhere: into a hex of the map from which none flows back."""
    for at, (row, each) in read.items():
        for direction in Direction:
            there, back = beside(at, direction), direction.opposite
            if there not in land.hexes or land.flows(there, back) is (direction in each.rivers):
                continue
            values = {"there": land.name_of(there), "direction": direction.value}
            if direction in each.rivers:
                says = T("the river to {direction} leads nowhere: {there} has no river toward {back}.")
                faults.add(row, says(back=back.value, **values))
            elif there not in read:
                says = T("the river of {there} flows in here; add {direction} to “rivers”.")
                faults.add(row, says(**values))


def _check_towns(known: Known, read: _Read, faults: Faults) -> None:
    """Settlements stay on land, and with the kingdom that they belong to."""
    for at, town in known.towns.items():
        if at not in read:
            continue
        row, each = read[at]
        before = known.land.hexes.get(at)
        if each.terrain is Terrain.WATER:
            says = T("{town:60} is here, and settlements can't be on Water.")
            faults.add(row, says(town=town))
        if before is not None and before.realm != each.realm:
            says = T(
                "{town:60} is here, and a file can't change who owns that hex. Use `/gm deed: give hexes`."
            )
            faults.add(row, says(town=town))


def _odd(read: _Read) -> Iterator[Odd]:
    for row, each in read.values():
        for improvement in each.improvements:
            if each.terrain not in GROUNDS.get(improvement, (each.terrain,)):
                yield Odd(row.number, row.is_listed, improvement, each.terrain)


# -- imported -----------------------------------------------------------------------------------------

NAME_LENGTH: Final = 60
MOST_ODD: Final = 6
# New, changed, removed.
Counts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ReadMap:
    """Read the map from a file, all of it or nothing."""

    name: str
    rows: tuple[Row, ...]
    is_replacing: bool = False


class MapRead(Event, audience=GAME_MASTERS):
    """What a map's file does, in numbers, and what is odd in it."""

    name: str
    counts: Counts
    total: int
    is_replacing: bool
    odd: tuple[Odd, ...] = ()
    odd_count: int = 0

    def sentence(self) -> Safe:
        """The numbers, what becomes of the other hexes, and what is odd."""
        new, changed, removed = self.counts
        numbers = T(
            "{name:60}: **{new:,}** new, **{changed:,}** changed, **{removed:,}** removed. The map then has "
            "{total:,} {total:hex|hexes}."
        )
        lines = [numbers(name=self.name, new=new, changed=changed, removed=removed, total=self.total)]
        replaces = T("It replaces the whole map: hexes that aren't in the file are removed.")
        adds = T("Hexes that aren't in the file stay as they are.")
        lines.append(replaces() if self.is_replacing else adds())
        if self.odd:
            lines += [T("**Unusual, but imported as written:**")(), *(each.told for each in self.odd)]
        if self.odd_count > len(self.odd):
            lines.append(T("… and {left} more.")(left=self.odd_count - len(self.odd)))
        return Safe("\n".join(lines))


@action(may=Permit.GAME_MASTERS, scope=land_scope, button="Import it")
def read_map(world: World, action: ReadMap, dice: Dice) -> Result:
    """Read it into the map. Raises RuleViolation with all its faults, or where it changes nothing."""
    reading = _reading(world, action.rows, is_replacing=action.is_replacing)
    before, counts = land_of(world), _counts(land_of(world), reading.land)
    if not any(counts):
        raise refused("map_file.unchanged", "The map already looks like that.")
    event = MapRead(
        clip(one_line(action.name), NAME_LENGTH),
        counts,
        len(reading.land.hexes),
        action.is_replacing and bool(before.hexes),
        reading.odd[:MOST_ODD],
        len(reading.odd),
    )
    result = land_result(world, reading.land, MapChange.READ)
    changes = (*result.changes, *_territories(world, reading.land))
    return replace(result, changes=changes, events=(*result.events, event))


def _reading(world: World, rows: tuple[Row, ...], *, is_replacing: bool) -> Reading:
    land = land_of(world)
    standing = [each for each in world.all(KINGDOM) if each.state.stage is Stage.STANDING]
    known = Known(
        land,
        {each.state.name.casefold(): each.id for each in standing},
        {each.state.spot: each.state.name for each in world.all(TOWN)},
        lambda spot: holding(world, land, spot),
    )
    return read_rows(known, rows, is_replacing=is_replacing)


def _counts(before: Land, after: Land) -> Counts:
    spots = changed(before, after)
    new = sum(spot not in before.hexes for spot in spots)
    removed = sum(spot not in after.hexes for spot in spots)
    return new, len(spots) - new - removed, removed


def _territories(world: World, after: Land) -> Iterator[Change]:
    """Kingdoms whose claims the file changes, with what of them is cut off now."""
    for record in world.all(KINGDOM):
        was = realm_of(record.id, world.records.items(), world.campaign.settings, record.state)
        now = replace(was, land=after)
        if was.hexes.keys() != now.hexes.keys() and record.state.stage is Stage.STANDING:
            yield Replace(record.id, moved_on(world, redraw(was, now)))
