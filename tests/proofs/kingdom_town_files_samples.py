"""Interactions about settlements imported and exported, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import town_files_playbook as book
from tests.systems.kingdom.stock import known

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _export(stage: Stage, person: Person) -> Json:
    return stage.slash("build export", by=person, settlement=f"{await known(stage)} Hold")


TOWN_FILES: dict[str, Sampling] = {"/build import": book.bring, "/build export": _export}
