"""What a run of the bot tells its database, transaction by transaction, as the driver gets it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa

from bot.storage import prepared


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its parameters; with `is_many` they are a list of sets."""

    text: str
    parameters: Any
    is_many: bool


@dataclass(slots=True)
class Transaction:
    """The statements between a BEGIN and its COMMIT, both left out."""

    statements: list[Statement] = field(default_factory=list)

    @property
    def is_action(self) -> bool:
        """Whether it wrote a journal entry; all else is delivery's."""
        return any("INSERT INTO journal " in statement.text for statement in self.statements)

    @property
    def is_writing(self) -> bool:
        """Whether it changes anything."""
        return not all(statement.text.startswith("SELECT") for statement in self.statements)


@contextmanager
def recorded() -> Iterator[list[Transaction]]:
    """Every transaction of this process from here on, in the order of their commits."""
    committed: list[Transaction] = []
    running: dict[int, Transaction] = {}

    def note(
        connection: sa.Connection, _cursor: Any, text: str, parameters: Any, _: Any, is_many: bool
    ) -> None:
        transaction = running.get(id(connection))
        if transaction is not None:
            transaction.statements.append(Statement(text, parameters, is_many))

    run = prepared._run

    def running_on(connection: sa.Connection, doing: str, *given: Any) -> Any:
        done = run(connection, doing, *given)
        if doing != "command":
            if given:
                text, parameters = given
                note(connection, None, text, parameters, None, doing == "write_many")
        elif given[0].startswith("BEGIN"):
            running[id(connection)] = Transaction()
        elif given[0] == "COMMIT" and (transaction := running.pop(id(connection), None)) is not None:
            committed.append(transaction)
        return done

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        with patch.object(prepared, "_run", running_on):
            yield committed
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


@dataclass(frozen=True, slots=True)
class Turn:
    """One action's transaction, and those of delivery that came before the next one."""

    action: Transaction
    rest: Sequence[Transaction]


def turns(transactions: Sequence[Transaction]) -> list[Turn]:
    """The same, action by action."""
    found: list[tuple[Transaction, list[Transaction]]] = []
    for transaction in transactions:
        if transaction.is_action:
            found.append((transaction, []))
        elif found:
            found[-1][1].append(transaction)
    return [Turn(action, rest) for action, rest in found]
