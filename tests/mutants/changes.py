"""Small changes of a module, found in its syntax tree: faults such as somebody might have made."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

# The project in the folder where it is run.
ROOT: Final = Path.cwd()

# The function that notes what is called, where that is watched.
CALLED: Final = "_waypost_called"

_COMPARED: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_RECKONED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
_CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
# What is only for whoever reads the log, or the types, is claimed by no test.
_LOCALS: Final = "<locals>"
_SAID: Final = ("log", "log_failure")
_MAPPED: Final = ("dataclass", "TypeVar", "cast")
# The golden texts claim what an event says; a change there is none of the subject's rules.
_TELLING: Final = "sentence"


@dataclass(frozen=True)
class Change:
    """The `number`-th change that can be made in a file."""

    path: str
    number: int
    # The function that it is in, as Python names it: what is done when the module is loaded is not changed.
    function: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.function}: {self.text}"


@dataclass(frozen=True)
class _Place:
    """Where a node stands, and what puts another there."""

    node: ast.AST
    scope: str
    put: Callable[[ast.AST], None]

    @property
    def function(self) -> str:
        """The innermost function around it."""
        return self.scope.rpartition(f".{_LOCALS}")[0]


def changes(path: str, functions: tuple[str, ...] = ()) -> list[Change]:
    """Every change of a file's functions, or of those and what is in them, always in the same order."""
    found = enumerate(_all(_read(path)))
    return [
        Change(path, number, place.function, _line(place.node), _told(place.node, new))
        for number, (place, new) in found
        if place.function.rpartition(".")[2] not in ("", _TELLING)
        and (not functions or any(f"{place.function}.".startswith(f"{each}.") for each in functions))
    ]


def changed(change: Change) -> ast.Module:
    """The file's tree with that change made."""
    tree = _read(change.path)
    for number, (place, new) in enumerate(_all(tree)):
        if number == change.number:
            _keep_names(tree, change.path)
            place.put(ast.copy_location(new, place.node))
            return ast.fix_missing_locations(tree)
    raise LookupError(change)


def _keep_names(tree: ast.Module, path: str) -> None:
    """Write below each function, where it is never done, what it does unchanged: it needs the same names.

    Only so can its code be put into a function that is there already.
    """
    for function, same in zip(_functions(tree), _functions(_read(path)), strict=True):
        function.body.append(ast.If(ast.Constant(False), same.body, []))


def _functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def made_by(change: Change) -> ast.Module:
    """What the module makes with the changed function when it is loaded, and of what it makes, in order."""
    return ast.Module(list(_made_by(_read(change.path), change.function).values()), [])


def _made_by(tree: ast.Module, function: str) -> dict[str, ast.stmt]:
    made: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if made.keys() & _named(node.value) or _calls(node.value, function):
                made |= dict.fromkeys(_named(target), node)
    return made


@cache
def users_of(path: str, function: str) -> frozenset[str]:
    """The function, and those of the file that use what is made with it when the module is loaded."""
    tree = _read(path)
    names = _made_by(tree, function).keys()
    places = _places(tree, "") if names else ()
    users = (each.function for each in places if isinstance(each.node, ast.Name) and each.node.id in names)
    return frozenset({function, *filter(None, users)})


def _named(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _calls(node: ast.AST, function: str) -> bool:
    calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == function for called in calls)


def telling(path: str) -> ast.Module:
    """The file's tree, in which each function begins by calling CALLED with the path and its own name."""
    tree = _read(path)
    for place in list(_places(tree, "")):
        if isinstance(function := place.node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{place.scope}.{function.name}" if place.scope else function.name
            told = ast.parse(f"{CALLED}({path!r}, {name!r})").body
            function.body[ast.get_docstring(function) is not None : 0] = told
    return ast.fix_missing_locations(tree)


def _read(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), path)


def _line(node: ast.AST) -> int:
    located = node.target if isinstance(node, ast.comprehension) else node
    return int(getattr(located, "lineno", 0))


def _told(old: ast.AST, new: ast.AST) -> str:
    was, becomes = _short(old), _short(new)
    return f"“{was}” is left out" if isinstance(new, ast.Pass) else f"“{was}” becomes “{becomes}”"


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return textwrap.shorten(ast.unparse(node), 90, placeholder=" …")


def _all(tree: ast.Module) -> Iterator[tuple[_Place, ast.AST]]:
    # All places first: what is put into the tree changes none of those that follow.
    for place in list(_places(tree, "")):
        for new in _instead(place.node):
            yield place, new


# ------------------------------------------------------------------ where


def _places(node: ast.AST, scope: str) -> Iterator[_Place]:
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params", "format_spec"):
            continue
        inside = _inside(node, name, scope)
        if isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield from _place(each, inside, _in_list(value, index))
        elif isinstance(value, ast.AST):
            yield from _place(value, inside, _in_field(node, name))


def _place(node: ast.AST, scope: str, put: Callable[[ast.AST], None]) -> Iterator[_Place]:
    if _is_claimed(node):
        yield _Place(node, scope, put)
        yield from _places(node, scope)


def _in_list(nodes: list[ast.AST], index: int) -> Callable[[ast.AST], None]:
    def put(new: ast.AST) -> None:
        nodes[index] = new

    return put


def _in_field(node: ast.AST, name: str) -> Callable[[ast.AST], None]:
    return lambda new: setattr(node, name, new)


def _inside(node: ast.AST, field: str, scope: str) -> str:
    """The scope of what stands in a field. Defaults and decorators are of where a function is defined."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or field != "body":
        return scope
    name = f"{scope}.{node.name}" if scope else node.name
    return name if isinstance(node, ast.ClassDef) else f"{name}.{_LOCALS}"


def _is_claimed(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()):  # a docstring
            return False
        case ast.keyword(arg="lock"):  # the tests asked run on SQLite, which locks no rows
            return False
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom() | ast.Assert():
            return False
        case ast.Call(func=called) | ast.Expr(value=ast.Call(func=called)):
            return _root(called) not in (*_SAID, *_MAPPED)
    return True


def _root(called: ast.expr) -> str:
    while isinstance(called, ast.Attribute):
        called = called.value
    return called.id if isinstance(called, ast.Name) else ""


# ------------------------------------------------------------------ what instead


def _instead(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.expr():
            yield from _expressions(node)
        case ast.stmt():
            yield from _statements(node)
        case ast.comprehension(target, iter_, [_, *_], is_async):
            yield ast.comprehension(target, iter_, [], is_async)


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()) | ast.IfExp():
            yield from _conditions(node)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.BinOp(left, operator, right) if type(operator) in _RECKONED and not _is_text(node):
            yield ast.BinOp(left, _RECKONED[type(operator)](), right)
        case ast.Call(ast.Name(name, ctx), given, named) if name in _CALLED:
            yield ast.Call(ast.Name(_CALLED[name], ctx), given, named)


def _conditions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left, ops, comparators):
            for index, operator in enumerate(ops):
                for other in _COMPARED[type(operator)]:
                    yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], comparators)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.IfExp(_, body, otherwise):
            yield from (body, otherwise)


def _is_text(node: ast.expr) -> bool:
    """Whether a text is put together there: no change of it is one of a rule."""
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    match node:
        case ast.If(_, body, orelse):
            yield ast.If(ast.Constant(True), body, orelse)
            yield ast.If(ast.Constant(False), body, orelse)
        case ast.While(ast.expr(), body, orelse):
            yield ast.While(ast.Constant(False), body, orelse)
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript(), *_], _):
            yield ast.Pass()
