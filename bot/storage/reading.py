"""Rows as they are read: each table's as a NamedTuple, made in the order of its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import sqlalchemy as sa

R = TypeVar("R")
Make = Callable[[Iterable[Any]], R]
Values = Mapping[str, Any] | None


def every(
    make: Make[R],
    connection: sa.Connection,
    statement: sa.Executable,
    values: Values = None,
) -> list[R]:
    """All that it finds, in its order."""
    return [make(row) for row in connection.execute(statement, values)]


def first(
    make: Make[R],
    connection: sa.Connection,
    statement: sa.Executable,
    values: Values = None,
) -> R | None:
    """The first that it finds."""
    row = connection.execute(statement, values).first()
    return make(row) if row is not None else None
