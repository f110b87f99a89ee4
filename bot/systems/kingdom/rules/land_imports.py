"""A map's file brought to the campaign: first as it would be read, then read, or dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

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
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.keeping import FiguresChanged, moved_on
from bot.systems.kingdom.rules.land import Land
from bot.systems.kingdom.rules.land_edits import holding
from bot.systems.kingdom.rules.land_files import Row
from bot.systems.kingdom.rules.land_rows import Known, Odd, Reading, read_rows
from bot.systems.kingdom.rules.land_told import Deed, changed, land_of, land_scope, land_turn, shifts
from bot.systems.kingdom.rules.losing import redrawn
from bot.systems.kingdom.rules.realm import KINGDOM, realm_of
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import land_files as words

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
        raise RuleViolation(words.UNCHANGED)
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
EVENTS: tuple[type[Any], ...] = (MapBrought, MapDropped)
