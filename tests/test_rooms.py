"""Purity that import-linter cannot hold: it forbids by name, and new libraries have new names."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

BOT = Path(__file__).parents[1] / "bot"
PURE = sorted({*BOT.glob("engine/**/*.py"), *BOT.glob("systems/*/rules/**/*.py"), BOT / "errors.py"})


def _imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("file", PURE, ids=lambda file: str(file.relative_to(BOT)))
def test_the_engine_and_the_rules_stand_on_the_standard_library(file: Path) -> None:
    assert _imported(file) <= sys.stdlib_module_names | {"bot"}
