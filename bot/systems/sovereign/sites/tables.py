"""A site's encounter table (S74): written by line or brought as a file, checked for gaps, and drawn from.

1-3 Goblin patrol | 2d4 | 1 HD | humanoid        faces of its die
x3 Goblin patrol | 2d4                           or weights, which become faces
A door slams | event                             or neither: each line is as likely as the others
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.asking import Asks
from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.files import Column, Faults, Table, unknown
from bot.engine.files import Row as FileRow
from bot.engine.finders import Asker
from bot.engine.saying import Name
from bot.engine.system import RecordId, Scope
from bot.engine.text import T, of_length, refused
from bot.engine.words import one_line, whole_number
from bot.engine.working import RecordCopy
from bot.errors import RuleViolation
from bot.systems.sovereign.dungeon import MOST_ROWS, WORDS_LENGTH, Being, Hit, Row, Site
from bot.systems.sovereign.harm.rules import amount_of, read_amount
from bot.systems.sovereign.sites.rules import OnSite, on_site

MOST_SIDES, MOST_WEIGHT, MOST_HD, TEXT_LENGTH = 1000, 100, 99, 4000


# -- drawn --------------------------------------------------------------------------------------------


def met(site: Site, turn: int, dice: Dice) -> Hit:
    """Whom they meet, drawn in secret: the line and how many (S74). Without a table nobody is named."""
    if not site.table:
        return Hit(turn)
    (face,) = dice.roll(1, site.sides, reason=T("encounter table").plain(), secret=True)
    row = site.row(face) or site.table[-1]
    number = amount_of(row.number, dice, is_secret=True).n if row.number else 0
    return Hit(turn, row.what, number, row.hd, row.being)


# -- a line as it is written --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line that could be read, and where it stands. One with a weight has no faces yet."""

    place: FileRow
    row: Row
    weight: int = 0


_KINDS: Final[Mapping[str, Being]] = {each.value: each for each in Being} | {"unintelligent": Being.BEAST}
_RANGE = re.compile(r"([0-9]+)(?:\s*[-–—]\s*([0-9]+))?[.:)]?(?:\s+(.*))?", re.ASCII)
_WEIGHT = re.compile(r"[x×]\s*([0-9]+)(?:\s+(.*))?", re.ASCII | re.IGNORECASE)


def _whole(text: str, least: int, most: int, what: T) -> int:
    number = whole_number(text)
    if number is None or not least <= number <= most:
        raise refused(
            "table.number",
            "{what} has to be a number from {least} to {most:,}, not “{text:20}”.",
            what=what,
            least=least,
            most=most,
            text=text,
        )
    return number


def _face(text: str) -> int:
    """A face of the table's die; 00 is 100, as on d% tables."""
    return 100 if text.strip() == "00" else _whole(text, 1, MOST_SIDES, T("Each face"))


def _weight(text: str) -> int:
    return _whole(text, 1, MOST_WEIGHT, T("A weight"))


def _hd(text: str) -> int:
    digits = text.casefold().removesuffix("hd").strip()
    return _whole(digits, 0, MOST_HD, T("HD")) if text.strip() else 1


def _number(text: str) -> str:
    """How many appear, as it is rolled: nothing, 5 or 2d4."""
    if not text.strip():
        return ""
    amount = read_amount(text)
    return str(amount) if isinstance(amount, int) else amount.expression


def _being(text: str) -> Being:
    name = one_line(text).casefold()
    if name and name not in _KINDS:
        unknown(T("kind"), text, {each: each for each in _KINDS})
    return _KINDS[name] if name else Being.HUMANOID


def _what(text: str) -> str:
    # The mark stands between fields where it is written as text.
    return of_length(
        one_line(text.replace("|", "/")),
        WORDS_LENGTH,
        "table.what",
        "Say what is met in 1 to {most} characters{given}.",
        least=1,
    )


def _faces(low: int, high: int) -> tuple[int, int]:
    if high < low:
        raise refused("table.backwards", "{low}-{high} runs backwards.", low=low, high=high)
    return low, high


def _read(place: FileRow, text: str) -> Line:
    """A written line. Raises RuleViolation with what is wrong in it."""
    head, *fields = map(one_line, text.split("|"))
    low, high, weight, what = 0, 0, 1, head
    if found := _RANGE.fullmatch(head):
        low, high = _faces(_face(found[1]), _face(found[2] or found[1]))
        weight, what = 0, found[3] or ""
    elif found := _WEIGHT.fullmatch(head):
        weight, what = _weight(found[1]), found[2] or ""
    # The kind is known by its word: what stands before it may be left out.
    being = _being(fields.pop()) if fields and (len(fields) == 3 or fields[-1].casefold() in _KINDS) else None
    if len(fields) > 2:
        raise refused("table.fields", "Write number, HD and kind behind it, and nothing more.")
    number, hd = (*fields, "", "")[:2]
    row = Row(low, high, _what(what), _number(number), _hd(hd), being or Being.HUMANOID)
    return Line(place, row, weight)


def _written(text: str, faults: Faults) -> Iterator[Line | None]:
    for number, each in enumerate(text.splitlines(), 1):
        if not one_line(each):
            continue
        place = FileRow(number, {}, is_listed=True)
        try:
            yield _read(place, each)
        except RuleViolation as wrong:
            faults.add(place, wrong)
            yield None


def text_of(table: Sequence[Row]) -> str:
    """A table as it is written."""
    return "\n".join(map(_text, table))


def _text(row: Row) -> str:
    """A line without what goes without saying."""
    faces = f"{row.low}-{row.high}" if row.high > row.low else f"{row.low}"
    fields = [row.number, f"{row.hd} HD"] if row.hd != 1 else [row.number] if row.number else []
    fields += [row.being.value] if row.being is not Being.HUMANOID else []
    return " | ".join((f"{faces} {row.what}", *fields))


# -- as a file ----------------------------------------------------------------------------------------

ENCOUNTERS: Final[Table[Row]] = Table(
    "encounter-table",
    "rows",
    T("an encounter table"),
    (
        Column("from", lambda _, text: _face(text) if text.strip() else 0, lambda row: str(row.low)),
        Column("to", lambda _, text: _face(text) if text.strip() else 0, lambda row: str(row.high)),
        Column("weight", lambda _, text: _weight(text) if text.strip() else 1),
        Column("what", lambda _, text: _what(text), lambda row: row.what, is_required=True, is_free=True),
        Column("number", lambda _, text: _number(text), lambda row: row.number),
        Column("hd", lambda _, text: _hd(text), lambda row: str(row.hd)),
        Column("kind", lambda _, text: _being(text), lambda row: row.being.value, "being"),
    ),
    "/site export",
    MOST_ROWS,
    naming="what",
)


def _filed(rows: Sequence[FileRow], faults: Faults) -> Iterator[Line | None]:
    for each in rows:
        values: dict[str, Any] = {"from": 0, "to": 0, "weight": 1, **ENCOUNTERS.values(each, None, faults)}
        low, high, weight = (values.pop(name) for name in ("from", "to", "weight"))
        try:
            low, high = _faces(low, high or low)
            if not faults.is_in(each):
                yield Line(each, Row(low, high, **values), 0 if low else weight)
                continue
        except RuleViolation as wrong:
            faults.add(each, wrong, each.cells.get("what", ""))
        yield None


# -- checked ------------------------------------------------------------------------------------------


def laid_out(lines: Sequence[Line | None], faults: Faults) -> tuple[Row, ...]:
    """The rows on one die, from 1 on without a gap; weights become faces. What is wrong is a fault each.

    After a line that couldn't be read (None) anything may come next.
    """
    read = [each for each in lines if each is not None]
    if len(lines) > MOST_ROWS:
        says = T("A table can have {most} lines, not {n}.")
        faults.add(None, says(most=MOST_ROWS, n=len(lines)))
    ranged = [each for each in read if not each.weight]
    if not ranged:
        return _weighed(read, faults)
    if odd := next((each for each in read if each.weight), None):
        faults.add(odd.place, T("this has no range, but others have. Give every line one, or none.")())
        return ()
    last: int | None = 0
    for each in lines:
        if each is not None and last is not None:
            _check_next(last, each, faults)
        last = None if each is None else max(last or 0, each.row.high)
    return tuple(each.row for each in read)


def _check_next(last: int, line: Line, faults: Faults) -> None:
    low = line.row.low
    if low <= last:
        says = T("this starts at {low}, but {last} is taken above. It has to start at {next}.")
        faults.add(line.place, says(low=low, last=last, next=last + 1))
    elif low > last + 1:
        says = T("nothing stands for {gap}. This has to start at {next}.")
        gap = T("{low} to {high}")(low=last + 1, high=low - 1) if low > last + 2 else T("{n}")(n=last + 1)
        faults.add(line.place, says(gap=gap, next=last + 1))


def _weighed(lines: Sequence[Line], faults: Faults) -> tuple[Row, ...]:
    rows, last = list[Row](), 0
    for each in lines:
        rows.append(replace(each.row, low=last + 1, high=last + each.weight))
        last += each.weight
    if last > MOST_SIDES:
        faults.add(None, T("All weights together can be {most:,}, not {n:,}.")(most=MOST_SIDES, n=last))
    return tuple(rows)


# -- put in place -------------------------------------------------------------------------------------


class WriteTable(OnSite):
    """Write a site's encounter table; nothing removes it."""

    text: str = option(
        "One line each: 1-3 Goblins | 2d4 | 1 HD | humanoid, or x3 Goblins",
        label="One line each",
        empty="Leave it empty to remove the table.",
        default="",
        max_length=TEXT_LENGTH,
        is_long=True,
    )


@dataclass(frozen=True, slots=True)
class ReadTable:
    """Bring a site's encounter table out of a file."""

    site: RecordId
    rows: tuple[FileRow, ...]


def _today(asker: Asker) -> Mapping[str, str]:
    text = text_of(asker.record("site").state.table)
    if len(text) > TEXT_LENGTH:
        raise refused(
            "table.too_long",
            "That table is too long for a form. Change it in the file of `/site export`, and bring that.",
        )
    return {"text": text}


@on_site(asks=Asks(T("Encounters of {name}"), ("text",), _today))
def write_table(found: RecordCopy[Site], action: WriteTable, dice: Dice) -> None:
    """Put it in place of the old one. Raises RuleViolation with all that is wrong."""
    faults = Faults()
    lines = list(_written(action.text, faults))
    _set(found, lines, faults)


@on_site(scope=lambda action: Scope((action.site,)))
def read_table(found: RecordCopy[Site], action: ReadTable, dice: Dice) -> None:
    """Put it in place of the old one. Raises RuleViolation with all that is wrong."""
    faults = Faults()
    lines = list(_filed(action.rows, faults))
    _set(found, lines, faults)


def _set(found: RecordCopy[Site], lines: Sequence[Line | None], faults: Faults) -> None:
    table = laid_out(lines, faults)
    faults.require_none()
    found.change(table=table)
    name = Name(found.state.name)
    if table:
        found.say(
            "site.table",
            T("{name}: an encounter table of {rows} {rows:line|lines}, on a d{sides}."),
            name=name,
            rows=len(table),
            sides=found.state.sides,
        )
    else:
        found.say("site.no_table", T("{name} has no encounter table now."), name=name)
