"""docs/settings.md has every setting in the words of its definition: one that is missing fails."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from bot import systems
from bot.engine.catalogue import Catalogue
from bot.engine.settings import Setting

DOCUMENT = (Path(__file__).parents[1] / "docs" / "settings.md").read_text()
HOUSE = Catalogue(importlib.import_module(name).SYSTEM for name in systems.found())
SETTINGS = HOUSE.settings_of(HOUSE.systems)


def section(setting: Setting) -> str:
    """How the document tells of a setting: paste this where the test asks for it."""
    rows = [
        f"- **{option.label}**{' (default)' if option.value == setting.default else ''}: {option.meaning}"
        for option in setting.options
    ]
    return "\n".join((f"### {setting.title}", "", setting.rule, "", *rows, ""))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_is_documented_with_its_choices_and_their_meaning(setting: Setting) -> None:
    assert section(setting) in DOCUMENT


def test_the_document_tells_of_no_other_setting() -> None:
    told = {line.removeprefix("### ") for line in DOCUMENT.splitlines() if line.startswith("### ")}
    assert told == {setting.title for setting in SETTINGS} | {"Who can start campaigns"}


def test_every_game_that_decides_something_has_its_chapter() -> None:
    for system in HOUSE.systems.values():
        assert not system.settings or f"## {system.title}\n" in DOCUMENT
