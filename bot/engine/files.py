"""Files that people bring and take away: what a format holds is declared once.

    MAP = Table("kingdom-map", "hexes", T("a map"), COLUMNS, "/hex gm export")

Of that come how a file is read and written, the sentence for everything that is wrong in it, by row and
column, and what is wanted. A table is CSV as spreadsheets anywhere write it, or JSON; every cell is a text
until its column reads it. Nothing of a file is taken unless all of it is right.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, Generic, NoReturn, TypeVar

from bot.engine.text import Safe, T, refused
from bot.engine.words import nearest, one_line, whole_number
from bot.errors import RuleViolation

R = TypeVar("R")
E = TypeVar("E", bound=StrEnum)

MOST_BYTES: Final = 256 * 1024
# So many of what is wrong are told, the others counted.
MOST_FAULTS: Final = 10
# What says, in JSON, that a file is one of ours, and of what.
WAYPOST: Final = "waypost"
# After all rows: where what is wrong with the whole of it is told.
LAST: Final = 1 << 32
# A spreadsheet would calculate what begins like this; the mark before it is taken off again in reading.
_FORMULA, _MARK = "=+-@", "'"
YES, NO = "yes", "no"
_ANSWERS: Final = {
    **dict.fromkeys(("yes", "y", "true", "x", "1"), True),
    **dict.fromkeys(("", "no", "n", "false", "0", "-"), False),
}


# -- any file -----------------------------------------------------------------------------------------


def require_small(size: int, most: int = MOST_BYTES) -> None:
    """See that a file of so many bytes may be read. Raises RuleViolation."""
    if size > most:
        raise refused(
            "file.too_big",
            "That file is too big: {size:,} KB, and the limit is {most} KB.",
            size=max(size // 1024, 1),
            most=most // 1024,
        )


def text_of(data: bytes, example: str, most: int = MOST_BYTES) -> str:
    """The text of a file; `example` is the command that shows a right one. Raises RuleViolation."""
    require_small(len(data), most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _wanted("file.not_utf8", T("That file isn't UTF-8 text"), example) from None


class _Twice(Exception):
    """An object of JSON has a key twice: what is meant can't be told."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def json_of(text: str, example: str) -> Any:
    """What a JSON text holds. Raises RuleViolation."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except _Twice as twice:
        raise refused(
            "file.key_twice",
            "That file has “{key:40}” twice in one object. Remove one of them.",
            key=twice.key,
        ) from None
    except json.JSONDecodeError as wrong:
        line = wrong.lineno
    except (ValueError, RecursionError):
        # A number of thousands of digits, or brackets within brackets without end.
        line = 1
    raise _wanted("file.not_json", T("That file isn't JSON: line {line} can't be read"), example, line=line)


def require_head(whole: Any, head: Mapping[str, str | int], example: str, names: Mapping[str, Any]) -> None:
    """See that a JSON file begins as it should; `names` says what files of other heads hold."""
    if not isinstance(whole, dict) or WAYPOST not in whole:
        raise _wanted("file.other_json", T("That JSON file isn't from Waypost"), example)
    for key, wanted in head.items():
        found = whole.get(key)
        if found != wanted:
            raise refused(
                "file.other_content",
                "That file has {found}, not {wanted}.",
                found=names.get(str(found)) or T("“{found:60}”")(found=str(found)),
                wanted=names.get(str(wanted)) or T("“{wanted:60}”")(wanted=str(wanted)),
            )


def _wanted(code: str, says: T, example: str, **values: Any) -> Exception:
    return refused(
        code,
        "{what}. `{example}` shows what a file looks like.",
        what=says(**values),
        example=Safe(example),
    )


# -- what is wrong ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its number as a spreadsheet counts, or its line in JSON, and its cells.

    What comes out of no file has the number 0.
    """

    number: int
    cells: Mapping[str, str]
    is_listed: bool = False

    @property
    def place(self) -> Safe:
        """The row's place in its file, for refusals."""
        return T("line {n}")(n=self.number) if self.is_listed else T("row {n}")(n=self.number)


@dataclass(slots=True)
class Faults:
    """All that is wrong in a file, told at once."""

    found: list[tuple[int, Safe]] = field(default_factory=list)

    def add(self, row: Row | None, why: object, name: str = "") -> None:
        """Something is wrong in a row, in its column or entry of that name; or in the file as a whole."""
        said = why if isinstance(why, Safe) else Safe(why)
        values = {"why": said} | ({"name": name} if name else {})
        if row is None or not row.number:
            says = T("“{name:60}”: {why}") if name else T("{why}")
            self.found.append((LAST, says(**values)))
        else:
            says = T("{place}, “{name:60}”: {why}") if name else T("{place}: {why}")
            self.found.append((row.number, says(place=row.place, **values)))

    def is_in(self, row: Row) -> bool:
        """Whether something is wrong in that row."""
        return any(number == row.number for number, _ in self.found)

    def require_none(self) -> None:
        """See that nothing is wrong. Raises RuleViolation with all that is, in order."""
        lines = [T("• {why}")(why=why) for _, why in sorted(self.found, key=lambda each: each[0])]
        if lines:
            require_faultless(lines)


def require_faultless(lines: Sequence[str]) -> None:
    """See that nothing is wrong. Raises RuleViolation with those lines, or as many as are told."""
    told = list(lines[:MOST_FAULTS])
    if len(lines) > MOST_FAULTS:
        told.append(T("… and {left} more.")(left=len(lines) - MOST_FAULTS))
    if told:
        found = Safe("\n".join(told))
        raise refused("file.faults", "Nothing was imported. Fix this first:\n{found}", found=found)


# -- tables -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """A column: how its cells are read against what is `known`, and what one is of a row to be written.

    `read` raises RuleViolation with what is wrong. Without it the column is read together with others.
    """

    name: str
    read: Callable[[Any, str], Any] | None = None
    write: Callable[[R], str] | None = None
    # What it is of a row once read; its name where empty.
    field: str = ""
    is_required: bool = False
    # The column that a file may have in its place.
    instead: str = ""
    # People's own words: where a spreadsheet would calculate them, they are marked as text.
    is_free: bool = False
    # Left out of files for everybody.
    is_secret: bool = False
    # What stands there, for the guide.
    help: str = ""


@dataclass(frozen=True, slots=True)
class Table(Generic[R]):
    """A format of rows. `kind` and `head` stand in front of JSON, `rows` is what its list is called."""

    kind: str
    rows: str
    what: Safe | T
    columns: Sequence[Column[R]]
    # The command that shows what a file looks like.
    example: str
    most: int
    head: Mapping[str, str] = field(default_factory=dict)
    # What files with other heads hold.
    names: Mapping[str, Any] = field(default_factory=dict)
    # The column that names a row where something is wrong in it.
    naming: str = ""

    @property
    def _heads(self) -> Mapping[str, str]:
        return {WAYPOST: self.kind, **self.head}

    @property
    def _names(self) -> list[str]:
        return [column.name for column in self.columns]

    def guide(self) -> Iterator[str]:
        """The columns and what stands there, as a table in Markdown; those alike share a line."""
        yield "| column | what goes there |"
        yield "|---|---|"
        for help_, columns in groupby(self.columns, lambda column: column.help):
            yield f"| {', '.join(f'`{column.name}`' for column in columns)} | {help_} |"

    def read(self, name: str, data: bytes) -> tuple[Row, ...]:
        """The rows of a file, no cell of them read yet. Raises RuleViolation with what is wrong."""
        text = text_of(data, self.example)
        is_json = name.casefold().endswith(".json") or text.lstrip()[:1] in ("{", "[")
        faults = Faults()
        rows = tuple(self._listed(text, faults) if is_json else self._tabled(text, faults))
        faults.require_none()
        if not rows:
            raise _wanted("file.empty", T("That file has no {rows}"), self.example, rows=self.rows)
        return rows

    def _require_few(self, count: int) -> None:
        """See to how many rows there are before any is looked at: sentences about thousands take seconds."""
        if count > self.most:
            raise refused(
                "file.too_many",
                "That file has {count:,} {rows}, and the limit is {most}.",
                count=count,
                rows=self.rows,
                most=self.most,
            )

    def values(self, row: Row, known: Any, faults: Faults) -> dict[str, Any]:
        """What its cells say, by field; what can't be read becomes a fault each."""
        found = {}
        for column in self.columns:
            if column.read is not None and column.name in row.cells:
                try:
                    found[column.field or column.name] = column.read(known, row.cells[column.name])
                except RuleViolation as wrong:
                    faults.add(row, wrong, column.name)
        return found

    # -- CSV --

    def _tabled(self, text: str, faults: Faults) -> Iterator[Row]:
        head = text.partition("\n")[0]
        # Spreadsheets of half the world separate cells by semicolons, and what is copied out of one has tabs.
        delimiter = max(",;\t", key=head.count)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        try:
            names = [one_line(cell).casefold() for cell in next(reader, [])]
            while names and not names[-1]:
                names.pop()
            self._require_columns(names)
            found = [each for each in enumerate(reader, 2) if any(map(str.strip, each[1]))]
        except csv.Error:
            raise refused(
                "file.not_csv",
                "That CSV file can't be read from line {line} on.",
                line=reader.line_num,
            ) from None
        self._require_few(len(found))
        for number, cells in found:
            padded = (*cells, *[""] * len(names))
            row = Row(number, dict(zip(names, map(_unmarked, padded), strict=False)))
            if any(map(str.strip, cells[len(names) :])):
                faults.add(row, T("this row has more cells than the header.")(), self._named(row.cells))
            else:
                yield row

    def _require_columns(self, names: list[str]) -> None:
        if unknown := [name for name in names if name not in self._names]:
            shown = [T("“{name:40}”")(name=name) for name in unknown[:MOST_FAULTS]]
            says = T("{shown:,} and {left} more") if len(unknown) > MOST_FAULTS else T("{shown:,}")
            left = {"left": len(unknown) - MOST_FAULTS} if len(unknown) > MOST_FAULTS else {}
            raise refused(
                "file.unknown_columns",
                "That file has unknown columns: {shown}. It can have {known:,}.",
                shown=says(shown=shown, **left),
                known=self._names,
            )
        if twice := [name for name in self._names if names.count(name) > 1]:
            raise refused(
                "file.column_twice",
                "That file has the column “{name}” twice.",
                name=twice[0],
            )
        if missing := [
            each.name
            for each in self.columns
            if each.is_required and not {each.name, each.instead} & {*names}
        ]:
            lacks = T("That file's first row is missing the {missing:column|columns} {shown}")
            shown = [T("“{name}”")(name=name) for name in missing]
            raise _wanted("file.missing_columns", lacks, self.example, missing=missing, shown=shown)

    # -- JSON --

    def _listed(self, text: str, faults: Faults) -> Iterator[Row]:
        whole = json_of(text, self.example)
        require_head(whole, self._heads, self.example, {**self.names, self.kind: self.what})
        if not isinstance(whole.get(self.rows), list):
            raise _wanted("file.no_list", T("Its “{rows}” aren't a list"), self.example, rows=self.rows)
        self._require_few(len(whole[self.rows]))
        for line, found in placed(text, self.rows):
            row = Row(line, {}, is_listed=True)
            if not isinstance(found, dict):
                faults.add(row, T("this isn't a JSON object.")())
                continue
            if odd := next((name for name in found if name not in self._names), None):
                says = T("“{name:40}” is unknown here; it can have {known:,}.")
                faults.add(row, says(name=odd, known=self._names), self._named(found))
            known = [name for name in found if name in self._names]
            yield Row(line, {name: self._cell(row, found, name, faults) for name in known}, is_listed=True)

    def _cell(self, row: Row, found: Mapping[str, Any], name: str, faults: Faults) -> str:
        """A value, written for a spreadsheet's cell."""
        value = found[name]
        if value is None:
            return ""
        if isinstance(value, bool):
            return YES if value else NO
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return " ".join(value)
        if isinstance(value, str | int):
            return str(value)
        says = T("“{name}” has to be a text, a whole number, yes or no, or a list of words.")
        faults.add(row, says(name=name), self._named(found))
        return ""

    def _named(self, cells: Mapping[str, Any]) -> str:
        return str(cells.get(self.naming, "")) if self.naming else ""

    # -- written --

    def csv(self, rows: Iterable[R], *, with_secrets: bool = False) -> bytes:
        """A table with a header; cells that a spreadsheet would calculate are marked as text."""
        columns, lines = self._written(with_secrets=with_secrets), io.StringIO(newline="")
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow([name for name, _, _ in columns])
        for row in rows:
            writer.writerow([_marked(write(row)) if is_free else write(row) for _, write, is_free in columns])
        # With the mark by which spreadsheets know UTF-8.
        return lines.getvalue().encode("utf-8-sig")

    def json(self, rows: Iterable[R], *, with_secrets: bool = False) -> bytes:
        """JSON, a row a line, so that two can be compared line by line."""
        columns = self._written(with_secrets=with_secrets)
        cells = ({name: write(row) for name, write, _ in columns} for row in rows)
        return self.listed({name: text for name, text in each.items() if text} for each in cells)

    def listed(self, rows: Iterable[Mapping[str, str]]) -> bytes:
        """JSON, a row a line, of rows whose values are text already."""
        lines = ",\n".join(json.dumps(dict(each), ensure_ascii=False) for each in rows)
        head = json.dumps(self._heads, ensure_ascii=False)[:-1]
        return f'{head}, "{self.rows}": [\n{lines}\n]}}\n'.encode()

    def _written(self, *, with_secrets: bool) -> list[tuple[str, Callable[[R], str], bool]]:
        return [
            (each.name, each.write, each.is_free)
            for each in self.columns
            if each.write is not None and (with_secrets or not each.is_secret)
        ]


def _unmarked(cell: str) -> str:
    text = cell.strip()
    is_marked = len(text) > 1 and text[0] == _MARK and text[1] in _FORMULA + _MARK
    return text[1:] if is_marked else cell


def _marked(text: str) -> str:
    return _MARK + text if text[:1] and text[0] in _FORMULA + _MARK else text


_BETWEEN = re.compile(r"[\s,:]*")
_DECODER = json.JSONDecoder()


def placed(text: str, rows: str) -> Iterator[tuple[int, Any]]:
    """Each part of a list in a JSON object that was read whole, with the line it begins in."""
    at = _next(text, text.index("{") + 1)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        at = _next(text, at)
        if key != rows:
            at = _next(text, _DECODER.raw_decode(text, at)[1])
            continue
        at = _next(text, at + 1)
        line, counted = 1, 0
        while text[at] != "]":
            line, counted = line + text.count("\n", counted, at), at
            found, at = _DECODER.raw_decode(text, at)
            yield line, found
            at = _next(text, at)
        return


def _next(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found is not None else at


# -- cells --------------------------------------------------------------------------------------------


def yes_or_no(_known: Any, text: str) -> bool:
    """True if a cell says yes; an empty cell says no. Raises RuleViolation."""
    answer = _ANSWERS.get(text.strip().casefold())
    if answer is None:
        raise refused("file.yes_or_no", "“{text:40}” isn't yes or no.", text=text)
    return answer


def number(what: T, most: int) -> Callable[[Any, str], int | None]:
    """A function that reads a whole number from 0 on, or nothing."""

    def read(_known: Any, text: str) -> int | None:
        found = whole_number(text)
        if text.strip() and (found is None or not 0 <= found <= most):
            raise refused(
                "file.number",
                "“{text:40}” doesn't work as {what}: it has to be a number from 0 to {most:,}, or nothing.",
                text=text,
                what=what,
                most=most,
            )
        return found

    return read


def several(enum: type[E], what: T) -> Callable[[Any, str], tuple[E, ...]]:
    """Reads values divided by spaces, commas or semicolons, into the order of their kind."""
    names = {each.value.casefold(): each.value.replace("_", " ") for each in enum}

    def read(_known: Any, text: str) -> tuple[E, ...]:
        wanted = text.casefold().replace(",", " ").replace(";", " ").split()
        for word in wanted:
            if word not in names:
                unknown(what, word, names)
        return tuple(each for each in enum if each.value.casefold() in wanted)

    return read


def unknown(what: T, text: str, names: Mapping[str, str]) -> NoReturn:
    """Refuse what is none of those names: the nearest is told, as the mapping tells it, else all."""
    if near := nearest(text, names):
        raise refused(
            "file.did_you_mean",
            "“{text:40}” isn't a known {what}. Did you mean {near:60}?",
            text=text,
            what=what,
            near=near[0],
        )
    told = list(dict.fromkeys(names.values()))
    hint = T("it has to be one of {told:,}.")(told=told) if told else T("there are none.")()
    raise refused("file.unknown", "“{text:40}” isn't a known {what}: {hint}", text=text, what=what, hint=hint)
