"""What changes on a sheet: part by part, as it was and as it shall be."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

from bot.engine.asking import Asking
from bot.engine.declare import Action, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, Permit
from bot.engine.portraits import ADDRESS_LENGTH, portrayed, require_address
from bot.engine.system import ActionKind, Change, Kind, Record, RecordId, Replace, Scene, Scope, Turn
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import bare, clip, one_line, paragraphs, safe, whole_number
from bot.systems.second_kingdom.attacks.state import MANEUVER, MANEUVER_MEANT
from bot.systems.second_kingdom.heroes import people
from bot.systems.second_kingdom.heroes.people import (
    COMBATANT_MEANT,
    HERO,
    NAME_LENGTH,
    NPC,
    PORTRAIT,
    SetVirtues,
    bad_name,
    combatant,
    combatants_audience_of,
    name_taken,
    require_score,
)
from bot.systems.second_kingdom.state import (
    COUNTER_LENGTH,
    NO_BONUS,
    Combatant,
    Counter,
    Defence,
    Guard,
    Hero,
    Known,
    Npc,
    Pair,
    Threshold,
    Virtue,
    after,
    not_within,
)


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


class Part(Labelled):
    """The parts of a sheet that change one by one."""

    NAME = "name", "name"
    VIRTUE = "virtue"
    COUNTER = "counter"
    DEFENCE = "defence"
    MANEUVER = "maneuver"
    ABOUT = "about", "notes"
    PORTRAIT = "portrait", "portrait"


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


class SheetChanged(Event):
    """A sheet changed in other parts than virtues and a counter's value."""

    says = T("{name}: {told}.")
    name: str
    changes: tuple[Changed, ...]

    @property
    def told(self) -> Safe:
        """All that changed, cut to fit a line."""
        return told(self.changes)


def changed(scene: Scene, record: Record[Hero] | Record[Npc], state: Combatant) -> Turn:
    """The turn that makes the record's sheet this one."""
    changes = differences(scene, record.state, state)
    event = SheetChanged(record.state.name, changes, audience=combatants_audience_of(record))
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


def _value(sheet: Parts, key: Key) -> Value:
    return sheet[key][1] if key in sheet else None


# One that is no longer in the library has no name any more.
LOST_MANEUVER = T("a maneuver that is gone")


def title_of(scene: Scene, maneuver: RecordId) -> str:
    """What a maneuver is called, also one that is no longer in the library."""
    found = scene.records.get(maneuver)
    return MANEUVER.title(found.state) if found is not None else LOST_MANEUVER()


# -- in words ---------------------------------------------------------------------------------------


def in_words(changes: Sequence[Changed], write: Write) -> str:
    """All that changes in one line, before → after."""
    return ", ".join(line(each, write) for each in changes)


def told(changes: Sequence[Changed]) -> Safe:
    """The same in the journal, cut to fit a line."""
    return Safe(in_words(changes, lambda text, length: safe(text, min(length, BRIEF))))


def line(change: Changed, write: Write) -> str:
    """One change, before → after."""
    if change.part is Part.MANEUVER:
        learned = change.before is None
        says = T("learns {maneuver}") if learned else T("forgets {maneuver}")
        return says(maneuver=Safe(write(str(change.after if learned else change.before), NAME)))
    is_text = change.part is Part.ABOUT
    before = value(change.before, write, BEFORE if is_text else TEXT)
    after = instead(change.before, change.after, write, WHOLE if is_text else TEXT)
    return T("{name} {before} → {after}")(
        name=Safe(_name(change, write)), before=Safe(before), after=Safe(after)
    )


def _name(change: Changed, write: Write) -> str:
    if change.part in (Part.COUNTER, Part.DEFENCE):
        return write(change.name, NAME)
    return change.name or change.part.label


def value(value: Value, write: Write, length: int = TEXT) -> str:
    """What stands in one part of a sheet."""
    if isinstance(value, Counter):
        return value.said(lambda text: write(text, TEXT))
    if isinstance(value, Defence):
        return value.adds
    if isinstance(value, Uploaded):
        return T("a picture")()
    if isinstance(value, str) and value:
        return T("“{text}”")(text=Safe(write(value, length)))
    return T("none")() if value in (None, "") else str(value)


def instead(before: Value, now: Value, write: Write, length: int = TEXT) -> str:
    """What stands there in the place of something else."""
    if isinstance(before, Uploaded) and isinstance(now, Uploaded):
        return T("another picture")()
    return value(now, write, length)


def briefly(text: str, length: int) -> str:
    """What somebody wrote, where Discord knows no markup and there is little room."""
    return clip(bare(text), min(length, BRIEF))


MOST_COUNTERS = 10
MOST_COUNTED = 999
MOST_THRESHOLDS = 5
THRESHOLD_LENGTH = 60
_THRESHOLD = re.compile(r"([+-]?[0-9]{1,6})\s*[:=]\s*(.*)", re.ASCII)


class OnSheet(Action):
    """Something about the sheet of a hero, or of one of the game masters' own."""

    combatant: RecordId = option("Whose; your own hero by default", name="hero", finder=COMBATANT_MEANT)


def counters_of(asking: Asking) -> list[tuple[str, str]]:
    """The counters of the sheet that is meant so far."""
    return [(name, name) for name in asking.record("combatant").state.counters]


class SetCounter(OnSheet):
    """Set what a counter stands at; 0 takes one without bounds and thresholds off the sheet."""

    counter: str
    value: int = option("What it stands at")


class CounterSet(Event):
    """A counter stands at another value; `reached` are the thresholds that it came to."""

    name: str
    counter: str
    before: int
    after: int
    most: int | None = None
    reached: tuple[str, ...] = ()

    def sentence(self) -> Safe:
        """The counter, before → after, with what that means."""
        bound = T("/{most}")(most=self.most) if self.most is not None else ""
        means = Safe("".join(T(" **{text}**")(text=text) for text in self.reached))
        return T("{name}: {counter} {before} → {after}{bound}.{means}").of(self, bound=bound, means=means)


class ShapeCounter(OnSheet):
    """Give a counter, a new one too, its bounds, the way damage goes and its thresholds: all anew."""

    counter: str
    least: int = option("The least", default=0)
    most: int | None = option("The most", default=None)
    falls: bool = False
    thresholds: tuple[Threshold, ...] = ()


class RemoveCounter(OnSheet):
    """Take a counter off the sheet."""

    counter: str


@command("sk set", may=Permit.OWNER_OR_GAME_MASTER)
class SetPart(OnSheet):
    """Change a hero's virtues, or what a counter stands at"""

    courage: int | None = option("1 to 10", default=None)
    prudence: int | None = option("1 to 10", default=None)
    temperance: int | None = option("1 to 10", default=None)
    counter: str | None = option(
        "Instead of virtues: a counter, such as wounds", default=None, suggest=counters_of
    )
    value: int | None = option(
        "What the counter stands at; 0 takes one without bounds and thresholds off the sheet", default=None
    )

    def to_action(self, asking: Asking) -> SetVirtues | SetCounter:
        """The one thing that changes. Raises RuleViolation for both, or half a counter."""
        virtues = SetVirtues(self.combatant, self.courage, self.prudence, self.temperance)
        if self.counter is None and self.value is None:
            if asking.get(self.combatant).kind == NPC.name:
                raise refused(
                    "sheet.virtues_of_npc",
                    "An NPC's virtues are written in its form: `/sk npc edit`. Here you can set a "
                    "counter of it.",
                )
            return virtues
        if virtues != SetVirtues(virtues.hero):
            raise refused("sheet.one_at_a_time", "Set virtues or a counter, one at a time.")
        if self.counter is None or self.value is None:
            raise refused(
                "sheet.half_a_counter",
                "A counter needs both: `counter` says which, `value` what it stands at.",
            )
        return SetCounter(self.combatant, self.counter, self.value)


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
        raise refused(
            "sheet.bad_name",
            "A counter's name has 1 to {most} characters; this one has {length}.",
            most=COUNTER_LENGTH,
            length=len(name),
        )
    return next((each for each in counters if each.casefold() == name.casefold()), name)


def read_thresholds(text: str) -> tuple[Threshold, ...]:
    """Thresholds as people type them, a line each, "5: Staggered". Raises RuleViolation naming the line."""
    read = []
    for line in map(one_line, text.splitlines()):
        found = _THRESHOLD.fullmatch(line.replace("−", "-", 1))
        if line and found is None:
            raise refused(
                "sheet.no_threshold",
                "Write each threshold in a line of its own, value first, such as `5: Staggered`; not "
                "“{given:60}”.",
                given=line,
            )
        if found is not None:
            read.append(Threshold(int(found[1]), found[2]))
    return tuple(read)


def read_bound(label: str, text: str) -> int | None:
    """A bound as people type it; None where nothing is. Raises RuleViolation for what is no number."""
    if not text.strip():
        return None
    number = whole_number(text)
    if number is None:
        raise refused(
            "sheet.no_number",
            "{label}: write a whole number, such as 10, not “{given:40}”.",
            label=Safe(label),
            given=text,
        )
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
        raise not_within(name, kept.least, most, action.value)
    if kept.value == action.value:
        raise refused(
            "sheet.same_value",
            "That counter stands at {value} already; give it another value.",
            value=kept.value,
        )
    stays = action.value != 0 or is_shaped(kept)
    after = _with(counters, name, replace(kept, value=action.value)) if stays else _off(counters, name)
    told = tuple(each.text for each in reached(kept, action.value))
    audience = combatants_audience_of(record)
    event = CounterSet(record.state.name, name, kept.value, action.value, kept.most, told, audience=audience)
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
        raise refused(
            "sheet.same_shape",
            "The counter is so already; nothing was changed. Give it other bounds or thresholds.",
        )
    return changed(scene, record, replace(record.state, counters=_with(counters, name, shaped)))


def _require_bounds(least: int, most: int | None) -> None:
    if not -MOST_COUNTED <= least <= MOST_COUNTED:
        raise not_within(T("The least")(), -MOST_COUNTED, MOST_COUNTED, least)
    if most is not None and not least < most <= MOST_COUNTED:
        raise not_within(T("The most")(), least + 1, MOST_COUNTED, most)


def _thresholds(action: ShapeCounter) -> tuple[Threshold, ...]:
    """The thresholds by value. Raises RuleViolation for too many, or one out of bounds or without words."""
    kept = sorted((Threshold(each.at, one_line(each.text)) for each in action.thresholds), key=_at)
    if len(kept) > MOST_THRESHOLDS:
        raise refused(
            "sheet.too_many_thresholds",
            "A counter has at most {most} thresholds, not {given}.",
            most=MOST_THRESHOLDS,
            given=len(kept),
        )
    most = MOST_COUNTED if action.most is None else action.most
    for each in kept:
        if not action.least <= each.at <= most:
            raise not_within(T("A threshold")(), action.least, most, each.at)
        if not 1 <= len(each.text) <= THRESHOLD_LENGTH:
            raise refused(
                "sheet.bad_threshold",
                "Say what it means to come to {at}, in 1 to {most} characters; this has {length}.",
                at=each.at,
                most=THRESHOLD_LENGTH,
                length=len(each.text),
            )
    if len({each.at for each in kept}) < len(kept):
        raise refused("sheet.same_threshold", "Two thresholds have the same value; give each its own.")
    return tuple(kept)


def _at(threshold: Threshold) -> int:
    return threshold.at


def remove_counter(scene: Scene, action: RemoveCounter, dice: Dice) -> Turn:
    """Take the counter off the sheet. Raises RuleViolation where it isn't there."""
    record = combatant(scene, action.combatant)
    counters = record.state.counters
    name = named(counters, action.counter)
    if name not in counters:
        raise refused("sheet.unknown", "The sheet has no counter {name}; pick one from the list.", name=name)
    return changed(scene, record, replace(record.state, counters=_off(counters, name)))


def _with(counters: Mapping[str, Counter], name: str, counter: Counter) -> dict[str, Counter]:
    """The counters with that one; one that only changed keeps its place on the sheet."""
    if name not in counters and len(counters) == MOST_COUNTERS:
        raise refused(
            "sheet.too_many",
            "A sheet has at most {most} counters; remove another one first, with `/sk counter`.",
            most=MOST_COUNTERS,
        )
    return {**counters, name: counter}


def _off(counters: Mapping[str, Counter], name: str) -> dict[str, Counter]:
    return {each: counter for each, counter in counters.items() if each != name}


# -- Defences: what armour, relics and abilities add to a guard's two dice (K22, Q11, Q15) -----------------


MOST_SOURCES = 10
SOURCE_LENGTH = 40
HIGHEST_BONUS = 10

_NUMBER = r"\s*([+-]?[0-9]{1,6})\s*"
_PAIR = re.compile(f"{_NUMBER}(?:/{_NUMBER})?", re.ASCII)


def read_pair(guard: Guard, text: str) -> Pair:
    """A pair of bonuses as people type it, "2/1"; one number is the first die's (K22, Q27).

    Raises RuleViolation for what are no whole numbers.
    """
    found = _PAIR.fullmatch(text.replace("−", "-"))
    if found is None:
        raise refused(
            "sheet.pair",
            "{guard} takes two whole numbers, one for each die, such as `2/1`; not “{text:40}”.",
            guard=guard,
            text=text,
        )
    return int(found[1]), int(found[2] or 0)


def _sources_of(asking: Asking) -> list[tuple[str, str]]:
    return [(each.source, each.source) for each in asking.record("combatant").state.defences]


def _pair(guard: Guard, hint: str) -> Any:
    return option(hint, default=NO_BONUS, parse=partial(read_pair, guard))


# The guards whose full defense may let somebody strike back: each, and each with others.
STRIKING_BACK = tuple(guards for n in (1, 2, 3) for guards in combinations(Guard, n))


@command("sk defence", may=Permit.OWNER_OR_GAME_MASTER)
class SetDefence(OnSheet):
    """Say what armour, a relic or an ability adds to the defence dice

    All of it, to each guard; a source that adds nothing leaves the sheet.
    """

    source: str = option(
        "What it comes from, such as a shield; with nothing else, it is taken off the sheet",
        suggest=_sources_of,
    )
    dodge: Pair = _pair(Guard.DODGE, "What it adds to the two dice of a dodge, such as 2/1")
    parry: Pair = _pair(Guard.PARRY, "What it adds to the two dice of a parry")
    block: Pair = _pair(Guard.BLOCK, "What it adds to the two dice of a block")
    counters: tuple[Guard, ...] = option(
        "After which full defense its bearer may strike back without asking",
        name="strikes_back",
        default=(),
        choices=[(",".join(guards), after(guards)) for guards in STRIKING_BACK],
        parse=lambda text: tuple(guard for guard in Guard if guard in text.split(",")),
    )


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
        raise refused(
            "sheet.adds_nothing",
            "The sheet has no {source}, and this adds nothing: give dodge, parry or block, such as `2/1`.",
            source=source,
        )
    if kept == wanted:
        raise refused(
            "sheet.same_defence", "{source} adds exactly that already; give other numbers.", source=source
        )
    if kept is None and len(defences) == MOST_SOURCES:
        raise refused(
            "sheet.too_many_sources",
            "A sheet has at most {most} sources of defence; take another one off first.",
            most=MOST_SOURCES,
        )
    return changed(
        scene, record, replace(record.state, defences=_defences_with(defences, wanted, is_empty=is_empty))
    )


def _source(text: str, known: Sequence[Defence]) -> str:
    """The source as it stands on the sheet, however its letters were typed."""
    name = one_line(text)
    if not 1 <= len(name) <= SOURCE_LENGTH:
        raise refused(
            "sheet.bad_source",
            "A source's name has 1 to {most} characters; this one has {length}.",
            most=SOURCE_LENGTH,
            length=len(name),
        )
    return next((each.source for each in known if each.source.casefold() == name.casefold()), name)


def _require_bonuses(guard: Guard, pair: Pair) -> None:
    for bonus in pair:
        if not -HIGHEST_BONUS <= bonus <= HIGHEST_BONUS:
            raise not_within(T("A bonus to {guard:lower}")(guard=guard), -HIGHEST_BONUS, HIGHEST_BONUS, bonus)


def _defences_with(defences: Sequence[Defence], wanted: Defence, *, is_empty: bool) -> tuple[Defence, ...]:
    """The sources with that one: one that only changed keeps its place."""
    if is_empty:
        return tuple(each for each in defences if each.source != wanted.source)
    if all(each.source != wanted.source for each in defences):
        return (*defences, wanted)
    return tuple(wanted if each.source == wanted.source else each for each in defences)


# -- Maneuvers that a combatant knows: those of the campaign's library that it can attack with (K16) -------


# As many as one list of Discord's holds.
MOST_KNOWN = 25


@command("sk learn", may=Permit.OWNER_OR_GAME_MASTER)
class LearnManeuver(OnSheet):
    """Add a maneuver to those that a hero knows"""

    combatant: RecordId = option(
        "Who learns it; your own hero by default", name="hero", finder=COMBATANT_MEANT
    )
    maneuver: RecordId = option("Which maneuver of the library", finder=MANEUVER_MEANT)


@dataclass(frozen=True, slots=True)
class KnownManeuvers:
    """Finds a maneuver on the sheet that is meant; it may have left the library since.

    What is no maneuver's id is what somebody typed: nothing known is called so.
    """

    is_implied: bool = False

    def find(self, asking: Asking, text: str | None) -> RecordId:
        """The one of that name or id, or else what was typed."""
        wanted = (text or "").strip().casefold()
        known = self.suggest(asking)
        found = (each for title, each in known if wanted in (title.casefold(), each.casefold()))
        return RecordId(next(found, text or ""))

    def suggest(self, asking: Asking) -> list[tuple[str, str]]:
        """The maneuvers known, by name."""
        record = asking.record("combatant")
        records = asking.look(Scope(ids=(record.id,), links=True)).records
        near = asking.typed.strip().casefold()
        found = ((records.get(each), each) for each in record.state.maneuvers)
        titles = [(known.title if known else LOST_MANEUVER(), each) for known, each in found]
        return [pair for pair in titles if near in pair[0].casefold()]

    def scope(self, found: RecordId) -> Scope:
        """That maneuver."""
        return Scope(ids=(found,))

    def owner(self, scene: Scene, found: RecordId) -> None:
        """Nobody's alone."""


@command("sk forget", may=Permit.OWNER_OR_GAME_MASTER)
class ForgetManeuver(OnSheet):
    """Take a maneuver from those that a hero knows"""

    combatant: RecordId = option(
        "Who forgets it; your own hero by default", name="hero", finder=COMBATANT_MEANT
    )
    maneuver: RecordId = option("Which maneuver", finder=KnownManeuvers())


def learn_maneuver(scene: Scene, action: LearnManeuver, dice: Dice) -> Turn:
    """Know one more. Raises RuleViolation for what isn't in the library, is known, or is one too many."""
    record = combatant(scene, action.combatant)
    maneuver = scene.get(MANEUVER, action.maneuver)
    known = record.state.maneuvers
    if maneuver.id in known:
        raise refused(
            "sheet.known_already",
            "{name} knows {maneuver} already.",
            name=record.state.name,
            maneuver=maneuver.state.name,
        )
    if len(known) >= MOST_KNOWN:
        raise refused(
            "sheet.knows_too_many",
            "A sheet has at most {most} maneuvers; `/sk forget` takes one off.",
            most=MOST_KNOWN,
        )
    return changed(scene, record, replace(record.state, maneuvers=(*known, maneuver.id)))


def forget_maneuver(scene: Scene, action: ForgetManeuver, dice: Dice) -> Turn:
    """Know one fewer. Raises RuleViolation where it isn't known."""
    record = combatant(scene, action.combatant)
    known = record.state.maneuvers
    if action.maneuver not in known:
        title = _title(scene, action.maneuver)
        raise refused(
            "sheet.not_known",
            "{name} doesn't know {maneuver:60}; pick one from the list.",
            name=record.state.name,
            maneuver=title,
        )
    left = tuple(each for each in known if each != action.maneuver)
    return changed(scene, record, replace(record.state, maneuvers=left))


def _title(scene: Scene, text: RecordId) -> str:
    """The maneuver's name, or what somebody typed: any other record of that id may be a secret."""
    found = scene.records.get(text)
    return MANEUVER.title(found.state) if found is not None and found.kind == MANEUVER.name else text


# -- A hero's sheet written anew in its form: name, virtues, notes and portrait ----------------------------


ABOUT_LENGTH, MOST_LINES = 1000, 20

_SCORES = re.compile(r"[0-9]{1,6}(?:[\s,;/]+[0-9]{1,6}){2}", re.ASCII)


class EditSheet(Action):
    """Write parts of a hero's sheet anew; None leaves one as it is."""

    hero: RecordId
    name: str | None = option("Name", default=None, max_length=NAME_LENGTH)
    courage: int | None = option("Courage", default=None)
    prudence: int | None = option("Prudence", default=None)
    temperance: int | None = option("Temperance", default=None)
    about: str | None = option("Notes", default=None, max_length=ABOUT_LENGTH, is_long=True)
    portrait: str | None = option("Portrait: an address", default=None, max_length=ADDRESS_LENGTH)
    # The mark of the sheet that its form was filled with; a sheet that has changed since is left alone.
    seen: str = ""

    def without_form(self) -> EditSheet:
        """The same for any sheet, whatever has changed since."""
        return replace(self, seen="")


def read_virtues(text: str) -> tuple[int, int, int]:
    """The three virtues in one line, "6 5 3". Raises RuleViolation for anything else."""
    if not _SCORES.fullmatch(text.strip()):
        raise refused(
            "sheet.no_virtues",
            "Write the virtues as three whole numbers: courage, prudence, temperance, such as `6 5 3`.",
        )
    courage, prudence, temperance = (int(each) for each in re.findall("[0-9]+", text))
    return courage, prudence, temperance


def mark(state: Hero) -> str:
    """What tells a form filled with this sheet from one that was filled with an earlier one."""
    scores = [str(state.score(virtue)) for virtue in Virtue]
    written = "\n".join((state.name, *scores, state.portrait, state.about))
    return f"{zlib.crc32(written.encode()):08x}"


def rewritten(hero: RecordId, state: Hero, texts: Mapping[str, str], seen: str) -> EditSheet:
    """What the sent form changes of the sheet that it was filled with.

    Raises RuleViolation where the virtues can't be read.
    """
    scores = dict(zip(Virtue, read_virtues(texts["virtues"]), strict=True))
    about = "\n".join(texts["about"].splitlines())
    return EditSheet(
        hero,
        name=texts["name"] if texts["name"] != state.name else None,
        about=about if about != state.about else None,
        portrait=texts["portrait"] if texts["portrait"].strip() != state.portrait else None,
        seen=seen,
        **{virtue.value: score for virtue, score in scores.items() if score != state.score(virtue)},
    )


def edit_sheet(scene: Scene, action: EditSheet, dice: Dice) -> Turn:
    """Replace what is given.

    Raises RuleViolation for what no sheet may hold, from a form that is old, or where nothing changes.
    """
    record = scene.get(HERO, action.hero)
    hero = record.state
    if action.seen not in ("", mark(hero)):
        raise refused(
            "sheet.form_is_old",
            "The sheet has changed since this form was opened; nothing was written. Open the form again.",
        )
    edited = replace(
        hero,
        name=hero.name if action.name is None else _sheets_name(scene, action.hero, action.name),
        about=hero.about if action.about is None else _about(action.about),
    )
    for virtue in Virtue:
        score = getattr(action, virtue.value)
        if score is not None:
            require_score(virtue, score)
            edited = replace(edited, **{virtue.value: score})
    if action.portrait is not None and action.portrait.strip() != hero.portrait:
        # Another address takes the place of a picture that was uploaded.
        edited = replace(edited, portrait=_sheets_portrait(action.portrait), picture=None)
    if edited == hero:
        raise refused("sheet.same_sheet", "That leaves the sheet as it is; nothing was changed.")
    return changed(scene, record, edited)


def _sheets_name(scene: Scene, hero: RecordId, text: str) -> str:
    """The new name. Raises RuleViolation for one that somebody else bears."""
    name = one_line(text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise bad_name(len(name))
    others = (each.state for each in scene.all(HERO) if each.id != hero)
    if any(_is_called(other, name) for other in others):
        raise name_taken()
    return name


def _is_called(hero: Hero, name: str) -> bool:
    return hero.name.casefold() == name.casefold()


def _about(text: str) -> str:
    """The notes. Raises RuleViolation where they are too long."""
    about = paragraphs(text)
    if len(about) > ABOUT_LENGTH:
        raise refused(
            "hero.long_notes",
            "The notes have at most {most} characters; these have {length}.",
            most=ABOUT_LENGTH,
            length=len(about),
        )
    if about.count("\n") >= MOST_LINES:
        raise refused(
            "hero.many_lines",
            "The notes have at most {most} lines; these have {count}.",
            most=MOST_LINES,
            count=about.count("\n") + 1,
        )
    return about


def _sheets_portrait(text: str) -> str:
    return require_address(text) if text.strip() else ""


# -- Portraits of heroes and NPCs: by an address, or by a picture that was uploaded ------------------------


@dataclass(frozen=True, slots=True)
class SetPortrait:
    """Show somebody by an address or by a picture; by neither, without a portrait."""

    combatant: RecordId
    address: str = ""
    # A small WebP in base64.
    data: str = ""


class PortraitSet(Event):
    """Somebody has another portrait, or none any more."""

    name: str
    is_gone: bool = False

    def sentence(self) -> T:
        """Which of the two."""
        return T("{name} has no portrait any more.") if self.is_gone else T("{name} has a new portrait.")


def set_portrait(scene: Scene, action: SetPortrait, dice: Dice) -> Turn:
    """Replace the portrait. Raises RuleViolation for a bad address or picture, or where nothing changes."""
    record = combatant(scene, action.combatant)
    before: Combatant = record.state
    is_hidden = isinstance(before, Npc) and before.known is Known.HIDDEN
    after, opened = portrayed(scene, record, PORTRAIT, action.address, action.data, is_secret=is_hidden)
    audience = people.audience_of(before.known) if isinstance(before, Npc) else EVERYONE
    told = PortraitSet(before.name, not after.portrait and after.picture is None, audience=audience)
    changes: tuple[Change, ...] = (*opened, Replace(record.id, after))
    return Turn(changes, (told,), subject=record.id)


# Among the changes of a sheet that may have to wait.


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = ()


EVENTS: tuple[type[Any], ...] = (PortraitSet,)
