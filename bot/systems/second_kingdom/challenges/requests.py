"""Challenges that players ask for: a game master sets the rating, or declines (K3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, ClassVar

from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.pace import WAITS, Tempo
from bot.engine.parts import Unlisted, person, short
from bot.engine.people import Permit
from bot.engine.record import AtStep, Press
from bot.engine.saying import Name, Who, Words
from bot.engine.steps import at
from bot.engine.system import FormField, Kind, RecordId, Scope, Step, Want, World
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy, WorkingCopy, deed
from bot.systems.second_kingdom.challenges.rules import (
    Trial,
    as_virtue,
    attempted,
    open_for,
    rating_ask,
    require_rating,
    virtue_ask,
)
from bot.systems.second_kingdom.challenges.state import OfChallenge
from bot.systems.second_kingdom.heroes.people import HERO, HERO_MEANT
from bot.systems.second_kingdom.settings import HIDDEN, SHOWN, hides_rating
from bot.systems.second_kingdom.state import Virtue

REASON_LENGTH = 200
MOST_WAITING = 10


class Answer(StrEnum):
    """Where a request stands."""

    WAITS = "waits"
    SET = "set"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Request:
    """What a player would have their hero attempt.

    `hides_rating` is what the campaign decides about ratings, as of when it was asked; `challenge` is what
    it became.
    """

    hero: Unlisted[RecordId]
    hero_name: Unlisted[str]
    player: Annotated[int, T("player"), person]
    action: Annotated[str, T("action"), short]
    virtue: Annotated[Virtue | None, T("virtue"), short] = None
    hides_rating: Annotated[bool, T("hiding of the rating")] = False
    answer: Annotated[Answer, T("answer"), short] = Answer.WAITS
    challenge: Unlisted[RecordId | None] = None


class AskChallenge(Action):
    """Ask for a challenge: a game master sets the rating, or declines"""

    hero: RecordId = option("Which hero; your own by default", finder=HERO_MEANT)
    action: str = option("What your hero attempts")
    virtue: Virtue | None = option("The virtue you'd use; a game master decides", default=None)


class ChallengeAsked(OfChallenge):
    """A request waits for a game master."""

    virtue: Virtue | None

    def sentence(self) -> T:
        """What the player would have attempted."""
        if self.virtue is None:
            return T("{player:@} asks for a challenge for {hero_name}: {action}.")
        return T("{player:@} asks for a challenge for {hero_name}: {action} ({virtue:lower}).")


@dataclass(frozen=True, slots=True)
class SetRating:
    """The game master opens the challenge that was asked for; a form hands all over as it is named."""

    request: RecordId
    virtue: str = ""
    rating: int = 0
    secrecy: str = SHOWN


@dataclass(frozen=True, slots=True)
class DeclineRequest:
    """The game master opens no challenge; the player may be told why."""

    request: RecordId
    reason: str = ""


class RequestDeclined(OfChallenge):
    """A request was declined: no challenge comes of it."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    reason: str

    def sentence(self) -> T:
        """The answer no, and why."""
        if self.reason:
            return T("{hero_name}: no challenge for {action}. {reason}")
        return T("{hero_name}: no challenge for {action}.")


@dataclass(frozen=True, slots=True)
class WithdrawRequest:
    """The player asks no more."""

    request: RecordId


RATING = "rating"


def steps(_request: RecordId, state: Request) -> Sequence[Step]:
    """The game master's answer; meanwhile its player can take it back."""
    if state.answer is not Answer.WAITS:
        return ()
    label = T("Request for {hero}: {action}").plain(hero=state.hero_name, action=state.action)
    return (Step(RATING, label, None, silent=WAITS),)


def handed_over(state: Request, player: int, of: RecordId) -> Request:
    """The request as its hero's new player has it; one that was answered stays with who asked."""
    return replace(state, player=player) if state.answer is Answer.WAITS and of == state.hero else state


REQUEST: Kind[Request] = Kind(
    "request",
    Request,
    tempo=Tempo.EXPLORATION,
    title=lambda state: state.action,
    owner=lambda state: state.player,
    parent=lambda state: state.hero,
    links=lambda state: (state.hero,),
    waiting=steps,
    steps=(RATING,),
    hand_over=handed_over,
    goes_along=True,
    followed_by=lambda state: state.challenge,
    case=lambda state: T("{hero}'s request “{action}”")(hero=state.hero_name, action=state.action),
)


# -- asked --------------------------------------------------------------------------------------


def asking_scope(action: AskChallenge) -> Scope:
    """The hero, and what is asked for it already."""
    return Scope(ids=(action.hero,), wants=(Want(REQUEST.name, parent=action.hero),))


@deed("sk ask", may=Permit.OWNER, scope=asking_scope)
def ask_challenge(copy: WorkingCopy, action: AskChallenge, dice: Dice) -> None:
    """Open the request's record. Raises RuleViolation where much of the hero's waits already."""
    world = copy.world
    hero = world.get(HERO, action.hero)
    text = attempted(action.action)
    if sum(record.state.hero == hero.id for record in world.all(REQUEST)) >= MOST_WAITING:
        raise refused(
            "request.too_many",
            "This hero already has {n} requests waiting for a game master. Wait for an answer to one of "
            "them.",
            n=MOST_WAITING,
        )
    state = Request(
        hero.id,
        hero.state.name,
        hero.state.player,
        text,
        action.virtue,
        hides_rating(world.campaign.settings, None),
    )
    copy.open(REQUEST, state)
    copy.tell(ChallengeAsked(state.hero_name, state.player, text, action.virtue))


# -- answered -----------------------------------------------------------------------------------


def answering_scope(action: SetRating | DeclineRequest | WithdrawRequest) -> Scope:
    """The request and its hero."""
    return Scope(ids=(action.request,), links=True)


def request_player(world: World, action: WithdrawRequest) -> int | None:
    """The player who asks for the challenge."""
    return world.get(REQUEST, action.request).state.player


def _rating(_request: RecordId, state: Request, _step: Step) -> Iterator[Press]:
    secrecy = HIDDEN if state.hides_rating else SHOWN
    options = ((SHOWN, T("Shown to everyone").plain()), (HIDDEN, T("Hidden until the roll").plain()))
    asks = (
        virtue_ask(state.virtue),
        rating_ask(None),
        FormField("secrecy", T("Rating and chances").plain(), value=secrecy, options=options),
    )
    title = T("{hero}: {action}").plain(hero=state.hero_name, action=state.action)
    yield Press("set", T("Set rating"), asks=asks, is_main=True, title=title)


@deed(may=Permit.GAME_MASTERS, scope=answering_scope, step=AtStep(RATING, _rating))
def set_rating(copy: WorkingCopy, action: SetRating, dice: Dice) -> None:
    """Open the challenge asked for. Raises RuleViolation for a rating outside 1 to 10 (Q27)."""
    request = copy.world.get(REQUEST, action.request)
    hero = copy.world.get(HERO, request.state.hero)
    virtue, rating = as_virtue(action.virtue), require_rating(action.rating)
    trial = Trial(request.state.action, virtue, rating, action.secrecy == HIDDEN)
    challenge = open_for(copy, hero, trial)
    answered = replace(request.state, challenge=challenge, answer=Answer.SET)
    copy.put_other(request.id, answered, archive=True)


def _declining(_request: RecordId, _state: Request, _step: Step) -> Iterator[Press]:
    label, hint = T("Message to the player").plain(), T("Everyone in the channel sees it").plain()
    yield Press(
        "decline",
        T("Decline"),
        asks=(FormField("reason", label, REASON_LENGTH, hint=hint, is_optional=True),),
    )


@deed(of=REQUEST, may=Permit.GAME_MASTERS, scope=answering_scope, step=AtStep(RATING, _declining))
def decline_request(found: RecordCopy[Request], action: DeclineRequest, dice: Dice) -> None:
    """Tell the player. Raises RuleViolation for too many words."""
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise refused(
            "request.reason",
            "The message can have at most {most} characters, not {n}.",
            most=REASON_LENGTH,
            n=len(reason),
        )
    state = found.state
    found.change(answer=Answer.DECLINED)
    found.archive()
    found.tell(RequestDeclined(state.hero_name, state.player, state.action, reason))


@deed(
    of=REQUEST,
    may=Permit.OWNER,
    scope=answering_scope,
    owner=request_player,
    step=at(RATING, "take_back", T("Withdraw")),
)
def withdraw_request(found: RecordCopy[Request], action: WithdrawRequest, dice: Dice) -> None:
    """Take it back before it is answered."""
    state = found.state
    found.change(answer=Answer.WITHDRAWN)
    found.archive()
    found.say(
        "request.withdrawn",
        T("{player:@} no longer asks for a challenge for {hero}: {action}."),
        player=Who(state.player),
        hero=Name(state.hero_name),
        action=Words(state.action, by=state.player),
    )
