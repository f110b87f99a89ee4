"""For each row about people coming and going: an interaction that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.people_playbook import hero_file, npc, npc_form, retired
from tests.systems.second_kingdom.stock import hero


async def _add(stage: Stage, person: Person) -> Json:
    return stage.slash("sk npc add", by=person, name=stage.fresh_name())


async def _list(stage: Stage, person: Person) -> Json:
    return stage.slash("sk npc list", by=person)


async def _show(stage: Stage, person: Person) -> Json:
    return stage.slash("sk npc show", by=person, name=await npc(stage, known="named"))


async def _edit(stage: Stage, person: Person) -> Json:
    return stage.slash("sk npc edit", by=person, name=await npc(stage, known="named"))


async def _reveal(stage: Stage, person: Person) -> Json:
    return stage.slash("sk npc reveal", by=person, name=await npc(stage, known="named"), how="open")


async def _remove(stage: Stage, person: Person) -> Json:
    return stage.slash("sk npc remove", by=person, name=await npc(stage, known="named"))


async def _form(stage: Stage, person: Person) -> Json:
    return await npc_form(stage, person, await npc(stage, known="named"), courage="7")


async def _play(stage: Stage, person: Person) -> Json:
    return stage.slash("sk play", by=person, hero=await hero(stage))


async def _retire(stage: Stage, person: Person) -> Json:
    return stage.slash("sk retire", by=person, hero=await hero(stage))


async def _return(stage: Stage, person: Person) -> Json:
    return stage.slash("sk return", by=person, hero=await retired(stage))


async def _portrait(stage: Stage, person: Person) -> Json:
    address = "https://example.org/face.png"
    return stage.slash("sk portrait", by=person, hero=await hero(stage), address=address)


async def _export(stage: Stage, person: Person) -> Json:
    return stage.slash("sk export", by=person, hero=await hero(stage))


async def _import(stage: Stage, person: Person) -> Json:
    return stage.slash("sk import", by=person, file=hero_file(stage.fresh_name()))


PEOPLE: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {
    "/sk npc add": _add,
    "/sk npc list": _list,
    "/sk npc show": _show,
    "/sk npc edit": _edit,
    "/sk npc reveal": _reveal,
    "/sk npc remove": _remove,
    "form npc": _form,
    "/sk play": _play,
    "/sk retire": _retire,
    "/sk return": _return,
    "/sk portrait": _portrait,
    "/sk export": _export,
    "/sk import": _import,
}
