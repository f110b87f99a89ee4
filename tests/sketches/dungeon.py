"""A dungeon turn: the torch burns down in the open, the encounter check is the game master's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import GAME_MASTERS, Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Kind,
    Open,
    PlainEvent,
    RecordId,
    Replace,
    Result,
    Scope,
    System,
    World,
)


@dataclass(frozen=True, slots=True)
class Delve:
    """The clock, the light, and what comes near unseen."""

    name: str
    turn: int = 0
    torch: int = 6
    encounter: int | None = 0


@dataclass(frozen=True, slots=True)
class Descend:
    """Begin."""


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Ten minutes go by."""

    delve: RecordId


def view(state: Delve, viewer: Viewer) -> Delve:
    """What comes near stays with the game master."""
    return state if viewer.is_game_master else replace(state, encounter=None)


DELVE: Kind[Delve] = Kind("delve", Delve, title=lambda s: s.name, view=view)


def descend(world: World, action: Descend, dice: Dice) -> Result:
    """Open the delve."""
    return Result((Open(world.new_id(), "delve", Delve("The pit")),), (PlainEvent("Descended"),))


def pass_turn(world: World, action: PassTurn, dice: Dice) -> Result:
    """One open event, one secret event, one secret die."""
    record = world.get(DELVE, action.delve)
    (check,) = dice.roll(1, 6, reason="encounter", secret=True)
    state = replace(record.state, turn=record.state.turn + 1, torch=record.state.torch - 1, encounter=check)
    return Result(
        (Replace(record.id, state),),
        (
            PlainEvent("TorchBurns", {"left": state.torch}),
            PlainEvent("Encounter", {"check": check}, GAME_MASTERS),
        ),
    )


SYSTEM = System(
    "dungeon",
    "The dungeon",
    kinds=(DELVE,),
    actions=(
        ActionKind(Descend, descend, Permit.MEMBERS),
        ActionKind(PassTurn, pass_turn, Permit.MEMBERS, lambda a: Scope(ids=(a.delve,))),
    ),
)
