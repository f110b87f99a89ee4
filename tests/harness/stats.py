"""Figures of a bench: percentiles, ratios, and a table that says on which machine they were measured."""

from __future__ import annotations

import importlib.metadata
import math
import os
import platform
from collections.abc import Sequence
from pathlib import Path

MEASURED = ("discord.py", "SQLAlchemy", "aiosqlite", "asyncpg", "orjson")
USUAL = (50, 95, 99, 99.9, 100)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that `share` per cent of all do not exceed; NaN of nothing."""
    if not values:
        return math.nan
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)]


def percentiles(values: Sequence[float], shares: Sequence[float] = USUAL) -> dict[float, float]:
    """Return several percentiles at once, by their share; 100 is the greatest."""
    return {share: percentile(values, share) for share in shares}


def milliseconds(seconds: float) -> str:
    """Return a duration as a bench writes it."""
    return f"{seconds * 1000:.2f} ms"


def ratio(value: float, reference: float) -> float:
    """Return how much of the reference a value is; NaN where there is no reference."""
    return value / reference if reference else math.nan


def verdict(value: float, limit: float, *, at_least: bool = False) -> str:
    """Return whether a figure keeps its limit, or by how much it misses."""
    if value >= limit if at_least else value <= limit:
        return "kept"
    return f"missed by {abs(value - limit) / limit:.0%}" if limit else "missed"


def machine() -> str:
    """Return the machine in one line: processor, cores, system, Python and the libraries measured."""
    versions = [f"{name} {version}" for name in MEASURED if (version := _version(name))]
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    return " · ".join(
        [_processor(), f"{os.cpu_count()} cores", system, f"Python {platform.python_version()}", *versions]
    )


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table under its title and the machine; numbers stand to the right."""
    cells = [list(columns), *([cell(value) for value in row] for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(columns))]
    is_number = [all(isinstance(row[at], int | float) for row in rows) for at in range(len(columns))]

    def line(row: Sequence[str]) -> str:
        padded = (text.rjust(width) if number else text.ljust(width)
                  for text, width, number in zip(row, widths, is_number, strict=True))  # fmt: skip
        return f"| {' | '.join(padded)} |"

    rule = "|" + "|".join("-" * (width + 1) + (":" if number else "-")
                          for width, number in zip(widths, is_number, strict=True)) + "|"  # fmt: skip
    return "\n".join([title, machine(), "", line(cells[0]), rule, *map(line, cells[1:])])


def cell(value: object) -> str:
    """Return a value as a table shows it."""
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else str(value)
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
