"""What every test may ask for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from bot.storage.address import Address
from tests.databases import ENGINES, Templates
from tests.tables import Table, open_table

# The same examples in every run, and no deadline that a busy machine would miss. What is to search on and
# on, such as a long target, says so itself.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


@pytest.fixture(autouse=True, scope="session")
def _plain_log() -> None:
    """Tracebacks as Python writes them: drawn in colours they take longer than the tests they are in."""
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.processors.add_log_level, plain])


@pytest.fixture(autouse=True)
def _no_hurry(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine answers late; only tests of lateness itself are held to Discord's seconds."""
    if request.node.get_closest_marker("hurried") is None:
        monkeypatch.setattr("bot.ui.reply.DEFER_AFTER", 60.0)
        monkeypatch.setattr("bot.desk.PATIENCE", 60.0)


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Templates]:
    """Migrated databases to copy."""
    made = Templates(tmp_path_factory.mktemp("templates"))
    yield made
    made.close()


@pytest.fixture(params=ENGINES)
def address(request: pytest.FixtureRequest, templates: Templates, tmp_path: Path) -> Iterator[Address]:
    """A migrated database of each engine in turn."""
    if request.param == "sqlite":
        yield templates.sqlite(tmp_path / "waypost.db")
        return
    with templates.postgres() as made:
        yield made


@pytest.fixture
def sqlite_address(templates: Templates, tmp_path: Path) -> Address:
    """A migrated SQLite database, for what does not depend on the engine."""
    return templates.sqlite(tmp_path / "waypost.db")


@pytest.fixture
async def table(sqlite_address: Address) -> AsyncIterator[Table]:
    """A campaign of The Second Kingdom under way in a simulated Discord, on SQLite."""
    async with open_table(sqlite_address) as made:
        yield made


@pytest.fixture
async def each_table(address: Address) -> AsyncIterator[Table]:
    """The same on each engine in turn."""
    async with open_table(address) as made:
        yield made
