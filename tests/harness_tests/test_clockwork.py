"""The clock of simulated tables: it waits for nobody, and brings every run the same dice."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from bot.storage.address import Address
from tests.databases import Templates
from tests.tables import Table, open_table, text


@pytest.fixture
def two_addresses(templates: Templates, tmp_path: Path) -> list[Address]:
    """Two databases with nothing in them."""
    return [templates.sqlite(tmp_path / name) for name in ("first.db", "second.db")]


async def evening(address: Address) -> tuple[datetime, list[str], list[int]]:
    """A few rolls: the time at the end, what stands there, and each message's id."""
    async with open_table(address) as table:
        for number in range(3):
            await table.deacon.slash(table.channel, "roll", dice=f"{number + 1}d100")
        await table.restart()
        await table.wren.slash(table.channel, "roll", dice="4d100")
        await table.settle()
        return table.env.now(), *told(table)


def told(table: Table) -> tuple[list[str], list[int]]:
    """What stands in the channel, and the ids of the messages."""
    return [text(message) for message in table.messages()], [message.id for message in table.messages()]


async def test_the_same_evening_comes_about_twice(two_addresses: list[Address]) -> None:
    first, second = [await evening(address) for address in two_addresses]
    assert "rolls 4d100" in "".join(first[1])
    assert second == first


async def test_settling_moves_to_the_timers_that_are_near_and_to_no_others(table: Table) -> None:
    before = table.env.now()
    fired: list[float] = []
    with table.env._bot_scope():
        for delay in (0.2, 4.0, 3600.0):
            table.bot.loop.call_later(delay, fired.append, delay)

    await table.env.settle()

    assert fired == [0.2, 4.0]
    assert 4 <= (table.env.now() - before).total_seconds() < 5
