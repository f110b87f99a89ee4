"""Maneuvers: what an attacker can do, entries of the campaign's library (K16, K28, Q16 to Q18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.system import ActionKind, Kind


@dataclass(frozen=True, slots=True)
class Strike:
    """What a maneuver does when it strikes: its name, its effect in words, and its damage as a formula."""

    name: str
    effect: str = ""
    # Of the final attack dice (K27): see `formulas`. Empty where the effect is words alone.
    damage: str = ""
    # The target's counter that it changes; empty for the campaign's usual one.
    counter: str = ""


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Bonuses for the three attack dice, negative ones too, and its strikes; None is left open (K28)."""

    name: str
    accuracy: int = 0
    speed: int = 0
    power: int = 0
    requirement: str = ""
    minor: Strike | None = None
    major: Strike | None = None


MANEUVER: Kind[Maneuver] = Kind("maneuver", Maneuver, title=lambda state: state.name)

KINDS: tuple[Kind[Any], ...] = (MANEUVER,)
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = ()
