"""Interactions about buildings demolished and repaired, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import wrecking_playbook as book

Sampling = Callable[[Stage, Person], Awaitable[Json]]


WRECKING: dict[str, Sampling] = {
    "button build_raze": book.demolish,
    "button build_repair": book.repair,
}
