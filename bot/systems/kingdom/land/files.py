"""The map as a file: CSV for spreadsheets, or JSON; read into rows of cells, and written."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final, TypeVar

from bot.engine.dice.source import Dice
from bot.engine.people import GAME_MASTERS, Audience, Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Change,
    Choice,
    Kind,
    Open,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    Turn,
)
from bot.engine.words import clip, one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Improvement, Spot, Stage, Terrain
from bot.systems.kingdom.land import map_words
from bot.systems.kingdom.land import map_words as words
from bot.systems.kingdom.land.claims import redrawn
from bot.systems.kingdom.land.edits import (
    Deed,
    changed,
    holding,
    land_of,
    land_scope,
    land_turn,
    listing,
    note_of,
    shifts,
    specials_of,
)
from bot.systems.kingdom.land.improvements import GROUNDS
from bot.systems.kingdom.land.state import (
    FARTHEST,
    MOST_HEXES,
    Direction,
    Hex,
    Land,
    axial,
    beside,
    label_of,
    spot_at,
)
from bot.systems.kingdom.outcome import FiguresChanged, moved_on
from bot.systems.kingdom.realm import KINGDOM, realm_of
from bot.systems.kingdom.towns.state import TOWN

MOST_BYTES: Final = 256 * 1024
WAYPOST, KIND, HEXES = "waypost", "kingdom-map", "hexes"
SECRET: Final = "secret"  # noqa: S105  the name of a column
COLUMNS: Final = (
    "q", "r", "label", "terrain", "rivers", "coast", "lake", "specials", "explored", "cleared", "revealed",
    "realm", "improvements", "prepared", "notes", SECRET,
)  # fmt: skip
REQUIRED: Final = ("q", "r")
# A spreadsheet would calculate what begins like this; the mark before it is taken off again in reading.
_FORMULA, _MARK = "=+-@", "'"
_TEXTS = ("label", "realm", "notes", SECRET)


@dataclass(frozen=True, slots=True)
class Row:
    """One hex of a file: its number as a spreadsheet counts, or in a JSON list, and its cells."""

    number: int
    cells: Mapping[str, str]
    is_listed: bool = False


def require_small(size: int) -> None:
    """See that a file of so many bytes may be read. Raises RuleViolation."""
    if size > MOST_BYTES:
        raise RuleViolation(words.too_big(size, MOST_BYTES))


def read_file(name: str, data: bytes) -> tuple[Row, ...]:
    """The rows of a file, no cell of them read yet. Raises RuleViolation with what is wrong."""
    require_small(len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleViolation(words.NOT_UTF8) from None
    is_json = name.casefold().endswith(".json") or text.lstrip()[:1] in ("{", "[")
    rows = tuple(_listed(text) if is_json else _table(text))
    if not rows:
        raise RuleViolation(words.NO_HEXES)
    if len(rows) > MOST_HEXES:
        raise RuleViolation(words.too_many(len(rows), MOST_HEXES))
    return rows


def _require_columns(names: list[str]) -> None:
    if unknown := [safe(name, 40) for name in names if name not in COLUMNS]:
        raise RuleViolation(words.unknown_columns(unknown, COLUMNS))
    if twice := [name for name in COLUMNS if names.count(name) > 1]:
        raise RuleViolation(words.column_twice(twice[0]))
    if missing := [name for name in REQUIRED if name not in names]:
        raise RuleViolation(words.missing_columns(missing))


# -- CSV ------------------------------------------------------------------------------------------------


def _table(text: str) -> Iterator[Row]:
    head = text.partition("\n")[0]
    # Spreadsheets of half the world separate cells by semicolons, and what is copied out of one has tabs.
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    try:
        names = [one_line(cell).casefold() for cell in next(reader, [])]
        while names and not names[-1]:
            names.pop()
        _require_columns(names)
        yield from _rows(reader, names)
    except csv.Error:
        raise RuleViolation(words.not_csv(reader.line_num)) from None


def _rows(reader: Any, names: list[str]) -> Iterator[Row]:
    for number, cells in enumerate(reader, 2):
        if any(cell.strip() for cell in cells[len(names) :]):
            raise RuleViolation(words.faults([words.fault(number, words.UNEVEN)]))
        if any(cell.strip() for cell in cells):
            found = zip(names, (*cells, *[""] * len(names)), strict=False)
            yield Row(number, {name: _unmarked(cell.strip()) for name, cell in found})


def _unmarked(text: str) -> str:
    is_marked = len(text) > 1 and text[0] == _MARK and text[1] in _FORMULA + _MARK
    return text[1:] if is_marked else text


# -- JSON -----------------------------------------------------------------------------------------------


def _listed(text: str) -> Iterator[Row]:
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise RuleViolation(words.not_json(wrong.lineno)) from None
    except (ValueError, RecursionError):
        # A number of thousands of digits, or brackets within brackets without end.
        raise RuleViolation(words.not_json(1)) from None
    if not isinstance(whole, dict) or whole.get(WAYPOST) != KIND or not isinstance(whole.get(HEXES), list):
        raise RuleViolation(words.OTHER_JSON)
    for number, found in enumerate(whole[HEXES], 1):
        if not isinstance(found, dict):
            raise RuleViolation(words.faults([words.fault(number, words.NO_HEX, is_listed=True)]))
        _require_columns([str(name) for name in found])
        yield Row(number, {name: _cell(number, name, value) for name, value in found.items()}, is_listed=True)


def _cell(number: int, name: str, value: Any) -> str:
    """A value as a spreadsheet's cell would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return words.YES if value else words.NO
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, str | int):
        return str(value).strip()
    raise RuleViolation(words.faults([words.fault(number, words.no_text(name), is_listed=True)]))


# -- written --------------------------------------------------------------------------------------------


class _Lines(list[str]):
    """What a CSV writer writes to."""

    write = list.append


def write_csv(land: Land, realms: Mapping[RecordId, str], *, with_secrets: bool) -> bytes:
    """The map as a table with a header; cells that a spreadsheet would calculate are marked as text."""
    columns = _columns(with_secrets=with_secrets)
    lines = _Lines()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    for spot, each in land.hexes.items():
        cells = _cells(spot, each, realms)
        writer.writerow([_marked(name, cells[name]) for name in columns])
    # With the mark by which spreadsheets know UTF-8.
    return "".join(lines).encode("utf-8-sig")


def write_json(land: Land, realms: Mapping[RecordId, str], *, with_secrets: bool) -> bytes:
    """The map as JSON, a hex a line."""
    columns = _columns(with_secrets=with_secrets)
    found = (_cells(spot, each, realms) for spot, each in land.hexes.items())
    shown = ({name: cells[name] for name in columns if cells[name]} for cells in found)
    lines = ",\n".join(json.dumps(cells, ensure_ascii=False) for cells in shown)
    return f'{{"{WAYPOST}": "{KIND}", "{HEXES}": [\n{lines}\n]}}\n'.encode()


def _columns(*, with_secrets: bool) -> tuple[str, ...]:
    return COLUMNS if with_secrets else tuple(name for name in COLUMNS if name != SECRET)


def _marked(name: str, text: str) -> str:
    return _MARK + text if name in _TEXTS and text[:1] and text[0] in _FORMULA + _MARK else text


def _cells(spot: Spot, each: Hex, realms: Mapping[RecordId, str]) -> dict[str, str]:
    q, r = axial(spot)
    return {
        "q": str(q),
        "r": str(r),
        "label": each.label,
        "terrain": each.terrain.value,
        "rivers": " ".join(each.rivers),
        "coast": _yes(each.is_coast),
        "lake": _yes(each.has_lake),
        "specials": " ".join(each.specials),
        "explored": _yes(each.is_explored),
        "cleared": _yes(each.is_cleared),
        "revealed": _yes(each.is_revealed),
        "realm": realms.get(each.realm, "") if each.realm is not None else "",
        "improvements": " ".join(each.improvements),
        "prepared": "" if each.prepared is None else str(each.prepared),
        "notes": each.notes,
        SECRET: each.secret,
    }


def _yes(value: bool) -> str:
    return words.YES if value else ""


E = TypeVar("E", bound=StrEnum)
MOST_MONTHS = 9999


@dataclass(frozen=True, slots=True)
class Odd:
    """An improvement where the rules would not let anybody build it: a game master may."""

    row: int
    is_listed: bool
    improvement: Improvement
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it would be read: the map afterwards, and what is odd in it, by row."""

    land: Land
    odd: tuple[Odd, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """What rows are read against: the map as it is, kingdoms by name, and what must stay where it is."""

    land: Land
    realms: Mapping[str, RecordId]
    # Settlements, by their hex.
    towns: Mapping[Spot, str]
    # Why a hex can't leave the map; empty where it can.
    holding: Callable[[Spot], str]


def read_rows(known: Known, rows: Sequence[Row], *, is_replacing: bool) -> Reading:
    """The map with those rows. Raises RuleViolation with everything that is wrong, by row."""
    faults: list[tuple[Row | None, str]] = []
    read: dict[Spot, tuple[Row, Hex]] = {}
    for row in rows:
        _read(known, row, read, faults)
    hexes = {at: each for at, (_, each) in read.items()}
    # The order of the map is of no account; a file that has all of it gives its own.
    kept = {} if is_replacing else {at: each for at, each in known.land.hexes.items() if at not in hexes}
    land = replace(known.land, hexes={**kept, **hexes})
    faults += _labels(land, read)
    faults += _rivers(land, read)
    faults += [(row, why) for row, why in _settled(known, read)]
    if is_replacing:
        gone = (at for at in known.land.hexes if at not in hexes)
        faults += [(None, why) for why in map(known.holding, gone) if why]
    if len(land.hexes) > MOST_HEXES:
        faults.append((None, words.too_many(len(land.hexes), MOST_HEXES)))
    if faults:
        raise RuleViolation(words.faults([_fault(row, why) for row, why in _in_order(faults)]))
    return Reading(land, tuple(_odd(read)))


def _in_order(faults: list[tuple[Row | None, str]]) -> list[tuple[Row | None, str]]:
    return sorted(faults, key=lambda fault: fault[0].number if fault[0] is not None else MOST_HEXES**2)


def _fault(row: Row | None, why: str) -> str:
    return why if row is None else words.fault(row.number, why, is_listed=row.is_listed)


# -- a row ----------------------------------------------------------------------------------------------


def _read(
    known: Known, row: Row, read: dict[Spot, tuple[Row, Hex]], faults: list[tuple[Row | None, str]]
) -> None:
    try:
        at = _spot(row)
        if at in read:
            raise RuleViolation(words.hex_twice(at, read[at][0].number, is_listed=row.is_listed))
    except RuleViolation as wrong:
        faults.append((row, str(wrong)))
        return
    parts = _land_rows_cells(known, row, faults)
    before = known.land.hexes.get(at)
    if parts.get("terrain", Terrain.PLAINS) is None:
        del parts["terrain"]
    if before is None and "terrain" not in parts:
        is_told = any(each is row for each, _ in faults)
        faults += [] if is_told else [(row, words.needs_terrain(at))]
    found = replace(before or Hex(Terrain.PLAINS), **parts)
    read[at] = (row, _claimed(row, found, faults))


def _land_rows_cells(known: Known, row: Row, faults: list[tuple[Row | None, str]]) -> dict[str, Any]:
    """What the row's cells say of its hex; what can't be read becomes a fault each."""
    parts: dict[str, Any] = {}
    for name, text in row.cells.items():
        if name in _READERS:
            field, read_cell = _READERS[name]
            try:
                parts[field] = read_cell(known, text)
            except RuleViolation as wrong:
                faults.append((row, str(wrong)))
    return parts


def _spot(row: Row) -> Spot:
    q, r = (whole_number(row.cells.get(name, "")) for name in ("q", "r"))
    if q is None or r is None or max(abs(q), abs(r)) > FARTHEST:
        given = f"{row.cells.get('q', '')},{row.cells.get('r', '')}"
        raise RuleViolation(words.no_coordinates(safe(given, 40), FARTHEST))
    return spot_at(q, r)


def _claimed(row: Row, found: Hex, faults: list[tuple[Row | None, str]]) -> Hex:
    """What a kingdom claims is explored, cleared and revealed; a cell that says no is wrong."""
    if found.realm is None:
        return found
    denied = [name for name in ("explored", "cleared", "revealed") if row.cells.get(name, "").strip()]
    faults += [
        (row, words.land_files_claimed_is_known(name)) for name in denied if not getattr(found, f"is_{name}")
    ]
    return replace(found, is_explored=True, is_cleared=True, is_revealed=True)


# -- cells ----------------------------------------------------------------------------------------------


def _terrain(_known: Known, text: str) -> Terrain | None:
    wanted = one_line(text).casefold()
    if not wanted:
        return None
    if wanted in words.COASTLINE:
        raise RuleViolation(words.COASTLINE_IS_COAST)
    names = {**{each.value: each for each in Terrain}, **{k: Terrain(v) for k, v in words.TERRAINS.items()}}
    if wanted not in names:
        near = get_close_matches(wanted, names, 1)
        raise RuleViolation(words.land_files_no_terrain(safe(text, 40), names[near[0]].value if near else ""))
    return names[wanted]


def _rivers_of(_known: Known, text: str) -> tuple[Direction, ...]:
    return listing(Direction, text, words.no_direction)


def _improvements(_known: Known, text: str) -> tuple[Improvement, ...]:
    return listing(Improvement, text, words.no_improvement)


def _is_yes(_known: Known, text: str) -> bool:
    answer = words.ANSWERS.get(text.strip().casefold())
    if answer is None:
        raise RuleViolation(words.neither_yes_nor_no(safe(text, 40)))
    return answer


def _realm(known: Known, text: str) -> RecordId | None:
    name = one_line(text)
    if not name:
        return None
    found = known.realms.get(name.casefold())
    if found is None:
        near = get_close_matches(name.casefold(), known.realms, 1)
        raise RuleViolation(words.no_kingdom(safe(name, 60), safe(near[0], 60) if near else ""))
    return found


def _month(_known: Known, text: str) -> int | None:
    if not text.strip():
        return None
    number = whole_number(text)
    if number is None or not 0 <= number <= MOST_MONTHS:
        raise RuleViolation(words.no_month(safe(text, 40), MOST_MONTHS))
    return number


_READERS: Mapping[str, tuple[str, Callable[[Known, str], Any]]] = {
    "label": ("label", lambda _, text: label_of(text)),
    "terrain": ("terrain", _terrain),
    "rivers": ("rivers", _rivers_of),
    "coast": ("is_coast", _is_yes),
    "lake": ("has_lake", _is_yes),
    "specials": ("specials", lambda _, text: specials_of(text)),
    "explored": ("is_explored", _is_yes),
    "cleared": ("is_cleared", _is_yes),
    "revealed": ("is_revealed", _is_yes),
    "realm": ("realm", _realm),
    "improvements": ("improvements", _improvements),
    "prepared": ("prepared", _month),
    "notes": ("notes", lambda _, text: note_of(text)),
    "secret": ("secret", lambda _, text: note_of(text)),
}


# -- the whole map --------------------------------------------------------------------------------------


def _labels(land: Land, read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[tuple[Row | None, str]]:
    """A label used twice, in the file or on the rest of the map."""
    count = Counter(each.label.casefold() for each in land.hexes.values() if each.label)
    first: dict[str, Spot] = {}
    for at, each in land.hexes.items():
        if count[each.label.casefold()] < 2:
            continue
        earlier = first.setdefault(each.label.casefold(), at)
        if earlier != at and at in read:
            yield read[at][0], map_words.label_used(safe(each.label), earlier)


def _rivers(land: Land, read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[tuple[Row | None, str]]:
    """Rivers that lead nowhere: into a hex of the map from which none flows back."""
    for at, (row, each) in read.items():
        for direction in Direction:
            there = beside(at, direction)
            if there not in land.hexes or land.flows(there, direction.opposite) is (direction in each.rivers):
                continue
            name, back = safe(land.name_of(there)), direction.opposite.value
            if direction in each.rivers:
                yield row, words.land_files_leads_nowhere(direction.value, name, back)
            elif there not in read:
                yield row, words.flows_in(name, direction.value)


def _settled(known: Known, read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[tuple[Row, str]]:
    """Settlements stay on land, and with the kingdom that they belong to."""
    for at, town in known.towns.items():
        if at not in read:
            continue
        row, each = read[at]
        before = known.land.hexes.get(at)
        if each.terrain is Terrain.WATER:
            yield row, words.land_files_settled_water(safe(town, 60))
        if before is not None and before.realm != each.realm:
            yield row, words.settled_realm(safe(town, 60))


def _odd(read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[Odd]:
    for row, each in read.values():
        for improvement in each.improvements:
            if each.terrain not in GROUNDS.get(improvement, (each.terrain,)):
                yield Odd(row.number, row.is_listed, improvement, each.terrain)


# -- A map's file brought to the campaign: first as it would be read, then read, or dropped ----------------


NAME_LENGTH = 60
MOST_ODD = 6
# New, changed, removed.
Counts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class MapFile:
    """A file that waits to be imported, with what that was to do when it was brought."""

    name: str
    rows: tuple[Row, ...] = ()
    is_replacing: bool = False
    counts: Counts = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class BringMap:
    """Bring a file of the map: it is read in full, and nothing is changed yet."""

    name: str
    rows: tuple[Row, ...]
    is_replacing: bool = False


@dataclass(frozen=True, slots=True)
class ImportMap:
    """Import the file."""

    file: RecordId


@dataclass(frozen=True, slots=True)
class DropMap:
    """Let the file be."""

    file: RecordId


@dataclass(frozen=True, slots=True)
class MapBrought:
    """A file waits to be imported: what it would do, in numbers, and what is odd in it."""

    name: str
    counts: Counts
    total: int
    is_replacing: bool
    odd: tuple[Odd, ...] = ()
    odd_count: int = 0
    shifts: tuple[FiguresChanged, ...] = ()
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class MapDropped:
    """A file was not imported."""

    name: str
    audience: Audience = GAME_MASTERS


def bring_map(scene: Scene, action: BringMap, dice: Dice) -> Turn:
    """Keep the file until a game master has seen what it does. Raises RuleViolation with all its faults."""
    reading = _reading(scene, action.rows, is_replacing=action.is_replacing)
    before, counts = land_of(scene), _counts(land_of(scene), reading.land)
    if not any(counts):
        raise RuleViolation(words.LAND_FILES_UNCHANGED)
    name = clip(one_line(action.name), NAME_LENGTH)
    told = MapBrought(
        name,
        counts,
        len(reading.land.hexes),
        action.is_replacing and bool(before.hexes),
        reading.odd[:MOST_ODD],
        len(reading.odd),
        tuple(shifts(scene, reading.land)),
    )
    kept = MapFile(name, action.rows, action.is_replacing, counts)
    return Turn((Open(scene.new_id(), MAP_FILE.name, kept),), (told,))


def import_map(scene: Scene, action: ImportMap, dice: Dice) -> Turn:
    """Read it into the map. Raises RuleViolation where that would do other than was shown."""
    file = scene.get(MAP_FILE, action.file)
    reading = _reading(scene, file.state.rows, is_replacing=file.state.is_replacing)
    counts = _counts(land_of(scene), reading.land)
    if counts != file.state.counts:
        raise RuleViolation(words.moved_on(counts, file.state.counts))
    turn = land_turn(scene, reading.land, Deed.READ)
    # What was read is on the map now; the file itself need not be kept.
    over = Replace(file.id, replace(file.state, rows=()), archive=True)
    return replace(turn, changes=(*turn.changes, *_territories(scene, reading.land), over))


def drop_map(scene: Scene, action: DropMap, dice: Dice) -> Turn:
    """Let it be."""
    file = scene.get(MAP_FILE, action.file)
    over = Replace(file.id, replace(file.state, rows=()), archive=True)
    return Turn((over,), (MapDropped(file.state.name),), file.id)


def _reading(scene: Scene, rows: tuple[Row, ...], *, is_replacing: bool) -> Reading:
    land = land_of(scene)
    standing = [each for each in scene.all(KINGDOM) if each.state.stage is Stage.STANDING]
    known = Known(
        land,
        {each.state.name.casefold(): each.id for each in standing},
        {each.state.spot: each.state.name for each in scene.all(TOWN)},
        lambda spot: holding(scene, land, spot),
    )
    return read_rows(known, rows, is_replacing=is_replacing)


def _counts(before: Land, after: Land) -> Counts:
    spots = changed(before, after)
    new = sum(spot not in before.hexes for spot in spots)
    removed = sum(spot not in after.hexes for spot in spots)
    return new, len(spots) - new - removed, removed


def _territories(scene: Scene, after: Land) -> Iterator[Change]:
    """Kingdoms whose claims the file changes, with what of them is cut off now."""
    for record in scene.all(KINGDOM):
        was = realm_of(record.id, scene.records.items(), scene.campaign.settings, record.state)
        now = replace(was, land=after)
        if was.hexes.keys() != now.hexes.keys() and record.state.stage is Stage.STANDING:
            yield Replace(record.id, moved_on(scene, redrawn(was, now)))


# -- the file that waits --------------------------------------------------------------------------------


def _for_game_masters(state: MapFile, viewer: Viewer) -> MapFile | None:
    return state if viewer.is_game_master else None


def _steps(id_: RecordId, state: MapFile) -> tuple[Step, ...]:
    choices = (
        Choice("import", words.IMPORT, ImportMap(id_), is_main=True),
        Choice("drop", words.DROP, DropMap(id_)),
    )
    return (Step("import", words.waits(safe(state.name, NAME_LENGTH)), None, choices),)


MAP_FILE: Kind[MapFile] = Kind(
    "map",
    MapFile,
    title=lambda state: state.name,
    waiting=_steps,
    view=_for_game_masters,
    word=lambda _path, _value: ("", None),
)


def _scope(action: ImportMap) -> Scope:
    return Scope(ids=(action.file,), wants=land_scope(action).wants)


GMS = Permit.GAME_MASTERS


KINDS: tuple[Kind[Any], ...] = (MAP_FILE,)


ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(BringMap, bring_map, GMS, land_scope),
    ActionKind(ImportMap, import_map, GMS, _scope),
    ActionKind(DropMap, drop_map, GMS, lambda action: Scope(ids=(action.file,))),
)


EVENTS: tuple[type[Any], ...] = (
    MapBrought,
    MapDropped,
)
