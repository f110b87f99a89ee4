"""Interactions about what game masters do about buildings, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import buildings_gm_playbook as book

Sampling = Callable[[Stage, Person], Awaitable[Json]]

BUILDINGS_GM: dict[str, Sampling] = {
    "/build-gm place": book.place,
    "/build-gm destroy": book.destroy,
    "/build-gm damage": book.damage,
    "/build-gm remove": book.remove,
    "/build-gm grant": book.grant,
    "/build-gm set": book.set_,
    "/build-gm borders": book.borders,
}
