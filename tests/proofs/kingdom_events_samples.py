"""Interactions about events of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.events_playbook import hiring
from tests.systems.kingdom.stock import id_of, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _hired(stage: Stage, person: Person) -> Json:
    return stage.say.press("|".join(("kingdom_hire", *await hiring(stage))), user=person)


async def _shown(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"?kingdom_history|{id_}|24", user=person, values=["treasury"])


EVENTS: dict[str, Sampling] = {
    "button kingdom_hire": _hired,
    "select kingdom_history": _shown,
}
