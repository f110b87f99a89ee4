"""Bots that share what discord.py makes of declared commands: each would read the same signatures anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from types import CellType, FunctionType
from typing import Any

import pytest

from bot.engine import declare
from bot.engine.declare import Command
from bot.ui import commands

Made = Callable[[Any, Command], Any]


@contextmanager
def shared_commands() -> Iterator[None]:
    """Of two thousand bots, only the first one looks for what is declared and makes its commands anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(declare, "_within", cache(declare._within))
        patch.setattr(declare, "_declared", finding_once(declare._declared))
        made = sharing(commands.made)
        patch.setattr(commands, "made", made)
        patch.setattr("bot.systems.kingdom.cog.made", made, raising=False)
        yield


def finding_once(find: Callable[[Any, type[Any]], Iterable[Any]]) -> Callable[..., Iterable[Any]]:
    """Look for the commands of a module once; whatever else is declared is asked for once anyway."""
    commands_of = cache(lambda module: tuple(find(module, Command)))
    return lambda module, wanted: commands_of(module) if wanted is Command else find(module, wanted)


def sharing(made: Made) -> Made:
    """Make each command once, and give every dispatcher a copy that it serves."""
    shared: dict[int, tuple[Command, Any]] = {}

    def copied(dispatcher: Any, command: Command) -> Any:
        # By what it is, not by what it equals: the declaration is kept, so that its id stays its own.
        if id(command) not in shared:
            shared[id(command)] = (command, made(dispatcher, command))
        if command.show is not None:
            dispatcher.looks[command.path] = command
        first = shared[id(command)][1]
        own = first._copy_with(parent=None, binding=None)
        own._callback = served_by(dispatcher, first._callback)
        own._params = {name: _parameter(dispatcher, each) for name, each in first._params.items()}
        return own

    return copied


def _parameter(dispatcher: Any, first: Any) -> Any:
    if first.autocomplete is None:
        return first
    own = copy(first)
    own.autocomplete = served_by(dispatcher, first.autocomplete)
    return own


def served_by(dispatcher: Any, function: Any) -> Any:
    """The same function, with another dispatcher where it holds one."""
    cells = zip(function.__code__.co_freevars, function.__closure__, strict=True)
    closure = tuple(CellType(dispatcher) if name == "dispatcher" else cell for name, cell in cells)
    own = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, closure
    )
    own.__dict__.update(function.__dict__)
    return own
