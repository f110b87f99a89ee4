"""All wording a person reads stands in words modules, so that it can be translated.

What counts as wording: a string of two words or more (a value put into an f-string counts as a word),
or a capitalised word given to something that shows it, such as a button. Not: docstrings, descriptions
of commands (discord.py's Translator sees to those), patterns, logs, the names of commands and controls
in a register, and errors that only developers meet.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = (
    "bot/systems/*/__init__.py",
    "bot/systems/*/rules/**/*.py",
    "bot/systems/*/screens/**/*.py",
    "bot/cogs/**/*.py",
    "bot/play/**/*.py",
    "bot/ui/**/*.py",
    "bot/desk.py",
    "bot/drawing.py",
    "bot/delivery.py",
    "bot/finding.py",
)
WORDS = sorted({*ROOT.glob("bot/systems/*/words/**/*.py"), *ROOT.glob("bot/*/words.py")})
FILES = sorted({path for room in ROOMS for path in ROOT.glob(room)} - set(WORDS))

# Strings that look like wording and are none, with the reason.
EXCEPT = {
    # Keys beside a state's own fields, which have no spaces; nobody reads them.
    "bot/play/history.py": {"is archived", "rolled back"},
}

# What shows its words to people, a single one too.
SHOWN_BY = {"Ask", "Button", "Card", "Choice", "Key", "Option", "Pick", "Select", "Setting", "Step", "System"}
# What only developers and operators read, what discord.py translates, and what is no text at all.
UNREAD = {"debug", "info", "warning", "error", "exception", "critical"} | {
    *("AssertionError", "KeyError", "LookupError", "RuntimeError", "TypeError", "ValueError"),
    *("describe", "Group"),
}
# Where no wording stands: decorators describe commands, and so do the arguments of a cog's class.
APART = {"decorator_list", "keywords", "returns", "annotation", "slice"}

TWO_WORDS = re.compile(r"(?=.*[A-Za-z]{2})(?=.*[a-z])\S*\w\S*\s+\S*\w", re.DOTALL)
LABEL = re.compile(r"[A-Z][a-z]+")


def wording(source: str) -> list[str]:
    """Every string in the source that is for people to read."""
    return list(_found(ast.parse(source), is_shown=False))


def _found(node: ast.AST, *, is_shown: bool) -> Iterator[str]:
    text = _text(node)
    if text is not None and (TWO_WORDS.search(text) or (is_shown and LABEL.fullmatch(text))):
        yield text
        return
    if isinstance(node, ast.Call):
        if _name(node.func) in UNREAD or getattr(getattr(node.func, "value", None), "id", "") == "re":
            return
        is_shown = _name(node.func) in SHOWN_BY
    for child in _children(node):
        yield from _found(child, is_shown=is_shown)


def _text(node: ast.AST) -> str | None:
    """A string as it reads, with 0 for each value put into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def _children(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.AnnAssign) and _name(node.annotation) == "Register":
        return
    apart = APART - {"keywords"} if isinstance(node, ast.Call) else APART
    for field, value in ast.iter_fields(node):
        if field not in apart:
            children = value if isinstance(value, list) else [value]
            yield from (each for each in children if isinstance(each, ast.AST) and not _is_docstring(each))


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _name(function: ast.AST) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def _path(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("file", FILES, ids=_path)
def test_wording_stands_in_words_modules_only(file: Path) -> None:
    found = set(wording(file.read_text(encoding="utf-8"))) - EXCEPT.get(_path(file), set())
    assert not found, "move these to a words module"


def test_every_exception_is_still_one() -> None:
    for path, strings in EXCEPT.items():
        assert strings <= set(wording((ROOT / path).read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "source",
    [
        'raise RuleViolation("That is too much.")',
        'raise RuleViolation(f"At most {most}.")',
        'line = f"{name} leaves"',
        'line = "first line\\nand a second"',
        'Choice("roll", "Roll", action)',
        'Button(f"Undo #{number}", "undo")',
        'line = f"{name}" + (f" in {place}" if place else "")',
        "line = f\"{name}: {'yes indeed' if it else 0}\"",
        'def told():\n    """What is said."""\n    return "It was said."',
    ],
)
def test_wording_is_found(source: str) -> None:
    assert wording(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""What this module is for."""',
        'class Cog(GroupCog, group_name="sk", group_description="The Second Kingdom"):\n    """Commands."""',
        '@describe(name="The name of it")\ndef new(): ...',
        'gm = Group(name="gm", description="Who leads the campaign")',
        'LOG.info("answer not taken", error=error)',
        'raise LookupError("no such record")',
        'REGISTER: Register = {"/sk new": Permit.MEMBERS}',
        're.compile("[a-z]+ [a-z]+")',
        'Choice("roll", words.ROLL, action)',
        'line = f"**{name}** · {words.ROLL}: {number}"',
        'Draft(system="table", action="Undo")',
    ],
)
def test_what_nobody_reads_is_no_wording(source: str) -> None:
    assert not wording(source)


@pytest.mark.parametrize("file", WORDS, ids=_path)
def test_words_stand_on_the_engine_and_the_standard_library(file: Path) -> None:
    own = _path(file.parent).replace("/", ".")
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        for module in modules:
            known = module.split(".")[0] in sys.stdlib_module_names
            assert known or module.startswith(("bot.engine", own)), f"words import {module}"
