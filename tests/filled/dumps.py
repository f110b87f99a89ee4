"""The files of the filled databases: SQL, packed. The same text always gives the same bytes."""

from __future__ import annotations

import lzma
from pathlib import Path

HERE = Path(__file__).parent
PACKED = ".sql.xz"


def dumps(name: str = "*") -> list[Path]:
    """The files of that name, one of each engine; of every name by default."""
    return sorted(HERE.glob(f"{name}.*{PACKED}"))


def file_of(name: str, engine: str) -> Path:
    """The file that keeps it."""
    return HERE / f"{name}.{engine}{PACKED}"


def read_dump(dump: Path) -> str:
    """The statements that make the database."""
    return lzma.decompress(dump.read_bytes()).decode()


def write_dump(dump: Path, statements: str) -> None:
    """Keep them."""
    dump.write_bytes(lzma.compress(statements.encode(), preset=9 | lzma.PRESET_EXTREME))
