"""The course of a challenge: opened, rolled or withdrawn, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Ask, Choice, Kind, RecordId, Replace, Scene, Scope, Step, Turn
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules import challenges
from bot.systems.second_kingdom.rules.attempts import (
    ChallengeEdited,
    ChallengeRolled,
    ChallengeWithdrawn,
    EditChallenge,
    LetBe,
    ProposeConsequence,
    RatingHidden,
    RollChallenge,
    RollChallengeFor,
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
from bot.systems.second_kingdom.rules.settings import require_may_act_for
from bot.systems.second_kingdom.rules.state import HIGHEST, LOWEST, NoteKind, Virtue
from bot.systems.second_kingdom.words import challenges as words
from bot.systems.second_kingdom.words import heroes, records

NOTE_LENGTH = 300
RATING_LENGTH = 2

LEFT_BEHIND = {Level.PARTIAL: NoteKind.SETBACK, Level.EXCEPTIONAL: NoteKind.ADVANTAGE}


# -- what waits ---------------------------------------------------------------------------------


def steps(challenge: RecordId, state: Challenge) -> Sequence[Step]:
    """The player's roll; after a partial or exceptional success, the game master's word."""
    if state.status is Status.OPEN:
        label = words.label(state.hero_name, state.action)
        return (Step("roll", label, state.player, _roll_choices(challenge, state), state.revision),)
    if state.status is Status.ROLLED and state.roll is not None:
        return (_consequence_step(challenge, state, LEFT_BEHIND[state.roll.level]),)
    return ()


def _roll_choices(challenge: RecordId, state: Challenge) -> tuple[Choice, ...]:
    most = challenges.most_conviction(state.score, challenges.MOST_CONVICTION)
    rolls = [
        Choice(f"roll{n}", words.roll(n), RollChallenge(challenge, n), is_main=n == 0)
        for n in range(most + 1)
    ]
    return (*rolls, *_game_masters_choices(challenge, state))


def _game_masters_choices(challenge: RecordId, state: Challenge) -> tuple[Choice, ...]:
    # Everybody who may see the record may see its choices: a hidden rating is typed anew.
    rating = None if state.is_hidden else state.rating
    asks = (virtue_ask(state.virtue), rating_ask(rating))
    return (
        Choice("roll_for", words.ROLL_FOR, RollChallengeFor(challenge)),
        Choice("edit", words.EDIT, EditChallenge(challenge), asks=asks),
        Choice("withdraw", words.WITHDRAW, WithdrawChallenge(challenge)),
    )


def virtue_ask(virtue: Virtue) -> Ask:
    """A form's list of the virtues, that one chosen to begin with."""
    options = tuple((each.value, heroes.virtue(each)) for each in Virtue)
    return Ask("virtue", words.VIRTUE_FIELD, value=virtue.value, options=options)


def rating_ask(rating: int | None) -> Ask:
    """A form's field for a rating."""
    value = "" if rating is None else str(rating)
    hint = words.rating_hint(LOWEST, HIGHEST)
    return Ask("rating", words.RATING_FIELD, RATING_LENGTH, hint=hint, value=value, is_number=True)


def _consequence_step(challenge: RecordId, state: Challenge, kind: NoteKind) -> Step:
    asks = (
        Ask(
            "text",
            words.the_note(kind),
            NOTE_LENGTH,
            is_long=True,
            hint=words.NOTE_HINT,
            value=state.proposal,
        ),
    )
    choices = (
        Choice("write", words.write(kind), WriteConsequence(challenge), asks=asks, is_main=True),
        Choice("let_be", words.LET_BE, LetBe(challenge)),
        Choice("propose", words.propose(kind), ProposeConsequence(challenge), asks=asks),
    )
    return Step("consequence", words.what_note(state.hero_name, kind), None, choices, state.revision)


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


def challenge_scope(action: Any) -> Scope:
    """The challenge an action names, and its hero."""
    return Scope(ids=(action.challenge,), links=True)


def roll_challenge(scene: Scene, action: RollChallenge, dice: Dice) -> Turn:
    """Take the conviction and roll, in one step. Raises RuleViolation for conviction that can't be spent."""
    return _roll(scene, action, action.conviction, dice)


def roll_challenge_for(scene: Scene, action: RollChallengeFor, dice: Dice) -> Turn:
    """Roll in the player's place, without conviction (Q29). Raises NotAllowed where it must wait."""
    player = scene.get(CHALLENGE, action.challenge).state.player
    if player == scene.actor:
        raise RuleViolation(words.OWN_HERO)
    require_may_act_for(scene, player)
    return replace(_roll(scene, action, 0, dice, by=scene.actor), on_behalf_of=player)


def _roll(scene: Scene, action: Any, spent: int, dice: Dice, by: int | None = None) -> Turn:
    record = scene.get(CHALLENGE, action.challenge)
    hero = scene.get(HERO, record.state.hero)
    state, rating = _require_open(record.state), record.state.true_rating
    _require_conviction(spent, state, hero.state.conviction)
    values = dice.roll(challenges.pool(state.score, rating, spent), challenges.SIDES, reason=state.action)
    count = challenges.successes(values)
    roll = Roll(spent, values, count, challenges.level(count))
    status = Status.ROLLED if roll.level in LEFT_BEHIND else Status.SETTLED
    left = hero.state.conviction - spent
    notes = tuple(note for note in hero.state.notes if note not in state.notes)
    rolled = ChallengeRolled(
        state.hero_name, state.player, state.action, state.virtue, state.score,
        state.terms.rating, roll, hero.state.conviction, left, by,
    )  # fmt: skip
    changes = [Replace(record.id, replace(state, status=status, roll=roll, revision=scene.entry))]
    if spent or notes != hero.state.notes:
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


def edit_challenge(scene: Scene, action: EditChallenge, dice: Dice) -> Turn:
    """Change what is rolled by: earlier buttons are stale. Raises RuleViolation once dice fell (Q27)."""
    record = scene.get(CHALLENGE, action.challenge)
    state, virtue = _require_open(record.state), as_virtue(action.virtue)
    rating = require_rating(action.rating)
    if (virtue, rating) == (state.virtue, state.rating):
        raise RuleViolation(words.SAME_TERMS)
    score = scene.get(HERO, state.hero).state.score(virtue)
    after = replace(state, virtue=virtue, score=score, rating=rating, revision=scene.entry)
    told = ChallengeEdited(state.hero_name, state.player, state.action, state.terms, after.terms)
    secret = (RatingHidden(state.hero_name, state.action, rating),) if state.is_hidden else ()
    return Turn((Replace(record.id, after),), (told, *secret))


def as_virtue(text: str) -> Virtue:
    """The virtue of that name, out of a form. Raises RuleViolation."""
    try:
        return Virtue(text)
    except ValueError:
        raise RuleViolation(words.no_virtue([heroes.virtue(each) for each in Virtue])) from None


def require_rating(rating: int) -> int:
    """The rating, if it is one. Raises RuleViolation outside 1 to 10 (Q27)."""
    if not LOWEST <= rating <= HIGHEST:
        raise RuleViolation(words.bad_rating(LOWEST, HIGHEST, rating))
    return rating


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
    ActionKind(RollChallenge, roll_challenge, Permit.OWNER, challenge_scope, challenge_player),
    ActionKind(RollChallengeFor, roll_challenge_for, Permit.GAME_MASTERS, challenge_scope),
    ActionKind(EditChallenge, edit_challenge, Permit.GAME_MASTERS, challenge_scope),
    ActionKind(WithdrawChallenge, withdraw_challenge, Permit.GAME_MASTERS, challenge_scope),
)
EVENTS = (ChallengeRolled, ChallengeEdited, ChallengeWithdrawn)
