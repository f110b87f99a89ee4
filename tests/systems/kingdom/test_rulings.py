"""What a campaign decides is asked for by an option that the setting has."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.systems.kingdom as kingdom
from bot.engine.settings import Setting
from bot.systems.kingdom.settings import FREE_CITY_FAILURE, SETTINGS, TRADE, Rulings

FOLDER = Path(inspect.getfile(kingdom)).parent


def asked() -> Iterator[tuple[str, str, Setting, str]]:
    """Every `has(SETTING, "option")` in the game's source: file, line, setting and option."""
    for file in FOLDER.rglob("*.py"):
        name = ".".join((kingdom.__name__, *file.relative_to(FOLDER).with_suffix("").parts))
        module = importlib.import_module(name.removesuffix(".__init__"))
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            if call.func.attr == "has" and len(call.args) == 2 and isinstance(call.args[0], ast.Name):
                setting, option = getattr(module, call.args[0].id, None), call.args[1]
                assert isinstance(option, ast.Constant)
                if isinstance(setting, Setting):
                    yield file.name, str(call.lineno), setting, str(option.value)


def test_every_option_that_the_rules_ask_for_is_one_of_its_setting() -> None:
    found = list(asked())
    assert len(found) > 60
    wrong = [each for each in found if each[3] not in {option.value for option in each[2].options}]
    assert wrong == []


def test_what_was_decided_is_in_force_and_else_the_default() -> None:
    default, other = (option.value for option in TRADE.options)
    assert Rulings({}).has(TRADE, default)
    assert Rulings({TRADE.key: other}).has(TRADE, other)
    assert not Rulings({TRADE.key: other}).has(TRADE, default)
    with pytest.raises(LookupError, match="has no option perhaps"):
        Rulings({}).has(FREE_CITY_FAILURE, "perhaps")


def test_every_setting_has_a_name_of_its_own_and_options_of_their_own() -> None:
    assert len({each.name for each in SETTINGS}) == len(SETTINGS) > 50
    for each in SETTINGS:
        assert len({option.value for option in each.options}) == len(each.options) > 1
