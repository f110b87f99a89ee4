"""Interactions about advice for builders, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.stock import id_of, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _page(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"advice_page|k|{id_}||economy|1", user=person)


async def _sort(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"?advice_sort|k|{id_}|30", values=["per_bp"], user=person)


ADVICE: dict[str, Sampling] = {
    "button advice_page": _page,
    "select advice_sort": _sort,
}
