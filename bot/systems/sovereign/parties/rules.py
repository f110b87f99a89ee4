"""Parties: who goes together in which order, whose clock runs, and what lasts a while.

Time passes only where a game master says so (S21 to S23, Q11).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import HERE_OR_ONLY_ONE, Asker, Pair, finder
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Standing
from bot.engine.saying import NOTHING, Clause, Label, Name, Said, Words, say
from bot.engine.several import Several
from bot.engine.system import Change, Kind, Record, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line
from bot.engine.working import RecordCopy, WorkingCopy, correction, deed
from bot.systems.sovereign.book import (
    FREE_ROUNDS,
    HOURS_A_DAY,
    LIGHT_WARNINGS,
    NPC_AIR,
    ROUNDS_TO_LIVE,
    STILL,
    TURNS_AN_HOUR,
    Unit,
    passing,
    remaining,
)
from bot.systems.sovereign.delves.work import released
from bot.systems.sovereign.dungeon import Member
from bot.systems.sovereign.encounters.state import Fellow
from bot.systems.sovereign.people.rules import (
    ANYBODY,
    CHARACTER,
    CHARACTER_MEANT,
    SAME,
    on_character,
    require_alive,
    seen_by,
)
from bot.systems.sovereign.settings import BATTERERS, GROUP
from bot.systems.sovereign.state import (
    MOST_EFFECTS,
    NAME_LENGTH,
    NOTE_LENGTH,
    Character,
    Clock,
    Effect,
    Lamp,
    Party,
    Refill,
    dead,
)
from bot.systems.sovereign.steps import CHECK, SAVE

MOST_MEMBERS, MOST_PASSED = 30, 60
# What a party has met: a kind of the encounters', which build on parties.
MET = "encounter"


def line(state: Party) -> Safe | None:
    """Its time, and how many go along; on a delve that says it."""
    if state.delve is not None:
        return None
    says = T("{now} · {n} {n:member|members}")
    return says(now=shown(state.clock), n=len(state.members))


PARTY: Kind[Party] = Kind(
    "party",
    Party,
    title=lambda state: state.name,
    links=lambda state: (*state.members, *((state.delve,) if state.delve is not None else ())),
    home=lambda state: state.channel,
    line=line,
    is_divisible=True,
)

PARTY_MEANT = finder(
    PARTY,
    prefer=HERE_OR_ONLY_ONE,
    noun=T("party"),
    scope=lambda party: Scope((party,), links=True),
    which=lambda names: (
        T("That could be any of these: {names:,}. Name one.")(names=list(names))
        if names
        else T("There's no party here yet. A game master makes one with `/party new`.")()
    ),
)


def _of_the_party(asker: Asker, found: Sequence[RecordView]) -> Sequence[RecordView]:
    """Who goes with the party of this channel, else with the only one; the dead don't."""
    parties = asker.all(PARTY)
    here = [each for each in parties if each.state.channel in asker.places] or parties
    members = here[0].state.members if len(here) == 1 else ()
    by_id = {each.id: each for each in found}
    return [by_id[each] for each in members if each in by_id and not by_id[each].state.is_dead]


SEVERAL = Several(
    CHARACTER,
    T("the party"),
    unknown=lambda name: refused(
        "party.unknown", "There's nobody called “{name:60}” here. Pick one from the list.", name=name
    ),
    nobody=lambda: refused("party.nobody", "Name at least one; separate several with commas."),
    among=_of_the_party,
)


class OnParty(Action):
    """Something about a party."""

    party: RecordId = option("Which party; this channel's by default", finder=PARTY_MEANT)


def members_of(world: World, party: Party) -> list[Record[Character]]:
    """Its members who are in play, in marching order."""
    found = {each.id: each for each in world.all(CHARACTER)}
    return [found[each] for each in party.members if each in found]


# -- made and changed ---------------------------------------------------------------------------------


class FormParty(Action):
    """Make a party; its clock begins on day 1"""

    name: str = option("Name", max_length=NAME_LENGTH)
    who: tuple[RecordId, ...] = option(
        "Its members in marching order, separated by commas", label="Its members", finder=SEVERAL
    )
    spokesperson: RecordId | None = option("Who speaks for it", default=None, finder=ANYBODY)


def _scope(action: FormParty | ChangeParty) -> Scope:
    spokesperson = (action.spokesperson,) if action.spokesperson is not None else ()
    named = (*(action.who or ()), *spokesperson)
    if not isinstance(action, ChangeParty):
        return Scope(named, (Want(PARTY.name),))
    named = (action.party, *named, *(action.joins or ()), *(action.leaves or ()))
    # Those of another party may be at the same door in a dungeon; and who joins is in what it has met.
    wants = (Want(PARTY.name), Want(CHARACTER.name), Want(MET, linking=action.party))
    return Scope(named, wants, links=True)


def _members(world: World, who: Sequence[RecordId], own: RecordId | None = None) -> tuple[str, ...]:
    """The names of its members. Raises RuleViolation for who is new and dead, and who goes elsewhere."""
    if len(who) > MOST_MEMBERS:
        raise refused("party.too_many", "A party can have {n} members.", n=MOST_MEMBERS)
    elsewhere = {m: each.state for each in world.all(PARTY) if each.id != own for m in each.state.members}
    there = world.get(PARTY, own).state.members if own is not None else ()
    names = []
    for member in who:
        state = world.get(CHARACTER, member).state
        if member not in there:
            require_alive(state)
        if member in elsewhere:
            raise refused(
                "party.elsewhere", "{name} goes with {party}.", name=state.name, party=elsewhere[member].name
            )
        if not seen_by(state).everyone:
            raise refused(
                "party.hidden",
                "The players don't know {name} yet. `/gm deed: reveal npc` makes them known.",
                name=state.name,
            )
        names.append(state.name)
    return tuple(names)


def _speaks(speaker: str) -> Clause:
    return Clause(T(" {who} speaks for it."), who=Name(speaker)) if speaker else NOTHING


def _speaker(world: World, speaker: RecordId | None, who: Sequence[RecordId]) -> str:
    if speaker is None:
        return ""
    if speaker not in who:
        raise refused("party.speaker", "Whoever speaks for the party has to be a member.")
    return world.get(CHARACTER, speaker).state.name


@deed("party new", may=Permit.GAME_MASTERS, scope=_scope)
def form_party(copy: WorkingCopy, action: FormParty, dice: Dice) -> None:
    """Open the record. Raises RuleViolation for a name in use, or members who can't be."""
    name = of_length(
        one_line(action.name),
        NAME_LENGTH,
        "party.name",
        "A party's name can have 1 to {most} characters{given}.",
        least=1,
    )
    world = copy.world
    if name.casefold() in (each.state.name.casefold() for each in world.all(PARTY)):
        raise refused("party.taken", "There's already a party called {name}.", name=name)
    who = tuple(dict.fromkeys(action.who))
    copy.say(
        "party.formed",
        T("New party, {name}: {members:,}.{speaks}"),
        name=Name(name),
        members=Name.each(_members(world, who)),
        speaks=_speaks(_speaker(world, action.spokesperson, who)),
    )
    copy.open(PARTY, Party(name, world.place, who, action.spokesperson))


class ChangeParty(OnParty):
    """Change a party's members, marching order or spokesperson"""

    who: tuple[RecordId, ...] | None = option(
        "All its members in marching order; as they are by default", default=None, finder=SEVERAL
    )
    spokesperson: RecordId | None = option("Who speaks for it", default=None, finder=ANYBODY)
    joins: tuple[RecordId, ...] | None = option(
        "Who joins, last in order", name="add", default=None, finder=SEVERAL
    )
    leaves: tuple[RecordId, ...] | None = option("Who leaves", name="remove", default=None, finder=SEVERAL)


@correction(
    "party set",
    of=PARTY,
    may=Permit.MEMBERS,
    already=("party.same", T("That's how it already is; nothing was changed.")),
    scope=_scope,
    confirms=True,
    button="Change the party",
)
def change_party(found: RecordCopy[Party], action: ChangeParty, dice: Dice) -> None:
    """Put them in that order; who comes or goes is the game master's. Raises UserError."""
    world, before = found.world, found.state
    there = members_of(world, before)
    order = (each.id for each in there) if action.who is None else action.who
    who = tuple(e for e in dict.fromkeys((*order, *(action.joins or ()))) if e not in (action.leaves or ()))
    is_led = world.standing is Standing.GAME_MASTER
    if not is_led and world.actor not in (each.state.player for each in there):
        raise refused("party.not_yours", "Only a {gm} or a player in the party can do that.")
    if not is_led and set(who) != {each.id for each in there}:
        raise refused("party.order", "Name exactly the members: only a {gm} changes who goes.")
    names = _members(world, who, found.id)
    if gone := [each.state.name for each in there if each.id not in who]:
        found.note(T("Leaves the party: {names:,}.")(names=gone))
    speaker = action.spokesperson if action.spokesperson is not None else before.spokesperson
    speaker = speaker if speaker in who else None
    if action.spokesperson is not None:
        _speaker(world, action.spokesperson, who)
    found.change(members=who, spokesperson=speaker)
    found.say(
        "party.changed",
        T("{name} now: {members:,}.{speaks}"),
        name=Name(before.name),
        members=Name.each(names),
        speaks=_speaks(_speaker(world, speaker, who)),
    )
    if found.is_changed:
        found.also += (*_recrewed(world, before, who), *_met(world, before, who))


def _recrewed(world: World, before: Party, who: Sequence[RecordId]) -> Iterable[Change]:
    """The delve they are on, with those who go along from now on."""
    delve = world.records.get(before.delve) if before.delve is not None else None
    if delve is None or delve.is_archived:
        return
    states = [(each, world.get(CHARACTER, each).state) for each in who]
    crew = [
        Member(id_, state.name, state.player, order=state.order, is_able=not state.is_helpless)
        for id_, state in states
        if not state.is_dead
    ]
    people = {each.id: each.state for each in world.all(CHARACTER)}
    gone = [each for each in before.members if each not in who]
    at_work = released(delve.state, gone, people, is_group=world.setting(BATTERERS) == GROUP)
    after = at_work.recrewed(before.members, crew)
    if after != delve.state:
        yield Replace(delve.id, after)


def _met(world: World, before: Party, who: Sequence[RecordId]) -> Iterable[Change]:
    """The encounters it is in, with those who join."""
    new = [(each, world.get(CHARACTER, each).state) for each in who if each not in before.members]
    come = [Fellow(id_, state.name, state.player) for id_, state in new if not state.is_dead]
    for met in world.records.values():
        if met.kind == MET and not met.is_archived and (after := met.state.joined_by(come)) != met.state:
            yield Replace(met.id, after)


def require_outside(party: Party) -> None:
    """Raises RuleViolation for who is in a dungeon."""
    if party.delve is not None:
        raise refused("party.inside", "{name} is in a dungeon: `/gm deed: leave` first.", name=party.name)


class DisbandParty(OnParty):
    """Split a party up; its clock ends"""


@correction("party end", of=PARTY, confirms=True, when=(require_outside,))
def disband_party(found: RecordCopy[Party], action: DisbandParty, dice: Dice) -> None:
    """Archive it. Raises RuleViolation in a dungeon."""
    n = len(found.state.mounts)
    found.note(T("Its clock ends."))
    if n:
        found.note(T("{n:The beast or cart|The {n} beasts and carts} and their loads go with it.")(n=n))
    found.archive()
    found.say("party.disbanded", T("The party {name} splits up."), name=Name(found.state.name))


# -- time passes for somebody -------------------------------------------------------------------------


class EffectEnding(Event):
    """An effect has one unit of its time left."""

    name: str
    effect: str
    unit: Unit

    @property
    def one(self) -> Clause:
        """How much that is."""
        return self.unit.counted(1)

    says = T("{name}: {effect} has {one} left.")


def say_died(name: str, cause: Clause | None, audience: Audience) -> Said:
    """Who is dead, and of what."""
    who = Name(name)
    if cause is None:
        return say("harm.died", T("**{name} dies.**"), name=who, audience=audience)
    return say("harm.died_of", T("**{name} dies**: {cause}."), name=who, cause=cause, audience=audience)


def _say_dwindling(name: str, rounds: int, audience: Audience) -> Said:
    """How long somebody Mortally Injured has, and the penalty to stabilize them now (S24)."""
    who, left = Name(name), ROUNDS_TO_LIVE - rounds
    if not left:
        return say(
            "harm.last_round",
            T("{name} dies at the end of this Round; stabilizing is at −{penalty} now."),
            name=who,
            penalty=rounds,
            audience=audience,
        )
    return say(
        "harm.dwindling",
        T("{name} dies in {left} {left:Round|Rounds}; stabilizing is at −{penalty} now."),
        name=who,
        left=left,
        penalty=rounds,
        audience=audience,
    )


class LightLow(Event):
    """A light has one or two Turns left (Q39)."""

    name: str
    lamp: Lamp
    left: int

    says = T("{name}'s {lamp} lasts {left} more {left:Turn|Turns}.")


def burned(state: Character, turns: int) -> tuple[Character, list[Event]]:
    """Their lights so many Turns later (S63, Q39): a torch is gone then, a lantern empty."""
    kept, told = [], list[Event]()
    for each in state.lights:
        if not each.is_lit:
            kept.append(each)
            continue
        left = each.left - turns
        if left > 0:
            kept.append(replace(each, left=left))
            if left in LIGHT_WARNINGS:
                told.append(LightLow(state.name, each.lamp, left, audience=seen_by(state)))
            continue
        told.append(
            say(
                "light.out",
                T("**{name}'s {lamp} goes out.**"),
                name=Name(state.name),
                lamp=Label(each.lamp),
                audience=seen_by(state),
            )
        )
        if each.lamp is Lamp.LANTERN:
            kept.append(replace(each, left=0, is_lit=False))
    return replace(state, lights=tuple(kept)), told


def passed(state: Character, unit: Unit, n: int) -> tuple[Character, list[Event]]:
    """Somebody after so much time, and what came of it. The dead notice nothing."""
    if state.is_dead:
        return state, []
    audience, told = seen_by(state), list[Event]()
    if state.dying is not None:
        rounds = state.dying.rounds + passing(unit, n, Unit.ROUND)
        if rounds > ROUNDS_TO_LIVE:
            cause = Clause(T("nobody stabilized them"))
            return dead(state), [say_died(state.name, cause, audience)]
        state = replace(state, dying=replace(state.dying, rounds=rounds, is_treated=False))
        told.append(_say_dwindling(state.name, rounds, audience))
    if unit is Unit.ROUND:
        state = breathing(state)
    if state.helpless and (turns := passing(unit, n, Unit.TURN)):
        state, more = _come_to(state, turns)
        told += more
    if turns := passing(unit, n, Unit.TURN):
        state, more = burned(replace(refilled(state, Refill.TURN), breath=None), turns)
        told += more
    state, more = _effects(state, unit, n)
    return state, [*told, *more]


def air_of(state: Character, *, is_still: bool) -> int:
    """The number of Rounds for which somebody has air (S54)."""
    return (NPC_AIR if state.is_npc else state.constitution) * (STILL if is_still else 1)


def breathing(state: Character) -> Character:
    """Somebody who holds their breath, a Round later: what that asks of them (S54, S82, Q32)."""
    breath = state.breath
    if breath is None:
        return state
    rounds, asks = breath.rounds + 1, ""
    if rounds > air_of(state, is_still=breath.is_still):
        asks = SAVE
    elif breath.is_underwater and rounds > FREE_ROUNDS:
        asks = CHECK
    return replace(state, breath=replace(breath, rounds=rounds, asks=asks))


def _come_to(state: Character, turns: int) -> tuple[Character, list[Event]]:
    if state.helpless > turns:
        return replace(state, helpless=state.helpless - turns), []
    awake = replace(state, helpless=0, hp=max(1, state.hp))
    name, audience = Name(state.name), seen_by(state)
    if state.hp:
        return awake, [say("harm.came_to", T("{name} comes to."), name=name, audience=audience)]
    return awake, [
        say("harm.came_to_frail", T("{name} comes to with 1 HP, and is Frail."), name=name, audience=audience)
    ]


def _say_ended(name: Name, effect: Name, audience: Audience) -> Said:
    return say("effect.ended", T("{name}: {effect} ends."), name=name, effect=effect, audience=audience)


def _effects(state: Character, unit: Unit, n: int) -> tuple[Character, list[Event]]:
    kept, told = [], list[Event]()
    for each in state.effects:
        left, counted = remaining(each.left, each.unit, unit, n)
        audience = GAME_MASTERS if each.is_secret else seen_by(state)
        if left <= 0:
            name, effect = Name(state.name), Name(each.name)
            if each.is_deadly:
                told.append(
                    say(
                        "effect.killed",
                        T("{name}: {effect} has run its course. **{name} dies.**"),
                        name=name,
                        effect=effect,
                        audience=audience,
                    )
                )
                return dead(state), told
            told.append(_say_ended(name, effect, audience))
            continue
        kept.append(replace(each, left=left, unit=counted))
        if left == 1 and kept[-1] != each:
            told.append(EffectEnding(state.name, each.name, counted, audience=audience))
    return replace(state, effects=tuple(kept)), told


def refilled(state: Character, refill: Refill) -> Character:
    """With those counters full again that such a moment refills (S23, S38, S39)."""
    counters = {
        name: replace(each, value=each.most) if each.refill is refill else each
        for name, each in state.counters.items()
    }
    return replace(state, counters=counters)


# -- the clock ----------------------------------------------------------------------------------------


class Advance(OnParty):
    """Let Rounds, Turns or hours pass for a party; nights go by as it rests"""

    unit: Unit = option("What passes", choices=(Unit.ROUND, Unit.TURN, Unit.HOUR))
    n: int = option("How many", name="count", default=1, least=1, most=MOST_PASSED)


class TimePassed(Event):
    """A party's clock moved."""

    name: str
    unit: Unit
    n: int
    clock: Clock

    def sentence(self) -> Safe:
        """How much time passed, and what the clock shows."""
        if self.unit is Unit.ROUND:
            return T("{name}: Round {n}.")(name=self.name, n=self.clock.round)
        return T("{name}: {passed} {n:passes|pass}. {now}.")(
            name=self.name, passed=self.unit.counted(self.n), n=self.n, now=shown(self.clock)
        )


def shown(clock: Clock) -> Clause:
    """The day and the time, and the Round of a fight."""
    day, hour, minutes = clock.day, clock.hour, Name(f"{clock.turn * 10:02}")
    if not clock.round:
        return Clause(T("Day {day}, {hour}:{minutes}"), day=day, hour=hour, minutes=minutes)
    return Clause(
        T("Day {day}, {hour}:{minutes}, Round {round}"),
        day=day,
        hour=hour,
        minutes=minutes,
        round=clock.round,
    )


def moved(clock: Clock, unit: Unit, n: int) -> Clock:
    """The clock after so much time. Raises RuleViolation past midnight: a night is more than hours."""
    if unit is Unit.ROUND:
        return replace(clock, round=clock.round + n)
    turns = clock.hour * TURNS_AN_HOUR + clock.turn + passing(unit, n, Unit.TURN)
    hour, turn = divmod(turns, TURNS_AN_HOUR)
    if hour >= HOURS_A_DAY:
        raise refused(
            "clock.midnight",
            "That would be past midnight of day {day}. `/party rest` ends the day with its night.",
            day=clock.day,
        )
    return replace(clock, hour=hour, turn=turn, round=0)


def let_go(state: Character, others: Mapping[RecordId, Character]) -> Character:
    """Who drags somebody lets go once they can walk."""
    dragged = others.get(state.dragging) if state.dragging is not None else None
    return state if dragged is None or dragged.is_helpless else replace(state, dragging=None)


@deed("party clock", of=PARTY, may=Permit.GAME_MASTERS, confirms=True, button="Let time pass")
def advance(found: RecordCopy[Party], action: Advance, dice: Dice) -> None:
    """Move the clock, and all that runs on it. Raises RuleViolation while a Round's roll is missing."""
    party, members = found.state, members_of(found.world, found.state)
    if party.delve is not None and action.unit is not Unit.ROUND:
        raise refused(
            "clock.delve",
            "{name} is in a dungeon: `/gm deed: advance` ends the Turn, and `/gm deed: ahead` rolls several.",
            name=party.name,
        )
    found.change(clock=moved(party.clock, action.unit, action.n))
    found.tell(TimePassed(party.name, action.unit, action.n, found.state.clock))
    _require_breath(members, action)
    people = dict[RecordId, Character]()
    for each in members:
        people[each.id], told = passed(each.state, action.unit, action.n)
        if people[each.id].is_dead and not each.state.is_dead:
            found.note(T("**{name} dies.**")(name=each.state.name))
        found.tell(*told)
    for each in members:
        after = let_go(people[each.id], people)
        if after != each.state:
            found.put_other(each.id, after)


def _require_breath(members: Iterable[Record[Character]], action: Advance) -> None:
    people = [each.state for each in members]
    for each in people:
        if each.breath is not None and each.breath.asks:
            raise refused("clock.breath", "{name} has to roll for their breath first.", name=each.name)
    if action.unit is not Unit.ROUND or action.n > 1:
        require_no_breath(people)


def require_no_breath(people: Iterable[Character]) -> None:
    """Raises RuleViolation where somebody holds their breath: that goes by Rounds."""
    for each in people:
        if each.breath is not None:
            raise refused(
                "clock.one_round",
                "{name} holds their breath: go Round by Round, or `/act deed: breath` says that they breathe "
                "again.",
                name=each.name,
            )


class EndFight(OnParty):
    """End a fight: it took one Turn, however many Rounds"""


def _require_round(party: Party) -> None:
    if not party.clock.round:
        raise refused("clock.no_fight", "No Round is counted. `/gm deed: clock` lets a Turn pass.")


@action("party fight-over", may=Permit.GAME_MASTERS, confirms=True, when=(_require_round,))
def end_fight(world: World, action: EndFight, dice: Dice) -> Result:
    """A fight is one Turn (S21). Raises RuleViolation where no Round was counted."""
    _require_round(world.get(PARTY, action.party).state)
    return advance(world, Advance(action.party, Unit.TURN, 1), dice)


# -- what lasts a while -------------------------------------------------------------------------------


def _effects_of(asker: Asker) -> list[Pair]:
    return [(each.name, each.name) for each in asker.record("character").state.effects]


class AddEffect(Action):
    """Give somebody an effect that lasts Rounds, Turns, hours or days; 0 ends it"""

    character: RecordId = option("Who; your own character by default", finder=CHARACTER_MEANT)
    effect: str = option("What it is: Haste, blessed, lethargy", suggest=_effects_of, max_length=NAME_LENGTH)
    lasts: int = option("How long; 0 ends it", least=0, most=999)
    unit: Unit = option("Counted in", default=Unit.TURN)
    note: str = option("What it does", default="", max_length=NOTE_LENGTH)
    is_secret: bool = option("For game masters: only they know", name="secret", default=False)
    is_deadly: bool = option("Whether they die when it ends", name="deadly", default=False)


@on_character("sov effect", already=SAME, when=(require_alive,), button="Set the effect")
def add_effect(found: RecordCopy[Character], action: AddEffect, dice: Dice) -> None:
    """Add, renew or end it. Raises UserError for a player's secret, the dead, or what isn't there."""
    state, name = found.state, one_line(action.effect)
    is_led = found.world.standing is Standing.GAME_MASTER
    if action.is_secret and not is_led:
        raise refused("effect.secret", "Only a {gm} can keep an effect secret.")
    known = [each for each in state.effects if is_led or not each.is_secret]
    old = next((each for each in known if each.name.casefold() == name.casefold()), None)
    if not name or (old is None and not action.lasts):
        raise refused("effect.none", "{name} has no such effect. Pick one from the list.", name=state.name)
    others = tuple(each for each in state.effects if each is not old)
    is_secret = action.is_secret or (old is not None and old.is_secret)
    new = Effect(
        old.name if old else name,
        action.lasts,
        action.unit,
        one_line(action.note) or (old.note if old else ""),
        is_secret,
        action.is_deadly or (old is not None and old.is_deadly),
    )
    effects = (*others, new) if action.lasts else others
    found.change(effects=effects)
    if len(effects) > MOST_EFFECTS:
        raise refused("effect.too_many", "{name} already has {n} effects.", name=state.name, n=MOST_EFFECTS)
    audience = GAME_MASTERS if is_secret else EVERYONE
    bearer, effect = Name(state.name), Name(new.name)
    if not new.left:
        told = _say_ended(bearer, effect, audience)
    else:
        dies = Clause(T(" **{name} dies when it ends.**"), name=bearer)
        told = say(
            "effect.set",
            T("{name}: {effect} for {how_long}.{note}{deadly}"),
            name=bearer,
            effect=effect,
            how_long=new.unit.counted(new.left),
            note=Clause(T(" {note}"), note=Words(new.note, by=None)) if new.note else NOTHING,
            deadly=dies if new.is_deadly else NOTHING,
            audience=audience,
        )
    found.tell(told)
