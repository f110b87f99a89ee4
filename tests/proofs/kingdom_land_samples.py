"""Interactions about land of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.systems.kingdom.land.edits import Deed, DrawRiver, MarkHexes
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.land_playbook import drawn, file_option
from tests.systems.kingdom.stock import act, kingdom

Sampling = Callable[[Stage, Person], Awaitable[Json]]


def on_hexes(path: str, option: str = "hexes", pair: bool = False, **given: Any) -> Sampling:
    """A command about hexes that are new on the map."""

    async def build(stage: Stage, person: Person) -> Json:
        here, there = await drawn(stage)
        return stage.slash(path, by=person, **{option: f"{here} {there}" if pair else here}, **given)

    return build


async def _unriver(stage: Stage, person: Person) -> Json:
    path = " ".join(await drawn(stage))
    await act(stage, DrawRiver(path))
    return stage.slash("hex-gm unriver", by=person, through=path)


async def _clear(stage: Stage, person: Person) -> Json:
    here, _ = await drawn(stage)
    await act(stage, MarkHexes(here, Deed.EXPLORED))
    return stage.slash("hex-gm clear", by=person, hexes=here)


async def _reveal(stage: Stage, person: Person) -> Json:
    here, _ = await drawn(stage, is_revealed=False)
    return stage.slash("hex-gm reveal", by=person, hexes=here)


async def _give(stage: Stage, person: Person) -> Json:
    name = await kingdom(stage)
    here, _ = await drawn(stage)
    return stage.slash("hex-gm give", by=person, hexes=here, reason="Fief", kingdom=name)


async def _import(stage: Stage, person: Person) -> Json:
    return stage.slash("hex-gm import", by=person, file=await file_option(stage))


def _export(path: str) -> Sampling:
    async def build(stage: Stage, person: Person) -> Json:
        await drawn(stage)
        return stage.slash(path, by=person)

    return build


async def _new_map(stage: Stage, person: Person) -> Json:
    here, _ = await drawn(stage)
    corner = here.replace(",300", ",410")
    options = {"columns": 2, "rows": 1, "terrain": "hills", "labels": False, "corner": corner}
    return stage.slash("hex-gm new-map", by=person, **options)


LAND: dict[str, Sampling] = {
    "/hex show": on_hexes("hex show", "hex"),
    "/hex note": on_hexes("hex note", "hex", text="A good inn"),
    "/hex export": _export("hex export"),
    "/hex-gm new-map": _new_map,
    "/hex-gm set": on_hexes("hex-gm set", terrain="hills"),
    "/hex-gm river": on_hexes("hex-gm river", "through", pair=True),
    "/hex-gm unriver": _unriver,
    "/hex-gm explore": on_hexes("hex-gm explore"),
    "/hex-gm clear": _clear,
    "/hex-gm reveal": _reveal,
    "/hex-gm hide": on_hexes("hex-gm hide"),
    "/hex-gm remove": on_hexes("hex-gm remove"),
    "/hex-gm give": _give,
    "/hex-gm import": _import,
    "/hex-gm export": _export("hex-gm export"),
}
