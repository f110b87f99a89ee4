"""What stands behind dice: a label, further rolls, or something that was meant to count.

A label that would swallow dice or a bonus is refused with both ways it could be meant: nothing that somebody
typed to be rolled is left out without a word. Behind a `#` all is label.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bot.engine.dice.cursor import Cursor, shown
from bot.engine.dice.terms import Group, Roll, Treatment
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip
from bot.errors import UserError

# As much of a text as is offered again.
MOST_OFFERED, ROOM_OF_LABEL = 80, 20
MOST_AGAIN: Final = 25

# No two spaces of any length stand side by side here: a text of spaces would be read for minutes.
_DICE: Final = r"(?:[0-9]{1,4}\s*)?[dD]\s*(?:[0-9]{1,4}|%|[fF](?![^\W_]))"
_HEAD: Final = rf"(?=[(\s]*(?:[0-9]+\s*#[(\s]*)?{_DICE})"
# What divides rolls where dice follow; behind a label a `+` adds further ones to them.
_NEXT: Final = re.compile(rf"\s*(?:[;,&](?:\s*(?:and|then)\b)?|\b(?:and|then)\b|(\+)){_HEAD}", re.IGNORECASE)
_NEXT_OF_LITERAL: Final = re.compile(rf"\s*;{_HEAD}")
_LINES: Final = re.compile(rf"\n{_HEAD}")

# Without any of these a label holds no dice and no number.
_COUNTS: Final = re.compile(r"[0-9%]|[dD]\s*[fF]")
_TIMES: Final = re.compile(r"[xX×]\s*([0-9]{1,6})(?!\w)")
_COMPARED: Final = re.compile(r"[<>=≥≤]{1,2}\s*-?[0-9]+")
# What is done to dice, where it isn't read because no dice stand before it.
_TREATED: Final = re.compile(r"(?:kh|kl|dh|dl|rr|ro|mi|ma|lim|k|t)\s*[0-9]+(?!\w)", re.IGNORECASE)
_TARGET: Final = re.compile(r"(?:t|>=|≥|=>)\s*([0-9]+)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]+(?![^\W\d_])|\(\s*[-(]*\s*(?:[0-9]|[dD][0-9%])")
_WITHIN: Final = re.compile(rf"(?<!\w){_DICE}(?![^\W_])")
_BONUS: Final = re.compile(r"(?:^|\s)([+*/-]\s*[0-9]+)\s*$")
# What begins a label is anything else: a letter, a bracket, a mention, an emoji.
_NO_LABEL: Final = frozenset(")=>%^!+*/•·÷")
_MENTION: Final = re.compile(r"<(?=[@#:/a])")
_DASHES: Final = re.compile(r"[-,;&]+\s*")

_LUCK: Final = {
    **dict.fromkeys(("adv", "advantage"), True),
    **dict.fromkeys(("dis", "disadv", "disadvantage"), False),
}
_LUCKY: Final = re.compile(rf"(?:(?:with|at)\s+)?({'|'.join(_LUCK)})\b[\s,:]*", re.IGNORECASE)
_LUCKY_END: Final = re.compile(r"\s+(adv|disadv)$", re.IGNORECASE)
_LUCK_BEGINS: Final = re.compile(r"[aA][dD][vV]|^[^\W\d_]*\s*[dD][iI][sS]")
LUCK_SAID: Final = ("disadvantage", "advantage")
_LUCKY_DICE: Final = {
    True: Group("2d20kh1", 2, 20, False, Treatment(first=-1)),
    False: Group("2d20kl1", 2, 20, False, Treatment(last=1)),
}


class Tail(NamedTuple):
    """Where the label begins and ends, and the next roll begins; with `is_added` that belongs to a sum."""

    begin: int
    end: int
    next: int | None = None
    is_added: bool = False


def lines_divided(text: str) -> str:
    """The text with each line that begins with dice divided from those before it."""
    return _LINES.sub(";", text) if "\n" in text else text


def tail_of(cursor: Cursor, roll: Roll) -> Tail:
    """What stands behind a roll that was read as far as the cursor. Raises RuleViolation."""
    text, read = cursor.text, cursor.place
    first = cursor.peek()
    start = cursor.place
    if first == "#":
        found = _NEXT_OF_LITERAL.search(text, start)
        return Tail(start + 1, found.start() if found else len(text), found.end() if found else None)
    if first.isalpha() and text[start - 1].isspace() and _COUNTS.search(text, start) is None:
        return Tail(start, len(text))
    found = _NEXT.search(text, read)
    end = found.start() if found else len(text)
    if start >= end:
        return Tail(end, end, found.end() if found else None)
    if (beside := _TIMES.match(text, start)) is not None:
        raise again_or_times(cursor, roll, beside, text[beside.end() : end])
    _check_beginning(cursor, roll, end)
    begin = dashes.end() if (dashes := _DASHES.match(text, start)) else start
    _check_within(cursor, roll.expression, begin, end)
    return Tail(begin, end, found.end() if found else None, bool(found and found[1]))


def again_or_times(cursor: Cursor, roll: Roll, beside: re.Match[str], label: str = "") -> UserError:
    """The complaint about an x and a number behind dice: some mean so many rolls, some that many times."""
    number, expression = int(beside[1]), roll.expression
    label = f"# {label.strip()}" if _COUNTS.search(label) or not label[:1].isspace() else label.strip()
    label = label.removesuffix("# ")
    again = [f"{number}#{expression}"] if 2 <= number <= MOST_AGAIN and "#" not in expression else []
    times = f"{expression}*{number}" if len(roll.parts) == 1 else f"({expression})*{number}"
    return refused(
        "roll.again_or_times",
        "{quoted}: {sign} could mean again or times. Try {offers:or}.",
        quoted=cursor.quoted(beside.start()),
        sign=_code(beside[0]),
        offers=_offers(expression, *(f"{each} {label}".rstrip() for each in (*again, times))),
    )


def _check_beginning(cursor: Cursor, roll: Roll, end: int) -> None:
    """See that a label begins here. Raises RuleViolation saying what is wrong with it."""
    text, start, expression = cursor.text, cursor.place, roll.expression
    rest, first = text[start:end], text[start]
    literal = f"{expression} # {rest}"
    if (found := _COMPARED.match(rest) or _TREATED.match(rest)) is not None:
        raise refused(
            "roll.behind",
            "{quoted}: {part} is about dice, so it stands right behind them. Try {offers:or}.",
            quoted=cursor.quoted(start),
            part=_code(found[0]),
            offers=_offers(expression, *_right_behind(roll, found[0]), literal),
        )
    if (found := _NUMBER.match(rest)) is not None:
        raise refused(
            "roll.no_operator",
            "{quoted}: an operator is missing before {part}. Try {offers:or}.",
            quoted=cursor.quoted(start),
            part=_code(rest.split()[0]),
            offers=_offers(expression, *_added(expression, rest), literal),
        )
    is_mention = _MENTION.match(rest) is not None
    if first == ")":
        raise refused(
            "roll.closes_nothing",
            "{quoted}: the `)` at position {place} closes nothing. Try {offers:or}.",
            quoted=cursor.quoted(start),
            place=start + 1,
            offers=_offers(expression, expression),
        )
    if (first in _NO_LABEL and not _is_emphasis(rest)) or (first == "<" and not is_mention):
        raise refused(
            "roll.no_label",
            "{quoted}: a label can't begin with {sign}. Try {offers:or}.",
            quoted=cursor.quoted(start),
            sign=_code(first),
            offers=_offers(expression, literal),
        )
    if not text[start - 1].isspace() and first not in ",;&":
        raise refused(
            "roll.not_apart",
            "{quoted}: a space is missing before the label. Try {offers:or}.",
            quoted=cursor.quoted(start),
            offers=_offers(expression, f"{expression} {rest}", literal),
        )


def _is_emphasis(rest: str) -> bool:
    return rest[0] == "*" and len(rest) > 1 and not rest[1].isspace()


def _right_behind(roll: Roll, part: str) -> list[str]:
    """The same where the part could be right: a single die's target without what is added to the die."""
    if (
        len(roll.parts) != 3
        or not isinstance(group := roll.parts[0], Group)
        or roll.parts[1] not in ("+", "-")
    ):
        return ["8d10>=8"]
    _, sign, number = roll.parts
    repeats = f"{roll.repeats}#" if roll.repeats > 1 else ""
    target = _TARGET.fullmatch(part)
    if target is None or group.count > 1 or group.treatment is not None or not isinstance(number, str):
        return [f"{repeats}{group.text}{''.join(part.split())}{sign}{number}"]
    least = int(target[1]) - int(f"{sign}{number}")
    return [f"{repeats}{group.text}>={min(max(least, 1), group.sides)}"]


def _added(expression: str, rest: str) -> list[str]:
    found = re.fullmatch(r"([0-9]{1,6})(?:\s+(.*))?", rest, re.DOTALL)
    return [" ".join(filter(None, (f"{expression}+{found[1]}", found[2])))] if found is not None else []


def _check_within(cursor: Cursor, expression: str, begin: int, end: int) -> None:
    """See that the label swallows nothing that was to be rolled or added. Raises RuleViolation."""
    label = cursor.text[begin:end].strip()
    dice, bonus = _WITHIN.search(label), _BONUS.search(label)
    if dice is not None:
        offers = _rolled_too(expression, label, dice)
    elif bonus is not None:
        before = label[: bonus.start()].strip()
        offers = [" ".join(filter(None, (expression + "".join(bonus[1].split()), before)))]
    else:
        return
    part = dice[0] if dice is not None else bonus[1]  # type: ignore[index]
    raise refused(
        "roll.in_label",
        "{quoted}: {part} stands in the label, where it wouldn't count. Try {offers:or}.",
        quoted=cursor.quoted(begin),
        part=_code(part),
        offers=_offers(expression, *offers, f"{expression} # {label}"),
    )


def _rolled_too(expression: str, label: str, dice: re.Match[str]) -> list[str]:
    """The same with dice that stand in the label: as a part of the roll, or as one of its own."""
    before, after = label[: dice.start()].rstrip(), label[dice.end() :].strip()
    sign = before[-1:] if before[-1:] in ("-", "*", "/") else ""
    words = before.removesuffix(sign).rstrip(" +x×")
    if sign:
        return [" ".join(filter(None, (f"{expression}{sign}{dice[0]}", words, after)))]
    apart = f"{' '.join(filter(None, (expression, words)))}; {label[dice.start() :]}"
    return [apart] if words else [f"{expression}+{label[dice.start() :]}", apart]


def _offers(expression: str, *offers: str) -> list[Safe]:
    """What is offered, as code: nothing long, but the last, of which the label is cut."""
    if len(expression) > MOST_OFFERED - ROOM_OF_LABEL:
        return [_code("2d6+3")]
    *others, last = map(shown, offers)
    short = [each for each in others if len(each) <= MOST_OFFERED]
    return [_code(each) for each in dict.fromkeys((*short, clip(last, MOST_OFFERED)))]


def _code(text: str) -> Safe:
    return Safe(f"`{shown(text)}`")


# -- advantage ------------------------------------------------------------------------------------------


def with_luck(label: str) -> tuple[bool | None, str]:
    """Whether it speaks of advantage (True) or disadvantage, and the label without that."""
    if not _LUCK_BEGINS.search(label):
        return None, label
    if (found := _LUCKY.match(label)) is not None:
        luck, rest = _LUCK[found[1].casefold()], label[found.end() :]
    elif (found := _LUCKY_END.search(label)) is not None:
        luck, rest = _LUCK[found[1].casefold()], label[: found.start()]
    else:
        return None, label
    return luck, rest or T("{luck}").plain(luck=Safe(LUCK_SAID[luck]))


def lucky(group: Group, *, luck: bool) -> Group | None:
    """A d20 (or two) with advantage or disadvantage; None for dice of other kinds, or treated already."""
    is_meant = group.sides == 20 and group.count <= 2 and group.treatment is None
    return _LUCKY_DICE[luck] if is_meant else None
