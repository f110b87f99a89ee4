"""Interactions about months of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.people import Actor
from bot.systems.kingdom.book import Step
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.months_playbook import frozen
from tests.systems.kingdom.stock import id_of, kingdom, kingdom_at, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _month(stage: Stage, person: Person) -> Json:
    return stage.slash("month", by=person, kingdom=await known(stage))


async def _next(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.STABILITY)
    return stage.slash("month-gm next", by=person, reason="Quiet", kingdom=name)


async def _back(stage: Stage, person: Person) -> Json:
    return stage.slash("month-gm back", by=person, kingdom=await kingdom(stage))


async def _back_page(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"month_back|{await id_of(stage, await kingdom(stage))}|0", user=person)


async def _freeze(stage: Stage, person: Person) -> Json:
    return stage.slash("month-gm freeze", by=person, reason="Summer", kingdom=await kingdom(stage))


async def _thaw(stage: Stage, person: Person) -> Json:
    return stage.slash("month-gm thaw", by=person, reason="Autumn", kingdom=await frozen(stage))


async def _close(stage: Stage, person: Person) -> Json:
    return stage.slash("month-gm close", by=person, kingdom=await kingdom_at(stage, Step.CLOSE))


async def _undo_from(stage: Stage, person: Person) -> Json:
    """The list of what was done this month; a player may take back what was their own."""
    await stage.do("sk new", by=person, name=stage.fresh_name(), courage=4, prudence=5, temperance=3)
    ours = (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign_id
    number = max(entry.number for entry in await stage.entries() if entry.campaign_id == ours)
    return stage.say.press(f"?undo_from|{ours}", user=person, values=[str(number)])


MONTHS: dict[str, Sampling] = {
    "/month": _month,
    "/month-gm next": _next,
    "/month-gm back": _back,
    "button month_back": _back_page,
    "/month-gm freeze": _freeze,
    "/month-gm thaw": _thaw,
    "/month-gm close": _close,
    "select undo_from": _undo_from,
}
