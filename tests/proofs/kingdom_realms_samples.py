"""Interactions about realms of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.realms_playbook import end_form
from tests.systems.kingdom.stock import id_of, kingdom

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _end_button(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"kingdom_end|{await id_of(stage, await kingdom(stage))}", user=person)


async def _end_form(stage: Stage, person: Person) -> Json:
    custom_id = await end_form(stage, await kingdom(stage))
    return stage.say.modal_submit(custom_id, {"reason": "Over"}, user=person)


REALMS: dict[str, Sampling] = {
    "button kingdom_end": _end_button,
    "form kingdom_end": _end_form,
}
