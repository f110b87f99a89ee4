"""`dice_loop.py ours|d20 EXPRESSION...`: microseconds to read and roll each, as JSON.

Run in a process of its own, with d20 by the interpreter of an environment that has d20 and nothing of ours.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import count
from time import process_time

ROUNDS, LOOPS = 300, 10


def ours(*, opens: bool) -> Callable[[str], object]:
    """Read and throw with verifiable dice; `opens`: each time those of a new action."""
    from bot.engine.dice.notation import parse
    from bot.engine.dice.source import Seed, VerifiableDice
    from bot.engine.dice.throwing import throw

    public, secret, numbers = Seed(bytes(32)), Seed(bytes(range(32))), count()

    def opened() -> VerifiableDice:
        return VerifiableDice(
            public=public, secret=secret, drawing=1, secret_drawing=1, interaction=next(numbers)
        )

    dice = opened()

    def roll(text: str) -> object:
        return throw(parse(text), opened() if opens else dice)

    return roll


def d20(*, remembers: bool) -> Callable[[str], object]:
    """Read and roll with d20, which keeps what it has read unless that is thrown away."""
    import d20 as library  # type: ignore[import-not-found]

    roller = library.Roller()

    def roll(text: str) -> object:
        if not remembers:
            roller._parse_cache.clear()
        return roller.roll(text.replace("!", "e6")).total  # which is only then added up

    return roll


def best(roll: Callable[[str], object], text: str) -> float:
    """Microseconds of CPU time in the quickest round: what slows one down is not the roll."""
    quickest = float("inf")
    for _ in range(ROUNDS):
        began = process_time()
        for _ in range(LOOPS):
            roll(text)
        quickest = min(quickest, process_time() - began)
    return quickest / LOOPS * 1e6


def main() -> None:
    """Measure and print."""
    which, *texts = sys.argv[1:]
    rolls = [ours(opens=no) if which == "ours" else d20(remembers=no) for no in (False, True)]
    print(json.dumps([[best(roll, text) for roll in rolls] for text in texts]))


if __name__ == "__main__":
    main()
