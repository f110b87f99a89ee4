"""What changes on a sheet: part by part, as it was and as it shall be; at once, or once it is approved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from bot.engine.declare import Action, action, option
from bot.engine.event import Event
from bot.engine.people import Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import Record, RecordId, Replace, Result, World
from bot.engine.text import Labelled, Safe, T
from bot.engine.words import bare, clip, safe
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER
from bot.systems.second_kingdom.heroes.people import COMBATANT_MEANT, combatants_audience_of
from bot.systems.second_kingdom.state import Combatant, Counter, Defence, Hero, Npc, Virtue


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


class SheetPart(Labelled):
    """The parts of a sheet that change one by one."""

    NAME = "name", "name"
    VIRTUE = "virtue"
    COUNTER = "counter"
    DEFENCE = "defence", "defense"
    MANEUVER = "maneuver"
    ABOUT = "about", "notes"
    PORTRAIT = "portrait", "portrait"


Key = tuple[SheetPart, str]


@dataclass(frozen=True, slots=True)
class Changed:
    """One part of a sheet before and after; None and empty words stand for nothing.

    `name` says which virtue, counter or source; of a maneuver it is the record.
    """

    name: str
    before: Value
    after: Value
    part: SheetPart

    @property
    def key(self) -> Key:
        """What tells it from every other part of the sheet, however its name is written."""
        return self.part, self.name.casefold()


class SheetChanged(Event):
    """A sheet changed in other parts than virtues and a counter's value."""

    name: str
    changes: tuple[Changed, ...]

    def sentence(self) -> T:
        """What changed; a quote at the end may bring the full stop."""
        return T("{name}: {told}") if self.told.endswith(".”") else T("{name}: {told}.")

    @property
    def told(self) -> Safe:
        """All that changed, cut to fit a line."""
        return in_a_line(self.changes)


def changed(world: World, record: Record[Hero] | Record[Npc], state: Combatant) -> Result:
    """The turn that makes the record's sheet this one."""
    changes = differences(world, record.state, state)
    event = SheetChanged(record.state.name, changes, audience=combatants_audience_of(record))
    return Result((Replace(record.id, state),), (event,))


def differences(world: World, before: Combatant, after: Combatant) -> tuple[Changed, ...]:
    """Every part in which two states of a sheet differ."""
    old, new = parts(world, before), parts(world, after)
    names = {key: each for sheet in (old, new) for key, each in sheet.items()}
    pairs = ((key, _value(old, key), _value(new, key)) for key in names)
    return tuple(Changed(names[key][0], was, now, key[0]) for key, was, now in pairs if was != now)


Parts = Mapping[Key, tuple[str, Value]]


def parts(world: World, state: Combatant) -> Parts:
    """A sheet taken apart: each part's name and value."""
    named: list[tuple[SheetPart, str, Value]] = [(SheetPart.NAME, "", state.name)]
    named += [(SheetPart.VIRTUE, virtue.value, state.score(virtue)) for virtue in Virtue]
    named += [(SheetPart.COUNTER, name, counter) for name, counter in state.counters.items()]
    named += [(SheetPart.DEFENCE, each.source, each) for each in state.defences]
    named += [(SheetPart.MANEUVER, known, title_of(world, known)) for known in state.maneuvers]
    portrait = state.portrait if state.picture is None else Uploaded(state.picture)
    named += [(SheetPart.ABOUT, "", state.about), (SheetPart.PORTRAIT, "", portrait)]
    return {(part, name.casefold()): (name, value) for part, name, value in named}


def _value(sheet: Parts, key: Key) -> Value:
    return sheet[key][1] if key in sheet else None


# One that is no longer in the library has no name any more.
LOST_MANEUVER = T("a deleted maneuver")


def title_of(world: World, maneuver: RecordId) -> str:
    """What a maneuver is called, also one that is no longer in the library."""
    found = world.records.get(maneuver)
    return MANEUVER.title(found.state) if found is not None else LOST_MANEUVER()


# -- in words ---------------------------------------------------------------------------------------


def in_words(changes: Sequence[Changed], write: Write) -> str:
    """All that changes in one line, before → after."""
    return ", ".join(line(each, write) for each in changes)


def in_a_line(changes: Sequence[Changed]) -> Safe:
    """The changes as the journal tells them, cut to fit a line."""
    return Safe(in_words(changes, lambda text, length: safe(text, min(length, BRIEF))))


def line(change: Changed, write: Write) -> str:
    """One change, before → after."""
    if change.part is SheetPart.MANEUVER:
        learned = change.before is None
        says = T("{maneuver} learned") if learned else T("{maneuver} forgotten")
        return says(maneuver=Safe(write(str(change.after if learned else change.before), NAME)))
    is_text = change.part is SheetPart.ABOUT
    before = value(change.before, write, BEFORE if is_text else TEXT)
    after = instead(change.before, change.after, write, WHOLE if is_text else TEXT)
    return T("{name} {before} → {after}")(
        name=Safe(_name(change, write)), before=Safe(before), after=Safe(after)
    )


def _name(change: Changed, write: Write) -> str:
    if change.part in (SheetPart.COUNTER, SheetPart.DEFENCE):
        return write(change.name, NAME)
    return change.name or change.part.label


def value(value: Value, write: Write, length: int = TEXT) -> str:
    """The value of one part of a sheet, in words."""
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
        return T("a new picture")()
    return value(now, write, length)


def briefly(text: str, length: int) -> str:
    """What somebody wrote, where Discord knows no markup and there is little room."""
    return clip(bare(text), min(length, BRIEF))


def titled(name: str, changes: Sequence[Changed]) -> str:
    """The changes as a title that says whose sheet it is."""
    return f"{name}: {in_words(changes, briefly)}"


# -- by an action -----------------------------------------------------------------------------------


class SheetAction(Action):
    """Changes a sheet: at once, or once it is approved where the campaign wants that."""

    @property
    def sheet(self) -> RecordId:
        """The id of the sheet's record."""
        raise NotImplementedError

    def written(self) -> Mapping[str, str]:
        """What a game master may write otherwise in it."""
        return {}

    def later(self) -> Self:
        """The same, as it is carried out when it was approved."""
        return self

    def portrayed(self) -> tuple[str, str]:
        """The portrait that it would give: an address, or a small WebP in base64."""
        return "", ""


class OnSheet(SheetAction):
    """Something about the sheet of a hero, or of one of the game masters' own."""

    combatant: RecordId = option("Whose sheet; your own hero by default", name="hero", finder=COMBATANT_MEANT)

    @property
    def sheet(self) -> RecordId:
        """The id of the sheet's record."""
        return self.combatant


def waits_for_approval(world: World, _action: SheetAction) -> bool:
    """Whether this campaign wants a player's changes approved (Q25 leaves it to the table)."""
    return world.standing is not Standing.GAME_MASTER and EDITS_WAIT.holds(world.campaign.settings)


def _title(before: World, after: World, action: SheetAction) -> str:
    old: Combatant = before.records[action.sheet].state
    return titled(old.name, differences(after, old, after.records[action.sheet].state))


PROPOSED: Proposing[Any] = Proposing(
    waits_for_approval,
    _title,
    lambda action: action.written(),
    lambda action: action.later(),
    lambda action: action.portrayed(),
)
# Declares what carries such a change out.
sheet_action = partial(action, may=Permit.OWNER_OR_GAME_MASTER, proposed=PROPOSED)
