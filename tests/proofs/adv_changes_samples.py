"""Interactions about changes of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.changes_playbook import narrator
from tests.systems.adventuria.stock import adventurer

Sampling = Callable[[Stage, Person], Awaitable[Json]]


def _change(path: str, **options: Any) -> Sampling:
    """A narrator's command about an adventurer of Deacon's."""

    async def build(stage: Stage, person: Person) -> Json:
        name = await adventurer(stage)
        return stage.slash(f"adv gm {path}", by=person, adventurer=name, **options)

    return build


async def _heal(stage: Stage, person: Person) -> Json:
    name = await adventurer(stage)
    await narrator(stage, "wound", name, count=1)
    return stage.slash("adv gm heal", by=person, adventurer=name, count=1)


async def _align(stage: Stage, person: Person) -> Json:
    name = await adventurer(stage)
    await narrator(stage, "align", name, alignment="evil")
    return stage.slash("adv gm align", by=person, adventurer=name, alignment="neutral")


CHANGES: dict[str, Sampling] = {
    "/adv gm gain": _change("gain", gold=3),
    "/adv gm lose": _change("lose", gold="1"),
    "/adv gm wound": _change("wound", count=1, combat=True),
    "/adv gm heal": _heal,
    "/adv gm attribute": _change("attribute", attribute="craft", amount=1, until="always"),
    "/adv gm align": _align,
    "/adv gm quest": _change("quest", name="The crown"),
    "/adv gm xp": _change("xp", kind="magical", amount=2),
}
