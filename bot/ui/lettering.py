"""Words that fill a box of a picture: as large as they fit, in as many lines as it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from bot.ui.canvas import Colour, fitted, font
from bot.ui.pillow import Image, ImageDraw

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


# -- lines of one size --------------------------------------------------------------------------------

# Letters may be made so much narrower where a word would not fit, then so much lower; then it is cut.
NARROWEST, LOWER = 0.76, 0.92
# A name of two words is narrowed less before it takes two lines.
SLIGHTLY = 0.9
# From one line of letters to the next, in parts of their height.
LINE = 1.1


@lru_cache(maxsize=512)
def word(text: str, size: int, room: int) -> Image.Image:
    """A line of letters as a mask: narrowed to its room, then lower, and only then cut."""
    if font(size).getlength(text) * NARROWEST > room:
        size = round(size * LOWER)
    least = fitted(text, size, room / NARROWEST)
    wide = max(1, round(font(size).getlength(least)))
    mask = Image.new("L", (wide + 4, round(size * 1.3)), 0)
    ImageDraw.Draw(mask).text((2, mask.height // 2), least, 255, font(size), "lm")
    return mask if mask.width <= room else mask.resize((room, mask.height), Image.Resampling.LANCZOS)


def lines_of(text: str, size: int, room: int, narrowed: float = SLIGHTLY) -> Sequence[str]:
    """A name in one line where it fits, narrowed so much, else in two."""
    if font(size).getlength(text) * narrowed <= room or " " not in text:
        return (text,)
    first, _, rest = text.partition(" ")
    return first, rest


def write(image: Image.Image, lines: Sequence[str], bottom: float, size: int, ink: Colour) -> float:
    """Lines of letters in the middle of an image, down to that row; gives the row where they begin."""
    top = bottom - len(lines) * size * LINE
    for number, line in enumerate(lines):
        mask = word(line, size, image.width - 6)
        y = top + (number + 0.5) * size * LINE - mask.height / 2
        image.paste(ink, (round((image.width - mask.width) / 2), round(y)), mask)
    return top
