"""Interactions about plans of settlements, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.people import Actor
from bot.errors import UserError
from bot.systems.kingdom.book import Step
from bot.systems.kingdom.land.claims import ClaimHex
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import plans_playbook as book
from tests.systems.kingdom.stock import id_of, kingdom_at, known, spot

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _drafts(stage: Stage, person: Person) -> Json:
    name = await known(stage)
    return stage.slash("build drafts", by=person, settlement=f"{name} Hold", kingdom=name)


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


async def _shown(stage: Stage, person: Person) -> str:
    """The id of what a preview showed somebody who may see it; else of none."""
    id_ = await id_of(stage, await kingdom_at(stage, Step.HEXES))
    claim = ClaimHex(id_, spot(stage, 1))
    request = stage.request(int(stage.slash("edict plan", by=person)["id"]))
    try:
        return (await stage.bot.play.preview(Actor(person.id), request, [claim])).id
    except UserError:
        return "none"


async def _edict_plan(stage: Stage, person: Person) -> Json:
    return stage.slash("edict plan", by=person)


async def _edict_add(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"edict_add|{await _shown(stage, person)}", user=person)


async def _edict_remove(stage: Stage, person: Person) -> Json:
    return stage.say.press("?edict_remove", values=["none"], user=person)


async def _edict_clear(stage: Stage, person: Person) -> Json:
    return stage.say.press("edict_clear", user=person)


PLANS: dict[str, Sampling] = {
    "/build drafts": _drafts,
    "button plan_add": book.add,
    "button plan_page": _page,
    "select plan_pick": _pick,
    "button plan_drop": book.drop,
    "button plan_move": book.move,
    "button plan_build": _build,
    "button plan_places": _places,
    "/edict plan": _edict_plan,
    "button edict_add": _edict_add,
    "select edict_remove": _edict_remove,
    "button edict_clear": _edict_clear,
    "select plan_place": _place,
}
