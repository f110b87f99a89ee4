"""Interactions about sheets, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.sheets_playbook import maneuver, opened, shaped, trained, wounded, written
from tests.systems.second_kingdom.stock import hero


async def _sheet(stage: Stage, person: Person) -> Json:
    return stage.slash("sk sheet", by=person, hero=await hero(stage))


async def _set(stage: Stage, person: Person) -> Json:
    return stage.slash("sk set", by=person, hero=await hero(stage), prudence=7)


async def _counter(stage: Stage, person: Person) -> Json:
    return stage.slash("sk counter", by=person, hero=await wounded(stage), counter="Wounds", remove=True)


async def _defence(stage: Stage, person: Person) -> Json:
    return stage.slash("sk defence", by=person, hero=await hero(stage), source="Shield", block="2/1")


async def _learn(stage: Stage, person: Person) -> Json:
    return stage.slash("sk learn", by=person, hero=await hero(stage), maneuver=await maneuver(stage))


async def _forget(stage: Stage, person: Person) -> Json:
    return stage.slash("sk forget", by=person, **await trained(stage))


async def _edit(stage: Stage, person: Person) -> Json:
    return stage.slash("sk edit", by=person, hero=await hero(stage))


async def _button(stage: Stage, person: Person) -> Json:
    form = await opened(stage, "sk edit", hero=await hero(stage))
    return stage.say.press("|".join(form.split("|")[:2]), user=person)


SHEETS: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {
    "/sk sheet": _sheet,
    "/sk set": _set,
    "/sk counter": _counter,
    "/sk defence": _defence,
    "/sk learn": _learn,
    "/sk forget": _forget,
    "/sk edit": _edit,
    "button edit_sheet": _button,
    "form edit_sheet": written,
    "form shape_counter": shaped,
}
