"""What changes on a sheet: part by part, as it was and as it shall be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import Record, RecordId, Replace, Scene, Turn
from bot.engine.words import bare, clip
from bot.systems.second_kingdom.rules.combatants import audience_of
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER
from bot.systems.second_kingdom.rules.state import Combatant, Counter, Defence, Guard, Hero, Npc, Virtue
from bot.systems.second_kingdom.words import counters, defences
from bot.systems.second_kingdom.words import sheets as words
from bot.systems.second_kingdom.words.heroes import VIRTUES


@dataclass(frozen=True, slots=True)
class Uploaded:
    """A portrait that is a picture of its own; of one that was only asked for, there is none yet."""

    picture: RecordId


Value = int | str | Counter | Defence | Uploaded | None
# How people's words are made fit to be shown, at most so many characters of them.
Write = Callable[[str, int], str]

NAME, BRIEF, BEFORE, TEXT = 60, 40, 100, 300
# New notes are read as a whole, before they are approved.
WHOLE = 1000


class Part(StrEnum):
    """The parts of a sheet that change one by one."""

    NAME = "name"
    VIRTUE = "virtue"
    COUNTER = "counter"
    DEFENCE = "defence"
    MANEUVER = "maneuver"
    ABOUT = "about"
    PORTRAIT = "portrait"


Key = tuple[Part, str]


@dataclass(frozen=True, slots=True)
class Changed:
    """One part of a sheet before and after; None and empty words stand for nothing.

    `name` says which virtue, counter or source; of a maneuver it is the record. Entries of earlier days
    hold the bare numbers of virtues and counters, and no part.
    """

    name: str
    before: Value
    after: Value
    part: Part = Part.COUNTER

    @property
    def key(self) -> Key:
        """What tells it from every other part of the sheet, however its name is written."""
        return self.part, self.name.casefold()


@dataclass(frozen=True, slots=True)
class SheetChanged:
    """A sheet changed in other parts than virtues and a counter's value."""

    name: str
    changes: tuple[Changed, ...]
    audience: Audience = EVERYONE


def changed(scene: Scene, record: Record[Hero] | Record[Npc], state: Combatant) -> Turn:
    """The turn that makes the record's sheet this one."""
    changes = differences(scene, record.state, state)
    event = SheetChanged(record.state.name, changes, audience_of(record))
    return Turn((Replace(record.id, state),), (event,))


def differences(scene: Scene, before: Combatant, after: Combatant) -> tuple[Changed, ...]:
    """Every part in which two states of a sheet differ."""
    old, new = parts(scene, before), parts(scene, after)
    names = {key: each for sheet in (old, new) for key, each in sheet.items()}
    pairs = ((key, _value(old, key), _value(new, key)) for key in names)
    return tuple(Changed(names[key][0], was, now, key[0]) for key, was, now in pairs if was != now)


Parts = Mapping[Key, tuple[str, Value]]


def parts(scene: Scene, state: Combatant) -> Parts:
    """A sheet taken apart: each part's name and value."""
    named: list[tuple[Part, str, Value]] = [(Part.NAME, "", state.name)]
    named += [(Part.VIRTUE, virtue.value, state.score(virtue)) for virtue in Virtue]
    named += [(Part.COUNTER, name, counter) for name, counter in state.counters.items()]
    named += [(Part.DEFENCE, each.source, each) for each in state.defences]
    named += [(Part.MANEUVER, known, title_of(scene, known)) for known in state.maneuvers]
    named += [(Part.ABOUT, "", state.about), (Part.PORTRAIT, "", _portrait(state))]
    return {(part, name.casefold()): (name, value) for part, name, value in named}


def _portrait(state: Combatant) -> Value:
    return state.portrait if state.picture is None else Uploaded(state.picture)


def value_of(scene: Scene, state: Combatant, key: Key) -> Value:
    """What stands in that part of the sheet; None where it has none."""
    return _value(parts(scene, state), key)


def _value(sheet: Parts, key: Key) -> Value:
    return sheet[key][1] if key in sheet else None


def title_of(scene: Scene, maneuver: RecordId) -> str:
    """What a maneuver is called, also one that is no longer in the library."""
    found = scene.records.get(maneuver)
    return MANEUVER.title(found.state) if found is not None else words.LOST_MANEUVER


# -- in words ---------------------------------------------------------------------------------------


def in_words(changes: Sequence[Changed], write: Write) -> str:
    """All that changes in one line, before → after."""
    return ", ".join(line(each, write) for each in changes)


def line(change: Changed, write: Write) -> str:
    """One change, before → after."""
    if change.part is Part.MANEUVER:
        learned = change.before is None
        told = words.learned if learned else words.forgot
        return told(write(str(change.after if learned else change.before), NAME))
    is_text = change.part is Part.ABOUT
    before = value(change.before, write, BEFORE if is_text else TEXT)
    after = instead(change.before, change.after, write, WHOLE if is_text else TEXT)
    return words.change(_name(change, write), before, after)


def _name(change: Changed, write: Write) -> str:
    if change.part in (Part.COUNTER, Part.DEFENCE):
        return write(change.name, NAME)
    return words.PARTS.get(change.part) or VIRTUES[change.name]


def value(value: Value, write: Write, length: int = TEXT) -> str:
    """What stands in one part of a sheet."""
    if isinstance(value, Counter):
        return counter(value, write)
    if isinstance(value, Defence):
        return defence(value)
    if isinstance(value, Uploaded):
        return words.A_PICTURE
    if isinstance(value, str) and value:
        return words.quoted(write(value, length))
    return words.NOTHING if value in (None, "") else str(value)


def instead(before: Value, now: Value, write: Write, length: int = TEXT) -> str:
    """What stands there in the place of something else."""
    if isinstance(before, Uploaded) and isinstance(now, Uploaded):
        return words.ANOTHER_PICTURE
    return value(now, write, length)


def counter(state: Counter, write: Write) -> str:
    """A counter's value with its shape."""
    thresholds = [(each.at, write(each.text, TEXT)) for each in state.thresholds]
    return counters.shaped(state.value, state.least, state.most, thresholds, falls=state.falls)


def defence(state: Defence) -> str:
    """What one source adds to each guard."""
    pairs = {guard.value: state.pair(guard) for guard in Guard}
    return defences.adds(pairs, [guard.value for guard in state.counters])


def briefly(text: str, length: int) -> str:
    """What somebody wrote, where Discord knows no markup and there is little room."""
    return clip(bare(text), min(length, BRIEF))
