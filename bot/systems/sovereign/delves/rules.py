"""The dungeon Turn (S61 to S63): entering and leaving, its end and its beginning.

What is drawn at the start of a Turn is the game masters' secret, and must not show in what others can see: so
each Turn draws a die whether a check is due or not, each is one entry with one message for the game masters,
and what becomes of an encounter that never came is decided with the next Turn, never in an entry of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import HERE_OR_ONLY_ONE, finder
from bot.engine.pace import Tempo
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.saying import NOTHING, Clause, Name, Said, Words, say
from bot.engine.steps import at
from bot.engine.system import Change, Kind, Record, RecordId, Replace, Scope, Want, World
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy, WorkingCopy, deed
from bot.systems.sovereign.book import CHECK_DIE, CHECK_HIT, HOURS_A_DAY, TURNS_AN_HOUR, Unit
from bot.systems.sovereign.delves.steps import STEPS, TURN, is_asked, steps
from bot.systems.sovereign.delves.work import is_at_work, opened, released
from bot.systems.sovereign.dungeon import (
    ROOM_LENGTH,
    By,
    Checked,
    Delve,
    Hit,
    Member,
    Passage,
    Shut,
    Site,
    delve_links,
    delve_view,
    doing,
    line,
)
from bot.systems.sovereign.parties.rules import PARTY, PARTY_MEANT, let_go, passed, require_no_breath, shown
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.settings import BATTERERS, CHECKS, FROM_FIRST, GROUP
from bot.systems.sovereign.sites.rules import SITE, SITE_MEANT
from bot.systems.sovereign.sites.tables import met
from bot.systems.sovereign.state import NAME_LENGTH, Character, Clock, Party

LONG_AGO = 99


def _handed_over(state: Delve, player: int, of: RecordId) -> Delve:
    crew = tuple(replace(each, player=player) if each.character == of else each for each in state.crew)
    return replace(state, crew=crew)


DELVE: Kind[Delve] = Kind(
    "delve",
    Delve,
    title=lambda state: state.name,
    links=delve_links,
    tempo=Tempo.EXPLORATION,
    line=line,
    waiting=steps,
    steps=STEPS,
    view=delve_view,
    home=lambda state: state.channel,
    hand_over=_handed_over,
    goes_along=True,
    has_live_card=True,
    is_divisible=True,
)


def on_delve(delve: RecordId) -> Scope:
    """The delve with site, parties and crew."""
    return Scope((delve,), links=True)


DELVE_MEANT = finder(
    DELVE,
    prefer=HERE_OR_ONLY_ONE,
    noun=T("delve"),
    scope=on_delve,
    which=lambda names: (
        T("That could be any of these: {names:,}. Name one.")(names=list(names))
        if names
        else T("Nobody is in a dungeon here. A game master begins with `/delve enter`.")()
    ),
)


class OnDelve(Action):
    """Something about a delve."""

    delve: RecordId = option("Which delve; this channel's by default", finder=DELVE_MEANT)


class OfTurn(OnDelve):
    """Something done in one Turn."""

    # The Turn on the card whose button was pressed; 0 is the one that it is now, as in a command. The deed is
    # the same either way.
    turn: int = field(default=0, kw_only=True, compare=False)


def require_turn(turn: int, state: Delve) -> None:
    """Raises RuleViolation where the Turn that was meant is over."""
    if turn and turn != state.turn:
        raise refused("turn.over", "Turn {meant} is over; it's Turn {now}.", meant=turn, now=state.turn)


def site_of(world: World, delve: Delve) -> Site:
    """What its game master prepared. The world has it by its link, in play or not."""
    state: Site = world.records[delve.site].state
    return state


# -- what is told -------------------------------------------------------------------------------------


def _say_entered(party: str, site: str) -> Said:
    return say(
        "delve.entered",
        T("**{party}: into {site}.** From here on every Turn counts."),
        party=Name(party),
        site=Name(site),
    )


class TurnBegan(Event):
    """A Turn begins: everybody may declare something."""

    # Each Turn has a message of its own, whose card says the rest.
    is_posted: ClassVar[bool] = True
    stands_on_card: ClassVar[bool] = True
    turn: int
    clock: Clock

    def sentence(self) -> Safe:
        """Which, and when."""
        return T("**Turn {turn}.** {now}.")(turn=self.turn, now=shown(self.clock))


class TurnEnded(Event):
    """A Turn is over, and what was settled for who said nothing."""

    turn: int
    # Who, what they do, and by whose word; by their own, of which there is none, they do nothing.
    silent: tuple[tuple[tuple[str, ...], str, By], ...] = ()

    def sentence(self) -> Safe:
        """A sentence for all who do the same."""
        settled = [each for each in self.silent if By(each[2]) in _SILENT]
        told = [_SILENT[By(how)](names=list(names), what=what.rstrip(".")) for names, what, how in settled]
        told += [_IDLE(names=list(names)) for names, _, how in self.silent if By(how) is By.OWN]
        return Safe(" ".join(told))


_SILENT = {
    By.CALLER: T("{names} {names:says|say} nothing and {names:follows|follow} the plan: {what}."),
    By.ORDER: T("{names} {names:says|say} nothing. Standing order: {what}."),
}
_IDLE = T("{names} {names:does|do} nothing.")


class TurnChecked(Event, audience=GAME_MASTERS):
    """What the start of a Turn drew: always of the same form, for nobody else to read anything from."""

    is_posted: ClassVar[bool] = True
    turn: int
    is_due: bool
    face: int
    extra: tuple[int, ...] = ()
    hits: tuple[Hit, ...] = ()
    # What became of an encounter that waited still as the Turn before ended.
    past: str = ""

    @property
    def stands_on_card(self) -> bool:
        """The card doesn't say what became of the one before."""
        return not self.past

    def sentence(self) -> Safe:
        """Due or not, the dice, and what they come to."""
        due = T("encounter check, rolled") if self.is_due else T("no encounter check, rolled")
        extra = (
            T("; noise at a door, rolled {faces:,}")(faces=[T("{n}")(n=n) for n in self.extra])
            if self.extra
            else ""
        )
        is_told = self.is_due or self.extra or self.hits
        comes = T(" {comes}")(comes=encounter_said(self.hits)) if is_told else ""
        past = T(" {past}")(past=self.past) if self.past else ""
        return T("Turn {turn}: {due} {face}{extra}.{comes}{past}")(
            turn=self.turn, due=due, face=self.face, extra=extra, comes=comes, past=past
        )


def met_said(hit: Hit) -> Clause:
    """Who comes, as the game master prepared them."""
    if not hit.what:
        return Clause(T("the site has no table"))
    number = Clause(T("{n} × "), n=hit.number) if hit.number else NOTHING
    return Clause(T("{number}{what}"), number=number, what=Words(hit.what, by=None))


def encounter_said(hits: Sequence[Hit]) -> Clause:
    """What an encounter check comes to."""
    if not hits:
        return Clause(T("No encounter."))
    return Clause(T("**Encounter: {hits:,}.**"), hits=[met_said(each) for each in hits])


# -- a Turn passes ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Passing:
    """A delve while Turns pass or deeds are resolved, with its parties and people, and what is told of it."""

    delve: Delve
    parties: dict[RecordId, Party]
    people: dict[RecordId, Character]
    told: list[Event] = field(default_factory=list)
    all_batter: bool = False

    @classmethod
    def of(cls, world: World, delve: Delve) -> Passing:
        """As the world has them; who left play stays as they are."""
        there = {each.id: each.state for each in world.all(PARTY)}
        parties = {id_: there[id_] for id_ in delve.parties if id_ in there}
        along = {member for party in parties.values() for member in party.members}
        along |= {each.character for each in delve.crew}
        people = {id_: state for id_, state in people_of(world).items() if id_ in along}
        return cls(delve, parties, people, all_batter=all_batter(world))

    def release_the_helpless(self) -> None:
        """Who can't act is no longer at work (S24, Q47)."""
        down = [id_ for id_, state in self.people.items() if state.is_helpless]
        self.delve = released(self.delve, down, self.people, is_group=self.all_batter)

    @property
    def clock(self) -> Clock:
        """The delve's time: every party's shows the same."""
        return next(iter(self.parties.values())).clock

    def changes(self, world: World) -> list[Change]:
        """What is otherwise than in the world, the delve apart."""
        after = {**self.parties, **self.people}
        return [Replace(id_, state) for id_, state in after.items() if state != world.records[id_].state]


def later(clock: Clock) -> Clock:
    """A Turn later, also past midnight: nobody sleeps in between. A fight's Rounds are over (S21)."""
    turns = clock.hour * TURNS_AN_HOUR + clock.turn + 1
    hour, turn = divmod(turns, TURNS_AN_HOUR)
    day, hour = divmod(hour, HOURS_A_DAY)
    return Clock(clock.day + day, hour, turn)


class Dark(Event):
    """Nobody has a light, or only one that goes out next."""

    is_last: bool = False
    name: str = ""

    def sentence(self) -> T:
        """What that means at the table."""
        if self.is_last:
            return T("**Last light: {name}'s goes out at the end of this Turn.**")
        return T("**It's dark.** Without light nobody can search, pick a lock, read or see who comes.")


def people_of(world: World) -> dict[RecordId, Character]:
    """All characters in the world as they are now."""
    return {each.id: each.state for each in world.all(CHARACTER)}


def all_batter(world: World) -> bool:
    """Whether everybody's bonus counts at a door (Q38)."""
    return world.setting(BATTERERS) == GROUP


def end_turn(passing: Passing, *, is_asked: bool = True) -> None:
    """The Turn is over: who was silent, what lasted (Q39), who dies, doors that give way."""
    passing.release_the_helpless()
    delve, told = passing.delve, passing.told
    if is_asked and (silent := tuple(_settled(delve))):
        told.append(TurnEnded(delve.turn, silent))
    was_lit = bool(_lit(passing.people.values()))
    after = {}
    for id_, state in passing.people.items():
        after[id_], more = passed(state, Unit.TURN, 1)
        told += more
    passing.people = {id_: let_go(state, after) for id_, state in after.items()}
    told += _dark(_lit(passing.people.values()), was_lit=was_lit)
    for door in delve.doors:
        if door.opens is not None and door.opens <= delve.turn and door.shut is not Shut.OPEN:
            told.append(say("door.gave_way", T("**{door} gives way.**"), door=Name(door.name)))
            passing.delve = opened(passing.delve, door)
    passing.release_the_helpless()
    # A night that only one of them slept moved its own clock.
    latest = max((each.clock for each in passing.parties.values()), key=lambda e: (e.day, e.hour, e.turn))
    passing.parties = {id_: replace(e, clock=later(latest)) for id_, e in passing.parties.items()}


def _lit(people: Iterable[Character]) -> list[tuple[str, int]]:
    """Who has a light burning, and for how many Turns."""
    return [(each.name, light.left) for each in people for light in each.lights if light.is_lit]


def _dark(lit: Sequence[tuple[str, int]], *, was_lit: bool) -> Iterable[Event]:
    if not lit and was_lit:
        yield Dark()
    if len(lit) == 1 and lit[0][1] == 1:
        yield Dark(is_last=True, name=lit[0][0])


def _settled(delve: Delve) -> Iterable[tuple[tuple[str, ...], str, By]]:
    """What is done by those who said nothing, together where it is the same."""
    found: dict[tuple[str, By], list[str]] = {}
    for member in delve.crew:
        if delve.is_silent(member):
            act = delve.intended(member)
            what = doing(act, delve.door(act.door)) if act is not None else ""
            found.setdefault((what, act.by if act is not None else By.OWN), []).append(member.name)
    return ((tuple(names), what, how) for (what, how), names in found.items())


def begin_turn(passing: Passing, checked: Checked, *, keeps: Sequence[Hit] = ()) -> None:
    """The next Turn: nobody has said anything yet, and what its check drew waits for its moment."""
    before = passing.delve
    turn = before.turn + 1
    passing.delve = replace(
        before,
        turn=turn,
        crew=crew_of(passing.parties, passing.people, before, turn),
        call=None,
        unchecked=0 if checked.is_due else before.unchecked + 1,
        checked=checked,
        hits=(*keeps, *checked.hits),
        doors=tuple(replace(each, loud=turn) if each.is_battered else each for each in before.doors),
    )


def crew_of(
    parties: Mapping[RecordId, Party], people: Mapping[RecordId, Character], before: Delve, turn: int
) -> tuple[Member, ...]:
    """Who goes along in this Turn, in marching order, each where they were; the dead stay behind."""
    found = []
    for party in parties.values():
        for id_ in party.members:
            state = people.get(id_)
            if state is None or state.is_dead:
                continue
            old = before.member(id_) or Member(id_, state.name, state.player, room=before.gathered)
            busy = old.busy_until if is_at_work(before, old) else 0
            stays = busy >= turn and not state.is_helpless
            found.append(
                replace(
                    old,
                    name=state.name,
                    player=state.player,
                    order=state.order,
                    act=old.act if stays else None,
                    busy_until=busy if stays else 0,
                    is_able=not state.is_helpless,
                )
            )
    return tuple(found)


# -- checks (S61, S74, Q33 to Q36) ----------------------------------------------------------------------


def is_due(site: Site, unchecked: int) -> bool:
    """Whether a scheduled check falls into the Turn that begins (Q33, Q34)."""
    turns = site.frequency.turns
    return turns is not None and unchecked + 1 >= turns


def drawn(site: Site, turn: int, dice: Dice) -> tuple[int, tuple[Hit, ...]]:
    """A die, and the encounter where it hits."""
    (face,) = dice.roll(1, CHECK_DIE, reason=T("encounter check").plain(), secret=True)
    return face, (met(site, turn, dice),) if face <= CHECK_HIT else ()


def check(delve: Delve, site: Site, turn: int, unchecked: int, dice: Dice) -> Checked:
    """What the start of that Turn draws: a die that counts if a check is due, and one a battered door."""
    due = is_due(site, unchecked)
    (face,) = dice.roll(1, CHECK_DIE, reason=T("encounter check").plain(), secret=True)
    hits = [met(site, turn, dice)] if due and face <= CHECK_HIT else []
    extra = []
    for door in delve.battered:
        if door.opens is None or door.opens >= turn:
            more, found = drawn(site, turn, dice)
            extra.append(more)
            hits += found
    return Checked(turn, due, face, tuple(extra), tuple(hits))


def checked_told(checked: Checked, past: str = "") -> TurnChecked:
    """The game masters' line."""
    return TurnChecked(checked.turn, checked.is_due, checked.face, checked.extra, checked.hits, past)


# -- in and out ---------------------------------------------------------------------------------------


class EnterSite(Action):
    """A party enters a site: its Turns are counted from now on"""

    party: RecordId = option("Which party; this channel's by default", finder=PARTY_MEANT)
    site: RecordId = option("Which site; the only one by default", finder=SITE_MEANT)
    room: str = option("Where they come in", default="", max_length=ROOM_LENGTH)
    called: str = option(
        "What the players call the site; its name by default", default="", max_length=NAME_LENGTH
    )


def _require_outside(party: Party) -> None:
    """Raises RuleViolation for who is in a dungeon already."""
    if party.delve is not None:
        raise refused(
            "delve.in_one",
            "{party} can't go into two dungeons at once. `/gm deed: leave` takes them out of the first.",
            party=party.name,
        )


@deed(
    "delve enter",
    may=Permit.GAME_MASTERS,
    when=(_require_outside,),
    scope=lambda of: Scope((of.party, of.site), (Want(DELVE.name, linking=of.site),), links=True),
    button="Go in",
)
def enter_site(copy: WorkingCopy, action: EnterSite, dice: Dice) -> None:
    """Begin Turn 1 with its check, or join who is in there (Q48). Raises RuleViolation."""
    world = copy.world
    party, site = world.get(PARTY, action.party), world.get(SITE, action.site)
    there = next((each for each in world.all(DELVE) if each.state.site == site.id), None)
    if there is not None:
        _join(copy, party, there)
        return
    people = {each.id: each.state for each in world.all(CHARACTER) if each.id in party.state.members}
    name, room = one_line(action.called) or site.state.name, one_line(action.room)
    bare = Delve(
        name,
        party.state.channel,
        site.id,
        (party.id,),
        (),
        turn=0,
        caller=party.state.spokesperson,
        unchecked=LONG_AGO if world.setting(CHECKS) == FROM_FIRST else 0,
        passages=(Passage(room),) if room else (),
    )
    passing = Passing(bare, {party.id: party.state}, people)
    if not crew_of(passing.parties, people, bare, 1):
        raise refused("delve.nobody", "Nobody in {party} can go in.", party=party.state.name)
    checked = check(bare, site.state, 1, bare.unchecked, dice)
    begin_turn(passing, checked)
    crew = tuple(replace(each, room=room) for each in passing.delve.crew)
    delve = replace(passing.delve, crew=crew, since=int(world.now.timestamp()))
    copy.change_other(party, delve=copy.open(DELVE, delve))
    copy.tell(_say_entered(party.state.name, name), TurnBegan(1, passing.clock), checked_told(checked))


def _join(copy: WorkingCopy, party: Record[Party], there: Record[Delve]) -> None:
    """They come into a delve that goes on: its clock is theirs from now on."""
    world = copy.world
    others = [world.records[each].state for each in there.state.parties]
    parties = {**dict(zip(there.state.parties, others, strict=True)), party.id: party.state}
    people = people_of(world)
    crew = crew_of(parties, people, there.state, there.state.turn)
    known = tuple(there.state.member(each.character) or each for each in crew)
    copy.change_other(there, parties=tuple(parties), crew=known)
    copy.change_other(party, delve=there.id, clock=others[0].clock)
    copy.tell(_say_entered(party.state.name, there.state.name))


class LeaveSite(Action):
    """A party leaves the dungeon, and takes its time along"""

    party: RecordId = option("Which party; this channel's by default", finder=PARTY_MEANT)


def _require_inside(party: Party) -> None:
    """Raises RuleViolation for who is in no dungeon."""
    if party.delve is None:
        raise refused("delve.not_in", "There's no dungeon for {party} to leave.", party=party.name)


@deed(
    "delve leave",
    may=Permit.GAME_MASTERS,
    when=(_require_inside,),
    scope=lambda leaving: Scope((leaving.party,), (Want(DELVE.name, linking=leaving.party),), links=True),
    confirms=True,
    button="Leave the dungeon",
)
def leave_site(copy: WorkingCopy, action: LeaveSite, dice: Dice) -> None:
    """Take them out; the last one ends the delve. Raises RuleViolation for who isn't in one."""
    world = copy.world
    party = world.get(PARTY, action.party)
    record = next(each for each in world.all(DELVE) if party.id in each.state.parties)
    parties = tuple(each for each in record.state.parties if each != party.id)
    if record.state.hits and not parties:
        copy.note(T("An encounter still waits; it's dropped."))
    if party.state.clock.round or any(
        each.act is not None and each.act.is_resolved for each in record.state.crew
    ):
        copy.note(
            T("Turn {n} isn't over: its time doesn't pass unless you press **Next Turn** first.")(
                n=record.state.turn
            )
        )
    members = party.state.members
    state = released(record.state, members, people_of(world), is_group=all_batter(world))
    crew = tuple(each for each in state.crew if each.character not in members)
    after = replace(state, crew=crew, parties=parties, ahead=(), hits=() if not parties else state.hits)
    copy.put_other(record.id, after, archive=not parties)
    copy.change_other(party, delve=None)
    copy.say(
        "delve.left",
        T("**{party}: out of {site}** after {turn} {turn:Turn|Turns}."),
        party=Name(party.state.name),
        site=Name(state.name),
        turn=state.turn,
    )


# -- the next Turn --------------------------------------------------------------------------------------


class Unsprung(Labelled):
    """What becomes of an encounter that nobody sprang in its Turn."""

    DROP = "drop", "drop it"
    KEEP = "keep", "keep it for the next Turn"


def require_nothing_ahead(state: Delve) -> None:
    """Raises RuleViolation while Turns rolled ahead aren't published."""
    if state.ahead:
        raise refused(
            "delve.ahead",
            "{n:Turn {first} is|Turns {first} to {last} are} rolled ahead. Publish {n:it|them} first, or "
            "take {n:it|them} back.",
            n=len(state.ahead),
            first=state.ahead[0].turn,
            last=state.ahead[-1].turn,
        )


class NextTurn(OnDelve):
    """End this Turn and begin the next, also without those who are silent"""

    past: Unsprung = option("An encounter that still waits", name="encounter", default=Unsprung.DROP)
    why: str = option("Why it's dropped; for game masters", default="", max_length=200)
    # The card whose button was pressed says which Turn ends; of the command a preview does.
    is_pressed: bool = False


@deed(
    "delve advance",
    of=DELVE,
    may=Permit.GAME_MASTERS,
    step=at(TURN, "next", T("Next Turn"), values={"is_pressed": True}),
    confirms=True,
    button="Next Turn",
    when=(require_nothing_ahead,),
)
def next_turn(found: RecordCopy[Delve], action: NextTurn, dice: Dice) -> None:
    """End the Turn and begin the next. Raises RuleViolation while somebody has their breath to hold."""
    world, state, why = found.world, found.state, one_line(action.why)
    if not action.is_pressed:
        found.note(T("Turn {n} ends.")(n=state.turn))
    waited = [
        each.name
        for each in state.crew
        if is_asked(state, each)
        and each.player is not None
        and world.campaign.gives_time(each.player, Tempo.EXPLORATION, state.since, world.now)
    ]
    if waited:
        found.note(T("**No word yet from {names:,}.** There's still time to answer.")(names=waited))
    passing = Passing.of(world, state)
    require_no_breath(passing.people.values())
    if state.hits and not why and action.past is Unsprung.DROP:
        found.note(
            T("**An encounter waits: {hits:,}.** Spring it first, or it's dropped with this Turn.")(
                hits=[met_said(each) for each in state.hits]
            )
        )
    keeps = state.hits if action.past is Unsprung.KEEP else ()
    fate = _fate(state.hits, action.past, why)
    end_turn(passing)
    note_dying(found, passing)
    checked = check(passing.delve, site_of(world, state), state.turn + 1, state.unchecked, dice)
    begin_turn(passing, checked, keeps=keeps)
    turn_to(found, passing)
    found.tell(checked_told(checked, fate))


def _fate(hits: Sequence[Hit], past: Unsprung, why: str) -> str:
    if not hits:
        return ""
    says = T("Kept from Turn {turn}: {hits:,}.") if past is Unsprung.KEEP else T("Dropped: {hits:,}{why}.")
    values = (
        {"turn": hits[0].turn} if past is Unsprung.KEEP else {"why": T(", {why}")(why=why) if why else ""}
    )
    return says.plain(hits=[met_said(each) for each in hits], **values)


def note_dying(found: RecordCopy[Delve], passing: Passing) -> None:
    """Note who dies while it passes."""
    for id_, state in passing.people.items():
        if state.is_dead and not found.world.records[id_].state.is_dead:
            found.note(T("**{name} dies.**")(name=state.name))


def turn_to(found: RecordCopy[Delve], passing: Passing) -> None:
    """Let the delve be in its new Turn, and all that changed with it."""
    found.put(replace(passing.delve, since=int(found.world.now.timestamp())))
    found.also += passing.changes(found.world)
    found.tell(*passing.told, TurnBegan(found.state.turn, passing.clock))
