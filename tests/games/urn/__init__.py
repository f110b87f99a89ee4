"""A throw-away game for checks of the dice: an urn is shaken, with any dice one likes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.dice.source import Dice
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import ActionKind, Kind, Open, PlainEvent, Result, System, World


@dataclass(frozen=True, slots=True)
class Urn:
    """What lies in it."""

    total: int


@dataclass(frozen=True, slots=True)
class Shake:
    """Roll those dice, and as many secret ones."""

    sides: tuple[int, ...]
    hidden: tuple[int, ...] = ()


URN: Kind[Urn] = Kind("urn", Urn, title=lambda _state: "Urn")


def shake(world: World, action: Shake, dice: Dice) -> Result:
    """The open sum lies in a new urn; the secret one is told to the game master."""
    total = sum(dice.roll(1, sides, reason="urn")[0] for sides in action.sides)
    hidden = sum(dice.roll(1, sides, reason="canary-reason", secret=True)[0] for sides in action.hidden)
    events = [PlainEvent("Shaken", {"total": total})]
    if action.hidden:
        events.append(PlainEvent("Hidden", {"total": hidden}, GAME_MASTERS))
    return Result((Open(world.new_id(), "urn", Urn(total)),), tuple(events))


SYSTEM = System("urn", "The Urn", kinds=(URN,), actions=(ActionKind(Shake, shake, Permit.MEMBERS),))
