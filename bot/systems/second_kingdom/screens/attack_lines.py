"""Attacks in the journal, a line each."""

from __future__ import annotations

from typing import Any

from bot.systems.second_kingdom.rules.blows import (
    AttackDeclared,
    AttackEnded,
    AttackResolved,
    AttackRolled,
    CounterAllowed,
    DamageApplied,
    DefenceRolled,
    DiceAssigned,
)
from bot.systems.second_kingdom.words import attack_cards
from bot.systems.second_kingdom.words import attack_lines as words
from bot.ui.text import safe


def change(event: DamageApplied) -> str:
    """What damage changed."""
    return attack_cards.applied(
        safe(event.counter), safe(event.target), event.amount, event.before, event.after
    )


def _tell_declared(event: AttackDeclared) -> str:
    attacker, target, maneuver = map(safe, (event.attacker, event.target, event.maneuver.name))
    return words.declared(attacker, target, maneuver, is_counter=event.is_counter)


def _tell_rolled(event: AttackRolled) -> str:
    return words.rolled(safe(event.attacker), safe(event.target), safe(event.maneuver), event.dice)


def _tell_assigned(event: DiceAssigned) -> str:
    return words.assigned(safe(event.attacker), safe(event.target), event.final)


def _tell_defence(event: DefenceRolled) -> str:
    return words.defence(safe(event.target), safe(event.attacker), event.dice)


def _tell_resolved(event: AttackResolved) -> str:
    return words.resolved(
        safe(event.attacker),
        safe(event.target),
        event.guarding.guard,
        event.outcome,
        strike=safe(event.strike.name) if event.strike is not None else "",
        damage=event.damage,
    )


def _tell_applied(event: DamageApplied) -> str:
    return " ".join((change(event), *map(safe, event.reached)))


def _tell_ended(event: AttackEnded) -> str:
    attacker, target, maneuver = map(safe, (event.attacker, event.target, event.maneuver))
    return words.ended(attacker, target, maneuver, event.end, safe(event.reason))


def _tell_allowed(event: CounterAllowed) -> str:
    return words.allowed(safe(event.target), safe(event.attacker))


TELLERS: dict[type[Any], Any] = {
    AttackDeclared: _tell_declared,
    AttackRolled: _tell_rolled,
    DiceAssigned: _tell_assigned,
    DefenceRolled: _tell_defence,
    AttackResolved: _tell_resolved,
    DamageApplied: _tell_applied,
    CounterAllowed: _tell_allowed,
    AttackEnded: _tell_ended,
}
