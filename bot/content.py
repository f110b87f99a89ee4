"""What comes with the games for a campaign's library: read from their files at start, and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from bot.engine.library import AnyShelf, Supplied, Texts
from bot.errors import RuleViolation, UserError


class ContentError(UserError):
    """A file that comes with a game is faulty; the text names the file and the row."""


def supplied_by(games: Iterable[ModuleType]) -> Supplied:
    """The entries of every game's `content/library/<kind>.toml`, by shelf. Raises ContentError."""
    found: dict[str, tuple[Texts, ...]] = {}
    for game in games:
        folder = Path(str(game.__file__)).parent / "content" / "library"
        shelves = {f"{shelf.kind.name}.toml": shelf for shelf in game.SYSTEM.shelves}
        for file in sorted(folder.glob("*")):
            if file.name not in shelves:
                raise ContentError(f"{file}: {game.SYSTEM.title} has no kind of entry with that name.")
            shelf = shelves[file.name]
            found[shelf.key] = tuple(_entries(file, shelf))
    return found


def _entries(file: Path, shelf: AnyShelf) -> Iterator[Texts]:
    names: dict[str, int] = {}
    for row, texts in enumerate(_rows(file), 1):
        where = f"{file}, entry {row}"
        try:
            state = shelf.entry(_texts(texts))
        except RuleViolation as wrong:
            raise ContentError(f"{where}: {wrong}") from None
        before = names.setdefault(shelf.key_of(state), row)
        if before != row:
            raise ContentError(f"{where}: entry {before} has the same name.")
        yield shelf.write(state)


def _rows(file: Path) -> list[Any]:
    try:
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise ContentError(f"{file}: {wrong}") from None
    rows = whole.pop("entry", None)
    if whole or not isinstance(rows, list):
        raise ContentError(f"{file}: it can only have [[entry]] tables.")
    return rows


def _texts(row: Any) -> dict[str, str]:
    """An entry's fields as texts; numbers may be written as such. Raises RuleViolation."""
    if not isinstance(row, dict):
        raise RuleViolation("it isn't an [[entry]] table.")
    for name, value in row.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise RuleViolation(f"{name} isn't a text or a whole number.")
    return {name: str(value) for name, value in row.items()}
