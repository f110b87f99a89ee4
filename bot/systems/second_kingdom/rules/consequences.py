"""What a challenge leaves behind: a setback or an advantage, written or let be (K10, K12, Q21)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Replace, Scene, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.attempts import (
    ConsequenceProposed,
    ConsequenceWritten,
    LetBe,
    ProposeConsequence,
    WriteConsequence,
)
from bot.systems.second_kingdom.rules.challenge import Challenge, Status
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.state import Note, NoteKind
from bot.systems.second_kingdom.rules.trials import (
    CHALLENGE,
    LEFT_BEHIND,
    NOTE_LENGTH,
    challenge_player,
    challenge_scope,
)
from bot.systems.second_kingdom.words import challenges as words


def write_consequence(scene: Scene, action: WriteConsequence, dice: Dice) -> Turn:
    """Keep the note with the hero for the next challenge. Raises RuleViolation for an empty or long one."""
    record = scene.get(CHALLENGE, action.challenge)
    hero = scene.get(HERO, record.state.hero)
    kind = _require_consequence(record.state)
    text = _written(kind, action.text)
    note = Note(kind, text, record.id)
    settled = replace(record.state, status=Status.SETTLED, consequence=note)
    kept = replace(hero.state, notes=(*hero.state.notes, note))
    event = ConsequenceWritten(record.state.hero_name, kind, text)
    return Turn((Replace(record.id, settled), Replace(hero.id, kept)), (event,))


def propose_consequence(scene: Scene, action: ProposeConsequence, dice: Dice) -> Turn:
    """Keep the player's words for the game masters. Raises RuleViolation for none, too many or the same."""
    record = scene.get(CHALLENGE, action.challenge)
    kind = _require_consequence(record.state)
    text = _written(kind, action.text)
    if text == record.state.proposal:
        raise RuleViolation(words.SAME_PROPOSAL)
    told = ConsequenceProposed(record.state.hero_name, record.state.player, kind, text)
    return Turn((Replace(record.id, replace(record.state, proposal=text)),), (told,))


def _written(kind: NoteKind, text: str) -> str:
    line = one_line(text)
    if not 1 <= len(line) <= NOTE_LENGTH:
        raise RuleViolation(words.bad_note(kind, NOTE_LENGTH, len(line)))
    return line


def let_be(scene: Scene, action: LetBe, dice: Dice) -> Turn:
    """Settle the challenge without a note. Raises RuleViolation where none is due."""
    record = scene.get(CHALLENGE, action.challenge)
    kind = _require_consequence(record.state)
    settled = replace(record.state, status=Status.SETTLED)
    return Turn((Replace(record.id, settled),), (ConsequenceWritten(record.state.hero_name, kind, ""),))


def _require_consequence(state: Challenge) -> NoteKind:
    if state.status is not Status.ROLLED or state.roll is None:
        raise RuleViolation(words.NONE_DUE)
    return LEFT_BEHIND[state.roll.level]


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(ProposeConsequence, propose_consequence, Permit.OWNER, challenge_scope, challenge_player),
    ActionKind(WriteConsequence, write_consequence, Permit.GAME_MASTERS, challenge_scope),
    ActionKind(LetBe, let_be, Permit.GAME_MASTERS, challenge_scope),
)
EVENTS = (ConsequenceProposed, ConsequenceWritten)
