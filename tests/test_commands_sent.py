"""What Discord is told of the commands: the payload itself, for everywhere and for a server of all games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import discord
import pytest

from bot.storage.address import Address
from tests.harness.world import Json
from tests.stages import Stage, open_stage

# In a direct message there is no campaign: what answers there all the same.
ANYWHERE = {"help", "odds", "waiting"}
INTEGER, NUMBER = 4, 10


@pytest.fixture
async def stage(sqlite_address: Address) -> AsyncIterator[Stage]:
    """A bot whose server has just begun to play every game."""
    async with open_stage(sqlite_address) as made:
        yield made


def of_server(stage: Stage) -> list[Json]:
    """What the server has of the games."""
    return stage.server.guild_commands[str(stage.world.guild_id)]


def leaves(command: Json, above: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Every command that can be used, by its whole path, with its options."""
    path = f"{above} {command['name']}".strip()
    inner = [each for each in command.get("options", []) if each["type"] in (1, 2)]
    if not inner:
        yield path, command.get("options", [])
    for each in inner:
        yield from leaves(each, path)


def test_only_groups_in_which_something_answers_are_offered_in_direct_messages(stage: Stage) -> None:
    commands = stage.server.commands
    offered = {each["name"] for each in commands if each["contexts"] != [0] or each["dm_permission"]}
    assert offered == {path.split()[0] for path in ANYWHERE}
    declared = {path for each in commands for path, _ in leaves(each)}
    assert declared >= ANYWHERE


def test_a_games_commands_are_its_servers_alone_and_the_houses_everywheres(stage: Stage) -> None:
    everywhere, here = ({each["name"] for each in part} for part in (stage.server.commands, of_server(stage)))
    roots = {each.name: stage.bot.dispatcher.game_of(each) for each in stage.bot.tree.get_commands()}
    assert everywhere == {name for name, game in roots.items() if game is None}
    assert here == {name for name, game in roots.items() if game is not None}
    assert {"sk", "adv", "sov", "kingdom", "hex"} <= here


def test_discord_is_not_told_of_a_servers_command_where_it_works(stage: Stage) -> None:
    told = [
        each.payload["commands"] for each in stage.server.calls if "/guilds/" in each.path and each.payload
    ]
    (sent,) = [each for each in told if each]
    assert not {key for each in sent for key in each} & {"contexts", "integration_types", "dm_permission"}


def test_what_is_for_those_who_manage_the_server_is_offered_to_them_alone(stage: Stage) -> None:
    permissions = {each["name"]: each["default_member_permissions"] for each in stage.server.commands}
    managing = discord.Permissions(manage_guild=True).value
    assert {name: value for name, value in permissions.items() if value is not None} == {"server": managing}


def test_every_number_says_how_small_and_how_large_it_may_be(stage: Stage) -> None:
    numbers = [
        (path, option)
        for each in (*stage.server.commands, *of_server(stage))
        for path, options in leaves(each)
        for option in options
        if option["type"] in (INTEGER, NUMBER) and not option.get("choices")
    ]
    unbounded = [
        f"/{path} {option['name']}"
        for path, option in numbers
        if "min_value" not in option or "max_value" not in option
    ]
    assert unbounded == []
    virtues = [option for path, option in numbers if path == "sk new" and option["name"] == "courage"]
    assert [(each["min_value"], each["max_value"]) for each in virtues] == [(1, 10)]
