"""What the bot asks a database, by its shape, and which scenario sends each shape to PostgreSQL in every run.

`statements.txt` names them, a line a shape: those scenarios run on both engines, the others on SQLite alone,
or on both under `make check ALL=1`. The proof of `test_tries.py` holds the file to what is sent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from tests.bench.statements import Transaction

FILE = Path(__file__).with_name("statements.txt")
# Instead of a scenario: what the bot asks by itself from time to time, whatever is played.
BY_ITSELF = "by_itself"
# What is read or written of a row does not matter, nor how many rows or values there are.
_SHORTENED = (
    (re.compile(r"\s+"), " "),
    (re.compile(r"SELECT (?:(?!SELECT|FROM).)* FROM "), "SELECT FROM "),
    (re.compile(r"^(INSERT INTO \w+) .*"), r"\1"),
    (re.compile(r"^(UPDATE \w+ SET ).*? (WHERE .*)"), r"\1\2"),
    (re.compile(r"\?(, \?)+|SELECT FROM \(SELECT 1\) WHERE 1!=1"), "?"),
)


def represented() -> dict[str, set[str]]:
    """The shapes, as marks, by the scenario that stands for them."""
    found: dict[str, set[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        name, mark = line.split()
        found.setdefault(name, set()).add(mark)
    return found


def misnamed(transactions: Sequence[Transaction], scenario: str) -> list[str]:
    """The lines to add to the file, each with its shape, and those to take out, after that scenario."""
    known = represented()
    texts = {each.text for transaction in transactions for each in transaction.statements}
    marks = {mark(shape): shape for text in texts for shape in shapes(text)}
    missing = marks.keys() - set().union(*known.values())
    idle = known.get(scenario, set()) - marks.keys()
    return [f"+{scenario} {each}: {marks[each]}" for each in sorted(missing)] + [
        f"-{scenario} {each}" for each in sorted(idle)
    ]


def mark(shape: str) -> str:
    """What the file knows a shape by."""
    return sha256(shape.encode()).hexdigest()[:8]


def shapes(statement: str) -> list[str]:
    """A statement without what may differ from one time to another; what it asks together, one by one."""
    for pattern, instead in _SHORTENED:
        statement = pattern.sub(instead, statement)
    return statement.split(" UNION ALL ")
