"""Interactions about possessions of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.fights_playbook import opened
from tests.systems.adventuria.possessions_playbook import having

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _open(stage: Stage, person: Person) -> Json:
    await having(stage)
    return stage.press("Use…", by=person)


async def _pick(stage: Stage, person: Person) -> Json:
    await having(stage)
    custom_id, _ = stage.button("Use…")
    return stage.say.press(f"?{custom_id}|item", values=["1"], user=person)


async def _pick_foe(stage: Stage, person: Person) -> Json:
    name = await opened(stage)
    await stage.do("adv gm gain", by=stage.gm, adventurer=name, thing="Bomb", rules="use: foe wound 1")
    await stage.settle()
    custom_id, _ = stage.button("Use…")
    _, *args = custom_id.split("|")
    return stage.say.press("|".join(("?adv_use_on", *args, "1")), values=["1"], user=person)


POSSESSIONS: dict[str, Sampling] = {
    "button adv_use": _open,
    "select adv_use": _pick,
    "select adv_use_on": _pick_foe,
}
