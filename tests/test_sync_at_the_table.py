"""Commands by server, at the table: what is listed where, and what who types something else is told."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.backend.errors import SetupError

from bot.engine.people import Actor
from bot.errors import UserError
from bot.play import Request, Where
from bot.storage.address import Address
from bot.systems.table.dice.rules import RollDice
from tests.stages import MOST_SETTLING, Stage, open_stage
from tests.tables import Table, confirmed, said

NEW = {"name": "Lamps", "game": "adventuria"}


def offered(table: Table) -> set[str]:
    """The commands that the server has of its own."""
    return {name for name, _ in table.env.backend.commands.get(table.guild.id, {})}


def roots(table: Table, *games: str) -> set[str]:
    """The roots of games."""
    found = {each.name: table.bot.dispatcher.game_of(each) for each in table.bot.tree.get_commands()}
    return {name for name, game in found.items() if game in games}


async def test_a_server_is_offered_the_commands_of_the_games_that_it_plays(table: Table) -> None:
    assert offered(table) == roots(table, "second_kingdom") == {"sk"}
    with pytest.raises(SetupError, match="'adv' exists in the command tree but was never synced"):
        await table.gm.slash(table.tavern, "adv rules")

    await table.gm.slash(table.tavern, "campaign create", **NEW)
    assert offered(table) == {"sk", "adv"}
    assert "Wounds" in said(await table.gm.slash(table.tavern, "adv rules", topic="wounds"))

    # Archived it is still one of its games, and the same after a restart and when it's back.
    await confirmed(table.gm, table.tavern, "campaign archive")
    assert offered(table) == {"sk", "adv"}
    await table.restart()
    await table.gm.slash(table.tavern, "campaign restore", campaign="Lamps")
    assert offered(table) == {"sk", "adv"}


async def test_a_direct_message_has_the_commands_of_the_house_alone(table: Table) -> None:
    with pytest.raises(SetupError):
        await table.deacon.user.slash("sk odds", dice=3)
    everywhere = {name for name, _ in table.env.backend.commands[None]}
    assert everywhere == {each.name for each in table.bot.tree.get_commands()} - roots(
        table, "second_kingdom", "adventuria", "kingdom", "sovereign"
    )


async def test_a_server_without_a_campaign_that_the_bot_joins_has_none(table: Table) -> None:
    other = table.env.create_guild("The Empty Inn")
    await table.settle()
    assert table.env.backend.commands.get(other.id, {}) == {}
    # What another life of the bot had left there is gone, too.
    left = [{"name": "sk", "description": "Old"}]
    table.env.backend.register_commands(table.guild.id, left)
    table.env.backend.register_commands(other.id, left)
    for guild in (table.guild, other):
        await table.bot.on_guild_join(table.bot.get_guild(guild.id) or guild)  # type: ignore[arg-type]
    assert table.env.backend.commands[other.id] == {}
    assert table.env.backend.commands[table.guild.id]["sk", 1]["description"] == "The Second Kingdom"


async def test_who_left_and_types_what_is_no_longer_offered_is_told_so_and_the_list_is_sent(
    table: Table,
) -> None:
    await confirmed(table.wren, table.channel, "campaign leave")
    old = [{"name": name, "description": "Old", "options": _options(table, name)} for name in ("sk", "adv")]
    table.env.backend.register_commands(table.guild.id, old)

    told = said(await table.wren.slash(table.channel, "adv sheet"))
    assert "Adventuria" in told
    assert "isn't played" in told or "doesn't play" in told
    assert offered(table) == {"sk"}


def _options(table: Table, root: str) -> list[Any]:
    found = table.bot.tree.get_command(root)
    assert found is not None
    options: list[Any] = found.to_dict(table.bot.tree)["options"]
    return options


async def test_a_campaign_begun_where_discord_takes_no_commands_says_why_and_so_does_help(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> Any:
        response: Any = SimpleNamespace(status=403, reason="Forbidden")
        raise discord.Forbidden(response, {"code": 50001, "message": "Missing Access"})

    monkeypatch.setattr(table.bot.http, "bulk_upsert_guild_commands", refuse)
    begun = await table.gm.slash(table.tavern, "campaign create", **NEW)
    told = "Discord doesn't let Waypost offer a game's commands here"
    assert told in said(begun)
    assert "A new campaign: Lamps" in said(begun)
    # Once: but who looks for them reads it, as do the server's admins.
    assert told not in said(await table.gm.slash(table.tavern, "roll", dice="d6"))
    assert told in said(await table.gm.slash(table.tavern, "help"))
    assert told in said(await table.admin.slash(table.channel, "server check"))
    assert told not in said(await table.gm.slash(table.channel, "help"))


# -- typed from an old list: what this version doesn't have ------------------------------------------------


@pytest.mark.parametrize("path", ["sk forgotten", "forgotten", "sk npc forgotten"])
async def test_a_command_of_an_earlier_version_is_told_from_a_failure_and_its_server_synced(
    sqlite_address: Address, path: str
) -> None:
    async with open_stage(sqlite_address) as stage:
        await is_told_of_a_change(stage, path)


async def is_told_of_a_change(stage: Stage, path: str) -> None:
    """That command, typed three times in a row, has the server synced once."""

    def puts() -> int:
        return sum(call.method == "PUT" and "/guilds/" in call.path for call in stage.server.calls)

    before = puts()
    for _ in range(3):
        done = await stage.feeder.deliver(stage.slash(path, by=stage.wren))
        told = str(done.answer.data)
        assert "This command has changed since your Discord last listed it" in told
        assert "went wrong" not in told
        assert all(isinstance(error, UserError) for error in done.errors)
    # It is sent beside the answers.
    under_way = [task for task in asyncio.all_tasks() if task.get_name() == "commands"]
    await asyncio.wait_for(asyncio.gather(*under_way), MOST_SETTLING)
    await stage.settle()
    assert puts() == before + 1


async def test_a_server_plays_what_its_campaigns_play_archived_ones_included(address: Address) -> None:
    async with open_stage(address) as stage:
        play, guild = stage.bot.play, stage.world.guild_id
        games = frozenset(play.catalogue.systems) - {"table"}
        assert await play.servers() == [guild]
        assert await play.games_played([guild, 5]) == {guild: games}
        await stage.do("campaign archive", by=stage.gm)
        await stage.feeder.deliver(stage.press("Archive it", by=stage.gm))
        assert await play.games_played([guild]) == {guild: games}
        # What the server keeps for itself is no campaign.
        await stage.bot.play.act(Actor(stage.gm.id), Request(7, 5, 6, where=Where.EITHER), RollDice("d6"))
        assert await play.servers() == [guild]
