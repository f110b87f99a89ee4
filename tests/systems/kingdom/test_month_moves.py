"""The moves of a month put together: chosen from two lists, shown together, done with one press."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.month.move_commands import HEXES, MOVES, NOTHING, TOWNS
from tests.systems.kingdom.income_table import at, tarn
from tests.systems.kingdom.test_hex_pickers import EAST, FIRST
from tests.systems.second_kingdom.evening import buttons, entries, is_private, refused
from tests.tables import Table, press_on, reply_of, said


async def moves(table: Table, who: Any) -> Any:
    return reply_of(await press_on(who, table.last(), "My moves"))


def listed(message: Any, name: str) -> Any:
    """The list of that name on a message."""
    parts = (part for row in message.components for part in row.to_dict()["components"])
    return next(each for each in parts if f"|{name}|" in each["custom_id"] and MOVES in each["custom_id"])


def values(message: Any, name: str, deed: str) -> list[str]:
    return [each["value"] for each in listed(message, name)["options"] if each["value"].startswith(deed)]


async def choose(who: Any, message: Any, name: str, *chosen: str) -> Any:
    return await who.select(message, values=list(chosen), custom_id=listed(message, name)["custom_id"])


async def test_moves_of_a_month_are_put_together_and_done_with_one_press(realms: Table) -> None:
    await at(realms, Step.HEXES)
    page = await moves(realms, realms.deacon)
    before, treasury = await entries(realms), (await tarn(realms)).treasury
    claim, improve = values(page, HEXES, "claim")[0], values(page, HEXES, "improve")[0]
    shown = await choose(realms.deacon, page, HEXES, claim, improve)
    assert is_private(shown)
    assert "1. Claim the hex" in said(shown)
    added = await choose(realms.deacon, reply_of(shown), TOWNS, values(reply_of(shown), TOWNS, "build")[0])
    assert "3. Build it" in said(added)
    assert await entries(realms) == before
    await press_on(realms.deacon, reply_of(added), "Claim the hex and 2 more")
    await realms.settle()
    assert await entries(realms) == before + 3
    assert (await tarn(realms)).treasury < treasury
