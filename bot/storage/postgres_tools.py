"""PostgreSQL's own tools: pg_dump, pg_restore and psql, the address and password in their environment."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path

import sqlalchemy as sa

from bot.errors import UserError
from bot.storage.address import APPLICATION, Address
from bot.storage.models import metadata

ARCHIVE_START = b"PGDMP"
PATIENCE = 10.0
TOOLS = ("pg_dump", "pg_restore", "psql")
_INSTALL = "install PostgreSQL's client tools (Debian and Ubuntu: apt install postgresql-client)"


class ToolError(UserError):
    """One of PostgreSQL's tools is missing, too old, or reported a failure."""


async def dump(address: Address, file: Path) -> None:
    """Write an archive of the database. Raises ToolError."""
    await refuse_older_tools(address)
    await _run(
        "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}", address=address
    )
    if await revision_in(file) is None:
        raise ToolError(f"The {address} has no Waypost tables yet, so there's nothing to back up.")


async def restore(address: Address, file: Path) -> None:
    """Replace the tables by the archive's in one transaction. Raises ToolError: nothing was changed.

    pg_restore alone would leave tables that a newer version added: they are dropped in the same
    transaction, and only psql can join the two.
    """
    await refuse_older_tools(address)
    await refuse_while_running(address, "restore")
    drop = "".join(f'DROP TABLE IF EXISTS "{table}" CASCADE;' for table in metadata.tables)
    with tempfile.TemporaryDirectory(prefix="waypost-restore-") as folder:
        script = f"{folder}/restore.sql"
        await _run(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--no-privileges",
            f"--file={script}",
            str(file),
        )
        await _run(
            *("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"),
            *(f"--command=SET client_min_messages = warning; {drop}", f"--file={script}"),
            address=address,
        )


async def revision_in(file: Path) -> str | None:
    """The schema revision in an archive; none where it is not one of Waypost's."""
    text = await _run("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file))
    found = re.search(r"^COPY .*alembic_version.* FROM stdin;\n([^\n\\]+)$", text, re.MULTILINE)
    return found[1] if found else None


async def tool_version(tool: str) -> int | None:
    """The major version of an installed tool; none where it is missing."""
    if shutil.which(tool) is None:
        return None
    found = re.search(r"(\d+)(?:\.\d+)*", await _run(tool, "--version"))
    return int(found[1]) if found else None


async def refuse_older_tools(address: Address) -> None:
    """Raise ToolError where a tool is missing or older than the server, which it then cannot read."""
    server = int(await _ask(address, sa.text("SHOW server_version_num"))) // 10000
    for tool in TOOLS:
        version = await tool_version(tool)
        if version is None:
            raise ToolError(f"{tool} isn't installed; {_INSTALL}.")
        if version < server:
            raise ToolError(
                f"{tool} {version} is too old for PostgreSQL {server}; {_INSTALL} of version {server}."
            )


async def refuse_while_running(address: Address, purpose: str) -> None:
    """The bot's connections carry its name: as long as there is one, it runs."""
    running = await _ask(
        address,
        sa.text(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = :name"
        ).bindparams(name=APPLICATION),
    )
    if int(running):
        raise ToolError(f"The bot is connected to the {address}. Stop the bot, then {purpose}.")


async def _ask(address: Address, question: sa.TextClause) -> str:
    from bot.storage.links import engine

    asking = engine(address, within=PATIENCE, application=f"{APPLICATION}-tools", poolclass=sa.NullPool)
    try:
        async with asking.connect() as connection:
            return str((await connection.execute(question)).scalar_one())
    except (sa.exc.DBAPIError, OSError) as error:
        raise ToolError(f"The {address} can't be reached ({reason(error)}). Check database.url.") from None
    finally:
        await asking.dispose()


def reason(error: BaseException) -> str:
    """The database's own words for a failure to connect, without SQLAlchemy's frame around them."""
    original = getattr(error, "orig", None) or error
    return (str(original).strip() or type(original).__name__).splitlines()[0].split(">: ")[-1].rstrip(".")


async def _run(tool: str, *arguments: str, address: Address | None = None) -> str:
    environment = os.environ | {"LC_ALL": "C"} | (address.libpq_environment() if address else {})
    try:
        process = await asyncio.create_subprocess_exec(
            tool,
            *arguments,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except FileNotFoundError:
        raise ToolError(f"{tool} isn't installed; {_INSTALL}.") from None
    output, complaint = await process.communicate()
    if process.returncode:
        lines = complaint.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise ToolError(f"{tool} failed, and nothing was changed: {lines[0]}")
    return output.decode(errors="replace")
