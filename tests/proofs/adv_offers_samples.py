"""Interactions about offers of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.offers_playbook import GIFT, offered
from tests.systems.adventuria.stock import on_turn

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _offer(stage: Stage, person: Person) -> Json:
    return stage.slash("adv gm offer", by=person, adventurer=await on_turn(stage), **GIFT)


async def _panel(stage: Stage, person: Person) -> Json:
    await offered(stage)
    return stage.press("Narrator…", by=person)


OFFERS: dict[str, Sampling] = {
    "/adv gm offer": _offer,
    "button adv_offer": _panel,
}
