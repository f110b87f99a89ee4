"""A game of tests whose steps have forms: a voter writes or burns it, game masters close, members sign."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Choice,
    FormField,
    Kind,
    Open,
    RecordId,
    Replace,
    Result,
    Scope,
    Step,
    System,
    World,
)
from bot.engine.text import T, refused
from bot.errors import NotAllowed

SIDES = (("l", "Left"), ("r", "Right side"))


@dataclass(frozen=True, slots=True)
class Ballot:
    """Who votes on it, what was written, and who signed it; nobody signs what is sealed.

    Without a voter the game masters do, and on one `of` another whoever votes on that.
    """

    voter: int | None
    is_sealed: bool = False
    is_hidden: bool = False
    of: RecordId | None = None
    said: tuple[str, ...] = ()
    signed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """Have somebody vote."""

    voter: int | None
    is_sealed: bool = False
    is_hidden: bool = False
    of: RecordId | None = None
    # Told to game masters alone, and so that they are called whatever may be known of it.
    is_whispered: bool = False
    is_plea: bool = False


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
class HandOn:
    """Have another vote on it."""

    ballot: RecordId
    to: int | None


@dataclass(frozen=True, slots=True)
class Close:
    """It is over."""

    ballot: RecordId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Burn:
    """Nothing is left of it."""

    ballot: RecordId


class Wrote(Event):
    """Something was written, about somebody."""

    says = T("{words}")
    concerns = ("about",)
    words: str
    about: tuple[int, ...] = ()


class Pleaded(Event):
    """Game masters are called."""

    says = T("Help!")
    calls_game_masters: ClassVar[bool] = True


ASKS = (
    FormField("words", "Words", is_optional=True),
    FormField("count", "Count", is_number=True),
    FormField("side", "Side", options=SIDES),
)


def _waiting(ballot: RecordId, state: Ballot) -> tuple[Step, ...]:
    choices = (
        Choice("vote", "Vote", Vote(ballot), asks=ASKS),
        Choice("sign", "Sign", Sign(ballot), asks=(FormField("times", "Times"),)),
        Choice("burn", "Burn", Burn(ballot)),
        Choice("close", "Close", Close(ballot), asks=(FormField("reason", "Reason"),)),
    )
    return (Step("vote", "Vote", state.voter, choices, len(state.said) + 1, len(state.signed), silent=WAITS),)


def _view(state: Ballot, viewer: Viewer) -> Ballot | None:
    return state if viewer.is_game_master or not state.is_hidden else None


BALLOT: Kind[Ballot] = Kind(
    "ballot",
    Ballot,
    title=lambda _state: "Ballot",
    waiting=_waiting,
    view=_view,
    links=lambda state: [state.of] if state.of is not None else [],
    is_nameless=True,
)


def _call(scene: World, action: Call, dice: Dice) -> Result:
    ballot = Ballot(action.voter, action.is_sealed, action.is_hidden, action.of)
    audience = GAME_MASTERS if action.is_whispered else EVERYONE
    about = (action.voter,) if action.voter is not None else ()
    told = (Wrote("A vote.", about, audience=audience),)
    plea = (Pleaded(audience=audience),) if action.is_plea else ()
    return Result((Open(scene.new_id(), "ballot", ballot),), (*plea, *told))


def _vote(scene: World, action: Vote, dice: Dice) -> Result:
    found = scene.get(BALLOT, action.ballot)
    words = f"{action.words}, {action.count}, {action.side}"
    voter = found.state.voter
    changed = Replace(found.id, replace(found.state, said=(*found.state.said, words)))
    told = Wrote(words, (voter,) if voter is not None else ())
    return Result((changed,), (told,), on_behalf_of=voter if voter != scene.actor else None)


def _sign(scene: World, action: Sign, dice: Dice) -> Result:
    found = scene.get(BALLOT, action.ballot)
    if found.state.is_sealed:
        scene.refuse(refused("ballot.sealed", "It is sealed.", NotAllowed))
    signed = replace(found.state, signed=(*found.state.signed, *(scene.actor,) * action.times))
    about = (found.state.voter,) if found.state.voter is not None else ()
    # Of what only game masters hear, which comes first, nobody else learns.
    told = (Wrote("aside", (*about, scene.actor), audience=GAME_MASTERS), Wrote("signed", about))
    return Result((Replace(found.id, signed),), told)


def _hand_on(scene: World, action: HandOn, dice: Dice) -> Result:
    found = scene.get(BALLOT, action.ballot)
    return Result(
        (Replace(found.id, replace(found.state, voter=action.to)),),
        (Wrote("handed on"), Wrote("aside", audience=GAME_MASTERS)),
    )


def _close(scene: World, action: Close, dice: Dice) -> Result:
    found = scene.get(BALLOT, action.ballot)
    return Result((Replace(found.id, found.state, archive=True),), (Wrote("closed"),))


def _burn(scene: World, action: Burn, dice: Dice) -> Result:
    found = scene.get(BALLOT, action.ballot)
    scene.note("It is gone for good.")
    return Result((Replace(found.id, found.state, archive=True),), (Wrote("burnt"),))


def _scope(action: Vote | Sign | Burn | HandOn | Close) -> Scope:
    return Scope(ids=(action.ballot,), links=True)


def _voter(scene: World, action: Vote | Burn) -> int | None:
    found = scene.get(BALLOT, action.ballot).state
    return found.voter if found.of is None else scene.get(BALLOT, found.of).state.voter


BALLOTS = System(
    name="ballots",
    called="Ballots",
    kinds=(BALLOT,),
    actions=(
        ActionKind(Call, _call, Permit.MEMBERS),
        ActionKind(HandOn, _hand_on, Permit.MEMBERS, _scope),
        ActionKind(Vote, _vote, Permit.OWNER_OR_GAME_MASTER, _scope, _voter),
        ActionKind(Sign, _sign, Permit.MEMBERS, _scope),
        ActionKind(Burn, _burn, Permit.OWNER_OR_GAME_MASTER, _scope, _voter, confirms=True),
        ActionKind(Close, _close, Permit.GAME_MASTERS, _scope),
    ),
    events=(Wrote, Pleaded),
)
