"""Interactions about what game masters do about buildings, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage

Sampling = Callable[[Stage, Person], Awaitable[Json]]

BUILDINGS_GM: dict[str, Sampling] = {}
