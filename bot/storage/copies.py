"""Copies of an SQLite database: of one state, checked, and never half there."""

from __future__ import annotations

import glob
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.errors import UserError
from bot.storage.address import PRIVATE_FOLDER

_AUTOMATIC = "before-migration"


class BackupError(UserError):
    """A backup could not be written, read or restored; the database is as it was."""


def copy_before_migration(database: Path, revision: str, *, folder: Path, keep: int) -> Path:
    """Copy an SQLite database into `folder`, named by time and revision; only the `keep` newest stay."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    stem = f"{database.stem}-{_AUTOMATIC}"
    file = folder / f"{stem}-{timestamp()}-{revision}.db"
    with draft_of(file) as draft:
        copy_database(database, draft)
        publish(draft, file)
    for old in sorted(folder.glob(f"{glob.escape(stem)}-*.db"))[:-keep]:
        old.unlink()
    return file


def timestamp() -> str:
    """The present as text, so that file names sort by age."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


@contextmanager
def draft_of(file: Path) -> Iterator[Path]:
    """A draft in the same folder, gone afterwards: half a backup must never look like a whole one.

    Raises BackupError where the folder, or its disk, takes no file.
    """
    draft = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".part", dir=file.absolute().parent)
        os.close(handle)
        draft = Path(name)
        yield draft
    except OSError as error:
        raise BackupError(
            f"{file} cannot be written ({error.strerror or error}); "
            "name a file in a folder that this user may write and that has room."
        ) from None
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)


def publish(draft: Path, file: Path) -> None:
    """Give the draft its name once it is on the disk."""
    with draft.open("rb+") as written:
        os.fsync(written.fileno())
    draft.replace(file)


def copy_database(source: Path, target: Path) -> None:
    """Copy through SQLite's online backup, of one state even while the bot writes; then check the copy."""
    try:
        found = _copy(f"{source.absolute().as_uri()}?mode=ro", target)
    except sqlite3.Error as error:
        raise BackupError(f"{source} couldn't be copied ({error}). Is it damaged or unreadable?") from None
    if found != "ok":
        raise BackupError(f"{source} is damaged ({found}). Restore the last good backup.")


def _copy(source: str, target: Path) -> str:
    with closing(sqlite3.connect(source, uri=True)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        # One file: a copy in WAL mode would need its -wal beside it.
        writing.execute("PRAGMA journal_mode = DELETE")
        return str(writing.execute("PRAGMA integrity_check(1)").fetchone()[0])
