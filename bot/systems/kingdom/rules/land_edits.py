"""The map as game masters draw it: blocks of hexes, terrain, labels, special terrain, fog; and notes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit, Viewer
from bot.engine.system import ActionKind, Kind, Scene, Turn
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import FARTHEST, Spot, axial, spot
from bot.systems.kingdom.rules.land import MOST_HEXES, NOTE_LENGTH, Hex, Land, seen
from bot.systems.kingdom.rules.land_told import Deed, HexesSet, HexesTold, land_of, land_scope, land_turn
from bot.systems.kingdom.rules.places import coordinates, grid_label, label_of, spot_of, spots_of
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import Special, Stage, Terrain
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import land as words
from bot.systems.kingdom.words import places

__all__ = ["ACTIONS", "EVENTS", "KINDS", "HexesSet", "HexesTold", "land_scope"]


@dataclass(frozen=True, slots=True)
class SetHexes:
    """Draw or change hexes, named by labels or coordinates divided by spaces; None leaves a part as it is."""

    hexes: str
    terrain: Terrain | None = None
    label: str | None = None
    is_coast: bool | None = None
    has_lake: bool | None = None
    specials: tuple[Special, ...] | None = None
    is_explored: bool | None = None
    is_cleared: bool | None = None
    is_revealed: bool | None = None
    notes: str | None = None
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class DrawMap:
    """Draw a block of hexes of one terrain: columns by rows, from a corner in the north-west."""

    columns: int
    rows: int
    terrain: Terrain
    corner: str = "0,0"
    has_labels: bool = True
    is_revealed: bool = False


@dataclass(frozen=True, slots=True)
class MarkHexes:
    """Say that hexes are explored, cleared, revealed or hidden."""

    hexes: str
    deed: Deed


@dataclass(frozen=True, slots=True)
class RemoveHexes:
    """Take hexes that nobody claims off the map."""

    hexes: str


@dataclass(frozen=True, slots=True)
class NoteHex:
    """Write the players' note on a hex; empty takes it away."""

    hex: str
    text: str


# -- drawing ------------------------------------------------------------------------------------------


def set_hexes(scene: Scene, action: SetHexes, dice: Dice) -> Turn:
    """Change those hexes, and draw those that the map doesn't have. Raises RuleViolation."""
    land = land_of(scene)
    spots = spots_of(land, action.hexes, may_be_new=True)
    action = _tidy(land, spots, action)
    if action.terrain is Terrain.WATER:
        _require_unsettled(scene, land, spots)
    changed = {each: _changed(land, each, action) for each in spots}
    is_new = all(each not in land.hexes for each in spots)
    return land_turn(scene, land.having(changed), Deed.DRAWN if is_new else Deed.CHANGED)


def _tidy(land: Land, spots: tuple[Spot, ...], action: SetHexes) -> SetHexes:
    """The same with its texts in a line. Raises RuleViolation for a label that can't be theirs."""
    label = label_of(action.label) if action.label else action.label
    if label and len(spots) > 1:
        raise RuleViolation(words.one_label(safe(label), len(spots)))
    found = land.labelled(label) if label else None
    if found is not None and found != spots[0]:
        raise RuleViolation(places.label_used(safe(label or ""), found))
    notes = note_of(action.notes) if action.notes else action.notes
    secret = note_of(action.secret) if action.secret else action.secret
    return replace(action, label=label, notes=notes, secret=secret)


def note_of(text: str) -> str:
    """A note, in a line. Raises RuleViolation where it is too long."""
    note = one_line(text)
    if len(note) > NOTE_LENGTH:
        raise RuleViolation(words.long_note(NOTE_LENGTH, len(note)))
    return note


_PARTS = (
    "terrain", "label", "is_coast", "has_lake", "specials", "is_explored", "is_cleared", "is_revealed",
    "notes", "secret",
)  # fmt: skip


def _changed(land: Land, at: Spot, action: SetHexes) -> Hex:
    before = land.hexes.get(at)
    if before is None and action.terrain is None:
        raise RuleViolation(words.new_hex_needs_terrain(at))
    found = before or Hex(action.terrain or Terrain.PLAINS)
    given = {name: getattr(action, name) for name in _PARTS}
    new = replace(found, **{name: value for name, value in given.items() if value is not None})
    if found.realm is not None and not (new.is_explored and new.is_cleared and new.is_revealed):
        raise RuleViolation(words.claimed_is_known(safe(land.name_of(at))))
    return new


def _require_unsettled(scene: Scene, land: Land, spots: tuple[Spot, ...]) -> None:
    """No settlement stands on Water (R166). Raises RuleViolation."""
    for town in scene.all(TOWN):
        if town.state.spot in spots:
            name = safe(land.name_of(town.state.spot))
            raise RuleViolation(words.settled_water(name, safe(town.state.name, 60)))


def draw_map(scene: Scene, action: DrawMap, dice: Dice) -> Turn:
    """Draw the block, around what is on the map already. Raises RuleViolation where it is too large."""
    land, corner = land_of(scene), coordinates(action.corner)
    if corner is None:
        raise RuleViolation(words.no_corner(safe(action.corner, 40)))
    if action.columns < 1 or action.rows < 1 or action.columns * action.rows > MOST_HEXES:
        raise RuleViolation(words.block_size(action.columns, action.rows, MOST_HEXES))
    drawn, taken = {}, {each.label.casefold() for each in land.hexes.values()}
    for (column, row), at in _block(corner, action.columns, action.rows):
        label = grid_label(column, row) if action.has_labels else ""
        label = "" if label.casefold() in taken else label
        if at not in land.hexes:
            drawn[at] = Hex(action.terrain, label, is_revealed=action.is_revealed)
    if not drawn:
        raise RuleViolation(words.ALL_DRAWN)
    return land_turn(scene, land.having(drawn), Deed.DRAWN)


def _block(corner: Spot, columns: int, rows: int) -> list[tuple[tuple[int, int], Spot]]:
    """Each place of a block that is upright on the page: every other row is half a hex farther east."""
    q, r = axial(corner)
    found = [
        ((column, row), (q + column - row // 2, r + row)) for row in range(rows) for column in range(columns)
    ]
    if any(max(map(abs, at)) > FARTHEST for _, at in found):
        raise RuleViolation(words.off_the_world(FARTHEST))
    return [(place, spot(*at)) for place, at in found]


# -- explored, cleared, revealed ------------------------------------------------------------------------


def mark_hexes(scene: Scene, action: MarkHexes, dice: Dice) -> Turn:
    """Mark them. Exploring reveals; clearing wants explored hexes. Raises RuleViolation."""
    land = land_of(scene)
    before = {each: land.hexes[each] for each in spots_of(land, action.hexes)}
    after = {at: _marked(land, at, action.deed) for at in before}
    if after == before:
        raise RuleViolation(words.nothing_to_mark(action.deed.value))
    return land_turn(scene, land.having(after), action.deed)


def _marked(land: Land, at: Spot, deed: Deed) -> Hex:
    each, name = land.hexes[at], safe(land.name_of(at))
    if deed is Deed.EXPLORED:
        return replace(each, is_explored=True, is_revealed=True)
    if deed is Deed.REVEALED:
        return replace(each, is_revealed=True)
    if deed is Deed.HIDDEN:
        if each.realm is not None:
            raise RuleViolation(words.claimed_is_known(name))
        return replace(each, is_revealed=False)
    if not each.is_explored:
        # What is there would come to light with it.
        raise RuleViolation(words.explore_first(name))
    return replace(each, is_cleared=True)


# -- off the map ----------------------------------------------------------------------------------------


def remove_hexes(scene: Scene, action: RemoveHexes, dice: Dice) -> Turn:
    """Take them off the map. Raises RuleViolation for what is claimed, settled or begun on."""
    land = land_of(scene)
    gone = spots_of(land, action.hexes)
    for at in gone:
        if why := holding(scene, land, at):
            raise RuleViolation(why)
    left = {at: each for at, each in land.hexes.items() if at not in gone}
    return land_turn(scene, replace(land, hexes=left), Deed.REMOVED)


def holding(scene: Scene, land: Land, at: Spot) -> str:
    """Why a hex must stay on the map; empty where nothing holds it."""
    name = safe(land.name_of(at))
    owner = land.hexes[at].realm
    if owner is not None:
        record = scene.records.get(owner)
        return words.is_claimed(name, safe(record.state.name, 60) if record is not None else "")
    for town in scene.all(TOWN):
        if town.state.spot == at:
            return words.is_settled(name, safe(town.state.name, 60))
    for kingdom in scene.all(KINGDOM):
        if _needs(kingdom.state, at):
            return words.is_needed(name, safe(kingdom.state.name, 60))
    return ""


def _needs(kingdom: Kingdom, at: Spot) -> bool:
    """Whether a kingdom begins on it, may have it back, or has an event there."""
    is_first = kingdom.stage is Stage.FOUNDING and kingdom.first == at
    is_lost = any(at in part.spots for part in kingdom.parts)
    return is_first or is_lost or any(each.spot == at for each in kingdom.happenings)


# -- notes ----------------------------------------------------------------------------------------------


def note_hex(scene: Scene, action: NoteHex, dice: Dice) -> Turn:
    """Write on a hex that players see. Raises RuleViolation."""
    land = land_of(scene)
    # Under the fog there is nothing for players: neither is there for this.
    at = spot_of(seen(land, Viewer(scene.actor, scene.standing)), action.hex)
    each, name = land.hexes[at], safe(land.name_of(at))
    if not each.is_known:
        raise RuleViolation(words.note_under_fog(name))
    note = note_of(action.text)
    if note == each.notes:
        raise RuleViolation(words.same_note(name, has_note=bool(note)))
    return land_turn(scene, land.having({at: replace(each, notes=note)}), Deed.NOTED)


GMS = Permit.GAME_MASTERS
KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(SetHexes, set_hexes, GMS, land_scope),
    ActionKind(DrawMap, draw_map, GMS, land_scope),
    ActionKind(MarkHexes, mark_hexes, GMS, land_scope),
    ActionKind(RemoveHexes, remove_hexes, GMS, land_scope),
    ActionKind(NoteHex, note_hex, Permit.MEMBERS, land_scope),
)
EVENTS: tuple[type[Any], ...] = (HexesTold, HexesSet)
