"""Interactions about magic items, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import items_playbook as book

Sampling = Callable[[Stage, Person], Awaitable[Json]]


ITEMS: dict[str, Sampling] = {
    "button item_buy": book.buy,
    "button item_purge": book.purge,
}
