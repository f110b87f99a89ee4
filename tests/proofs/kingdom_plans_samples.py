"""Interactions about plans of settlements, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import plans_playbook as book
from tests.systems.kingdom.stock import known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _page(stage: Stage, person: Person) -> Json:
    hold = await book.hold_of(stage, await known(stage))
    return stage.say.press(f"plan_page|{hold}|0", user=person)


async def _pick(stage: Stage, person: Person) -> Json:
    _, hold = await book.planned(stage, "house A1", "library C1")
    return stage.say.press(f"?plan_pick|{hold}|0", values=["2"], user=person)


async def _build(stage: Stage, person: Person) -> Json:
    return await book.pressed(stage, "plan_build", "1", by=person)


async def _places(stage: Stage, person: Person) -> Json:
    hold = await book.hold_of(stage, await known(stage))
    return stage.say.press(f"plan_places|{hold}|library|0|1", user=person)


async def _place(stage: Stage, person: Person) -> Json:
    _, hold = await book.planned(stage)
    return stage.say.press(f"?plan_place|{hold}|library|0", values=["1:C1"], user=person)


PLANS: dict[str, Sampling] = {
    "button plan_add": book.add,
    "button plan_page": _page,
    "select plan_pick": _pick,
    "button plan_drop": book.drop,
    "button plan_move": book.move,
    "button plan_build": _build,
    "button plan_places": _places,
    "select plan_place": _place,
}
