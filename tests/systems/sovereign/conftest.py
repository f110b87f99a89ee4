"""What the game's tests may ask for besides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.people import Actor
from bot.play import Request
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from tests.databases import Templates
from tests.kept import Beginning
from tests.systems.sovereign.scenes import bo, mira
from tests.tables import Table, open_table


async def gather(table: Table) -> None:
    """Deacon plays Mira, Wren plays Bo, and nobody knows the ogre."""
    await table.gm.slash(
        table.channel, "campaign create", name="Barrows", game="sovereign", game_master_channel=table.secret
    )
    for n, (player, state) in enumerate(((table.deacon, mira()), (table.wren, bo()))):
        await player.slash(table.channel, "campaign join")
        request = Request(7 + n, table.guild.id, table.channel.id)
        await table.bot.play.act(Actor(player.id), request, ImportCharacter(player.id, file_of(state)))
    await table.gm.slash(table.secret, "sov npc add", name="Ogre", hd=3)
    await table.deliver()


BARROWS = Beginning[Table](
    "barrows", lambda address, kept: open_table(address, begin=False, kept=kept), gather
)


@pytest.fixture
async def barrow(templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """A campaign of Sovereign under way in a simulated Discord, on SQLite."""
    async with BARROWS.taken_up(templates, "sqlite", tmp_path) as made:
        yield made


@pytest.fixture
async def each_barrow(engine: str, templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """The same on each engine in turn."""
    async with BARROWS.taken_up(templates, engine, tmp_path) as made:
        yield made
