"""Sites as the game master prepares them (S64 to S68, S75): nobody else sees any of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot.engine.asking import Asks
from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import HERE_OR_ONLY_ONE, Asker, Pair, finder, only_named
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.prose import PROSE_LENGTH
from bot.engine.saying import Clause, Label, Name
from bot.engine.system import Kind, RecordId, Scope, Want, World
from bot.engine.text import Labelled, Safe, T, of_length, refused
from bot.engine.words import one_line, paragraphs, plain_signs
from bot.engine.working import Declares, RecordCopy, Refusal, WorkingCopy, correction, deed
from bot.systems.sovereign.dungeon import (
    MOST_ROOMS,
    MOST_THINGS,
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

SITE: Kind[Site] = Kind(
    "site",
    Site,
    title=lambda state: state.name,
    view=site_view,
    is_divisible=True,
)


# -- which one is meant -------------------------------------------------------------------------------


def _which(names: Sequence[str]) -> Safe:
    if not names:
        return T("There's no site here yet. Make one with `/site new`.")()
    return T("That could be any of these: {names:,}. Name one.")(names=list(names))


SITE_MEANT = finder(SITE, prefer=HERE_OR_ONLY_ONE, noun=T("site"), has_secrets=True, which=_which)


class OnSite(Action):
    """An action on a site."""

    site: RecordId = option("Which site; the only one by default", finder=SITE_MEANT)


A = TypeVar("A")
SAME: Refusal = "site.same", T("That's how it already is; nothing was changed.")


def on_site(path: str = "", /, **declared: Any) -> Declares[RecordCopy[Site], A]:
    """Declare what a game master changes of a site, as `correction` does; nobody else learns of it."""
    return correction(path, of=SITE, known=lambda _: GAME_MASTERS, already=SAME, is_quiet=True, **declared)


def rooms_of(asker: Asker) -> list[Pair]:
    """The rooms of the site that is meant."""
    return [(each.name, each.name) for each in asker.record("site").state.rooms]


def things_of(asker: Asker) -> list[Pair]:
    """The things of the site that is meant, by their keys."""
    says = T("{name} ({sort})").plain
    return [(says(name=each.name, sort=each.sort), each.key) for each in asker.record("site").state.things]


def _cleared(text: str) -> str:
    """The text typed; empty where it is only a dash."""
    return "" if plain_signs(text).strip() == "-" else text


def _replaced(hint: str, *, is_read: bool = False, **more: Any) -> Any:
    return option(hint, default=None, parse=_cleared, is_read=is_read, **more)


def _notes_of(text: str) -> str:
    return of_length(paragraphs(text), PROSE_LENGTH, "site.notes", "Notes can have {most} characters{given}.")


# -- the site (S75, Q34) ------------------------------------------------------------------------------

FREQUENCIES = tuple((each.value, each.texts[1]) for each in Frequency)


class PrepareSite(Action):
    """Prepare a place to explore; the players don't learn of it"""

    name: str = option("Name", max_length=NAME_LENGTH)
    frequency: Frequency = option(
        "How often you check for wandering encounters; every 3 Turns by default",
        choices=FREQUENCIES,
        default=Frequency.THIRD,
    )
    notes: str = option("What you want to remember of it", default="", is_prose=True)


class SitePrepared(Event, audience=GAME_MASTERS):
    """A game master prepared a new site."""

    says = T("New site: {name}. Encounter checks: {frequency}. Fill it in `/site show`.")
    name: str
    frequency: Frequency


def _of_name(text: str) -> tuple[Want, ...]:
    return (Want(SITE.name, text=one_line(text)),)


def _free_name(world: World, text: str, own: RecordId | None = None) -> str:
    others = (each.state.name for each in world.all(SITE) if each.id != own)
    return _free(text, NAME_LENGTH, others)


def _free(text: str, most: int, others: Iterable[str]) -> str:
    """A name. Raises RuleViolation for none, a long one, or one of the others."""
    name = of_length(
        one_line(text), most, "site.name", "A name can have 1 to {most} characters{given}.", least=1
    )
    if name.casefold() in (each.casefold() for each in others):
        raise refused("site.taken", "There's already one called {name}. Choose another name.", name=name)
    return name


@deed(
    "site new",
    may=Permit.GAME_MASTERS,
    is_quiet=True,
    scope=lambda action: Scope(wants=_of_name(action.name)),
)
def prepare_site(copy: WorkingCopy, action: PrepareSite, dice: Dice) -> None:
    """Open the record. Raises RuleViolation for a name in use."""
    state = Site(_free_name(copy.world, action.name), action.frequency, _notes_of(action.notes))
    copy.open(SITE, state)
    copy.tell(SitePrepared(state.name, state.frequency))


class ChangeSite(OnSite):
    """Change a site: its name, notes, or how often you check for encounters, as after an alarm"""

    name: str | None = option("Its new name", default=None, max_length=NAME_LENGTH)
    frequency: Frequency | None = option(
        "How often you check for wandering encounters from now on",
        label="How often you check for encounters",
        choices=FREQUENCIES,
        default=None,
    )
    notes: str | None = _replaced("Your notes in place of the old ones; a - removes them", is_prose=True)


@on_site(
    "site set",
    scope=lambda action: Scope((action.site,), _of_name(action.name) if action.name is not None else ()),
    button="Change the site",
)
def change_site(found: RecordCopy[Site], action: ChangeSite, dice: Dice) -> None:
    """Keep everything that isn't named; no delve's count changes (S75, Q34). Raises RuleViolation."""
    before = found.state
    found.change(
        name=before.name if action.name is None else _free_name(found.world, action.name, found.id),
        frequency=action.frequency or before.frequency,
        notes=before.notes if action.notes is None else _notes_of(action.notes),
    )
    after = found.state
    changed = list[Clause]()
    if before.name != after.name:
        changed.append(Clause(T("it was {former}"), former=Name(before.name)))
    if after.frequency is not before.frequency:
        # A new frequency leaves the count alone (Q34).
        changed.append(
            Clause(
                T("encounter checks {before} → {frequency}, counted on from the last check"),
                before=Label(before.frequency),
                frequency=Label(after.frequency),
            )
        )
    if after.notes != before.notes:
        changed.append(Clause(T("new notes")))
    found.say("site.changed", T("{name}: {told:,}."), name=Name(after.name), told=changed)


class EndSite(OnSite):
    """Put a site away when nobody explores it any more"""


@on_site(
    "site end",
    confirms=True,
    scope=lambda action: Scope((action.site,), (Want(DELVE, linking=action.site),)),
    button="Put the site away",
)
def end_site(found: RecordCopy[Site], action: EndSite, dice: Dice) -> None:
    """Archive it. Raises RuleViolation while somebody is in it."""
    state = found.state
    delves = [each for each in found.world.records.values() if each.kind == DELVE and not each.is_archived]
    if delves:
        raise refused(
            "site.explored",
            "{name} is being explored: {delve}. Everybody has to leave first, with `/gm deed: leave`.",
            name=state.name,
            delve=delves[0].state.name,
        )
    if state.rooms or state.things or state.table:
        says = T("{rooms} {rooms:room|rooms}, {things} {things:thing|things} and its encounters go with it.")
        found.note(says(rooms=len(state.rooms), things=len(state.things)))
    found.archive()
    found.say("site.ended", T("{name} is put away; `/undo` brings it back."), name=Name(state.name))


# -- rooms and things ---------------------------------------------------------------------------------


class Written(Labelled):
    """What becomes of a room or a thing."""

    ADDED = "added", "added"
    CHANGED = "changed", "changed"
    REMOVED = "removed", "removed"


def _say_room(found: RecordCopy[Site], room: str, what: Written) -> None:
    site = Name(found.state.name)
    found.say("site.room", T("{site}: room {room} {what}."), site=site, room=Name(room), what=Label(what))


def _say_thing(found: RecordCopy[Site], thing: Thing, what: Written) -> None:
    found.say(
        "site.thing",
        T("{site}: {sort} {thing} {what}."),
        site=Name(found.state.name),
        sort=Label(thing.sort),
        thing=Name(thing.name),
        what=Label(what),
    )


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

    name: str = option("Name", max_length=ROOM_LENGTH)
    notes: str = option("What is in it", default="", is_prose=True)


def _require_rooms(site: Site) -> None:
    if len(site.rooms) >= MOST_ROOMS:
        raise refused("site.rooms", "A site can have {n} rooms.", n=MOST_ROOMS)


@on_site(
    "site room add",
    asks=Asks(T("New room in {name}"), ("name", "notes"), is_beside=True),
    when=(_require_rooms,),
)
def add_room(found: RecordCopy[Site], action: AddRoom, dice: Dice) -> None:
    """Put it last. Raises RuleViolation for a name in use, or too many."""
    site = found.state
    room = Room(_room_name(site, action.name), _notes_of(action.notes))
    found.change(rooms=(*site.rooms, room))
    _say_room(found, room.name, Written.ADDED)


class EditRoom(OnSite):
    """Change a room's name or notes; what is in it stays there"""

    room: str = option("Which room", suggest=rooms_of)
    name: str | None = option("Its new name", default=None, max_length=ROOM_LENGTH)
    notes: str | None = _replaced("Your notes in place of the old ones; a - removes them", is_prose=True)


@on_site("site room edit")
def edit_room(found: RecordCopy[Site], action: EditRoom, dice: Dice) -> None:
    """Its things keep it by its new name. Raises RuleViolation for a name in use."""
    site = found.state
    before = room_of(site, action.room)
    after = Room(
        before.name if action.name is None else _room_name(site, action.name, before.name),
        before.notes if action.notes is None else _notes_of(action.notes),
    )
    found.put(_moved(site, before.name, after.name))
    found.change(rooms=tuple(after if each == before else each for each in site.rooms))
    if after.name != before.name:
        found.say(
            "site.room_renamed",
            T("{site}: room {former} is now {room}."),
            site=Name(site.name),
            former=Name(before.name),
            room=Name(after.name),
        )
    else:
        _say_room(found, after.name, Written.CHANGED)


def _moved(site: Site, room: str, to: str) -> Site:
    """With all that is in a room in another, or in none."""
    things = (replace(each, room=to) if each.room == room else each for each in site.things)
    return replace(site, things=tuple(things))


class RemoveRoom(OnSite):
    """Take a room out of a site; what is in it stays in the site"""

    room: str = option("Which room", suggest=rooms_of)


@on_site("site room remove", confirms=True)
def remove_room(found: RecordCopy[Site], action: RemoveRoom, dice: Dice) -> None:
    """Its things are in no room then."""
    site = found.state
    room = room_of(site, action.room)
    if homeless := [each.name for each in site.things if each.room == room.name]:
        found.note(T("In no room then: {names:,}.")(names=homeless))
    found.put(_moved(site, room.name, ""))
    found.change(rooms=tuple(each for each in site.rooms if each != room))
    _say_room(found, room.name, Written.REMOVED)


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
    notes: str = option("What there is to know of it", default="", is_prose=True)
    damage: str = option(
        "A trap's damage: 5, or dice like 2d6",
        empty="Leave it empty for none.",
        default="",
        max_length=AMOUNT_LENGTH,
        is_read=True,
    )
    is_single_use: bool = option("Whether a trap goes off only once", name="single_use", default=False)
    stuff: Stuff | None = option(f"{_STUFF_HINT}; wood by default", name="made_of", default=None)
    shut: Shut | None = option(f"{_SHUT_HINT}; closed by default", default=None)


def _require_fitting(thing: Thing, *door: object) -> None:
    """Raises RuleViolation for a trap's parts of what is none, or a door's."""
    if thing.sort is not Sort.TRAP and (thing.damage or thing.is_single_use or thing.is_spent):
        raise refused(
            "site.no_trap", "That's only for traps; {name} is a {sort}.", name=thing.name, sort=thing.sort
        )
    if thing.sort is not Sort.DOOR and any(each is not None for each in door):
        raise refused(
            "site.no_door", "That's only for doors; {name} is a {sort}.", name=thing.name, sort=thing.sort
        )


def _require_things(site: Site) -> None:
    if len(site.things) >= MOST_THINGS:
        raise refused("site.things", "A site can have {n} things.", n=MOST_THINGS)


@on_site(
    "site thing add",
    asks=Asks(T("New in {name}"), ("name", "sort", "room", "damage", "notes"), is_beside=True),
    when=(_require_things,),
)
def add_thing(found: RecordCopy[Site], action: AddThing, dice: Dice) -> None:
    """Put it last (S64, S66 to S69). Raises RuleViolation for what can't be."""
    site = found.state
    thing = Thing(
        found.world.new_id(),
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
    found.change(things=(*site.things, thing))
    _say_thing(found, thing, Written.ADDED)


class EditThing(OnSite):
    """Change something hidden, a trap or a door"""

    thing: str = option("Which thing", suggest=things_of)
    name: str | None = option("Its new name", default=None, max_length=THING_LENGTH)
    sort: Sort | None = option("Hidden thing, trap or door", default=None)
    room: str | None = _replaced(
        "In which room it is now; a - for none", max_length=ROOM_LENGTH, suggest=rooms_of
    )
    notes: str | None = _replaced("Your notes in place of the old ones; a - removes them", is_prose=True)
    damage: str | None = _replaced(
        "A trap's damage: 5, or dice like 2d6; a - for none", max_length=AMOUNT_LENGTH, is_read=True
    )
    is_single_use: bool | None = option("Whether a trap goes off only once", name="single_use", default=None)
    is_spent: bool | None = option("Whether a trap is out of action", name="spent", default=None)
    stuff: Stuff | None = option(_STUFF_HINT, name="made_of", default=None)
    shut: Shut | None = option(_SHUT_HINT, default=None)


def _as(thing: Thing, sort: Sort) -> Thing:
    """The same as another sort, without what went with its own."""
    return thing if sort is thing.sort else Thing(thing.key, thing.name, sort, thing.room, thing.notes)


@on_site("site thing edit", button="Change it")
def edit_thing(found: RecordCopy[Site], action: EditThing, dice: Dice) -> None:
    """Keep everything that isn't named. Raises RuleViolation for what can't be."""
    site = found.state
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
    found.change(things=tuple(after if each == before else each for each in site.things))
    _say_thing(found, after, Written.CHANGED)


class RemoveThing(OnSite):
    """Take a thing out of a site: something hidden, a trap or a door"""

    thing: str = option("Which thing", suggest=things_of)


@on_site("site thing remove", button="Take it out")
def remove_thing(found: RecordCopy[Site], action: RemoveThing, dice: Dice) -> None:
    """Leave the others. Raises RuleViolation where there is none."""
    thing = thing_of(found.state, action.thing)
    found.change(things=tuple(each for each in found.state.things if each != thing))
    _say_thing(found, thing, Written.REMOVED)
