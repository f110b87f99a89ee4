"""What an entry changed of a divisible record, part by part, and putting back just that.

A part is a field; within a mapping one key, within a list one element. The order of a list is kept, and
an element put back stands again after the neighbour it had. A list with repeats, or one that an entry
put in another order, is one part as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bot.storage import codec

Data = dict[str, Any]
_MISSING = object()


class RecordPart(NamedTuple):
    """One part of a record: an entry within a field, a whole field, or without a field the whole record.

    An element is the same part in whichever list it stands: who leaves the players and then watches
    has one place, and it was moved twice.
    """

    field: str | None = None
    key: str | None = None
    is_element: bool = False

    def overlaps(self, other: RecordPart) -> bool:
        """True if a change of one part also changes the other."""
        if self.is_element and other.is_element:
            return self.key == other.key
        if self.field is None or other.field is None:
            return True
        return self.field == other.field and (self.key == other.key or None in (self.key, other.key))


WHOLE = frozenset({RecordPart()})


def moved(before: Data, after: Data) -> frozenset[RecordPart]:
    """The parts in which two states of a record differ."""
    return frozenset(part for field in before for part in _moved(field, before[field], after[field]))


def _moved(field: str, old: Any, new: Any) -> Iterator[RecordPart]:
    if old == new:
        return
    entries = _entries(old, new)
    if entries is None:
        yield RecordPart(field)
        return
    yield from (RecordPart(field, key, isinstance(old, list)) for key in _differing(*entries))


def put_back(now: Data, before: Data, after: Data) -> Data:
    """The present state with the parts that an entry changed as they were before it."""
    back = dict(now)
    for field, old in before.items():
        if old == after[field]:
            continue
        entries = _entries(old, after[field])
        back[field] = old if entries is None else _rejoined(now[field], *entries)
    return back


def _entries(old: Any, new: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Both values by key, or None where they are one part as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old, new
    if not isinstance(old, list) or not isinstance(new, list):
        return None
    earlier, later = _by_text(old), _by_text(new)
    repeats = len(earlier) < len(old) or len(later) < len(new)
    in_order = [key for key in earlier if key in later] == [key for key in later if key in earlier]
    return (earlier, later) if in_order and not repeats else None


def _by_text(elements: list[Any]) -> dict[str, Any]:
    return {codec.text(element): element for element in elements}


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    return [key for key in dict.fromkeys((*old, *new)) if old.get(key, _MISSING) != new.get(key, _MISSING)]


def _rejoined(now: Any, old: Mapping[str, Any], new: Mapping[str, Any]) -> Any:
    present = _by_text(now) if isinstance(now, list) else now
    differing = _differing(old, new)
    keys = [key for key in present if key not in differing]
    values = {**present, **{key: old[key] for key in differing if key in old}}
    before = list(old)
    for place, key in enumerate(before):
        if key in differing:
            neighbours = (keys.index(each) + 1 for each in reversed(before[:place]) if each in keys)
            keys.insert(next(neighbours, 0), key)
    return [values[key] for key in keys] if isinstance(now, list) else {key: values[key] for key in keys}
