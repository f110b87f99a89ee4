"""The map as game masters draw and mark it: what everybody is told of that, and which numbers it moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.declare import Action, action, option, options_of
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.files import several
from bot.engine.finders import Asker, Pair
from bot.engine.people import GAME_MASTERS, Permit, Viewer
from bot.engine.picking import Picking
from bot.engine.system import Open, Record, Replace, Result, World
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import one_line, plain_signs, safe
from bot.errors import UserError
from bot.systems.kingdom.book import LABEL_LENGTH, Special, Spot, Terrain
from bot.systems.kingdom.land.hex_lists import MarkPick
from bot.systems.kingdom.land.state import (
    FARTHEST,
    LAND,
    LAND_NAME,
    MOST_HEXES,
    NOTE_LENGTH,
    ORIGIN,
    Hex,
    Land,
    as_told,
    axial,
    coordinates,
    grid_label,
    grid_of,
    label_of,
    seen,
    spot_at,
    spot_of,
    spots_of,
)
from bot.systems.kingdom.realm import HEX, KINGDOM, known_spots, land_scope, realm_of
from bot.systems.kingdom.settling import FiguresChanged, figures_changed
from bot.systems.kingdom.towns.state import TOWN

SEVERAL = "Labels or coordinates, separated by spaces; A1-C4 is a block"
# More hexes than these are only counted where a change is told.
MOST_TOLD = 12


class MapChange(Labelled):
    """What was done to the map."""

    DRAWN = "drawn", "The map is larger"
    CHANGED = "changed", "The map is changed"
    RIVER_DRAWN = "river_drawn", "A river is drawn"
    RIVER_ERASED = "river_erased", "A river is taken off the map"
    EXPLORED = "explored"
    CLEARED = "cleared"
    REVEALED = "revealed", "Known to everyone"
    HIDDEN = "hidden", "Under the fog"
    REMOVED = "removed", "Taken off the map"
    NOTED = "noted", "A note on the map"
    READ = "read", "The map from a file"


# What became of the hexes.
DONE: Final[Mapping[MapChange, T]] = {
    MapChange.DRAWN: T("{hexes:upper} {count:is|are} drawn."),
    MapChange.CHANGED: T("{hexes:upper} {count:is|are} changed."),
    MapChange.RIVER_DRAWN: T("A river now runs through {hexes}."),
    MapChange.RIVER_ERASED: T("That river no longer runs through {hexes}."),
    MapChange.EXPLORED: T("{hexes:upper} {count:is|are} explored."),
    MapChange.CLEARED: T("{hexes:upper} {count:is|are} cleared."),
    MapChange.REVEALED: T("{hexes:upper} {count:is|are} revealed."),
    MapChange.HIDDEN: T("{hexes:upper} {count:is|are} hidden."),
    MapChange.REMOVED: T("{hexes:upper} {count:is|are} off the map."),
    MapChange.NOTED: T("{hexes:upper} {count:has a new note|have new notes}."),
    MapChange.READ: T("{hexes:upper} {count:is|are} changed by a file."),
}
# Letters for what an action moves in kingdoms' numbers.
MOVED: Final = 450
UNCHANGED: Final = T("The map stays as it is.")


def named(hexes: Sequence[str], count: int) -> Safe:
    """Some names, the rest counted: the hexes A1 and A2."""
    names, left = [safe(each, 40) for each in hexes], count - len(hexes)
    more = T("{names:,} and {left:,} more")(names=names, left=left) if left > 0 else None
    return T("the {count:hex|hexes} {names}")(count=count, names=more or names)


@dataclass(frozen=True, slots=True)
class Sight:
    """A hex as it looks now: as players see it, or with what is hidden for game masters."""

    name: str
    terrain: Terrain
    is_coast: bool = False
    has_lake: bool = False
    has_river: bool = False
    specials: tuple[Special, ...] = ()
    is_explored: bool = False
    is_cleared: bool = False
    is_revealed: bool = False
    notes: str = ""
    secret: str = ""


class HexesTold(Event):
    """The map was changed where players see it: the first hexes, and how many there are in all."""

    deed: MapChange
    sights: tuple[Sight, ...]
    count: int

    def sentence(self) -> T | Safe:
        """Which hexes, and what they are now."""
        return _changed_hexes(self)


class HexesSet(Event, audience=GAME_MASTERS):
    """The map was changed under the fog, or in what game masters alone know."""

    deed: MapChange
    sights: tuple[Sight, ...]
    count: int

    def sentence(self) -> T | Safe:
        """Which hexes, and what they are now."""
        return _changed_hexes(self)


def _changed_hexes(event: HexesTold | HexesSet) -> T | Safe:
    if not event.count:
        return UNCHANGED
    hexes = named([each.name for each in event.sights], event.count)
    return DONE[event.deed].of(event, hexes=hexes)


def land_of(world: World) -> Land:
    """The campaign's map; an empty one before the first hex."""
    found = _record(world)
    return found.state if found is not None else Land(LAND_NAME.plain())


def _record(world: World) -> Record[Land] | None:
    return next(iter(world.all(LAND)), None)


def land_result(world: World, after: Land, deed: MapChange) -> Result:
    """The turn that keeps the map, and tells who may know it. Raises RuleViolation beyond 600 hexes."""
    record, before = _record(world), land_of(world)
    if len(after.hexes) > max(MOST_HEXES, len(before.hexes)):
        raise refused(
            "hex.too_many",
            "A map can have at most {most} hexes; that would be {count:,}.",
            most=MOST_HEXES,
            count=len(after.hexes),
        )
    if after.grid is None:
        after = replace(after, grid=grid_of({spot: each.label for spot, each in after.hexes.items()}))
    change = Replace(record.id, after) if record is not None else Open(world.new_id(), LAND.name, after)
    return Result((change,), (*events_of(before, after, deed), *shifts(world, after)), change.id)


def events_of(before: Land, after: Land, deed: MapChange) -> tuple[HexesTold | HexesSet, ...]:
    """What changed, for everybody as far as they see it; the rest for game masters."""
    open_, hidden = [], []
    for spot in changed(before, after):
        old, new = before.hexes.get(spot), after.hexes.get(spot)
        # What goes under the fog, nobody is told.
        shown = as_told(old) != as_told(new) and (new is None or new.is_known)
        if shown:
            open_.append(_sight(after if new else before, spot, as_told(new) or as_told(old)))
        if not shown or _is_partly_hidden(old, new):
            hidden.append(_sight(after if new else before, spot, new or old))
    events: list[HexesTold | HexesSet] = []
    if open_:
        events.append(HexesTold(deed, tuple(open_[:MOST_TOLD]), len(open_)))
    if hidden or not open_:
        events.append(HexesSet(deed, tuple(hidden[:MOST_TOLD]), len(hidden)))
    return tuple(events)


def _is_partly_hidden(old: Hex | None, new: Hex | None) -> bool:
    """Whether more changed than players see."""
    was, now = (each or Hex(Terrain.PLAINS) for each in (old, new))
    return was.secret != now.secret or (was.specials != now.specials and not now.shows_specials)


def changed(before: Land, after: Land) -> list[Spot]:
    """The hexes that differ, in the order of the map."""
    spots = dict.fromkeys((*after.hexes, *before.hexes))
    return [spot for spot in spots if before.hexes.get(spot) != after.hexes.get(spot)]


def _sight(land: Land, spot: Spot, each: Hex | None) -> Sight:
    found = each or Hex(Terrain.PLAINS)
    return Sight(
        land.name_of(spot),
        found.terrain,
        found.is_coast,
        found.has_lake,
        found.has_river,
        found.specials,
        found.is_explored,
        found.is_cleared,
        found.is_revealed,
        found.notes,
        found.secret,
    )


def shifts(world: World, after: Land, *, but: Sequence[str] = ()) -> Iterator[FiguresChanged]:
    """Which numbers of the campaign's kingdoms are others on that map, except in those given."""
    before = land_of(world)
    if before.hexes == after.hexes:
        return
    for record in _kingdoms(world, but):
        old = realm_of(record.id, world.records.items(), world.campaign.settings, record.state)
        new = replace(old, land=after)
        if old.hexes != new.hexes:
            yield from figures_changed(old, new)


def _kingdoms(world: World, but: Sequence[str]) -> Iterable[Record[Any]]:
    lands = {each.id for each in world.all(LAND)}
    return (each for each in world.all(KINGDOM) if each.state.land in lands and each.id not in but)


def cleared(text: str) -> str:
    """The text typed; empty where it is only a dash."""
    return "" if plain_signs(text).strip() == "-" else text


def specials_of(text: str) -> tuple[Special, ...]:
    """Special terrain out of a list; "Free City" may have its space. Raises RuleViolation."""
    joined = text.casefold().replace("free city", Special.FREE_CITY.value).replace("-", "_")
    if "river" in joined.split():
        raise refused(
            "hex.river_is_no_special",
            "rivers go under “rivers”, with the directions they flow in, like “E SW”.",
        )
    return SPECIALS(None, joined)


SPECIALS = several(Special, T("special terrain"))


GMS = Permit.GAME_MASTERS
MOST_TYPED = 2000
GROUNDS = tuple(Terrain)


def _can_turn(picking: Picking, spot: Spot, each: Hex) -> bool:
    """Whether it is something else; on Water is no kingdom's hex, where there may be a settlement."""
    terrain = _meant(picking)
    return each.terrain is not terrain and (each.realm is None or terrain is not Terrain.WATER)


def _meant(picking: Picking) -> Terrain:
    terrain: Terrain = options_of(SetHexes)["terrain"].taken(picking.held.get("terrain"))
    return terrain


class SetHexes(Action):
    """Draw or change hexes; whatever you leave out stays as it is"""

    hexes: str = option(
        SEVERAL,
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
        is_needed=True,
        pick=MarkPick(
            lambda picking: T("Which hexes are {terrain:lower}?")(terrain=_meant(picking)), _can_turn
        ),
    )
    terrain: Terrain | None = option(
        "Required for hexes that aren't on the map yet", default=None, choices=GROUNDS
    )
    label: str | None = option(
        "Its name on the map, for one hex; a - removes it",
        default=None,
        parse=cleared,
        is_read=False,
        max_length=LABEL_LENGTH,
    )
    is_coast: bool | None = option("It is on the coast", name="coast", default=None)
    has_lake: bool | None = option("There is a lake", name="lake", default=None)
    specials: tuple[Special, ...] | None = option(
        "For example: landmark, lair; a - removes all",
        default=None,
        parse=lambda text: specials_of(cleared(text)),
        max_length=100,
    )
    is_explored: bool | None = option("It is explored", name="explored", default=None)
    is_cleared: bool | None = option("It is cleared", name="cleared", default=None)
    is_revealed: bool | None = option("Players see it", name="revealed", default=None)
    notes: str | None = option(
        "A note for everybody to read; a - removes it",
        default=None,
        parse=cleared,
        is_read=False,
        max_length=NOTE_LENGTH,
    )
    secret: str | None = option(
        "A note for game masters only; a - removes it",
        default=None,
        parse=cleared,
        is_read=False,
        max_length=NOTE_LENGTH,
    )


def free_corners(asker: Asker) -> Iterator[Pair]:
    """Where a further block could begin: beside and below what is on the map; else in the middle."""
    spots = [axial(spot) for each in asker.all(LAND) for spot in each.state.hexes]
    if not spots:
        yield T("{spot} · the first block").plain(spot=ORIGIN), ORIGIN
        return
    top, bottom = min(r for _, r in spots), max(r for _, r in spots)
    west = min(q + (r - top) // 2 for q, r in spots)
    east = max(q + (r - top) // 2 for q, r in spots)
    beside, below = spot_at(east + 1, top), spot_at(west - (bottom + 1 - top) // 2, bottom + 1)
    yield T("{spot} · east of the map").plain(spot=beside), beside
    yield T("{spot} · south of the map").plain(spot=below), below


class DrawMap(Action):
    """Draw a block of hexes to start with; what's already on the map stays"""

    columns: int = option("How many hexes wide", least=1, most=MOST_HEXES)
    rows: int = option("How many hexes high", least=1, most=MOST_HEXES)
    terrain: Terrain = option("The terrain to start with", choices=GROUNDS)
    corner: str = option(
        "Coordinates of the northwestern hex; 0,0 by default",
        default=ORIGIN,
        suggest=free_corners,
        max_length=20,
    )
    has_labels: bool = option("Label the hexes A1, B1, …; yes by default", name="labels", default=True)
    is_revealed: bool = option("Show it to players right away; no by default", name="revealed", default=False)


class NoteHex(Action):
    """Write a note on a hex for everybody to read"""

    hex: str = option(HEX, suggest=known_spots, max_length=100)
    text: str = option(
        "The note, for everybody to read; a - removes it",
        parse=cleared,
        is_read=False,
        max_length=NOTE_LENGTH,
    )


# -- drawing ------------------------------------------------------------------------------------------


@action("hex gm set", may=GMS, scope=land_scope)
def set_hexes(world: World, action: SetHexes, dice: Dice) -> Result:
    """Change those hexes, and draw those that the map doesn't have. Raises RuleViolation."""
    land = land_of(world)
    spots = spots_of(land, action.hexes, may_be_new=True)
    action = _tidy(land, spots, action)
    if action.terrain is Terrain.WATER:
        _require_unsettled(world, land, spots)
    changed = {each: _changed(land, each, action) for each in spots}
    is_new = all(each not in land.hexes for each in spots)
    return land_result(world, land.having(changed), MapChange.DRAWN if is_new else MapChange.CHANGED)


def _tidy(land: Land, spots: tuple[Spot, ...], action: SetHexes) -> SetHexes:
    """The same with its texts in a line. Raises RuleViolation for a label that can't be theirs."""
    label = label_of(action.label) if action.label else action.label
    if label and len(spots) > 1:
        raise refused(
            "hex.label_for_one",
            "You can't give “{label}” to {count} hexes: a label belongs to one hex. Name one hex, or leave "
            "out the label.",
            label=label,
            count=len(spots),
        )
    if label:
        require_free(land, spots[0], label)
    notes = note_of(action.notes) if action.notes else action.notes
    secret = note_of(action.secret) if action.secret else action.secret
    return replace(action, label=label, notes=notes, secret=secret)


def require_free(land: Land, spot: Spot, label: str) -> None:
    """See that no other hex is called that, or lies there on the grid. Raises RuleViolation."""
    found, place = land.labelled(label), land.at(label)
    if found not in (None, spot):
        raise label_used(label, found or "")
    if place not in (None, spot):
        raise label_is_place(land, spot, label)


def label_is_place(land: Land, spot: Spot, label: str) -> UserError:
    """The refusal of a label that is another hex's place on the grid."""
    return refused(
        "hex.label_is_place",
        "“{label}” is another place on the grid: this hex is {name}. Pick another label.",
        label=label,
        name=land.grid_name(spot) or spot,
    )


def label_used(label: str, spot: Spot) -> UserError:
    """The refusal of a label that another hex has."""
    return refused(
        "hex.label_used",
        "“{label}” is already the label of hex {hex}. Pick another label.",
        label=label,
        hex=spot,
    )


def note_of(text: str) -> str:
    """A note, in a line. Raises RuleViolation where it is too long."""
    note = one_line(text)
    if len(note) > NOTE_LENGTH:
        raise refused(
            "hex.long_note",
            "A note can have at most {most} characters; that one has {count}.",
            most=NOTE_LENGTH,
            count=len(note),
        )
    return note


_PARTS = (
    "terrain", "label", "is_coast", "has_lake", "specials", "is_explored", "is_cleared", "is_revealed",
    "notes", "secret",
)  # fmt: skip


def _changed(land: Land, at: Spot, action: SetHexes) -> Hex:
    before = land.hexes.get(at)
    if before is None and action.terrain is None:
        raise refused(
            "hex.needs_terrain",
            "The map has no hex {hex} yet. To draw it, give its terrain.",
            hex=at,
        )
    found = before or Hex(action.terrain or Terrain.PLAINS)
    given = {name: getattr(action, name) for name in _PARTS}
    new = replace(found, **{name: value for name, value in given.items() if value is not None})
    if found.realm is not None and not (new.is_explored and new.is_cleared and new.is_revealed):
        raise claimed_is_known(land.name_of(at))
    return new


def claimed_is_known(name: str) -> UserError:
    """A kingdom's hex under the fog."""
    return refused(
        "hex.claimed_is_known",
        "{name} belongs to a kingdom, so it stays explored, cleared and visible. Take it from the kingdom "
        "first, with `/gm deed: give hexes` and `back`.",
        name=name,
    )


def _require_unsettled(world: World, land: Land, spots: tuple[Spot, ...]) -> None:
    """No settlement stands on Water (R166). Raises RuleViolation."""
    for town in world.all(TOWN):
        if town.state.spot in spots:
            raise refused(
                "hex.settled_water",
                "{town:60} is in {name}, and settlements can't be on Water. Choose another terrain.",
                town=town.state.name,
                name=land.name_of(town.state.spot),
            )


@action("hex gm new-map", may=GMS, scope=land_scope)
def draw_map(world: World, action: DrawMap, dice: Dice) -> Result:
    """Draw the block, around what is on the map already. Raises RuleViolation where it is too large."""
    land, corner = land_of(world), coordinates(action.corner)
    if corner is None:
        raise refused(
            "map.no_corner",
            "“{text:40}” isn't a corner. Give coordinates like 0,0 or -3,5.",
            text=action.corner,
        )
    if action.columns < 1 or action.rows < 1 or action.columns * action.rows > MOST_HEXES:
        raise refused(
            "map.block_size",
            "A block can have at most {most} hexes, with at least 1 column and 1 row; {columns} by {rows} "
            "makes {count:,}.",
            most=MOST_HEXES,
            columns=action.columns,
            rows=action.rows,
            count=action.columns * action.rows,
        )
    if action.has_labels and land.grid is None and not land.hexes:
        land = replace(land, grid=corner)
    drawn, taken = {}, {each.label.casefold() for each in land.hexes.values()}
    for (column, row), at in _block(corner, action.columns, action.rows):
        place = grid_label(column, row) if land.grid is None else land.grid_name(at)
        label = place if action.has_labels and place.casefold() not in taken else ""
        if at not in land.hexes:
            drawn[at] = Hex(action.terrain, label, is_revealed=action.is_revealed)
    if not drawn:
        raise refused(
            "map.all_drawn", "Every hex of that block is already on the map. Give another `corner`."
        )
    return land_result(world, land.having(drawn), MapChange.DRAWN)


def _block(corner: Spot, columns: int, rows: int) -> list[tuple[tuple[int, int], Spot]]:
    """Each place of a block that is upright on the page: every other row is half a hex farther east."""
    q, r = axial(corner)
    found = [
        ((column, row), (q + column - row // 2, r + row)) for row in range(rows) for column in range(columns)
    ]
    if any(max(map(abs, at)) > FARTHEST for _, at in found):
        raise refused(
            "map.off_the_world",
            "Coordinates go from -{farthest} to {farthest}. Choose a corner closer to 0,0.",
            farthest=FARTHEST,
        )
    return [(place, spot_at(*at)) for place, at in found]


# -- notes ----------------------------------------------------------------------------------------------


@action("hex note", may=Permit.MEMBERS, scope=land_scope, button="Write the note")
def note_hex(world: World, action: NoteHex, dice: Dice) -> Result:
    """Write on a hex that players see. Raises RuleViolation."""
    land = land_of(world)
    # Under the fog there is nothing for players: neither is there for this.
    at = spot_of(seen(land, Viewer(world.actor, world.standing)), action.hex)
    each, name = land.hexes[at], land.name_of(at)
    if not each.is_known:
        raise refused(
            "hex.note_under_fog",
            "Players don't see {name} yet, and notes are for everybody. Reveal it first with `/hex gm "
            "reveal`, or write a secret note with `/hex gm set` and `secret`.",
            name=name,
        )
    note = note_of(action.text)
    if note == each.notes:
        if note:
            raise refused("hex.same_note", "{name} already says that.", name=name)
        raise refused("hex.no_note", "{name} has no note.", name=name)
    return land_result(world, land.having({at: replace(each, notes=note)}), MapChange.NOTED)
