"""Interactions about offers of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.offers_playbook import offered

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _panel(stage: Stage, person: Person) -> Json:
    await offered(stage)
    return stage.press("Narrator…", by=person)


OFFERS: dict[str, Sampling] = {
    "button adv_offer": _panel,
}
