"""What waits in an encounter, and what its buttons do; labels tell nothing that is secret.

`rules`, `fights` and `chases` carry it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine.pace import WAITS, acts
from bot.engine.system import Ask, Choice, RecordId, Step
from bot.engine.text import Labelled, T
from bot.systems.sovereign.encounters.state import DECIDED, WHAT_LENGTH, Encounter, Fight, Side, Stage, Way

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
    way: Way


@dataclass(frozen=True, slots=True)
class Object:
    """Disagree with what was chosen, for everybody to see."""

    encounter: RecordId


@dataclass(frozen=True, slots=True)
class RollReaction:
    """Roll how they react to that (S77)."""

    encounter: RecordId
    way: Way


@dataclass(frozen=True, slots=True)
class DecideReaction:
    """Say how they react, without a roll or against it."""

    encounter: RecordId
    reaction: str = ""


@dataclass(frozen=True, slots=True)
class Announce:
    """Tell everybody what they do."""

    encounter: RecordId


@dataclass(frozen=True, slots=True)
class ComeToBlows:
    """It comes to a fight after all."""

    encounter: RecordId


@dataclass(frozen=True, slots=True)
class GoFirst:
    """Say whose side begins each Round (S22)."""

    encounter: RecordId
    side: Side


@dataclass(frozen=True, slots=True)
class Acted:
    """One of the party has acted this Round."""

    encounter: RecordId
    character: RecordId


@dataclass(frozen=True, slots=True)
class PassTurn:
    """On to who acts next; after the last of them the next Round begins."""

    encounter: RecordId


@dataclass(frozen=True, slots=True)
class MeasureGap:
    """Say how far apart they are now (S43)."""

    encounter: RecordId
    pursuer: Side
    gap: int = 0


@dataclass(frozen=True, slots=True)
class Hinder:
    """Roll whether that ends the pursuit (S44 to S46)."""

    encounter: RecordId
    by: Hindrance
    what: str = ""


@dataclass(frozen=True, slots=True)
class EndEncounter:
    """It is over."""

    encounter: RecordId


def steps(encounter: RecordId, state: Encounter) -> Sequence[Step]:
    """What everybody who is there, and the game masters, can do now."""
    return tuple(STEPS[state.stage](encounter, state))


def _end(encounter: RecordId, label: T, *, is_main: bool = False) -> Choice:
    return Choice("over", label(), EndEncounter(encounter), is_main=is_main)


OVER, CALL_OFF = T("Encounter over"), T("Call it off")


def _decide(encounter: RecordId, label: T) -> Choice:
    pairs = tuple((each.value, str(each.label)) for each in DECIDED)
    ask = Ask("reaction", T("What they do").plain(), options=pairs)
    return Choice("decide", label(), DecideReaction(encounter), asks=(ask,))


def _met(encounter: RecordId, state: Encounter) -> Iterator[Step]:
    """The party's choice; once it is there, their reaction. The same step: who presses late is told so."""
    ways = tuple(
        Choice(each.value, each.label, ChooseWay(encounter, each), is_main=state.way is None) for each in Way
    )
    if state.way is None:
        who = state.speaker.player if state.speaker is not None else None
        label = T("{title}: fight, talk, run or wait?").plain(title=state.title)
        yield Step(
            "met", label, who, (*ways, _end(encounter, CALL_OFF)), silent=acts(Way.WAIT.value, T("waits"))
        )
        return
    # The key names what is reacted to: a press on an older card rolls for nothing else.
    roll = Choice(
        f"roll_{state.way.value}",
        T("Roll their reaction")(),
        RollReaction(encounter, state.way),
        is_main=True,
    )
    choices = (
        *ways,
        Choice("object", T("Object")(), Object(encounter)),
        roll,
        _decide(encounter, T("Decide their reaction…")),
        _end(encounter, CALL_OFF),
    )
    label = T("{title}: how do they react?").plain(title=state.title)
    yield Step("met", label, None, choices, asked=1, silent=WAITS)


def _decided(encounter: RecordId, state: Encounter) -> Iterator[Step]:
    label = T("{title}: announce what they do").plain(title=state.title)
    announce = Choice("announce", T("Announce")(), Announce(encounter), is_main=True)
    choices = (announce, _decide(encounter, T("They do something else…")))
    yield Step("announce", label, None, choices, silent=WAITS)


def _gap(encounter: RecordId, pursuer: Side, label: T, *, is_main: bool = False) -> Choice:
    ask = Ask("gap", T("Feet between them").plain(), max_length=5, is_number=True)
    return Choice("gap", label(), MeasureGap(encounter, pursuer), asks=(ask,), is_main=is_main)


def _blows(encounter: RecordId) -> Choice:
    return Choice("fight", T("It comes to a fight")(), ComeToBlows(encounter))


def _open(encounter: RecordId, state: Encounter) -> Iterator[Step]:
    """A talk, a truce or a flight: until it is over, or turns into something else."""
    chase = (_gap(encounter, Side.PARTY, T("The party gives chase…")),) if state.stage is Stage.FLED else ()
    label = T("{title}: is it over?").plain(title=state.title)
    choices = (_end(encounter, OVER, is_main=True), *chase, _blows(encounter))
    yield Step("open", label, None, choices, silent=WAITS)


HINDER = {
    Hindrance.CORNER: T("Corner, door, stairs… (2 in 6 follow)"),
    Hindrance.OIL: T("Burning oil… (stops 5 in 6)"),
    Hindrance.FOOD: T("Food…"),
    Hindrance.TREASURE: T("Treasure…"),
}


def _chase(encounter: RecordId, state: Encounter) -> Iterator[Step]:
    chase = state.chase
    pursuer = chase.pursuer if chase is not None else Side.THEM
    gap = _gap(encounter, pursuer, T("Gap…"), is_main=True)
    # Nothing that is thrown down stops a player.
    kinds = tuple(Hindrance) if pursuer is Side.THEM else (Hindrance.CORNER,)
    ask = Ask("what", T("What exactly: each is rolled for once").plain(), WHAT_LENGTH)
    hinder = tuple(Choice(each.value, HINDER[each](), Hinder(encounter, each), asks=(ask,)) for each in kinds)
    label = T("{title}: the chase goes on").plain(title=state.title)
    tried = len(chase.tried) if chase is not None else 0
    choices = (gap, *hinder, _blows(encounter), _end(encounter, T("Chase over")))
    yield Step("chase", label, None, choices, 1 + tried, silent=WAITS)


def _fight(encounter: RecordId, state: Encounter) -> Iterator[Step]:
    fight, over = state.fight, _end(encounter, T("Fight over"))
    if not fight.round:
        firsts = (
            Choice("party", T("The party goes first")(), GoFirst(encounter, Side.PARTY), is_main=True),
            Choice("them", T("They go first")(), GoFirst(encounter, Side.THEM), is_main=True),
        )
        label = T("{title}: who goes first?").plain(title=state.title)
        yield Step("first", label, None, (*firsts, over), silent=WAITS)
        return
    # Each Round, and each one's turn in it, asks anew.
    revision = fight.round * (MOST_SLOTS + 1) + fight.place
    for each in state.due[:MOST_ACTS]:
        acted = Choice("acted", T("{name} acted").plain(name=each.name), Acted(encounter, each.character))
        label = T("{title}: {name} acts, Round {n}").plain(title=state.title, name=each.name, n=fight.round)
        name = f"act{state.crew.index(each)}"
        yield Step(
            name, label, each.player, (acted,), revision, silent=acts("acted", T("does nothing this Round"))
        )
    choice = Choice("pass", passing_on(fight), PassTurn(encounter), is_main=not state.due)
    label = T("{title}: Round {n}").plain(title=state.title, n=fight.round)
    yield Step("round", label, None, (choice, over), revision, silent=WAITS)


def passing_on(fight: Fight) -> str:
    """What the button says that goes on to the next one's turn."""
    if fight.is_last:
        return T("Next Round")()
    following = fight.slots[fight.place + 1]
    if isinstance(following, Side):
        return (T("On to the party") if following is Side.PARTY else T("On to their side"))()
    return T("On to {name}").plain(name=following)


STEPS = {
    Stage.MET: _met,
    Stage.DECIDED: _decided,
    Stage.PARLEY: _open,
    Stage.CALM: _open,
    Stage.FLED: _open,
    Stage.CHASE: _chase,
    Stage.FIGHT: _fight,
}
