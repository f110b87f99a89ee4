"""Interactions about challenges, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.stock import challenge, hero


async def _opened(stage: Stage) -> str:
    """A new challenge's id."""
    await challenge(stage)
    await stage.settle()
    return stage.button("Roll")[0].split("|")[1]


async def _ask(stage: Stage, person: Person) -> Json:
    return stage.slash("sk ask", by=person, hero=await hero(stage), action="Leap")


async def _game_masters_panel(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"act_for|{await _opened(stage)}", user=person)


async def _panel(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"challenge|{await _opened(stage)}", user=person)


CHALLENGES: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {
    "button act_for": _game_masters_panel,
    "button challenge": _panel,
}
