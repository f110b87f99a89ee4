"""Interactions about losses and settlements of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.land.edits import GiveHexes
from bot.systems.kingdom.land.improvements import PrepareSite
from bot.systems.kingdom.outcome import FinishStep
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import losses_playbook as book
from tests.systems.kingdom.losses_playbook import at_loss, full, with_second
from tests.systems.kingdom.stock import act, id_of, kingdom_at, known, spot

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _lose_hex(stage: Stage, person: Person) -> Json:
    options = {"kingdom": await at_loss(stage), "hex": spot(stage, 1)}
    return stage.slash("hex lose", by=person, **options)


async def _lose_once(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    id_ = await id_of(stage, await at_loss(stage))
    return stage.say.press("|".join(("hex_lose", id_, spot(stage, 1))), user=person)


async def _found(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.TERRAIN))
    await act(stage, GiveHexes(id_, spot(stage, 1)))
    await act(stage, PrepareSite(id_, spot(stage, 1)))
    await act(stage, FinishStep(id_, Step.TERRAIN))
    options = {"kingdom": id_, "hex": spot(stage, 1), "name": stage.fresh_name()}
    return stage.slash("settlement found", by=person, **options)


async def _capital(stage: Stage, person: Person) -> Json:
    id_, name = await with_second(stage, Step.EDICTS)
    return stage.slash("settlement capital", by=person, kingdom=id_, settlement=name)


async def _district(stage: Stage, person: Person) -> Json:
    id_, name = await full(stage)
    return stage.slash("settlement district", by=person, kingdom=id_, settlement=name)


async def _show(stage: Stage, person: Person) -> Json:
    return stage.slash("settlement show", by=person, settlement=f"{await known(stage)} Hold")


LOSSES: dict[str, Sampling] = {
    "/hex lose": _lose_hex,
    "button hex_lose": _lose_once,
    "/hex-gm lose": book.lose,
    "/settlement found": _found,
    "/settlement rename": book.rename,
    "/settlement capital": _capital,
    "button town_capital": book.move,
    "/settlement district": _district,
    "button town_district": book.grow,
    "/settlement show": _show,
    "/settlement set": book.tell,
    "/hex-gm settle": book.settle,
}
