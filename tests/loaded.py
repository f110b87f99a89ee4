"""Loaded dice: at a table of the real bot, the next dice fall as a test lays them out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.engine.dice.source import VerifiableDice


@contextmanager
def loaded(*faces: int) -> Iterator[None]:
    """The next dice that any action rolls show these faces; all of them must have been rolled at the end.

    The drawing's own dice are drawn as ever, so that the next roll is what it would have been.
    """
    left = list(faces)

    class LoadedDice(VerifiableDice):
        def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
            drawn = super()._draw(count, sides, reason, secret)
            laid = left[:count]
            del left[:count]
            return (*laid, *drawn[len(laid) :])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.play.act.VerifiableDice", LoadedDice)
        yield
    assert not left, f"never rolled: {left}"
