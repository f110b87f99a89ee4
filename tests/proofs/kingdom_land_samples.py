"""Interactions about land of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.land_playbook import drawn

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _reveal(stage: Stage, person: Person) -> Json:
    here, _ = await drawn(stage, is_revealed=False)
    return stage.slash("hex-gm reveal", by=person, hexes=here)


LAND: dict[str, Sampling] = {}
