"""What waits in an encounter; labels tell nothing that is secret.

`rules`, `fights` and `chases` carry it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine.declare import Action, option
from bot.engine.pace import WAITS, acts
from bot.engine.system import RecordId, Step
from bot.engine.text import Labelled, T
from bot.systems.sovereign.encounters.state import (
    DECIDED,
    WHAT_LENGTH,
    Encounter,
    Fight,
    MeetingDeed,
    Side,
    Stage,
)

# A card bears so many buttons; who comes after is noted by a game master.
MOST_ACTS = 12
MOST_SLOTS = 30


class Hindrance(Labelled):
    """What may end a pursuit (S44 to S46)."""

    CORNER = "corner", "corner, door or stairs"
    OIL = "oil", "burning oil"
    FOOD = "food", "food"
    TREASURE = "treasure", "treasure"


@dataclass(frozen=True, slots=True)
class ChooseWay:
    """Say what the party does (S72)."""

    encounter: RecordId
    way: MeetingDeed


@dataclass(frozen=True, slots=True)
class Object:
    """Disagree with what was chosen, for everybody to see."""

    encounter: RecordId


@dataclass(frozen=True, slots=True)
class RollReaction:
    """Roll how they react to that (S77)."""

    encounter: RecordId
    way: MeetingDeed


class DecideReaction(Action):
    """Say how they react, without a roll or against it."""

    encounter: RecordId
    reaction: str = option("What they do", choices=DECIDED)


@dataclass(frozen=True, slots=True)
class Announce:
    """Tell everybody what they do."""

    encounter: RecordId


@dataclass(frozen=True, slots=True)
class ComeToBlows:
    """Begin a fight after all."""

    encounter: RecordId


@dataclass(frozen=True, slots=True)
class GoFirst:
    """Say whose side begins each Round (S22)."""

    encounter: RecordId
    side: Side


@dataclass(frozen=True, slots=True)
class Acted:
    """Note that one of the party has acted this Round."""

    encounter: RecordId
    character: RecordId


@dataclass(frozen=True, slots=True)
class PassTurn:
    """On to who acts next; after the last of them the next Round begins."""

    encounter: RecordId


class MeasureGap(Action):
    """Say how far apart they are now (S43)."""

    encounter: RecordId
    pursuer: Side
    gap: int = option("Feet between them", max_length=5)


class Hinder(Action):
    """Roll whether that ends the pursuit (S44 to S46)."""

    encounter: RecordId
    by: Hindrance
    what: str = option("What exactly: each is rolled for once", max_length=WHAT_LENGTH)


@dataclass(frozen=True, slots=True)
class EndEncounter:
    """End the encounter."""

    encounter: RecordId


MET, ANNOUNCE, OPEN, CHASE, FIRST, ACTS, ROUND = "met", "announce", "open", "chase", "first", "acts", "round"
STEPS = (MET, ANNOUNCE, OPEN, CHASE, FIRST, ACTS, ROUND)


def steps(_encounter: RecordId, state: Encounter) -> Sequence[Step]:
    """What everybody who is there, and the game masters, can do now."""
    return tuple(_STEPS[state.stage](state))


def _met(state: Encounter) -> Iterator[Step]:
    """The party's choice; once it is there, their reaction. The same step: who presses late is told so."""
    if state.way is None:
        who = state.speaker.player if state.speaker is not None else None
        label = T("{title}: fight, talk, run or wait?").plain(title=state.title)
        yield Step(MET, label, who, silent=acts(MeetingDeed.WAIT.value, T("waits")))
        return
    label = T("{title}: how do they react?").plain(title=state.title)
    yield Step(MET, label, None, asked=1, silent=WAITS)


def _decided(state: Encounter) -> Iterator[Step]:
    label = T("{title}: announce what they do").plain(title=state.title)
    yield Step(ANNOUNCE, label, None, silent=WAITS)


def _open(state: Encounter) -> Iterator[Step]:
    """A talk, a truce or a flight: until it is over, or turns into something else."""
    yield Step(OPEN, T("{title}: is it over?").plain(title=state.title), None, silent=WAITS)


def _chase(state: Encounter) -> Iterator[Step]:
    label = T("{title}: the chase goes on").plain(title=state.title)
    tried = len(state.chase.tried) if state.chase is not None else 0
    yield Step(CHASE, label, None, revision=1 + tried, silent=WAITS)


def _fight(state: Encounter) -> Iterator[Step]:
    fight = state.fight
    if not fight.round:
        yield Step(FIRST, T("{title}: who goes first?").plain(title=state.title), None, silent=WAITS)
        return
    # Each Round, and each one's turn in it, asks anew.
    revision = fight.round * (MOST_SLOTS + 1) + fight.place
    for each in state.due[:MOST_ACTS]:
        label = T("{title}: {name} acts, Round {n}").plain(title=state.title, name=each.name, n=fight.round)
        silent = acts("acted", T("does nothing this Round"))
        name = f"{ACTS}{state.crew.index(each)}"
        yield Step(name, label, each.player, revision=revision, silent=silent, sort=ACTS)
    label = T("{title}: Round {n}").plain(title=state.title, n=fight.round)
    yield Step(ROUND, label, None, revision=revision, silent=WAITS)


def passing_on(fight: Fight) -> str:
    """What the button says that goes on to the next one's turn."""
    if fight.is_last:
        return T("Next Round")()
    following = fight.slots[fight.place + 1]
    if isinstance(following, Side):
        return (T("On to the party") if following is Side.PARTY else T("On to their side"))()
    return T("On to {name}").plain(name=following)


_STEPS = {
    Stage.MET: _met,
    Stage.DECIDED: _decided,
    Stage.PARLEY: _open,
    Stage.CALM: _open,
    Stage.FLED: _open,
    Stage.CHASE: _chase,
    Stage.FIGHT: _fight,
}
