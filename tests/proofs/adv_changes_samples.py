"""Interactions about changes of Adventuria, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage

Sampling = Callable[[Stage, Person], Awaitable[Json]]


CHANGES: dict[str, Sampling] = {}
