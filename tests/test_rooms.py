"""Who may import whom, where import-linter, which forbids by name, can't see it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

BOT = Path(__file__).parents[1] / "bot"
ENGINE = sorted({*BOT.glob("engine/**/*.py"), BOT / "errors.py"})
GAMES = sorted(BOT.glob("systems/**/*.py"))
# What stands beside discord.py, by its name; every other module of a game holds rules or what they stand on.
SCREENS = ("cards", "commands", "pictures", "cog", "kingdom_view")
# No clock, no chance, no files and no waiting.
OF_PYTHON = {
    "__future__", "collections", "csv", "dataclasses", "difflib", "enum", "fractions", "functools",
    "heapq", "itertools", "json", "math", "re", "types", "typing", "zlib",
}  # fmt: skip


def is_screen(module: str) -> bool:
    """Whether a module of that dotted name is one of the screens."""
    name = module.rpartition(".")[2]
    return name in SCREENS or name.endswith(tuple(f"_{each}" for each in SCREENS))


def _imported(file: Path) -> set[str]:
    """Every module that a file imports, by its dotted name; of ours also those that are imported by name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inner = {f"{module}.{alias.name}" for alias in node.names}
            found |= {module} | {each for each in inner if _is_module(each)}
    return found


def _is_module(name: str) -> bool:
    path = BOT.parent.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def _name(file: Path) -> str:
    return ".".join(file.relative_to(BOT.parent).with_suffix("").parts)


@pytest.mark.parametrize("file", ENGINE, ids=_name)
def test_the_engine_stands_on_the_standard_library(file: Path) -> None:
    assert {each.split(".")[0] for each in _imported(file)} <= sys.stdlib_module_names | {"bot"}


RULES = [file for file in GAMES if not is_screen(_name(file)) and file.parent != BOT / "systems"]


@pytest.mark.parametrize("file", RULES, ids=_name)
def test_rules_know_the_engine_their_own_game_and_no_screen(file: Path) -> None:
    game = f"bot.systems.{file.relative_to(BOT / 'systems').parts[0]}"
    for name in _imported(file):
        is_ours = name.startswith(("bot.engine", "bot.errors")) or (
            name.startswith(game) and not is_screen(name)
        )
        assert is_ours or name.split(".")[0] in OF_PYTHON or name == "bot", name
