"""Names and sentences as people type them, made fit to be kept."""

from __future__ import annotations

import unicodedata

# Letters by their category, yet drawn as nothing.
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Control and direction marks, halves of letters, private use; the joiner holds emoji together.
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co"})
JOINER = "\u200d"
VISIBLE = frozenset("LNPS")


def one_line(text: str) -> str:
    """The text in one line without what can't be seen; empty where nothing is left to read."""
    kept = (" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    shown = "".join(letter for letter in kept if letter == JOINER or not _is_invisible(letter))
    line = " ".join(shown.split())
    return line if any(unicodedata.category(letter)[0] in VISIBLE for letter in line) else ""


def _is_invisible(letter: str) -> bool:
    return letter in BLANKS or unicodedata.category(letter) in INVISIBLE
