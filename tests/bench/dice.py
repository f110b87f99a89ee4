"""Reading and rolling dice beside d20, which is installed for this in an environment that is thrown away."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import DICE
from tests.harness.stats import ratio, table

REFERENCE = "d20==1.1.2"
EXPRESSIONS = ("4d6kh3", "1d20+5", "10d6!")
ROUNDS = 5
LOOP = Path(__file__).with_name("dice_loop.py")


def report() -> str:
    """The table of `rows`, or of ours alone with the reason why there is nothing beside it."""
    with TemporaryDirectory() as folder:
        reference, reason = _installed(Path(folder))
        measured = rows(reference)
    title = (
        "Microseconds to read and roll, each in a process of its own, the best of 5 × 300 rounds.\n"
        "Ours is thrown with verifiable dice; opening their drawing, once an action, is not in the ratio.\n"
        "Nothing read is kept: d20's cache is emptied, and its time with the cache stands at the end."
        + (f"\nNo ratio: {reason}" if reason else "")
    )
    columns = [
        "roll",
        "ours",
        "with its own drawing",
        "d20",
        "ratio",
        "aim",
        "",
        "d20 with cache",
    ]
    return table(title, columns, measured)


def rows(reference: Path | None) -> list[list[object]]:
    """A row for each expression; `reference` is the interpreter that has d20, if there is one."""
    ours = [[float("inf")] * 2] * len(EXPRESSIONS)
    theirs = [[float("inf")] * 2] * len(EXPRESSIONS)
    for _ in range(ROUNDS):
        ours = _better(ours, _measured(Path(sys.executable), "ours"))
        theirs = _better(theirs, _measured(reference, "d20")) if reference else theirs
    return [_row(text, *mine, *other) for text, mine, other in zip(EXPRESSIONS, ours, theirs, strict=True)]


def _row(text: str, ours: float, opened: float, cold: float, warm: float) -> list[object]:
    if cold == float("inf"):
        return [text, ours, opened, "–", "–", "–", "–", "–"]
    found = DICE.found(text, [ratio(cold, ours)])
    return [text, ours, opened, cold, found.middle, found.aim, found.verdict, warm]


def _better(one: list[list[float]], other: list[list[float]]) -> list[list[float]]:
    return [[min(pair) for pair in zip(*both, strict=True)] for both in zip(one, other, strict=True)]


def _measured(python: Path, which: str) -> list[list[float]]:
    command = [str(python), str(LOOP), which, *EXPRESSIONS]
    environment = {"PYTHONPATH": str(LOOP.parents[2])} if which == "ours" else {}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    measured: list[list[float]] = json.loads(done.stdout)
    return measured


def _installed(folder: Path) -> tuple[Path | None, str]:
    """An interpreter that has d20, or why there is none."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", REFERENCE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return None, f"{REFERENCE} could not be installed ({done.stderr.strip().splitlines()[-1]})"
    return python, ""


if __name__ == "__main__":
    print(report())
