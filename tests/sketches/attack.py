"""An attack touches two heroes, rolls once for each side, and waits for a person in between."""

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
    Want,
    World,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fighter:
    """Who can be hurt."""

    name: str
    player: int
    wounds: int = 0


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that waits for its defender; the maneuver is copied when it begins."""

    attacker: RecordId
    defender: RecordId
    defended_by: int
    bonus: int
    dice: tuple[int, ...]
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Enter:
    """Join the fight."""

    name: str


@dataclass(frozen=True, slots=True)
class Declare:
    """Strike at somebody by name."""

    attacker: RecordId
    defender: str
    bonus: int = 1


@dataclass(frozen=True, slots=True)
class Defend:
    """The defender's answer, days later."""

    attack: RecordId


def waiting(attack: RecordId, state: Attack) -> tuple[Step, ...]:
    """The defender must answer."""
    if state.is_over:
        return ()
    return (
        Step(
            "defend",
            "An attack",
            state.defended_by,
            (Choice("roll", "Roll defence", Defend(attack)),),
            silent=WAITS,
        ),
    )


FIGHTER: Kind[Fighter] = Kind("fighter", Fighter, title=lambda s: s.name, owner=lambda s: s.player)
ATTACK: Kind[Attack] = Kind(
    "attack",
    Attack,
    title=lambda _: "An attack",
    owner=lambda s: s.defended_by,
    links=lambda s: (s.attacker, s.defender),
    waiting=waiting,
)


def enter(world: World, action: Enter, dice: Dice) -> Result:
    """A new fighter."""
    return Result(
        (Open(world.new_id(), "fighter", Fighter(action.name, world.actor)),), (PlainEvent("Entered"),)
    )


def declare_scope(action: Declare) -> Scope:
    """The attacker by id and the defender by name, in one look."""
    return Scope(ids=(action.attacker,), wants=(Want("fighter", text=action.defender),))


def declare(world: World, action: Declare, dice: Dice) -> Result:
    """Roll the attack once and wait."""
    attacker, defender = world.get(FIGHTER, action.attacker), world.find(FIGHTER, action.defender)
    rolled = dice.roll(3, 10, reason="attack")
    state = Attack(attacker.id, defender.id, defender.state.player, action.bonus, rolled)
    return Result((Open(world.new_id(), "attack", state),), (PlainEvent("Declared", {"dice": list(rolled)}),))


def defend(world: World, action: Defend, dice: Dice) -> Result:
    """Roll the defence once; both heroes change in the same transaction."""
    attack = world.get(ATTACK, action.attack)
    attacker, defender = world.get(FIGHTER, attack.state.attacker), world.get(FIGHTER, attack.state.defender)
    best = max(dice.roll(2, 10, reason="defence"))
    hit = max(attack.state.dice) + attack.state.bonus > best
    loser = defender if hit else attacker
    return Result(
        (
            Replace(attack.id, replace(attack.state, is_over=True)),
            Replace(loser.id, replace(loser.state, wounds=loser.state.wounds + 1)),
        ),
        (PlainEvent("Resolved", {"hurt": loser.state.name}),),
    )


SYSTEM = System(
    "attack",
    "Attacks",
    kinds=(FIGHTER, ATTACK),
    actions=(
        ActionKind(Enter, enter, Permit.MEMBERS),
        ActionKind(Declare, declare, Permit.MEMBERS, declare_scope),
        ActionKind(
            Defend,
            defend,
            Permit.OWNER,
            lambda a: Scope(ids=(a.attack,), links=True),
            lambda world, a: world.get(ATTACK, a.attack).state.defended_by,
        ),
    ),
)
