"""For each row about people coming and going: an interaction that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.people_playbook import npc, npc_form


async def _reveal(stage: Stage, person: Person) -> Json:
    return stage.slash("sk npc reveal", by=person, name=await npc(stage, known="named"), how="open")


async def _form(stage: Stage, person: Person) -> Json:
    return await npc_form(stage, person, await npc(stage, known="named"), courage="7")


PEOPLE: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {
    "form npc": _form,
}
