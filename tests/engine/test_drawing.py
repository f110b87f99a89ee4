"""What draws an entry or a record: who declared that it is theirs, and nobody else."""

from __future__ import annotations

import sys
from itertools import count
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.drawing import Drawings, draws, shows
from bot.engine.event import Event

# What a package declares is read once in a run.
PACKAGES = count()


class Lit(Event):
    """A lantern burns."""


class Fell(Event):
    """Something fell."""


class Broke(Fell):
    """It broke as it fell."""


@pytest.fixture
def asked() -> list[str]:
    """Who was asked for a card, in order."""
    return []


@pytest.fixture
def drawings(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> Drawings:
    """Those of a package in which whoever draws what fell has no card."""
    package = f"drawn{next(PACKAGES)}"
    module = ModuleType(package)

    @draws(Lit, rank=1)
    def lit(_event: Lit, _post: Any) -> Card:
        asked.append("lit")
        return Card("lit")

    @draws(Fell)
    def fell(event: Fell, _post: Any) -> None:
        asked.append(type(event).__name__)

    @shows("lantern")
    def show(record: Any, _post: Any) -> Card:
        return Card(record.kind)

    for each in (lit, fell, show):
        each.__module__ = package
        setattr(module, each.__name__, each)
    monkeypatch.setitem(sys.modules, package, module)
    return Drawings(package)


def post(*events: Event) -> Any:
    return SimpleNamespace(entry=SimpleNamespace(events=events))


def test_an_entry_asks_only_who_draws_one_of_its_events(drawings: Drawings, asked: list[str]) -> None:
    assert drawings.draw(post(Lit())) == Card("lit")
    assert asked == ["lit"]
    assert drawings.draw(post()) is None


def test_the_lowest_rank_is_asked_first_and_who_has_no_card_leaves_it_to_the_next(
    drawings: Drawings, asked: list[str]
) -> None:
    assert drawings.draw(post(Lit(), Broke())) == Card("lit")
    assert asked == ["Broke", "lit"]


def test_a_record_is_drawn_by_who_shows_its_kind(drawings: Drawings) -> None:
    assert drawings.show(SimpleNamespace(kind="lantern"), None) == Card("lantern")
    assert drawings.show(SimpleNamespace(kind="rope"), None) is None
