"""`/campaign` and `/roll` through the simulated Discord."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.storage.address import Address
from tests.tables import Table, answers, open_table, said


@pytest.fixture
async def bare(sqlite_address: Address) -> AsyncIterator[Table]:
    """A server where no campaign has begun."""
    async with open_table(sqlite_address, begin=False) as made:
        yield made


def is_private(result: Any) -> bool:
    return all(message.ephemeral for message in answers(result))


# -- /campaign create -------------------------------------------------------------------------------


async def test_create_begins_a_campaign_in_the_open(bare: Table) -> None:
    result = await bare.gm.slash(
        bare.channel, "campaign create", name="Ashes", game="second_kingdom", game_master_channel=bare.secret
    )
    assert not is_private(result)
    assert "A campaign begins: Ashes" in said(result)
    assert f"{bare.gm.mention} is the game master. It plays The Second Kingdom." in said(result)
    assert "secrets go to a channel of their own" in said(result)


async def test_create_publishes_the_whole_seal_of_its_dice(bare: Table) -> None:
    result = await bare.gm.slash(bare.channel, "campaign create", name="Ashes", game="second_kingdom")
    assert len(re.findall(r"`[0-9a-f]{64}`", said(result))) == 2


async def test_create_takes_a_games_title_as_well(bare: Table) -> None:
    result = await bare.gm.slash(bare.channel, "campaign create", name="Ashes", game="the second kingdom")
    assert "It plays The Second Kingdom." in said(result)


async def test_create_without_a_channel_for_secrets_says_where_they_stand(bare: Table) -> None:
    result = await bare.gm.slash(bare.channel, "campaign create", name="Ashes", game="second_kingdom")
    assert "secrets stand in the game master's journal only" in said(result)


async def test_one_server_keeps_several_campaigns(table: Table) -> None:
    await table.gm.slash(table.tavern, "campaign create", name="Embers", game="second_kingdom")
    assert "Embers" in said(await table.deacon.slash(table.tavern, "campaign info"))
    assert "Ashes" in said(await table.deacon.slash(table.channel, "campaign info"))


# -- /campaign join, info, players ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "line"), [({}, "joins as a player."), ({"watching": True}, "joins as a spectator.")]
)
async def test_join_is_told_to_everyone(table: Table, options: dict[str, Any], line: str) -> None:
    result = await table.stranger.slash(table.channel, "campaign join", **options)
    assert not is_private(result)
    assert f"{table.stranger.mention} {line}" in said(result)


async def test_players_are_listed_by_what_they_do(table: Table) -> None:
    await table.stranger.slash(table.channel, "campaign join", watching=True)
    listed = said(await table.stranger.slash(table.channel, "campaign players"))
    assert f"**Game master:** {table.gm.mention}" in listed
    assert f"**Players:** {table.deacon.mention}, {table.wren.mention}" in listed
    assert f"**Watching:** {table.stranger.mention}" in listed


async def test_info_says_whose_move_it_is(table: Table) -> None:
    assert "Nothing waits for anybody." in said(await table.wren.slash(table.channel, "campaign info"))
    await table.gm.slash(
        table.channel, "sk challenge", heroes="Evander", action="Leap", virtue="courage", rating=4
    )
    await table.settle()
    assert f"**Whose move:** {table.deacon.mention}" in said(
        await table.wren.slash(table.channel, "campaign info")
    )


async def test_info_without_a_campaign_names_those_of_the_server(table: Table) -> None:
    result = await table.wren.slash(table.tavern, "campaign info")
    assert is_private(result)
    assert f"• Ashes in <#{table.channel.id}>" in said(result)


# -- /roll ------------------------------------------------------------------------------------------


async def test_roll_shows_dice_and_total_in_the_open(table: Table) -> None:
    result = await table.deacon.slash(table.channel, "roll", dice="3d10-1 leap")
    assert not is_private(result)
    assert "leap" in said(result)
    assert f"{table.deacon.mention} rolls 3d10-1" in said(result)
    assert ") − 1 = **" in said(result)


async def test_roll_works_without_a_campaign(bare: Table) -> None:
    assert "rolls d20" in said(await bare.stranger.slash(bare.tavern, "roll", dice="d20"))


async def test_roll_says_where_the_fault_is_and_rolls_nothing(table: Table) -> None:
    before = len(table.messages())
    result = await table.deacon.slash(table.channel, "roll", dice="2x6")
    await table.settle()
    assert is_private(result)
    assert said(result) == "`2x6`: expected `d` at position 2; did you mean 2d6?"
    assert len(table.messages()) == before


async def test_a_label_is_nobodys_markdown_or_ping(table: Table) -> None:
    result = await table.deacon.slash(table.channel, "roll", dice="d6 @everyone **boom**")
    assert "@everyone" not in said(result)
    assert r"\*\*boom\*\*" in said(result)


async def test_create_refuses_a_game_that_is_not_here(bare: Table) -> None:
    result = await bare.gm.slash(bare.channel, "campaign create", name="Ashes", game="chess")
    assert is_private(result)
    games = "Adventuria, Kingdom turns, The Second Kingdom"
    assert said(result) == f"Waypost doesn't know that game; it plays {games}."
