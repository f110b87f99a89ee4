"""The catalogue of all that can be translated, as gettext knows it: `make messages` writes it.

Babel reads the calls that hold templates; what it can't find so, texts that come from declarations, is listed
here from the games themselves: enum labels, docstrings of actions, settings, the library's fields, titles.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot import systems
from bot.engine.library import AnyShelf
from bot.engine.settings import Setting
from bot.engine.system import System
from bot.engine.text import Labelled

ROOT = Path(__file__).parents[1]
# The call, and which of its arguments is the text.
CALLS = {"T": None, "option": None, "refused": (2,), "of_length": (4,)}
METHODS = [("**.py", "python")]


def games() -> list[System]:
    """Every game there is, the table among them."""
    return [importlib.import_module(name).SYSTEM for name in systems.found()]


def catalogue() -> Catalog:
    """Every template in `bot`, and every declared text of its games."""
    found = Catalog(project="Waypost", charset="utf-8")
    extracted = extract_from_dir(
        ROOT / "bot", METHODS, keywords=CALLS, comment_tags=("For translators:",), strip_comment_tags=True
    )
    for path, line, text, comments, _context in extracted:
        found.add(text, locations=[(f"bot/{path}", line)], auto_comments=comments)
    for message in declared(games()):
        found.add(message.text, locations=[(message.place, 0)])
    return found


# -- what declarations say ---------------------------------------------------------------------------------


class Message(NamedTuple):
    """A text to translate, and where a translator reads more: a class, or a name within a game."""

    text: str
    place: str


def declared(systems: Iterable[System]) -> Iterator[Message]:
    """Every text of those games' declarations, and every label of an enum; none is empty."""
    found = [each for system in systems for each in _of_system(system)]
    found += [each for enum in _enums(Labelled) for each in _of_enum(enum)]
    yield from (each for each in found if each.text.strip())


def _of_system(system: System) -> Iterator[Message]:
    yield Message(system.title, system.name)
    for kind in system.actions:
        # What Discord shows of a command is the docstring's first line.
        first, *_ = (kind.action.__doc__ or "").strip().splitlines() or [""]
        yield Message(first, _place(kind.action))
    for setting in system.settings:
        yield from _of_setting(setting)
    for shelf in system.shelves:
        yield from _of_shelf(shelf)


def _of_setting(setting: Setting) -> Iterator[Message]:
    texts = [setting.title, setting.rule]
    texts += [text for option in setting.options for text in (option.label, option.meaning)]
    yield from (Message(text, setting.key) for text in texts)


def _of_shelf(shelf: AnyShelf) -> Iterator[Message]:
    texts = [shelf.noun, shelf.plural, *(field.label for field in shelf.fields)]
    texts += [label for field in shelf.fields for _value, label in field.options]
    yield from (Message(text, f"{shelf.system}.{shelf.noun}") for text in texts)


def _of_enum(enum: type[Labelled]) -> Iterator[Message]:
    for member in enum:
        yield from (Message(text, _place(enum)) for text in member.texts)


def _enums(base: type[Labelled]) -> Iterator[type[Labelled]]:
    for enum in base.__subclasses__():
        yield enum
        yield from _enums(enum)


def _place(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


# -- written ------------------------------------------------------------------------------------------------


def main(path: str) -> None:
    """Write it there."""
    file, found = Path(path), catalogue()
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as writing:
        write_po(writing, found, sort_output=True, width=0)
    print(f"{len(found)} texts in {file}")


if __name__ == "__main__":
    main(*sys.argv[1:])
