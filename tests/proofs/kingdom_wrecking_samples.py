"""Interactions about buildings demolished and repaired, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.systems.kingdom.towns.gifts import DamageBuilding
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import wrecking_playbook as book
from tests.systems.kingdom.builders_playbook import built
from tests.systems.kingdom.stock import act

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _demolish(stage: Stage, person: Person) -> Json:
    kingdom, town = await built(stage, "house", "A1")
    return stage.slash("build demolish", by=person, kingdom=kingdom, settlement=town, building="House")


async def _repair(stage: Stage, person: Person) -> Json:
    kingdom, town = await built(stage, "house", "A1")
    await act(stage, DamageBuilding(town, "1", "A storm", kingdom))
    await stage.settle()
    return stage.slash("build repair", by=person, kingdom=kingdom, settlement=town, building="House")


WRECKING: dict[str, Sampling] = {
    "/build demolish": _demolish,
    "/build repair": _repair,
    "button build_raze": book.demolish,
    "button build_repair": book.repair,
}
