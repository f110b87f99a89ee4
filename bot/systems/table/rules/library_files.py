"""Files of a library's entries: JSON as Waypost exports it, or a CSV table; read and written as text."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.engine.library import AnyShelf, Texts
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.table.rules.library_entries import Row, read_rows
from bot.systems.table.words import library_files as words

MOST_BYTES, MOST_ENTRIES = 256 * 1024, 500
WAYPOST, LIBRARY, KIND, ENTRIES = "waypost", "library", "kind", "entries"
_BETWEEN = re.compile(r"[\s,:]*")
_DECODER = json.JSONDecoder()


def require_small(size: int) -> None:
    """See that a file of so many bytes may be read. Raises RuleViolation."""
    if size > MOST_BYTES:
        raise RuleViolation(words.too_big(size, MOST_BYTES))


def write_file(shelf: AnyShelf, entries: Iterable[Texts]) -> bytes:
    """A file of those entries, an entry a line, so that they can be compared line by line."""
    lines = ",\n".join(json.dumps(dict(each), ensure_ascii=False) for each in entries)
    head = json.dumps({WAYPOST: LIBRARY, KIND: shelf.key}, ensure_ascii=False)[:-1]
    return f'{head}, "{ENTRIES}": [\n{lines}\n]}}\n'.encode()


def read_file(
    shelf: AnyShelf, name: str, data: bytes, kinds: Mapping[str, str]
) -> tuple[dict[str, str], ...]:
    """The texts of a file's entries, each of them legal. Raises RuleViolation with what is wrong, by line.

    `kinds` says what the entries of other shelves are called, by key.
    """
    require_small(len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleViolation(words.NOT_UTF8) from None
    is_table = name.casefold().endswith(".csv")
    rows = list(_table(shelf, text) if is_table else _entries(shelf, text, kinds))
    if not rows:
        raise RuleViolation(words.NO_ENTRIES)
    if len(rows) > MOST_ENTRIES:
        raise RuleViolation(words.too_many(len(rows), MOST_ENTRIES))
    return tuple(shelf.write(state) for state in read_rows(shelf, rows))


# -- JSON ---------------------------------------------------------------------------------------------


def _entries(shelf: AnyShelf, text: str, kinds: Mapping[str, str]) -> Iterator[Row]:
    _require_head(shelf, _json(text), kinds)
    faults = []
    for line, found in _placed(text):
        wrong = _wrong(found)
        if wrong is not None:
            name = found.get(shelf.naming, "") if isinstance(found, dict) else ""
            faults.append(words.fault(line, safe(str(name), 60), wrong))
        else:
            yield Row({key: str(value) for key, value in found.items()}, line)
    if faults:
        raise RuleViolation(words.faults(faults))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as wrong:
        raise RuleViolation(words.not_json(wrong.lineno)) from None
    except (ValueError, RecursionError):
        # A number of thousands of digits, or brackets within brackets without end.
        raise RuleViolation(words.not_json(1)) from None


def _require_head(shelf: AnyShelf, whole: Any, kinds: Mapping[str, str]) -> None:
    if not isinstance(whole, dict) or WAYPOST not in whole:
        raise RuleViolation(words.NO_HEADER)
    if whole[WAYPOST] != LIBRARY:
        raise RuleViolation(words.other_file(safe(str(whole[WAYPOST]), 40)))
    if whole.get(KIND) != shelf.key:
        found = str(whole.get(KIND, ""))
        raise RuleViolation(words.other_kind(kinds.get(found, f"“{safe(found, 60)}”"), kinds[shelf.key]))
    if not isinstance(whole.get(ENTRIES), list):
        raise RuleViolation(words.NO_LIST)


def _placed(text: str) -> Iterator[tuple[int, Any]]:
    """Each entry of a whole JSON text, with the line it begins in."""
    at = _next(text, text.index("{") + 1)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        at = _next(text, at)
        if key != ENTRIES:
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


def _wrong(found: Any) -> str | None:
    if not isinstance(found, dict):
        return words.NOT_AN_ENTRY
    for key, value in found.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            return words.no_text(safe(key, 40))
    return None


# -- CSV ----------------------------------------------------------------------------------------------


def _table(shelf: AnyShelf, text: str) -> Iterator[Row]:
    head = text.partition("\n")[0]
    # Spreadsheets of half the world separate cells by semicolons.
    delimiter = ";" if head.count(";") > head.count(",") else ","
    reader = csv.reader((f"{line}\n" for line in text.split("\n")), delimiter=delimiter, strict=True)
    try:
        columns = [cell.strip() for cell in next(reader, [])]
        _require_columns(shelf, columns)
        yield from _rows(reader, columns)
    except csv.Error:
        raise RuleViolation(words.not_csv(reader.line_num)) from None


def _rows(reader: Any, columns: list[str]) -> Iterator[Row]:
    line = reader.line_num
    for cells in reader:
        line, first = reader.line_num, line + 1
        if len(cells) > len(columns):
            name = safe(cells[0], 60)
            raise RuleViolation(words.faults([words.fault(first, name, words.UNEVEN_ROW)]))
        if any(cell.strip() for cell in cells):
            yield Row(dict(zip(columns, cells, strict=False)), first)


def _require_columns(shelf: AnyShelf, columns: list[str]) -> None:
    names = [field.name for field in shelf.fields]
    if unknown := [safe(column, 40) for column in columns if column not in names]:
        raise RuleViolation(words.unknown_columns(unknown, names))
    if double := [name for name in names if columns.count(name) > 1]:
        raise RuleViolation(words.twice(double))
    required = [field.name for field in shelf.fields if not field.is_optional]
    if missing := [name for name in required if name not in columns]:
        raise RuleViolation(words.missing_columns(missing))
