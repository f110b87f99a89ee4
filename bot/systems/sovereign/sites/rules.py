"""Sites as the game master prepares them (S64 to S68, S75): nobody else sees any of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.engine import parts
from bot.engine.asking import HERE_OR_ONLY_ONE, Asking, Pair, finder, only_named
from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.parts import labelled, untold
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import Kind, Open, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.text import Labelled, Safe, T, of_length, refused
from bot.engine.words import one_line, paragraphs
from bot.systems.sovereign.dungeon import (
    MOST_ROOMS,
    MOST_THINGS,
    NOTES_LENGTH,
    ROOM_LENGTH,
    THING_LENGTH,
    Frequency,
    Room,
    Shut,
    Site,
    Sort,
    Stuff,
    Thing,
    site_view,
)
from bot.systems.sovereign.harm.rules import AMOUNT_LENGTH, read_amount
from bot.systems.sovereign.state import NAME_LENGTH

# What an open delve's record is called: its chapter stands on this one.
DELVE = "delve"

# -- in the preview of an undo ------------------------------------------------------------------------

PARTS: parts.Parts = {
    "name": T("name"),
    "frequency": (T("encounter checks"), labelled(Frequency)),
    "notes": (T("notes"), untold),
}
THING_PARTS: parts.Parts = {
    "name": T("name"),
    "sort": (T("sort"), labelled(Sort)),
    "room": T("room"),
    "notes": (T("notes"), untold),
    "damage": T("damage"),
    "is_single_use": T("single use"),
    "is_spent": T("out of action"),
    "stuff": (T("made of"), labelled(Stuff)),
    "shut": (T("state"), labelled(Shut)),
}
# The lists, and by what their entries are named.
LISTS: Mapping[str, tuple[T, str]] = {
    "rooms": (T("rooms"), "name"),
    "things": (T("things"), "name"),
    "table": (T("encounters"), "what"),
}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a site, as an undo lists it."""
    if path[0] not in LISTS:
        return parts.part(PARTS, path[0], value)
    if len(path) > 1:
        return parts.part(THING_PARTS, path[1], value)
    label, name = LISTS[path[0]]
    return label(), ", ".join(parts.quoted(each[name]) for each in value or ()) or None


def same(_title: str, path: tuple[str, ...], before: Any, after: Any) -> str | None:
    """A room is known by its name, a thing by its key."""
    by = {"rooms": "name", "things": "key"}.get(path[0])
    return str(before["name"]) if by is not None and before[by] == after[by] else None


SITE: Kind[Site] = Kind(
    "site",
    Site,
    title=lambda state: state.name,
    view=site_view,
    is_divisible=True,
    word=part,
    same=same,
)


# -- which one is meant -------------------------------------------------------------------------------


def _which(names: Sequence[str]) -> Safe:
    if not names:
        return T("There's no site here yet. Make one with `/site new`.")()
    return T("That could be any of these: {names:,}. Name one.")(names=list(names))


SITE_MEANT = finder(SITE, prefer=HERE_OR_ONLY_ONE, noun=T("site"), has_secrets=True, which=_which)


class OnSite(Action):
    """Something about a site."""

    site: RecordId = option("Which site; the only one by default", finder=SITE_MEANT)


on_site = partial(action, may=Permit.GAME_MASTERS, is_quiet=True)


def rooms_of(asking: Asking) -> list[Pair]:
    """The rooms of the site that is meant."""
    return [(each.name, each.name) for each in asking.record("site").state.rooms]


def things_of(asking: Asking) -> list[Pair]:
    """The things of the site that is meant, by their keys."""
    says = T("{name} ({sort})").plain
    return [(says(name=each.name, sort=each.sort), each.key) for each in asking.record("site").state.things]


def _cleared(text: str) -> str:
    """What was typed; a dash stands for nothing."""
    return "" if text.strip() in ("-", "–", "—") else text


def _replaced(hint: str, most: int, **more: Any) -> Any:
    return option(hint, default=None, parse=_cleared, max_length=most, **more)


def _notes_of(text: str) -> str:
    return of_length(
        paragraphs(text), NOTES_LENGTH, "site.notes", "Notes can have {most} characters, not {length}."
    )


# -- the site (S75, Q34) ------------------------------------------------------------------------------

FREQUENCIES = tuple((each.value, each.texts[1]) for each in Frequency)


class PrepareSite(Action):
    """Prepare a place to explore; the players don't learn of it"""

    name: str = option("What you call it", max_length=NAME_LENGTH)
    frequency: Frequency = option(
        "How often a wandering encounter is checked for; every 3 Turns by default",
        choices=FREQUENCIES,
        default=Frequency.THIRD,
    )
    notes: str = option("What you want to remember of it", default="", max_length=NOTES_LENGTH)


class SitePrepared(Event, audience=GAME_MASTERS):
    """There is a new site."""

    says = T("New site: {name}. Encounter checks: {frequency}. Fill it in `/site show`.")
    name: str
    frequency: Frequency


def _of_name(text: str) -> tuple[Want, ...]:
    return (Want(SITE.name, text=one_line(text)),)


def _free_name(scene: Scene, text: str, own: RecordId | None = None) -> str:
    others = (each.state.name for each in scene.all(SITE) if each.id != own)
    return _free(text, NAME_LENGTH, others)


def _free(text: str, most: int, others: Iterable[str]) -> str:
    """A name. Raises RuleViolation for none, a long one, or one of the others."""
    name = of_length(
        one_line(text), most, "site.name", "A name can have 1 to {most} characters, not {length}.", least=1
    )
    if name.casefold() in (each.casefold() for each in others):
        raise refused("site.taken", "There's already one called {name}. Choose another name.", name=name)
    return name


@on_site("site new", scope=lambda action: Scope(wants=_of_name(action.name)))
def prepare_site(scene: Scene, action: PrepareSite, dice: Dice) -> Turn:
    """Open the record. Raises RuleViolation for a name in use."""
    state = Site(_free_name(scene, action.name), action.frequency, _notes_of(action.notes))
    told = SitePrepared(state.name, state.frequency)
    return Turn((Open(scene.new_id(), SITE.name, state),), (told,))


class ChangeSite(OnSite):
    """Change a site's name, notes, or how often you check for encounters, as after an alarm"""

    name: str | None = option("Its new name", default=None, max_length=NAME_LENGTH)
    frequency: Frequency | None = option(
        "How often a wandering encounter is checked for from now on", choices=FREQUENCIES, default=None
    )
    notes: str | None = _replaced("Your notes in place of the old ones; a - removes them", NOTES_LENGTH)


class SiteChanged(Event, audience=GAME_MASTERS):
    """A site reads otherwise."""

    name: str
    former: str
    frequency: Frequency
    before: Frequency
    has_new_notes: bool = False

    def sentence(self) -> Safe:
        """What changed; that a new frequency leaves the count alone (Q34)."""
        told = []
        if self.former != self.name:
            told.append(T("it was {former}").of(self))
        if self.frequency is not self.before:
            says = T("encounter checks {before} → {frequency}, counted on from the last check")
            told.append(says.of(self))
        if self.has_new_notes:
            told.append(T("new notes")())
        return T("{name}: {told:,}.")(name=self.name, told=told)


@on_site(
    "site set",
    scope=lambda action: Scope((action.site,), _of_name(action.name) if action.name is not None else ()),
)
def change_site(scene: Scene, action: ChangeSite, dice: Dice) -> Turn:
    """Keep everything that isn't named; no delve's count changes (S75, Q34). Raises RuleViolation."""
    record = scene.get(SITE, action.site)
    before = record.state
    after = replace(
        before,
        name=before.name if action.name is None else _free_name(scene, action.name, record.id),
        frequency=action.frequency or before.frequency,
        notes=before.notes if action.notes is None else _notes_of(action.notes),
    )
    told = SiteChanged(
        after.name, before.name, after.frequency, before.frequency, has_new_notes=after.notes != before.notes
    )
    return site_turn(record, after, told)


def site_turn(record: Record[Site], after: Site, told: Event) -> Turn:
    """The site as it is then. Raises RuleViolation where nothing changes."""
    if after == record.state:
        raise refused("site.same", "That's how it already is; nothing was changed.")
    return Turn((Replace(record.id, after),), (told,))


class EndSite(OnSite):
    """Put a site away when nobody explores it any more"""


class SiteEnded(Event, audience=GAME_MASTERS):
    """A site is out of play."""

    says = T("{name} is put away; `/undo` brings it back.")
    name: str


@on_site(
    "site end", asks=True, scope=lambda action: Scope((action.site,), (Want(DELVE, linking=action.site),))
)
def end_site(scene: Scene, action: EndSite, dice: Dice) -> Turn:
    """Archive it. Raises RuleViolation while somebody is in it."""
    record = scene.get(SITE, action.site)
    state = record.state
    delves = [each for each in scene.records.values() if each.kind == DELVE and not each.is_archived]
    if delves:
        raise refused(
            "site.explored",
            "{name} is being explored: {delve}. Everybody has to leave first, with `/delve leave`.",
            name=state.name,
            delve=delves[0].state.name,
        )
    if state.rooms or state.things or state.table:
        says = T("{rooms} {rooms:room|rooms}, {things} {things:thing|things} and its encounters go with it.")
        scene.note(says(rooms=len(state.rooms), things=len(state.things)))
    return Turn((Replace(record.id, state, archive=True),), (SiteEnded(state.name),))


# -- rooms and things ---------------------------------------------------------------------------------


class Written(Labelled):
    """What becomes of a room or a thing."""

    ADDED = "added", "added"
    CHANGED = "changed", "changed"
    REMOVED = "removed", "removed"


class RoomWritten(Event, audience=GAME_MASTERS):
    """A room comes, changes or goes."""

    site: str
    room: str
    what: Written
    former: str = ""

    def sentence(self) -> T:
        """Which one."""
        if self.former:
            return T("{site}: room {former} is {room} now.")
        return T("{site}: room {room} {what}.")


class ThingWritten(Event, audience=GAME_MASTERS):
    """A thing comes, changes or goes."""

    says = T("{site}: {sort} {thing} {what}.")
    site: str
    thing: str
    sort: Sort
    what: Written


def _room_name(site: Site, text: str, own: str = "") -> str:
    return _free(text, ROOM_LENGTH, (each.name for each in site.rooms if each.name != own))


def _thing_name(site: Site, text: str, own: str = "") -> str:
    return _free(text, THING_LENGTH, (each.name for each in site.things if each.key != own))


def room_of(site: Site, text: str) -> Room:
    """The room of that name, or its beginning. Raises RuleViolation where there is none."""
    found = only_named(text, ((each.name, each) for each in site.rooms))
    if found is None:
        raise refused(
            "site.no_room",
            "{site} has no room “{name:60}”. Pick one from the list, or add it with `/site room add`.",
            site=site.name,
            name=text,
        )
    return found


def thing_of(site: Site, text: str) -> Thing:
    """The thing of that key or name. Raises RuleViolation where there is none."""
    found = site.thing(text) or only_named(text, ((each.name, each) for each in site.things))
    if found is None:
        raise refused(
            "site.no_thing",
            "{site} has nothing called “{name:60}”. Pick from the list, or add it with `/site thing add`.",
            site=site.name,
            name=text,
        )
    return found


class AddRoom(OnSite):
    """Add a room with your notes"""

    name: str = option("What you call it", max_length=ROOM_LENGTH)
    notes: str = option("What is in it", default="", max_length=NOTES_LENGTH, is_long=True)


@on_site("site room add")
def add_room(scene: Scene, action: AddRoom, dice: Dice) -> Turn:
    """Put it last. Raises RuleViolation for a name in use, or too many."""
    record = scene.get(SITE, action.site)
    site = record.state
    room = Room(_room_name(site, action.name), _notes_of(action.notes))
    if len(site.rooms) >= MOST_ROOMS:
        raise refused("site.rooms", "A site can have {n} rooms.", n=MOST_ROOMS)
    told = RoomWritten(site.name, room.name, Written.ADDED)
    return site_turn(record, replace(site, rooms=(*site.rooms, room)), told)


class EditRoom(OnSite):
    """Change a room's name or notes; what is in it stays there"""

    room: str = option("Which room", suggest=rooms_of)
    name: str | None = option("Its new name", default=None, max_length=ROOM_LENGTH)
    notes: str | None = _replaced("Your notes in place of the old ones; a - removes them", NOTES_LENGTH)


@on_site("site room edit")
def edit_room(scene: Scene, action: EditRoom, dice: Dice) -> Turn:
    """Its things keep it by its new name. Raises RuleViolation for a name in use."""
    record = scene.get(SITE, action.site)
    site = record.state
    before = room_of(site, action.room)
    after = Room(
        before.name if action.name is None else _room_name(site, action.name, before.name),
        before.notes if action.notes is None else _notes_of(action.notes),
    )
    rooms = tuple(after if each == before else each for each in site.rooms)
    former = before.name if after.name != before.name else ""
    told = RoomWritten(site.name, after.name, Written.CHANGED, former)
    return site_turn(record, replace(_moved(site, before.name, after.name), rooms=rooms), told)


def _moved(site: Site, room: str, to: str) -> Site:
    """With all that is in a room in another, or in none."""
    things = (replace(each, room=to) if each.room == room else each for each in site.things)
    return replace(site, things=tuple(things))


class RemoveRoom(OnSite):
    """Take a room out of a site; what is in it stays in the site"""

    room: str = option("Which room", suggest=rooms_of)


@on_site("site room remove", asks=True)
def remove_room(scene: Scene, action: RemoveRoom, dice: Dice) -> Turn:
    """Its things are in no room then."""
    record = scene.get(SITE, action.site)
    site = record.state
    room = room_of(site, action.room)
    if homeless := [each.name for each in site.things if each.room == room.name]:
        scene.note(T("In no room then: {names:,}.")(names=homeless))
    rooms = tuple(each for each in site.rooms if each != room)
    told = RoomWritten(site.name, room.name, Written.REMOVED)
    return site_turn(record, replace(_moved(site, room.name, ""), rooms=rooms), told)


def _damage_of(text: str) -> str:
    """A trap's damage as it is rolled: 5 or 2d6. Raises RuleViolation for neither."""
    if not text.strip():
        return ""
    amount = read_amount(text)
    return str(amount) if isinstance(amount, int) else amount.expression


_STUFF_HINT, _SHUT_HINT = "What a door is made of", "How a door is shut"


class AddThing(OnSite):
    """Add something hidden, a trap or a door; only you see it"""

    name: str = option("What it is", max_length=THING_LENGTH)
    sort: Sort = option("Hidden thing, trap or door")
    room: str = option(
        "In which room",
        empty="Leave it empty for nowhere in particular.",
        default="",
        suggest=rooms_of,
        max_length=ROOM_LENGTH,
    )
    notes: str = option("What there is to know of it", default="", max_length=NOTES_LENGTH, is_long=True)
    damage: str = option(
        "A trap's damage: 5, or dice like 2d6",
        empty="Leave it empty for none.",
        default="",
        max_length=AMOUNT_LENGTH,
    )
    is_single_use: bool = option("Whether a trap goes off only once", name="single_use", default=False)
    stuff: Stuff | None = option(f"{_STUFF_HINT}; wood by default", name="made_of", default=None)
    shut: Shut | None = option(f"{_SHUT_HINT}; closed by default", default=None)


def _require_fitting(thing: Thing, *door: object) -> None:
    """Raises RuleViolation for a trap's parts of what is none, or a door's."""
    if thing.sort is not Sort.TRAP and (thing.damage or thing.is_single_use or thing.is_spent):
        raise refused(
            "site.no_trap", "Only a trap can do that; {name} is a {sort}.", name=thing.name, sort=thing.sort
        )
    if thing.sort is not Sort.DOOR and any(each is not None for each in door):
        raise refused(
            "site.no_door", "Only a door can be so; {name} is a {sort}.", name=thing.name, sort=thing.sort
        )


@on_site("site thing add")
def add_thing(scene: Scene, action: AddThing, dice: Dice) -> Turn:
    """Put it last (S64, S66 to S69). Raises RuleViolation for what can't be."""
    record = scene.get(SITE, action.site)
    site = record.state
    if len(site.things) >= MOST_THINGS:
        raise refused("site.things", "A site can have {n} things.", n=MOST_THINGS)
    thing = Thing(
        scene.new_id(),
        _thing_name(site, action.name),
        action.sort,
        room_of(site, action.room).name if action.room.strip() else "",
        _notes_of(action.notes),
        _damage_of(action.damage),
        action.is_single_use,
        stuff=action.stuff or Stuff.WOOD,
        shut=action.shut or Shut.CLOSED,
    )
    _require_fitting(thing, action.stuff, action.shut)
    told = ThingWritten(site.name, thing.name, thing.sort, Written.ADDED)
    return site_turn(record, replace(site, things=(*site.things, thing)), told)


class EditThing(OnSite):
    """Change something hidden, a trap or a door"""

    thing: str = option("Which thing", suggest=things_of)
    name: str | None = option("Its new name", default=None, max_length=THING_LENGTH)
    sort: Sort | None = option("Hidden thing, trap or door", default=None)
    room: str | None = _replaced("In which room it is now; a - for none", ROOM_LENGTH, suggest=rooms_of)
    notes: str | None = _replaced("Your notes in place of the old ones; a - removes them", NOTES_LENGTH)
    damage: str | None = _replaced("A trap's damage: 5, or dice like 2d6; a - for none", AMOUNT_LENGTH)
    is_single_use: bool | None = option("Whether a trap goes off only once", name="single_use", default=None)
    is_spent: bool | None = option("Whether a trap is out of action", name="spent", default=None)
    stuff: Stuff | None = option(_STUFF_HINT, name="made_of", default=None)
    shut: Shut | None = option(_SHUT_HINT, default=None)


def _as(thing: Thing, sort: Sort) -> Thing:
    """The same as another sort, without what went with its own."""
    return thing if sort is thing.sort else Thing(thing.key, thing.name, sort, thing.room, thing.notes)


@on_site("site thing edit")
def edit_thing(scene: Scene, action: EditThing, dice: Dice) -> Turn:
    """Keep everything that isn't named. Raises RuleViolation for what can't be."""
    record = scene.get(SITE, action.site)
    site = record.state
    before = thing_of(site, action.thing)
    given = {
        "name": _thing_name(site, action.name, before.key) if action.name is not None else None,
        "room": action.room and room_of(site, action.room).name,
        "notes": _notes_of(action.notes) if action.notes is not None else None,
        "damage": _damage_of(action.damage) if action.damage is not None else None,
        "is_single_use": action.is_single_use,
        "is_spent": action.is_spent,
        "stuff": action.stuff,
        "shut": action.shut,
    }
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    after = replace(_as(before, action.sort or before.sort), **changes)
    _require_fitting(after, action.stuff, action.shut)
    things = tuple(after if each == before else each for each in site.things)
    told = ThingWritten(site.name, after.name, after.sort, Written.CHANGED)
    return site_turn(record, replace(site, things=things), told)


class RemoveThing(OnSite):
    """Take something hidden, a trap or a door out of a site"""

    thing: str = option("Which thing", suggest=things_of)


@on_site("site thing remove")
def remove_thing(scene: Scene, action: RemoveThing, dice: Dice) -> Turn:
    """Leave the others. Raises RuleViolation where there is none."""
    record = scene.get(SITE, action.site)
    site = record.state
    thing = thing_of(site, action.thing)
    things = tuple(each for each in site.things if each != thing)
    told = ThingWritten(site.name, thing.name, thing.sort, Written.REMOVED)
    return site_turn(record, replace(site, things=things), told)
