"""A settlement's map shown to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, PUBLIC, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.town import TOWN, Town, seen
from bot.systems.kingdom.words import districts as words

# So many districts fit on one picture, two by two.
MOST: Final = 4


@dataclass(frozen=True, slots=True)
class ShowSettlement:
    """Show everybody a settlement's map: of one district, or of the first four. `kingdom` is whose it is."""

    settlement: RecordId
    kingdom: RecordId | None = None
    district: int | None = None


@dataclass(frozen=True, slots=True)
class SettlementShown:
    """A settlement's map was shown: of which districts, in which month of its kingdom (0: it has none)."""

    settlement: str
    districts: tuple[int, ...] = (1,)
    month: int = 0
    audience: Audience = EVERYONE


def show_settlement(scene: Scene, action: ShowSettlement, dice: Dice) -> Turn:
    """Show it as everybody may see it. Raises RuleViolation where players do not know of it."""
    record = scene.get(TOWN, action.settlement)
    town = record.state
    if seen(town, PUBLIC) is None:
        raise RuleViolation(words.hidden(safe(town.name, 60)))
    told = SettlementShown(town.name, districts_of(town, action.district), _month(scene, town))
    return Turn((), (told,), record.id)


def districts_of(town: Town, district: int | None) -> tuple[int, ...]:
    """The district that is meant, else as many as one picture holds. Raises RuleViolation."""
    if district is None:
        return tuple(range(1, min(town.districts, MOST) + 1))
    if not 1 <= district <= town.districts:
        raise RuleViolation(words.no_such_district(safe(town.name, 60), town.districts, district))
    return (district,)


def _month(scene: Scene, town: Town) -> int:
    found = scene.records.get(town.kingdom) if town.kingdom is not None else None
    return found.state.month.number if found is not None and isinstance(found.state, Kingdom) else 0


def map_scope(action: ShowSettlement) -> Scope:
    """The settlement and its kingdom."""
    return Scope(ids=(action.settlement,) if action.kingdom is None else (action.settlement, action.kingdom))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(ShowSettlement, show_settlement, Permit.MEMBERS, map_scope),
)
EVENTS: tuple[type[Any], ...] = (SettlementShown,)
