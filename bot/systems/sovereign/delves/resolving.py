"""Deeds resolved (S63 to S69): what the book has rolled in the open, and what is rolled for nobody to see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.saying import NOTHING, Clause, Name, Said, Words, say
from bot.engine.system import RecordId, Scope, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line, paragraphs
from bot.engine.working import RecordCopy, deed
from bot.systems.sovereign.book import SEARCH_BONUS, STUCK_SIDES, TRAP_HITS, TRAP_SIDES, Attribute, Skill
from bot.systems.sovereign.checks.means import Check
from bot.systems.sovereign.checks.rules import rolled
from bot.systems.sovereign.delves.doors import (
    NOTICING,
    OPEN_ROLLS,
    SecretlyRolled,
    heard,
    hidden_things,
    member_of,
    thing_of,
)
from bot.systems.sovereign.delves.rules import DELVE, OfTurn, Passing, require_turn
from bot.systems.sovereign.delves.work import opened
from bot.systems.sovereign.dungeon import (
    ROOM_LENGTH,
    THING_LENGTH,
    Act,
    Activity,
    By,
    Delve,
    Door,
    Member,
    Passage,
    Shut,
    Sort,
    Thing,
    deed_said,
    doing,
)
from bot.systems.sovereign.parties.rules import PARTY, SEVERAL
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character

SEARCHING = Check(Attribute.WIS, Skill.NOTICE, bonus=SEARCH_BONUS)


class Resolve(OfTurn):
    """Resolve what somebody does: roll for it, answer, and roll in secret who notices or triggers what"""

    characters: tuple[RecordId, ...] = option("Who acts: names, or the party", name="who", finder=SEVERAL)
    answer: str = option("What comes of it, for all to read", default="", is_prose=True)
    room: str = option("Where they are now; everybody reads it", default="", max_length=ROOM_LENGTH)
    thing: str = option(
        "Something hidden they come near, or a trap they may trigger", default="", suggest=hidden_things,
        max_length=THING_LENGTH,
    )  # fmt: skip
    near: tuple[RecordId, ...] | None = option(
        "Who is within 10 feet or triggers it; those named above by default", default=None, finder=SEVERAL
    )
    is_certain: bool | None = option(
        "Whether the trap goes off for sure; it does if they burst in", name="certain", default=None
    )


class Unseen(Event, audience=GAME_MASTERS):
    """What was rolled in secret with it: always said, so that nothing tells whether anything was."""

    thing: str = ""
    # Who, the die, and whether it went off.
    triggered: tuple[tuple[str, int, bool], ...] = ()
    damage: str = ""

    def sentence(self) -> Safe | None:
        """Who triggers what; the checks have lines of their own."""
        if not self.thing:
            return None
        if not self.triggered:
            return T("Near: {thing}.")(thing=self.thing)
        went = T("{name} {face}, **it goes off**")
        holds = T("{name} {face}, nothing")
        told = [(went if goes else holds)(name=name, face=face) for name, face, goes in self.triggered]
        harm = T(" Damage {damage}: `/sov harm damage`.")(damage=self.damage) if self.damage else ""
        return T("{thing}, 2 in 6 each: {told:,}.{harm}")(thing=self.thing, told=told, harm=harm)


@deed(
    "delve resolve",
    of=DELVE,
    may=Permit.GAME_MASTERS,
    scope=lambda of: Scope((of.delve, *of.characters, *(of.near or ())), links=True),
    button="Resolve it",
)
def resolve(found: RecordCopy[Delve], action: Resolve, dice: Dice) -> None:
    """Carry it out. Raises RuleViolation for who isn't along or did nothing, and for unknown things."""
    world, state = found.world, found.state
    require_turn(action.turn, state)
    at_work = Passing.of(world, state)
    members = [_acting(world, state, each) for each in dict.fromkeys(action.characters)]
    room, answer = one_line(action.room), paragraphs(action.answer)
    for what, group in _alike(state, members):
        at_work.told.append(_say_resolved(world, what, group, room, answer))
        for member in group:
            _carry_out(world, at_work, member, dice)
    if room:
        _move(at_work, members, room)
    thing = thing_of(world, state, action.thing) if action.thing.strip() else None
    at_work.told += _secret(world, at_work, thing, action, members, dice)
    found.put(at_work.delve)
    found.also += at_work.changes(world)
    found.tell(*at_work.told)


def _acting(world: World, delve: Delve, character: RecordId) -> Member:
    """Whoever's deed it is, with the deed. Raises RuleViolation."""
    member = member_of(world, delve, character)
    act = delve.intended(member)
    if act is None:
        raise refused("act.none", "{name} does nothing this Turn.", name=member.name)
    if act.is_resolved:
        raise refused("act.resolved", "{name}'s action this Turn is already resolved.", name=member.name)
    return replace(member, act=act)


def _say_resolved(world: World, what: Clause, group: Sequence[Member], room: str, answer: str) -> Said:
    """Tell what those members do, where it takes them, and what the game master answers."""
    return say(
        "act.resolved",
        T("{names}: {what}.{room}{answer}"),
        names=Name.each(each.name for each in group),
        what=what,
        room=Clause(T(" Now in: {room}."), room=Words(room, by=world.actor)) if room else NOTHING,
        answer=Clause(T(" {answer:prose}"), answer=Words(answer, by=world.actor)) if answer else NOTHING,
    )


def _alike(delve: Delve, members: Sequence[Member]) -> Iterable[tuple[Clause, list[Member]]]:
    """Groups of members who do the same thing together."""
    groups: dict[str, tuple[Clause, list[Member]]] = {}
    for each in members:
        if each.act is not None:
            what = deed_said(each.act, delve.door(each.act.door))
            groups.setdefault(what.rendered(), (what, []))[1].append(each)
    return groups.values()


def _move(at_work: Passing, members: Sequence[Member], room: str) -> None:
    """They are there now; the first time, the way there is drawn."""
    delve = at_work.delve
    was = members[0].room if members else ""
    if room not in (each.room for each in delve.passages):
        delve = replace(delve, passages=(*delve.passages, Passage(room, was)))
    for each in members:
        now = delve.member(each.character)
        if now is not None:
            delve = delve.with_member(replace(now, room=room))
    at_work.delve = delve


def _carry_out(world: World, at_work: Passing, member: Member, dice: Dice) -> None:
    """Roll what the book has rolled for a deed."""
    if member.act is None:
        return
    act, delve = member.act, at_work.delve
    who = at_work.people.setdefault(member.character, world.get(CHARACTER, member.character).state)
    door = delve.door(act.door)
    begun = member.begun if act.by is By.OWN else delve.turn
    # Whoever came before them may have opened the door at which they were.
    now = delve.member(member.character) or member
    at_work.delve = delve.with_member(replace(now, act=replace(act, is_resolved=True), begun=begun))
    if act.deed is Activity.SEARCH:
        fall = SEARCHING.roll(who, dice, is_secret=True)
        what = T("searching").plain()
        at_work.told.append(SecretlyRolled.fell(who.name, SEARCHING, fall, what=what))
    if act.deed is Activity.MOVE and door is not None:
        _listen_first(world, at_work, door, dice)
    if act.deed in OPEN_ROLLS and door is not None and door.shut is not Shut.OPEN:
        _try_door(at_work, member, who, act.deed, door, dice)


def _listen_first(world: World, at_work: Passing, door: Door, dice: Dice) -> None:
    """What the party always does at a door, once a Turn (S70)."""
    listeners = (each.state.always.listener for each in world.all(PARTY))
    listener = next((each for each in listeners if each and at_work.delve.member(each) is not None), None)
    if listener is None or door.listened == at_work.delve.turn:
        return
    state = at_work.people.get(listener) or world.get(CHARACTER, listener).state
    if not state.is_helpless:
        at_work.delve, told = heard(state, at_work.delve, door, dice)
        at_work.told += told


def _try_door(
    at_work: Passing, member: Member, who: Character, deed: Activity, door: Door, dice: Dice
) -> None:
    """A lock picked or a stuck door forced (S67, S69)."""
    fall, told = rolled(who, OPEN_ROLLS[deed], dice, doing(Act(deed), door))
    at_work.told += told
    if fall.is_success:
        at_work.delve = opened(at_work.delve, door)
        at_work.told.append(say("door.opened", T("**{door} is open.**"), door=Name(door.name)))
    elif deed is Activity.PICK:
        at_work.people[member.character] = replace(who, locks=(*who.locks, door.key))
        at_work.told.append(
            say(
                "door.lock_holds",
                T("{door}: the lock is too much for {name} until they level up."),
                name=Name(who.name),
                door=Name(door.name),
            )
        )
    else:
        (turns,) = dice.roll(1, STUCK_SIDES, reason=T("Turns to open it").plain())
        until = at_work.delve.turn + turns - 1
        first = until if door.opens is None else min(door.opens, until)
        at_work.delve = at_work.delve.with_door(replace(door, opens=first))
        busy = at_work.delve.member(member.character)
        if busy is not None:
            at_work.delve = at_work.delve.with_member(replace(busy, busy_until=until))
        at_work.told.append(
            say(
                "door.opens_later",
                T("{door} opens at the end of Turn {until}: {turns} {turns:Turn|Turns}."),
                door=Name(door.name),
                turns=turns,
                until=until,
            )
        )


def _secret(
    world: World,
    at_work: Passing,
    thing: Thing | None,
    action: Resolve,
    members: Sequence[Member],
    dice: Dice,
) -> list[Event]:
    """Who notices what is hidden (S64, Q44), who triggers a trap (S66, Q40, Q41): for the game masters."""
    if thing is None:
        return [Unseen()]
    scouts = [each.state.always.scout for each in world.all(PARTY)] if not action.near else []
    near = list(dict.fromkeys((*filter(None, scouts), *(action.near or (e.character for e in members)))))
    near = [each for each in near if at_work.delve.member(each) is not None]
    if thing.sort is Sort.TRAP:
        return [_trapped(world, at_work, thing, action, members, near, dice)]
    known_by = at_work.delve.noticed.get(thing.key, ())
    told: list[Event] = [Unseen(thing.name)]
    for each in near:
        if each not in known_by:
            state = world.get(CHARACTER, each).state
            fall = NOTICING.roll(state, dice, is_secret=True)
            what = T("noticing {thing} by the way").plain(thing=thing.name)
            told.append(SecretlyRolled.fell(state.name, NOTICING, fall, what=what))
    noticed = {**at_work.delve.noticed, thing.key: tuple(dict.fromkeys((*known_by, *near)))}
    at_work.delve = replace(at_work.delve, noticed=noticed)
    return told


def _trapped(
    world: World, at_work: Passing, trap: Thing, action: Resolve, members: Sequence[Member],
    near: Sequence[RecordId], dice: Dice,
) -> Unseen:  # fmt: skip
    """A roll for each triggering action, until one that goes off once only has."""
    bursts = any(each.act is not None and each.act.deed is Activity.BURST for each in members)
    is_certain = bursts if action.is_certain is None else action.is_certain
    found = []
    is_spent = trap.is_spent or trap.key in at_work.delve.spent
    for each in near:
        if is_spent:
            break
        face = 0
        if not is_certain:
            (face,) = dice.roll(1, TRAP_SIDES, reason=trap.name, secret=True)
        goes_off = face <= TRAP_HITS
        found.append((world.get(CHARACTER, each).state.name, face, goes_off))
        is_spent = goes_off and trap.is_single_use
    if is_spent and trap.key not in at_work.delve.spent:
        at_work.delve = replace(at_work.delve, spent=(*at_work.delve.spent, trap.key))
    goes = any(each[2] for each in found)
    return Unseen(trap.name, tuple(found), trap.damage if goes else "")
