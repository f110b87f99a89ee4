"""The migrations in their order, read from their files: a start that has nothing to migrate needs no more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from bot.errors import UserError

# As alembic writes them. Parsing the files as Python is no work for several threads at once (3.11).
_NAMED = re.compile(r"""^(revision|down_revision)(?:: [^=]+)? = ["'](\w+)["']""", re.MULTILINE)

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"


class SchemaError(UserError):
    """The database's version and the program's do not go together, or a migration did harm."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One migration that was run, or the backup made before the first."""

    name: str
    title: str

    def __str__(self) -> str:
        return f"{self.name}: {self.title}"


def steps(migrations: Path = MIGRATIONS) -> list[Revision]:
    """Every migration, oldest first. Raises SchemaError where there are none, or no single line of them."""
    read = [_read(file) for file in sorted((migrations / "versions").glob("*.py"))]
    if not read:
        raise SchemaError(
            f"The migrations are missing: there are none in {migrations}; install Waypost with that folder."
        )
    followers = dict(read)
    found: list[Revision] = []
    while (step := followers.get(found[-1].name if found else None)) is not None:
        found.append(step)
    if len(found) != len(read):
        raise SchemaError(f"The migrations in {migrations} aren't one line from first to last.")
    return found


def _read(file: Path) -> tuple[str | None, Revision]:
    """Which revision a migration follows, and itself."""
    text = file.read_text(encoding="utf-8")
    names = dict(_NAMED.findall(text))
    title = text.removeprefix('"""').partition("\n")[0].removesuffix('"""').rstrip(".")
    return names.get("down_revision"), Revision(names["revision"], title)


def head(migrations: Path = MIGRATIONS) -> str:
    """The newest revision that this program knows. Raises SchemaError."""
    return steps(migrations)[-1].name


def knows(revision: str, migrations: Path = MIGRATIONS) -> bool:
    """Whether this program has that revision: a newer program's it has not."""
    return revision in {step.name for step in steps(migrations)}


def missing(revision: str | None, migrations: Path = MIGRATIONS) -> list[Revision]:
    """What comes after a revision, oldest first; None is an empty database.

    Raises SchemaError for a revision of a newer program.
    """
    known = steps(migrations)
    names = [step.name for step in known]
    if revision is None:
        return known
    if revision not in names:
        raise SchemaError(
            f"The database is at version {revision}, which this Waypost doesn't know (its newest is "
            f"{names[-1]}); run the newer Waypost, or restore a backup from before it."
        )
    return known[names.index(revision) + 1 :]
