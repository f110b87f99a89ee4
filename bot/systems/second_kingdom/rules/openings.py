"""How a challenge comes to be: for one hero, with a rating that is said or an opponent's (K3, Q22, Q27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Open, Record, RecordId, Scene, Scope, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.attempts import ChallengeOpened, OpenChallenge, RatingHidden
from bot.systems.second_kingdom.rules.challenge import Challenge
from bot.systems.second_kingdom.rules.combatants import combatant
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.state import Hero, Known, Npc, Virtue
from bot.systems.second_kingdom.rules.trials import CHALLENGE, require_rating
from bot.systems.second_kingdom.words import challenges as words
from bot.systems.second_kingdom.words import opponents

ACTION_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Trial:
    """What is asked of a hero, whoever it is; `opponent` is a name."""

    action: str
    virtue: Virtue
    rating: int
    is_hidden: bool = False
    opponent: str = ""

    @property
    def told_rating(self) -> int | None:
        """The rating, where everybody may know it."""
        return None if self.is_hidden else self.rating

    def of(self, hero: Record[Hero]) -> Challenge:
        """The challenge for that hero, with its score as it is now."""
        state = hero.state
        return Challenge(
            hero=hero.id,
            hero_name=state.name,
            player=state.player,
            action=self.action,
            virtue=self.virtue,
            score=state.score(self.virtue),
            rating=self.rating,
            is_hidden=self.is_hidden,
            notes=state.notes,
            opponent=self.opponent,
        )


def attempted(text: str) -> str:
    """What is attempted, in one line. Raises RuleViolation for nothing, or too many words."""
    action = one_line(text)
    if not 1 <= len(action) <= ACTION_LENGTH:
        raise RuleViolation(words.bad_action(ACTION_LENGTH, len(action)))
    return action


def trial_of(scene: Scene, action: Any) -> Trial:
    """What an action asks for: its rating, or its opponent's score (Q22).

    Raises RuleViolation where there is neither, or the table doesn't know the opponent.
    """
    text = attempted(action.action)
    opponent = _opponent(scene, action.opponent) if action.opponent is not None else None
    rating = action.rating if action.rating is not None else _score(opponent, action)
    name = opponent.name if opponent is not None else ""
    return Trial(text, action.virtue, require_rating(rating), action.is_hidden, name)


def _opponent(scene: Scene, record: RecordId) -> Hero | Npc:
    found = combatant(scene, record).state
    if isinstance(found, Npc) and found.known is Known.HIDDEN:
        raise RuleViolation(opponents.HIDDEN_OPPONENT)
    return found


def _score(opponent: Hero | Npc | None, action: Any) -> int:
    if opponent is None:
        raise RuleViolation(opponents.RATING_OR_OPPONENT)
    score = opponent.score(action.virtue)
    if score is None:
        raise RuleViolation(opponents.has_no_virtue(action.virtue))
    if not action.is_hidden and not is_score_known(opponent):
        raise RuleViolation(opponents.UNKNOWN_SCORE)
    return score


def is_score_known(opponent: Hero | Npc) -> bool:
    """Whether everybody may read the virtues of whoever opposes."""
    return isinstance(opponent, Hero) or opponent.known is Known.OPEN


def open_challenge(scene: Scene, action: OpenChallenge, dice: Dice) -> Turn:
    """Open the challenge's record. Raises RuleViolation for a rating outside 1 to 10 (Q27)."""
    hero = scene.get(HERO, action.hero)
    if action.opponent == hero.id:
        raise RuleViolation(opponents.AGAINST_ITSELF)
    return opened(scene, hero, trial_of(scene, action))


def opened(scene: Scene, hero: Record[Hero], trial: Trial) -> Turn:
    """The challenge for that hero, and what is told of it, to all and to game masters alone."""
    name, player = hero.state.name, hero.state.player
    told = ChallengeOpened(name, player, trial.action, trial.virtue, trial.told_rating, trial.opponent)
    secret = (RatingHidden(name, trial.action, trial.rating),) if trial.is_hidden else ()
    return Turn((Open(scene.new_id(), CHALLENGE.name, trial.of(hero)),), (told, *secret))


def opening_scope(action: OpenChallenge) -> Scope:
    """The hero, and who opposes it."""
    return Scope(ids=(action.hero, *((action.opponent,) if action.opponent is not None else ())))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(OpenChallenge, open_challenge, Permit.GAME_MASTERS, opening_scope),
)
EVENTS = (ChallengeOpened, RatingHidden)
