"""A language that nobody speaks: every template in it is framed, accented and a third longer.

A letter without an accent on a card then never passed through a template; a text that is cut was too long
for where it stands.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from contextlib import contextmanager
from string import Formatter

from bot.engine.text import speaking

_ACCENTED = str.maketrans(string.ascii_letters, "åƀçďéƒğĥîĵķĺɱñöþɋřšţûṽŵẋýžÅƁÇĎÉƑĞĤÎĴĶĹṀÑÖÞɊŘŠŢÛṼŴẊÝŽ")
OPEN, CLOSE = "⟦", "⟧"
# Commands, mentions, times and links are the same in every language.
_KEPT = re.compile(r"(`[^`]*`|<[^<>]*>|https?://\S+)")
_LETTERS = re.compile(r"[A-Za-z]{2,}")


class Pseudo:
    """Its catalogue: made up as it is asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        """The template, with its names where they were."""
        self.asked.add(message)
        return f"{OPEN}{_changed(message)}{'~' * (len(message) // 3)}{CLOSE}" if message else message

    def plural(self, number: int) -> int:
        """As in English."""
        return int(number != 1)


def _changed(message: str) -> str:
    parts = []
    for literal, name, spec, _conversion in Formatter().parse(message):
        parts.append(_accented(literal).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            forms = "|".join(map(_changed, spec.split("|"))) if spec and "|" in spec else spec
            parts.append(f"{{{name}:{forms}}}" if forms else f"{{{name}}}")
    return "".join(parts)


def _accented(literal: str) -> str:
    pieces = _KEPT.split(literal)
    return "".join(piece if number % 2 else piece.translate(_ACCENTED) for number, piece in enumerate(pieces))


@contextmanager
def speaking_pseudo() -> Iterator[Pseudo]:
    """Say everything in it."""
    language = Pseudo()
    with speaking(language):
        yield language


def unspoken(text: str, *names: str) -> list[str]:
    """Words of a text that passed through no template, but for those names, which people gave."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return _LETTERS.findall(_KEPT.sub("", text))
