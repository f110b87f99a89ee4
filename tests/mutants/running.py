"""Processes in which a changed module is tested: forked from one that has loaded the libraries, and no more.

The change is made as the module is imported: nothing is written into the working tree.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import json
import math
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any, Final

from tests.mutants.changes import CALLED, ROOT, Change, changed, telling

# What takes long to load and is never changed.
_LIBRARIES: Final = (
    "PIL.Image", "aiohttp", "alembic.command", "asyncpg", "discord.ext.tasks", "hypothesis", "icepool",
    "pydantic_settings", "pytest", "simcord", "sqlalchemy.ext.asyncio", "structlog", "typer",
)  # fmt: skip
# Beyond five times what they took before, tests may take so many seconds: of the processor, which is no other
# on a busy machine, and of the clock, for what waits and does nothing. And what a stop may take.
_SLOWER, _PROCESSOR, _CLOCK, _STOPPING = 5.0, 30, 180.0, 15.0


@dataclass(frozen=True)
class Watched:
    """What a test took, whether it passed, and which functions it called, by path and name."""

    seconds: float
    is_passed: bool
    called: frozenset[tuple[str, str]]


def load_libraries() -> None:
    """Load what every process needs; whatever is of this project stays out, so that it can be changed."""
    sys.path.insert(0, str(ROOT))
    for name in _LIBRARIES:
        importlib.import_module(name)
    assert not any(name == "bot" or name.startswith("bot.") for name in sys.modules)


# ------------------------------------------------------------------ processes


@dataclass
class Process:
    """A child at work; `answer` is asked for its exit code, which is none where its time was up."""

    pid: int
    output: Path
    until: float
    answer: Callable[[int | None, str], None]
    is_told: bool = False

    def hurry(self) -> None:
        """End what has had its time: first as Ctrl+C does, so that it clears away its databases."""
        now = time.monotonic()
        if now > self.until + _STOPPING:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        elif now > self.until and not self.is_told:
            self.is_told = True
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGINT)


@dataclass(frozen=True)
class Work:
    """What a child does, in how many seconds of its own, and who is told how it ended and what it said."""

    do: Callable[[], int]
    seconds: float
    answer: Callable[[int | None, str], None]


def carry_out(work: Iterable[Work], at_once: int) -> None:
    """Do all of it, so many pieces at once."""
    waiting, running = deque(work), dict[int, Process]()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                begun = _fork(waiting.popleft())
                running[begun.pid] = begun
            for pid in list(running):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    _finish(running.pop(pid), os.waitstatus_to_exitcode(status))
                else:
                    running[pid].hurry()
            time.sleep(0.02)
    finally:
        # Stopped by whoever started it: no child goes on alone.
        for pid in running:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)


def _finish(process: Process, code: int) -> None:
    said = process.output.read_text(errors="replace")
    process.output.unlink()
    process.answer(None if process.is_told else code, said)


def _fork(work: Work) -> Process:
    handle, name = tempfile.mkstemp(prefix="waypost-mutant-")
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            os.setpgid(0, 0)
            # A shell has what it runs in the background ignore it.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            _limit(work)
            for descriptor in (1, 2):
                os.dup2(handle, descriptor)
            code = work.do()
        except BaseException:  # noqa: BLE001  nothing of this process may go on in the child
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    os.close(handle)
    until = time.monotonic() + _CLOCK + _SLOWER * work.seconds
    return Process(pid, Path(name), until, work.answer)


def _limit(work: Work) -> None:
    """Have the processor's time end as Ctrl+C does: tests clear away their databases."""
    signal.signal(signal.SIGXCPU, signal.default_int_handler)
    most = _PROCESSOR + math.ceil(_SLOWER * work.seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + int(_STOPPING)))


# ------------------------------------------------------------------ tests


def _run(tests: Sequence[str], plugin: object, *options: str) -> int:
    import pytest

    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp(prefix="waypost-hypothesis-")
    os.chdir(ROOT)
    # Plugins that were loaded before can't have their assertions explained, and need not.
    loaded = "ignore::pytest.PytestAssertRewriteWarning"
    # What the code does it does on either engine: one is enough.
    usual = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-W",
        loaded,
        "-m",
        "not postgres and not browser",
    ]
    return int(pytest.main([*usual, *options, *tests], plugins=[plugin]))


@dataclass(eq=False)
class Selected:
    """Lets pytest run these tests alone, in this order."""

    tests: Mapping[str, int]

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.tests), key=lambda item: self.tests[item.nodeid]
        )


def ask(change: Change, tests: Sequence[str], seconds: float, answer: Callable[[bool], None]) -> Work:
    """Run the tests against the change; the answer is whether they notice."""

    def do() -> int:
        sys.meta_path.insert(0, _Replacing({change.path: lambda: changed(change)}))
        modules = dict.fromkeys(test.partition("::")[0] for test in tests)
        return _run(list(modules), Selected({test: number for number, test in enumerate(tests)}), "-x")

    # 5: none of the tests was found. Whatever is neither that nor well was noticed, a hang too.
    return Work(do, seconds, lambda code, _: answer(code not in (0, 5)))


@dataclass(frozen=True)
class _Replacing(MetaPathFinder):
    """Has modules of the project run as these trees, instead of as they are written."""

    trees: Mapping[str, Callable[[], ast.Module]]

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        path = next((path for path in self.trees if _module(path) == fullname), None)
        if path is None:
            return None
        loader = _Loader(fullname, str(ROOT / path), self.trees[path])
        return spec_from_file_location(fullname, ROOT / path, loader=loader)


def _module(path: str) -> str:
    parts = Path(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, tree: Callable[[], ast.Module]) -> None:
        super().__init__(fullname, path)
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType | None:
        code: CodeType = compile(self._tree(), self.path, "exec", dont_inherit=True)
        return code


# ------------------------------------------------------------------ what they take as they are


@dataclass(eq=False)
class Watching:
    """Notes of each test how long it took, and which functions it called of those that say so.

    What a fixture calls counts for every test of the module: it may be made once for all of them.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    calls: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    now: set[tuple[str, str]] = field(default_factory=set)

    def call(self, path: str, function: str) -> None:
        """A function is called."""
        self.now.add((path, function))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.now = self.calls.setdefault(nodeid.partition("::")[0], set())

    def pytest_runtest_call(self, item: Any) -> None:
        self.now = self.calls.setdefault(item.nodeid, set())

    def pytest_runtest_teardown(self, item: Any) -> None:
        self.now = self.calls.setdefault(item.nodeid.partition("::")[0], set())

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.outcome == "failed":
            self.failed.add(report.nodeid)
        if report.outcome != "skipped":
            self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def found(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for test, seconds in self.seconds.items():
            called = self.calls.get(test, set()) | self.calls.get(test.partition("::")[0], set())
            yield test, {"seconds": seconds, "is_passed": test not in self.failed, "called": sorted(called)}


def watch(
    tests: Sequence[str], paths: Iterable[str], answer: Callable[[dict[str, Watched], str], None]
) -> Work:
    """Run the tests as they are: what each takes, and calls of these files; nothing where none can be run."""
    handle, name = tempfile.mkstemp(prefix="waypost-watched-")
    os.close(handle)
    result = Path(name)

    def do() -> int:
        watching = Watching()
        vars(builtins)[CALLED] = watching.call
        sys.meta_path.insert(0, _Replacing({path: partial(telling, path) for path in paths}))
        code = _run(tests, watching)
        result.write_text(json.dumps(dict(watching.found())))
        return code

    def told(code: int | None, said: str) -> None:
        read = json.loads(result.read_text()) if code in (0, 1) else {}
        result.unlink()
        answer({test: watched_of(each) for test, each in read.items()}, said)

    return Work(do, 3600.0, told)


def watched_of(read: dict[str, Any]) -> Watched:
    """What was written down of a test."""
    called = frozenset((path, name) for path, name in read["called"])
    return Watched(read["seconds"], read["is_passed"], called)
