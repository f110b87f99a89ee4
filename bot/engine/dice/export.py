"""The file in which a player takes a chapter's dice home: JSON lines, a head and then one line a draw.

The head names the chapter, the seed that was published, the seal it must give, and how many draws and
dice follow; a draw's line its drawing number, entry, interaction, and each die as [sides, value, what for].
Secret dice whose seed is published are listed without what they were for: that stays the game master's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.dice.checking import Draw
from bot.engine.dice.source import MOST_SIDES, Die, Seed

FORMAT: Final = 1
OPEN, SECRET = "open", "secret"
_MOST_NUMBER, _MOST_INTERACTION = 2**31, 2**63


class NotAnExport(ValueError):
    """A text that is no export; the message says in which line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Head:
    """What an export says of itself: the draws `first` to `last`, of `draws` in the whole chapter."""

    campaign: str
    chapter: int
    kind: str
    seal: str
    seed: Seed
    draws: int
    first: int
    last: int
    dice: int


def head_line(head: Head) -> str:
    """The first line of an export."""
    facts = {"waypost": "dice", "format": FORMAT, "campaign": head.campaign, "chapter": head.chapter}
    sealed = {"kind": head.kind, "seal": head.seal, "seed": head.seed.value.hex()}
    counts = {"draws": head.draws, "first": head.first, "last": head.last, "dice": head.dice}
    return json.dumps(facts | sealed | counts)


def draw_line(draw: Draw) -> str:
    """The line of one draw; the interaction as text, since it is more than some readers' numbers hold."""
    dice = [[die.sides, die.value] if die.secret else [die.sides, die.value, die.reason] for die in draw.dice]
    facts = {"draw": draw.number, "entry": draw.entry, "interaction": str(draw.interaction), "dice": dice}
    undone = {"undone_by": draw.undone_by} if draw.undone_by is not None else {}
    return json.dumps(facts | undone)


def read(lines: Iterable[str]) -> tuple[Head, Iterator[Draw]]:
    """The head, and the draws as they are read. Raises NotAnExport, for a draw's line while reading it."""
    numbered = enumerate(lines, start=1)
    first = next(numbered, None)
    if first is None:
        raise NotAnExport("it is empty")
    head = _line(*first, _head)
    return head, (
        _line(number, text, lambda data: _draw(data, head)) for number, text in numbered if text.strip()
    )


def _line(number: int, text: str, make: Any) -> Any:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise NotAnExport(f"line {number} is not JSON") from None
    try:
        return make(data)
    except KeyError as missing:
        raise NotAnExport(f"line {number} lacks {missing}") from None
    except (TypeError, ValueError, IndexError, AttributeError):
        raise NotAnExport(f"line {number} holds something that cannot be right") from None


def _head(data: Any) -> Head:
    if data["waypost"] != "dice" or data["format"] != FORMAT or data["kind"] not in (OPEN, SECRET):
        raise ValueError("another kind of file")
    names = ("chapter", "draws", "first", "last", "dice")
    fields: dict[str, Any] = {name: _number(data[name], _MOST_NUMBER) for name in names}
    fields |= {name: _plain(data[name]) for name in ("campaign", "kind", "seal")}
    return Head(seed=Seed(bytes.fromhex(data["seed"])), **fields)


def _draw(data: Any, head: Head) -> Draw:
    undone_by = data.get("undone_by")
    return Draw(
        number=_number(data["draw"], _MOST_NUMBER),
        entry=_number(data["entry"], _MOST_NUMBER),
        interaction=_number(int(data["interaction"]), _MOST_INTERACTION),
        dice=tuple(_die(die, head) for die in data["dice"]),
        undone_by=None if undone_by is None else _number(undone_by, _MOST_NUMBER),
    )


def _die(data: Any, head: Head) -> Die:
    sides, value, *reason = data
    if _number(sides, MOST_SIDES) < 1:
        raise ValueError("a die without sides")
    return Die(sides, _number(value, MOST_SIDES), "".join(reason), secret=head.kind == SECRET)


def _plain(value: Any) -> str:
    """A text without anything that a terminal would obey."""
    if not re.fullmatch(r"[0-9a-z -]{1,64}", value):
        raise ValueError("not a text that can be")
    return str(value)


def _number(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("not a number that can be")
    return value
