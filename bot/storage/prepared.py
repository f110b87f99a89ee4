"""Statements that every action asks: SQLAlchemy writes each of them once, and the driver runs it.

Through SQLAlchemy a SELECT by id costs 53 µs on SQLite and 124 on PostgreSQL, on the driver 4 and 60. What is
asked seldom stays with SQLAlchemy, on the same connection and in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.util import await_only

R = TypeVar("R")
Make = Callable[[Iterable[Any]], R]
Values = Mapping[str, Any]
Process = Callable[[Any], Any]


class Prepared:
    """One statement, with its text for each dialect and each length of its lists.

    `columns` are those that an INSERT (all, by default) or an UPDATE is given, each by its name.
    """

    def __init__(self, statement: sa.Executable, columns: Sequence[str] | None = None) -> None:
        self._statement = statement
        self._columns = columns
        self._by_dialect: dict[str, _Compiled] = {}

    def every(self, make: Make[R], connection: sa.Connection, values: Values) -> list[R]:
        """All rows that it finds, in its order."""
        return [make(row) for row in self.rows(connection, values)]

    def first(self, make: Make[R], connection: sa.Connection, values: Values) -> R | None:
        """The first row that it finds."""
        rows = self.rows(connection, values)
        return make(rows[0]) if rows else None

    def rows(self, connection: sa.Connection, values: Values) -> Sequence[Any]:
        """The same, each as a sequence of its columns."""
        compiled = self._compiled(connection.dialect)
        text, parameters = compiled.bound(values)
        return compiled.typed(_run(connection, "fetch", text, parameters))

    def run(self, connection: sa.Connection, values: Values) -> int:
        """Write; how many rows that changed."""
        text, parameters = self._compiled(connection.dialect).bound(values)
        return int(_run(connection, "write", text, parameters))

    def run_many(self, connection: sa.Connection, rows: Sequence[Values]) -> None:
        """Write once for each; their lists, where they have any, are of one length."""
        if len(rows) == 1:
            self.run(connection, rows[0])
        elif rows:
            compiled = self._compiled(connection.dialect)
            bound = [compiled.bound(values) for values in rows]
            _run(connection, "write_many", bound[0][0], [parameters for _, parameters in bound])

    def _compiled(self, dialect: Dialect) -> _Compiled:
        found = self._by_dialect.get(dialect.name)
        if found is None:
            found = self._by_dialect[dialect.name] = _Compiled(self._statement, self._columns, dialect)
        return found


@dataclass(frozen=True, slots=True)
class _Text:
    """What the driver gets, and where each of its parameters comes from."""

    text: str
    takes: tuple[Callable[[Values], Any], ...]


class _Compiled:
    """A statement in one dialect."""

    def __init__(self, statement: sa.Executable, columns: Sequence[str] | None, dialect: Dialect) -> None:
        if columns is None and isinstance(statement, sa.Insert) and statement.select is None:
            columns = statement.table.columns.keys()
        compiled = statement.compile(dialect=dialect, column_keys=columns)  # type: ignore[attr-defined]
        self._compiled: SQLCompiler = compiled
        self._lists = [name for name, bind in compiled.binds.items() if bind.expanding]
        self._texts: dict[tuple[int, ...], _Text] = {}
        self._process = {
            name: process
            for name, bind in compiled.binds.items()
            if (process := bind.type.dialect_impl(dialect).bind_processor(dialect)) is not None
        }
        found = getattr(statement, "exported_columns", ())
        self._typing = [
            (place, process)
            for place, column in enumerate(found)
            if (process := column.type.dialect_impl(dialect).result_processor(dialect, None)) is not None
        ]

    def bound(self, values: Values) -> tuple[str, list[Any]]:
        """The text for lists of those lengths, and its parameters in order."""
        shape = tuple([len(values[name]) for name in self._lists])
        text = self._texts.get(shape)
        if text is None:
            text = self._texts[shape] = self._of_shape(shape)
        return text.text, [take(values) for take in text.takes]

    def _of_shape(self, shape: tuple[int, ...]) -> _Text:
        nothing: dict[str, Any] = {name: None for name, bind in self._compiled.binds.items() if bind.required}
        lists = {name: [None] * length for name, length in zip(self._lists, shape, strict=True)}
        expanded = self._compiled.construct_expanded_state(nothing | lists)
        members = {
            member: (name, place)
            for name, names in expanded.parameter_expansion.items()
            for place, member in enumerate(names)
        }
        places = [members.get(name, (name, None)) for name in expanded.positiontup or ()]
        return _Text(expanded.statement, tuple(self._take(name, place) for name, place in places))

    def _take(self, name: str, place: int | None) -> Callable[[Values], Any]:
        bind, process = self._compiled.binds[name], self._process.get(name)
        if place is not None:
            take: Callable[[Values], Any] = partial(_of_list, name, place)
        elif bind.required:
            take = itemgetter(name)
        else:
            written = bind.effective_value if process is None else process(bind.effective_value)
            return lambda _: written
        return take if process is None else lambda values: process(take(values))

    def typed(self, rows: Sequence[Any]) -> Sequence[Any]:
        """Rows of the driver with the types of their columns."""
        if not self._typing:
            return rows
        made = [list(row) for row in rows]
        for row in made:
            for place, process in self._typing:
                row[place] = process(row[place])
        return made


def _of_list(name: str, place: int, values: Values) -> Any:
    return values[name][place]


# -- what is asked seldom ---------------------------------------------------------------------------------


def every(make: Make[R], connection: sa.Connection, statement: sa.Executable) -> list[R]:
    """All rows that a statement finds through SQLAlchemy, in its order."""
    return [make(row) for row in connection.execute(statement)]


def first(make: Make[R], connection: sa.Connection, statement: sa.Executable) -> R | None:
    """The first row that it finds."""
    row = connection.execute(statement).first()
    return make(row) if row is not None else None


# -- the drivers ------------------------------------------------------------------------------------------


class Sqlite:
    """sqlite3, in the connection's thread."""

    @staticmethod
    def command(raw: Any, text: str) -> None:
        """Say something without parameters, such as BEGIN."""
        raw.execute(text)

    @staticmethod
    def roll_back(raw: Any) -> None:
        """Take the transaction back, if there is one."""
        raw.rollback()

    @staticmethod
    def fetch(raw: Any, text: str, parameters: Sequence[Any]) -> Sequence[Any]:
        """What a statement finds."""
        return cast("Sequence[Any]", raw.execute(text, parameters).fetchall())

    @staticmethod
    def write(raw: Any, text: str, parameters: Sequence[Any]) -> int:
        """How many rows a statement changed."""
        return int(raw.execute(text, parameters).rowcount)

    @staticmethod
    def write_many(raw: Any, text: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Write once for each."""
        raw.executemany(text, parameters)


class Postgres:
    """asyncpg, awaited in the greenlet that runs the transaction."""

    @staticmethod
    def command(raw: Any, text: str) -> None:
        """Say something without parameters, such as BEGIN."""
        await_only(raw.execute(text))

    @staticmethod
    def roll_back(raw: Any) -> None:
        """Take the transaction back, if there is one."""
        if raw.is_in_transaction():
            await_only(raw.execute("ROLLBACK"))

    @staticmethod
    def fetch(raw: Any, text: str, parameters: Sequence[Any]) -> Sequence[Any]:
        """What a statement finds."""
        return cast("Sequence[Any]", await_only(raw.fetch(text, *parameters)))

    @staticmethod
    def write(raw: Any, text: str, parameters: Sequence[Any]) -> int:
        """How many rows a statement changed."""
        return int(await_only(raw.execute(text, *parameters)).rpartition(" ")[2])

    @staticmethod
    def write_many(raw: Any, text: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Write once for each."""
        await_only(raw.executemany(text, parameters))


DRIVERS: Mapping[str, type[Sqlite | Postgres]] = {"sqlite": Sqlite, "postgresql": Postgres}
# PostgreSQL's words for a broken constraint begin so.
_BROKEN = "23"
# And for a connection that failed, a server that goes away or comes up, and too many connections.
_AWAY = ("08", "57P", "53300")


def command(connection: sa.Connection, text: str) -> None:
    """Say something without parameters, such as BEGIN. Raises DBAPIError."""
    _run(connection, "command", text)


def roll_back(connection: sa.Connection) -> None:
    """Take the transaction back, if there is one. Raises DBAPIError."""
    _run(connection, "roll_back")


def _run(connection: sa.Connection, doing: str, *given: Any) -> Any:
    """Let the driver do it. Raises DBAPIError, as SQLAlchemy does, without what the statement carried."""
    raw = connection.connection.driver_connection
    try:
        return getattr(DRIVERS[connection.dialect.name], doing)(raw, *given)
    except Exception as error:
        state = getattr(error, "sqlstate", None)
        known = sa.exc.IntegrityError if str(state).startswith(_BROKEN) else sa.exc.DBAPIError
        made = known.instance(given[0] if given else None, None, error, Exception, hide_parameters=True)
        if connection.dialect.is_async and is_lost(error):
            # It may be in the middle of something: whoever came next on it would be refused.
            connection.invalidate(error)
            made.connection_invalidated = True
        raise made from error


def is_lost(error: BaseException | None) -> bool:
    """Whether PostgreSQL went away, or its driver lost its place; not for a value that it can't send."""
    state = getattr(error, "sqlstate", None)
    if state is not None:
        return str(state).startswith(_AWAY)
    return not isinstance(error, ValueError | TypeError)
