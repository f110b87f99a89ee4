"""Interactions about losses and settlements of kingdoms, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import losses_playbook as book
from tests.systems.kingdom.losses_playbook import at_loss
from tests.systems.kingdom.stock import id_of, spot

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _lose_once(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    id_ = await id_of(stage, await at_loss(stage))
    return stage.say.press("|".join(("hex_lose", id_, spot(stage, 1))), user=person)


LOSSES: dict[str, Sampling] = {
    "button hex_lose": _lose_once,
    "button town_capital": book.move,
    "button town_district": book.grow,
}
