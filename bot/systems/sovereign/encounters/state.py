"""What is kept of an encounter, and what a reaction roll comes to (S72 to S80)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from bot.engine.people import Viewer
from bot.engine.record import Turns
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.sovereign.book import CHECK_DICE, CHECK_SIDES
from bot.systems.sovereign.dungeon import Being

TITLE_LENGTH, WHAT_LENGTH = 80, 120
MOST_NUMBER, MOST_HD, MOST_LEVERAGE = 200, 40, 10
# How many to one in Hit Dice make a victory look very likely (S78, Q45).
LIKELY = 3


class MeetingDeed(Labelled):
    """What the party does when it meets somebody (S72)."""

    FIGHT = "fight", "Fight"
    TALK = "talk", "Talk"
    RUN = "run", "Run"
    WAIT = "wait", "Wait"


class Reaction(Labelled):
    """What they do about it (S77, S78)."""

    COMBAT = "combat", "attack"
    COULD_WIN = "could_win", "attack if they'd surely win, else run"
    RUN = "run", "run away"
    CHASE = "chase", "chase the party"
    PARLEY = "parley", "talk"
    IGNORE = "ignore", "carry on as before"


# What a game master can decide on: a roll's “if they'd win” is one of these by then.
DECIDED = tuple(each for each in Reaction if each is not Reaction.COULD_WIN)
# Up to which 2d6 each row of the table goes (S77).
ROWS = (5, 8, 12)
TABLE: Mapping[MeetingDeed, tuple[Reaction, Reaction, Reaction]] = {
    MeetingDeed.FIGHT: (Reaction.COMBAT, Reaction.COULD_WIN, Reaction.RUN),
    MeetingDeed.TALK: (Reaction.COULD_WIN, Reaction.PARLEY, Reaction.PARLEY),
    MeetingDeed.RUN: (Reaction.CHASE, Reaction.IGNORE, Reaction.IGNORE),
    MeetingDeed.WAIT: (Reaction.COULD_WIN, Reaction.IGNORE, Reaction.IGNORE),
}
# The 36 ways in which two dice fall.
FALLS = tuple(product(range(1, CHECK_SIDES + 1), repeat=CHECK_DICE))


def reaction_to(way: MeetingDeed, total: int) -> Reaction:
    """What the table says (S77)."""
    return TABLE[way][next(row for row, most in enumerate(ROWS) if total <= most)]


def could_win(hd: int, levels: int) -> bool:
    """Whether victory looks very likely to them: 3 Hit Dice to each level of the party's (S78, Q45)."""
    return hd >= LIKELY * levels


def decided(reaction: Reaction, hd: int, levels: int) -> Reaction:
    """What is suggested: “if they'd win” becomes combat or flight (S78)."""
    if reaction is not Reaction.COULD_WIN:
        return reaction
    return Reaction.COMBAT if could_win(hd, levels) else Reaction.RUN


def chances(way: MeetingDeed, hd: int, levels: int) -> Mapping[Reaction, int]:
    """How many of 36 falls of the dice come to each reaction, likeliest first."""
    found = Counter(decided(reaction_to(way, sum(each)), hd, levels) for each in FALLS)
    return dict(found.most_common())


class Wits(Labelled):
    """How clever they are: who has none attacks at once (S76), and what distracts whom (S46)."""

    INTELLIGENT = "intelligent", "intelligent"
    SEMI = "semi", "half intelligent"
    NONE = "none", "unintelligent", "unintelligent: they attack at once"


class Leverage(Labelled):
    """What makes somebody give something for a talk (S80)."""

    EXCHANGE = "exchange", "exchange", "exchange: what you have and they want"
    PROMISE = "promise", "promise", "promise: what you can do for them"
    GRATITUDE = "gratitude", "gratitude", "gratitude: what you did for them"
    THREAT = "threat", "threat", "threat: what you could do to them"


class Side(Labelled):
    """The party or its opponents: who acts, flees or is surprised."""

    PARTY = "party", "the party"
    THEM = "them", "the others"

    @property
    def other(self) -> Side:
        """Their opponents."""
        return Side.THEM if self is Side.PARTY else Side.PARTY


class Stage(Labelled):
    """Where an encounter stands."""

    MET = "met", "met"
    DECIDED = "decided", "decided"
    PARLEY = "parley", "parley"
    CALM = "calm", "nothing presses"
    FLED = "fled", "they run"
    CHASE = "chase", "chase"
    FIGHT = "fight", "fight"


class Took(Labelled):
    """What takes a whole Turn, however long it lasts (S21)."""

    FIGHT = "fight", "fight"
    CHASE = "chase", "chase"
    PARLEY = "parley", "parley"


AFTER: Mapping[Reaction, Stage] = {
    Reaction.COMBAT: Stage.FIGHT,
    Reaction.RUN: Stage.FLED,
    Reaction.CHASE: Stage.CHASE,
    Reaction.PARLEY: Stage.PARLEY,
    Reaction.IGNORE: Stage.CALM,
}
TAKES: Mapping[Stage, Took] = {
    Stage.FIGHT: Took.FIGHT,
    Stage.CHASE: Took.CHASE,
    Stage.PARLEY: Took.PARLEY,
}


@dataclass(frozen=True, slots=True)
class Fellow:
    """A member of the party who is there."""

    character: RecordId
    name: str
    player: int | None


@dataclass(frozen=True, slots=True)
class Lever:
    """Something that was put forward in a talk, and by whom."""

    kind: Leverage
    what: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight, Round by Round: by sides, or in an order that the game master wrote down.

    `place` is whose turn it is in `slots`; past the last of them everybody has acted this Round.
    """

    first: Side | None = None
    round: int = 0
    place: int = 0
    acted: tuple[RecordId, ...] = ()
    # Who can't act, as the side's turn began.
    out: tuple[RecordId, ...] = ()
    order: tuple[str, ...] = ()

    @property
    def slots(self) -> tuple[Side | str, ...]:
        """Who acts one after another."""
        if self.order:
            return self.order
        return () if self.first is None else (self.first, self.first.other)

    @property
    def up(self) -> Side | str | None:
        """Whose turn it is; None where everybody has acted."""
        return self.slots[self.place] if self.place < len(self.slots) else None

    @property
    def is_last(self) -> bool:
        """Whether nobody comes after them this Round."""
        return self.place + 1 >= len(self.slots)


@dataclass(frozen=True, slots=True)
class Chase:
    """Who is after whom, how many feet behind, and what was tried: each rolled for once (Q16)."""

    pursuer: Side
    gap: int | None = None
    tried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Secret:
    """The game masters' own: who they are, and what they will do before it is announced."""

    number: int = 1
    hd: int = 1
    being: Being = Being.HUMANOID
    wits: Wits = Wits.INTELLIGENT
    note: str = ""
    # The party's levels, as they were last counted.
    levels: int = 0
    faces: tuple[int, ...] = ()
    rolled: Reaction | None = None
    decided: Reaction | None = None

    @property
    def all_hd(self) -> int:
        """The Hit Dice of all of them together."""
        return self.number * self.hd


@dataclass(frozen=True, slots=True)
class Encounter:
    """Whom the party meets, from the moment it learns of them."""

    title: str
    channel: int
    text: str = ""
    delve: RecordId | None = None
    parties: tuple[RecordId, ...] = ()
    crew: tuple[Fellow, ...] = ()
    # Who speaks for the party; without one, whoever chooses first.
    caller: RecordId | None = None
    stage: Stage = Stage.MET
    way: MeetingDeed | None = None
    # Who of them can't act.
    down: tuple[RecordId, ...] = ()
    # Who chose: nobody, where a game master did.
    chooser: RecordId | None = None
    objections: tuple[RecordId, ...] = ()
    surprised: Side | None = None
    is_surprise_settled: bool = False
    reaction: Reaction | None = None
    levers: tuple[Lever, ...] = ()
    fight: Fight = Fight()
    chase: Chase | None = None
    took: Took | None = None
    secret: Secret = Secret()

    def fellow(self, character: RecordId | None) -> Fellow | None:
        """The one of that id."""
        return next((each for each in self.crew if each.character == character), None)

    def played_by(self, player: int) -> Fellow | None:
        """The first of a player's."""
        return next((each for each in self.crew if each.player == player), None)

    @property
    def speaker(self) -> Fellow | None:
        """Who speaks for the party, has a player and can act."""
        found = self.fellow(self.caller)
        speaks = found is not None and found.player is not None and found.character not in self.down
        return found if speaks else None

    @property
    def is_stunned(self) -> bool:
        """Whether it is the turn of those who were surprised: they can't act in the first Round (S73)."""
        return self.fight.round == 1 and self.surprised is not None and self.fight.up is self.surprised

    @property
    def due(self) -> tuple[Fellow, ...]:
        """Who of the party could act now and hasn't."""
        fight = self.fight
        if self.stage is not Stage.FIGHT or not fight.round or fight.up is None or self.is_stunned:
            return ()
        gone = (*fight.acted, *fight.out, *self.down)
        silent = [each for each in self.crew if each.character not in gone]
        if isinstance(fight.up, Side):
            return tuple(silent) if fight.up is Side.PARTY else ()
        return tuple(each for each in silent if each.name.casefold() == fight.up.casefold())[:1]

    def turn_of(self, slot: Side | str) -> Sequence[int | None]:
        """Whose turn that place in the order is: their players', else the game master's."""
        if slot is Side.THEM:
            return (None,)
        able = [each for each in self.crew if each.character not in (*self.fight.out, *self.down)]
        named = [each for each in able if slot is Side.PARTY or each.name.casefold() == slot.casefold()]
        return tuple(dict.fromkeys(each.player for each in named)) or (None,)

    def joined_by(self, come: Sequence[Fellow]) -> Encounter:
        """With those who come along in the middle of it, last in order."""
        new = [each for each in come if self.fellow(each.character) is None]
        return replace(self, crew=(*self.crew, *new)) if new else self

    def at(self, stage: Stage) -> Encounter:
        """The encounter at that stage, with what takes a Turn noted."""
        return replace(self, stage=stage, took=TAKES.get(stage, self.took))


def turns(state: Encounter) -> Turns:
    """In a fight who acts now, and who next: after the last of them the first."""
    fight = state.fight
    if state.stage is not Stage.FIGHT or not fight.round or fight.up is None:
        return (), ()
    following = fight.slots[(fight.place + 1) % len(fight.slots)]
    now = tuple(dict.fromkeys(each.player for each in state.due))
    return now or (None,), state.turn_of(following)


def encounter_view(state: Encounter, viewer: Viewer) -> Encounter:
    """All but what is the game masters' own."""
    return state if viewer.is_game_master else replace(state, secret=Secret())


def line(state: Encounter) -> Safe:
    """How far it has come; of a fight the Round, and who acts."""
    fight = state.fight
    if state.stage is not Stage.FIGHT or not fight.round:
        return T("{stage}")(stage=state.stage)
    acts = T(" · {who} to act")(who=fight.up) if fight.up is not None else ""
    return T("fight, Round {round}{acts}")(round=fight.round, acts=acts)


def encounter_links(state: Encounter) -> Iterable[RecordId]:
    """The delve, the parties, and who is there."""
    delve = (state.delve,) if state.delve is not None else ()
    return (*delve, *state.parties, *(each.character for each in state.crew))


def handed_over(state: Encounter, player: int, of: RecordId) -> Encounter:
    """The encounter with another player for one of the party."""
    crew = tuple(replace(each, player=player) if each.character == of else each for each in state.crew)
    return replace(state, crew=crew)
