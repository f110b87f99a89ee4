"""The course of a challenge: opened, rolled or withdrawn, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Ask, Choice, Kind, Open, RecordId, Replace, Scene, Scope, Step, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules import challenges
from bot.systems.second_kingdom.rules.attempts import (
    ChallengeOpened,
    ChallengeRolled,
    ChallengeWithdrawn,
    LetBe,
    OpenChallenge,
    RatingHidden,
    RollChallenge,
    WithdrawChallenge,
    WriteConsequence,
)
from bot.systems.second_kingdom.rules.challenge import (
    Challenge,
    Level,
    Roll,
    Status,
    challenge_view,
    handed_over,
)
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.state import HIGHEST, LOWEST, NoteKind
from bot.systems.second_kingdom.words import challenges as words
from bot.systems.second_kingdom.words import records

ACTION_LENGTH = 200
NOTE_LENGTH = 300
LABEL_LENGTH = 200

LEFT_BEHIND = {Level.PARTIAL: NoteKind.SETBACK, Level.EXCEPTIONAL: NoteKind.ADVANTAGE}


# -- what waits ---------------------------------------------------------------------------------


def steps(challenge: RecordId, state: Challenge) -> Sequence[Step]:
    """The player's roll; after a partial or exceptional success, the game master's word."""
    if state.status is Status.OPEN:
        label = words.label(state.hero_name, state.action)[:LABEL_LENGTH]
        return (Step("roll", label, state.player, _roll_choices(challenge, state)),)
    if state.status is Status.ROLLED and state.roll is not None:
        return (_consequence_step(challenge, state, LEFT_BEHIND[state.roll.level]),)
    return ()


def _roll_choices(challenge: RecordId, state: Challenge) -> tuple[Choice, ...]:
    most = challenges.most_conviction(state.score, challenges.MOST_CONVICTION)
    rolls = [
        Choice(f"roll{n}", words.roll(n), RollChallenge(challenge, n), is_main=n == 0)
        for n in range(most + 1)
    ]
    return (*rolls, Choice("withdraw", words.WITHDRAW, WithdrawChallenge(challenge)))


def _consequence_step(challenge: RecordId, state: Challenge, kind: NoteKind) -> Step:
    ask = Ask("text", words.the_note(kind), NOTE_LENGTH, is_long=True, hint=words.NOTE_HINT)
    write = Choice("write", words.write(kind), WriteConsequence(challenge), asks=(ask,), is_main=True)
    label = words.what_note(state.hero_name, kind)
    return Step("consequence", label, None, (write, Choice("let_be", words.LET_BE, LetBe(challenge))))


CHALLENGE: Kind[Challenge] = Kind(
    "challenge",
    Challenge,
    title=lambda state: state.action,
    owner=lambda state: state.player,
    links=lambda state: (state.hero,),
    waiting=steps,
    view=challenge_view,
    hand_over=handed_over,
    goes_along=True,
    word=records.part,
)


# -- what happens -------------------------------------------------------------------------------


def open_challenge(scene: Scene, action: OpenChallenge, dice: Dice) -> Turn:
    """Open the challenge's record. Raises RuleViolation for a rating outside 1 to 10 (Q27)."""
    hero = scene.get(HERO, action.hero)
    text = one_line(action.action)
    if not 1 <= len(text) <= ACTION_LENGTH:
        raise RuleViolation(words.bad_action(ACTION_LENGTH, len(text)))
    if not LOWEST <= action.rating <= HIGHEST:
        raise RuleViolation(words.bad_rating(LOWEST, HIGHEST, action.rating))
    state = Challenge(
        hero=hero.id,
        hero_name=hero.state.name,
        player=hero.state.player,
        action=text,
        virtue=action.virtue,
        score=hero.state.score(action.virtue),
        rating=action.rating,
        is_hidden=action.is_hidden,
        notes=hero.state.notes,
    )
    told = None if action.is_hidden else action.rating
    opened = ChallengeOpened(hero.state.name, hero.state.player, text, action.virtue, told)
    secret = (RatingHidden(hero.state.name, text, action.rating),) if action.is_hidden else ()
    return Turn((Open(scene.new_id(), CHALLENGE.name, state),), (opened, *secret))


def challenge_scope(action: RollChallenge | WithdrawChallenge | WriteConsequence | LetBe) -> Scope:
    """The challenge and its hero."""
    return Scope(ids=(action.challenge,), links=True)


def roll_challenge(scene: Scene, action: RollChallenge, dice: Dice) -> Turn:
    """Take the conviction and roll, in one step. Raises RuleViolation for conviction that can't be spent."""
    record = scene.get(CHALLENGE, action.challenge)
    hero = scene.get(HERO, record.state.hero)
    state, rating = _require_open(record.state), record.state.true_rating
    _require_conviction(action.conviction, state, hero.state.conviction)
    values = dice.roll(
        challenges.pool(state.score, rating, action.conviction), challenges.SIDES, reason=state.action
    )
    count = challenges.successes(values)
    roll = Roll(action.conviction, values, count, challenges.level(count))
    status = Status.ROLLED if roll.level in LEFT_BEHIND else Status.SETTLED
    left = hero.state.conviction - action.conviction
    notes = tuple(note for note in hero.state.notes if note not in state.notes)
    rolled = ChallengeRolled(
        state.hero_name, state.player, state.action, state.virtue, state.score,
        None if state.is_hidden else rating, roll, hero.state.conviction, left,
    )  # fmt: skip
    changes = [Replace(record.id, replace(state, status=status, roll=roll))]
    if action.conviction or notes != hero.state.notes:
        changes.append(Replace(hero.id, replace(hero.state, conviction=left, notes=notes)))
    return Turn(tuple(changes), (rolled,))


def _require_open(state: Challenge) -> Challenge:
    if state.status is not Status.OPEN:
        raise RuleViolation(words.NOT_OPEN)
    return state


def _require_conviction(spent: int, state: Challenge, held: int) -> None:
    counts = challenges.most_conviction(state.score, challenges.MOST_CONVICTION)
    if not 0 <= spent <= counts:
        raise RuleViolation(
            words.spends_too_much(
                state.virtue,
                state.score,
                spent,
                counts=counts,
                a_roll=challenges.MOST_CONVICTION,
                highest=HIGHEST,
            )
        )
    if spent > held:
        raise RuleViolation(words.holds_less(held, spent))


def withdraw_challenge(scene: Scene, action: WithdrawChallenge, dice: Dice) -> Turn:
    """Close an open challenge; nothing was spent yet. Raises RuleViolation once dice fell."""
    record = scene.get(CHALLENGE, action.challenge)
    state = _require_open(record.state)
    gone = Replace(record.id, replace(state, status=Status.WITHDRAWN))
    return Turn((gone,), (ChallengeWithdrawn(state.hero_name, state.action),))


def challenge_player(scene: Scene, action: Any) -> int | None:
    """Whose challenge an action is about: it names the challenge."""
    return scene.get(CHALLENGE, action.challenge).state.player


KINDS: tuple[Kind[Any], ...] = (CHALLENGE,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(OpenChallenge, open_challenge, Permit.GAME_MASTERS, lambda action: Scope(ids=(action.hero,))),
    ActionKind(RollChallenge, roll_challenge, Permit.OWNER, challenge_scope, challenge_player),
    ActionKind(WithdrawChallenge, withdraw_challenge, Permit.GAME_MASTERS, challenge_scope),
)
EVENTS = (ChallengeOpened, RatingHidden, ChallengeRolled, ChallengeWithdrawn)
