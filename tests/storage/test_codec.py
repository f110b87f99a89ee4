"""States as JSON: what was typed once is shared, so nothing of it can be changed."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from pydantic import ValidationError

from bot.storage import codec
from tests.playbooks import catalogue

STATES: set[type[Any]] = {kind.state for system in catalogue().systems.values() for kind in system.kinds}
# Nobody can write to a Mapping: mypy sees to that.
CONTAINERS = (tuple, frozenset, Mapping, Union, types.UnionType)


@dataclass(frozen=True)
class Purse:
    coins: int
    owner: str = ""


@dataclass(frozen=True)
class Hoard:
    coins: int


def test_a_text_is_typed_once() -> None:
    text = codec.dump(Purse(5, "Ada"))
    again = bytes(text, "utf-8").decode()
    assert codec.load(Purse, text) == Purse(5, "Ada")
    assert codec.load(Purse, again) is codec.load(Purse, text)


def test_each_class_types_a_text_for_itself() -> None:
    assert codec.load(Purse, '{"coins":5}') == Purse(5)
    assert codec.load(Hoard, '{"coins":5}') == Hoard(5)


def test_only_as_many_as_it_says_stay_typed() -> None:
    first = codec.load(Purse, '{"coins":0}')
    for coins in range(1, codec.MOST_TYPED + 1):
        codec.load(Purse, f'{{"coins":{coins}}}')
    assert codec.load(Purse, '{"coins":0}') == first
    assert codec.load(Purse, '{"coins":0}') is not first


def test_what_does_not_fit_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(ValidationError):
            codec.load(Purse, '{"coins":"many"}')


def test_a_field_too_many_is_refused_by_a_whole_load_alone() -> None:
    text = '{"coins":5,"gems":1}'
    assert codec.load(Purse, text) == Purse(5)
    with pytest.raises(ValidationError):
        codec.load_whole(Purse, text)


@pytest.mark.parametrize("state", sorted(STATES, key=str))
def test_nothing_in_a_state_can_be_changed(state: type[Any]) -> None:
    assert list(_changeable(state, set())) == []


def _changeable(hint: Any, known: set[Any]) -> Iterator[Any]:
    """Whatever of a type can be changed."""
    if hint in known:
        return
    known.add(hint)
    if is_dataclass(hint):
        if not vars(hint)["__dataclass_params__"].frozen:
            yield hint
        hints = get_type_hints(hint)
        for each in fields(hint):
            yield from _changeable(hints[each.name], known)
    elif (origin := get_origin(hint)) in CONTAINERS:
        for each in get_args(hint):
            yield from _changeable(each, known) if each is not Ellipsis else ()
    elif origin is not Literal and not _is_plain(hint):
        yield hint


def _is_plain(hint: Any) -> bool:
    base = getattr(hint, "__supertype__", hint)
    return issubclass(base, str | int | float | date | Enum | types.NoneType)
