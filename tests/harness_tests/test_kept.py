"""What is taken up is what setting it up anew would have made: the same rows, messages and dice to come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.storage.address import Address
from tests.beginnings import GENEROUS, UNDER_WAY
from tests.databases import Templates
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, be_generous, open_stage
from tests.systems.second_kingdom.stock import hero
from tests.tables import Table, open_table, text


async def at_stage(stage: Stage) -> list[Any]:
    """Something is done, and dice are rolled; what there is then."""
    await hero(stage)
    await stage.do("roll", by=stage.wren, dice="4d1000")
    await stage.settle()
    rows = [(e.number, e.action, e.interaction_id, e.events) for e in await stage.entries()]
    # A busy machine may show one of them later than the next.
    return [*rows, sorted(str(message["embeds"]) for message in stage.server.channel_messages())]


async def at_table(table: Table) -> list[str]:
    """Dice are rolled; what stands there then."""
    await table.wren.slash(table.channel, "roll", dice="4d1000")
    await table.settle()
    return [f"{message.id} {message.created_at} {text(message)}" for message in table.messages()]


async def test_a_stage_taken_up_again_and_again_is_the_one_set_up(
    address: Address, engine: str, templates: Templates, tmp_path: Path
) -> None:
    async with open_stage(address, packages=GAMES_OF_TESTS) as anew:
        await be_generous(anew)
        made = await at_stage(anew)
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with GENEROUS.taken_up(templates, engine, folder) as stage:
            assert await at_stage(stage) == made


async def test_a_table_taken_up_again_and_again_is_the_one_set_up(
    address: Address, engine: str, templates: Templates, tmp_path: Path
) -> None:
    async with open_table(address) as anew:
        made = await at_table(anew)
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with UNDER_WAY.taken_up(templates, engine, folder) as table:
            assert await at_table(table) == made
