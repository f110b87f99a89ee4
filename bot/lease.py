"""One process at a time works on a database: it holds a lease there, and others wait for it.

The holder renews the lease every few seconds. Who waits takes it over once it has stood unchanged for long
enough by its own clock: clocks of two machines are never compared.

A holder that was killed on this very machine is known to be gone, and is not waited for: it had a file locked
that the system unlocks when a process ends. Names of hosts and numbers of processes tell nothing: in two
containers both may be the same.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import sqlalchemy as sa
import structlog

from bot.errors import Busy, Unusable
from bot.storage.address import PRIVATE_FILE, PRIVATE_FOLDER
from bot.storage.database import Database
from bot.storage.facts import drop_fact_of, read_fact, swap_fact

NAME = "lease"
# Together below the 30 seconds within which a dead process is replaced.
EVERY, PATIENCE = 5.0, 20.0
BOOT = Path("/proc/sys/kernel/random/boot_id")
_AWAY = (Busy, Unusable, sa.exc.DBAPIError, OSError)

log = structlog.get_logger("waypost")


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that works on the database, and how often it has renewed its lease."""

    process: str
    host: str
    pid: int
    renewed: int = 0
    # Which start of which machine it runs under; none where it has no file locked there.
    boot: str = ""

    def text(self) -> str:
        """As the database keeps it."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str | None) -> Holder | None:
        """Who holds it; None where it is free, or what stands there is no lease."""
        try:
            values = json.loads(text) if text is not None else None
            return cls(**{name: values[name] for name in cls.__slots__ if name in values}) if values else None
        except (ValueError, TypeError):
            return None


def boot_id() -> str:
    """What tells this start of this machine from any other; containers on it share it. Empty if unknown."""
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


class Sentinel:
    """A file that a process has locked as long as it lives, and that holds the process's name."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._open: int | None = None

    def tells_gone(self, process: str) -> bool:
        """Whether the process of that name had it locked, and has ended."""
        with suppress(OSError), _opened(self._file, os.O_RDWR) as found:
            if os.read(found, 64).decode(errors="replace") == process:
                return _is_locked(found)
        return False

    def hold(self, process: str) -> bool:
        """Lock it in that process's name; whether that could be done."""
        if self._open is None:
            with suppress(OSError):
                self._file.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
                self._open = os.open(self._file, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        if self._open is None or not _is_locked(self._open):
            return False
        os.ftruncate(self._open, 0)
        os.pwrite(self._open, process.encode(), 0)
        return True

    def leave(self) -> None:
        """Unlock it."""
        if self._open is not None:
            os.close(self._open)
            self._open = None


@contextmanager
def _opened(file: Path, flags: int) -> Iterator[int]:
    opened = os.open(file, flags)
    try:
        yield opened
    finally:
        os.close(opened)


def _is_locked(opened: int) -> bool:
    """Whether the open file is this process's now."""
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def holder(connection: sa.Connection) -> Holder | None:
    """Who holds the database's lease, as far as it says."""
    return Holder.read(read_fact(connection, NAME))


class Lease:
    """This process's hold on a database."""

    def __init__(
        self,
        database: Database,
        file: Path | None = None,
        *,
        every: float = EVERY,
        patience: float = PATIENCE,
    ) -> None:
        self._database = database
        self._every, self._patience = every, patience
        self._own = Holder(secrets.token_hex(4), socket.gethostname(), os.getpid())
        # Where others on this machine see that this process lives.
        self._sentinel = Sentinel(file) if file is not None else None
        self._written: str | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    @property
    def is_held(self) -> bool:
        """Whether this process may work on the database."""
        return self._written is not None

    async def acquire(self) -> None:
        """Take the lease, or wait until whoever holds it is gone. Raises Busy or Unusable at once."""
        loop = asyncio.get_running_loop()
        seen, since = await self._read(), loop.time()
        if await self._take(seen, 0.0):
            return
        self._say_who_works(seen)
        while True:
            await asyncio.sleep(self._every)
            try:
                found = await self._read()
                if found != seen:
                    seen, since = found, loop.time()
                if await self._take(seen, loop.time() - since):
                    log.info("the other process is gone; this one takes over")
                    return
            except _AWAY:
                # Meanwhile nobody could renew it, so that nobody is known to be gone.
                since = loop.time()

    def keep(self, lost: Callable[[], object]) -> None:
        """Renew it from now on; `lost` is called once where another process has taken it."""
        self._renewing = asyncio.get_running_loop().create_task(self._renew(lost), name="lease")

    async def release(self) -> None:
        """Let the next process begin at once."""
        self._stopping.set()
        if self._renewing is not None:
            # A renewal under way is waited for: else it would be written after the lease was given up.
            await asyncio.wait([self._renewing])
        written, self._written = self._written, None
        if written is not None:
            with suppress(*_AWAY):
                await self._database.write(lambda connection: drop_fact_of(connection, NAME, written))
        self._leave()

    def _leave(self) -> None:
        if self._sentinel is not None:
            self._sentinel.leave()

    async def _read(self) -> str | None:
        return await self._database.read(lambda connection: read_fact(connection, NAME))

    async def _take(self, seen: str | None, unchanged: float) -> bool:
        other = Holder.read(seen)
        if other is not None and unchanged < self._patience and not self._is_gone(other):
            return False
        is_seen = self._sentinel is not None and self._sentinel.hold(self._own.process)
        if await self._swap(seen, replace(self._own, boot=boot_id() if is_seen else "")):
            return True
        self._leave()
        return False

    def _is_gone(self, other: Holder) -> bool:
        """Whether it ran on this machine, and no longer does; False also where nobody can tell."""
        is_here = bool(other.boot) and other.boot == boot_id()
        return is_here and self._sentinel is not None and self._sentinel.tells_gone(other.process)

    async def _swap(self, seen: str | None, new: Holder) -> bool:
        """Write it unless somebody else was quicker."""
        text = new.text()
        try:
            is_ours = await self._database.write(lambda connection: swap_fact(connection, NAME, seen, text))
        except sa.exc.IntegrityError:
            return False
        if is_ours:
            self._own, self._written = new, text
        return is_ours

    async def _renew(self, lost: Callable[[], object]) -> None:
        while not await self._stops():
            try:
                is_ours = await self._renew_once()
            except _AWAY as error:
                log.warning(
                    "the lease was not renewed: the database does not answer", error=type(error).__name__
                )
                continue
            if not is_ours:
                self._written = None
                lost()
                return

    async def _stops(self) -> bool:
        """Wait until it is time to renew it, or none is needed any more; whether that is so."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._every):
                await self._stopping.wait()
        return self._stopping.is_set()

    async def _renew_once(self) -> bool:
        new = replace(self._own, renewed=self._own.renewed + 1)
        if await self._swap(self._written, new):
            return True
        found = await self._read()
        if found == new.text():
            # The commit went unanswered, and was run once more.
            self._own, self._written = new, found
            return True
        other = Holder.read(found)
        log.error(
            "another process has taken over this database; this one stops",
            host=other.host if other else None,
            pid=other.pid if other else None,
        )
        return False

    def _say_who_works(self, seen: str | None) -> None:
        other = Holder.read(seen)
        log.warning(
            "another process works on this database; this one waits until it stops",
            host=other.host if other else None,
            pid=other.pid if other else None,
        )
