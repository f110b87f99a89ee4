"""Two whole processes on one database: the second waits, and takes over within 30 s of the first's death."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.lease import EVERY
from bot.storage.address import Address
from tests.test_start import TOKEN, Doors, doors

WAITS = "another process works on this database; this one waits until it stops"
TAKES_OVER = "the other process is gone; this one takes over"
READY = "ready"
PROMISED, STARTS = 30.0, 60.0
# Where it is known that the first is gone.
KNOWN = 12.0

# `python -m bot run`, with Discord on loopback; the host's name is what tells machines apart.
PROGRAM = """
import os, socket, sys
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

Route.BASE, gateway, host, pid = sys.argv[1:5]
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
if host:
    socket.gethostname = lambda: host
if pid:
    os.getpid = lambda: int(pid)
sys.argv = ["waypost", "run"]
from bot.__main__ import main
main()
"""


class Process:
    """A bot in a process of its own, and the lines that it logs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said: list[str] = []

    async def says(self, text: str, seconds: float) -> None:
        """Wait until it logs that. Raises TimeoutError, AssertionError where it ended before."""
        assert self._process.stdout is not None
        async with asyncio.timeout(seconds):
            while not any(text in line for line in self.said):
                line = await self._process.stdout.readline()
                assert line, f"it ended: {self.said}"
                self.said.append(line.decode())

    async def kill(self) -> None:
        """As a machine does that has no memory left."""
        self._process.kill()
        await self._process.wait()


@asynccontextmanager
async def started(
    folder: Path, address: Address, doors: Doors, host: str = "", pid: str = ""
) -> AsyncIterator[Process]:
    """One process until the end of the test."""
    folder.mkdir()
    variables = {
        "WAYPOST_DATABASE__URL": address.url.render_as_string(hide_password=False),
        "WAYPOST_DISCORD__TOKEN": TOKEN,
        # The processes of one machine share it; of another container, nobody knows.
        "WAYPOST_BACKUP__FOLDER": str(folder.parent / (host and folder.name) / "backups"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONUNBUFFERED": "1",
    }
    places = (Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY), host, pid)
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, *places),
        cwd=folder,
        env=os.environ | variables,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    process = Process(run)
    try:
        yield process
    finally:
        if run.returncode is None:
            await process.kill()


async def test_two_containers_of_one_host_name_do_not_displace_each_other(
    tmp_path: Path, address: Address, discord: Doors
) -> None:
    options: dict[str, Any] = {"address": address, "doors": discord, "host": "waypost", "pid": "1"}
    async with started(tmp_path / "first", **options) as first:
        await first.says(READY, STARTS)
        async with started(tmp_path / "second", **options) as second:
            await second.says(WAITS, STARTS)
            # The first renews its lease meanwhile, and finds it its own.
            with pytest.raises(TimeoutError):
                await first.says("taken over", 2 * EVERY)
            assert len(discord.tries) == 1


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Doors]:
    """A Discord that both can reach."""
    async with doors(monkeypatch) as made:
        yield made


IS_LONG = "WAYPOST_TEST_KILLS" in os.environ


@pytest.mark.parametrize(
    "host",
    [
        pytest.param("", id="this machine"),
        # Nobody knows there whether the first is dead: it has to fall silent.
        pytest.param(
            "elsewhere",
            id="another machine",
            marks=pytest.mark.skipif(not IS_LONG, reason="takes half a minute: `make crash`"),
        ),
    ],
)
async def test_the_second_process_waits_and_follows_a_killed_one_within_30_seconds(
    tmp_path: Path, address: Address, discord: Doors, host: str
) -> None:
    options: dict[str, Any] = {"address": address, "doors": discord}
    async with started(tmp_path / "first", **options) as first:
        await first.says(READY, STARTS)
        async with started(tmp_path / "second", **options, host=host) as second:
            await second.says(WAITS, STARTS)
            # It has not come near Discord.
            assert len(discord.tries) == 1

            await first.kill()
            died = time.monotonic()
            await second.says(TAKES_OVER, PROMISED)
            assert time.monotonic() - died < (PROMISED if host else KNOWN)
            await second.says(READY, STARTS)
            assert len(discord.tries) == 2
