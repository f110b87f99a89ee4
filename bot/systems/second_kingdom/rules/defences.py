"""Defences: what armour, relics and abilities add to a guard's two dice (K22, Q11, Q15)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.changes import changed
from bot.systems.second_kingdom.rules.combatants import combatant
from bot.systems.second_kingdom.rules.state import NO_BONUS, Defence, Guard, Pair
from bot.systems.second_kingdom.words import defences as words

MOST_SOURCES = 10
SOURCE_LENGTH = 40
HIGHEST_BONUS = 10

_NUMBER = r"\s*([+-]?[0-9]{1,6})\s*"
_PAIR = re.compile(f"{_NUMBER}(?:/{_NUMBER})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class SetDefence:
    """Say what one source adds to each guard, all of it; a source that adds nothing leaves the sheet."""

    combatant: RecordId
    source: str
    dodge: Pair = NO_BONUS
    parry: Pair = NO_BONUS
    block: Pair = NO_BONUS
    counters: tuple[Guard, ...] = ()


def read_pair(guard: Guard, text: str) -> Pair:
    """A pair of bonuses as people type it, "2/1"; one number is the first die's (K22, Q27).

    Raises RuleViolation for what are no whole numbers.
    """
    found = _PAIR.fullmatch(text.replace("−", "-"))
    if found is None:
        raise RuleViolation(words.no_pair(guard.value, safe(text, 40)))
    return int(found[1]), int(found[2] or 0)


def set_defence(scene: Scene, action: SetDefence, dice: Dice) -> Turn:
    """Add, change or remove one source. Raises RuleViolation out of range, or where nothing changes."""
    record = combatant(scene, action.combatant)
    defences = record.state.defences
    source = _source(action.source, defences)
    kept = next((each for each in defences if each.source == source), None)
    guards = tuple(guard for guard in Guard if guard in action.counters)
    wanted = Defence(source, action.dodge, action.parry, action.block, guards)
    for guard in Guard:
        _require_bonuses(guard, wanted.pair(guard))
    is_empty = wanted == Defence(source)
    if kept is None and is_empty:
        raise RuleViolation(words.adds_nothing(safe(source)))
    if kept == wanted:
        raise RuleViolation(words.same_defence(safe(source)))
    if kept is None and len(defences) == MOST_SOURCES:
        raise RuleViolation(words.too_many_sources(MOST_SOURCES))
    return changed(scene, record, replace(record.state, defences=_with(defences, wanted, is_empty=is_empty)))


def _source(text: str, known: Sequence[Defence]) -> str:
    """The source as it stands on the sheet, however its letters were typed."""
    name = one_line(text)
    if not 1 <= len(name) <= SOURCE_LENGTH:
        raise RuleViolation(words.bad_source(SOURCE_LENGTH, len(name)))
    return next((each.source for each in known if each.source.casefold() == name.casefold()), name)


def _require_bonuses(guard: Guard, pair: Pair) -> None:
    for bonus in pair:
        if not -HIGHEST_BONUS <= bonus <= HIGHEST_BONUS:
            raise RuleViolation(words.bad_bonus(guard.value, -HIGHEST_BONUS, HIGHEST_BONUS, bonus))


def _with(defences: Sequence[Defence], wanted: Defence, *, is_empty: bool) -> tuple[Defence, ...]:
    """The sources with that one: one that only changed keeps its place."""
    if is_empty:
        return tuple(each for each in defences if each.source != wanted.source)
    if all(each.source != wanted.source for each in defences):
        return (*defences, wanted)
    return tuple(wanted if each.source == wanted.source else each for each in defences)
