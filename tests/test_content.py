"""What comes with the games is read at start, and any fault stops it with the file and row named."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from bot import systems
from bot.content import ContentError, supplied_by
from bot.engine.people import PUBLIC
from bot.storage.address import Address
from tests.games import lantern
from tests.games.lantern.rules.omens import OMENS
from tests.tables import new_bot


def game(folder: Path, text: str, name: str = "omen.toml") -> ModuleType:
    """The Lantern, with that file instead of its own."""
    place = folder / "content" / "library"
    place.mkdir(parents=True)
    (place / name).write_text(text, encoding="utf-8")
    made = ModuleType("lantern")
    made.__file__ = str(folder / "__init__.py")
    made.SYSTEM = lantern.SYSTEM  # type: ignore[attr-defined]
    return made


def test_a_games_entries_are_read_as_its_shelf_writes_them() -> None:
    found = supplied_by([lantern])["lantern.omen"]
    assert found[0] == {
        "name": "Blue flame",
        "text": "Somebody near is lying.",
        "number": "2",
        "secret": "no",
    }
    assert [OMENS.is_seen_by(OMENS.read(each), PUBLIC) for each in found] == [True, True, False]


def test_what_comes_with_every_game_of_the_house_is_legal() -> None:
    games = [importlib.import_module(name) for name in systems.found()]
    known = {shelf.key for each in games for shelf in each.SYSTEM.shelves}
    assert set(supplied_by(games)) <= known


def test_the_bot_has_what_comes_with_its_games(sqlite_address: Address) -> None:
    catalogue = new_bot(sqlite_address, ("tests.games.lantern",)).play.catalogue
    assert len(catalogue.supplied["lantern.omen"]) == 3


GOOD = '[[entry]]\nname = "Soot"\ntext = "A debt."\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (GOOD + '[[entry]]\nname = "Ash"\n', "omen.toml, entry 2: Text is missing."),
        (GOOD + GOOD, "omen.toml, entry 2: entry 1 has the same name."),
        (GOOD + "colour = 3\n", "omen.toml, entry 1: “colour” is unknown here. It can have name, text"),
        (GOOD + "number = [1]\n", "omen.toml, entry 1: number isn't a text or a whole number."),
        (GOOD + "number = 77\n", "omen.toml, entry 1: Number is a whole number from 0 to 9."),
        ("[[omen]]\n", "omen.toml: it can only have [[entry]] tables."),
        ("entry = [3]\n", "omen.toml, entry 1: it isn't an [[entry]] table."),
        ("entry = 3\n", "omen.toml: it can only have [[entry]] tables."),
        ("[[entry\n", "omen.toml: "),
    ],
)
def test_a_fault_stops_the_start_with_file_and_row_named(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ContentError) as stopped:
        supplied_by([game(tmp_path, text)])
    assert fault in str(stopped.value)


def test_a_file_of_no_shelf_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"monster\.toml: The Lantern has no kind of entry with that name"):
        supplied_by([game(tmp_path, GOOD, "monster.toml")])
