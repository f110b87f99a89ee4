"""Words that fill a box of a picture: as large as they fit, in as many lines as it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from bot.ui.canvas import fitted, font

# Sizes of letters, in pixels of the picture: the largest, the last with whole words only, and the smallest.
LARGEST, SMALLEST_WHOLE, SMALLEST = 36, 20, 14
EM, LEADING = 100, 1.16
ELLIPSIS = "…"


def laid_out(text: str, width: int, height: int, largest: int = LARGEST) -> tuple[int, list[str]]:
    """The largest letters in which the text fits, and its lines: words whole where that stays readable."""
    words_of = text.split()
    widest = max(map(_em, words_of), default=0)
    for size in range(largest, SMALLEST_WHOLE - 1, -1):
        lines = list(_lines(words_of, size, width))
        if widest * size <= width and len(lines) * size * LEADING <= height:
            return size, lines
    for size in range(largest, SMALLEST - 1, -1):
        lines = list(_lines(_pieces(words_of, width / size), size, width))
        if len(lines) * size * LEADING <= height:
            return size, lines
    most = int(height / SMALLEST / LEADING)
    return SMALLEST, [*lines[: most - 1], fitted(lines[most - 1] + ELLIPSIS, SMALLEST, width)]


def _lines(words_of: Iterable[str], size: int, width: int) -> Iterator[str]:
    """As many words in each line as it holds."""
    line, taken, space = "", 0.0, _em(" ") * size
    for word in words_of:
        own = _em(word) * size
        if line and taken + space + own > width:
            yield line
            line = ""
        line, taken = (f"{line} {word}", taken + space + own) if line else (word, own)
    yield line


def _pieces(words_of: Iterable[str], room: float) -> Iterator[str]:
    """The words, those wider than the room (in widths of an em) cut into pieces that fit."""
    for word in words_of:
        piece, taken = "", 0.0
        for letter in word if _em(word) > room else [word]:
            if piece and taken + _em(letter) > room:
                yield piece
                piece, taken = "", 0.0
            piece, taken = piece + letter, taken + _em(letter)
        yield piece


@lru_cache(maxsize=1024)
def _em(text: str) -> float:
    """How wide a text is, measured in the size of its letters: measured once for all sizes."""
    return font(EM).getlength(text) / EM
