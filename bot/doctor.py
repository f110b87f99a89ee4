"""What keeps the bot from running, and what to do about it. Changes nothing."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.config import bot_id
from bot.errors import UserError
from bot.storage import postgres_tools, schema

if TYPE_CHECKING:
    from bot.config import Config
    from bot.storage.address import Address

DISCORD = "https://discord.com/api/v10/gateway"
EARLIEST_YEAR, LATEST_YEAR = 2025, 2100
LARGEST_DRIFT = 2.0
LEAST_FREE_BYTES = 200 * 1024 * 1024
_PATIENCE = 5.0


class State(Enum):
    """How a check ended; the value is the sign shown before it."""

    GOOD = "✓"
    SKIPPED = "–"
    FAILED = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was found, and what to do where it is not as it should be."""

    check: str
    state: State
    found: str
    remedy: str = ""

    @property
    def failed(self) -> bool:
        """Whether this keeps the bot from running well."""
        return self.state is State.FAILED


def good(check: str, found: str) -> Finding:
    """The check passed."""
    return Finding(check, State.GOOD, found)


def skipped(check: str, found: str) -> Finding:
    """The check does not apply or could not be made."""
    return Finding(check, State.SKIPPED, found)


def failed(check: str, found: str, remedy: str) -> Finding:
    """The check failed."""
    return Finding(check, State.FAILED, found, remedy)


async def examine(config: Config, *, offline: bool = False, discord: str = DISCORD) -> list[Finding]:
    """Every check, in the order in which one would mend things."""
    address = config.database.address
    database = check_file(address) if address.is_sqlite else await check_server(address)
    folders = [
        *([address.path.absolute().parent] if address.is_sqlite else []),
        config.backup.folder.absolute(),
    ]
    return [
        good("settings", "read, and every one is known."),
        check_token(config.discord.token.get_secret_value() if config.discord.token else None),
        *database,
        check_clock(datetime.now(UTC)),
        await asyncio.to_thread(check_discord, discord)
        if not offline
        else skipped("discord", "not asked (--offline)."),
        *(check_folder(folder) for folder in dict.fromkeys(folders)),
        *([] if address.is_sqlite else [await check_tools(address)]),
    ]


def check_token(token: str | None) -> Finding:
    """Whether there is a token, and of a bot token's form; Discord is not asked about it."""
    if token is None:
        return failed(
            "token",
            "there is none.",
            "Set discord.token or discord.token_file; only the sandbox (`play`) needs none.",
        )
    try:
        return good("token", f"of the right form, for the bot with the id {bot_id(token)}.")
    except ValueError as problem:
        return failed("token", f"{problem}.", "Copy it anew: Developer Portal, Bot, Reset Token.")


def check_file(address: Address) -> list[Finding]:
    """An SQLite database: readable, sound, and at the program's version."""
    if not address.path.exists():
        return [skipped("database", f"{address} does not exist yet; the first start creates it.")]
    try:
        with closing(
            sqlite3.connect(f"{address.path.absolute().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE)
        ) as file:
            problem = file.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(problem)
        engine = sa.create_engine(address.engine_url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            return [good("database", f"{address} is sound."), check_schema(connection)]
    except (sqlite3.Error, sa.exc.DBAPIError) as error:
        found = f"{address} cannot be used ({postgres_tools.reason(error)})."
        return [failed("database", found, "Check who may read it, or put a backup back with `restore`.")]


async def check_server(address: Address) -> list[Finding]:
    """A PostgreSQL database: reachable, at the program's version, its clock beside ours."""
    engine = create_async_engine(
        address.engine_url, poolclass=sa.NullPool, connect_args={"timeout": _PATIENCE}
    )
    try:
        async with engine.connect() as connection:
            version = (await connection.execute(sa.text("SHOW server_version"))).scalar_one()
            theirs = (await connection.execute(sa.select(sa.func.clock_timestamp()))).scalar_one()
            drift = abs((datetime.now(UTC) - theirs).total_seconds())
            return [
                good("database", f"{address} answers (version {version.split()[0]})."),
                await connection.run_sync(check_schema),
                _check_drift("database clock", drift, "the database server"),
            ]
    except (sa.exc.DBAPIError, OSError, TimeoutError) as error:
        found = f"{address} cannot be reached ({postgres_tools.reason(error)})."
        return [
            failed(
                "database",
                found,
                "Start the server, or correct database.url (host, port, name, user, password).",
            )
        ]
    finally:
        await engine.dispose()


def check_schema(connection: sa.Connection) -> Finding:
    """Whether the tables are those this program works with; `run` migrates older ones by itself."""
    try:
        missing = schema.pending(connection)
    except UserError as error:
        return failed("schema", "it is of a newer version.", str(error))
    if missing:
        return good(
            "schema", f"behind by {len(missing)}; the next start (or `migrate`) brings it up to date."
        )
    return good("schema", f"up to date ({schema.current(connection)}).")


def check_clock(now: datetime) -> Finding:
    """A plausible year, and a clock that runs forward: dates and message ids depend on both."""
    before, started = time.time(), time.monotonic()
    time.sleep(0.02)
    jump = abs((time.time() - before) - (time.monotonic() - started))
    if not EARLIEST_YEAR <= now.year <= LATEST_YEAR or jump > LARGEST_DRIFT:
        return failed(
            "clock",
            f"it says {now:%Y-%m-%d %H:%M} UTC.",
            "Set this machine's clock, and keep it set with NTP.",
        )
    return good("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC.")


def check_discord(url: str) -> Finding:
    """Discord reachable, and its clock beside ours: an interaction has to be answered within 3 seconds."""
    if not url.startswith(("https://", "http://127.0.0.1")):
        raise ValueError("Discord is asked over HTTPS")
    request = urllib.request.Request(url, headers={"User-Agent": "DiscordBot (Waypost doctor)"})  # noqa: S310 - checked above
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:  # noqa: S310 - checked above
            date = answer.headers["Date"]
    except urllib.error.HTTPError as answer:
        date = answer.headers["Date"]
        answer.close()
    except OSError as error:
        return skipped(
            "discord", f"cannot be reached from here ({getattr(error, 'reason', error)}), so not compared."
        )
    if not date:
        return skipped("discord", "answers without a date, so the clock was not compared.")
    return _check_drift(
        "discord", abs((datetime.now(UTC) - parsedate_to_datetime(date)).total_seconds()), "Discord"
    )


def _check_drift(check: str, seconds: float, whose: str) -> Finding:
    # A Date header has whole seconds.
    if seconds > LARGEST_DRIFT + 1:
        return failed(
            check, f"this clock and that of {whose} are {seconds:.0f} s apart.", "Keep both set with NTP."
        )
    return good(check, f"{whose} answers, and the clocks agree.")


def check_folder(folder: Path) -> Finding:
    """A folder that exists or can be made, may be written, and has room."""
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not existing.is_dir():
        return failed(
            "folder",
            f"{existing} is a file, where a folder is needed.",
            "Move it away, or name another folder.",
        )
    if (problem := _obstacle_in(existing)) is not None:
        return failed(
            "folder",
            f"{existing} may not be written by this user ({problem}).",
            f"Let the bot's user write {existing}, or name another folder.",
        )
    free = shutil.disk_usage(existing).free
    if free < LEAST_FREE_BYTES:
        return failed(
            "folder",
            f"{existing} has {free // 2**20} MB left.",
            "Make room, or name a folder on another disk.",
        )
    return good("folder", f"{folder} may be written ({free / 2**30:.1f} GB free).")


def _obstacle_in(folder: Path) -> str | None:
    """Why no file can be made there: tried, since rights alone say nothing of root or of /proc."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


async def check_tools(address: Address) -> Finding:
    """pg_dump, pg_restore and psql, as new as the server: without them there is no `backup`."""
    try:
        await postgres_tools.refuse_older_tools(address)
    except UserError as error:
        return failed(
            "backup tools", str(error), "The bot runs without them, but `backup` and `restore` do not."
        )
    return good("backup tools", "pg_dump, pg_restore and psql are as new as the server.")


def report(findings: list[Finding], *, plain: bool) -> str:
    """The findings as lines; plain ones are for logs and scripts."""
    if plain:
        return "\n".join(
            f"{f.state.name.lower()}: {f.check}: {f.found}{f' {f.remedy}' if f.remedy else ''}"
            for f in findings
        )
    colours = {State.GOOD: "32", State.SKIPPED: "33", State.FAILED: "31"}
    lines = [
        f"\x1b[{colours[f.state]}m{f.state.value}\x1b[0m {f.check:<15} {f.found}"
        + (f"\n{'':18}→ {f.remedy}" if f.remedy else "")
        for f in findings
    ]
    number = sum(f.failed for f in findings)
    return "\n".join(
        [*lines, "", f"{number} of {len(findings)} checks failed." if number else "All is well."]
    )
