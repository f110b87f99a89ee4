"""Signs of life: every 15 seconds the running bot writes into its database that it is there.

A sign shows that the database takes writes, and says whether Discord is connected. `health` and `doctor` read
it: no port is open, no file has to be shared, and a second process on the same database is seen.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
import structlog

from bot.errors import Busy, Unusable
from bot.storage.address import Address
from bot.storage.database import Database
from bot.storage.facts import drop_facts, facts_like, write_fact
from bot.storage.glance import glance
from bot.storage.schema import refusal

EVERY, PATIENCE = 15.0, 3.0
FRESH, KEPT = timedelta(seconds=60), timedelta(days=1)
PREFIX = "process:"
# With less than that no transaction is kept.
LEAST_FREE_BYTES = 1 << 20

log = structlog.get_logger("waypost")


@dataclass(frozen=True, slots=True)
class Sign:
    """What a process wrote last: who it is, since when it runs, and how it fared at that time."""

    process: str
    host: str
    pid: int
    began: datetime
    at: datetime
    is_connected: bool
    # Whether it waits until another that works on the database is gone.
    waits: bool = False

    def is_fresh(self, now: datetime) -> bool:
        """Whether the process can be taken to run."""
        return now - self.at <= FRESH

    def text(self) -> str:
        """As the database keeps it."""
        return json.dumps(asdict(self), default=datetime.isoformat)

    @classmethod
    def read(cls, text: str) -> Sign:
        """A kept sign. Raises ValueError, KeyError or TypeError for what is none."""
        values = json.loads(text)
        times = {name: datetime.fromisoformat(values[name]) for name in ("began", "at")}
        return cls(**(values | times))


def signs(connection: sa.Connection) -> list[Sign]:
    """The last sign of every process, newest first; those that wait for another come last."""
    found = []
    for text in facts_like(connection, PREFIX).values():
        with suppress(ValueError, KeyError, TypeError):
            found.append(Sign.read(text))
    return sorted(found, key=lambda sign: (not sign.waits, sign.at), reverse=True)


def utc_now() -> datetime:
    """The present, aware."""
    return datetime.now(UTC)


class Heart:
    """Writes this process's signs."""

    def __init__(
        self,
        database: Database,
        is_connected: Callable[[], bool],
        now: Callable[[], datetime] = utc_now,
        *,
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        self._database = database
        self._is_connected = is_connected
        self._waits = waits
        self._now = now
        began = now()
        self._sign = Sign(secrets.token_hex(4), socket.gethostname(), os.getpid(), began, began, False)
        self._beating: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    def start(self) -> None:
        """Begin to beat."""
        self._beating = asyncio.get_running_loop().create_task(self._run(), name="heart")

    async def stop(self) -> None:
        """Beat no more, and say that this process is gone."""
        self._stopping.set()
        if self._beating is not None:
            # A write under way would bring the sign back.
            await asyncio.wait([self._beating], timeout=PATIENCE)
            self._beating.cancel()
        with suppress(Busy, Unusable, sa.exc.DBAPIError, OSError):
            await self._database.write(lambda connection: drop_facts(connection, [self._name]))

    async def beat(self) -> list[Sign]:
        """Write one sign; gives those of other processes that have been at work since this one began."""
        self._sign = replace(
            self._sign, at=self._now(), is_connected=self._is_connected(), waits=self._waits()
        )
        others = await self._database.write(self._write)
        for other in others:
            log.error("another process works on this database; stop one", host=other.host, pid=other.pid)
        return others

    @property
    def _name(self) -> str:
        return PREFIX + self._sign.process

    def _write(self, connection: sa.Connection) -> list[Sign]:
        write_fact(connection, self._name, self._sign.text())
        others = [sign for sign in signs(connection) if sign.process != self._sign.process]
        old = [PREFIX + sign.process for sign in others if self._sign.at - sign.at > KEPT]
        drop_facts(connection, old)
        if self._sign.waits:
            return []
        at_work = [sign for sign in others if not sign.waits]
        return [sign for sign in at_work if sign.at > self._sign.began and sign.is_fresh(self._sign.at)]

    async def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                await self.beat()
            except Unusable as error:
                log.error("the database cannot be used", why=error.why)
            except (Busy, sa.exc.DBAPIError, OSError) as error:
                log.warning(
                    "no sign of life written: the database does not answer", error=type(error).__name__
                )
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._stopping.wait()


def _obstacle(address: Address, *, is_silent: bool) -> str | None:
    """What keeps a bot from leaving a sign in that database, and what to do; none where nothing is found.

    Only of a file: what ails a server is not seen from here. All of the file is read where the bot is silent.
    """
    if not address.is_sqlite:
        return None
    folder = address.path.absolute().parent
    if shutil.disk_usage(folder).free < LEAST_FREE_BYTES:
        return f"the disk of {folder} is full; make room on it."
    place = f"{address.path.absolute().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(place, uri=True, timeout=PATIENCE)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            # Taken back at once: whether it may be written is known by writing only.
            connection.execute("PRAGMA user_version = 0")
            connection.rollback()
            problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0] if is_silent else "ok"
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        # A bot at work on it holds it.
        return None if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else refusal(error, address)
    return None if problem == "ok" else f"the {address} is damaged; restore a backup with `restore`."


async def health(address: Address, now: datetime) -> tuple[bool, str]:
    """Whether a bot is at work on that database and connected to Discord, and a line that says so."""
    if address.is_sqlite and not address.path.is_file():
        return False, f"unhealthy: there's no {address}."
    try:
        found = await glance(address, signs)
    except (sa.exc.DBAPIError, OSError, TimeoutError) as error:
        return False, f"unhealthy: {refusal(error, address) or f'the {address} cannot be read.'}"
    is_fresh = bool(found) and found[0].is_fresh(now)
    # A sign that could not be written anew tells of how it was before.
    if not (is_fresh and found[0].is_connected) and (why := _obstacle(address, is_silent=not is_fresh)):
        return False, f"unhealthy: {why}"
    if not found:
        return False, "unhealthy: no bot is running on this database."
    seconds = max(0, round((now - found[0].at).total_seconds()))
    if not is_fresh:
        return False, f"unhealthy: the last sign of life is {seconds} s old."
    if not found[0].is_connected:
        return False, f"unhealthy: running, but not connected to Discord (seen {seconds} s ago)."
    return True, f"healthy: connected to Discord, seen {seconds} s ago."
