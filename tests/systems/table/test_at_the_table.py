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


# -- /campaign join, info, players ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "line"), [({}, "joins as a player."), ({"watching": True}, "joins as a spectator.")]
)
async def test_join_is_told_to_everyone(table: Table, options: dict[str, Any], line: str) -> None:
    result = await table.stranger.slash(table.channel, "campaign join", **options)
    assert not is_private(result)
    assert f"{table.stranger.mention} {line}" in said(result)


async def test_a_campaign_says_who_plays_whose_move_it_is_and_what_was_rolled(table: Table) -> None:
    # Info without a campaign names those of the server.
    result = await table.wren.slash(table.tavern, "campaign info")
    assert is_private(result)
    assert f"• Ashes in <#{table.channel.id}>" in said(result)

    # Info says whose move it is.
    assert "Nothing waits for anybody." in said(await table.wren.slash(table.channel, "campaign info"))
    await table.gm.slash(
        table.channel, "sk challenge", heroes="Evander", action="Leap", virtue="courage", rating=4
    )
    await table.settle()
    assert f"**Whose move:** {table.deacon.mention}" in said(
        await table.wren.slash(table.channel, "campaign info")
    )

    # Roll shows dice and total in the open.
    result = await table.deacon.slash(table.channel, "roll", dice="3d10-1 leap")
    assert not is_private(result)
    assert "leap" in said(result)
    assert f"{table.deacon.mention} rolls 3d10-1" in said(result)
    assert ") − 1 = **" in said(result)

    # A label is nobodys markdown or ping.
    result = await table.deacon.slash(table.channel, "roll", dice="d6 @everyone **boom**")
    assert "@everyone" not in said(result)
    assert r"\*\*boom\*\*" in said(result)

    # Roll says where the fault is and rolls nothing.
    before = len(table.messages())
    result = await table.deacon.slash(table.channel, "roll", dice="2x6")
    await table.settle()
    assert is_private(result)
    assert said(result) == "`2x6`: expected `d` at position 2; did you mean 2d6?"
    assert len(table.messages()) == before

    # Players are listed by what they do.
    await table.stranger.slash(table.channel, "campaign join", watching=True)
    listed = said(await table.stranger.slash(table.channel, "campaign players"))
    assert f"**Game master:** {table.gm.mention}" in listed
    assert f"**Players:** {table.deacon.mention}, {table.wren.mention}" in listed
    assert f"**Watching:** {table.stranger.mention}" in listed

    # One server keeps several campaigns.
    await table.gm.slash(table.tavern, "campaign create", name="Embers", game="second_kingdom")
    assert "Embers" in said(await table.deacon.slash(table.tavern, "campaign info"))
    assert "Ashes" in said(await table.deacon.slash(table.channel, "campaign info"))


# -- /roll ------------------------------------------------------------------------------------------


async def test_a_campaign_begins_in_the_open_with_the_seal_of_its_dice(bare: Table) -> None:
    # Create refuses a game that is not here.
    result = await bare.gm.slash(bare.channel, "campaign create", name="Ashes", game="chess")
    assert is_private(result)
    games = "Adventuria, Kingdom turns, The Second Kingdom"
    assert said(result) == f"Waypost doesn't know that game; it plays {games}."

    # Roll works without a campaign.
    assert "rolls d20" in said(await bare.stranger.slash(bare.tavern, "roll", dice="d20"))

    # Create begins a campaign in the open.
    result = await bare.gm.slash(
        bare.channel, "campaign create", name="Ashes", game="second_kingdom", game_master_channel=bare.secret
    )
    assert not is_private(result)
    assert "A campaign begins: Ashes" in said(result)
    assert f"{bare.gm.mention} is the game master. It plays The Second Kingdom." in said(result)
    assert "secrets go to a channel of their own" in said(result)

    # Create without a channel for secrets says where they stand.
    result = await bare.gm.slash(bare.tavern, "campaign create", name="Embers", game="the second kingdom")
    assert "secrets stand in the game master's journal only" in said(result)

    # Create publishes the whole seal of its dice.
    assert len(re.findall(r"`[0-9a-f]{64}`", said(result))) == 2

    # Create takes a games title as well.
    assert "It plays The Second Kingdom." in said(result)
