"""A scope names all that an action's options find: what it leaves out isn't there when it is carried out."""

from __future__ import annotations

import importlib
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

import pytest

from bot import systems
from bot.engine.declare import Option, Options, options_of
from bot.engine.system import ActionKind, RecordId
from bot.systems.adventuria.offers.rules import ThingOffered

KINDS: list[ActionKind[Any]] = [
    kind
    for name in systems.found()
    for kind in importlib.import_module(name).SYSTEM.actions
    if issubclass(kind.action, Options)
]


class Contents:
    """What a file holds, whatever is asked of it."""

    def __getattr__(self, name: str) -> str:
        return name


def value_of(option: Option) -> Any:
    """A record of that option's own, or any value that its type has."""
    if option.spec.reads is not None:
        return Contents()
    if option.kind is ThingOffered:
        return ThingOffered(entry=RecordId(option.field))
    if option.spec.finder is not None:
        record = RecordId(option.field)
        return (record,) if "tuple" in str(option.kind) else record
    if option.choices:
        first = option.choices[0][0]
        is_enum = isinstance(option.kind, type) and issubclass(option.kind, Enum)
        return option.kind(first) if is_enum else first
    return option.kind(1) if option.kind in (int, bool) else "x"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.action.__name__)
def test_an_actions_scope_names_what_its_options_find(kind: ActionKind[Any]) -> None:
    options = options_of(kind.action)
    found = {name: each.spec.finder for name, each in options.items() if each.spec.finder is not None}
    given = {name: value_of(each) for name, each in options.items() if name in found or not each.has_default}
    # What a button holds, and no option gives.
    held = (each.name for each in fields(kind.action) if each.name not in options and each.default is MISSING)
    scope = kind.scope(kind.action(**given, **dict.fromkeys(held, RecordId("held"))))
    wanted = {want.kind for want in scope.wants}
    for name, finder in found.items():
        kinds = {each.name for each in getattr(finder, "kinds", ())}
        assert name in scope.ids or kinds & wanted, name
