"""Light it, wait for a keeper, refill it; whether it smokes is the game master's secret."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import GAME_MASTERS, Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Choice,
    FormField,
    Kind,
    Open,
    RecordId,
    Replace,
    Result,
    Scope,
    Step,
    World,
)
from bot.engine.text import T, refused
from tests.games.lantern.rules.omens import OMEN


@dataclass(frozen=True, slots=True)
class Lantern:
    """How much oil is left, who keeps it, and whether it smokes."""

    name: str
    keeper: int
    oil: int
    refills: int = 0
    smokes: bool | None = False


@dataclass(frozen=True, slots=True)
class Light:
    """Light a lantern that its keeper must refill."""

    name: str


@dataclass(frozen=True, slots=True)
class Refill:
    """The keeper says with what."""

    lantern: RecordId
    oil: str = ""


class Lit(Event):
    """A lantern burns."""

    says = T("Lit: lantern {lantern}")
    lantern: str


class Smokes(Event, audience=GAME_MASTERS):
    """What the secret die said."""

    says = T("Smokes: die {die}")
    die: int


class Refilled(Event):
    """It burns on."""

    says = T("Refilled: with {oil}")
    oil: str


def steps(lantern: RecordId, state: Lantern) -> tuple[Step, ...]:
    """The keeper refills it, three times in all."""
    if state.refills >= 3:
        return ()
    ask = FormField("oil", T("Which oil?").plain(), 60)
    label, choose = T("{name} burns low").plain(name=state.name), T("Refill {name}").plain(name=state.name)
    choice = Choice("refill", choose, Refill(lantern), asks=(ask,), is_main=True)
    return (Step("refill", label, state.keeper, (choice,), revision=state.refills + 1, silent=WAITS),)


def view(state: Lantern, viewer: Viewer) -> Lantern:
    """Nobody but the game master knows whether it smokes."""
    return state if viewer.is_game_master else replace(state, smokes=None)


LANTERN: Kind[Lantern] = Kind(
    "lantern", Lantern, title=lambda s: s.name, owner=lambda s: s.keeper, waiting=steps, view=view
)


def light(world: World, action: Light, dice: Dice) -> Result:
    """Open the record; a secret die says whether it smokes."""
    (smoke,) = dice.roll(1, 6, reason="smoke", secret=True)
    state = Lantern(action.name, world.actor, oil=6, smokes=smoke == 1)
    return Result((Open(world.new_id(), "lantern", state),), (Lit(action.name), Smokes(smoke)))


def refill(world: World, action: Refill, dice: Dice) -> Result:
    """Pour oil in. Raises RuleViolation for none."""
    record = world.get(LANTERN, action.lantern)
    if not action.oil.strip():
        raise refused("lantern.no_oil", "Say which oil, in 1 to {most} characters.", most=60)
    state = replace(record.state, oil=record.state.oil + 6, refills=record.state.refills + 1)
    return Result((Replace(record.id, state),), (Refilled(action.oil),))


def _keeper(world: World, action: Refill) -> int | None:
    return world.get(LANTERN, action.lantern).state.keeper


EVENTS: tuple[type[Event], ...] = (Lit, Smokes, Refilled)
KINDS: tuple[Kind[Any], ...] = (LANTERN, OMEN)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(Light, light, Permit.MEMBERS),
    ActionKind(Refill, refill, Permit.OWNER, lambda action: Scope(ids=(action.lantern,)), _keeper),
)
