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
from tests.extent import ALL
from tests.kept import Beginning
from tests.playbooks import scenarios
from tests.proofs.statements import represented
from tests.stages import Scenario, Stage

SCENARIOS = scenarios()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """PostgreSQL meets each statement in one scenario, the same in every run: see `statements`."""
    if ALL:
        return
    known = represented()
    left_out = {item for item in items if _on_postgres(item) - known.keys()}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def _on_postgres(item: pytest.Item) -> set[str]:
    """The scenario that a test would play on PostgreSQL, as one of them all."""
    given = getattr(getattr(item, "callspec", None), "params", {})
    is_picked = any(mark.args[0] == "scenario" for mark in item.iter_markers("parametrize"))
    if is_picked or "scenario" not in given or given.get("engine") != "postgres":
        return set()
    return {given["scenario"]}


@pytest.fixture
def scenario_name(request: pytest.FixtureRequest) -> str:
    """What a test's scenario is called."""
    return str(request.node.callspec.params["scenario"])


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
