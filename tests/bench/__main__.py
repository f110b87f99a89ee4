"""`python -m tests.bench`: measure a journaled challenge roll and print the tables."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys

import structlog

from tests.bench.databases import POSTGRES, SQLITE, Ground, ground
from tests.bench.report import PARTS, challenges_needed


def main() -> None:
    """Read the options and measure."""
    options = _options()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    chosen = set(options.only or ())
    engines = [engine for engine in (SQLITE, POSTGRES) if engine in chosen] or [SQLITE, POSTGRES]
    parts = [part for part in PARTS if part in chosen] or list(PARTS)
    for engine in engines:
        asyncio.run(_measure(engine, parts, options.seconds))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="how long to press at a fixed rate; the rest goes by it"
    )
    parser.add_argument(
        "--only", action="append", choices=[SQLITE, POSTGRES, *PARTS], help="measure only this (repeatable)"
    )
    return parser.parse_args()


async def _measure(engine: str, parts: list[str], seconds: float) -> None:
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
