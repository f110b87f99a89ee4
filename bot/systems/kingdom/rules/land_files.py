"""The map as a file: CSV for spreadsheets, or JSON; read into rows of cells, and written."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.system import RecordId
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import Spot, axial
from bot.systems.kingdom.rules.land import MOST_HEXES, Hex, Land
from bot.systems.kingdom.words import land_files as words

MOST_BYTES: Final = 256 * 1024
WAYPOST, KIND, HEXES = "waypost", "kingdom-map", "hexes"
SECRET: Final = "secret"  # noqa: S105  the name of a column
COLUMNS: Final = (
    "q", "r", "label", "terrain", "rivers", "coast", "lake", "specials", "explored", "cleared", "revealed",
    "realm", "improvements", "prepared", "notes", SECRET,
)  # fmt: skip
REQUIRED: Final = ("q", "r")
# A spreadsheet would calculate what begins like this; the mark before it is taken off again in reading.
_FORMULA, _MARK = "=+-@", "'"
_TEXTS = ("label", "realm", "notes", SECRET)


@dataclass(frozen=True, slots=True)
class Row:
    """One hex of a file: its number as a spreadsheet counts, or in a JSON list, and its cells."""

    number: int
    cells: Mapping[str, str]
    is_listed: bool = False


def require_small(size: int) -> None:
    """See that a file of so many bytes may be read. Raises RuleViolation."""
    if size > MOST_BYTES:
        raise RuleViolation(words.too_big(size, MOST_BYTES))


def read_file(name: str, data: bytes) -> tuple[Row, ...]:
    """The rows of a file, no cell of them read yet. Raises RuleViolation with what is wrong."""
    require_small(len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleViolation(words.NOT_UTF8) from None
    is_json = name.casefold().endswith(".json") or text.lstrip()[:1] in ("{", "[")
    rows = tuple(_listed(text) if is_json else _table(text))
    if not rows:
        raise RuleViolation(words.NO_HEXES)
    if len(rows) > MOST_HEXES:
        raise RuleViolation(words.too_many(len(rows), MOST_HEXES))
    return rows


def _require_columns(names: list[str]) -> None:
    if unknown := [safe(name, 40) for name in names if name not in COLUMNS]:
        raise RuleViolation(words.unknown_columns(unknown, COLUMNS))
    if twice := [name for name in COLUMNS if names.count(name) > 1]:
        raise RuleViolation(words.column_twice(twice[0]))
    if missing := [name for name in REQUIRED if name not in names]:
        raise RuleViolation(words.missing_columns(missing))


# -- CSV ------------------------------------------------------------------------------------------------


def _table(text: str) -> Iterator[Row]:
    head = text.partition("\n")[0]
    # Spreadsheets of half the world separate cells by semicolons, and what is copied out of one has tabs.
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    try:
        names = [one_line(cell).casefold() for cell in next(reader, [])]
        while names and not names[-1]:
            names.pop()
        _require_columns(names)
        yield from _rows(reader, names)
    except csv.Error:
        raise RuleViolation(words.not_csv(reader.line_num)) from None


def _rows(reader: Any, names: list[str]) -> Iterator[Row]:
    for number, cells in enumerate(reader, 2):
        if any(cell.strip() for cell in cells[len(names) :]):
            raise RuleViolation(words.faults([words.fault(number, words.UNEVEN)]))
        if any(cell.strip() for cell in cells):
            found = zip(names, (*cells, *[""] * len(names)), strict=False)
            yield Row(number, {name: _unmarked(cell.strip()) for name, cell in found})


def _unmarked(text: str) -> str:
    is_marked = len(text) > 1 and text[0] == _MARK and text[1] in _FORMULA + _MARK
    return text[1:] if is_marked else text


# -- JSON -----------------------------------------------------------------------------------------------


def _listed(text: str) -> Iterator[Row]:
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise RuleViolation(words.not_json(wrong.lineno)) from None
    except (ValueError, RecursionError):
        # A number of thousands of digits, or brackets within brackets without end.
        raise RuleViolation(words.not_json(1)) from None
    if not isinstance(whole, dict) or whole.get(WAYPOST) != KIND or not isinstance(whole.get(HEXES), list):
        raise RuleViolation(words.OTHER_JSON)
    for number, found in enumerate(whole[HEXES], 1):
        if not isinstance(found, dict):
            raise RuleViolation(words.faults([words.fault(number, words.NO_HEX, is_listed=True)]))
        _require_columns([str(name) for name in found])
        yield Row(number, {name: _cell(number, name, value) for name, value in found.items()}, is_listed=True)


def _cell(number: int, name: str, value: Any) -> str:
    """A value as a spreadsheet's cell would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return words.YES if value else words.NO
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, str | int):
        return str(value).strip()
    raise RuleViolation(words.faults([words.fault(number, words.no_text(name), is_listed=True)]))


# -- written --------------------------------------------------------------------------------------------


class _Lines(list[str]):
    """What a CSV writer writes to."""

    write = list.append


def write_csv(land: Land, realms: Mapping[RecordId, str], *, with_secrets: bool) -> bytes:
    """The map as a table with a header; cells that a spreadsheet would calculate are marked as text."""
    columns = _columns(with_secrets=with_secrets)
    lines = _Lines()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    for spot, each in land.hexes.items():
        cells = _cells(spot, each, realms)
        writer.writerow([_marked(name, cells[name]) for name in columns])
    # With the mark by which spreadsheets know UTF-8.
    return "".join(lines).encode("utf-8-sig")


def write_json(land: Land, realms: Mapping[RecordId, str], *, with_secrets: bool) -> bytes:
    """The map as JSON, a hex a line."""
    columns = _columns(with_secrets=with_secrets)
    found = (_cells(spot, each, realms) for spot, each in land.hexes.items())
    shown = ({name: cells[name] for name in columns if cells[name]} for cells in found)
    lines = ",\n".join(json.dumps(cells, ensure_ascii=False) for cells in shown)
    return f'{{"{WAYPOST}": "{KIND}", "{HEXES}": [\n{lines}\n]}}\n'.encode()


def _columns(*, with_secrets: bool) -> tuple[str, ...]:
    return COLUMNS if with_secrets else tuple(name for name in COLUMNS if name != SECRET)


def _marked(name: str, text: str) -> str:
    return _MARK + text if name in _TEXTS and text[:1] and text[0] in _FORMULA + _MARK else text


def _cells(spot: Spot, each: Hex, realms: Mapping[RecordId, str]) -> dict[str, str]:
    q, r = axial(spot)
    return {
        "q": str(q),
        "r": str(r),
        "label": each.label,
        "terrain": each.terrain.value,
        "rivers": " ".join(each.rivers),
        "coast": _yes(each.is_coast),
        "lake": _yes(each.has_lake),
        "specials": " ".join(each.specials),
        "explored": _yes(each.is_explored),
        "cleared": _yes(each.is_cleared),
        "revealed": _yes(each.is_revealed),
        "realm": realms.get(each.realm, "") if each.realm is not None else "",
        "improvements": " ".join(each.improvements),
        "prepared": "" if each.prepared is None else str(each.prepared),
        "notes": each.notes,
        SECRET: each.secret,
    }


def _yes(value: bool) -> str:
    return words.YES if value else ""
