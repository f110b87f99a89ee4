"""Challenges that players ask for: a game master sets the rating, or declines (K3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
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
    Turn,
    Want,
)
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.heroes import HERO, hero_player
from bot.systems.second_kingdom.rules.openings import Trial, attempted, opened
from bot.systems.second_kingdom.rules.settings import hides_rating
from bot.systems.second_kingdom.rules.state import Virtue
from bot.systems.second_kingdom.rules.trials import as_virtue, rating_ask, require_rating, virtue_ask
from bot.systems.second_kingdom.words import records
from bot.systems.second_kingdom.words import requests as words

REASON_LENGTH = 200
MOST_WAITING = 10
SHOWN, HIDDEN = "shown", "hidden"


class Answer(StrEnum):
    """Where a request stands."""

    WAITS = "waits"
    SET = "set"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Request:
    """What a player would have their hero attempt.

    `hides_rating` is what the campaign decides about ratings, as of when it was asked.
    """

    hero: RecordId
    hero_name: str
    player: int
    action: str
    virtue: Virtue | None = None
    hides_rating: bool = False
    answer: Answer = Answer.WAITS


@dataclass(frozen=True, slots=True)
class AskChallenge:
    """A player asks for a challenge, and may suggest the virtue."""

    hero: RecordId
    action: str
    virtue: Virtue | None = None


@dataclass(frozen=True, slots=True)
class ChallengeAsked:
    """A request waits for a game master."""

    hero_name: str
    player: int
    action: str
    virtue: Virtue | None
    audience: Audience = EVERYONE


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


@dataclass(frozen=True, slots=True)
class RequestDeclined:
    """No challenge comes of it."""

    hero_name: str
    player: int
    action: str
    reason: str
    audience: Audience = EVERYONE


def steps(request: RecordId, state: Request) -> Sequence[Step]:
    """The game master's answer."""
    if state.answer is not Answer.WAITS:
        return ()
    secrecy = HIDDEN if state.hides_rating else SHOWN
    options = ((SHOWN, words.SHOWN), (HIDDEN, words.HIDDEN))
    asks = (
        virtue_ask(state.virtue or Virtue.COURAGE),
        rating_ask(None),
        Ask("secrecy", words.SECRECY, value=secrecy, options=options),
    )
    reason = Ask("reason", words.REASON, REASON_LENGTH, hint=words.REASON_HINT, is_optional=True)
    choices = (
        Choice("set", words.SET, SetRating(request), asks=asks, is_main=True),
        Choice("decline", words.DECLINE, DeclineRequest(request), asks=(reason,)),
    )
    return (Step("rating", words.label(state.hero_name, state.action), None, choices),)


def handed_over(state: Request, player: int, of: RecordId) -> Request:
    """The request as its hero's new player has it; one that was answered stays with who asked."""
    return replace(state, player=player) if state.answer is Answer.WAITS and of == state.hero else state


REQUEST: Kind[Request] = Kind(
    "request",
    Request,
    title=lambda state: state.action,
    owner=lambda state: state.player,
    parent=lambda state: state.hero,
    links=lambda state: (state.hero,),
    waiting=steps,
    hand_over=handed_over,
    goes_along=True,
    word=records.part,
)


# -- asked --------------------------------------------------------------------------------------


def ask_challenge(scene: Scene, action: AskChallenge, dice: Dice) -> Turn:
    """Open the request's record. Raises RuleViolation where much of the hero's waits already."""
    hero = scene.get(HERO, action.hero)
    text = attempted(action.action)
    if sum(record.state.hero == hero.id for record in scene.all(REQUEST)) >= MOST_WAITING:
        raise RuleViolation(words.too_many(MOST_WAITING))
    state = Request(
        hero.id,
        hero.state.name,
        hero.state.player,
        text,
        action.virtue,
        hides_rating(scene.campaign.settings, None),
    )
    asked = ChallengeAsked(state.hero_name, state.player, text, action.virtue)
    return Turn((Open(scene.new_id(), REQUEST.name, state),), (asked,))


def asking_scope(action: AskChallenge) -> Scope:
    """The hero, and what is asked for it already."""
    return Scope(ids=(action.hero,), wants=(Want(REQUEST.name, parent=action.hero),))


# -- answered -----------------------------------------------------------------------------------


def set_rating(scene: Scene, action: SetRating, dice: Dice) -> Turn:
    """Open the challenge asked for. Raises RuleViolation for a rating outside 1 to 10 (Q27)."""
    request = scene.get(REQUEST, action.request)
    hero = scene.get(HERO, request.state.hero)
    virtue, rating = as_virtue(action.virtue), require_rating(action.rating)
    turn = opened(scene, hero, Trial(request.state.action, virtue, rating, action.secrecy == HIDDEN))
    return replace(turn, changes=(*turn.changes, _answered(request.id, request.state, Answer.SET)))


def decline_request(scene: Scene, action: DeclineRequest, dice: Dice) -> Turn:
    """Tell the player. Raises RuleViolation for too many words."""
    request = scene.get(REQUEST, action.request)
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise RuleViolation(words.bad_reason(REASON_LENGTH, len(reason)))
    state = request.state
    told = RequestDeclined(state.hero_name, state.player, state.action, reason)
    return Turn((_answered(request.id, state, Answer.DECLINED),), (told,))


def _answered(request: RecordId, state: Request, answer: Answer) -> Replace:
    return Replace(request, replace(state, answer=answer), archive=True)


def answering_scope(action: SetRating | DeclineRequest) -> Scope:
    """The request and its hero."""
    return Scope(ids=(action.request,), links=True)


KINDS: tuple[Kind[Any], ...] = (REQUEST,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(AskChallenge, ask_challenge, Permit.OWNER, asking_scope, hero_player),
    ActionKind(SetRating, set_rating, Permit.GAME_MASTERS, answering_scope),
    ActionKind(DeclineRequest, decline_request, Permit.GAME_MASTERS, answering_scope),
)
EVENTS = (ChallengeAsked, RequestDeclined)
