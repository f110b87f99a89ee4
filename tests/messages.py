"""The catalogue of all that can be translated, as gettext knows it: `make messages` writes it.

Babel reads the calls that hold templates; what it can't find so, texts that come from declarations, is listed
here from the games themselves: labels, what commands and their options say, settings, the library's fields.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot import systems
from bot.engine.declare import Command, Options, options_of
from bot.engine.declare import declared as declarations
from bot.engine.saying import sentences
from bot.engine.system import System
from bot.engine.text import Labelled, as_read

ROOT = Path(__file__).parents[1]
# The call, and which of its arguments is the text.
CALLS = {"T": None, "refused": (2,), "of_length": (4,)}
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
    # What no source has any more stands in journals.
    for code, sentence in sentences().by_code.items():
        for text in sentence.retired:
            found.add(text, locations=[(code, 0)])
    for message in declared(games()):
        found.add(message.text, locations=[(message.place, 0)])
    return found


# -- what declarations say ---------------------------------------------------------------------------------


class Message(NamedTuple):
    """A text to translate, and where a translator reads more: a class, or a name within a game."""

    text: str
    place: str


def declared(systems: Iterable[System]) -> Iterator[Message]:
    """Every text of those games' declarations, of all commands and forms, and every label; none is empty."""
    # These first: to find them is to import all that declares.
    found = [Message(each.summary, f"/{each.path}") for each in commands()]
    found += [each for system in systems for each in _of_system(system)]
    found += [each for options in below(Options) for each in _of_options(options)]
    found += [Message(text, _place(enum)) for enum in below(Labelled) for each in enum for text in each.texts]
    yield from (each for each in found if each.text.strip())


def commands() -> list[Command]:
    """Every command that the games declare."""
    return [each for name in systems.found() for each in declarations(name, Command, is_whole=True)]


def _of_system(system: System) -> Iterator[Message]:
    yield Message(system.title, system.name)
    yield from (Message(kind.name, system.name) for kind in system.kinds)
    # What an action is called, and what the button of its preview says.
    buttons = [(text, kind.action) for kind in system.actions for text in (kind.spoken, kind.button)]
    yield from (Message(text, _place(action)) for text, action in buttons)
    for setting in system.settings:
        options = [text for option in setting.options for text in (option.label, option.meaning)]
        words = (setting.title, setting.rule, as_read(setting.group), *options)
        yield from (Message(text, setting.key) for text in words if text)
    for shelf in system.shelves:
        fields = [text for field in shelf.fields for text in (field.label, field.hint, as_read(field.empty))]
        names = [name for field in shelf.fields for _value, name in field.choices]
        yield from (Message(text, shelf.key) for text in (shelf.noun, shelf.plural, *fields, *names))


def _of_options(options: type[Options]) -> Iterator[Message]:
    for each in options_of(options).values():
        ready = each.spec.suggest if isinstance(each.spec.suggest, tuple) else ()
        names = (*(as_read(name) for name, _value in ready), *(name for _value, name in each.choices))
        texts = (each.spec.hint, each.spec.label, each.spec.empty, *names)
        yield from (Message(text, _place(options)) for text in texts)


def below(base: type[Any]) -> Iterator[type[Any]]:
    """Every class of that sort."""
    for each in base.__subclasses__():
        yield each
        yield from below(each)


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
