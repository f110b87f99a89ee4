"""What is kept of the dungeon: sites as the game master prepares them, and delves as they go (S61 to S80).

A site is the game master's alone. A delve is everybody's, but for what is drawn in secret: its checks, hits,
who noticed what, and Turns that nobody has published.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from bot.engine.parts import Unlisted, Whole, again, known_by, quoted, untold
from bot.engine.people import Viewer
from bot.engine.saying import NOTHING, Clause, Label, Name, Words
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.sovereign.state import NAMES

ROOM_LENGTH, THING_LENGTH, WORDS_LENGTH = 60, 60, 200
MOST_ROOMS, MOST_THINGS, MOST_ROWS, MOST_AHEAD, MOST_DOORS = 60, 60, 40, 12, 25


# -- the site (S61, S66 to S68, S74, S75) ------------------------------------------------------------------


class Frequency(Labelled):
    """Every how many Turns a wandering encounter is checked for (S75)."""

    EVERY = "1", "every Turn", "every Turn: alerted, with organized defenders"
    SECOND = "2", "every 2 Turns", "every 2 Turns: organized defenders, not alerted"
    THIRD = "3", "every 3 Turns", "every 3 Turns: no organized defense"
    FOURTH = "4", "every 4 Turns", "every 4 Turns: very few who move about"
    SIXTH = "6", "every 6 Turns", "every 6 Turns: a disused nook"
    NONE = "none", "no check", "no check: unknown to those who live here"

    @property
    def turns(self) -> int | None:
        """How many Turns; None for no check."""
        return None if self is Frequency.NONE else int(self.value)


class Sort(Labelled):
    """What a prepared thing is."""

    HIDDEN = "hidden", "hidden thing"
    TRAP = "trap", "trap"
    DOOR = "door", "door"


class Stuff(Labelled):
    """What a door is made of (S68)."""

    WOOD = "wood", "wooden"
    REINFORCED = "reinforced", "metal-reinforced"
    METAL = "metal", "metal or stone"


class Shut(Labelled):
    """How a door is shut (S67, S69)."""

    OPEN = "open", "open"
    CLOSED = "closed", "closed"
    STUCK = "stuck", "stuck"
    LOCKED = "locked", "locked"


class Being(Labelled):
    """What sort of creature it is, which tells what it wants in a parley (S80)."""

    HUMANOID = "humanoid", "humanoid"
    DRAGON = "dragon", "dragon"
    GIANT = "giant", "giant"
    FIEND = "fiend", "fiend"
    ABERRATION = "aberration", "aberration"
    FEY = "fey", "fey"
    BEAST = "beast", "beast"
    EVENT = "event", "an event, no creature"


@dataclass(frozen=True, slots=True)
class Room:
    """A place in a site, with the game master's notes."""

    name: Annotated[str, T("name")]
    notes: Annotated[str, T("notes"), untold] = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something the game master prepared: hidden, a trap or a door."""

    key: Unlisted[str]
    name: Annotated[str, T("name")]
    sort: Annotated[Sort, T("sort")]
    room: Annotated[str, T("room")] = ""
    notes: Annotated[str, T("notes"), untold] = ""
    # Of a trap: what it does (5 or 2d6), whether it goes off once only (Q41), whether it is out of action.
    damage: Annotated[str, T("damage")] = ""
    is_single_use: Annotated[bool, T("single use")] = False
    is_spent: Annotated[bool, T("out of action")] = False
    # Of a door.
    stuff: Annotated[Stuff, T("made of")] = Stuff.WOOD
    shut: Annotated[Shut, T("state")] = Shut.CLOSED


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a site's encounter table: from `low` to `high` on its die."""

    low: int
    high: int
    what: str
    # How many appear (2d4), and Hit Dice of each.
    number: str = ""
    hd: int = 1
    being: Being = Being.HUMANOID


def _encounters(rows: Sequence[Mapping[str, Any]] | None) -> str | None:
    return ", ".join(quoted(each["what"]) for each in rows or ()) or None


@dataclass(frozen=True, slots=True)
class Site:
    """A place to explore, as its game master prepared it: nobody else sees any of it."""

    name: Annotated[str, T("name")]
    frequency: Annotated[Frequency, T("encounter checks")] = Frequency.THIRD
    notes: Annotated[str, T("notes"), untold] = ""
    rooms: Annotated[tuple[Room, ...], T("rooms"), NAMES, known_by("name")] = ()
    things: Annotated[tuple[Thing, ...], T("things"), NAMES, known_by("key")] = ()
    table: Annotated[tuple[Row, ...], T("encounters"), Whole(_encounters)] = ()

    @property
    def sides(self) -> int:
        """The die of its table; 0 without one."""
        return self.table[-1].high if self.table else 0

    def row(self, face: int) -> Row | None:
        """The line of that face."""
        return next((each for each in self.table if each.low <= face <= each.high), None)

    def thing(self, key: str) -> Thing | None:
        """The one of that key or name."""
        return next((each for each in self.things if key in (each.key, each.name)), None)


def site_view(state: Site, viewer: Viewer) -> Site | None:
    """The whole site, for game masters; None for others."""
    return state if viewer.is_game_master else None


# -- what a character declares (S62, S63) ------------------------------------------------------------------


class Activity(Labelled):
    """One significant action a Turn (S63); a soft entry is a move, a hard one bursts in (S71)."""

    MOVE = "move", "move", "move to another room, carefully"
    BURST = "burst", "burst in", "burst into another room: you can surprise them, and set off traps"
    SEARCH = "search", "search", "search 10 by 10 feet"
    PICK = "pick", "pick a lock", "pick a lock (thieves' tools)"
    DISARM = "disarm", "disarm a trap", "disarm a trap"
    FORCE = "force", "force a stuck door", "force a stuck door"
    BATTER = "batter", "batter a door", "batter a locked door down"
    AID = "aid", "first aid and looting", "first aid and looting"
    OTHER = "other", "something else", "something else"
    PASS = "pass", "nothing", "nothing this Turn"


# What takes them to another room.
MOVES = (Activity.MOVE, Activity.BURST)


class Silence(Labelled):
    """What somebody does in a Turn in which they say nothing."""

    CALLER = "caller", "follow the caller", "follow the caller's plan"
    ORDER = "order", "their standing order", "do as my standing order says"
    NOTHING = "nothing", "nothing", "do nothing"


class By(Labelled):
    """Who decided on a deed."""

    OWN = "own", "own word"
    CALLER = "caller", "the caller's plan"
    ORDER = "order", "a standing order"


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody does this Turn; `door` is the key of the door it is about."""

    deed: Activity
    words: str = ""
    door: str = ""
    by: By = By.OWN
    is_resolved: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a delve: where they are, what they declared, until the end of which Turn they're busy."""

    character: RecordId
    name: str
    player: int | None
    room: str = ""
    act: Act | None = None
    # The Turn in which they began with it.
    begun: int = 0
    silence: Silence = Silence.CALLER
    # The words of their standing order, as the sheet has them.
    order: str = ""
    busy_until: int = 0
    # Whether they can act at all: as the Turn began, or since.
    is_able: bool = True


@dataclass(frozen=True, slots=True)
class Door:
    """A door the party knows.

    `opens` is the Turn at whose end it gives way; `batterers` have worked on it since the Turn `begun`.
    `listened` is the Turn in which somebody last listened at it (S70, Q42), `loud` the last for which its
    extra check was made (S68).
    """

    key: str
    name: str
    stuff: Stuff = Stuff.WOOD
    shut: Shut = Shut.CLOSED
    opens: int | None = None
    begun: int = 0
    batterers: tuple[RecordId, ...] = ()
    listened: int = 0
    loud: int = 0

    @property
    def is_battered(self) -> bool:
        """Whether somebody is at it."""
        return bool(self.batterers) and self.shut is not Shut.OPEN


@dataclass(frozen=True, slots=True)
class Passage:
    """The way by which a room was first entered."""

    room: str
    came_from: str = ""


# -- checks, hits, and Turns rolled ahead (S74, Q33 to Q36) ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hit:
    """A wandering encounter that waits for its moment in a Turn."""

    turn: int
    what: str = ""
    number: int = 0
    hd: int = 1
    being: Being = Being.HUMANOID


@dataclass(frozen=True, slots=True)
class Checked:
    """What the start of a Turn drew in secret: always a die, so that nothing tells whether it counted."""

    turn: int
    is_due: bool
    face: int
    # One for each door that is battered (S68, Q35).
    extra: tuple[int, ...] = ()
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Delve:
    """Parties in a site, Turn by Turn, on one clock (Q48): each party's shows the same.

    `crew` is in marching order. `caller` speaks for the delve; `call` is their plan, declared for all.
    """

    name: Annotated[str, T("name")]
    channel: Unlisted[int]
    site: Unlisted[RecordId]
    parties: Annotated[tuple[RecordId, ...], again(T("back to the parties that were in it"))]
    crew: Annotated[tuple[Member, ...], again(T("back to where everybody was, and what they had said"))]
    turn: Annotated[int, T("Turn")] = 1
    # When the Turn began, for how long somebody has been silent: seconds since 1970.
    since: Unlisted[int] = 0
    caller: Annotated[RecordId | None, again(T("back to its earlier caller"))] = None
    call: Annotated[Act | None, again(T("back to the earlier plan"))] = None
    doors: Annotated[tuple[Door, ...], again(T("back to how its doors stood"))] = ()
    passages: Annotated[tuple[Passage, ...], again(T("back to the rooms visited until then"))] = ()
    # -- the game masters'. Of hits, and of who noticed what, an undo doesn't even say that they are as they
    # were: it would tell more of one Turn than of another --
    # Turns since the last scheduled check (Q34).
    unchecked: Unlisted[int] = 0
    checked: Annotated[Checked | None, again(T("back to its earlier encounter check"))] = None
    hits: Unlisted[tuple[Hit, ...]] = ()
    # Who had their passive check, by the key of the hidden thing (Q44).
    noticed: Unlisted[Mapping[str, tuple[RecordId, ...]]] = field(default_factory=dict)
    # The traps that went off and do so once only (Q41).
    spent: Unlisted[tuple[str, ...]] = ()
    ahead: Annotated[tuple[Checked, ...], again(T("back to the Turns rolled ahead before"))] = ()

    def member(self, character: RecordId) -> Member | None:
        """The one of that id."""
        return next((each for each in self.crew if each.character == character), None)

    def door(self, key: str) -> Door | None:
        """The one of that key or name."""
        return next((each for each in self.doors if key in (each.key, each.name)), None)

    def with_member(self, member: Member) -> Delve:
        """With them as they are now."""
        crew = tuple(member if each.character == member.character else each for each in self.crew)
        return replace(self, crew=crew)

    def with_door(self, door: Door) -> Delve:
        """With that door as it is now, last if it is new."""
        if self.door(door.key) is None:
            return replace(self, doors=(*self.doors, door))
        return replace(self, doors=tuple(door if each.key == door.key else each for each in self.doors))

    def recrewed(self, before: Iterable[RecordId], now: Iterable[Member]) -> Delve:
        """With those of a party who go along from now on, in its order; who is new comes to the others."""
        gone = set(before)
        others = tuple(each for each in self.crew if each.character not in gone)
        crew = tuple(self.member(each.character) or replace(each, room=self.gathered) for each in now)
        return replace(self, crew=(*crew, *others))

    @property
    def gathered(self) -> str:
        """The room in which most of them are: who comes later comes there."""
        rooms = [each.room for each in self.crew]
        return max(rooms, key=rooms.count, default="")

    @property
    def battered(self) -> tuple[Door, ...]:
        """The doors at which somebody is."""
        return tuple(each for each in self.doors if each.is_battered)

    def is_busy(self, member: Member) -> bool:
        """Whether an earlier Turn's work still holds them (Q47)."""
        return member.busy_until >= self.turn

    def intended(self, member: Member) -> Act | None:
        """What they do this Turn: as they said, or as is settled for who stays silent."""
        if member.act is not None:
            return member.act
        if not member.is_able or self.is_busy(member):
            return None
        if member.silence is Silence.CALLER and self.call is not None:
            return replace(self.call, by=By.CALLER)
        if member.silence is Silence.ORDER and member.order:
            return Act(Activity.OTHER, member.order, by=By.ORDER)
        return None

    def is_silent(self, member: Member) -> bool:
        """Whether they could still say something."""
        return member.act is None and member.is_able and not self.is_busy(member)


def delve_view(state: Delve, viewer: Viewer) -> Delve:
    """All but what is drawn in secret."""
    if viewer.is_game_master:
        return state
    return replace(
        state, site=RecordId(""), unchecked=0, checked=None, hits=(), noticed={}, spent=(), ahead=()
    )


def line(state: Delve) -> Safe:
    """The Turn, the room, who is along, and the doors that are battered."""
    room = T(" · {room:40}")(room=state.gathered) if state.gathered else ""
    doors = T(" · {n} {n:door|doors} battered")(n=len(state.battered)) if state.battered else ""
    says = T("Turn {turn}{room} · {n} along{doors}")
    return says(turn=state.turn, room=room, n=len(state.crew), doors=doors)


def delve_links(state: Delve) -> Iterable[RecordId]:
    """The site, the parties, and who is along."""
    return (state.site, *state.parties, *(each.character for each in state.crew))


def doing(act: Act, door: Door | None = None) -> Safe:
    """A deed in words."""
    return deed_said(act, door).rendered()


# What somebody chose, where they add nothing to it.
_ALONE: Mapping[Activity, Clause] = {
    Activity.SEARCH: Clause(T("search 10 by 10 feet")),
    Activity.MOVE: Clause(T("move to another room, carefully")),
}


def deed_said(act: Act, door: Door | None = None) -> Clause:
    """A deed as a part of a sentence."""
    at = Clause(T(" ({door})"), door=Name(door.name)) if door is not None else NOTHING
    if not act.words and act.deed in _ALONE:
        return Clause(T("{deed}{at}"), deed=_ALONE[act.deed], at=at)
    deed, words = Label(act.deed), Words(act.words, by=None)
    if act.deed is Activity.OTHER and act.words:
        return Clause(T("{words}{at}"), words=words, at=at)
    if act.words:
        return Clause(T("{deed}{at}: {words}"), deed=deed, at=at, words=words)
    return Clause(T("{deed}{at}"), deed=deed, at=at)
