"""The gateway's part, played by hand: READY and raw events into a client's own parsers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from tests.harness.world import Json

Tasks = list["asyncio.Task[Any]"]
READY_SECONDS = 0.001
# Where a recorder has its WebSocket.
SOCKET_PATH = "/gateway"


async def announce(client: discord.Client, ready: Json, guilds: Sequence[Json]) -> None:
    """Let a client that is logged in believe that the gateway has said READY."""
    state = client._connection
    state.guild_ready_timeout = READY_SECONDS  # the library waits 2 s for further servers
    state.parsers["READY"](ready)
    for guild in guilds:
        state.parsers["GUILD_CREATE"](guild)
    await client.wait_until_ready()


def feed(client: discord.Client, payload: Json, event: str = "INTERACTION_CREATE") -> Tasks:
    """Parse one event now; returns the tasks the library started for it."""
    loop = asyncio.get_running_loop()
    previous = loop.get_task_factory()
    gathered = _Gathered(previous)
    loop.set_task_factory(gathered.create)
    try:
        client._connection.parsers[event](payload)
    finally:
        loop.set_task_factory(previous)
    return gathered.tasks


async def finish(tasks: Tasks, seconds: float) -> list[BaseException]:
    """Wait for tasks and return what they raised; TimeoutError names those still at work."""
    if tasks:
        _, pending = await asyncio.wait(tasks, timeout=seconds)
        if pending:
            names = [task.get_name() for task in pending]
            raise TimeoutError(f"handlers still at work after {seconds} s: {names}")
    return [error for task in tasks if not task.cancelled() and (error := task.exception())]


class _Gathered:
    """Collects the tasks created while it is the loop's task factory."""

    __slots__ = ("_previous", "tasks")

    def __init__(self, previous: Any) -> None:
        self._previous = previous
        self.tasks: Tasks = []

    def create(self, loop: asyncio.AbstractEventLoop, coro: Any, **options: Any) -> Any:
        """Make a task as the loop would have."""
        if self._previous is None:
            task: Any = asyncio.Task(coro, loop=loop, **options)
        else:
            task = self._previous(loop, coro, **options)
        self.tasks.append(task)
        return task
