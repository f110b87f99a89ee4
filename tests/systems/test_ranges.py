"""The range that an option's hint names is the one that Discord and the rules let pass: it is told once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.engine.declare import Command, Option, declared, options_of

GAMES = ("adventuria", "kingdom", "second_kingdom", "sovereign", "table")
RANGE = re.compile(r"(?<!beyond )([+−-]?[0-9][0-9,]*) to ([+−-]?[0-9][0-9,]*)")


def ranged(game: str) -> Iterator[tuple[str, Option]]:
    """The options of a game's commands that have a range, each with its place."""
    for command in declared(f"bot.systems.{game}", Command, is_whole=True):
        for name, each in options_of(command.options).items():
            if each.spec.least is not None and each.spec.most is not None:
                yield f"{command.path} {name}", each


def number(text: str) -> int:
    return int(text.replace("−", "-").replace(",", ""))


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_names_the_range_of_its_option(game: str) -> None:
    other = [
        (place, found[0])
        for place, each in ranged(game)
        if (found := RANGE.search(each.spec.hint))
        and (number(found[1]), number(found[2])) != (each.spec.least, each.spec.most)
    ]
    assert other == []
