"""Messages about attacks, as they come out of `play`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC, Viewer
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.attacks.state import (
    Attack,
    AttackDeclared,
    AttackEnded,
    AttackResolved,
    AttackRolled,
    CounterAllowed,
    DamageApplied,
    DefenceRolled,
    DiceAssigned,
    End,
    Outcome,
    Phase,
    Side,
    attack_view,
    guarding,
)
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.state import Guard
from tests.systems.second_kingdom.scenes import CAMPAIGN
from tests.systems.second_kingdom.scenes import attack_steps as steps

BIG = 2**63 - 1
LONG_ID = RecordId("r" * 40)
NAME, TEXT, REASON = "*" * 60, "*" * 300, "*" * 200
STRIKE = Strike(NAME, "*" * 200, "accuracy + speed + power + accuracy + speed + power", "*" * 30)
MANEUVER_OF_LENGTH = Maneuver(NAME, -10, 10, -10, TEXT, STRIKE, STRIKE)

PAIRS = {Guard.DODGE: (10, -10), Guard.PARRY: (9, 8), Guard.BLOCK: (7, 6)}
DECLARED = Attack(
    Side(LONG_ID, NAME, BIG), Side(LONG_ID, NAME, BIG), MANEUVER_OF_LENGTH, PAIRS, place=112, declared=BIG
)
ROLLED = replace(DECLARED, phase=Phase.ROLLED, dice=(10, 9, 8))
ASSIGNED = replace(ROLLED, phase=Phase.ASSIGNED, final=(1, 10, 1))
DEFENDED = replace(ASSIGNED, phase=Phase.DEFENDED, defence_dice=(10, 9))
BLOCKED = guarding(8, (1, 10, 1), (10, 9), PAIRS, False)
STRUCK = replace(
    DEFENDED, phase=Phase.STRUCK, guarding=BLOCKED, outcome=Outcome.MINOR, damage=999, counter="*" * 30
)
HELD = replace(DEFENDED, phase=Phase.HELD, guarding=BLOCKED, outcome=Outcome.FULL_DEFENSE)
ALLOWED = replace(HELD, counters=tuple(Guard))
APPLIED = replace(STRUCK, phase=Phase.OVER, end=End.APPLIED)
VETOED = replace(ASSIGNED, phase=Phase.OVER, end=End.VETOED)
DAMAGE = DamageApplied(NAME, NAME, "*" * 30, 999, 0, 999, tuple("*" * 100 for _ in range(5)))
FACES = (10, 9, 8)
AT_THE_TABLE = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))

TOLD: dict[str, tuple[Any, Attack]] = {
    "declared": (AttackDeclared(NAME, NAME, MANEUVER_OF_LENGTH, 112), DECLARED),
    "rolled": (AttackRolled(NAME, NAME, NAME, FACES), ROLLED),
    "assigned": (DiceAssigned(NAME, NAME, NAME, FACES, (1, 10, 1)), ASSIGNED),
    "defended": (DefenceRolled(NAME, NAME, (10, 9)), DEFENDED),
    "struck": (
        AttackResolved(NAME, NAME, NAME, (1, 10, 1), BLOCKED, Outcome.MINOR, STRIKE, 999),
        STRUCK,
    ),
    "held": (AttackResolved(NAME, NAME, NAME, (1, 10, 1), BLOCKED, Outcome.FULL_DEFENSE), HELD),
    "allowed": (CounterAllowed(NAME, NAME), ALLOWED),
    "applied": (DAMAGE, APPLIED),
    "vetoed": (AttackEnded(NAME, NAME, NAME, End.VETOED, REASON), VETOED),
}


def shown(attack: Attack, viewer: Viewer = PUBLIC) -> RecordView:
    """The attack as somebody may see it."""
    state, waiting = attack_view(attack, viewer), tuple(steps(LONG_ID, attack))
    return RecordView(LONG_ID, SYSTEM.name, ATTACK.name, NAME, state, 1, attack.acting, waiting)


def post(event: Any, attack: Attack, on_behalf_of: int | None = None) -> Post:
    """A message about that event."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(
        RecordId("ashes"), BIG, moment, BIG, BIG, SYSTEM.name, "Act", (event,), (), BIG, 1, on_behalf_of
    )
    return Post(AT_THE_TABLE, PUBLIC, entry, shown(attack), {}, f"#{BIG}")


ATTACKS = {f"attack {name}": post(*each, on_behalf_of=BIG) for name, each in TOLD.items()}
