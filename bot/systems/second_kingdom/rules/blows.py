"""What is done in the course of an attack, and what is told of it (K16 to K27)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId
from bot.systems.second_kingdom.rules.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.rules.strikes import Guarding, Outcome, Triple

# -- what is done ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeclareAttack:
    """Attack with a maneuver (K16); `answers` names the attack that this counters."""

    attacker: RecordId
    target: RecordId
    maneuver: RecordId
    answers: RecordId | None = None


@dataclass(frozen=True, slots=True)
class RollAttack:
    """The attacker rolls 3d10, once, and so says that the requirement is met (K17, Q17)."""

    attack: RecordId


@dataclass(frozen=True, slots=True)
class WithdrawAttack:
    """Whoever declared it takes it back before any die fell."""

    attack: RecordId


@dataclass(frozen=True, slots=True)
class VetoAttack:
    """A game master stops an attack before the defence is rolled (Q17); dice that fell stay told."""

    attack: RecordId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AssignDice:
    """The attacker locks one of the six orders: accuracy, speed, power (K17 to K19)."""

    attack: RecordId
    order: int


@dataclass(frozen=True, slots=True)
class RollDefence:
    """The defender rolls 2d10, once (K20)."""

    attack: RecordId


@dataclass(frozen=True, slots=True)
class SetGuard:
    """The defender locks one of the twelve guards (K20 to K22, Q10)."""

    attack: RecordId
    guarding: int


@dataclass(frozen=True, slots=True)
class ApplyDamage:
    """A game master applies what the strike does (K27): as computed, or as they say."""

    attack: RecordId
    amount: int | None = None
    counter: str = ""


@dataclass(frozen=True, slots=True)
class LeaveStrike:
    """A game master leaves a strike with nothing counted."""

    attack: RecordId


@dataclass(frozen=True, slots=True)
class AllowCounter:
    """A game master lets the defender strike back where the guard alone does not (Q15)."""

    attack: RecordId


@dataclass(frozen=True, slots=True)
class LetPass:
    """A full defense is left without an answer."""

    attack: RecordId


# -- what is told ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """An attack waits for its dice."""

    attacker: str
    target: str
    maneuver: Maneuver
    place: int
    is_counter: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AttackRolled:
    """Three dice fell."""

    attacker: str
    target: str
    maneuver: str
    dice: tuple[int, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class DiceAssigned:
    """The attack dice lie in line (K19)."""

    attacker: str
    target: str
    maneuver: str
    dice: tuple[int, ...]
    final: Triple
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class DefenceRolled:
    """Two dice fell against it."""

    target: str
    attacker: str
    dice: tuple[int, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AttackResolved:
    """How the guard held, and what the strike does (K23 to K27)."""

    attacker: str
    target: str
    maneuver: str
    final: Triple
    guarding: Guarding
    outcome: Outcome
    strike: Strike | None = None
    damage: int | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class DamageApplied:
    """A counter of the target changed; `reached` are the thresholds that it came to.

    Of what the table doesn't know, everybody hears the amount alone: `before` and `after` are None then,
    and `counter` is empty unless the strike names it. The game masters hear the rest in a second event.
    """

    attacker: str
    target: str
    counter: str
    amount: int
    before: int | None
    after: int | None
    reached: tuple[str, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """It ended in another way: withdrawn, vetoed, left, or held without an answer (`end` is an `End`)."""

    attacker: str
    target: str
    maneuver: str
    end: str
    reason: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class CounterAllowed:
    """The defender may strike back."""

    attacker: str
    target: str
    audience: Audience = EVERYONE
