"""Counters: what stands on a sheet to be counted, with bounds and thresholds (Q25)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.engine.asking import Asks
from bot.engine.declare import command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import Replace, Result, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import nearest, one_line, plain_signs, whole_number
from bot.systems.second_kingdom.heroes.changes import OnSheet, changed, sheet_action
from bot.systems.second_kingdom.heroes.people import NPC, combatant, combatants_audience_of
from bot.systems.second_kingdom.heroes.sheet import SetVirtues
from bot.systems.second_kingdom.state import (
    COUNTER_LENGTH,
    HIGHEST,
    LOWEST,
    Combatant,
    Counter,
    Threshold,
    not_within,
)

MOST_COUNTERS = 10
MOST_COUNTED = 999
MOST_THRESHOLDS = 5
THRESHOLD_LENGTH = 60
_THRESHOLD = re.compile(r"([+-]?[0-9]{1,6})\s*[:=]\s*(.*)", re.ASCII)


def counters_of(asker: Asker) -> list[tuple[str, str]]:
    """The counters of the sheet that is meant so far."""
    return [(name, name) for name in asker.record("combatant").state.counters]


class SetCounter(OnSheet):
    """Set what a counter stands at; 0 takes one without bounds and thresholds off the sheet."""

    counter: str
    value: int = option("Its value")

    def written(self) -> Mapping[str, str]:
        """The value as a form shows it."""
        return {"value": str(self.value)}


class CounterSet(Event):
    """A counter stands at another value; `reached` are the thresholds that it came to.

    It may be a new one; `near` is what the sheet already had under almost the same name.
    """

    name: str
    counter: str
    before: int
    after: int
    most: int | None = None
    reached: tuple[str, ...] = ()
    is_new: bool = False
    near: str = ""

    def sentence(self) -> Safe:
        """The counter, before → after, with what that means; of a new one, that it is new."""
        if self.is_new:
            near = T(" It isn't {near}, which is there already.")(near=self.near) if self.near else ""
            return T("{name}: a new counter, {counter}: {after}.{near}").of(self, near=near)
        bound = T("/{most}")(most=self.most) if self.most is not None else ""
        means = Safe("".join(T(" **{text}**")(text=text) for text in self.reached))
        return T("{name}: {counter} {before} → {after}{bound}.{means}").of(self, bound=bound, means=means)


class ShapeCounter(OnSheet):
    """Give a counter, a new one too, its bounds, the way damage goes and its thresholds: all anew."""

    counter: str
    least: int = option("Minimum", default=0)
    most: int | None = option("Maximum", default=None)
    falls: bool = False
    thresholds: tuple[Threshold, ...] = ()

    def written(self) -> Mapping[str, str]:
        """The bounds as a form shows them."""
        return {"least": str(self.least), "most": "" if self.most is None else str(self.most)}


class RemoveCounter(OnSheet):
    """Take a counter off the sheet."""

    counter: str


@command("sk set", may=Permit.OWNER_OR_GAME_MASTER)
class SetPart(OnSheet):
    """Change a hero's virtues, or a counter's value"""

    courage: int | None = option("1 to 10", label="Courage", default=None, least=LOWEST, most=HIGHEST)
    prudence: int | None = option("1 to 10", label="Prudence", default=None, least=LOWEST, most=HIGHEST)
    temperance: int | None = option("1 to 10", label="Temperance", default=None, least=LOWEST, most=HIGHEST)
    counter: str | None = option(
        "A counter to change instead of virtues, such as wounds", default=None, suggest=counters_of
    )
    value: int | None = option(
        "The counter's new value; 0 removes a counter without bounds or thresholds",
        label="The counter's value",
        default=None,
        least=-MOST_COUNTED,
        most=MOST_COUNTED,
    )

    def to_action(self, asker: Asker) -> SetVirtues | SetCounter:
        """The one thing that changes. Raises RuleViolation for both, or half a counter."""
        virtues = SetVirtues(self.combatant, self.courage, self.prudence, self.temperance)
        if self.counter is None and self.value is None:
            if asker.get(self.combatant).kind == NPC.name:
                raise refused(
                    "sheet.virtues_of_npc",
                    "Change an NPC's virtues with `/sk npc edit`. Here you can only set its counters.",
                )
            return virtues
        if virtues != SetVirtues(virtues.hero):
            raise refused("sheet.one_at_a_time", "Set either virtues or a counter, not both.")
        if self.counter is None or self.value is None:
            raise refused(
                "sheet.half_a_counter",
                "To set a counter, give both `counter` (which one) and `value`.",
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
    of_length(
        name,
        COUNTER_LENGTH,
        "sheet.bad_name",
        "A counter's name can have 1 to {most} characters{given}.",
        least=1,
    )
    return next((each for each in counters if each.casefold() == name.casefold()), name)


# How alike a name must be to one on the sheet for it to be that, mistyped.
MISTYPED = 0.75


def counted_as(sheet: Combatant, text: str) -> str:
    """The counter to count in, which may be a new one. Raises RuleViolation where its name was mistyped."""
    name = named(sheet.counters, text)
    near = (
        () if name in sheet.counters else nearest(name, {each: each for each in sheet.counters}, 3, MISTYPED)
    )
    if near:
        raise refused(
            "sheet.mistyped",
            "There's no counter “{given}” on the sheet of {name}. Did you mean {near:or}? `/sk counter` "
            "adds a new one.",
            name=sheet.name,
            given=name,
            near=list(near),
        )
    return name


def read_thresholds(text: str) -> tuple[Threshold, ...]:
    """Thresholds as people type them, a line each, "5: Staggered". Raises RuleViolation naming the line."""
    read = []
    for line in map(one_line, text.splitlines()):
        found = _THRESHOLD.fullmatch(_keyed_value(line))
        if line and found is None:
            raise refused(
                "sheet.no_threshold",
                "Write each threshold on its own line, value first, such as `5: Staggered`, not "
                "“{given:60}”.",
                given=line,
            )
        if found is not None:
            read.append(Threshold(int(found[1]), found[2]))
    return tuple(read)


def _keyed_value(line: str) -> str:
    """The line with its value in plain signs; what it means, behind the colon, stays as written."""
    keys = plain_signs(line)
    place = keys.find(":") + 1
    return keys[:place] + line[place:] if len(keys) == len(line) else keys


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


# -- shaped in a form, which stands behind its readers -------------------------------------------------

NUMBER_LENGTH = 7
FALLS, RISES = "falls", "rises"
LEAST, MOST = T("Minimum"), T("Maximum")


def _today(asker: Asker) -> Mapping[str, str]:
    counters = asker.record("combatant").state.counters
    name = named(counters, asker.given.get("counter", ""))
    counter = counters.get(name, Counter(0))
    return {
        "counter": name,
        "least": str(counter.least),
        "most": "" if counter.most is None else str(counter.most),
        "damage": FALLS if counter.falls else RISES,
        "thresholds": "\n".join(f"{each.at}: {each.text}" for each in counter.thresholds),
    }


SHAPE = Asks(
    T("Counter: {counter}"),
    ("least", "most", "damage", "thresholds"),
    _today,
    holds=("counter",),
    instead=("remove",),
)


@command("sk counter", may=Permit.OWNER_OR_GAME_MASTER, asks=SHAPE)
class ChangeCounter(OnSheet):
    """Give a counter bounds and thresholds, or remove it"""

    counter: str = option("Which counter; a new name adds one", suggest=counters_of)
    remove: bool = option("Remove the counter from the sheet", default=False)
    least: int = option(
        "Minimum",
        empty="Leave it empty for 0.",
        default=0,
        max_length=NUMBER_LENGTH,
        parse=lambda text: read_bound(LEAST(), text) or 0,
    )
    most: int | None = option(
        "Maximum",
        empty="Leave it empty for none.",
        default=None,
        max_length=NUMBER_LENGTH,
        parse=lambda text: read_bound(MOST(), text),
    )
    damage: str = option(
        "Damage",
        choices=((RISES, T("Raises it, like wounds")), (FALLS, T("Lowers it, like health"))),
        default=RISES,
        is_needed=True,
    )
    thresholds: tuple[Threshold, ...] = option(
        "One per line, value first: 5: Staggered",
        label="Thresholds",
        empty="Leave it empty for none.",
        default=(),
        max_length=MOST_THRESHOLDS * (THRESHOLD_LENGTH + 10),
        is_long=True,
        parse=read_thresholds,
    )

    def to_action(self, asker: Asker) -> ShapeCounter | RemoveCounter:
        """Its shape, all anew, or that it goes."""
        if self.remove:
            return RemoveCounter(self.combatant, self.counter)
        falls = self.damage == FALLS
        return ShapeCounter(self.combatant, self.counter, self.least, self.most, falls, self.thresholds)


# -- changing it ------------------------------------------------------------------------------------


@sheet_action(button="Set the counter")
def set_counter(world: World, action: SetCounter, dice: Dice) -> Result:
    """Change a counter's value. Raises RuleViolation out of its bounds, or where nothing changes."""
    record = combatant(world, action.combatant)
    counters = record.state.counters
    name = counted_as(record.state, action.counter)
    kept = counters.get(name, Counter(0))
    if bounded(kept, action.value) != action.value:
        most = MOST_COUNTED if kept.most is None else kept.most
        raise not_within(name, kept.least, most, action.value)
    if kept.value == action.value:
        raise refused(
            "sheet.same_value",
            "That counter is already at {value}. Give a different value.",
            value=kept.value,
        )
    stays = action.value != 0 or is_shaped(kept)
    after = _with(counters, name, replace(kept, value=action.value)) if stays else _off(counters, name)
    told = tuple(each.text for each in reached(kept, action.value))
    audience = combatants_audience_of(record)
    is_new = name not in counters
    near = nearest(name, {each: each for each in counters}) if is_new else []
    event = CounterSet(
        record.state.name,
        name,
        kept.value,
        action.value,
        kept.most,
        told,
        is_new,
        near[0] if near else "",
        audience=audience,
    )
    return Result((Replace(record.id, replace(record.state, counters=after)),), (event,))


@sheet_action(button="Change the counter")
def shape_counter(world: World, action: ShapeCounter, dice: Dice) -> Result:
    """Give a counter its shape; its value goes to the nearest bound, a new one begins without damage.

    Raises RuleViolation for bounds or thresholds that make no sense, or where nothing changes.
    """
    record = combatant(world, action.combatant)
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
            "The counter already has those bounds and thresholds; nothing was changed.",
        )
    return changed(world, record, replace(record.state, counters=_with(counters, name, shaped)))


def _require_bounds(least: int, most: int | None) -> None:
    if not -MOST_COUNTED <= least <= MOST_COUNTED:
        raise not_within(T("Minimum")(), -MOST_COUNTED, MOST_COUNTED, least)
    if most is not None and not least < most <= MOST_COUNTED:
        raise not_within(T("Maximum")(), least + 1, MOST_COUNTED, most)


def _thresholds(action: ShapeCounter) -> tuple[Threshold, ...]:
    """The thresholds by value. Raises RuleViolation for too many, or one out of bounds or without words."""
    kept = sorted(
        (Threshold(each.at, one_line(each.text)) for each in action.thresholds), key=lambda each: each.at
    )
    if len(kept) > MOST_THRESHOLDS:
        raise refused(
            "sheet.too_many_thresholds",
            "A counter can have at most {most} thresholds, not {given}.",
            most=MOST_THRESHOLDS,
            given=len(kept),
        )
    most = MOST_COUNTED if action.most is None else action.most
    for each in kept:
        if not action.least <= each.at <= most:
            raise not_within(T("A threshold")(), action.least, most, each.at)
        of_length(
            each.text,
            THRESHOLD_LENGTH,
            "sheet.bad_threshold",
            "Say what happens at {at} in 1 to {most} characters{given}.",
            least=1,
            at=each.at,
        )
    if len({each.at for each in kept}) < len(kept):
        raise refused("sheet.same_threshold", "Two thresholds have the same value. Give each its own.")
    return tuple(kept)


@sheet_action(button="Remove the counter")
def remove_counter(world: World, action: RemoveCounter, dice: Dice) -> Result:
    """Take the counter off the sheet. Raises RuleViolation where it isn't there."""
    record = combatant(world, action.combatant)
    counters = record.state.counters
    name = named(counters, action.counter)
    if name not in counters:
        raise refused(
            "sheet.unknown", "The sheet has no counter called {name}. Pick one from the list.", name=name
        )
    return changed(world, record, replace(record.state, counters=_off(counters, name)))


def _with(counters: Mapping[str, Counter], name: str, counter: Counter) -> dict[str, Counter]:
    """The counters with that one; one that only changed keeps its place on the sheet."""
    if name not in counters and len(counters) == MOST_COUNTERS:
        raise refused(
            "sheet.too_many",
            "A sheet can have at most {most} counters. Remove one first, with `/sk counter`.",
            most=MOST_COUNTERS,
        )
    return {**counters, name: counter}


def _off(counters: Mapping[str, Counter], name: str) -> dict[str, Counter]:
    return {each: counter for each, counter in counters.items() if each != name}
