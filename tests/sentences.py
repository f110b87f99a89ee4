"""The sentences of all codes, collected from the source: `make sentences` writes `bot/engine/sentences.toml`.

Of every `say("code", T("…"), …)` it holds the template and the sorts of its values, and of every
`Clause(T("…"))` the template. Once `keeps_retired` is true there, as it is from the first release on, a
template that the source no longer has stays, for it stands in journals.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.engine.saying import FILE, Sentence, Sentences, read_sentences
from bot.engine.text import parsed

ROOT = Path(__file__).parents[1]
# What makes a value, and of which sort it is.
SORTS = {"Name": "name", "Who": "person", "Label": "label", "Words": "words", "Clause": "clause"}
MADE = set(SORTS)
SORTS |= {
    "int": "number",
    "float": "number",
    "len": "number",
    "sum": "number",
    "max": "number",
    "min": "number",
}
SORTS |= {"abs": "number", "round": "number"}
LISTS = {"list", "tuple", "Sequence"}
AGAIN = "run `make sentences` and commit bot/engine/sentences.toml"


@dataclass(slots=True)
class Collected:
    """What a source says: sentences by code, clauses, and what is wrong with them."""

    sentences: dict[str, Sentence] = field(default_factory=dict)
    clauses: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)


def collected(sources: Mapping[str, str]) -> Collected:
    """All that the sources say, by the name of each."""
    trees = {name: ast.parse(source) for name, source in sources.items()}
    found = Collected()
    makers = {
        game: _makers(tree for n, tree in trees.items() if _game(n) in ("", game))
        for game in set(map(_game, trees))
    }
    for name, tree in trees.items():
        makes = makers[_game(name)]
        for function, call in _calls(tree):
            fault = _collect(found, function, call, makes)
            found.wrong += [f"{name}:{call.lineno}: {fault}"] if fault else []
    return found


def _game(file: str) -> str:
    """The game to which a file belongs; "" for one of the house."""
    return file.split("/")[2] if file.startswith("bot/systems/") else ""


def of_the_bot() -> Collected:
    """All that the bot says, but for the module that declares how."""
    files = (path for path in sorted((ROOT / "bot").glob("**/*.py")) if path.name != "saying.py")
    return collected({path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in files})


# -- a call ------------------------------------------------------------------------------------------------


def _called(node: ast.AST) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")


def _calls(tree: ast.AST, function: ast.AST | None = None) -> Iterator[tuple[ast.AST | None, ast.Call]]:
    """Every call of `say` and `Clause`, with the function that it stands in; not what a verb `say` calls."""
    for node in ast.iter_child_nodes(tree):
        inner = node if isinstance(node, ast.FunctionDef) else function
        is_verb = isinstance(inner, ast.FunctionDef) and inner.name == "say"
        if isinstance(node, ast.Call) and _says(node) and not is_verb:
            yield inner, node
        yield from _calls(node, inner)


def _says(call: ast.Call) -> bool:
    """Whether it is the house's word; what else is called `say` takes one value."""
    name = _called(call.func)
    return name == "Clause" or (name == "say" and len(call.args) != 1)


def _collect(found: Collected, function: ast.AST | None, call: ast.Call, makes: Mapping[str, str]) -> str:
    """What is wrong with a call; else what it says is added."""
    is_clause = _called(call.func) == "Clause"
    template = _template(call.args[-1]) if len(call.args) == 2 - is_clause else None
    if template is None:
        return "a clause is `Clause(T(“…”), …)`" if is_clause else "a sentence is `say(“code”, T(“…”), …)`"
    names = parsed(template).names
    given = {each.arg: each.value for each in call.keywords if each.arg != "audience"}
    values = {name: _sort(value, function, makes) for name, value in given.items() if name is not None}
    if None in given or values.keys() != names - ({"actor"} - values.keys() if not is_clause else set()):
        return f"{template!r} takes {sorted(names)}, not {sorted(values)}"
    if unknown := [name for name, sort in values.items() if not sort]:
        return f"of what sort is {unknown}? Say it here, or where it is made"
    if is_clause:
        found.clauses.add(template)
        return ""
    code = call.args[0]
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return "a sentence's code is written where it is said"
    if code.value in found.sentences:
        return f"{code.value!r} is said elsewhere: one code, one sentence, one place"
    found.sentences[code.value] = Sentence(template, values)
    return ""


def _template(node: ast.expr) -> str | None:
    match node:
        case ast.Call(func=ast.Name(id="T"), args=[ast.Constant(value=str(text))]):
            return text
    return None


# -- of which sort a value is ------------------------------------------------------------------------------


def _makers(trees: Iterable[ast.AST]) -> dict[str, str]:
    """The sorts that functions, properties and tables say they give; "" where two of a name differ."""
    found: dict[str, str] = dict(SORTS)
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.FunctionDef(name=name, returns=ast.expr() as says):
                sort = _annotated(says)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=says):
                sort = _annotated(says)
            case _:
                continue
        if (sort or _names(says) & MADE) and found.setdefault(name, sort) != sort:
            found[name] = ""
    return found


def _annotated(node: ast.expr) -> str:
    """The sort of a type, or of what a table of it holds; "" where it is of none."""
    match node:
        case ast.BinOp(left=one, right=other):
            return _annotated(one) or _annotated(other)
        case ast.Subscript(value=ast.Name(id="Final" | "ClassVar"), slice=each):
            return _annotated(each)
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[_, each])):
            return _annotated(each)
        case ast.Subscript(value=ast.Name(id=name), slice=each) if name in LISTS:
            return _list_of(_annotated(each.elts[0] if isinstance(each, ast.Tuple) else each))
    return "" if isinstance(node, ast.Subscript) else SORTS.get(_called(node), "")


# Of what isn't written otherwise mypy sees to it that it is one: no other sort is kept, or reckoned with.
NUMBER = "number"


LIST = "list of "


def _sort(node: ast.expr | None, at: ast.AST | None, makes: Mapping[str, str]) -> str:
    """The sort of a value as it is written in a function: by what makes it, or says what it is."""
    if alike := _either(node):
        return _alike(alike, at, makes)
    match node:
        case ast.Call():
            return _of_call(node, at, makes)
        case ast.List(elts=each) | ast.Tuple(elts=each):
            return _list_of(_alike(each, at, makes))
        case ast.ListComp(elt=one) | ast.GeneratorExp(elt=one):
            return _list_of(_sort(one, at, makes))
        case ast.Starred(value=one):
            return _sort(one, at, makes).removeprefix(LIST)
        case ast.Name(id=name):
            return "clause" if name == "NOTHING" else _of_name(name, at, makes)
        case (ast.Attribute() as held) | ast.Subscript(value=held):
            sort = makes.get(_called(held)) or NUMBER
            return sort if held is node else sort.removeprefix(LIST)
    return NUMBER if isinstance(node, ast.Constant) and type(node.value) in (int, float) else ""


def _either(node: ast.expr | None) -> Sequence[ast.expr]:
    """The values of which an expression gives one, or which it joins."""
    match node:
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return one, other
        case ast.BoolOp(values=each):
            return each
        case ast.NamedExpr(value=one) | ast.UnaryOp(op=ast.USub(), operand=one):
            return (one,)
    return ()


def _list_of(sort: str) -> str:
    return f"{LIST}{sort}" if sort else ""


def _of_call(node: ast.Call, at: ast.AST | None, makes: Mapping[str, str]) -> str:
    match node.func:
        case ast.Attribute(value=made, attr="each"):
            return _list_of(SORTS.get(_called(made), ""))
        case ast.Attribute(value=ast.Name(id=table), attr="get") if table in makes:
            return makes[table]
        case ast.Subscript() as empty:
            return _annotated(empty)
        case ast.Name(id="list" | "tuple" | "sorted") if node.args:
            return _sort(node.args[0], at, makes)
    return makes.get(_called(node.func), NUMBER)


def _alike(nodes: Iterable[ast.expr], at: ast.AST | None, makes: Mapping[str, str]) -> str:
    sorts = {_sort(node, at, makes) for node in nodes if not _is_empty(node)}
    return sorts.pop() if len(sorts) == 1 else ""


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.List) and not node.elts


def _names(node: ast.AST) -> set[str]:
    return {_called(each) for each in ast.walk(node)}


def _of_each(every: ast.expr, at: ast.AST | None, makes: Mapping[str, str]) -> str:
    """The sort of what a loop goes through; "" where it brings several."""
    match every:
        case ast.Call(func=ast.Name(id="zip" | "enumerate"), args=each):
            return _alike([ast.Starred(one) for one in each], at, makes)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="values" | "items")) if (
            table in makes
        ):
            return makes[table]
    return _sort(every, at, makes).removeprefix(LIST)


def _of_name(name: str, at: ast.AST | None, makes: Mapping[str, str]) -> str:
    """The sort of a variable: by its annotation, or by all that is assigned to it."""
    sorts = set()
    for node in ast.walk(at) if at is not None else ():
        match node:
            case ast.arg(arg=each, annotation=ast.expr() as says) if each == name:
                return _annotated(says) or NUMBER
            case ast.Assign(targets=[ast.Name(id=each)], value=value) if each == name:
                sorts.add(_sort(value, None, makes))
            case ast.NamedExpr(target=ast.Name(id=each), value=value) if each == name:
                sorts.add(_sort(value, None, makes))
            case ast.For(target=each, iter=every) | ast.comprehension(target=each, iter=every):
                sorts |= {_of_each(every, at, makes)} if name in _names(each) else set()
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(names, values, strict=False)
                sorts |= {_sort(v, None, makes) for n, v in pairs if _called(n) == name}
    return (sorts or {NUMBER}).pop() if len(sorts) < 2 else ""


# -- written -----------------------------------------------------------------------------------------------


def renewed(before: str) -> str:
    """The file as it should be now, of what it was. Raises ValueError for what is wrong in the source."""
    found, earlier = of_the_bot(), read_sentences(before)
    if found.wrong:
        raise ValueError("\n".join(found.wrong))
    if before.startswith("keeps_retired = true"):
        return written(merged(found, earlier), keeps=True)
    return written(Sentences(found.sentences, frozenset(found.clauses)), keeps=False)


def merged(found: Collected, earlier: Sentences) -> Sentences:
    """What is said today, with every template that was said in an earlier release. Raises ValueError.

    A code's values stay of their sorts for ever.
    """
    by_code = dict(found.sentences)
    for code, old in earlier.by_code.items():
        new = by_code.get(code, Sentence(None, old.values))
        if new.values != old.values:
            raise ValueError(f"{code!r} had the values {old.values}: with {new.values} it is another code")
        retired = tuple(each for each in (*old.retired, old.says) if each not in (None, new.says))
        by_code[code] = new._replace(retired=tuple(dict.fromkeys(retired)))
    return Sentences(by_code, earlier.clauses | found.clauses)


def written(sentences: Sentences, *, keeps: bool) -> str:
    """As the file has them."""
    lines = [f"keeps_retired = {str(keeps).lower()}", "clauses = ["]
    lines += [f"    {_quoted(each)}," for each in sorted(sentences.clauses)]
    lines += ["]", "", "[sentences]"]
    for code, each in sorted(sentences.by_code.items()):
        lines += ["", f"[sentences.{_quoted(code)}]"]
        lines += [f"says = {_quoted(each.says)}"] if each.says is not None else []
        values = ", ".join(f"{name} = {_quoted(sort)}" for name, sort in sorted(each.values.items()))
        lines.append(f"values = {{ {values} }}" if values else "values = {}")
        lines += [f"retired = [{', '.join(map(_quoted, each.retired))}]"] if each.retired else []
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    """Write it."""
    before = FILE.read_text("utf-8") if FILE.exists() else written(Sentences({}, frozenset()), keeps=False)
    FILE.write_text(renewed(before), encoding="utf-8")
    print(f"{len(read_sentences(FILE.read_text('utf-8')).by_code)} sentences in {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
