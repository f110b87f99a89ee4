"""The whole database in one file, and back."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from bot.errors import Busy
from bot.storage import postgres_tools, schema
from bot.storage.address import Address
from bot.storage.copies import BackupError, copy_database, draft_of, publish, timestamp
from bot.storage.database import open_database
from bot.storage.facts import write_fact

# The fact that tells when `backup` last wrote one.
BACKED_UP = "backed_up_at"
_SQLITE_START = b"SQLite format 3\x00"


async def back_up(address: Address, file: Path, *, force: bool = False) -> str:
    """Write the database into `file`, check it, and say what was done. Raises BackupError."""
    _refuse_place(file, force=force)
    _refuse_own_file(address, file)
    with draft_of(file) as draft:
        if address.is_sqlite:
            copy_database(_existing(address), draft)
        else:
            await postgres_tools.dump(address, draft)
        publish(draft, file)
    await _note(address)
    return f"Backed up {address} to {file}, and checked it."


async def _note(address: Address) -> None:
    """Write down when the last backup was made, for `doctor`; a database that takes no writes has one too."""
    database = open_database(address, pool_size=1, patience=5.0)
    now = datetime.now(UTC).isoformat()
    with suppress(Busy, sa.exc.DBAPIError, OSError):
        await database.write(lambda connection: write_fact(connection, BACKED_UP, now))
    await database.dispose()


def _refuse_place(file: Path, *, force: bool) -> None:
    if file.is_dir():
        raise BackupError(f"{file} is a folder. Name a file in it.")
    if file.exists() and not force:
        raise BackupError(f"{file} already exists. Name another file, or replace it with --force.")
    if not file.absolute().parent.is_dir():
        raise BackupError(f"The folder of {file} doesn't exist. Create it first.")


def _refuse_own_file(address: Address, file: Path) -> None:
    """Under whatever name, and its logs too: replacing them would cost the bot what it has open."""
    if not address.is_sqlite or not file.exists():
        return
    if any(part.exists() and file.samefile(part) for part in address.parts()):
        raise BackupError(f"{file} is the database itself. Name another file for the backup.")


async def restore(address: Address, file: Path) -> str:
    """Put the database back to what `file` holds, whole or not at all, and say what was done.

    Raises BackupError where `file` is no backup, is of the other engine or a newer program, or the bot runs.
    """
    kind = _kind(file)
    if (kind == "SQLite") != address.is_sqlite:
        raise BackupError(
            f"{file} is a backup of {kind}, but the settings name the {address}. Restore it into {kind}."
        )
    if address.is_sqlite:
        _refuse_unknown(_sqlite_revision(file), file)
        return _restore_sqlite(address, file)
    _refuse_unknown(await postgres_tools.revision_in(file), file)
    await postgres_tools.restore(address, file)
    return f"Restored {address} from {file}."


def _existing(address: Address) -> Path:
    if not address.path.is_file():
        raise BackupError(f"There's no database at {address.path} yet, so there's nothing to back up.")
    return address.path


def _kind(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            start = opened.read(len(_SQLITE_START))
    except OSError as error:
        raise BackupError(
            f"{file} can't be read ({error.strerror}). Name a file that `backup` wrote."
        ) from None
    if start == _SQLITE_START:
        return "SQLite"
    if start.startswith(postgres_tools.ARCHIVE_START):
        return "PostgreSQL"
    raise BackupError(f"{file} isn't a Waypost backup. Name a file that `backup` wrote.")


def _sqlite_revision(file: Path) -> str | None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as reading:
            row = reading.execute("SELECT version_num FROM alembic_version").fetchone()
            return str(row[0]) if row else None
    except sqlite3.Error:
        return None


def _refuse_unknown(revision: str | None, file: Path) -> None:
    if revision is None:
        raise BackupError(f"{file} isn't a Waypost backup. Name a file that `backup` wrote.")
    if not schema.knows(revision):
        raise BackupError(
            f"{file} is of version {revision}, which this Waypost doesn't know (its newest is "
            f"{schema.head()}); restore it with the newer Waypost."
        )


def _restore_sqlite(address: Address, file: Path) -> str:
    database = address.path
    address.make_folder()
    if not database.exists():
        with draft_of(database) as draft:
            copy_database(file, draft)
            publish(draft, database)
        return f"Restored {address} from {file}."
    with draft_of(database) as draft:
        copy_database(file, draft)
        _take_owner(draft, database)
        claim(database, "restore")
        address.keep_private()
        aside = _set_aside(database)
        publish(draft, database)
    return f"Restored {address} from {file}. What was there before is now {aside}."


def _take_owner(draft: Path, database: Path) -> None:
    """The bot may run as another user than the one who restores."""
    found = database.stat()
    with suppress(PermissionError):
        os.chown(draft, found.st_uid, found.st_gid)


def claim(database: Path, purpose: str) -> None:
    """Fold the write-ahead log in, which SQLite refuses while any other connection, idle or not, is open."""
    try:
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as alone:
            alone.execute("PRAGMA journal_mode = DELETE")
            alone.execute("BEGIN EXCLUSIVE")
            alone.execute("COMMIT")
    except sqlite3.OperationalError:
        raise BackupError(f"{database} is in use. Stop the bot, then {purpose}.") from None
    except sqlite3.DatabaseError:
        return  # damaged: that may be why it is being replaced, and it is kept as it is


def _set_aside(database: Path) -> Path:
    """Keep the database under a second name; a log left by a crash goes with it, or it would be replayed."""
    aside = database.with_name(f"{database.name}.replaced-{timestamp()}")
    try:
        aside.hardlink_to(database)
    except OSError:  # a file system without hard links
        shutil.copy2(database, aside)
    for suffix in ("-wal", "-shm"):
        if (left := Path(f"{database}{suffix}")).exists():
            left.rename(f"{aside}{suffix}")
    return aside
