"""The figures that the bench is about, each with its aim, and what a run found of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from tests.bench.databases import POSTGRES, SQLITE
from tests.harness.stats import cell, table, verdict

WIRED, PONG = "over HTTP and gateway", " × pong"

Aim = float | Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """What is measured, and the most or the least that it should be: by engine or roll, if that differs."""

    name: str
    at_most: Aim | None = None
    at_least: Aim | None = None
    unit: str = ""

    def found(self, engine: str, rounds: Sequence[float], *, of: str = "", goes: str = "") -> Result:
        """Note what the rounds of this run came to: `of` which variant, and where it goes now."""
        result = Result(self, engine, tuple(rounds), of, goes)
        FOUND.append(result)
        return result


@dataclass(frozen=True, slots=True)
class Result:
    """What the rounds came to."""

    figure: Figure
    engine: str
    rounds: Sequence[float]
    of: str
    goes: str

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.rounds)

    @property
    def aim(self) -> str:
        """The aim in words."""
        at_least = self.figure.at_least is not None
        return f"{'≥' if at_least else '≤'} {self._limit:g}{self.figure.unit}"

    @property
    def text(self) -> str:
        """The median, with the least and the greatest of several rounds."""
        written = f"{cell(self.middle)}{self.figure.unit}"
        if len(self.rounds) == 1:
            return written
        return f"{written} ({cell(min(self.rounds))}–{cell(max(self.rounds))})"

    @property
    def verdict(self) -> str:
        """Whether the median keeps the aim, or by how much it misses."""
        return verdict(self.middle, self._limit, at_least=self.figure.at_least is not None)

    @property
    def _limit(self) -> float:
        aim = self.figure.at_least if self.figure.at_most is None else self.figure.at_most
        assert aim is not None, f"{self.figure.name} has no aim"
        return aim[self.engine] if isinstance(aim, Mapping) else aim


WIRE_CPU = Figure(f"/roll, {WIRED}", {SQLITE: 1.8, POSTGRES: 2.2}, unit=PONG)
WIRE_RATE = Figure(f"/roll, {WIRED}", at_least={SQLITE: 0.65, POSTGRES: 0.45}, unit=PONG)
UNANSWERED = Figure(f"unanswered of 100 mixed interactions a second, {WIRED}", 0)
TAIL = Figure(f"p99 of 100 mixed interactions a second, {WIRED}", 250, unit=" ms")
PRESS_CPU = Figure("CPU of a challenge roll, HTTP in memory", 2.2, unit=" ms")
DRIVER_RATE = Figure("challenge rolls a second", at_least=0.5, unit=" × the bare driver")
STATEMENTS = Figure("statements of a lone challenge roll, delivery included", 14)
WRITES = Figure("write transactions of a lone challenge roll, delivery included", 2)
TRIPS = Figure("round trips of an action, BEGIN and COMMIT counted", 5)
LATENCY = Figure("p99 of 200 challenge rolls a second", {SQLITE: 10, POSTGRES: 20}, unit=" ms")
MEMORY = Figure("memory at rest, more than a bare client", 40, unit=" MiB")
GROWTH = Figure("memory after 30,000 more mixed interactions", 3, unit=" % more")
START = Figure("process start to ready, more than a bare client", 1.2, unit=" s")
DICE = Figure(
    "read and rolled, cold", at_least={"4d6kh3": 8, "1d20+5": 8, "10d6!": 4}, unit=" × as fast as d20"
)
BRACKETS = Figure("dice in brackets read", 2, unit=" × the same without")
LONG_TEXT = Figure("500 characters of anything answered", 50, unit=" ms")
RECAP = Figure("a recap of 10,000 entries", 100.0, unit=" ms")
BREADTH = Figure("with 1,000 times as many campaigns, p50", 1.2, unit=" × as long")
DEPTH = Figure("with the most messages or entries before, CPU", 1.2, unit=" × as much")

# What this run has found, in its order.
FOUND: list[Result] = []


def summary() -> str:
    """All that was found, beside its aim."""
    rows = []
    for found in FOUND:
        name = f"{found.figure.name}; {found.of}" if found.of else found.figure.name
        goes = "" if found.verdict == "kept" else found.goes
        rows.append([name, found.engine, found.aim, found.text, found.verdict, goes])
    columns = ["figure", "", "aim", "found: median (least–greatest)", "", "where it goes now"]
    # What shares the cores makes every time longer; ratios to what ran in turn suffer least.
    load = os.getloadavg()[2]
    title = f"All figures of this run; in its last quarter of an hour {load:.1f} wanted a core at once."
    return table(title, columns, rows)
