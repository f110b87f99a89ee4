"""Statements that every action asks: SQLAlchemy writes each of them once, and the driver runs it.

Through SQLAlchemy a SELECT by id costs 53 µs on SQLite and 124 on PostgreSQL, on the driver 4 and 60. What is
asked seldom stays with SQLAlchemy, on the same connection and in the same transaction.

On PostgreSQL each statement is a round trip. What an action writes may wait for the next read, or the commit,
and goes there as one statement then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from operator import itemgetter
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.util import await_only

from bot.storage.address import APPLICATION

R = TypeVar("R")
Make = Callable[[Iterable[Any]], R]
Values = Mapping[str, Any]
Process = Callable[[Any], Any]


class Prepared:
    """One statement, with its text for each dialect and a few lengths of its lists.

    `columns` are those that an INSERT (all, by default) or an UPDATE is given, each by its name; `key` are
    the values that say which row it writes. What is read `apart` finds the same whatever an action has
    written.
    """

    def __init__(
        self,
        statement: sa.Executable,
        columns: Sequence[str] | None = None,
        *,
        key: Sequence[str] = (),
        apart: bool = False,
    ) -> None:
        self._statement = statement
        self._columns = columns
        self._key = key
        self._is_apart = apart
        self._by_dialect: dict[str, _Compiled] = {}

    def every(self, make: Make[R], connection: sa.Connection, values: Values) -> list[R]:
        """All rows that it finds, in its order."""
        return [make(row) for row in self.rows(connection, values)]

    def first(self, make: Make[R], connection: sa.Connection, values: Values) -> R | None:
        """The first row that the statement finds."""
        rows = self.rows(connection, values)
        return make(rows[0]) if rows else None

    def rows(self, connection: sa.Connection, values: Values) -> Sequence[Any]:
        """The rows that the statement finds, each as a sequence of its columns."""
        if not self._is_apart:
            write_waiting(connection)
        compiled = self._compiled(connection.dialect)
        text, parameters = compiled.bound(values)
        return compiled.typed(_run(connection, "fetch", text, parameters))

    def run(self, connection: sa.Connection, values: Values) -> int:
        """Write with the statement; returns how many rows changed."""
        write_waiting(connection)
        text, parameters = self._compiled(connection.dialect).bound(values)
        return int(_run(connection, "write", text, parameters))

    def run_many(self, connection: sa.Connection, rows: Sequence[Values]) -> None:
        """Write once for each; their lists, where they have any, are of one length."""
        if len(rows) == 1:
            self.run(connection, rows[0])
        elif rows:
            write_waiting(connection)
            compiled = self._compiled(connection.dialect)
            bound = [compiled.bound(values) for values in rows]
            _run(connection, "write_many", bound[0][0], [parameters for _, parameters in bound])

    def run_soon(self, connection: sa.Connection, values: Values, otherwise: str = "") -> Soon:
        """Write, at the latest before anything is read that may have to find it.

        Raises AssertionError, which says `otherwise`, by then where that isn't exactly one row.
        """
        soon = Soon(connection, otherwise)
        together = _Together.on(connection)
        if together is None:
            soon.take(self._given(connection, values))
        else:
            text, parameters = self._compiled(connection.dialect).bound(values)
            row = (self._table, *[values[name] for name in self._key]) if self._key else None
            together.add(_Part(text, parameters, self._returned, soon), row)
        return soon

    def run_many_soon(self, connection: sa.Connection, rows: Sequence[Values]) -> None:
        """Have the statement written once for each of those rows, with others where that can be."""
        if _Together.on(connection) is None or len(rows) > MOST_TOGETHER:
            self.run_many(connection, rows)
            return
        for values in rows:
            self.run_soon(connection, values)

    def _given(self, connection: sa.Connection, values: Values) -> int:
        """The one value that the statement returns, or how many rows it changed."""
        if self._returned is None:
            return self.run(connection, values)
        ((value,),) = self.rows(connection, values)
        return int(value)

    @cached_property
    def _returned(self) -> str | None:
        return next((column.name for column in getattr(self._statement, "exported_columns", ())), None)

    @cached_property
    def _table(self) -> str:
        return str(cast("sa.Insert | sa.Update | sa.Delete", self._statement).table)

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
        """The text for lists of about those lengths, and its parameters in order."""
        shape = tuple([_room(len(values[name])) for name in self._lists])
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


# Longer lists are rounded up by so many.
LONG = 256


def _room(length: int) -> int:
    """How many a statement has room for: with a text for each length they would grow without end."""
    return 1 << (length - 1).bit_length() if 0 < length <= LONG else -(-length // LONG) * LONG


def _of_list(name: str, place: int, values: Values) -> Any:
    """The value there; once more the last, where the list is shorter than the text has room for."""
    given = values[name]
    return given[min(place, len(given) - 1)]


# -- what goes together -----------------------------------------------------------------------------------

# More than an action writes as a rule; the drivers have a way of their own for a great many rows.
MOST_TOGETHER = 24
_WAITING = "waypost_waiting"
_PLACE = re.compile(r"\$(\d+)")


class Soon:
    """What a write gives: the one value that it returns, or how many rows it changed."""

    __slots__ = ("_connection", "_given", "_otherwise")

    def __init__(self, connection: sa.Connection, otherwise: str = "", *, given: int | None = None) -> None:
        self._connection = connection
        self._otherwise = otherwise
        self._given = given

    def given(self) -> int:
        """What the write gave; it is written now if it wasn't yet."""
        if self._given is None:
            write_waiting(self._connection)
        return cast("int", self._given)

    def take(self, given: int) -> None:
        """It was written. Raises AssertionError where it should have been one row, and wasn't."""
        if self._otherwise and given != 1:
            raise AssertionError(self._otherwise)
        self._given = given


@dataclass(frozen=True, slots=True)
class _Part:
    """A write that waits: its text, and the column that it returns, if any."""

    text: str
    parameters: Sequence[Any]
    returned: str | None
    soon: Soon


class _Together:
    """Writes of one transaction that wait to be sent as one statement.

    All of them find the rows as they were before, and in no order: no two may write the same one.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._parts: list[_Part] = []
        self._rows: set[tuple[Any, ...]] = set()

    @staticmethod
    def on(connection: sa.Connection) -> _Together | None:
        """What waits in that connection's transaction; None where nothing does, since it costs no trip."""
        found: _Together | None = connection.info.get(_WAITING)
        return found

    def add(self, part: _Part, row: tuple[Any, ...] | None) -> None:
        """One more write; of that row, if it isn't a new one that counts up."""
        if row in self._rows or len(self._parts) == MOST_TOGETHER:
            self.write()
        self._parts.append(part)
        if row is not None:
            self._rows.add(row)

    def write(self) -> None:
        """Send the statements that were gathered. Raises DBAPIError."""
        parts, self._parts = self._parts, []
        self._rows.clear()
        if not parts:
            return
        text = _together(tuple([(part.text, part.returned) for part in parts]))
        parameters = [value for part in parts for value in part.parameters]
        (given,) = _run(self._connection, "fetch", text, parameters)
        for part, each in zip(parts, given, strict=True):
            part.soon.take(int(each or 0))


# Of what is written together there are many combinations, and a text of kilobytes for each.
@lru_cache(256)
def _together(parts: tuple[tuple[str, str | None], ...]) -> str:
    """One statement that does the work of several."""
    said: list[str] = []
    gives: list[str] = []
    before = 0
    for number, (text, returned) in enumerate(parts):
        places = {int(place) for place in _PLACE.findall(text)}
        shifted = _PLACE.sub(partial(_moved, before), text)
        said.append(f"w{number} AS ({shifted}{'' if returned else ' RETURNING 1'})")
        gives.append(f"(SELECT {returned or 'count(*)'} FROM w{number})")  # noqa: S608  our own names
        before += max(places, default=0)
    return f"WITH {', '.join(said)} SELECT {', '.join(gives)}"


def _moved(by: int, place: re.Match[str]) -> str:
    return f"${int(place[1]) + by}"


def write_together(connection: sa.Connection) -> None:
    """Let writes in this transaction wait to be sent together."""
    connection.info[_WAITING] = _Together(connection)


def write_waiting(connection: sa.Connection) -> None:
    """Write what waits in that connection's transaction. Raises DBAPIError."""
    together = _Together.on(connection)
    if together is not None:
        together.write()


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
        # That waits for nothing: where no answer comes, the connection is dead.
        await_only(raw.execute(text, timeout=BEGINNING if text.startswith("BEGIN") else None))

    @staticmethod
    def end_others(raw: Any, processes: Collection[int]) -> None:
        """End those of the bot's server processes."""
        await_only(raw.execute(_END, list(processes), APPLICATION, timeout=BEGINNING))

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
# And for a connection that failed, or was ended for its silence, a server that goes away or comes up, and
# too many connections.
_AWAY = ("08", "25P03", "57P", "53300")
# Seconds within which a server that is there begins a transaction.
BEGINNING = 2.0
_END = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid = ANY($1::int[]) AND application_name = $2 AND datname = current_database()"
)


def command(connection: sa.Connection, text: str) -> None:
    """Say something without parameters, such as BEGIN. Raises DBAPIError."""
    write_waiting(connection)
    _run(connection, "command", text)


def end_others(connection: sa.Connection, processes: Collection[int]) -> None:
    """End other connections of the bot's, by the server processes that serve them. Raises DBAPIError."""
    _run(connection, "end_others", processes)


def roll_back(connection: sa.Connection) -> None:
    """Take the transaction back, if there is one. Raises DBAPIError."""
    connection.info.pop(_WAITING, None)
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
            give_up(connection, error)
            made.connection_invalidated = True
        raise made from error


def give_up(connection: sa.Connection, error: BaseException | None = None) -> None:
    """Let go of a connection without a word to its other end, which may not answer.

    It may be in the middle of something: whoever came next on it would be refused.
    """
    if connection.invalidated:
        return
    if connection.dialect.is_async:
        cast("Any", connection.connection.driver_connection).terminate()
    connection.invalidate(error)


def is_lost(error: BaseException | None) -> bool:
    """Whether PostgreSQL went away, or its driver lost its place; not for a value that it can't send."""
    state = getattr(error, "sqlstate", None)
    if state is not None:
        return str(state).startswith(_AWAY)
    return not isinstance(error, ValueError | TypeError)
