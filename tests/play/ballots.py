"""A game of tests whose steps have forms: a voter writes, game masters close, any member signs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Permit
from bot.engine.system import (
    ActionKind,
    Ask,
    Choice,
    Kind,
    Open,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    System,
    Turn,
)
from bot.engine.text import T, refused
from bot.errors import NotAllowed

SIDES = (("l", "Left"), ("r", "Right side"))


@dataclass(frozen=True, slots=True)
class Ballot:
    """Who votes on it, what was written, and who signed it; nobody signs what is sealed."""

    voter: int
    said: tuple[str, ...] = ()
    signed: tuple[int, ...] = ()
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """Have somebody vote."""

    voter: int
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """Write on it."""

    ballot: RecordId
    words: str = "nothing"
    count: int = 1
    side: str = "none"


class Sign(Action):
    """Sign it, once or several times."""

    ballot: RecordId
    times: int = option("How often", default=1, most=3)


@dataclass(frozen=True, slots=True)
class Close:
    """It is over."""

    ballot: RecordId
    reason: str = ""


class Wrote(Event):
    """Something was written."""

    says = T("{words}")
    words: str


ASKS = (
    Ask("words", "Words", is_optional=True),
    Ask("count", "Count", is_number=True),
    Ask("side", "Side", options=SIDES),
)


def _waiting(ballot: RecordId, state: Ballot) -> tuple[Step, ...]:
    choices = (
        Choice("vote", "Vote", Vote(ballot), asks=ASKS),
        Choice("sign", "Sign", Sign(ballot), asks=(Ask("times", "Times"),)),
        Choice("close", "Close", Close(ballot), asks=(Ask("reason", "Reason"),)),
    )
    return (Step("vote", "Vote", state.voter, choices, revision=len(state.said) + 1, silent=WAITS),)


BALLOT: Kind[Ballot] = Kind("ballot", Ballot, title=lambda _state: "Ballot", waiting=_waiting)


def _call(scene: Scene, action: Call, dice: Dice) -> Turn:
    ballot = Ballot(action.voter, is_sealed=action.is_sealed)
    return Turn((Open(scene.new_id(), "ballot", ballot),), (Wrote("A vote."),))


def _vote(scene: Scene, action: Vote, dice: Dice) -> Turn:
    found = scene.get(BALLOT, action.ballot)
    words = f"{action.words}, {action.count}, {action.side}"
    return Turn((Replace(found.id, replace(found.state, said=(*found.state.said, words))),), (Wrote(words),))


def _sign(scene: Scene, action: Sign, dice: Dice) -> Turn:
    found = scene.get(BALLOT, action.ballot)
    if found.state.is_sealed:
        scene.refuse(refused("ballot.sealed", "It is sealed.", NotAllowed))
    signed = replace(found.state, signed=(*found.state.signed, *(scene.actor,) * action.times))
    return Turn((Replace(found.id, signed),), (Wrote("signed"),))


def _close(scene: Scene, action: Close, dice: Dice) -> Turn:
    found = scene.get(BALLOT, action.ballot)
    return Turn((Replace(found.id, found.state, archive=True),), (Wrote("closed"),))


def _scope(action: Vote | Sign | Close) -> Scope:
    return Scope(ids=(action.ballot,))


def _voter(scene: Scene, action: Vote) -> int:
    return scene.get(BALLOT, action.ballot).state.voter


BALLOTS = System(
    name="ballots",
    called="Ballots",
    kinds=(BALLOT,),
    actions=(
        ActionKind(Call, _call, Permit.GAME_MASTERS),
        ActionKind(Vote, _vote, Permit.OWNER_OR_GAME_MASTER, _scope, _voter),
        ActionKind(Sign, _sign, Permit.MEMBERS, _scope),
        ActionKind(Close, _close, Permit.GAME_MASTERS, _scope),
    ),
    events=(Wrote,),
)
