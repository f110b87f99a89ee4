"""Fixtures of the proofs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.card import Card
from bot.ui import errors, reply
from tests.beginnings import GENEROUS
from tests.databases import Templates
from tests.kept import Beginning
from tests.playbooks import scenarios
from tests.stages import Scenario, Stage

SCENARIOS = scenarios()


@pytest.fixture(params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    """Each registered action's scenario in turn."""
    return SCENARIOS[request.param]


@pytest.fixture
def beginning(request: pytest.FixtureRequest) -> Beginning[Stage]:
    """Where the stage begins: with what the test's scenario needs, if it has one that needs much."""
    if "scenario" not in request.fixturenames:
        return GENEROUS
    needed: Scenario = request.getfixturevalue("scenario")
    return needed.beginning or GENEROUS


@pytest.fixture
async def stage(
    beginning: Beginning[Stage], engine: str, templates: Templates, tmp_path: Path
) -> AsyncIterator[Stage]:
    """A stage on each engine in turn."""
    async with beginning.taken_up(templates, engine, tmp_path) as made:
        yield made


@pytest.fixture
async def sqlite_stage(
    beginning: Beginning[Stage], templates: Templates, tmp_path: Path
) -> AsyncIterator[Stage]:
    """A stage on SQLite."""
    async with beginning.taken_up(templates, "sqlite", tmp_path) as made:
        yield made


@pytest.fixture
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Every error that anybody was told of."""
    found: list[Exception] = []
    card = errors.error_card

    def listening(error: Exception, *rest: Any) -> Card:
        found.append(error)
        return card(error, *rest)

    monkeypatch.setattr(reply, "error_card", listening)
    return found
