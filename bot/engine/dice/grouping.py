"""One group of dice is read: `8d10`, and with `treating` what is done to its dice."""

from __future__ import annotations

import re
from typing import Final

from bot.engine.dice.cursor import Cursor
from bot.engine.dice.terms import FUDGE_SIDES, MOST_DICE, MOST_SIDES, Group, faces_of, written
from bot.engine.dice.treating import STARTS, read_treatment
from bot.errors import RuleViolation

# Two groups: how many dice, and of what kind.
HEAD: Final = r"([0-9]*)\s*[dD]\s*([0-9]+|%|[fF](?![^\W\d_])|[fF](?=(?:[kdrm][a-z]|[kdet])\s*[0-9<>=≥≤]))"


def read_group(cursor: Cursor, head: re.Match[str]) -> Group:
    """The dice that begin with this head; raises RuleViolation for dice that cannot be."""
    many, kind = head[1], head[2]
    count = int(many) if many else 1
    is_fudge = kind in "fF"
    sides = FUDGE_SIDES if is_fudge else 100 if kind == "%" else int(kind)
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES):
        raise _too_many(cursor, head, count)
    text = written(count, sides, is_fudge)
    if cursor.peek() not in STARTS:
        return Group(text, count, sides, is_fudge)
    done, treatment = read_treatment(cursor, text, count, faces_of(sides, is_fudge), head.start(1))
    return Group(text + done, count, sides, is_fudge, treatment)


def _too_many(cursor: Cursor, head: re.Match[str], count: int) -> RuleViolation:
    if not 1 <= count <= MOST_DICE:
        return cursor.fault(f"expected 1 to {MOST_DICE:,} dice", "for example 2d6.", head.start(1))
    hint = f"for example {written(count, 6)}."
    return cursor.fault(f"expected 1 to {MOST_SIDES:,} sides", hint, head.start(2))
