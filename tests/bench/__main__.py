"""`python -m tests.bench`: measure, and print the tables. Only `--only scale` fills large databases."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from tests.bench import dice, typed
from tests.bench.databases import POSTGRES, SQLITE, Ground, ground
from tests.bench.delve import delve
from tests.bench.depth import depth
from tests.bench.events import events
from tests.bench.figures import FOUND, summary
from tests.bench.idle import idle
from tests.bench.kingdom import kingdom
from tests.bench.library import library
from tests.bench.odds import odds
from tests.bench.overload import overload, twice
from tests.bench.previews import previews
from tests.bench.recap import recap
from tests.bench.report import PARTS, challenges_needed
from tests.bench.scale import scale
from tests.bench.wire import steady, wire

# What makes its own databases; a run of everything leaves the last out, which takes minutes.
APART: dict[str, Callable[[str], Coroutine[Any, Any, str]]] = {
    "idle": idle,
    "odds": odds,
    "library": library,
    "kingdom": kingdom,
    "events": events,
    "delve": delve,
    "previews": previews,
    "depth": depth,
    "overload": overload,
    "steady": steady,
    "twice": twice,
    "recap": recap,
    "scale": scale,
}
# The same, with interactions at a rate for as long as is asked for.
TIMED: dict[str, Callable[[str, float], Coroutine[Any, Any, str]]] = {"wire": wire}
USUAL = [*PARTS, *TIMED, "idle"]


def main() -> None:
    """Read the options and measure."""
    options = _options()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    chosen = set(options.only or ())
    if not chosen or "dice" in chosen:
        print(dice.report(), end="\n\n", flush=True)
        print(typed.report(), end="\n\n", flush=True)
    engines = [engine for engine in (SQLITE, POSTGRES) if engine in chosen] or [SQLITE, POSTGRES]
    parts = [part for part in (*PARTS, *TIMED, *APART) if part in chosen] or USUAL
    for engine in engines if chosen != {"dice"} else ():
        asyncio.run(_measure(engine, [part for part in parts if part in PARTS], options.seconds))
        for part in (part for part in parts if part not in PARTS):
            print(f"{engine}: {part} …", file=sys.stderr)
            measuring = TIMED[part](engine, options.seconds) if part in TIMED else APART[part](engine)
            print(asyncio.run(measuring), end="\n\n", flush=True)
    if FOUND:
        print(summary(), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="how long to press at a fixed rate; the rest goes by it"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=["dice", SQLITE, POSTGRES, *PARTS, *TIMED, *APART],
        help="measure only this (repeatable)",
    )
    return parser.parse_args()


async def _measure(engine: str, parts: list[str], seconds: float) -> None:
    if not parts:
        return
    wanted = challenges_needed(parts, seconds)
    print(f"{engine}: opening {wanted} challenges …", file=sys.stderr)
    async with ground(engine, wanted) as made:
        for part in parts:
            print(await _part(part, made, seconds), end="\n\n", flush=True)


async def _part(part: str, made: Ground, seconds: float) -> str:
    print(f"{made.engine}: {part} …", file=sys.stderr)
    return await PARTS[part](made, seconds)


if __name__ == "__main__":
    main()
