"""Frozen dataclasses to JSON text and back, typed, and earlier rows compressed for the journal."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

T = TypeVar("T")

# So many states stay typed: those of five kingdoms with 20 settlements each. Were all of them maps of 200
# hexes, they would take 11 MB.
MOST_TYPED = 128

_adapters: dict[type[Any], TypeAdapter[Any]] = {}


def _adapter(cls: type[Any]) -> TypeAdapter[Any]:
    found = _adapters.get(cls)
    if found is None:
        # Building one costs milliseconds; a process meets a few dozen classes in all.
        found = _adapters[cls] = TypeAdapter(cls)
    return found


def dump(value: Any) -> str:
    """The value's JSON text."""
    return _adapter(type(value)).dump_json(value).decode()


def plain(value: Any) -> dict[str, Any]:
    """The value as plain JSON data."""
    data: dict[str, Any] = _adapter(type(value)).dump_python(value, mode="json")
    return data


def essence(value: Any) -> dict[str, Any]:
    """The same without what is as its class has it by default, however deep: a field that is new there."""
    data: dict[str, Any] = _adapter(type(value)).dump_python(value, mode="json", exclude_defaults=True)
    return data


def load(cls: type[T], text: str) -> T:
    """The typed value of a JSON text, to be shared. Raises pydantic.ValidationError where it doesn't fit."""
    # mypy doesn't see that a class can be hashed.
    value: T = _typed(cls, text)  # type: ignore[arg-type]
    return value


@lru_cache(MOST_TYPED)
def _typed(cls: type[Any], text: str) -> Any:
    # An action, and every suggestion before it, reads all of its kingdom: most rows are as they were.
    return _adapter(cls).validate_json(text)


def load_whole(cls: type[T], text: str) -> T:
    """The same; raises pydantic.ValidationError also for a field that the class hasn't, however deep."""
    value: T = _adapter(cls).validate_json(text, extra="forbid")
    return value


def from_plain(cls: type[T], data: Any) -> T:
    """The typed value of plain JSON data. Raises pydantic.ValidationError where it doesn't fit."""
    value: T = _adapter(cls).validate_python(data)
    return value


def text(data: Any) -> str:
    """The JSON text of plain data."""
    return to_json(data).decode()


def read(text: str) -> Any:
    """The plain data of a JSON text."""
    return from_json(text)


def pack(data: dict[str, Any]) -> bytes:
    """Plain data, compressed."""
    return zlib.compress(to_json(data), 1)


def unpack(packed: bytes) -> dict[str, Any]:
    """The plain data that `pack` compressed."""
    data: dict[str, Any] = from_json(zlib.decompress(packed))
    return data
