"""A table that plays The Lantern, whose library keeps omens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from simcord import InteractionResult, MemberActor

from bot.engine.proposals import LINES
from bot.storage.address import Address
from tests.playbooks import GAMES_OF_TESTS
from tests.tables import Table, open_table, reply_of

FLAME = {"name": "Red flame", "text": "Blood on the road.", "number": "3"}
SECRET = {"name": "Kz-canary", "text": "The kz-innkeeper did it.", "number": "9", "secret": ["yes"]}


@asynccontextmanager
async def open_lantern(address: Address, *, secret: bool = True) -> AsyncIterator[Table]:
    """A campaign of The Lantern with a game master and two players; `secret`: with the master's channel."""
    async with open_table(address, packages=GAMES_OF_TESTS, begin=False) as table:
        place = {"game_master_channel": table.secret} if secret else {}
        await table.gm.slash(table.channel, "campaign create", name="Ashes", game="lantern", **place)
        for player in (table.deacon, table.wren):
            await player.slash(table.channel, "campaign join")
        await table.settle()
        yield table


def rewritten(texts: dict[str, Any]) -> dict[str, Any]:
    """The same texts as the form of a draft or proposal holds them, under the lines of any form."""
    return dict(zip(LINES, texts.values(), strict=False))


async def drafted(table: Table, by: MemberActor, texts: dict[str, Any]) -> InteractionResult:
    """A new omen, as its author sees it before saving."""
    shown = await by.slash(table.channel, "library add", kind="omen")
    return await by.submit_modal(shown, texts)


async def saved(table: Table, by: MemberActor, texts: dict[str, Any]) -> InteractionResult:
    """A new omen, saved or proposed."""
    answer = await by.click(reply_of(await drafted(table, by, texts)), label="Save")
    await table.settle()
    return answer


async def edited(table: Table, by: MemberActor, entry: str, texts: dict[str, Any]) -> InteractionResult:
    """An omen changed in the form, as its author sees that before saving."""
    shown = await by.slash(table.channel, "library edit", entry=entry)
    return await by.submit_modal(shown, texts)


async def names(table: Table, who: MemberActor, command: str = "library show", typed: str = "") -> list[str]:
    """What the autocomplete of a command's entry lists."""
    return [each["name"] for each in await who.autocomplete(table.channel, command, "entry", typed)]
