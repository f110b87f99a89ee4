"""A sentence of the house says what the game whose command is used calls its game master."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.storage.address import Address
from tests.tables import Table, open_table, said

GAMES = {"game": "adventuria", "second_game": "second_kingdom"}


@pytest.fixture
async def both(sqlite_address: Address) -> AsyncIterator[Table]:
    """A campaign of both games, one with a word of its own for its game master."""
    async with open_table(sqlite_address, begin=False) as table:
        await table.gm.slash(
            table.channel, "campaign create", name="Ashes", game_master_channel=table.secret, **GAMES
        )
        await table.deacon.slash(table.channel, "campaign join")
        yield table


@pytest.mark.parametrize(
    ("command", "options", "who"),
    [
        ("adv gm overview", {}, "a narrator of this campaign"),
        ("adv gm wound", {"adventurer": "Bran", "count": 1}, "a narrator of this campaign"),
        ("sk npc list", {}, "a game master of this campaign"),
        (
            "campaign rename",
            {"name": "Embers"},
            "a game master of this campaign or a member with Manage Server",
        ),
    ],
)
async def test_who_may_is_said_in_the_words_of_the_commands_game(
    both: Table, command: str, options: dict[str, str], who: str
) -> None:
    refused = await both.deacon.slash(both.channel, command, **options)
    assert said(refused) == f"Only {who} can do that."
