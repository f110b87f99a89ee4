"""The server is the same in every process, and no id is handed out twice."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import discord
import pytest
from simcord import Env

from bot.sandbox import world as worlds
from bot.sandbox.clock import wind
from bot.sandbox.world import World
from tests.sandbox.standin import StandIn

NOW = datetime(2027, 3, 5, 18, 0, 0, 123000, UTC)
PRINT_IDS = """
from simcord import Env
from bot.sandbox import world
from tests.sandbox.standin import StandIn
from tests.sandbox.test_world import ids
print(ids(world.build(Env(StandIn()))))
"""


def built() -> World:
    return worlds.build(Env(StandIn()))


def ids(world: World) -> list[int]:
    people = [person.id for person in world.people]
    direct = [world.direct_messages(person).id for person in world.people]
    return [
        world.env.backend.application_id,
        world.env.backend.bot_user.id,
        world.guild.id,
        *people,
        *[channel.id for channel in world.channels],
        *direct,
        *[role.id for role in world.guild.roles.values()],
    ]


async def test_every_build_has_the_same_ids() -> None:
    assert ids(built()) == ids(built())


async def test_another_process_builds_the_same_ids() -> None:
    other = subprocess.run(  # noqa: ASYNC221
        [sys.executable, "-c", PRINT_IDS], capture_output=True, text=True, check=True, timeout=120
    )
    assert other.stdout.strip() == str(ids(built()))


async def test_databases_in_use_remember_these_ids() -> None:
    """Changing them would orphan the campaign of everyone who tried the sandbox: create new things last."""
    world = built()
    base = world.guild.id - 3
    numbers = [each - base for each in ids(world)]
    assert numbers == [0, 1, 3, 6, 7, 8, 9, 10, 11, 12, 17, 18, 19, 20, 21, 13, 14, 15, 16, 3, 4, 5]


async def test_only_game_master_admin_and_bot_see_the_game_masters_channel() -> None:
    world = built()
    backstage = world.game_master_channel.id
    everyone = [*(person.id for person in world.people), world.env.backend.bot_user.id]
    permissions = [
        discord.Permissions(world.env.backend.compute_permissions(world.guild.id, user, backstage))
        for user in everyone
    ]
    assert [each.view_channel for each in permissions] == [True, False, False, True, True]


async def test_only_the_admin_manages_the_server() -> None:
    world = built()
    permissions = [
        discord.Permissions(world.env.backend.compute_permissions(world.guild.id, person.id))
        for person in world.people
    ]
    assert [each.manage_guild for each in permissions] == [False, False, False, True]


async def test_the_bot_has_what_it_asks_for_and_no_more() -> None:
    world = built()
    granted = discord.Permissions(
        world.env.backend.compute_permissions(world.guild.id, world.env.backend.bot_user.id, world.table.id)
    )
    assert granted >= worlds.BOT_PERMISSIONS
    assert not granted.manage_messages
    assert not granted.mention_everyone


async def test_new_ids_bear_the_present_date() -> None:
    env = built().env
    wind(env, NOW)
    assert abs(discord.utils.snowflake_time(env.backend.snowflake()) - NOW) < timedelta(milliseconds=2)


@pytest.mark.parametrize("ahead", [timedelta(0), timedelta(milliseconds=1), timedelta(days=30)])
async def test_every_new_id_is_past_the_floor(ahead: timedelta) -> None:
    env = built().env
    past = discord.utils.time_snowflake(NOW + ahead, high=True)
    wind(env, NOW, past)
    assert env.backend.snowflake() > past


async def test_a_restart_within_the_same_millisecond_repeats_no_id() -> None:
    first, second = built().env, built().env
    wind(first, NOW)
    handed_out = [first.backend.snowflake() for _ in range(1000)]
    wind(second, NOW, past=max(handed_out))
    assert second.backend.snowflake() > max(handed_out)


async def test_the_floor_does_not_hold_the_present_back() -> None:
    env = built().env
    wind(env, NOW, past=discord.utils.time_snowflake(NOW - timedelta(days=1)))
    assert abs(env.now() - NOW) < timedelta(milliseconds=2)
