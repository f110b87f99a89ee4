"""Attacks in the journal, a line each; names and texts come in as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.words import attack_cards
from bot.systems.second_kingdom.words.attacks import GUARDS, OUTCOMES


def declared(attacker: str, target: str, maneuver: str, *, is_counter: bool) -> str:
    """An attack was declared."""
    return f"{attack_cards.title(attacker, target, maneuver, is_counter=is_counter)}."


def rolled(attacker: str, target: str, maneuver: str, dice: Sequence[int]) -> str:
    """The attack dice fell."""
    return f"{attacker} rolls {maneuver} against {target}: {_plain(dice)}."


def assigned(attacker: str, target: str, final: Sequence[int]) -> str:
    """The attack dice are locked."""
    return f"{attacker} against {target}: {attack_cards.in_line(final)}."


def defence(target: str, attacker: str, dice: Sequence[int]) -> str:
    """The defence dice fell."""
    return f"{target} defends against {attacker}: {_plain(dice)}."


def resolved(attacker: str, target: str, guard: str, result: str, *, strike: str, damage: int | None) -> str:
    """How the guard held."""
    named = f", {strike}" if strike else ""
    counted = f", {damage} damage" if damage is not None else ""
    came = f"{GUARDS[guard].lower()}, {OUTCOMES[result]}{named}{counted}"
    return f"{target} against {attacker}: {came}."


def ended(attacker: str, target: str, maneuver: str, end: str, reason: str) -> str:
    """It came to another end."""
    why = f" {reason}" if reason else ""
    return f"{attacker}'s {maneuver} against {target}: {attack_cards.ENDS[end]}.{why}"


def allowed(target: str, attacker: str) -> str:
    """A counter-attack was allowed."""
    return f"{target} may strike back at {attacker}."


def _plain(dice: Sequence[int]) -> str:
    return ", ".join(map(str, dice))
