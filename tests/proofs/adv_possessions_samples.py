"""Interactions about possessions of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.fights_playbook import opened
from tests.systems.adventuria.possessions_playbook import having
from tests.systems.adventuria.stock import on_turn

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _use(stage: Stage, person: Person) -> Json:
    return stage.slash("adv use", by=person, adventurer=await having(stage), thing="Lamp")


async def _drop(stage: Stage, person: Person) -> Json:
    return stage.slash("adv drop", by=person, adventurer=await having(stage), what="Lamp")


async def _pay(stage: Stage, person: Person) -> Json:
    return stage.slash("adv pay", by=person, adventurer=await on_turn(stage), what="all")


async def _open(stage: Stage, person: Person) -> Json:
    await having(stage)
    return stage.press("Use…", by=person)


async def _pick(stage: Stage, person: Person) -> Json:
    await having(stage)
    custom_id, _ = stage.button("Use…")
    return stage.say.press(f"?{custom_id}|item", values=["1"], user=person)


async def _page(stage: Stage, person: Person) -> Json:
    await having(stage)
    custom_id, _ = stage.button("Use…")
    _, *args = custom_id.split("|")
    return stage.say.press("|".join(("adv_use_page", *args, "0")), user=person)


async def _pick_foe(stage: Stage, person: Person) -> Json:
    name = await opened(stage)
    await stage.do("adv gm gain", by=stage.gm, adventurer=name, thing="Bomb", rules="use: foe wound 1")
    await stage.settle()
    custom_id, _ = stage.button("Use…")
    _, *args = custom_id.split("|")
    return stage.say.press("|".join(("?adv_use_on", *args, "1")), values=["1"], user=person)


POSSESSIONS: dict[str, Sampling] = {
    "/adv use": _use,
    "/adv drop": _drop,
    "/adv pay": _pay,
    "button adv_use": _open,
    "button adv_use_page": _page,
    "select adv_use": _pick,
    "select adv_use_on": _pick_foe,
}
