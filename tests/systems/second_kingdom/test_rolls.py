"""Which actions roll dice: asked of a journal in which every action was taken once."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.filled.dumps import file_of, read_dump

JOURNAL = file_of("second_kingdom", "sqlite")

CHALLENGE_ROLLS = {"RollChallenge", "RollChallengeFor"}
FATE_ROLLS = {"RollFate"}
ATTACK_ROLLS = {"RollAttack", "RollDefence"}


def test_k2_there_are_challenge_rolls_fate_rolls_and_attack_rolls() -> None:
    assert len(_actions("1 = 1")) > 40
    assert _actions("dice <> '[]'") == CHALLENGE_ROLLS | FATE_ROLLS | ATTACK_ROLLS


def _actions(condition: str) -> set[str]:
    """The game's actions in the journal for which that holds."""
    query = f"SELECT action FROM journal WHERE system = 'second_kingdom' AND {condition}"
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(read_dump(JOURNAL))
        return {action for (action,) in connection.execute(query)}
