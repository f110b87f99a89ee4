"""Interactions about months of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.people import Actor
from tests.harness.world import Json, Person
from tests.stages import Stage

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _undo_from(stage: Stage, person: Person) -> Json:
    """The list of what was done this month; a player may take back what was their own."""
    await stage.do("sk new", by=person, name=stage.fresh_name(), courage=4, prudence=5, temperance=3)
    ours = (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign_id
    number = max(entry.number for entry in await stage.entries() if entry.campaign_id == ours)
    return stage.say.press(f"?undo_from|{ours}", user=person, values=[str(number)])


MONTHS: dict[str, Sampling] = {
    "select undo_from": _undo_from,
}
