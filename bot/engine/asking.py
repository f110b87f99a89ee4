"""Forms that open where what they ask wasn't given, filled with what stands there at the time.

    @action("adv edit", may=Permit.OWNER, asks=Asks(T("Edit {name}"), ("name", "about"), _today))

The command shows the form, and so does a button made by `asking`. What is sent goes the way of the command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.card import Button
from bot.engine.finders import Asker
from bot.engine.record import FormField
from bot.engine.text import T

# The button that opens such a form, and the form itself; that of a page, which shows first what comes of it.
FILL, FILL_FIRST = "fill", "fill_first"


def _nothing(_asker: Asker) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Asks:
    """What a command asks in a form: the action's `fields`, as their options say it, or its `lines` do.

    `today` says of who asks what stands there to begin with, by field. What it gives besides is kept with the
    form where the form `holds` it, else only the `title` names it; `name` is that of the record meant. The
    form holds that record, too; what it holds last may be any text.

    A field that the form asks is no option of the command, unless it `is_beside`. The form opens where none
    of them is given, or not all of those that it `needs`, nor what stands `instead`.
    """

    title: T
    fields: Sequence[str]
    today: Callable[[Asker], Mapping[str, str]] = _nothing
    holds: Sequence[str] = ()
    lines: Callable[[Asker], Sequence[FormField]] | None = None
    is_beside: bool = False
    needs: Sequence[str] = ()
    instead: Sequence[str] = ()

    def is_lacking(self, given: Mapping[str, Any]) -> bool:
        """Whether the form opens, of what was given by field."""
        if any(given.get(each) for each in self.instead):
            return False
        if self.needs:
            return not all(given.get(each) for each in self.needs)
        return not any(given.get(each) for each in self.fields)


def asking(label: T | str, path: str, /, *held: str, is_main: bool = False) -> Button:
    """The button that opens the form of a command, for the record that it is about.

    An action without a command goes by the name of its class.
    """
    return Button(label.plain() if isinstance(label, T) else label, FILL, (path, *held), is_main=is_main)
