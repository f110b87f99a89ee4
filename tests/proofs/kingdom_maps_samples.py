"""Interactions about maps, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.maps_playbook import drawn

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _map(stage: Stage, person: Person) -> Json:
    await drawn(stage)
    return stage.slash("hex map", by=person, centre="0,0", radius=1)


MAPS: dict[str, Sampling] = {"/hex map": _map}
