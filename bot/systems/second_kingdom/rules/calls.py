"""One challenge for several heroes at once: a challenge for each, and a call that holds them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, Open, RecordId, Scene, Scope, Turn
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.attempts import RatingHidden
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.openings import trial_of
from bot.systems.second_kingdom.rules.state import Virtue
from bot.systems.second_kingdom.rules.trials import CHALLENGE
from bot.systems.second_kingdom.words import calls as words
from bot.systems.second_kingdom.words import opponents, records

# As many as one message has buttons for.
MOST_HEROES = 25


@dataclass(frozen=True, slots=True)
class Call:
    """What several heroes attempt; each challenge goes its own way."""

    action: str
    challenges: tuple[RecordId, ...]


@dataclass(frozen=True, slots=True)
class OpenChallenges:
    """The game master sets the same challenge for several heroes (K3)."""

    heroes: tuple[RecordId, ...]
    action: str
    virtue: Virtue
    rating: int | None = None
    is_hidden: bool = False
    opponent: RecordId | None = None


@dataclass(frozen=True, slots=True)
class ChallengesOpened:
    """Challenges wait for their players; `rating` is None where it is hidden."""

    heroes: tuple[str, ...]
    action: str
    virtue: Virtue
    rating: int | None
    opponent: str = ""
    audience: Audience = EVERYONE


CALL: Kind[Call] = Kind(
    "call",
    Call,
    title=lambda call: call.action,
    links=lambda call: call.challenges,
    word=records.part,
)


def open_challenges(scene: Scene, action: OpenChallenges, dice: Dice) -> Turn:
    """Open a challenge for each hero, and their call. Raises RuleViolation for too many, or one opposed."""
    meant = tuple(dict.fromkeys(action.heroes))
    if not 1 <= len(meant) <= MOST_HEROES:
        raise RuleViolation(words.too_many_heroes(MOST_HEROES, len(meant)))
    if action.opponent in meant:
        raise RuleViolation(opponents.AGAINST_ITSELF)
    heroes = [scene.get(HERO, each) for each in meant]
    trial = trial_of(scene, action)
    call = scene.new_id()
    opened = tuple(Open(scene.new_id(), CHALLENGE.name, trial.of(hero)) for hero in heroes)
    names = tuple(hero.state.name for hero in heroes)
    told = ChallengesOpened(names, trial.action, trial.virtue, trial.told_rating, trial.opponent)
    secret = (RatingHidden(", ".join(names), trial.action, trial.rating),) if trial.is_hidden else ()
    held = Open(call, CALL.name, Call(trial.action, tuple(each.id for each in opened)))
    return Turn((*opened, held), (told, *secret), subject=call)


def call_scope(action: OpenChallenges) -> Scope:
    """The heroes, and who opposes them."""
    return Scope(ids=(*action.heroes, *((action.opponent,) if action.opponent is not None else ())))


KINDS: tuple[Kind[Any], ...] = (CALL,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(OpenChallenges, open_challenges, Permit.GAME_MASTERS, call_scope),
)
EVENTS = (ChallengesOpened,)
