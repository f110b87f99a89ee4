"""What is done to the dice of a group is read: `kh3`, `rr1`, `!`, `mi2`, `>=8x2=10f1`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Final, TypedDict

from bot.engine.dice.cursor import Cursor
from bot.engine.dice.terms import MOST_DICE, MOST_SIDES, NO_FACES, Counting, Treatment
from bot.engine.text import Safe, T
from bot.errors import UserError

# Where nobody limits explosions and rerolls, so many dice are the most that fewer than one die in a billion
# would ever go beyond. Throwing and chances both stop there, so that the chances stay exact.
RAREST: Final = 1_000_000_000
_RARITY: Final = math.log(RAREST)


def extras(faces: range, reroll: range, explode: range, *, is_once: bool) -> int | None:
    """The most dice that one die may need besides itself; None if it would always need another."""
    cases = len(faces)
    both = len(range(max(reroll.start, explode.start), min(reroll.stop, explode.stop)))
    if not is_once:
        return links(len(reroll) + len(explode) - both, cases)
    if not explode:
        return 1
    pairs = links((len(explode) - both) * cases + len(reroll) * len(explode), cases * cases)
    return None if pairs is None else 2 * pairs + 1


def links(again: int, cases: int) -> int | None:
    """How long a chain may get that goes on in so many of all cases; None if it never ends."""
    if again == cases:
        return None
    return math.ceil(_RARITY / math.log(cases / again)) - 1


STARTS: Final = frozenset("!<>=≥≤kKdDrRmMlLxXfFtTeE")

_NAME: Final = re.compile(r"kh|kl|dh|dl|rr|ro|mi|ma|lim|x2|[kdfte!]|(?=[<>=≥≤])", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\s*([0-9]+)")
_CONDITION: Final = re.compile(r"\s*(?:([<>=≥≤]{1,2})\s*(-?)([0-9]+)|([0-9]+))")
_AT_ONCE: Final = re.compile(r"(?=[0-9<>=≥≤])")
_NO_LETTER: Final = re.compile(r"(?![^\W\d_])")
_SIGNS: Final = {
    None: "=", "=": "=", "==": "=", ">": ">", "<": "<",
    ">=": ">=", "=>": ">=", "≥": ">=", "<=": "<=", "=<": "<=", "≤": "<=",
}  # fmt: skip

# The order of the written form. Counting comes first: after a `!` it would be that one's condition.
_ORDER: Final = ("count", "x2", "f", "r", "!", "lim", "mi", "ma", "keep", "drop")


class _Fields(TypedDict, total=False):
    reroll: range
    is_once: bool
    explode: range
    minimum: int
    maximum: int
    first: int
    last: int
    counting: Counting
    extras: int


class _Draft:
    """A treatment as far as it was read; `place` is where the part stands that is being read.

    It is for `count` dice with these `faces`, which `dice` writes: `4d6`.
    """

    __slots__ = ("count", "counted", "cursor", "dice", "faces", "fields", "limit", "place", "texts")

    def __init__(self, cursor: Cursor, dice: str, count: int, faces: range) -> None:
        self.cursor = cursor
        self.dice = dice
        self.count = count
        self.faces = faces
        self.place = cursor.place
        self.fields: _Fields = {}
        self.counted: dict[str, range] = {}
        self.limit: int | None = None
        self.texts: dict[str, str] = {}

    def fault(self, wrong: Safe, *, example: str = "", meant: str = "") -> UserError:
        return self.cursor.fault(wrong, self.place, example=example, meant=meant)

    def no_face(self, wanted: str, example: str) -> UserError:
        one = self.dice[self.dice.index("d") :]
        wrong = T("no face of a {die} is {face}")(die=Safe(one), face=Safe(wanted))
        return self.fault(wrong, example=example)

    def write(self, kind: str, text: str) -> None:
        if kind in self.texts:
            wrong = T("`{text}` is one too many beside `{other}`")
            raise self.fault(wrong(text=Safe(text), other=Safe(self.texts[kind])), example="4d6kh3")
        self.texts[kind] = text


def read_treatment(
    cursor: Cursor, dice: str, count: int, faces: range, start: int
) -> tuple[str, Treatment | None]:
    """All that is done to dice, and how it is written; what only begins like that is left, it may be a label.

    The dice, so many with these faces, are written `dice` and stand at `start`.
    """
    draft = _Draft(cursor, dice, count, faces)
    while _read_one(draft) and cursor.peek() in STARTS:
        pass
    texts, fields = draft.texts, draft.fields
    if not texts:
        return "", None
    draft.place = start
    kinds = texts if len(texts) == 1 else sorted(texts, key=_ORDER.index)
    text = "".join([texts[kind] for kind in kinds])
    if draft.counted:
        fields["counting"] = _counting(draft)
    if "reroll" in fields or "explode" in fields or draft.limit is not None:
        fields["extras"] = _extras(draft, dice + text)
    return text, Treatment(**fields)


def _read_one(draft: _Draft) -> bool:
    cursor = draft.cursor
    draft.place = cursor.place
    found = cursor.match(_NAME)
    if found is None:
        return False
    name = found[0].lower()
    is_taken = _READERS[name](draft, name)
    if not is_taken:
        cursor.place = draft.place
    return is_taken


# -- one reader for each part: whether it found what it needs ---------------------------------------


def _count(draft: _Draft, _: str) -> bool:
    return _counted(draft, "count", _condition(draft))


def _target(draft: _Draft, _: str) -> bool:
    number = _number(draft)
    return number is not None and _counted(draft, "count", _satisfying(draft, ">=", number))


def _double_or_failure(draft: _Draft, name: str) -> bool:
    return _counted(draft, name, _condition(draft))


def _counted(draft: _Draft, kind: str, found: tuple[range, str] | None) -> bool:
    if found is None:
        return False
    text = {"count": found[1], "x2": f"x2{found[1]}", "f": f"f{_short(found[1])}"}[kind]
    draft.write(kind, text)
    draft.counted[kind] = found[0]
    return True


def _reroll(draft: _Draft, name: str) -> bool:
    found = _condition(draft)
    if found is None:
        return False
    draft.write("r", name + _short(found[1]))
    draft.fields["reroll"] = found[0]
    draft.fields["is_once"] = name == "ro"
    return True


def _explode(draft: _Draft, name: str) -> bool:
    # A space ends it, so that `8d10! >=8` explodes and counts, as it reads.
    found = _condition(draft) if draft.cursor.match(_AT_ONCE) else None
    if found is None and name == "e":
        return False
    draft.write("!", "!" + _short(found[1]) if found else "!")
    draft.fields["explode"] = found[0] if found else draft.faces[-1:]
    return True


def _limit(draft: _Draft, _: str) -> bool:
    number = _number(draft)
    if number is None:
        return False
    if not 1 <= number < MOST_DICE:
        wrong = T("needs a limit of 1 to {most}")(most=MOST_DICE - 1)
        raise draft.fault(wrong, example="10d6!lim3")
    draft.write("lim", f"lim{number}")
    draft.limit = number
    return True


def _bound(draft: _Draft, name: str) -> bool:
    number = _number(draft)
    if number is None:
        return False
    if number not in draft.faces:
        raise draft.no_face(str(number), "2d6mi2")
    draft.write(name, f"{name}{number}")
    draft.fields["minimum" if name == "mi" else "maximum"] = number
    if draft.fields.get("minimum", number) > draft.fields.get("maximum", number):
        raise draft.fault(T("the minimum is above the maximum")(), example="2d6mi2ma5")
    return True


def _keep(draft: _Draft, name: str) -> bool:
    number = _how_many(draft, name)
    if number is None:
        return False
    if "drop" in draft.texts or draft.texts.get("keep", "k")[0] == "d":
        raise draft.fault(T("dice are either kept or dropped, not both,")(), example="4d6kh3")
    if not 1 <= number <= draft.count:
        wrong = T("needs 1 to {most} dice to keep")(most=draft.count)
        raise draft.fault(wrong, meant=draft.dice)
    draft.write("keep", f"{'kl' if name == 'kl' else 'kh'}{number}")
    if name == "kl":
        draft.fields["last"] = number
    else:
        draft.fields["first"] = -number
    return True


def _drop(draft: _Draft, name: str) -> bool:
    number = _how_many(draft, name)
    if number is None:
        return False
    if draft.texts.get("keep", "d")[0] == "k":
        raise draft.fault(T("dice are either kept or dropped, not both,")(), example="4d6dl1")
    if name == "dh":
        draft.write("drop", f"dh{number}")
        draft.fields["last"] = -number
    else:
        draft.write("keep", f"dl{number}")
        draft.fields["first"] = number
    if number < 1 or draft.fields.get("first", 0) - draft.fields.get("last", 0) >= draft.count:
        is_die = name == "d" and 1 <= number <= MOST_SIDES
        meant = f"{draft.dice}+d{number}" if is_die else ""
        wrong = T("has to drop at least 1 die and keep at least 1,")()
        raise draft.fault(wrong, meant=meant, example="4d6dl1")
    return True


_READERS: Final[Mapping[str, Callable[[_Draft, str], bool]]] = {
    "": _count, "t": _target, "x2": _double_or_failure, "f": _double_or_failure,
    "rr": _reroll, "ro": _reroll, "!": _explode, "e": _explode, "lim": _limit, "mi": _bound, "ma": _bound,
    "k": _keep, "kh": _keep, "kl": _keep, "d": _drop, "dh": _drop, "dl": _drop,
}  # fmt: skip


NAMES: Final = frozenset(filter(None, _READERS))


# -- what they need ---------------------------------------------------------------------------------


def _number(draft: _Draft) -> int | None:
    found = draft.cursor.match(_NUMBER)
    return int(found[1]) if found else None


def _how_many(draft: _Draft, name: str) -> int | None:
    """The number of dice; one where none is told, unless that could be the beginning of a label."""
    number = _number(draft)
    if number is None and len(name) == 2 and draft.cursor.match(_NO_LETTER):
        return 1
    return number


def _condition(draft: _Draft) -> tuple[range, str] | None:
    """The faces that a condition names, and how it is written; a number alone means that face."""
    found = draft.cursor.match(_CONDITION)
    if found is None:
        return None
    sign, minus, digits, alone = found.groups()
    if sign not in _SIGNS:
        raise draft.fault(T("`{sign}` compares nothing")(sign=Safe(sign)), example="8d10>=8")
    number = int(alone or digits)
    return _satisfying(draft, _SIGNS[sign], -number if minus else number)


def _satisfying(draft: _Draft, sign: str, number: int) -> tuple[range, str]:
    low, high = draft.faces.start, draft.faces.stop
    if sign in {"=", ">=", ">"}:
        low = max(low, number + (sign == ">"))
    if sign in {"=", "<=", "<"}:
        high = min(high, number + (sign != "<"))
    if low >= high:
        raise draft.no_face(f"{sign} {number}", "8d10>=8")
    return range(low, high), f"{sign}{number}"


def _short(condition: str) -> str:
    """A number alone means that face; a minus without a sign before it would be the operator."""
    return condition if condition.startswith("=-") else condition.removeprefix("=")


# -- the whole --------------------------------------------------------------------------------------


def _counting(draft: _Draft) -> Counting:
    counted = draft.counted
    if "count" not in counted:
        raise draft.fault(T("`x2` and `f` go with counting successes")(), example="8d10>=8x2=10f1")
    return Counting(counted["count"], counted.get("x2", NO_FACES), counted.get("f", NO_FACES))


def _extras(draft: _Draft, text: str) -> int:
    """How many dice one die may bring: as told, or as many as it takes; raises where that is too much."""
    fields, count = draft.fields, draft.count
    reroll, explode = fields.get("reroll", NO_FACES), fields.get("explode", NO_FACES)
    if not (reroll or explode):
        raise draft.fault(T("`lim` goes with `!`, `rr` or `ro`")(), example="10d6!lim3")
    needed = draft.limit or extras(draft.faces, reroll, explode, is_once=fields.get("is_once", False))
    if needed is not None and count * (1 + needed) <= MOST_DICE:
        return needed
    fitting = 0 if draft.limit else min(10, MOST_DICE // count - 1)
    if needed is None:
        wrong = T("dice that would go on forever")()
    else:
        wrong = T("up to {n:,} dice, over the limit of {most:,},")(n=count * (1 + needed), most=MOST_DICE)
    raise draft.fault(wrong, meant=f"{text}lim{fitting}" if fitting else "", example="10d6!lim3")
