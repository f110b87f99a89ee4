"""Templates as they stand in the code, read without running it: whole, and given the names they want?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

from bot.engine.event import Event
from bot.engine.text import parsed


class Said(NamedTuple):
    """A template in the code: the line, its text, the names it is given there, and a refusal's code."""

    line: int
    template: str | None
    # None where the names are given elsewhere, or can't be read.
    given: frozenset[str] | None = None
    code: str = ""


def templates(source: str) -> Iterator[Said]:
    """Every template in a source; the text is None where it is no plain string."""
    tree = ast.parse(source)
    constants = {
        target.id: each.value
        for each in tree.body
        if isinstance(each, ast.Assign) and _is_call(each.value, "T")
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if _is_call(node, "T"):
            yield Said(node.lineno, _text(node.args[0]))
        elif _is_call(node, "refused"):
            code, template, *_ = node.args
            yield Said(node.lineno, _text(template), _given(node), _text(code) or "")
        elif _is_call(node, "of_length"):
            code, template = node.args[2:]
            given = {*(_given(node) or ()), "most", "length"} - {"least"}
            yield Said(node.lineno, _text(template), frozenset(given), _text(code) or "")
        elif isinstance(node, ast.Call):
            made = _template(node.func, constants)
            if made is not None:
                yield Said(node.lineno, _text(made.args[0]), _given(node))


def _template(called: ast.expr, constants: dict[str, ast.Call]) -> ast.Call | None:
    """The `T(…)` that a call fills: in place or named in its module, plain or not."""
    if isinstance(called, ast.Attribute) and called.attr == "plain":
        called = called.value
    if isinstance(called, ast.Name):
        called = constants.get(called.id, called)
    return called if _is_call(called, "T") else None


def _is_call(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _given(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(filter(None, names))


def wrong(source: str) -> list[str]:
    """What is wrong with the templates of a source."""
    return [f"line {said.line}: {fault}" for said in templates(source) if (fault := _fault(said))]


# What people are shown by these is a template; which argument it is.
SHOWN = {"Choice": 1, "Ask": 1, "Button": 0}
ERRORS = {"RuleViolation", "NotAllowed", "Stale", "UserError"}


def unsaid(source: str) -> list[str]:
    """The sentences and labels of a source that stand there bare, where no catalogue finds them."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args]
    named = [(node, node.func.id) for node in calls if isinstance(node.func, ast.Name)]
    shown = [(node, node.args[0]) for node, name in named if name in ERRORS]
    shown += [
        (node, node.args[SHOWN[name]])
        for node, name in named
        if name in SHOWN and len(node.args) > SHOWN[name]
    ]
    return [f"line {node.lineno}: {ast.unparse(text)}" for node, text in shown if _is_bare(text)]


def _is_bare(text: ast.expr) -> bool:
    """Whether it is English that is written there; a sign, a number or what is read elsewhere is none."""
    words = [text.value] if isinstance(text, ast.Constant) else getattr(text, "values", [])
    parts = [part.value if isinstance(part, ast.Constant) else part for part in words]
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in parts)


def _fault(said: Said) -> str:
    if said.template is None:
        return "a template is one plain string"
    try:
        names = parsed(said.template).names
    except ValueError as error:
        return str(error)
    if said.given is not None and said.given != names:
        return f"{said.template!r} takes {sorted(names)}, not {sorted(said.given)}"
    return ""


def wrong_event(event: type[Event]) -> str:
    """What is wrong with the template that an event says of itself."""
    # Who acted stands in the entry, not in the event.
    names = event.says.names - {"actor"} if event.says else ()
    missing = [name for name in names if not hasattr(event, name)]
    return f"{event.__name__} has no {missing}" if missing else ""
