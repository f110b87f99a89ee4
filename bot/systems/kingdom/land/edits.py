"""What everybody is told of a change to the map, what game masters alone, and which numbers it moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

from bot.engine.asking import Asking
from bot.engine.declare import Action, action, command, declared, option
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Viewer
from bot.engine.system import ActionKind, Kind, Open, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.book import LABEL_LENGTH, Special, Spot, Stage, Terrain
from bot.systems.kingdom.land import map_words
from bot.systems.kingdom.land import map_words as words
from bot.systems.kingdom.land.claims import HEX, followed, lost, rejoined
from bot.systems.kingdom.land.state import (
    FARTHEST,
    LAND,
    LAND_NAME,
    MOST_HEXES,
    NOTE_LENGTH,
    Direction,
    Hex,
    Land,
    as_told,
    axial,
    beside,
    coordinates,
    direction_to,
    grid_label,
    label_of,
    path_of,
    seen,
    spot_at,
    spot_of,
    spots_of,
)
from bot.systems.kingdom.names import TERRAINS
from bot.systems.kingdom.outcome import FiguresChanged, Shift, figures_changed, kept, moved_on
from bot.systems.kingdom.realm import (
    KINGDOM,
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    found_realm,
    joined,
    known_spots,
    realm_of,
)
from bot.systems.kingdom.state import REASON_LENGTH, Kingdom
from bot.systems.kingdom.towns.state import TOWN, Town

E = TypeVar("E", bound=StrEnum)
# More hexes than these are only counted where a change is told.
MOST_TOLD = 12


class Deed(StrEnum):
    """What was done to the map."""

    DRAWN = "drawn"
    CHANGED = "changed"
    RIVER_DRAWN = "river_drawn"
    RIVER_ERASED = "river_erased"
    EXPLORED = "explored"
    CLEARED = "cleared"
    REVEALED = "revealed"
    HIDDEN = "hidden"
    REMOVED = "removed"
    NOTED = "noted"
    READ = "read"


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


@dataclass(frozen=True, slots=True)
class HexesTold:
    """The map was changed where players see it: the first hexes, and how many there are in all."""

    deed: Deed
    sights: tuple[Sight, ...]
    count: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class HexesSet:
    """The map was changed under the fog, or in what game masters alone know."""

    deed: Deed
    sights: tuple[Sight, ...]
    count: int
    audience: Audience = GAME_MASTERS


def land_scope(_action: Any) -> Scope:
    """The campaign's land, and whatever lies or is claimed on it."""
    return Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))


def land_of(scene: Scene) -> Land:
    """The campaign's map; an empty one before the first hex."""
    found = _record(scene)
    return found.state if found is not None else Land(LAND_NAME)


def _record(scene: Scene) -> Record[Land] | None:
    return next(iter(scene.all(LAND)), None)


def land_turn(scene: Scene, after: Land, deed: Deed) -> Turn:
    """The turn that keeps the map, and tells who may know it. Raises RuleViolation beyond 600 hexes."""
    record, before = _record(scene), land_of(scene)
    if len(after.hexes) > max(MOST_HEXES, len(before.hexes)):
        raise RuleViolation(words.too_many_hexes(len(after.hexes), MOST_HEXES))
    change = Replace(record.id, after) if record is not None else Open(scene.new_id(), LAND.name, after)
    return Turn((change,), (*told(before, after, deed), *shifts(scene, after)), change.id)


def told(before: Land, after: Land, deed: Deed) -> tuple[HexesTold | HexesSet, ...]:
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


def shifts(scene: Scene, after: Land, *, but: Sequence[str] = ()) -> Iterator[FiguresChanged]:
    """Which numbers of the campaign's kingdoms are others on that map, except in those given."""
    before = land_of(scene)
    if before.hexes == after.hexes:
        return
    for record in _kingdoms(scene, but):
        old = realm_of(record.id, scene.records.items(), scene.campaign.settings, record.state)
        new = replace(old, land=after)
        if old.hexes != new.hexes:
            yield from figures_changed(old, new)


def _kingdoms(scene: Scene, but: Sequence[str]) -> Iterable[Record[Any]]:
    lands = {each.id for each in scene.all(LAND)}
    return (each for each in scene.all(KINGDOM) if each.state.land in lands and each.id not in but)


__all__ = ["ACTIONS", "EVENTS", "KINDS", "HexesSet", "HexesTold", "land_scope"]


def cleared(text: str) -> str:
    """What was typed; a dash stands for nothing."""
    return "" if text.strip() in ("-", "–", "—") else text


def listing(enum: type[E], text: str, wrong: Callable[[str, str, Sequence[str]], str]) -> tuple[E, ...]:
    """Values divided by spaces, commas or semicolons, in the order of their kind."""
    names = {each.value.casefold(): each for each in enum}
    found = set()
    for word in text.replace(",", " ").replace(";", " ").split():
        wanted = word.casefold()
        if wanted not in names:
            near = get_close_matches(wanted, names, 1)
            raise RuleViolation(wrong(safe(word, 40), near[0] if near else "", [each.value for each in enum]))
        found.add(names[wanted])
    return tuple(each for each in enum if each in found)


def specials_of(text: str) -> tuple[Special, ...]:
    """Special terrain out of a list; "Free City" may have its space. Raises RuleViolation."""
    joined = text.casefold().replace(words.FREE_CITY, Special.FREE_CITY.value).replace("-", "_")
    return listing(Special, joined, words.no_special)


def _specials_told(text: str) -> tuple[Special, ...]:
    return specials_of(cleared(text))


GMS = Permit.GAME_MASTERS
MOST_TYPED = 2000
GROUNDS = tuple(TERRAINS.items())


class SetHexes(Action):
    """Draw or change hexes; what you leave out stays as it is"""

    hexes: str = option(words.SEVERAL, suggest=known_spots, several=" ", max_length=MOST_TYPED)
    terrain: Terrain | None = option(
        "Needed for hexes that aren't on the map yet", default=None, choices=GROUNDS
    )
    label: str | None = option(
        "What the group calls it: for one hex; a - takes it away",
        default=None,
        parse=cleared,
        max_length=LABEL_LENGTH,
    )
    is_coast: bool | None = option("Whether the sea is beside it", name="coast", default=None)
    has_lake: bool | None = option("Whether it has a lake", name="lake", default=None)
    specials: tuple[Special, ...] | None = option(
        "Such as: landmark, lair; a - takes all away", default=None, parse=_specials_told, max_length=100
    )
    is_explored: bool | None = option("Whether it is explored", name="explored", default=None)
    is_cleared: bool | None = option("Whether it is cleared", name="cleared", default=None)
    is_revealed: bool | None = option("Whether players see it", name="revealed", default=None)
    notes: str | None = option(
        "What everybody may read; a - takes it away", default=None, parse=cleared, max_length=NOTE_LENGTH
    )
    secret: str | None = option(
        "What game masters alone read; a - takes it away",
        default=None,
        parse=cleared,
        max_length=NOTE_LENGTH,
    )


class DrawMap(Action):
    """Draw a block of hexes to begin with; what is on the map already stays"""

    columns: int = option("How many hexes wide", least=1, most=MOST_HEXES)
    rows: int = option("How many hexes high", least=1, most=MOST_HEXES)
    terrain: Terrain = option("What it is made of to begin with", choices=GROUNDS)
    corner: str = option("Coordinates of its north-western hex; 0,0 by default", default="0,0", max_length=20)
    has_labels: bool = option(
        "Whether its hexes are labelled A1, B1, …; yes by default", name="labels", default=True
    )
    is_revealed: bool = option(
        "Whether players see it at once; no by default", name="revealed", default=False
    )


class OnHexes(Action):
    """Something with several hexes."""

    hexes: str = option(words.SEVERAL, suggest=known_spots, several=" ", max_length=MOST_TYPED)


@dataclass(frozen=True, slots=True)
class MarkHexes:
    """Say that hexes are explored, cleared, revealed or hidden."""

    hexes: str
    deed: Deed


@command("hex-gm explore", may=GMS)
class Explore(OnHexes):
    """Hexes are explored: players see them, and their special terrain"""

    deed: ClassVar = Deed.EXPLORED

    def to_action(self, _asking: Asking) -> MarkHexes:
        """What is said of them."""
        return MarkHexes(self.hexes, self.deed)


@command("hex-gm clear", may=GMS)
class Clear(Explore):
    """Explored hexes are cleared of danger, and can be claimed"""

    deed: ClassVar = Deed.CLEARED


@command("hex-gm reveal", may=GMS)
class Reveal(Explore):
    """Let players see hexes, but not yet what is hidden there"""

    deed: ClassVar = Deed.REVEALED


@command("hex-gm hide", may=GMS)
class Hide(Explore):
    """Put hexes under the fog again"""

    deed: ClassVar = Deed.HIDDEN


class RemoveHexes(OnHexes):
    """Take hexes that nobody claims off the map; /undo brings them back"""


class NoteHex(Action):
    """Write a note on a hex that everybody reads"""

    hex: str = option(HEX, suggest=known_spots, max_length=100)
    text: str = option(
        "What everybody may know of it; a - takes the note away", parse=cleared, max_length=NOTE_LENGTH
    )


# -- drawing ------------------------------------------------------------------------------------------


@action("hex-gm set", may=GMS, scope=land_scope)
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
        raise RuleViolation(map_words.label_used(safe(label or ""), found))
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


@action("hex-gm new-map", may=GMS, scope=land_scope)
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
    return [(place, spot_at(*at)) for place, at in found]


# -- explored, cleared, revealed ------------------------------------------------------------------------


@action(may=GMS, scope=land_scope)
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


@action("hex-gm remove", may=GMS, scope=land_scope)
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


@action("hex note", may=Permit.MEMBERS, scope=land_scope)
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


# -- Hexes that change hands by a game master's word: with a fief, by conquest, or back to nobody ----------


MOST_NAMED, MOST_TOWNS = 12, 3


@dataclass(frozen=True, slots=True)
class GiveHexes:
    """Give hexes to a kingdom without price, with the settlements in them; or take them from it."""

    kingdom: RecordId
    hexes: str
    reason: str = ""
    is_back: bool = False


@command("hex-gm give", may=GMS)
class Giving(OnKingdom):
    """Give hexes to a kingdom without price, as with a fief or by conquest"""

    kingdom: RecordId = option("Which kingdom", finder=KINGDOM_MEANT)
    hexes: str = option(words.SEVERAL, suggest=known_spots, several=" ", max_length=MOST_TYPED)
    reason: str = option("Why, for everyone to read", max_length=REASON_LENGTH)
    back: bool = option("Take them from the kingdom instead: then they are nobody's", default=False)

    def to_action(self, _asking: Asking) -> GiveHexes:
        """At the table a reason is always given."""
        return GiveHexes(self.kingdom, self.hexes, self.reason, self.back)


@dataclass(frozen=True, slots=True)
class Bereft:
    """A kingdom that lost what another got, and what that changed in its numbers."""

    name: str
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class HexesGiven:
    """Hexes changed hands: the first names, and how many in all; from whom, where they were a kingdom's."""

    name: str
    hexes: tuple[str, ...]
    count: int
    is_back: bool = False
    reason: str = ""
    losers: tuple[Bereft, ...] = ()
    # The first settlements that came along, and how many in all.
    towns: tuple[str, ...] = ()
    town_count: int = 0
    audience: Audience = EVERYONE


def _with_land(action: GiveHexes) -> Scope:
    wants = (Want(KINGDOM.name), Want(TOWN.name))
    return Scope(ids=(action.kingdom,), wants=wants, links=True)


@action(may=GMS, scope=_with_land)
def give_hexes(scene: Scene, action: GiveHexes, dice: Dice) -> Turn:
    """Give them, or take them back. Raises RuleViolation, for hexes that are, or are not, its own."""
    realm = found_realm(scene, action.kingdom)
    if realm.kingdom.stage is not Stage.STANDING:
        raise RuleViolation(words.only_standing(safe(realm.kingdom.name, 60)))
    spots = spots_of(realm.land, action.hexes)
    return _taken(scene, realm, action, spots) if action.is_back else _given(scene, realm, action, spots)


def _taken(scene: Scene, realm: Realm, action: GiveHexes, spots: tuple[Spot, ...]) -> Turn:
    for spot in spots:
        if spot not in realm.hexes:
            raise RuleViolation(words.not_its(safe(realm.land.name_of(spot)), safe(realm.kingdom.name, 60)))
    towns = [town.name for town in realm.towns.values() if town.spot in spots]
    after = lost(realm, spots)
    told = _told(realm, action, spots, towns=tuple(towns))
    return kept(scene, realm, after, told, *followed(realm, after))


def _given(scene: Scene, realm: Realm, action: GiveHexes, spots: tuple[Spot, ...]) -> Turn:
    for spot in spots:
        if spot in realm.hexes:
            raise RuleViolation(words.is_its(safe(realm.land.name_of(spot)), safe(realm.kingdom.name, 60)))
    losers = tuple(_losers(scene, realm, spots))
    towns = _with_towns(scene, realm, spots)
    after, events = _with(scene, realm, losers, spots, towns)
    left = [_left(loser, spots, after.land) for loser in losers]
    bereft = [_bereft(was, now) for was, now in zip(losers, left, strict=True)]
    told = _told(realm, action, spots, tuple(bereft), tuple(town.name for town in towns.values()))
    also = tuple(Replace(each.id, moved_on(scene, each)) for each in left)
    return kept(scene, realm, after, told, *events, also=also)


def _with(
    scene: Scene,
    realm: Realm,
    losers: tuple[Realm, ...],
    spots: tuple[Spot, ...],
    towns: Mapping[RecordId, Town],
) -> tuple[Realm, tuple[Any, ...]]:
    """The kingdom with those hexes and settlements, and what they connect again."""
    land = realm.land
    for loser in losers:
        # Whoever loses them loses them by the rules.
        land = lost(replace(loser, land=land), spots).land
    settled = {town.spot for town in towns.values()}
    land = land.having({spot: _claimed(land.hexes[spot], realm.id, spot in settled) for spot in spots})
    after = replace(realm, land=land)
    for id_, town in towns.items():
        after = joined(after, id_, town)
    events: list[Any] = []
    for spot in spots:
        after, told = rejoined(after, spot, scene.entry)
        events += told
    return after, tuple(events)


def _bereft(was: Realm, now: Realm) -> Bereft:
    shifts = [shift for each in figures_changed(was, now) for shift in each.shifts]
    return Bereft(was.kingdom.name, tuple(shifts))


def _told(
    realm: Realm,
    action: GiveHexes,
    spots: tuple[Spot, ...],
    losers: tuple[Bereft, ...] = (),
    towns: tuple[str, ...] = (),
) -> HexesGiven:
    names = tuple(realm.land.name_of(spot) for spot in spots[:MOST_NAMED])
    reason = clip(one_line(action.reason), REASON_LENGTH)
    return HexesGiven(
        realm.kingdom.name,
        names,
        len(spots),
        action.is_back,
        reason,
        losers,
        towns[:MOST_TOWNS],
        len(towns),
    )


def _claimed(each: Hex, owner: RecordId, is_settled: bool) -> Hex:
    # A site is prepared in months of the kingdom that prepared it: another can build on it at once.
    ready = None if each.prepared is None else 0
    # A settlement that comes along is no Free City any more.
    free = (Special.FREE_CITY,) if is_settled else ()
    specials = tuple(special for special in each.specials if special not in free)
    return replace(
        each,
        realm=owner,
        prepared=ready,
        specials=specials,
        is_explored=True,
        is_cleared=True,
        is_revealed=True,
    )


def _losers(scene: Scene, realm: Realm, spots: Collection[Spot]) -> Iterator[Realm]:
    """The kingdoms whose hexes they are."""
    owners = dict.fromkeys(realm.land.hexes[spot].realm for spot in spots)
    for owner in owners:
        record = scene.records.get(owner) if owner is not None else None
        if owner is not None and record is not None and record.kind == KINGDOM.name:
            yield realm_of(owner, scene.records.items(), scene.campaign.settings, record.state)


def _left(loser: Realm, spots: Collection[Spot], land: Land) -> Realm:
    """What a kingdom is once those hexes are another's."""
    return replace(lost(loser, [spot for spot in spots if spot in loser.hexes]), land=land)


def _with_towns(scene: Scene, realm: Realm, spots: Collection[Spot]) -> Mapping[RecordId, Town]:
    """The settlements in them."""
    return {
        record.id: record.state
        for record in scene.all(TOWN)
        if record.state.spot in spots and record.state.land == realm.kingdom.land
    }


# -- Rivers: drawn along a path of neighbours, and erased --------------------------------------------------


# A hex, and where its river flows.
Flow = tuple[Spot, Direction]


class DrawRiver(Action):
    """Draw a river from hex to hex"""

    through: str = option(
        "Neighbouring hexes in order, such as A1 A2 B3; off the map: A1 A2 SE",
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
    )


class EraseRiver(Action):
    """Take a river off the map"""

    through: str = option(
        "Neighbouring hexes in order; a single hex loses all its rivers",
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
    )


@action("hex-gm river", may=GMS, scope=land_scope)
def draw_river(scene: Scene, action: DrawRiver, dice: Dice) -> Turn:
    """Draw it both ways. Raises RuleViolation where it would lead nowhere."""
    land = land_of(scene)
    after = with_flows(land, _course(land, action.through))
    if after == land:
        raise RuleViolation(words.RIVER_IS_THERE)
    return land_turn(scene, after, Deed.RIVER_DRAWN)


@action("hex-gm unriver", may=GMS, scope=land_scope)
def erase_river(scene: Scene, action: EraseRiver, dice: Dice) -> Turn:
    """Erase it both ways. Raises RuleViolation where none flows."""
    land = land_of(scene)
    path = path_of(land, action.through)
    if len(path) == 1 and not isinstance(path[0], Direction):
        flows = [flow for each in land.hexes[path[0]].rivers for flow in _both_ways(path[0], each)]
    else:
        flows = _course(land, action.through)
    after = without_flows(land, flows)
    if after == land:
        raise RuleViolation(words.NO_RIVER)
    return land_turn(scene, after, Deed.RIVER_ERASED)


def with_flows(land: Land, flows: Iterable[Flow]) -> Land:
    """The map with rivers flowing there besides."""
    return _flowing(land, {spot: {*now, *new} for spot, (now, new) in _by_hex(land, flows).items()})


def without_flows(land: Land, flows: Iterable[Flow]) -> Land:
    """The map without those."""
    return _flowing(land, {spot: {*now} - {*gone} for spot, (now, gone) in _by_hex(land, flows).items()})


def _by_hex(land: Land, flows: Iterable[Flow]) -> dict[Spot, tuple[tuple[Direction, ...], list[Direction]]]:
    found: dict[Spot, tuple[tuple[Direction, ...], list[Direction]]] = {}
    for spot, direction in flows:
        if spot in land.hexes:
            found.setdefault(spot, (land.hexes[spot].rivers, []))[1].append(direction)
    return found


def _flowing(land: Land, rivers: dict[Spot, set[Direction]]) -> Land:
    changed = {}
    for spot, flows in rivers.items():
        ordered = tuple(each for each in Direction if each in flows)
        if set(ordered) != set(land.hexes[spot].rivers):
            changed[spot] = replace(land.hexes[spot], rivers=ordered)
    return land.having(changed) if changed else land


def _both_ways(spot: Spot, direction: Direction) -> tuple[Flow, Flow]:
    return (spot, direction), (beside(spot, direction), direction.opposite)


# -- a path ---------------------------------------------------------------------------------------------


def _course(land: Land, text: str) -> list[Flow]:
    """Where a river flows on that path. Raises RuleViolation where it leads nowhere."""
    path = path_of(land, text)
    spots = [each for each in path if not isinstance(each, Direction)]
    middle = [each for each in path[1:-1] if isinstance(each, Direction)]
    if middle:
        raise RuleViolation(words.direction_within(middle[0].value))
    if not spots or len(path) < 2:
        raise RuleViolation(words.leads_nowhere([safe(land.name_of(each)) for each in spots]))
    flows = [flow for here, there in pairwise(spots) for flow in _step(land, here, there)]
    return [*flows, *_ends(land, path)]


def _step(land: Land, here: Spot, there: Spot) -> tuple[Flow, Flow]:
    direction = direction_to(here, there)
    if direction is None:
        raise RuleViolation(
            words.no_neighbours(safe(land.name_of(here)), safe(land.name_of(there)), _around(land, here))
        )
    return _both_ways(here, direction)


def _around(land: Land, spot: Spot) -> list[str]:
    """The neighbours on the map, with where they lie."""
    near = ((each, beside(spot, each)) for each in Direction)
    return [words.lies(each.value, safe(land.name_of(at))) for each, at in near if at in land.hexes]


def _ends(land: Land, path: Sequence[Spot | Direction]) -> list[Flow]:
    """The flows off the map, at either end of the path. Raises RuleViolation where the map goes on there."""
    found = []
    for direction, spot in ((path[0], path[1]), (path[-1], path[-2])):
        if isinstance(direction, Direction):
            at = beside(spot, direction)
            if at in land.hexes:
                names = safe(land.name_of(spot)), direction.value, safe(land.name_of(at))
                raise RuleViolation(words.map_goes_on(*names))
            found.append((spot, direction))
    return found


KINDS: tuple[Kind[Any], ...] = ()


ACTIONS = declared(__name__, ActionKind)


EVENTS: tuple[type[Any], ...] = (
    HexesTold,
    HexesSet,
    HexesGiven,
)
