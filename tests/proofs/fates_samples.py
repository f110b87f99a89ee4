"""For each row of the register about fate: an interaction that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.fates_playbook import reveal


async def _reveal(stage: Stage, person: Person) -> Json:
    return stage.say.by(await reveal(stage), person)


FATES: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {
    "button reveal_fate": _reveal,
}
