"""Parties: who goes together in which order, whose clock runs, and what lasts a while.

Time passes only where a game master says so (S21 to S23, Q11).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.engine.asking import HERE_OR_ONLY_ONE, Asking, Pair, finder
from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit, Standing
from bot.engine.several import Several
from bot.engine.system import Change, Kind, Open, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line
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
from bot.systems.sovereign.people.rules import ANYBODY, CHARACTER, CHARACTER_MEANT, require_alive, seen_by
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
    party_part,
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
    word=party_part,
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


def _of_the_party(asking: Asking, found: Sequence[RecordView]) -> Sequence[RecordView]:
    """Who goes with the party of this channel, else with the only one; the dead don't."""
    parties = asking.all(PARTY)
    here = [each for each in parties if each.state.channel in asking.places] or parties
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


def members_of(scene: Scene, party: Party) -> list[Record[Character]]:
    """Its members who are in play, in marching order."""
    found = {each.id: each for each in scene.all(CHARACTER)}
    return [found[each] for each in party.members if each in found]


# -- made and changed ---------------------------------------------------------------------------------


class FormParty(Action):
    """Make a party; its clock begins on day 1"""

    name: str = option("What the party is called", max_length=NAME_LENGTH)
    who: tuple[RecordId, ...] = option("Its members in marching order, separated by commas", finder=SEVERAL)
    spokesperson: RecordId | None = option("Who speaks for it", default=None, finder=ANYBODY)


class PartyFormed(Event):
    """A party sets out, or goes in another order."""

    name: str
    members: tuple[str, ...]
    spokesperson: str = ""
    is_new: bool = True

    def sentence(self) -> Safe:
        """Who goes, in marching order."""
        says = (
            T("New party, {name}: {members:,}.{speaks}")
            if self.is_new
            else T("{name} now: {members:,}.{speaks}")
        )
        speaks = T(" {who} speaks for it.")(who=self.spokesperson) if self.spokesperson else ""
        return says(name=self.name, members=list(self.members), speaks=speaks)


def _scope(action: FormParty | ChangeParty) -> Scope:
    spokesperson = (action.spokesperson,) if action.spokesperson is not None else ()
    named = (*(action.who or ()), *spokesperson)
    if not isinstance(action, ChangeParty):
        return Scope(named, (Want(PARTY.name),))
    named = (action.party, *named, *(action.joins or ()), *(action.leaves or ()))
    # Those of another party may be at the same door in a dungeon; and who joins is in what it has met.
    wants = (Want(PARTY.name), Want(CHARACTER.name), Want(MET, linking=action.party))
    return Scope(named, wants, links=True)


def _members(scene: Scene, who: Sequence[RecordId], own: Record[Party] | None = None) -> tuple[str, ...]:
    """The names of its members. Raises RuleViolation for who is new and dead, and who goes elsewhere."""
    if len(who) > MOST_MEMBERS:
        raise refused("party.too_many", "A party can have {n} members.", n=MOST_MEMBERS)
    elsewhere = {m: each.state for each in scene.all(PARTY) if each != own for m in each.state.members}
    names = []
    for member in who:
        state = scene.get(CHARACTER, member).state
        if own is None or member not in own.state.members:
            require_alive(state)
        if member in elsewhere:
            raise refused(
                "party.elsewhere", "{name} goes with {party}.", name=state.name, party=elsewhere[member].name
            )
        if not seen_by(state).everyone:
            raise refused(
                "party.hidden",
                "The players don't know {name} yet. `/sov npc reveal` makes them known.",
                name=state.name,
            )
        names.append(state.name)
    return tuple(names)


def _speaker(scene: Scene, speaker: RecordId | None, who: Sequence[RecordId]) -> str:
    if speaker is None:
        return ""
    if speaker not in who:
        raise refused("party.speaker", "Whoever speaks for the party has to be a member.")
    return scene.get(CHARACTER, speaker).state.name


@action("party new", may=Permit.GAME_MASTERS, scope=_scope)
def form_party(scene: Scene, action: FormParty, dice: Dice) -> Turn:
    """Open the record. Raises RuleViolation for a name in use, or members who can't be."""
    name = of_length(
        one_line(action.name),
        NAME_LENGTH,
        "party.name",
        "A party's name can have 1 to {most} characters, not {length}.",
        least=1,
    )
    if name.casefold() in (each.state.name.casefold() for each in scene.all(PARTY)):
        raise refused("party.taken", "There's already a party called {name}.", name=name)
    who = tuple(dict.fromkeys(action.who))
    told = PartyFormed(name, _members(scene, who), _speaker(scene, action.spokesperson, who))
    state = Party(name, scene.place, who, action.spokesperson)
    return Turn((Open(scene.new_id(), PARTY.name, state),), (told,))


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


@action("party set", may=Permit.MEMBERS, scope=_scope, asks=True)
def change_party(scene: Scene, action: ChangeParty, dice: Dice) -> Turn:
    """Put them in that order; who comes or goes is the game master's. Raises UserError."""
    record = scene.get(PARTY, action.party)
    before = record.state
    there = members_of(scene, before)
    order = (each.id for each in there) if action.who is None else action.who
    who = tuple(e for e in dict.fromkeys((*order, *(action.joins or ()))) if e not in (action.leaves or ()))
    is_led = scene.standing is Standing.GAME_MASTER
    if not is_led and scene.actor not in (each.state.player for each in there):
        raise refused("party.not_yours", "Only a {gm} or a player in the party can do that.")
    if not is_led and set(who) != {each.id for each in there}:
        raise refused("party.order", "Name exactly the members: only a {gm} changes who goes.")
    names = _members(scene, who, record)
    if gone := [each.state.name for each in there if each.id not in who]:
        scene.note(T("Leaves the party: {names:,}.")(names=gone))
    speaker = action.spokesperson if action.spokesperson is not None else before.spokesperson
    speaker = speaker if speaker in who else None
    if action.spokesperson is not None:
        _speaker(scene, action.spokesperson, who)
    after = replace(before, members=who, spokesperson=speaker)
    if after == before:
        raise refused("party.same", "That's how it already is; nothing was changed.")
    told = PartyFormed(before.name, names, _speaker(scene, speaker, who), is_new=False)
    changes = (Replace(record.id, after), *_recrewed(scene, before, who), *_met(scene, before, who))
    return Turn(changes, (told,))


def _recrewed(scene: Scene, before: Party, who: Sequence[RecordId]) -> Iterable[Change]:
    """The delve they are on, with those who go along from now on."""
    delve = scene.records.get(before.delve) if before.delve is not None else None
    if delve is None or delve.is_archived:
        return
    states = [(each, scene.get(CHARACTER, each).state) for each in who]
    crew = [
        Member(id_, state.name, state.player, order=state.order, is_able=not state.is_helpless)
        for id_, state in states
        if not state.is_dead
    ]
    people = {each.id: each.state for each in scene.all(CHARACTER)}
    gone = [each for each in before.members if each not in who]
    at_work = released(delve.state, gone, people, is_group=scene.setting(BATTERERS) == GROUP)
    after = at_work.recrewed(before.members, crew)
    if after != delve.state:
        yield Replace(delve.id, after)


def _met(scene: Scene, before: Party, who: Sequence[RecordId]) -> Iterable[Change]:
    """The encounters it is in, with those who join."""
    new = [(each, scene.get(CHARACTER, each).state) for each in who if each not in before.members]
    come = [Fellow(id_, state.name, state.player) for id_, state in new if not state.is_dead]
    for met in scene.records.values():
        if met.kind == MET and not met.is_archived and (after := met.state.joined_by(come)) != met.state:
            yield Replace(met.id, after)


def require_outside(party: Party) -> None:
    """Raises RuleViolation for who is in a dungeon."""
    if party.delve is not None:
        raise refused("party.inside", "{name} is in a dungeon: `/delve leave` first.", name=party.name)


class DisbandParty(OnParty):
    """Split a party up; its clock ends"""


class PartyDisbanded(Event):
    """A party is no more."""

    says = T("The party {name} splits up.")
    name: str


@action("party end", may=Permit.GAME_MASTERS, asks=True)
def disband_party(scene: Scene, action: DisbandParty, dice: Dice) -> Turn:
    """Archive it. Raises RuleViolation in a dungeon."""
    record = scene.get(PARTY, action.party)
    require_outside(record.state)
    n = len(record.state.mounts)
    scene.note(T("Its clock ends.")())
    if n:
        scene.note(T("{n:The beast or cart|The {n} beasts and carts} and their loads go with it.")(n=n))
    gone = Replace(record.id, record.state, archive=True)
    return Turn((gone,), (PartyDisbanded(record.state.name),))


# -- time passes for somebody -------------------------------------------------------------------------


class EffectEnded(Event):
    """Something that lasted is over."""

    name: str
    effect: str
    is_deadly: bool = False

    def sentence(self) -> T:
        """What, and whose."""
        if self.is_deadly:
            return T("{name}: {effect} has run its course. **{name} dies.**")
        return T("{name}: {effect} ends.")


class EffectEnding(Event):
    """Something has one left."""

    name: str
    effect: str
    unit: Unit

    @property
    def one(self) -> Safe:
        """How much that is."""
        return self.unit.counted(1)

    says = T("{name}: {effect} has {one} left.")


class Died(Event):
    """Somebody is dead, and of what."""

    name: str
    cause: str = ""

    def sentence(self) -> T:
        """Who."""
        return T("**{name} dies**: {cause}.") if self.cause else T("**{name} dies.**")


class CameTo(Event):
    """Somebody is awake again; after a Mortal Injury with 1 HP, and Frail (S27)."""

    name: str
    is_frail: bool

    def sentence(self) -> T:
        """How."""
        if self.is_frail:
            return T("{name} comes to with 1 HP, and is Frail.")
        return T("{name} comes to.")


class Dwindling(Event):
    """How long somebody Mortally Injured has (S24)."""

    name: str
    left: int
    penalty: int

    def sentence(self) -> T:
        """The Rounds left, and the penalty to stabilize them now."""
        if self.left:
            return T("{name} dies in {left} {left:Round|Rounds}; stabilizing is at −{penalty} now.")
        return T("{name} dies at the end of this Round; stabilizing is at −{penalty} now.")


class LightLow(Event):
    """A light has one or two Turns left (Q39)."""

    name: str
    lamp: Lamp
    left: int

    says = T("{name}'s {lamp} lasts {left} more {left:Turn|Turns}.")


class LightOut(Event):
    """A light has burned out."""

    name: str
    lamp: Lamp

    says = T("**{name}'s {lamp} goes out.**")


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
        told.append(LightOut(state.name, each.lamp, audience=seen_by(state)))
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
            cause = T("nobody stabilized them")()
            return dead(state), [Died(state.name, cause, audience=audience)]
        state = replace(state, dying=replace(state.dying, rounds=rounds, is_treated=False))
        told.append(Dwindling(state.name, ROUNDS_TO_LIVE - rounds, rounds, audience=audience))
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
    """For how many Rounds they have air (S54)."""
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
    return awake, [CameTo(state.name, state.hp == 0, audience=seen_by(state))]


def _effects(state: Character, unit: Unit, n: int) -> tuple[Character, list[Event]]:
    kept, told = [], list[Event]()
    for each in state.effects:
        left, counted = remaining(each.left, each.unit, unit, n)
        audience = GAME_MASTERS if each.is_secret else seen_by(state)
        if left <= 0:
            told.append(EffectEnded(state.name, each.name, each.is_deadly, audience=audience))
            if each.is_deadly:
                return dead(state), told
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
    """Let Rounds, Turns or hours pass for a party; nights go by with /party rest"""

    unit: Unit = option("What passes", choices=(Unit.ROUND, Unit.TURN, Unit.HOUR))
    n: int = option("How many", default=1, least=1, most=MOST_PASSED)


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


def shown(clock: Clock) -> Safe:
    """The day and the time, and the Round of a fight."""
    minutes = clock.turn * 10
    says = (
        T("Day {day}, {hour}:{minutes}, Round {round}") if clock.round else T("Day {day}, {hour}:{minutes}")
    )
    return says.of(clock, minutes=Safe(f"{minutes:02}"))


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


def advanced(scene: Scene, record: Record[Party], unit: Unit, n: int) -> tuple[list[Change], list[Event]]:
    """What so much time does to a party's members; a note where it costs a life."""
    changes, told, afterwards = list[Change](), list[Event](), dict[RecordId, Character]()
    for each in members_of(scene, record.state):
        after, more = passed(each.state, unit, n)
        if after.is_dead and not each.state.is_dead:
            scene.note(T("**{name} dies.**")(name=each.state.name))
        told += more
        afterwards[each.id] = after
    for each in members_of(scene, record.state):
        after = let_go(afterwards[each.id], afterwards)
        if after != each.state:
            changes.append(Replace(each.id, after))
    return changes, told


def let_go(state: Character, others: Mapping[RecordId, Character]) -> Character:
    """Who drags somebody lets go once they can walk."""
    dragged = others.get(state.dragging) if state.dragging is not None else None
    return state if dragged is None or dragged.is_helpless else replace(state, dragging=None)


@action("party clock", may=Permit.GAME_MASTERS, asks=True)
def advance(scene: Scene, action: Advance, dice: Dice) -> Turn:
    """Move the clock, and all that runs on it. Raises RuleViolation while a Round's roll is missing."""
    record = scene.get(PARTY, action.party)
    if record.state.delve is not None and action.unit is not Unit.ROUND:
        raise refused(
            "clock.delve",
            "{name} is in a dungeon: `/delve advance` ends the Turn, and `/delve ahead` rolls several.",
            name=record.state.name,
        )
    clock = moved(record.state.clock, action.unit, action.n)
    _require_breath(members_of(scene, record.state), action)
    changes, told = advanced(scene, record, action.unit, action.n)
    time = TimePassed(record.state.name, action.unit, action.n, clock)
    kept = Replace(record.id, replace(record.state, clock=clock))
    return Turn((kept, *changes), (time, *told), subject=record.id)


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
                "{name} holds their breath: go Round by Round, or `/sov harm breath` says that they breathe "
                "again.",
                name=each.name,
            )


class EndFight(OnParty):
    """End a fight: it took one Turn, however many Rounds"""


@action("party fight-over", may=Permit.GAME_MASTERS, asks=True)
def end_fight(scene: Scene, action: EndFight, dice: Dice) -> Turn:
    """A fight is one Turn (S21). Raises RuleViolation where no Round was counted."""
    record = scene.get(PARTY, action.party)
    if not record.state.clock.round:
        raise refused("clock.no_fight", "No Round is counted. `/party clock` lets a Turn pass.")
    return advance(scene, Advance(action.party, Unit.TURN, 1), dice)


# -- what lasts a while -------------------------------------------------------------------------------


def _effects_of(asking: Asking) -> list[Pair]:
    return [(each.name, each.name) for each in asking.record("character").state.effects]


class AddEffect(Action):
    """Give somebody an effect that lasts Rounds, Turns, hours or days; 0 ends it"""

    character: RecordId = option("Whom; your own character by default", finder=CHARACTER_MEANT)
    effect: str = option("What it is: Haste, blessed, lethargy", suggest=_effects_of, max_length=NAME_LENGTH)
    lasts: int = option("How long; 0 ends it", least=0, most=999)
    unit: Unit = option("Counted in", default=Unit.TURN)
    note: str = option("What it does", default="", max_length=NOTE_LENGTH)
    is_secret: bool = option("For game masters: only they know", name="secret", default=False)
    is_deadly: bool = option("Whether they die when it ends", name="deadly", default=False)


class EffectSet(Event):
    """Somebody bears an effect, or no longer."""

    name: str
    effect: str
    lasts: int
    unit: Unit
    note: str = ""
    is_deadly: bool = False

    def sentence(self) -> Safe:
        """What, and how long."""
        if not self.lasts:
            return T("{name}: {effect} ends.")(name=self.name, effect=self.effect)
        says = T("{name}: {effect} for {how_long}.{note}{deadly}")
        return says(
            name=self.name,
            effect=self.effect,
            how_long=self.unit.counted(self.lasts),
            note=T(" {note}")(note=self.note) if self.note else "",
            deadly=T(" **{name} dies when it ends.**")(name=self.name) if self.is_deadly else "",
        )


@action("sov effect", may=Permit.OWNER_OR_GAME_MASTER)
def add_effect(scene: Scene, action: AddEffect, dice: Dice) -> Turn:
    """Add, renew or end it. Raises UserError for a player's secret, the dead, or what isn't there."""
    record = scene.get(CHARACTER, action.character)
    state, name = record.state, one_line(action.effect)
    require_alive(state)
    if action.is_secret and scene.standing is not Standing.GAME_MASTER:
        raise refused("effect.secret", "Only a {gm} can keep an effect secret.")
    known = [each for each in state.effects if scene.standing is Standing.GAME_MASTER or not each.is_secret]
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
    if effects == state.effects:
        raise refused("character.same", "That's how it already is; nothing was changed.")
    if len(effects) > MOST_EFFECTS:
        raise refused("effect.too_many", "{name} bears {n} effects already.", name=state.name, n=MOST_EFFECTS)
    audience = GAME_MASTERS if is_secret else seen_by(state)
    told = EffectSet(
        state.name,
        new.name,
        new.left,
        new.unit,
        new.note,
        new.is_deadly and bool(new.left),
        audience=audience,
    )
    return Turn((Replace(record.id, replace(state, effects=effects)),), (told,))
