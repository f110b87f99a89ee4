"""What every test may ask for."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
import structlog
from hypothesis import settings

from bot.content import supplied_by
from bot.engine.library import Supplied
from bot.play import Play, commit
from bot.play.context import Whole
from bot.play.session import Session
from bot.storage.address import Address
from bot.storage.database import PRAGMAS
from bot.storage.journal import EntryRow
from bot.ui.dispatcher import PATIENCE
from bot.ui.reply import DEFER_AFTER
from tests.beginnings import UNDER_WAY
from tests.commanded import shared_commands
from tests.compiled import shared_compilation
from tests.databases import ENGINES, Templates
from tests.extent import ALL, share
from tests.golden import FOLDER, Recorder, is_steady, recording
from tests.tables import SEED, Table

GAMES = Path(__file__).with_name("systems")

# The same examples in every run, and no deadline that a busy machine would miss. What is to search on and
# on, such as a long target, says so itself.
settings.register_profile("steady", derandomize=True, deadline=None, max_examples=share(100))
settings.load_profile("steady")


def pytest_collection() -> None:
    """While thousands of tests are found next to nothing becomes garbage: no look for it."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Games are played on PostgreSQL under `make check ALL=1` alone; and what is slow begins first."""
    left_out = set[pytest.Item]() if ALL else {item for item in items if is_game_on_postgres(item)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = in_order([item for item in items if item not in left_out])


def is_game_on_postgres(item: pytest.Item) -> bool:
    """Whether it is an evening, or a game's own test: each statement that games send, the proofs send too."""
    given = getattr(getattr(item, "callspec", None), "params", {})
    is_game = GAMES in item.path.parents or item.get_closest_marker("evening") is not None
    return is_game and given.get("engine") == "postgres"


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """The slow ones at the head of what each process begins with, those of a file together.

    Began they last, one process would be busy for minutes after the others.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    heads: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for _, of_a_file in groupby((item for item in items if is_slow(item)), key=lambda item: item.path):
        min(heads, key=len).extend(of_a_file)
    rest = [item for item in items if not is_slow(item)]
    ordered: list[pytest.Item] = []
    for head in heads:
        size = len(items) // processes - len(head)
        ordered += head + rest[:size]
        rest = rest[size:]
    return ordered + rest


def is_slow(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def pytest_collection_finish() -> None:
    """Modules, libraries and the tests themselves stay to the end: garbage is looked for beside them."""
    gc.enable()
    gc.freeze()
    # Each bot is many objects that go at once: to look for garbage among them takes a tenth of the time.
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True, scope="session")
def _plain_log() -> None:
    """Tracebacks as Python writes them: drawn in colours they take longer than the tests they are in."""
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[structlog.processors.add_log_level, plain])


@pytest.fixture(autouse=True, scope="session")
def _read_once() -> Iterator[None]:
    """What comes with the games is read and checked by the first bot, not by each of two thousand."""
    read: dict[tuple[ModuleType, ...], Supplied] = {}

    def reading(games: Iterable[ModuleType]) -> Supplied:
        key = tuple(games)
        if key not in read:
            read[key] = supplied_by(key)
        return read[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.app.supplied_by", reading)
        yield


@pytest.fixture(autouse=True, scope="session")
def _compiled_once() -> Iterator[None]:
    """Statements are compiled by the first bot that uses them."""
    with shared_compilation():
        yield


@pytest.fixture(autouse=True, scope="session")
def _commands_made_once() -> Iterator[None]:
    """Commands are made of what is declared by the first bot that has them."""
    with shared_commands():
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_power_cut() -> Iterator[None]:
    """Nobody pulls the plug on a test's database: it need not reach the disk before an answer is given."""
    quick = tuple(each.replace("synchronous = FULL", "synchronous = OFF") for each in PRAGMAS)
    assert quick != PRAGMAS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.storage.database.PRAGMAS", quick)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_hurry() -> Iterator[None]:
    """A slow machine answers late; only tests of lateness itself are held to Discord's seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.ui.reply.DEFER_AFTER", 60.0)
        patch.setattr("bot.ui.dispatcher.PATIENCE", 60.0)
        yield


@pytest.fixture(autouse=True, scope="session")
def _told_as_kept() -> Iterator[None]:
    """Whatever is done in any test, its answer is drawn from what the journal gives back."""
    unread = commit._whole

    def compared(session: Session, draft: commit.Draft, entry: EntryRow) -> Whole:
        found = unread(session, draft, entry)
        assert found == session.context.whole(entry), f"{draft.action} is told otherwise than it is kept"
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commit, "_whole", compared)
        yield


@pytest.fixture(autouse=True)
def _hurry(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("hurried") is not None:
        monkeypatch.setattr("bot.ui.reply.DEFER_AFTER", DEFER_AFTER)
        monkeypatch.setattr("bot.ui.dispatcher.PATIENCE", PATIENCE)


@pytest.fixture(autouse=True)
def _luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chapters that are given no seeds of their own have the same in every run of a test."""
    options = Play.__init__.__kwdefaults__ or {}
    monkeypatch.setitem(options, "randomness", Random(SEED).randbytes)


@pytest.fixture(autouse=True, scope="session")
def _golden() -> Iterator[Recorder | None]:
    """What the bot says is noted where `make golden` asks for it."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        yield None
        return
    with pytest.MonkeyPatch.context() as patch:
        recorder = recording(patch)
        yield recorder
        recorder.write(Path(folder))


@pytest.fixture(autouse=True)
def _heard(request: pytest.FixtureRequest, _golden: Recorder | None) -> Iterator[None]:
    """Only what does not depend on where a test stands is noted."""
    if _golden is not None:
        _golden.is_on = is_steady(request.node)
    yield
    if _golden is not None:
        _golden.is_on = False


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Templates]:
    """Migrated databases to copy."""
    made = Templates(tmp_path_factory.mktemp("templates"))
    yield made
    made.close()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine in turn."""
    return str(request.param)


@pytest.fixture
def address(engine: str, templates: Templates, tmp_path: Path) -> Address:
    """A migrated database of each engine in turn: to fill one anew costs a tenth of making a new one."""
    return templates.filled(engine, tmp_path)


@pytest.fixture
def sqlite_address(templates: Templates, tmp_path: Path) -> Address:
    """A migrated SQLite database, for what does not depend on the engine."""
    return templates.sqlite(tmp_path / "waypost.db")


@pytest.fixture
async def table(templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """A campaign of The Second Kingdom under way in a simulated Discord, on SQLite."""
    async with UNDER_WAY.taken_up(templates, "sqlite", tmp_path) as made:
        yield made


@pytest.fixture
async def each_table(engine: str, templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """The same on each engine in turn."""
    async with UNDER_WAY.taken_up(templates, engine, tmp_path) as made:
        yield made
