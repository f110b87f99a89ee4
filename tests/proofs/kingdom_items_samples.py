"""Interactions about magic items, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.systems.kingdom.book import Step
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import items_playbook as book
from tests.systems.kingdom.stock import known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _list(stage: Stage, person: Person) -> Json:
    return stage.slash("item list", by=person, kingdom=await known(stage))


async def _buy(stage: Stage, person: Person) -> Json:
    id_, town = await book.stocked(stage, Step.WITHDRAW)
    return stage.slash("item buy", by=person, settlement=town, item=book.SLOT, kingdom=id_)


async def _purge(stage: Stage, person: Person) -> Json:
    id_, town = await book.stocked(stage, Step.SELL)
    return stage.slash("item purge", by=person, settlement=town, item=book.SLOT, kingdom=id_)


ITEMS: dict[str, Sampling] = {
    "/item list": _list,
    "/item buy": _buy,
    "/item purge": _purge,
    "/item set": book.put,
    "button item_buy": book.buy,
    "button item_purge": book.purge,
}
