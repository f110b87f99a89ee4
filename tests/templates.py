"""Templates as they stand in the code, read without running it: whole, and given the names they want?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
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
            given = {*(_given(node) or ()), "most", "given"} - {"least"}
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


# What people are shown by these is rendered; which arguments they are.
SHOWN = {
    "at": (2,),
    "FormField": (1,),
    "Button": (0,),
    "Card": (0,),
    "Choice": (1,),
    "Figure": (0, 2),
    "Message": (0,),
    "Pick": (1, 2),
    "Press": (1,),
    "Select": (0,),
    "Step": (1,),
    **dict.fromkeys(("RuleViolation", "NotAllowed", "Stale", "UserError"), (0,)),
}


def unsaid(source: str) -> list[str]:
    """The sentences and labels of a source that stand there bare, where no catalogue finds them."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [(node, node.func.id) for node in calls if isinstance(node.func, ast.Name)]
    shown = [
        (node, node.args[place])
        for node, name in named
        for place in SHOWN.get(name, ())
        if len(node.args) > place
    ]
    return [f"line {node.lineno}: {ast.unparse(text)}" for node, text in shown if _is_bare(text)]


def _is_bare(text: ast.expr) -> bool:
    """Whether it is English that is written there; a sign, a number or what is read elsewhere is none."""
    words = [text.value] if isinstance(text, ast.Constant) else getattr(text, "values", [])
    parts = [part.value if isinstance(part, ast.Constant) else part for part in words]
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in parts)


# Several words, a word with a capital, or one that a space joins to what comes before or after.
_ENGLISH = re.compile(r"[A-Za-z]{2,}[,;:.]? [A-Za-z({]|^[A-Z][a-z]{2,}\b|^ [a-z]{2,}|[a-z]{2,} $")
# What stands in these is rendered, or read by programmers alone: their errors, their log.
TOLD = {"T", "refused", "of_length", "option"}
ERRORS = {"AssertionError", "LookupError", "NotAnExport", "RuntimeError", "TypeError", "ValueError"}
NAMED = {"NewType", "TypeVar"}
LOGGED = {"debug", "info", "warning", "error", "exception"}


def english(source: str) -> Iterator[tuple[int, str]]:
    """What reads like English and stands neither in a template nor in a docstring: its line and the text.

    That does not make it bare: a declaration's text is in the catalogue by what declares it.
    """
    tree = ast.parse(source)
    apart = {id(part) for node in ast.walk(tree) for part in _apart(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            yield from ((node.lineno, found.string) for found in [_ENGLISH.search(node.value)] if found)


def _apart(node: ast.AST) -> Iterator[ast.AST]:
    """All within a node that nobody reads as it stands, or that is rendered."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.Assign) and any(getattr(each, "id", "") == "__all__" for each in node.targets):
        yield from ast.walk(node.value)
    elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
        yield from ast.walk(node.annotation)
    elif isinstance(node, ast.FunctionDef) and node.name == "__repr__":
        yield from ast.walk(node)
    elif isinstance(node, ast.Call):
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
        if name in TOLD | ERRORS | NAMED | LOGGED:
            yield from ast.walk(node)
        # What a column of a file holds is told in docs/.
        yield from (part for each in node.keywords if each.arg == "help" for part in ast.walk(each.value))


def rendered_at_import(source: str) -> list[str]:
    """The sentences and labels that a source renders before anybody reads them: all would be in English."""
    found = (node for node in _at_import(ast.parse(source)) if _is_rendered(node))
    return [f"line {node.lineno}: {ast.unparse(node)}" for node in found]


def _at_import(node: ast.AST) -> Iterator[ast.expr]:
    """Every expression that is evaluated when the module is."""
    if isinstance(node, ast.expr):
        yield node
    inner: Iterable[ast.AST] = ast.iter_child_nodes(node)
    if isinstance(node, ast.Lambda):
        inner = ()
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inner = (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults))
    for each in inner:
        yield from _at_import(each)


def _is_rendered(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in ("label", "meaning")
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    is_plain = isinstance(called, ast.Attribute) and called.attr == "plain"
    name = getattr(called, "id", "")
    return is_plain or _is_call(called, "T") or name in ("as_read", "choices_of", "listed")


BEHIND_PROSE = re.compile(r":prose\}[^\n]")


def _fault(said: Said) -> str:
    if said.template is None:
        return "a template is one plain string"
    try:
        names = parsed(said.template).names
    except ValueError as error:
        return str(error)
    if said.given is not None and said.given != names:
        return f"{said.template!r} takes {sorted(names)}, not {sorted(said.given)}"
    if BEHIND_PROSE.search(said.template):
        return f"in {said.template!r} a quote would go on with what stands behind prose"
    return ""


def wrong_event(event: type[Event]) -> str:
    """What is wrong with the template that an event says of itself."""
    # Who acted stands in the entry, not in the event.
    names = event.says.names - {"actor"} if event.says else ()
    missing = [name for name in names if not hasattr(event, name)]
    return f"{event.__name__} has no {missing}" if missing else ""
