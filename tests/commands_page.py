"""docs/commands.md, written from the commands themselves: `python -m tests.commands_page` renews it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.app import Waypost, assemble
from bot.engine.acting import is_for
from bot.engine.people import WHO_MAY, Actor, Permit, Standing
from bot.engine.text import T, led_by
from bot.storage.address import Address
from bot.storage.database import open_database

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
HEAD = """# Commands

Written from the commands themselves (`python -m tests.commands_page`), so nothing is missing. Options in
brackets may be left out. On Discord, `/help` shows those that you can use.

What is marked *on `/act`* or *on `/gm`* isn't in Discord's list of commands: choose it there, or write a few
letters of it, as in `/act deed: rename`. Whoever runs Waypost can have everything listed (`all_commands` in
its settings).
"""
# What a permit is called where the sentence about it would be too long for a list.
SHORT = {Permit.MEMBERS: T("players and {gms}"), Permit.EVERYONE: T("anyone")}


def page(bot: Waypost) -> str:
    """The whole page for a bot whose commands are in its tree."""
    return "\n".join((HEAD, *_groups(bot)))


def _groups(bot: Waypost) -> Iterator[str]:
    tops = sorted(bot.tree.get_commands(), key=lambda each: (isinstance(each, app_commands.Group), each.name))
    single = [top for top in tops if isinstance(top, app_commands.Command)]
    yield _section(bot, "Everywhere", "", single)
    for top in tops:
        if isinstance(top, app_commands.Group):
            inner = [each for each in top.walk_commands() if isinstance(each, app_commands.Command)]
            yield _section(bot, f"/{top.name}", top.description, inner)


def _section(
    bot: Waypost, title: str, description: str, found: list[app_commands.Command[Any, ..., Any]]
) -> str:
    parts = [f"## {title}", *([f"{description}."] if description else [])]
    return "\n\n".join((*parts, *(_command(bot, each) for each in found))) + "\n"


def _command(bot: Waypost, command: app_commands.Command[Any, ..., Any]) -> str:
    row = f"/{command.qualified_name}"
    permit = bot.dispatcher.register[row]
    with led_by(bot.play.catalogue.systems[bot.dispatcher.games[row]].game_master):
        who = SHORT.get(permit, WHO_MAY[permit]).plain()
    lines = [
        f"### `/{command.qualified_name}`",
        f"{command.description}. For {who}.{_where(bot, command.qualified_name)}",
    ]
    options = [
        f"- `{option.display_name}`: {option.description}"
        if option.required
        else f"- [`{option.display_name}`] {option.description}"
        for option in command.parameters
    ]
    return "\n\n".join((*lines, *(["\n".join(options)] if options else [])))


def _where(bot: Waypost, path: str) -> str:
    """The page on which it is found, where that is the only way."""
    command = bot.dispatcher.commands[path]
    if not any(path in system.unlisted for system in bot.play.catalogue.systems.values()):
        return ""
    if is_for(command, Actor(0), Standing.PLAYER, leads=False):
        return " *On `/act`.*"
    is_led = is_for(command, Actor(0), Standing.GAME_MASTER, leads=True)
    return " *On `/gm`.*" if is_led else " *On a button.*"


async def _main() -> None:
    from bot.storage.schema import migrate_database

    with tempfile.TemporaryDirectory() as folder:
        address = Address.of_file(Path(folder) / "waypost.db")
        await migrate_database(address, folder=Path(folder), keep=1)
        bot = assemble(open_database(address))
        for cog in bot.cogs_of_the_house():
            await bot.add_cog(cog)
        PAGE.write_text(page(bot))
        await bot.database.dispose()


if __name__ == "__main__":
    asyncio.run(_main())
