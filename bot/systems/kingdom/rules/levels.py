"""The levels of edicts: which are in force, which are chosen, and how they are written in a button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from bot.systems.kingdom.rules.state import Edicts, Kingdom
from bot.systems.kingdom.rules.terms import Holiday, Promotion, Task, Taxation

# Each kind of edict by its field: its levels in the book's order, and whose it is.
LEVELS: Final[Mapping[str, type[StrEnum]]] = {
    "holiday": Holiday,
    "promotion": Promotion,
    "taxation": Taxation,
}
TASKS: Final[Mapping[str, Task]] = {
    "holiday": Task.HOLIDAY,
    "promotion": Task.PROMOTION,
    "taxation": Task.TAXATION,
}
NOT_SET: Final = "-"


def level_of(edicts: Edicts, kind: str) -> StrEnum | None:
    """The level in force of one kind; None where it was never set."""
    level: StrEnum | None = getattr(edicts, kind)
    return level


def unset(edicts: Edicts) -> tuple[str, ...]:
    """The kinds that were never set."""
    return tuple(kind for kind in LEVELS if level_of(edicts, kind) is None)


def having(edicts: Edicts, levels: Mapping[str, StrEnum]) -> Edicts:
    """With those levels in force."""
    fields: dict[str, Any] = dict(levels)
    return replace(edicts, **fields)


def settled_edicts(kingdom: Kingdom) -> Kingdom:
    """The kingdom as its Edict phase leaves it: what was never set is None, with its modifiers (R013)."""
    none = {kind: LEVELS[kind]("none") for kind in unset(kingdom.edicts)}
    return replace(kingdom, edicts=having(kingdom.edicts, none)) if none else kingdom


def coded(edicts: Edicts) -> str:
    """Three characters for three levels: the place of each among its kind's, or a dash."""
    return "".join(_place(kind, level_of(edicts, kind)) for kind in LEVELS)


def _place(kind: str, level: StrEnum | None) -> str:
    return NOT_SET if level is None else str(list(LEVELS[kind]).index(level))


def decoded(code: str) -> Edicts | None:
    """The levels of those three characters; None where they are no such code."""
    if len(code) != len(LEVELS):
        return None
    levels: dict[str, StrEnum] = {}
    for (kind, every), place in zip(LEVELS.items(), code, strict=True):
        if place == NOT_SET:
            continue
        if place not in "01234":
            return None
        levels[kind] = list(every)[int(place)]
    return having(Edicts(), levels)
