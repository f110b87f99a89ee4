"""The sheet (A1): what each attribute is made of, and the sheet shown to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope, Turn
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.adventurer import ADVENTURER
from bot.systems.adventuria.rules.effect import Fray
from bot.systems.adventuria.rules.ledger import bonus, cap, own, total
from bot.systems.adventuria.rules.state import Adventurer, Attribute, Until
from bot.systems.adventuria.words import sheets as words


@dataclass(frozen=True, slots=True)
class Made:
    """An attribute as it counts: of its natural value and what comes on top or goes off (A8, A9, Q1)."""

    attribute: Attribute
    total: int
    natural: int
    bonus: int
    cap: int
    # What of the bonus doesn't last, and what comes on top in one kind of Combat alone.
    passing: tuple[tuple[Until, int], ...]
    frays: tuple[tuple[Fray, int], ...]


def made_of(state: Adventurer, attribute: Attribute) -> Made:
    """What an attribute is made of."""
    value, natural = total(state, attribute), state.natural.of(attribute)
    passing = ((until, _until(state, attribute, until)) for until in Until if until is not Until.ALWAYS)
    frays = ((fray, total(state, attribute, fray) - value) for fray in (Fray.MELEE, Fray.MAGICAL))
    return Made(
        attribute,
        value,
        natural,
        own(state, attribute) + bonus(state, attribute) - natural,
        cap(state, attribute),
        tuple((until, amount) for until, amount in passing if amount),
        tuple((fray, amount) for fray, amount in frays if amount),
    )


def _until(state: Adventurer, attribute: Attribute, until: Until) -> int:
    return sum(c.amount for c in state.changes if c.attribute is attribute and c.until is until)


@dataclass(frozen=True, slots=True)
class ShowSheet:
    """Show everybody a sheet, that of one who adventures no more too; as a picture if wanted."""

    adventurer: RecordId
    as_picture: bool = False


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet was shown."""

    name: str
    as_picture: bool = False
    audience: Audience = EVERYONE


def _show_sheet(scene: Scene, action: ShowSheet, dice: Dice) -> Turn:
    """The sheet comes up in the adventurer's own thread. Raises RuleViolation where there is none."""
    record = scene.records.get(action.adventurer)
    if record is None or record.kind != ADVENTURER.name:
        raise RuleViolation(words.NO_SHEET)
    told = SheetShown(record.state.name, action.as_picture)
    return Turn(events=(told,), subject=record.id, channel=record.state.home or None)


def _scope(action: ShowSheet) -> Scope:
    return Scope(ids=(action.adventurer,))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (ActionKind(ShowSheet, _show_sheet, Permit.MEMBERS, _scope),)
EVENTS: tuple[type[Any], ...] = (SheetShown,)
