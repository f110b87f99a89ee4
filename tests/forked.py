"""The command line in processes forked from one that has loaded its modules: a start costs little."""

from __future__ import annotations

import multiprocessing
import os
import sys
import warnings
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

# The first of them before all others: it says what is never loaded.
LOADED = [
    "bot.__main__", "bot.app", "bot.doctor", "bot.health", "bot.sandbox.wiring", "bot.storage.backup",
    "bot.storage.moving", "bot.verify", "alembic.command",
]  # fmt: skip
PATIENCE = 180


def waypost(folder: Path, environment: dict[str, str], *arguments: str) -> CompletedProcess[str]:
    """`python -m bot` with those arguments, in that folder and with nothing else in its environment."""
    with TemporaryDirectory() as place:
        out, err = Path(place) / "out", Path(place) / "err"
        process = server().Process(target=_main, args=(folder, environment, arguments, out, err))
        process.start()
        process.join(PATIENCE)
        code = process.exitcode
        if code is None:
            process.kill()
            process.join()
            raise TimeoutError(f"{arguments} is still at work after {PATIENCE} s: {err.read_text()}")
        process.close()
        return CompletedProcess(arguments, code, out.read_text(), err.read_text())


@cache
def server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    return context


def _main(
    folder: Path, environment: dict[str, str], arguments: tuple[str, ...], out: Path, err: Path
) -> None:
    from bot.__main__ import main

    for descriptor, file in ((1, out), (2, err)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    warnings.simplefilter("error")
    sys.argv = ["bot", *arguments]
    main()
