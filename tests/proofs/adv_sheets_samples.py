"""Interactions about sheets of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.sheets_playbook import FACE
from tests.systems.adventuria.stock import adventurer

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _sheet(stage: Stage, person: Person) -> Json:
    return stage.slash("adv sheet", by=person, adventurer=await adventurer(stage))


async def _portrait(stage: Stage, person: Person) -> Json:
    return stage.slash("adv portrait", by=person, adventurer=await adventurer(stage), address=FACE)


SHEETS: dict[str, Sampling] = {"/adv sheet": _sheet, "/adv portrait": _portrait}
