"""The longest that an event may say: made of the types of its fields.

    says = Longest({"name": 60, "reason": 100, "Struck.event": "public_scandal"}, counts={"sights": 6})
    says.of(HexClaimed)        # every text as long as it may be, every flag up, every choice the longest
    says.least(HexClaimed)     # the same with no flag up and nothing that may be missing

What a type can't tell stands in the table, by the field's name or by `Class.field`: how long a text is, or
the value itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId

BIG = 2**63 - 1
MOST = 999_999
TEXT, COUNT = 60, 12
# What no mark may shorten, and what must be escaped, mark for mark.
MARK = "*"


class Longest:
    """A table of what types can't tell, and the longest values by it."""

    def __init__(
        self, texts: Mapping[str, Any], *, counts: Mapping[str, int] | None = None, most: int = MOST
    ) -> None:
        self._known = texts
        self._counts = counts or {}
        self._most = most

    def of(self, kind: Any, /, **changes: Any) -> Any:
        """One of that class with everything that it may have."""
        return self._made(kind, True, changes)

    def least(self, kind: Any, /, **changes: Any) -> Any:
        """One of that class with all that it must have, at its longest."""
        return self._made(kind, False, changes)

    def _made(self, kind: Any, is_full: bool, changes: Mapping[str, Any]) -> Any:
        hints = get_type_hints(kind)
        values = dict(changes)
        for each in fields(kind):
            if each.name in values or not each.init:
                continue
            known = self._known.get(f"{kind.__name__}.{each.name}", self._known.get(each.name, MISSING))
            if hints[each.name] is Audience:
                # A class that is for some alone says so itself.
                if each.default is MISSING:
                    values[each.name] = EVERYONE
            elif known is not MISSING and not isinstance(known, int):
                values[each.name] = known
            else:
                values[each.name] = self._value(hints[each.name], kind.__name__, each.name, is_full)
        return kind(**values)

    def _value(self, hint: Any, owner: str, name: str, is_full: bool) -> Any:  # noqa: C901  # a case a type
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            kinds = [each for each in args if each is not NoneType]
            return self._value(kinds[0], owner, name, is_full) if is_full or NoneType not in args else None
        if origin is tuple:
            return self._several(args, owner, name, is_full)
        if origin is Literal:
            return max(args, key=lambda each: len(str(each)))
        if hint is bool:
            return is_full
        if hint is int:
            return self._most if (known := self._length(owner, name)) is None else known
        if hint is RecordId:
            return RecordId("r" * 30)
        if hint is str:
            return MARK * (self._length(owner, name) or TEXT)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return max(hint, key=lambda each: len(str(getattr(each, "label", each.value))))
        if is_dataclass(hint):
            return self._made(hint, is_full, {})
        raise TypeError(f"{owner}.{name}: nothing long is known of the type {hint}")

    def _several(self, args: tuple[Any, ...], owner: str, name: str, is_full: bool) -> tuple[Any, ...]:
        if len(args) == 2 and args[1] is Ellipsis:
            kind = args[0]
            if isinstance(kind, type) and issubclass(kind, Enum):
                return tuple(kind) if is_full else ()
            count = self._counts.get(f"{owner}.{name}", self._counts.get(name, COUNT))
            return (self._value(kind, owner, name, is_full),) * (count if is_full else min(count, 1))
        return tuple(self._value(each, owner, name, is_full) for each in args)

    def _length(self, owner: str, name: str) -> int | None:
        known: int | None = self._known.get(f"{owner}.{name}", self._known.get(name))
        return known
