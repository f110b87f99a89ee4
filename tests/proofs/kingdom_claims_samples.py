"""Interactions about claims and improvements of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.systems.kingdom.book import Step
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import claims_playbook as book
from tests.systems.kingdom.stock import id_of, kingdom_at, spot

Sampling = Callable[[Stage, Person], Awaitable[Json]]


def _once(step: Step, button: str, where: int, *rest: str) -> Sampling:
    """A button of an earlier version."""

    async def pressed(stage: Stage, person: Person) -> Json:
        id_ = await id_of(stage, await kingdom_at(stage, step))
        return stage.say.press("|".join((button, id_, spot(stage, where), *rest)), user=person)

    return pressed


async def _prepare_once(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await book.sited(stage))
    return stage.say.press("|".join(("hex_prepare", id_, spot(stage, 1), "1")), user=person)


async def _list(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.TERRAIN))
    return stage.say.press("|".join(("hex_improve_list", id_, spot(stage))), user=person)


async def _pick(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.TERRAIN))
    listed = "|".join(("?hex_improve", id_, spot(stage)))
    return stage.say.press(listed, values=["watchtower"], user=person)


async def _hexes(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.HEXES))
    return stage.say.press("|".join(("hex_list", id_, "claim")), user=person)


async def _hex(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.HEXES))
    listed = "|".join(("?hex_list", id_, "claim"))
    return stage.say.press(listed, values=[spot(stage, 1)], user=person)


CLAIMS: dict[str, Sampling] = {
    "button hex_list": _hexes,
    "select hex_list": _hex,
    "button hex_claim": _once(Step.HEXES, "hex_claim", 1, "1"),
    "button hex_abandon": _once(Step.HEXES, "hex_abandon", 0, "4"),
    "button hex_improve": _once(Step.TERRAIN, "hex_improve", 0, "road", "1"),
    "button hex_prepare": _prepare_once,
    "button hex_improve_list": _list,
    "select hex_improve": _pick,
}
