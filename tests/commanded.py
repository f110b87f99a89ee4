"""Bots that share what discord.py makes of declared commands: each would read the same signatures anew."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from discord.app_commands import Group

from bot.engine import declare
from bot.engine.declare import Command
from bot.tree import Offers, offers_of
from bot.ui import commands
from bot.ui.commands import DeclaredCog

Made = Callable[[Any, Command], Any]

# Who serves the commands that are shared: the dispatcher of whichever bot an interaction came to.
WHOEVER: Any = SimpleNamespace(commands={})


@contextmanager
def shared_commands() -> Iterator[None]:
    """Of thousands of bots, only the first one looks for what is declared and makes its commands anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(declare, "_within", cache(declare._within))
        patch.setattr(declare, "_declared", finding_once(declare._declared))
        patch.setattr(commands, "serve", serving(commands.serve))
        patch.setattr(commands, "_completing", completing(commands._completing))
        patch.setattr(commands, "weight", weighing_once(commands.weight))
        shared = set[Any]()
        patch.setattr("bot.app.offers_of", made_once(offers_of, shared))
        patch.setattr(commands, "made", sharing(commands.made))
        patch.setattr(DeclaredCog, "__init__", grouping_once(DeclaredCog.__init__, shared))
        yield


def finding_once(find: Callable[[Any, type[Any]], Any]) -> Callable[..., Any]:
    """Look for what a module declares once."""
    return cache(lambda module, wanted: tuple(find(module, wanted)))


def sharing(made: Made) -> Made:
    """Make each command once, for every dispatcher."""
    shared: dict[int, tuple[Command, Any]] = {}

    def same(dispatcher: Any, command: Command) -> Any:
        # By what it is, not by what it equals: the declaration is kept, so that its id stays its own.
        if id(command) not in shared:
            shared[id(command)] = (command, made(WHOEVER, command))
        dispatcher.commands[command.path] = command
        return shared[id(command)][1]

    return same


def grouping_once(group: Callable[..., None], shared: set[Any]) -> Callable[..., None]:
    """Put the same commands into groups once, to be shared; each dispatcher learns of them all the same."""
    known: dict[tuple[int, ...], tuple[tuple[Command, ...], Any, Any]] = {}

    def grouped(cog: DeclaredCog, dispatcher: Any, declared: Iterable[Command], groups: Any) -> None:
        found = tuple(declared)
        key = tuple(map(id, found))
        if key not in known:
            group(cog, dispatcher, found, groups)
            known[key] = (found, cog.__cog_name__, tuple(cog.__cog_app_commands__))
            shared.update(cog.__cog_app_commands__)
            return
        _, cog.__cog_name__, tops = known[key]
        cog.__cog_app_commands__ = list(tops)
        dispatcher.commands |= {each.path: each for each in found}
        dispatcher.enter({f"/{each.path}": each.may for each in found if not each.is_pressed})

    return grouped


def serving(serve: Callable[..., Any]) -> Callable[..., Any]:
    """Serve a shared command by the bot that was asked."""

    async def served(dispatcher: Any, interaction: Any, *rest: Any) -> None:
        await serve(_own(dispatcher, interaction), interaction, *rest)

    return served


def completing(complete: Callable[..., Any]) -> Callable[..., Any]:
    """Suggest by the bot that was asked."""

    def made(dispatcher: Any, *rest: Any) -> Any:
        async def completed(interaction: Any, typed: Any) -> Any:
            return await complete(_own(dispatcher, interaction), *rest)(interaction, typed)

        return completed

    return made


def weighing_once(weigh: Callable[[Any], int]) -> Callable[[Any], int]:
    """Weigh each command once; a group is all that is in it by now."""
    once = cache(weigh)
    return lambda command: weigh(command) if isinstance(command, Group) else once(command)


def made_once(make: Callable[..., Offers], shared: set[Any]) -> Callable[..., Offers]:
    """Make what is sent of the same commands once; those that are shared stay as they are."""
    known: dict[Any, Offers] = {}

    def made(bot: Any, game_of: Callable[[Any], str | None], unlisted: Collection[str]) -> Offers:
        tops = bot.tree.get_commands()
        sent = (top if top in shared else str(top.to_dict(bot.tree)) for top in tops)
        key = (bot.application_id, frozenset(unlisted), *sent)
        if key not in known:
            known[key] = make(bot, game_of, unlisted)
        return known[key]

    return made


def _own(dispatcher: Any, interaction: Any) -> Any:
    return interaction.client.dispatcher if dispatcher is WHOEVER else dispatcher
