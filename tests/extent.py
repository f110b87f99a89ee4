"""How much is run: of what is alike a share in `make test`, all of it under `make check ALL=1`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

ALL: Final = bool(os.environ.get("WAYPOST_TEST_ALL"))
# Of what a random search tries.
_SHARE = 5

T = TypeVar("T")


def share(many: int) -> int:
    """All of so many tries of a random search, or a fifth of them."""
    return many if ALL else -(-many // _SHARE)


def some_of(all_: Iterable[T], turn: int) -> list[T]:
    """All of them, or every fifth: which, depends on whose turn it is, so that five take them all."""
    return list(all_) if ALL else list(all_)[turn % _SHARE :: _SHARE]
