"""Tests run against changed functions, in processes forked from one in which all is loaded and warm.

The changed code is put into the functions of the child alone: nothing is imported anew, nothing is written
into the working tree.
"""

from __future__ import annotations

import ast
import builtins
import gc
import json
import math
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

from tests.mutants.changes import CALLED, ROOT, Change, changed, made_by, telling

# Beyond five times what they took before, tests may take so many seconds: of the processor, which is no other
# on a busy machine, and of the clock, for what waits and does nothing. And what a stop may take.
_SLOWER, _PROCESSOR, _CLOCK, _STOPPING = 5.0, 30, 180.0, 15.0
# The exit status of a child whose change could not be put in.
_NOT_MADE = 71
# What the code does it does on either engine: one is enough.
_OPTIONS: Final = (
    "-q",
    "-s",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-m",
    "not postgres and not browser",
)


@dataclass(frozen=True)
class Watched:
    """What a test took, whether it passed, and which functions it called, by path and name."""

    seconds: float
    is_passed: bool
    called: frozenset[tuple[str, str]]


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


@dataclass(eq=False)
class Loaded:
    """The tests as pytest found them, and the functions of the code that they claim."""

    items: Mapping[str, pytest.Item]
    functions: Mapping[tuple[str, str], Sequence[FunctionType]]

    def modules(self) -> dict[str, list[str]]:
        """The tests by their module."""
        found = defaultdict(list)
        for test in self.items:
            found[module_of(test)].append(test)
        return dict(found)

    def warm(self) -> None:
        """Run a test of each module here: what all tests share is made once, not by each child anew."""
        with _unheard():
            self.run([tests[0] for tests in self.modules().values()])

    def run(self, tests: Sequence[str], is_enough: Callable[[], bool] = lambda: False) -> None:
        """Run them in that order until it is enough."""
        items = [self.items[test] for test in tests]
        for item, following in zip_longest(items, items[1:]):
            # After the last only what belongs to all tests stays.
            then = following or item.session
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=then)
            if is_enough():
                return

    def put(self, path: str, tree: ast.Module, changed: str = "") -> None:
        """Have every function of the file run as that tree has it. Raises LookupError if not the changed one.

        A change may drop what its function would have made in itself.
        """
        made = dict(functions_in(compile(tree, str(ROOT / path), "exec", dont_inherit=True)))
        names = set[str]()
        for function in self._of(path):
            name, line = function.__code__.co_qualname, function.__code__.co_firstlineno
            if (name, line) in made:
                function.__code__ = made[name, line]
                names.add(name)
        if changed and not names & {changed, changed.partition(".<")[0]}:
            raise LookupError(changed)

    def make_anew(self, change: Change) -> None:
        """What was made with the changed function before is made anew, or not kept."""
        again = compile(made_by(change), str(ROOT / change.path), "exec", dont_inherit=True)
        exec(again, next(self._of(change.path)).__globals__)  # noqa: S102  it is the project's own code
        for each in gc.get_objects():
            if (
                isinstance(each, _lru_cache_wrapper)
                and each.__module__ == next(self._of(change.path)).__module__
            ):
                each.cache_clear()

    def _of(self, path: str) -> Iterator[FunctionType]:
        return (each for (of, _), functions in self.functions.items() if of == path for each in functions)


@contextmanager
def _unheard() -> Iterator[None]:
    """What is written meanwhile is read by nobody."""
    sys.stdout.flush()
    with Path(os.devnull).open("wb") as nowhere:
        kept = [os.dup(descriptor) for descriptor in (1, 2)]
        for descriptor in (1, 2):
            os.dup2(nowhere.fileno(), descriptor)
    try:
        yield
    finally:
        sys.stdout.flush()
        for descriptor, was in zip((1, 2), kept, strict=True):
            os.dup2(was, descriptor)
            os.close(was)


def module_of(test: str) -> str:
    """The file that a test stands in."""
    return test.partition("::")[0]


def load(tests: Iterable[str], paths: Iterable[str], then: Callable[[Loaded], None]) -> str:
    """Find those tests as pytest does, and go on with them: why they can't be found, or nothing."""
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp(prefix="waypost-hypothesis-")
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    loading = _Loading(frozenset(paths), then)
    code = pytest.main([*_OPTIONS, *sorted(tests)], plugins=[loading])
    return "" if loading.is_done else f"pytest ends with {code}"


@dataclass(eq=False)
class _Loading:
    paths: frozenset[str]
    then: Callable[[Loaded], None]
    is_done: bool = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            # Of the tests is heard from the children.
            session.config.pluginmanager.unregister(name="terminalreporter")
            found = Loaded({item.nodeid: item for item in session.items}, _functions_of(self.paths))
            found.warm()
            self.then(found)
            self.is_done = True
        return True


def _functions_of(paths: frozenset[str]) -> dict[tuple[str, str], list[FunctionType]]:
    """The functions that were made of those files, by path and name, closures too."""
    files = {str(ROOT / path): path for path in paths}
    found = defaultdict(list)
    # What is frozen isn't among all objects.
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and (path := files.get(each.__code__.co_filename)) is not None:
            found[path, each.__code__.co_qualname].append(each)
    gc.freeze()
    return dict(found)


def functions_in(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """The code of every function in a module's, by its name and first line."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield (each.co_qualname, each.co_firstlineno), each
            yield from functions_in(each)


def ask(
    loaded: Loaded, change: Change, tests: Sequence[str], seconds: float, answer: Callable[[bool], None]
) -> Work:
    """Run the tests against the change; the answer is whether they notice."""

    def do() -> int:
        try:
            loaded.put(change.path, changed(change), change.function)
        except Exception:  # noqa: BLE001  whatever it is: it must not count as noticed
            traceback.print_exc()
            return _NOT_MADE
        loaded.make_anew(change)
        heard = _register(loaded, Hearing())
        loaded.run(tests, lambda: bool(heard.failed))
        return int(bool(heard.failed))

    def told(code: int | None, said: str) -> None:
        if code == _NOT_MADE:
            raise RuntimeError(f"{change} can't be made:\n{said}")
        # Whatever else doesn't end well was noticed, a hang too.
        answer(code != 0)

    return Work(do, seconds, told)


# ------------------------------------------------------------------ what they take as they are


@dataclass(eq=False)
class Hearing:
    """Notes of each test how long it took, which failed, and which functions of the files it called.

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
        self.now = self.calls.setdefault(module_of(nodeid), set())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        self.now = self.calls.setdefault(item.nodeid, set())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        self.now = self.calls.setdefault(module_of(item.nodeid), set())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "failed":
            self.failed.add(report.nodeid)
            print(report.longreprtext)
        if report.outcome != "skipped":
            self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def found(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for test, seconds in self.seconds.items():
            called = self.calls.get(test, set()) | self.calls.get(module_of(test), set())
            yield test, {"seconds": seconds, "is_passed": test not in self.failed, "called": sorted(called)}


def _register(loaded: Loaded, heard: Hearing) -> Hearing:
    next(iter(loaded.items.values())).config.pluginmanager.register(heard)
    return heard


def watch(loaded: Loaded, tests: Sequence[str], answer: Callable[[dict[str, Watched]], object]) -> Work:
    """Run the tests as they are: what each takes, and calls of the functions."""
    handle, name = tempfile.mkstemp(prefix="waypost-watched-")
    os.close(handle)
    result = Path(name)

    def do() -> int:
        heard = _register(loaded, Hearing())
        vars(builtins)[CALLED] = heard.call
        for path in {path for path, _ in loaded.functions}:
            loaded.put(path, telling(path))
        loaded.run(tests)
        result.write_text(json.dumps(dict(heard.found())))
        return 0

    def told(code: int | None, said: str) -> None:
        read = json.loads(result.read_text()) if code == 0 else {}
        result.unlink()
        if code != 0:
            print(said[-2000:])
        answer({test: watched_of(each) for test, each in read.items()})

    return Work(do, 3600.0, told)


def watched_of(read: dict[str, Any]) -> Watched:
    """What was written down of a test."""
    called = frozenset((path, name) for path, name in read["called"])
    return Watched(read["seconds"], read["is_passed"], called)
