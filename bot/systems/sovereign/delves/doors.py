"""Doors the party knows: stuck, locked, battered, listened at (S67 to S70); what is revealed (S64, S66)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.saying import NOTHING, Clause, Label, Name, Words, say
from bot.engine.system import RecordId, Scope, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line, paragraphs
from bot.engine.working import Declares, RecordCopy, correction, deed
from bot.systems.sovereign.book import Attribute, Skill
from bot.systems.sovereign.checks.means import Check, Diced
from bot.systems.sovereign.delves.rules import (
    DELVE,
    OfTurn,
    OnDelve,
    all_batter,
    drawn,
    encounter_said,
    people_of,
    require_turn,
    site_of,
)
from bot.systems.sovereign.delves.work import battered_by, holds_for, opened, released
from bot.systems.sovereign.dungeon import (
    MOST_DOORS,
    THING_LENGTH,
    Activity,
    Delve,
    Door,
    Member,
    Shut,
    Site,
    Sort,
    Stuff,
    Thing,
)
from bot.systems.sovereign.people.rules import CHARACTER, CHARACTER_MEANT, require_able
from bot.systems.sovereign.sites.rules import thing_of as site_thing
from bot.systems.sovereign.state import Character

PICKING = Check(Attribute.DEX, Skill.SNEAK)
FORCING = Check(Attribute.STR, Skill.EXERT)
NOTICING = Check(Attribute.WIS, Skill.NOTICE)
# What the book has rolled in the open for a deed: the chance is said with the declaration.
OPEN_ROLLS = {Activity.PICK: PICKING, Activity.FORCE: FORCING}


def known_doors(asker: Asker) -> list[Pair]:
    """Those the party knows, each with how it is shut."""
    says = T("{name}: {stuff}, {shut}")
    doors = asker.record("delve").state.doors
    return [(says.plain(name=each.name, stuff=each.stuff, shut=each.shut), each.key) for each in doors]


def door_of(state: Delve, text: str) -> Door:
    """The one of that key or name. Raises RuleViolation for none, or one that is open."""
    near = one_line(text).casefold()
    found = [each for each in state.doors if each.key == text or each.name.casefold() == near]
    if not found:
        raise refused(
            "door.unknown",
            "The party knows no door called “{name:60}”. A {gm} adds it with `/gm deed: show a door`.",
            name=text,
        )
    return found[0]


def require_shut(door: Door) -> None:
    """Raises RuleViolation for a door that is open by now."""
    if door.shut is Shut.OPEN:
        raise refused("door.open", "{door} is open already.", door=door.name)


def require_locked(door: Door) -> None:
    """Raises RuleViolation for a door that takes no lockpick and no battering (S67, S68)."""
    if door.shut is not Shut.LOCKED:
        raise refused("door.not_locked", "{door} isn't locked; force it or open it.", door=door.name)


def require_forceable(door: Door) -> None:
    """Raises RuleViolation for a locked door: a shove opens only what is stuck (S67 to S69)."""
    if door.shut is Shut.LOCKED:
        raise refused("door.locked", "{door} is locked; pick the lock, or batter it down.", door=door.name)


# -- battering (S68, Q35, Q37, Q38) ---------------------------------------------------------------------


def require_batterable(door: Door) -> None:
    """Raises RuleViolation for what can't be battered down (S68)."""
    require_shut(door)
    if door.stuff is Stuff.METAL:
        raise refused(
            "door.metal", "{door} is metal or stone: nothing mundane batters it down.", door=door.name
        )
    require_locked(door)


def batter(found: RecordCopy[Delve], member: Member, door: Door, dice: Dice) -> None:
    """Somebody begins to batter, or helps who does; the door's first Turn brings its extra check at once."""
    world, delve = found.world, found.state
    require_batterable(door)
    begun = door.begun if door.batterers else delve.turn
    door = replace(door, batterers=(*door.batterers, member.character), begun=begun)
    is_group, people = all_batter(world), people_of(world)
    found.put(battered_by(delve, replace(door, loud=delve.turn), people, is_group=is_group))
    turns = holds_for(door, people, is_group=is_group)
    until = max(delve.turn, begun + turns - 1)
    found.say(
        "door.battered",
        T("{name} batters {door}: {turns} {turns:Turn|Turns}, until the end of Turn {until}."),
        name=Name(member.name),
        door=Name(door.name),
        turns=turns,
        until=until,
    )
    # Whoever lets go and begins anew in the same Turn makes no further noise.
    if door.loud != delve.turn:
        face, hits = drawn(site_of(world, delve), delve.turn, dice)
        found.tell(
            say(
                "door.noise",
                T("Battering {door}: rolled {face}. {comes}"),
                door=Name(door.name),
                face=face,
                comes=encounter_said(hits),
                audience=GAME_MASTERS,
            )
        )
        found.change(hits=(*delve.hits, *hits))


def let_go_of_doors(world: World, delve: Delve, *gone: RecordId) -> Delve:
    """The delve with nobody at any door."""
    return released(delve, gone, people_of(world), is_group=all_batter(world))


# -- listening (S70, Q42) -------------------------------------------------------------------------------


def of_crew(acting: Any) -> Scope:
    """The delve, and whoever acts."""
    return Scope((acting.delve, acting.character), links=True)


def player_of(world: World, acting: Any) -> int | None:
    """The player of whoever acts."""
    return world.get(CHARACTER, acting.character).state.player


class Stopped(Event):
    """Somebody stopped what they were busy with."""

    says = T("{name} stops working on the door.")
    name: str


class OfCrew(OnDelve):
    """Something that one of those in a delve does."""

    character: RecordId = option("Who; your own character by default", finder=CHARACTER_MEANT)


A = TypeVar("A")


def by_player(path: str, /, **declared: Any) -> Declares[RecordCopy[Delve], A]:
    """Declare what one of those in a delve does there, or a game master for them."""
    may = Permit.OWNER_OR_GAME_MASTER
    return deed(path, of=DELVE, may=may, scope=of_crew, owner=player_of, **declared)


class Listen(OfCrew, OfTurn):
    """Listen at a door: a Round, once a Turn for each door; the game master tells what you hear"""

    door: str = option("Which door", suggest=known_doors, max_length=THING_LENGTH)


class SecretlyRolled(Diced, audience=GAME_MASTERS):
    """A check whose result only the game masters know."""

    what: str = ""

    def sentence(self) -> Safe:
        """The dice, and whether it succeeds."""
        comes = T("**Succeeds.**") if self.is_success else T("**Fails.**")
        says = T("{name}, {what}: {dice} against {target}. {comes}")
        return says.of(self, comes=comes())


def member_of(world: World, delve: Delve, character: RecordId) -> Member:
    """Whoever goes along and can act. Raises RuleViolation."""
    state = world.get(CHARACTER, character).state
    member = delve.member(character)
    if member is None:
        raise refused("delve.not_along", "{name} isn't in {delve}.", name=state.name, delve=delve.name)
    require_able(state)
    return member


def heard(state: Character, delve: Delve, door: Door, dice: Dice) -> tuple[Delve, list[Event]]:
    """The roll; talking is heard without it (S70), which the game master knows."""
    fall = NOTICING.roll(state, dice, is_secret=True)
    what = T("listening at {door}").plain(door=door.name)
    told = [
        say("door.listened", T("{name} listens at {door}."), name=Name(state.name), door=Name(door.name)),
        SecretlyRolled.fell(state.name, NOTICING, fall, what=what),
    ]
    return delve.with_door(replace(door, listened=delve.turn)), told


@by_player("delve listen")
def listen(found: RecordCopy[Delve], action: Listen, dice: Dice) -> None:
    """Roll it in secret. Raises RuleViolation for a second time in this Turn."""
    state = found.state
    require_turn(action.turn, state)
    member_of(found.world, state, action.character)
    door = door_of(state, action.door)
    if door.listened == state.turn:
        raise refused(
            "door.listened",
            "Somebody listened at {door} this Turn. Next Turn it works again.",
            door=door.name,
        )
    after, told = heard(found.world.get(CHARACTER, action.character).state, state, door, dice)
    found.put(after)
    found.tell(*told)


# -- what the party comes to know -----------------------------------------------------------------------


def all_doors(asker: Asker) -> list[Pair]:
    """Those the party knows, then those that are only prepared."""
    known = known_doors(asker)
    keys = {key for _, key in known}
    return [*known, *(pair for pair in hidden_things(asker, Sort.DOOR) if pair[1] not in keys)]


class ShowDoor(OnDelve):
    """Show the party a door, or how one stands by now"""

    name: str = option("Name", suggest=all_doors, max_length=THING_LENGTH)
    shut: Shut | None = option("How it is shut; as you prepared it, else closed", default=None)
    stuff: Stuff | None = option(
        "What it's made of; as you prepared it, else wood", name="made_of", default=None
    )


def require_place(state: Delve) -> None:
    """Raises RuleViolation where the party knows as many doors as a list can hold."""
    if len(state.doors) >= MOST_DOORS:
        raise refused("door.too_many", "A delve can list {n} doors.", n=MOST_DOORS)


@correction("delve door", of=DELVE, button="Show the door")
def show_door(found: RecordCopy[Delve], action: ShowDoor, dice: Dice) -> None:
    """Add it, or change it. Raises RuleViolation for no name, too many, or where nothing changes."""
    world, state = found.world, found.state
    name = of_length(
        one_line(action.name),
        THING_LENGTH,
        "door.name",
        "A door's name can have 1 to {most} characters{given}.",
        least=1,
    )
    old = next((e for e in state.doors if name.casefold() in (e.name.casefold(), e.key.casefold())), None)
    if old is None:
        require_place(state)
    door = old or _prepared(site_of(world, state), name) or Door(world.new_id(), name)
    new = replace(door, shut=action.shut or door.shut, stuff=action.stuff or door.stuff)
    if new == old:
        raise refused("door.same", "That's how {door} stands already.", door=new.name)
    found.put(opened(state, new) if new.shut is Shut.OPEN else state.with_door(new))
    found.say(
        "door.seen",
        T("{name}: a {stuff} door, {shut}."),
        name=Name(new.name),
        stuff=Label(new.stuff),
        shut=Label(new.shut),
    )


def _prepared(site: Site, name: str) -> Door | None:
    """The door of that name or key, as the game master prepared it."""
    near = name.casefold()
    found = (e for e in site.things if e.sort is Sort.DOOR and near in (e.name.casefold(), e.key.casefold()))
    thing = next(found, None)
    return Door(thing.key, thing.name, thing.stuff, thing.shut) if thing is not None else None


def hidden_things(asker: Asker, sort: Sort | None = None) -> Sequence[Pair]:
    """What the game master prepared, for them alone."""
    seen = asker.look(Scope((asker.record("delve").id,), links=True))
    delve = asker.record("delve").state
    site = seen.records.get(delve.site)
    if site is None:
        return []
    says = T("{name} ({sort}{room})")
    return [
        (says.plain(name=e.name, sort=e.sort, room=T(", {r}")(r=e.room) if e.room else ""), e.key)
        for e in site.state.things
        if sort is None or e.sort is sort
    ]


class Reveal(OnDelve):
    """Reveal something hidden to the party; a door is known from then on"""

    thing: str = option("Which hidden thing, trap or door", suggest=hidden_things, max_length=THING_LENGTH)
    says: str = option("What they find", default="", is_prose=True)


@correction("delve reveal", of=DELVE, already=None)
def reveal(found: RecordCopy[Delve], action: Reveal, dice: Dice) -> None:
    """Tell it. Raises RuleViolation for what isn't there."""
    state, thing = found.state, thing_of(found.world, found.state, action.thing)
    words = paragraphs(action.says)
    found.say(
        "thing.found",
        T("**Found: {name}.**{words}"),
        name=Name(thing.name),
        words=Clause(T(" {words:prose}"), words=Words(words, by=found.world.actor)) if words else NOTHING,
    )
    if thing.sort is Sort.DOOR and state.door(thing.key) is None:
        require_place(state)
        found.put(state.with_door(Door(thing.key, thing.name, thing.stuff, thing.shut)))


def thing_of(world: World, state: Delve, text: str) -> Thing:
    """The prepared one of that key or name. Raises RuleViolation."""
    return site_thing(site_of(world, state), text)
