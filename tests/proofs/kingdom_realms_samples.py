"""Interactions about realms of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.realms_playbook import end_form
from tests.systems.kingdom.stock import id_of, kingdom, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _found(stage: Stage, person: Person) -> Json:
    return stage.slash("kingdom found", by=person, name=stage.fresh_name())


async def _rename(stage: Stage, person: Person) -> Json:
    options = {"kingdom": await kingdom(stage), "name": stage.fresh_name()}
    return stage.slash("kingdom rename", by=person, **options)


async def _archive(stage: Stage, person: Person) -> Json:
    return stage.slash("kingdom archive", by=person, kingdom=await kingdom(stage))


async def _settings(stage: Stage, person: Person) -> Json:
    return stage.slash("kingdom settings", by=person)


async def _sheet(stage: Stage, person: Person) -> Json:
    return stage.slash("kingdom sheet", by=person, kingdom=await known(stage))


async def _why(stage: Stage, person: Person) -> Json:
    return stage.slash("kingdom why", by=person, number="consumption", kingdom=await known(stage))


async def _end_button(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"kingdom_end|{await id_of(stage, await kingdom(stage))}", user=person)


async def _end_form(stage: Stage, person: Person) -> Json:
    custom_id = await end_form(stage, await kingdom(stage))
    return stage.say.modal_submit(custom_id, {"reason": "Over"}, user=person)


REALMS: dict[str, Sampling] = {
    "/kingdom found": _found,
    "/kingdom rename": _rename,
    "/kingdom archive": _archive,
    "/kingdom settings": _settings,
    "/kingdom sheet": _sheet,
    "/kingdom why": _why,
    "button kingdom_end": _end_button,
    "form kingdom_end": _end_form,
}
