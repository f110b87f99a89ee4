"""A hero's own counters: damage, or whatever else the table counts (ruling Q25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Replace, Scene, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.state import Counter
from bot.systems.second_kingdom.words import heroes as words

COUNTER_LENGTH = 30
MOST_COUNTERS = 10
MOST_COUNTED = 999


@dataclass(frozen=True, slots=True)
class SetCounter:
    """Set one of a hero's counters; 0 takes it off the sheet."""

    hero: RecordId
    counter: str
    value: int


@dataclass(frozen=True, slots=True)
class CounterSet:
    """One of a hero's counters changed."""

    name: str
    counter: str
    before: int
    after: int
    audience: Audience = EVERYONE


def set_counter(scene: Scene, action: SetCounter, dice: Dice) -> Turn:
    """Change one counter. Raises RuleViolation for a bad name or number, or where nothing changes."""
    record = scene.get(HERO, action.hero)
    counters = dict(record.state.counters)
    name = _counter_name(action.counter, counters)
    kept = counters.pop(name, Counter(0))
    before = kept.value
    if not 0 <= action.value <= MOST_COUNTED:
        raise RuleViolation(words.bad_counter(MOST_COUNTED, action.value))
    if before == action.value:
        raise RuleViolation(words.same_counter(before))
    if action.value and len(counters) == MOST_COUNTERS:
        raise RuleViolation(words.too_many_counters(MOST_COUNTERS))
    if action.value:
        # A counter that only changed keeps its place on the sheet.
        counters = {**dict(record.state.counters), name: replace(kept, value=action.value)}
    state = replace(record.state, counters=counters)
    event = CounterSet(state.name, name, before, action.value)
    return Turn((Replace(record.id, state),), (event,))


def _counter_name(text: str, known: Mapping[str, Counter]) -> str:
    """The counter's name as it stands on the sheet, however its letters were typed."""
    name = one_line(text)
    if not 1 <= len(name) <= COUNTER_LENGTH:
        raise RuleViolation(words.bad_counter_name(COUNTER_LENGTH, len(name)))
    return next((each for each in known if each.casefold() == name.casefold()), name)
