"""JSON files whose shape is a dataclass: read and written by its fields, what is wrong named by its place.

Fields may be texts, whole numbers, yes or no, members of enums, other dataclasses or named tuples, mappings
by name, and lists of such; a field with a default may be missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Final, Generic, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from bot.engine.files import json_of, require_head, text_of
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip
from bot.errors import UserError

D = TypeVar("D")

# Longer ones are no number of any game's, and would only swell the sentence that refuses them.
MOST_WHOLE: Final = 999_999


@dataclass(frozen=True, slots=True)
class Document(Generic[D]):
    """A format of one thing: what stands in front of it, its name in the file, and what it is."""

    head: Mapping[str, str | int]
    name: str
    shape: type[D]
    # The command that shows what a file looks like, and what files of other heads hold.
    example: str
    names: Mapping[str, Any]

    def read(self, _name: str, data: bytes) -> D:
        """What a file holds. Raises RuleViolation for what is no such file, naming the wrong field."""
        found = json_of(text_of(data, self.example), self.example)
        require_head(found, self.head, self.example, self.names)
        # JSON can name halves of letters, which nothing can keep: a question mark stands for each.
        whole = json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))
        part = _Part("", whole)
        part.require_fields((*self.head, self.name), required=(self.name,))
        return cast(D, _read(self.shape, part.part(self.name)))

    def write(self, value: D) -> bytes:
        """The file that holds the value."""
        return json.dumps({**self.head, self.name: _plain(value)}, ensure_ascii=False, indent=1).encode()


# -- read ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the file, and where it stands."""

    place: str
    data: Any

    def part(self, name: str) -> _Part:
        return _Part(".".join(filter(None, (self.place, clip(name, 40)))), self.data.get(name))

    def require_fields(self, names: Sequence[str], required: Sequence[str]) -> None:
        self.require(dict, T("an object {{ }}"))
        for name in self.data:
            if name not in names:
                raise refused(
                    "document.unknown",
                    "“{name:40}” means nothing in {where}, which can have {names:,}. Nothing was imported.",
                    name=name,
                    where=T("“{place}”")(place=self.place) if self.place else T("the file"),
                    names=list(names),
                )
        for name in required:
            if name not in self.data:
                place = self.part(name).place
                raise refused(
                    "document.missing", "The file has no “{place}”. Nothing was imported.", place=place
                )

    def require(self, kind: type[Any], what: Safe | T) -> Any:
        if not isinstance(self.data, kind) or (kind is int and isinstance(self.data, bool)):
            raise self.wrong(what)
        return self.data

    def wrong(self, what: Safe | T) -> UserError:
        given = json.dumps(self.data)[:60] if not isinstance(self.data, int) else str(self.data)[:20]
        given = given.lower() if isinstance(self.data, bool) else given
        return refused(
            "document.wrong",
            "“{place}” must be {what}, not {given:40}. Nothing was imported.",
            place=self.place,
            what=what,
            given=given,
        )

    def each(self) -> list[_Part]:
        self.require(list, T("a list [ ]"))
        return [_Part(f"{self.place}.{number}", each) for number, each in enumerate(self.data, 1)]


def _read(kind: Any, part: _Part) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if part.data is None else _read(args[0], part)
    if origin is tuple:
        return _read_list(args, part)
    if origin is not None:
        part.require(dict, T("an object {{ }}"))
        return {name: _read(args[1], part.part(name)) for name in part.data}
    if kind in _PLAIN:
        return _PLAIN[kind](part)
    if issubclass(kind, StrEnum):
        if part.data not in [each.value for each in kind]:
            raise part.wrong(T("{names:or}")(names=[each.value for each in kind]))
        return kind(part.data)
    shape = _shape(kind)
    part.require_fields(list(shape), [name for name, (_, is_required) in shape.items() if is_required])
    return kind(**{name: _read(shape[name][0], part.part(name)) for name in part.data})


def _read_list(args: tuple[Any, ...], part: _Part) -> tuple[Any, ...]:
    parts = part.each()
    if args[1] is Ellipsis:
        return tuple(_read(args[0], each) for each in parts)
    if len(parts) != len(args):
        raise part.wrong(T("a list of {n} values")(n=len(args)))
    return tuple(_read(kind, each) for kind, each in zip(args, parts, strict=True))


def _whole(part: _Part) -> int:
    number: int = part.require(int, T("a whole number"))
    if abs(number) > MOST_WHOLE:
        raise part.wrong(T("a smaller number"))
    return number


_PLAIN: Final[Mapping[Any, Callable[[_Part], Any]]] = {
    str: lambda part: part.require(str, T("a text")),
    bool: lambda part: part.require(bool, T("true or false")),
    int: _whole,
}


@cache
def _shape(kind: Any) -> Mapping[str, tuple[Any, bool]]:
    """The fields of a dataclass or named tuple: what each is, and whether it must be there."""
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        missing = [each.default is MISSING and each.default_factory is MISSING for each in fields(kind)]
        names = [each.name for each in fields(kind)]
    else:
        names = list(kind._fields)
        missing = [name not in kind._field_defaults for name in names]
    return {name: (hints[name], is_required) for name, is_required in zip(names, missing, strict=True)}


# -- written ------------------------------------------------------------------------------------------


def _plain(value: Any) -> Any:
    if is_dataclass(value) or hasattr(value, "_fields"):
        kind: Any = type(value)
        return {name: _plain(getattr(value, name)) for name in _shape(kind)}
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, StrEnum) else value
