"""Four leaders act in the same month of one kingdom, each on a step of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.pace import WAITS
from bot.engine.people import Permit
from bot.engine.system import (
    ActionKind,
    Choice,
    Kind,
    Open,
    PlainEvent,
    RecordId,
    Replace,
    Result,
    Scope,
    Step,
    System,
    World,
)
from bot.errors import RuleViolation

PRICE = 3


@dataclass(frozen=True, slots=True)
class Kingdom:
    """A treasury, and who has still to act this month."""

    name: str
    treasury: int
    leaders: tuple[int, ...]
    acted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Begin a kingdom with these leaders."""

    leaders: tuple[int, ...]
    treasury: int


@dataclass(frozen=True, slots=True)
class Build:
    """A leader's part of the month: spend, if the treasury holds it."""

    kingdom: RecordId
    leader: int


def waiting(kingdom: RecordId, state: Kingdom) -> tuple[Step, ...]:
    """One step a leader: nobody's revision rises because another acted."""
    return tuple(
        Step(
            f"build-{leader}",
            "Build",
            leader,
            (Choice("build", "Build", Build(kingdom, leader)),),
            silent=WAITS,
        )
        for leader in state.leaders
        if leader not in state.acted
    )


KINGDOM: Kind[Kingdom] = Kind("kingdom", Kingdom, title=lambda s: s.name, waiting=waiting)


def found(world: World, action: Found, dice: Dice) -> Result:
    """Open the kingdom."""
    state = Kingdom("Tarn", action.treasury, action.leaders)
    return Result((Open(world.new_id(), "kingdom", state),), (PlainEvent("Founded"),))


def build(world: World, action: Build, dice: Dice) -> Result:
    """Spend what is there when it comes to it."""
    record = world.get(KINGDOM, action.kingdom)
    if record.state.treasury < PRICE:
        raise RuleViolation(f"The treasury holds {record.state.treasury} BP; this costs {PRICE}.")
    acted = (*record.state.acted, action.leader)
    state = replace(record.state, treasury=record.state.treasury - PRICE, acted=acted)
    return Result((Replace(record.id, state),), (PlainEvent("Built", {"by": action.leader}),))


SYSTEM = System(
    "month",
    "Months",
    kinds=(KINGDOM,),
    actions=(
        ActionKind(Found, found, Permit.GAME_MASTERS),
        ActionKind(Build, build, Permit.OWNER, lambda a: Scope(ids=(a.kingdom,)), lambda _scene, a: a.leader),
    ),
)
