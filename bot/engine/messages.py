"""What a catalogue of translations can't find by reading calls: texts that come from declarations.

Templates, refusals and options are found where they are called (`make messages`); enum labels, docstrings
of actions, settings, the library's fields and titles are listed here, from the games themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.engine.library import AnyShelf
from bot.engine.settings import Setting
from bot.engine.system import System
from bot.engine.text import Labelled


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
