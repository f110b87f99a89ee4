"""A place in a text that is being read, and the complaint about what stands there."""

from __future__ import annotations

import re
from typing import Final

from bot.engine.text import Safe, T, refused
from bot.engine.words import bare
from bot.errors import UserError

QUOTED: Final = 40

_SPACES: Final = re.compile(r"\s*")


class Cursor:
    """A place in the text; it only moves forward, so reading takes time in proportion to the text."""

    __slots__ = ("place", "text")

    def __init__(self, text: str, place: int = 0) -> None:
        self.text = text
        self.place = place

    def peek(self) -> str:
        """The next character that is no space, where the cursor then stands; empty at the end."""
        character = self.text[self.place : self.place + 1]
        return self._after_spaces() if character.isspace() else character

    def _after_spaces(self) -> str:
        self.match(_SPACES)
        return self.text[self.place : self.place + 1]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What the pattern finds here, taken; None, and nothing taken, if it finds nothing."""
        found = pattern.match(self.text, self.place)
        if found is not None:
            self.place = found.end()
        return found

    def fault(
        self, wrong: Safe, place: int | None = None, *, example: str = "", meant: str = ""
    ) -> UserError:
        """The complaint about a place in the text, the current one unless told.

        It ends with an example of what would be right, or with what was meant, it seems.
        """
        place = self.place if place is None else place
        hint = T("Did you mean {text}?") if meant else T("Try {text}.")
        return refused(
            "roll.not_read",
            "{quoted}: {wrong} at position {place}. {hint}",
            quoted=self.quoted(place),
            wrong=wrong,
            place=place + 1,
            hint=hint(text=Safe(meant or example)),
        )

    def nothing_read(self, example: str) -> UserError:
        """The complaint about a text that isn't dice at all: no place in it is better than another."""
        if not self.text.strip():
            return refused("roll.empty", "Nothing to roll. Try {example}.", example=Safe(example))
        return refused(
            "roll.not_dice",
            "{quoted} isn't dice. Try {example}.",
            quoted=self.quoted(self.place),
            example=Safe(example),
        )

    def quoted(self, place: int) -> Safe:
        """The text around a place, as code."""
        text = self.text
        start = max(0, min(place - QUOTED // 2, len(text) - QUOTED))
        before, after = "…" if start else "", "…" if start + QUOTED < len(text) else ""
        return Safe(f"`{before}{shown(text[start : start + QUOTED])}{after}`")


def shown(text: str) -> str:
    """A text as it stands in Discord's code: one line of what can be seen, no backtick to end it early."""
    return "".join(bare(character) or " " for character in text).replace("`", "'")
