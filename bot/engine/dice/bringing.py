"""How many dice one die may bring by explosions and rerolls, so that every roll ends.

Where nobody sets a limit it is so high that fewer than one die in a billion would ever go on. It belongs to
the roll: throwing and chances both stop there, so that the chances stay exact.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

RAREST: Final = 1_000_000_000


@lru_cache(maxsize=1024)  # logarithms take twice as long as looking it up
def extras(faces: range, reroll: range, explode: range, *, is_once: bool) -> int | None:
    """The most dice that one die may need besides itself; None if it would always need another."""
    cases = len(faces)
    both = len(range(max(reroll.start, explode.start), min(reroll.stop, explode.stop)))
    if not is_once:
        return _links(len(reroll) + len(explode) - both, cases)
    if not explode:
        return 1
    links = _links((len(explode) - both) * cases + len(reroll) * len(explode), cases * cases)
    return None if links is None else 2 * links + 1


def _links(again: int, cases: int) -> int | None:
    """How long a chain may get that goes on with this chance."""
    if again == cases:
        return None
    return math.ceil(math.log(RAREST) / math.log(cases / again)) - 1
