"""Proof of empty fields: what needn't be given may be left empty, and its form says what that means."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum, EnumType
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.engine.declare import Action, Options, asks_of, option, options_of
from bot.engine.record import Choice, FormField
from bot.engine.system import Record, Step
from bot.play.act import _answered
from bot.play.context import Context
from bot.ui.modal import modal
from tests.givens import commands
from tests.harness.inputs import USER_SELECT, Field, components
from tests.harness.world import Json, Person
from tests.proofs.samples import FORMS, SAMPLES, opener
from tests.stages import Stage

# Words for people alone: where there are none, nothing is otherwise.
COSTLESS = {"reason", "about", "notes", "words", "answer", "item", "sponsor", "title", "foci"}


# -- every declaration ----------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A field that a form asks for, as it stands in the code."""

    where: str
    field: str
    is_told: bool


def declarations() -> Iterator[Asked]:
    """Every field of any form that needn't be given."""
    for path in sorted(Path("bot").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in (each for each in ast.walk(tree) if isinstance(each, ast.Call)):
            called, where = getattr(node.func, "id", ""), f"{path}:{node.lineno}"
            if called in ("FormField", "Field"):
                yield from _written(node, where)
            elif called == "asks_of":
                named = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
                classes = [each.id for each in node.args if isinstance(each, ast.Name)]
                yield from _derived(path, classes, named, where)
        yield from _at_steps(tree, path)
    yield from _in_forms()


def _in_forms() -> Iterator[Asked]:
    """What the forms of commands ask."""
    for command in commands().values():
        if command.asks is not None and command.asks.lines is None:
            asks = asks_of(command.options, *command.asks.fields)
            yield from (Asked(f"/{command.path}", e.field, bool(e.empty)) for e in asks if e.is_optional)


def _written(node: ast.Call, where: str) -> Iterator[Asked]:
    given = {each.arg: each.value for each in node.keywords}
    is_optional = given.get("is_optional")
    if isinstance(is_optional, ast.Constant) and is_optional.value:
        yield Asked(where, ast.unparse(node.args[0]).strip("'"), "empty" in given)


def _at_steps(tree: ast.Module, path: Path) -> Iterator[Asked]:
    """What the buttons ask for at which an action stands: they name fields of it."""
    functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    for perform in functions.values():
        steps = [
            each.value
            for decorator in perform.decorator_list
            if isinstance(decorator, ast.Call)
            for each in decorator.keywords
            if each.arg == "step"
        ]
        used = {each.id for step in steps for each in ast.walk(step) if isinstance(each, ast.Name)}
        for within in (*steps, *(functions[each] for each in used & functions.keys())):
            if any(
                "asks" in (getattr(each, "arg", ""), getattr(each, "id", "")) for each in ast.walk(within)
            ):
                # Whatever names a field there: a form may be put together line by line.
                action = ast.unparse(perform.args.args[1].annotation or ast.Constant(""))
                where = f"{path}:{perform.lineno}"
                yield from _derived(path, [action], sorted(_texts(within, path)), where)


def _called(node: ast.AST) -> str:
    return getattr(getattr(node, "func", None), "id", "")


def _texts(within: ast.AST, path: Path) -> set[str]:
    """Every text in it, and those of the module's tuples, mappings and enums that it names."""
    module = importlib.import_module(".".join(path.with_suffix("").parts))
    # A FormField is looked at by itself; a button's own name is none of a field.
    calls = [each for each in ast.walk(within) if isinstance(each, ast.Call)]
    written = {id(one) for each in calls if _called(each) == "FormField" for one in ast.walk(each)}
    written |= {id(one) for each in calls if _called(each) in ("Press", "at") for one in each.args[:2]}
    nodes = [each for each in ast.walk(within) if id(each) not in written]
    texts = {each.value for each in nodes if isinstance(each, ast.Constant)}
    for each in nodes:
        found = getattr(module, each.id, None) if isinstance(each, ast.Name) else None
        if isinstance(found, tuple | Mapping):
            texts |= set(found)
        elif isinstance(found, EnumType):
            members: Iterable[Enum] = found
            texts |= {str(member.value) for member in members}
    return {each for each in texts if isinstance(each, str)}


def _derived(path: Path, classes: Iterable[str], names: Sequence[str], where: str) -> Iterator[Asked]:
    module = importlib.import_module(".".join(path.with_suffix("").parts))
    named = (getattr(module, each, None) for each in classes)
    for cls in (each for each in named if isinstance(each, type) and issubclass(each, Options)):
        declared = {name: each for name, each in options_of(cls).items() if each.spec.finder is None}
        asked = [each for each in names if each in options_of(cls)] if names else declared
        for ask in asks_of(cls, *asked):
            if ask.is_optional and ask.field in declared:
                # No BP, no rank: that is what empty looks like.
                yield Asked(where, ask.field, bool(ask.empty) or declared[ask.field].default == 0)


def test_every_field_that_may_be_left_empty_says_what_that_means() -> None:
    found = list(declarations())
    assert len(found) > 60
    untold = [
        f"{each.where} {each.field}" for each in found if not each.is_told and each.field not in COSTLESS
    ]
    assert untold == []


class Oil(Action):
    """What a form is made of."""

    kind: str = option("Which oil")
    amount: int = option("How much", default=3)
    price: int = option("Its price", default=0)
    seller: str = option("Who sells it", default="", empty="Leave it empty for the market.")


def test_a_form_tells_the_default_of_what_it_asks() -> None:
    told = {ask.field: ask.empty for ask in asks_of(Oil, "kind", "amount", "price", "seller")}
    assert told == {
        "kind": "",
        "amount": "Leave it empty for 3.",
        "price": "",
        "seller": "Leave it empty for the market.",
    }


async def test_a_form_shows_what_emptiness_means_below_the_label() -> None:
    asked = FormField("capital", "The capital's name", is_optional=True, empty="Leave it empty for none.")
    (label,) = modal("tell|1", "Found it", (asked,)).to_dict()["components"]
    assert (label["label"], label["description"]) == ("The capital's name", "Leave it empty for none.")


# -- every form as it is sent -----------------------------------------------------------------------------


def assert_empty_means_the_default(choices: Iterable[Choice]) -> None:
    """What a step asks means its default where it was left empty."""
    for choice in choices:
        optional = [ask.field for ask in choice.asks if ask.is_optional]
        defaults = {each.name: each.default for each in fields(choice.action)}
        meant = _answered(choice, dict.fromkeys(optional, ""))
        assert {name: getattr(meant, name) for name in optional} == {
            name: defaults[name] for name in optional
        }


def choices_seen(monkeypatch: pytest.MonkeyPatch) -> Mapping[tuple[str, ...], Choice]:
    """Every choice with a form, of each step that is worked out from now on."""
    found: dict[tuple[str, ...], Choice] = {}
    steps = Context.steps

    def seen(self: Context, system: str, record: Record[Any]) -> tuple[Step, ...]:
        made = steps(self, system, record)
        for step in made:
            found.update({(record.id, step.name, each.key): each for each in step.choices if each.asks})
        return made

    monkeypatch.setattr(Context, "steps", seen)
    return found


# What somebody types where something must be given; anything else is called by a name that nobody has.
TYPED = {"courage": "4", "prudence": "5", "temperance": "3", "hex": "A1", "dice": "1d6", "virtues": "4 5 3"}
# What is refused though it isn't for what was left empty, and what says itself which one it needs.
REFUSED = {
    "hex.unknown",
    "leaders.npc_needs_name",
    "correction.unchanged",
    "roll.not_read",
    "settlement.not_claimed",
    "sheet.same",
    "sheet.same_sheet",
    "silence.same",
    "sheet.same_shape",
    "site.same",
    "turns.nothing_told",
}
# Each is pressed where its sample stands; those that begin something, by whoever has nothing yet.
BEGINNINGS = ("sk new", "adv new", "sov new", "kingdom found", "leader assign")


async def test_every_form_is_taken_with_nothing_in_it_but_what_must_be(
    sqlite_stage: Stage, refusals: list[Exception]
) -> None:
    stage, sent = sqlite_stage, 0
    for path in BEGINNINGS:
        by = stage.gm if path == "kingdom found" else stage.wren
        sent += await _sent(stage, stage.say.press(f"begin|{path}", user=by), by)
    for row in sorted(stage.bot.dispatcher.register):
        if _opens_form(stage, row):
            sent += await _sent(stage, await SAMPLES[row](stage, stage.gm), stage.gm)
    for form in FORMS.values():
        sent += await _sent(stage, await opener(form)(stage, stage.gm), stage.gm)
    assert sent > 30
    assert {getattr(error, "code", "") or repr(error) for error in refusals} <= REFUSED


def _opens_form(stage: Stage, row: str) -> bool:
    dispatcher, (kind, _, name) = stage.bot.dispatcher, row.partition(" ")
    if row.startswith("/"):
        command = dispatcher.commands.get(row.removeprefix("/"))
        return command is not None and command.opens_form({})
    controls = {"button": dispatcher.buttons, "select": dispatcher.selects}
    return kind in controls and not controls[kind][name].can_defer and row not in ELSEWHERE


# Those whose sample opens no form, or one that was sent above.
ELSEWHERE = {"button begin", "button ask"}


async def _sent(stage: Stage, opener: Json, by: Person) -> int:
    """Open a form and send it with nothing but what must be given; 0 where it was none."""
    opened = (await stage.feeder.deliver(opener)).answer.data
    if "custom_id" not in opened:
        return 0
    parts = [each for each in components(opened) if "custom_id" in each]
    filled = {part["custom_id"]: _filled(stage, part) for part in parts}
    await stage.feeder.deliver(stage.say.modal_submit(opened["custom_id"], filled, user=by))
    return 1


def _filled(stage: Stage, part: Json) -> Field:
    options = part.get("options", ())
    if part["type"] == USER_SELECT:
        return stage.wren
    if not part["required"]:
        return [] if options else ""
    if options:
        chosen = [option["value"] for option in options if option.get("default")]
        return chosen or [options[0]["value"]]
    return str(part.get("value") or TYPED.get(part["custom_id"]) or stage.fresh_name())
