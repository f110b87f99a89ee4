"""Interactions about events of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.systems.kingdom.book import Step
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom.events_playbook import hiring, sourced, struck
from tests.systems.kingdom.stock import id_of, kingdom, kingdom_at, known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _events(stage: Stage, person: Person) -> Json:
    return stage.slash("kingdom events", by=person, kingdom=await struck(stage))


async def _hire(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.EVENT)
    return stage.slash("treasury hire", by=person, check="loyalty", levels="3-5", kingdom=name)


async def _hired(stage: Stage, person: Person) -> Json:
    return stage.say.press("|".join(("kingdom_hire", *await hiring(stage))), user=person)


async def _event(stage: Stage, person: Person) -> Json:
    return stage.slash("month-gm event", by=person, event="feud", kingdom=await kingdom(stage))


async def _cancel_event(stage: Stage, person: Person) -> Json:
    name = await struck(stage)
    return stage.slash("month-gm cancel-event", by=person, event="Cult Activity", kingdom=name)


async def _place(stage: Stage, person: Person) -> Json:
    options = {"number": "loyalty", "amount": "-2", "reason": "Slavers", "until": "event"}
    return stage.slash("month-gm place", by=person, **options, kingdom=await kingdom(stage))


async def _cancel(stage: Stage, person: Person) -> Json:
    return stage.slash("month-gm cancel", by=person, source="A comet", kingdom=await sourced(stage))


async def _history(stage: Stage, person: Person) -> Json:
    return stage.slash("kingdom history", by=person, what="unrest", kingdom=await known(stage))


async def _shown(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"?kingdom_history|{id_}|24", user=person, values=["treasury"])


EVENTS: dict[str, Sampling] = {
    "/kingdom events": _events,
    "/treasury hire": _hire,
    "button kingdom_hire": _hired,
    "/month-gm event": _event,
    "/month-gm cancel-event": _cancel_event,
    "/month-gm place": _place,
    "/month-gm cancel": _cancel,
    "/kingdom history": _history,
    "select kingdom_history": _shown,
}
