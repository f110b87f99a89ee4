"""The moves of a month put together: chosen from two lists, shown together, done with one press."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.people import Actor
from bot.errors import Stale
from bot.systems.kingdom.book import Step
from bot.systems.kingdom.month.move_commands import HEXES, MOVES
from tests.systems.kingdom.income_table import tarn
from tests.systems.kingdom.test_claims_at_the_table import EAST, FIRST, hill
from tests.systems.second_kingdom.evening import entries, is_private
from tests.tables import Table, press_on, reply_of, said


async def moves(table: Table, who: Any) -> Any:
    return reply_of(await who.slash(table.channel, "month"))


def listed(message: Any, name: str) -> Any:
    """The list of that name on a message."""
    parts = (part for row in message.components for part in row["components"])
    return next(each for each in parts if f"|{name}|" in each["custom_id"] and MOVES in each["custom_id"])


def values(message: Any, name: str, deed: str) -> list[str]:
    return [each["value"] for each in listed(message, name)["options"] if each["value"].startswith(deed)]


async def choose(who: Any, message: Any, name: str, *chosen: str) -> Any:
    return await who.select(message, values=list(chosen), custom_id=listed(message, name)["custom_id"])


async def test_moves_of_a_month_are_put_together_and_done_with_one_press(realms: Table) -> None:
    await hill(realms, Step.TERRAIN)
    page = await moves(realms, realms.deacon)
    before, treasury = await entries(realms), (await tarn(realms)).treasury
    shown = await choose(realms.deacon, page, HEXES, f"improve/{EAST}/farm")
    assert is_private(shown)
    added = await choose(realms.deacon, reply_of(shown), HEXES, f"improve/{FIRST}/road")
    assert "builds a Farm in Far Hill" in said(added)
    assert "builds a Road in 10,0" in said(added)
    assert await entries(realms) == before
    await press_on(realms.deacon, reply_of(added), "Build it and 1 more")
    await realms.settle()
    assert await entries(realms) == before + 2
    assert (await tarn(realms)).treasury < treasury


async def test_what_was_done_takes_no_more_moves(realms: Table) -> None:
    id_ = await hill(realms, Step.TERRAIN)
    shown = await choose(realms.deacon, await moves(realms, realms.deacon), HEXES, f"improve/{EAST}/farm")
    held = listed(reply_of(shown), HEXES)["custom_id"]
    await press_on(realms.deacon, reply_of(shown), "Build it")
    await realms.settle()
    before = await entries(realms)
    offer = held.rpartition("|")[2]
    with pytest.raises(Stale) as refusal:
        await realms.bot.play.kept(Actor(realms.deacon.id), offer)
    assert refusal.value.code == "offer.taken"
    assert (await entries(realms), id_ in held) == (before, True)


async def test_the_lists_have_only_what_is_the_askers_to_decide(realms: Table) -> None:
    await hill(realms)
    assert MOVES in str((await moves(realms, realms.deacon)).components)
    assert MOVES not in str((await moves(realms, realms.wren)).components)
