"""One name for one thing: what an option means, its name says the same in every command of every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot.engine.declare import Command, Option, Person, options_of
from tests.messages import commands

# Whom or what a record is there for, where a command means two of a kind, or one of several kinds.
ROLES = {
    *("healer", "patient", "roller", "listener", "scout", "to", "whom", "paid_by", "spokesperson"),
    *("henchman_of", "target", "opponent", "other", "npc"),
}
PEOPLE = {"player", "proxy", "to", "who"}
# Of two of one type, which is which.
EACH = {"first", "second", "takes", "leaves", "to", "add"}


def every() -> Iterator[tuple[Command, Option]]:
    """Each option of each command."""
    return ((command, each) for command in commands() for each in options_of(command.options).values())


@pytest.mark.parametrize("path", sorted({command.path for command, _ in every()}))
def test_a_record_is_named_by_its_kind_or_its_role_and_a_person_by_who_they_are(path: str) -> None:
    for command, each in every():
        if command.path != path:
            continue
        kinds = {kind.name for kind in getattr(each.spec.finder, "kinds", ())}
        assert not kinds or each.name in kinds | ROLES, (path, each.name, kinds)
        assert each.kind is not Person or each.name in PEOPLE, (path, each.name)


def test_what_is_of_one_type_of_choices_has_one_name_in_a_game() -> None:
    """Say `made_of` of a door here, and nobody looks for `stuff` there."""
    named: dict[type, set[str]] = {}
    for _command, each in every():
        if isinstance(each.kind, type) and each.choices and not each.spec.choices:
            named.setdefault(each.kind, set()).add(each.name)
    several = {kind.__name__: names - EACH for kind, names in named.items() if len(names - EACH) > 1}
    assert several == {}


def test_nobody_looks_an_option_up_by_the_name_that_discord_shows() -> None:
    """It may be called otherwise tomorrow, and nothing would say so: what was given is known by its field."""
    every = Path(bot.__file__).parent.rglob("*.py")
    assert [each.name for each in every if re.search(r"namespace\.\w", each.read_text("utf-8"))] == []
