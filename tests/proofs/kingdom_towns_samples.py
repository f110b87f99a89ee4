"""Interactions about settlements as pictures, and advice, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.proofs.kingdom_advice_samples import ADVICE
from tests.stages import Stage
from tests.systems.kingdom.stock import known, shown

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _turn(stage: Stage, person: Person) -> Json:
    capital = (await shown(stage, await known(stage))).state.capital
    return stage.say.press(f"district_map|{capital}|1|1", user=person)


TOWNS: dict[str, Sampling] = {
    "button district_map": _turn,
    **ADVICE,
}
