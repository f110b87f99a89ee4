"""A game of tests in which several are asked at once: each replies, or is silent in one of four ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.catalogue import Catalogue
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.orders import AnswerInAdvance
from bot.engine.pace import DECIDES, WAITS, Silent, Tempo, Then, acts, holds
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Choice,
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
from bot.systems.table import SYSTEM as TABLE
from tests.play.purse import SYSTEM as PURSES

YES = "yes"
SILENCES: Mapping[Then, Silent] = {
    Then.ACTS: acts("pass", T("passes")),
    Then.HOLDS: holds(T("agrees")),
    Then.DECIDES: DECIDES,
    Then.WAITS: WAITS,
}


@dataclass(frozen=True, slots=True)
class Vigil:
    """Who is asked, who of them has yet to reply, in which round; sealed, nobody can reply at all.

    Of a hidden one only game masters know; an endless one asks everybody anew once all have replied, a deaf
    one asks on whatever is replied, and a mute one offers nobody to pass. `others` is what happens where all
    but the first say nothing, if it isn't the same.
    """

    name: str
    tempo: Tempo
    then: Then
    asked: tuple[int, ...]
    open: tuple[int, ...]
    round: int = 1
    is_sealed: bool = False
    is_hidden: bool = False
    is_endless: bool = False
    is_deaf: bool = False
    is_mute: bool = False
    others: Then | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """Ask people."""

    name: str
    who: tuple[int, ...]
    tempo: Tempo = Tempo.FIGHT
    then: Then = Then.ACTS
    is_sealed: bool = False
    is_hidden: bool = False
    is_endless: bool = False
    is_deaf: bool = False
    is_mute: bool = False
    others: Then | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer for oneself."""

    vigil: RecordId
    who: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Let it pass; nothing is spent."""

    vigil: RecordId
    who: int


@dataclass(frozen=True, slots=True)
class Again:
    """Ask everybody once more."""

    vigil: RecordId


@dataclass(frozen=True, slots=True)
class Close:
    """It is over."""

    vigil: RecordId


class Called(Event):
    says = T("{name} begins.")
    name: str


class Replied(Event):
    says = T("{who:@} replies.")
    who: int


class Passed(Event):
    says = T("{who:@} passes.")
    who: int


class AskedAgain(Event):
    says = T("Round {round}.")
    round: int


class Closed(Event):
    says = T("{name} is over.")
    name: str


def steps(vigil: RecordId, state: Vigil) -> tuple[Step, ...]:
    """One for each who has yet to reply, and the game masters' own."""
    close = (Choice("close", "Close", Close(vigil)), Choice("again", "Again", Again(vigil)))
    return (
        *(_step(vigil, state, who) for who in state.open),
        Step(
            "close",
            f"Close {state.name}",
            None,
            close,
            revision=state.round,
            asked=state.round,
            silent=DECIDES,
        ),
    )


def _step(vigil: RecordId, state: Vigil, who: int) -> Step:
    choices = (
        Choice("reply", "Reply", Reply(vigil, who), advance=YES),
        *(() if state.is_mute else (Choice("pass", "Pass", Pass(vigil, who)),)),
    )
    then = state.others if state.others is not None and who != state.asked[0] else state.then
    silent = SILENCES[then]
    of = len(state.asked)
    return Step(f"reply-{who}", f"{state.name}: reply", who, choices, state.round, silent=silent, of=of)


def _view(state: Vigil, viewer: Viewer) -> Vigil | None:
    return None if state.is_hidden and not viewer.is_game_master else state


VIGIL: Kind[Vigil] = Kind(
    "vigil", Vigil, title=lambda state: state.name, waiting=steps, tempo=lambda state: state.tempo, view=_view
)


def call(scene: World, action: Call, dice: Dice) -> Result:
    state = Vigil(
        action.name,
        action.tempo,
        action.then,
        action.who,
        action.who,
        is_sealed=action.is_sealed,
        is_hidden=action.is_hidden,
        is_endless=action.is_endless,
        is_deaf=action.is_deaf,
        is_mute=action.is_mute,
        others=action.others,
    )
    told = Called(state.name, audience=GAME_MASTERS if state.is_hidden else EVERYONE)
    return Result((Open(scene.new_id(), "vigil", state),), (told,))


def _without(scene: World, action: Reply | Pass) -> Replace:
    state = scene.get(VIGIL, action.vigil).state
    if action.who not in state.open:
        raise refused("vigil.answered", "They replied already.")
    if state.is_sealed:
        raise refused("vigil.sealed", "Nobody can reply there.")
    if state.is_deaf:
        return Replace(action.vigil, state)
    left = tuple(each for each in state.open if each != action.who)
    if not left and state.is_endless:
        return Replace(action.vigil, replace(state, open=state.asked, round=state.round + 1))
    return Replace(action.vigil, replace(state, open=left))


def reply(scene: World, action: Reply, dice: Dice) -> Result:
    return Result((_without(scene, action),), (Replied(action.who),))


def let_pass(scene: World, action: Pass, dice: Dice) -> Result:
    return Result((_without(scene, action),), (Passed(action.who),))


def again(scene: World, action: Again, dice: Dice) -> Result:
    state = scene.get(VIGIL, action.vigil).state
    after = replace(state, open=state.asked, round=state.round + 1)
    return Result((Replace(action.vigil, after),), (AskedAgain(after.round),))


def close(scene: World, action: Close, dice: Dice) -> Result:
    state = scene.get(VIGIL, action.vigil).state
    return Result((Replace(action.vigil, state, archive=True),), (Closed(state.name),))


def _scope(action: Reply | Pass | Again | Close) -> Scope:
    return Scope(ids=(action.vigil,))


def _who(_scene: World, action: Reply | Pass) -> int:
    return action.who


SYSTEM = System(
    name="vigil",
    called="Vigils",
    kinds=(VIGIL,),
    actions=(
        ActionKind(Call, call, Permit.GAME_MASTERS),
        ActionKind(Reply, reply, Permit.OWNER_OR_GAME_MASTER, _scope, _who),
        ActionKind(Pass, let_pass, Permit.OWNER_OR_GAME_MASTER, _scope, _who),
        ActionKind(Again, again, Permit.GAME_MASTERS, _scope),
        ActionKind(Close, close, Permit.GAME_MASTERS, _scope),
    ),
    events=(Called, Replied, Passed, AskedAgain, Closed),
    advances=(AnswerInAdvance(YES, T("Asked to reply: yes")),),
)
GAMES = Catalogue([TABLE, SYSTEM, PURSES])
