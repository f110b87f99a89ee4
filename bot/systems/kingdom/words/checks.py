"""A kingdom check as people read it: before its die, and as it was rolled."""

from __future__ import annotations

from fractions import Fraction

from bot.systems.kingdom.words.names import ATTRIBUTES, number, signed


def chance(value: Fraction) -> str:
    """50 %; every chance of one d20 is a whole number of per cent."""
    return f"{round(value * 100)} %"


def needs(attribute: str, needed: int, value: Fraction) -> str:
    """What the die must show."""
    return f"{ATTRIBUTES[attribute]}: {needed} or more ({chance(value)})"


def void(attribute: str) -> str:
    """A check in anarchy, before it is made."""
    return f"{ATTRIBUTES[attribute]}: counts as 0 in anarchy"


def sum_of(die: int, total: int, dc: int, unrest: int, *, is_success: bool) -> str:
    """19 + 56 − 5 = 70 against 60: success; Unrest apart. A 20 or a 1 that decides by itself says so."""
    rest = total - die + unrest
    parts = [number(die), _added(rest)] + ([_added(-unrest)] if unrest else [])
    verdict = "success" if is_success else "failure"
    # Without its due, the die alone decided.
    if die == 20 and total < dc:
        verdict = "success, for a 20 always succeeds"
    elif die == 1 and total >= dc:
        verdict = "failure, for a 1 always fails"
    return f"{' '.join(parts)} = **{number(total)}** against {dc}: **{verdict}**"


def rolled(attribute: str, total: str) -> str:
    """A check as it was made, with its sum."""
    return f"{ATTRIBUTES[attribute]}: {total}"


def _added(amount: int) -> str:
    return f"{signed(amount)[0]} {abs(amount)}"


def in_anarchy(dc: int) -> str:
    """A check in anarchy."""
    return f"In anarchy it counts as **0** against {dc}: **failure**"
