"""Counters of a sheet: damage, or whatever else the table counts, with bounds and thresholds (Q25)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Replace, Scene, Turn
from bot.engine.words import one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.changes import changed
from bot.systems.second_kingdom.rules.combatants import audience_of, combatant
from bot.systems.second_kingdom.rules.state import COUNTER_LENGTH, Counter, Threshold
from bot.systems.second_kingdom.words import counters as words

MOST_COUNTERS = 10
MOST_COUNTED = 999
MOST_THRESHOLDS = 5
THRESHOLD_LENGTH = 60
_THRESHOLD = re.compile(r"([+-]?[0-9]{1,6})\s*[:=]\s*(.*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class SetCounter:
    """Set what a counter stands at; 0 takes one without bounds and thresholds off the sheet."""

    combatant: RecordId
    counter: str
    value: int


@dataclass(frozen=True, slots=True)
class CounterSet:
    """A counter stands at another value; `reached` are the thresholds that it came to."""

    name: str
    counter: str
    before: int
    after: int
    audience: Audience = EVERYONE
    most: int | None = None
    reached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShapeCounter:
    """Give a counter, a new one too, its bounds, the way damage goes and its thresholds: all anew."""

    combatant: RecordId
    counter: str
    least: int = 0
    most: int | None = None
    falls: bool = False
    thresholds: tuple[Threshold, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveCounter:
    """Take a counter off the sheet."""

    combatant: RecordId
    counter: str


# -- counting ---------------------------------------------------------------------------------------


def counted(counter: Counter, amount: int) -> tuple[Counter, tuple[Threshold, ...]]:
    """The counter after that much damage, and the thresholds it came to by it, in order (Q25).

    Damage adds or, where the counter falls, takes; a negative amount heals. Bounds are kept.
    """
    value = counter.value - amount if counter.falls else counter.value + amount
    after = replace(counter, value=bounded(counter, value))
    return after, reached(counter, after.value)


def bounded(counter: Counter, value: int) -> int:
    """The value within the counter's bounds."""
    most = MOST_COUNTED if counter.most is None else counter.most
    return min(max(value, counter.least), most)


def reached(counter: Counter, after: int) -> tuple[Threshold, ...]:
    """The thresholds that damage comes to on the way to that value, in order."""
    before = counter.value
    if counter.falls:
        passed = [each for each in counter.thresholds if after <= each.at < before]
        return tuple(sorted(passed, key=lambda each: -each.at))
    return tuple(each for each in counter.thresholds if before < each.at <= after)


def in_force(counter: Counter) -> Threshold | None:
    """The last threshold that the counter has come to."""
    if counter.falls:
        return next((each for each in counter.thresholds if each.at >= counter.value), None)
    return next((each for each in reversed(counter.thresholds) if each.at <= counter.value), None)


def is_shaped(counter: Counter) -> bool:
    """Whether it has bounds or thresholds of its own, and so stays on the sheet at 0."""
    return counter != Counter(counter.value)


def named(counters: Mapping[str, Counter], text: str) -> str:
    """The counter's name as it stands on the sheet, however its letters were typed.

    Raises RuleViolation where it can be no counter's name.
    """
    name = one_line(text)
    if not 1 <= len(name) <= COUNTER_LENGTH:
        raise RuleViolation(words.bad_name(COUNTER_LENGTH, len(name)))
    return next((each for each in counters if each.casefold() == name.casefold()), name)


def read_thresholds(text: str) -> tuple[Threshold, ...]:
    """Thresholds as people type them, a line each, "5: Staggered". Raises RuleViolation naming the line."""
    read = []
    for line in map(one_line, text.splitlines()):
        found = _THRESHOLD.fullmatch(line.replace("−", "-", 1))
        if line and found is None:
            raise RuleViolation(words.no_threshold(safe(line, 60)))
        if found is not None:
            read.append(Threshold(int(found[1]), found[2]))
    return tuple(read)


def read_bound(label: str, text: str) -> int | None:
    """A bound as people type it; None where nothing is. Raises RuleViolation for what is no number."""
    if not text.strip():
        return None
    number = whole_number(text)
    if number is None:
        raise RuleViolation(words.no_number(label, safe(text, 40)))
    return number


# -- changing it ------------------------------------------------------------------------------------


def set_counter(scene: Scene, action: SetCounter, dice: Dice) -> Turn:
    """Change a counter's value. Raises RuleViolation out of its bounds, or where nothing changes."""
    record = combatant(scene, action.combatant)
    counters = record.state.counters
    name = named(counters, action.counter)
    kept = counters.get(name, Counter(0))
    if bounded(kept, action.value) != action.value:
        most = MOST_COUNTED if kept.most is None else kept.most
        raise RuleViolation(words.out_of_bounds(safe(name), kept.least, most, action.value))
    if kept.value == action.value:
        raise RuleViolation(words.same_value(kept.value))
    stays = action.value != 0 or is_shaped(kept)
    after = _with(counters, name, replace(kept, value=action.value)) if stays else _off(counters, name)
    told = tuple(each.text for each in reached(kept, action.value))
    audience = audience_of(record)
    event = CounterSet(record.state.name, name, kept.value, action.value, audience, kept.most, told)
    return Turn((Replace(record.id, replace(record.state, counters=after)),), (event,))


def shape_counter(scene: Scene, action: ShapeCounter, dice: Dice) -> Turn:
    """Give a counter its shape; its value goes to the nearest bound, a new one begins without damage.

    Raises RuleViolation for bounds or thresholds that make no sense, or where nothing changes.
    """
    record = combatant(scene, action.combatant)
    counters = record.state.counters
    name = named(counters, action.counter)
    _require_bounds(action.least, action.most)
    thresholds = _thresholds(action)
    whole = action.most if action.falls and action.most is not None else action.least
    value = counters[name].value if name in counters else whole
    shaped = Counter(value, action.least, action.most, action.falls, thresholds)
    shaped = replace(shaped, value=bounded(shaped, value))
    if counters.get(name) == shaped or (name not in counters and shaped == Counter(0)):
        raise RuleViolation(words.SAME_SHAPE)
    return changed(scene, record, replace(record.state, counters=_with(counters, name, shaped)))


def _require_bounds(least: int, most: int | None) -> None:
    if not -MOST_COUNTED <= least <= MOST_COUNTED:
        raise RuleViolation(words.bad_bound(words.LEAST, -MOST_COUNTED, MOST_COUNTED, least))
    if most is not None and not least < most <= MOST_COUNTED:
        raise RuleViolation(words.bad_bound(words.MOST, least + 1, MOST_COUNTED, most))


def _thresholds(action: ShapeCounter) -> tuple[Threshold, ...]:
    """The thresholds by value. Raises RuleViolation for too many, or one out of bounds or without words."""
    kept = sorted((Threshold(each.at, one_line(each.text)) for each in action.thresholds), key=_at)
    if len(kept) > MOST_THRESHOLDS:
        raise RuleViolation(words.too_many_thresholds(MOST_THRESHOLDS, len(kept)))
    most = MOST_COUNTED if action.most is None else action.most
    for each in kept:
        if not action.least <= each.at <= most:
            raise RuleViolation(words.bad_bound(words.A_THRESHOLD, action.least, most, each.at))
        if not 1 <= len(each.text) <= THRESHOLD_LENGTH:
            raise RuleViolation(words.bad_threshold(each.at, THRESHOLD_LENGTH, len(each.text)))
    if len({each.at for each in kept}) < len(kept):
        raise RuleViolation(words.SAME_THRESHOLD)
    return tuple(kept)


def _at(threshold: Threshold) -> int:
    return threshold.at


def remove_counter(scene: Scene, action: RemoveCounter, dice: Dice) -> Turn:
    """Take the counter off the sheet. Raises RuleViolation where it isn't there."""
    record = combatant(scene, action.combatant)
    counters = record.state.counters
    name = named(counters, action.counter)
    if name not in counters:
        raise RuleViolation(words.unknown(safe(name)))
    return changed(scene, record, replace(record.state, counters=_off(counters, name)))


def _with(counters: Mapping[str, Counter], name: str, counter: Counter) -> dict[str, Counter]:
    """The counters with that one; one that only changed keeps its place on the sheet."""
    if name not in counters and len(counters) == MOST_COUNTERS:
        raise RuleViolation(words.too_many(MOST_COUNTERS))
    return {**counters, name: counter}


def _off(counters: Mapping[str, Counter], name: str) -> dict[str, Counter]:
    return {each: counter for each, counter in counters.items() if each != name}
