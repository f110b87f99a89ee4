"""Connections to PostgreSQL none of whose calls waits without end, whatever becomes of network and server.

Four bounds work together. The server ends a statement, a wait for a lock, and a transaction in whose midst
nothing more comes: a process that is out of reach keeps no campaign locked. The driver ends a call whose
answer does not come. And both ends' TCP gives up a connection whose other end does not acknowledge.
What the server still has of a connection that was lost, the next one ends (`bot.storage.database`).
"""

from __future__ import annotations

import math
import socket
from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.address import APPLICATION, Address

# In seconds: how long one may take to close, and how long a server waits at least in the midst of one.
CLOSING, MIDST = 2.0, 5.0
MOST_CONNECTING = 10.0
PROBES = 3


def engine(address: Address, *, within: float, application: str = APPLICATION, **options: Any) -> AsyncEngine:
    """What connects to that database; no single call takes longer than `within` seconds."""
    return create_async_engine(
        address.engine_url,
        # An error would tell what the statement wrote: seeds and secrets, on their way into the log.
        hide_parameters=True,
        connect_args={
            "connection_class": Link,
            "timeout": min(within, MOST_CONNECTING),
            "command_timeout": within,
            # There are more ways to write an action than the hundred that asyncpg keeps by itself.
            "statement_cache_size": 300,
            "server_settings": {"application_name": application, "timezone": "UTC", **_bounds(within)},
        },
        **options,
    )


def _bounds(within: float) -> dict[str, str]:
    """What the server ends by itself: just before the driver would, so that the connection stays."""
    idle, interval = _pauses(within)
    return {
        "lock_timeout": _milliseconds(within * 0.8),
        "statement_timeout": _milliseconds(within * 0.9),
        "idle_in_transaction_session_timeout": _milliseconds(max(within, MIDST)),
        "tcp_keepalives_idle": str(idle),
        "tcp_keepalives_interval": str(interval),
        "tcp_keepalives_count": str(PROBES),
        "tcp_user_timeout": _milliseconds(_noticed(within) * 2),
    }


def _pauses(within: float) -> tuple[int, int]:
    """Whole seconds of silence before the first keepalive probe, and between two."""
    noticed = _noticed(within)
    return max(1, math.ceil(noticed)), max(1, int(noticed / PROBES))


def _noticed(within: float) -> float:
    """How many seconds of silence tell TCP that something is wrong: a statement may take longer."""
    return min(within, MOST_CONNECTING)


def _milliseconds(seconds: float) -> str:
    return str(max(1, int(seconds * 1000)))


class Link(asyncpg.Connection):  # type: ignore[misc,type-arg,unused-ignore]
    """One connection, which its own end gives up as well, and which is closed in a bounded time."""

    def __init__(self, protocol: Any, transport: Any, loop: Any, addr: Any, config: Any, params: Any) -> None:
        super().__init__(protocol, transport, loop, addr, config, params)
        own = transport.get_extra_info("socket")
        if own is not None and own.family != socket.AF_UNIX:
            _watch(own, config.command_timeout)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  as the driver has it
        """Close it; one that does not answer is dropped."""
        with suppress(TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await super().close(timeout=min(timeout or CLOSING, CLOSING))


def _watch(own: Any, within: float) -> None:
    """Let this end's TCP find out that the other is gone, as the server's is asked to."""
    idle, interval = _pauses(within)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    options = {
        "TCP_KEEPIDLE": idle,
        "TCP_KEEPINTVL": interval,
        "TCP_KEEPCNT": PROBES,
        "TCP_USER_TIMEOUT": int(_noticed(within) * 2000),
    }
    for name, value in options.items():
        # Not every system has each of them.
        with suppress(AttributeError, OSError):
            own.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
