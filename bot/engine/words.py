"""Names and sentences as people type them, made fit to be kept, and fit to be shown among other words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

# Letters by their category, yet drawn as nothing.
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Control and direction marks, halves of letters, private use; the joiner holds emoji together.
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co"})
JOINER = "\u200d"
VISIBLE = frozenset("LNPS")
# A letter may carry a few accents; a tower of them hides the lines above it.
MOST_MARKS = 3
MARKS = frozenset({"Mn", "Me"})

# As cards write it, too: 1,200; and as much of the world does: 1 200.
_WHOLE = re.compile(r"[+-]?\s*(?:[0-9]{1,6}|[0-9]{1,3}[, ][0-9]{3})", re.ASCII)
# With more digits than anything can have here: a number all the same, and out of every range.
_BEYOND = re.compile(r"[+-]?\s*(?:[0-9]{7,}|[0-9]{1,3}(?:[, ][0-9]{3}){2,})", re.ASCII)
# 2.5 and 2,5; 1.000 too, which is a thousand to some and one to others.
_FRACTION = re.compile(r"[+-]?\s*[0-9]*[.,][0-9]+", re.ASCII)
# What is markup wherever it stands: emphasis, code, spoilers, links in disguise, addresses.
_MARKUP = re.compile(r"[\\`*_~|\[\]]|:(?=/)")
# What makes a heading, a quote, small print or a list of the line it begins.
_LINE_MARKUP = re.compile(r"^(?:(?=[#>+-])|([0-9]+)(?=[.)](?:\s|$)))")
# What becomes a mention, a channel, a command, a time, an emoji or an address.
_MENTION = re.compile(r"<(?=[#@/:+A-Za-z])|@(?=everyone|here|[!&]?[0-9])")

V = TypeVar("V")


class Safe(str):
    """A text that may stand among others as it is: nothing in it is somebody's own markup."""

    __slots__ = ()


def one_line(text: str) -> str:
    """The text in one line without what can't be seen; empty where nothing is left to read."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = (" " if letter.isspace() else letter for letter in text)
    shown = "".join(letter for letter in kept if letter == JOINER or not _is_invisible(letter))
    # Only now: what can't be seen may have kept a letter and its accent apart.
    line = " ".join(unicodedata.normalize("NFC", shown).split())
    return line if any(unicodedata.category(letter)[0] in VISIBLE for letter in line) else ""


def paragraphs(text: str) -> str:
    """The text line by line, without empty lines at its ends and more than one between."""
    lines: list[str] = []
    for line in map(one_line, text.splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n")


def _is_invisible(letter: str) -> bool:
    return letter in BLANKS or unicodedata.category(letter) in INVISIBLE


def bare(text: str) -> str:
    """The text in one line, without what can't be seen and without towers of accents."""
    if text.isascii():
        return one_line(text)
    kept, marks = [], 0
    for letter in one_line(text):
        marks = marks + 1 if unicodedata.category(letter) in MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


# What stands for a sign of the keyboard, besides dashes, digits, spaces and full-width letters.
_SIGNS = {
    **dict.fromkeys("‘’‚‛′ʼ´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("−➖～", "-"),
    **dict.fromkeys("✕✖", "×"),
    "➕": "+",
    "≧": "≥",
    "≦": "≤",
    "、": ",",
    "。": ".",
    "\ufe0f": "",
}


@lru_cache(2000)
def _sign(letter: str) -> str:
    category = unicodedata.category(letter)
    if (sign := _SIGNS.get(letter)) is not None:
        return sign
    if category == "Pd":
        return "-"
    if category == "Nd":
        return str(unicodedata.decimal(letter))
    if category[0] == "Z":
        return " "
    if "！" <= letter <= "｝":
        return chr(ord(letter) - ord("！") + ord("!"))
    return "" if not letter.isspace() and _is_invisible(letter) else letter


def plain_signs(text: str) -> str:
    """The text in the signs of a plain keyboard, as it is read for its meaning; prose is kept as it is.

    Full-width digits and signs, all dashes, smart quotes, and spaces of any kind become plain ones, and what
    can't be seen is left out. A letter becomes one or none, so that places can be counted back.
    """
    return text if text.isascii() else "".join(map(_sign, text))


def key_of(text: str) -> str:
    """What two spellings of one name have in common: to look names up by."""
    return one_line(plain_signs(text)).casefold()


def nearest(text: str, names: Mapping[str, V], most: int = 1, alike: float = 0.6) -> list[V]:
    """What is called most like that text, the most alike first; how `alike` it must be, 1 being the same."""
    by_name = {key_of(name): value for name, value in names.items()}
    return [by_name[each] for each in get_close_matches(key_of(text), by_name, most, alike)]


def whole_number(text: str) -> int | None:
    """The whole number that was typed, of at most six digits; None where it is none."""
    number = plain_signs(text).strip()
    return int(re.sub(r"[,\s]", "", number)) if _WHOLE.fullmatch(number) else None


def too_long(text: str) -> str | None:
    """A whole number of more digits than `whole_number` reads, as it is shown; None for anything else."""
    number = plain_signs(text).strip()
    return clip(number.replace("-", "−"), 20) if _BEYOND.fullmatch(number) else None


def is_fraction(text: str) -> bool:
    """Whether it is a number with something behind its point or comma."""
    return _FRACTION.fullmatch(plain_signs(text).strip()) is not None and whole_number(text) is None


def clip(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than `limit`."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


# What stands together in a rendered sentence: an escaped character, code, a mention, a link, a mark.
_PIECE = re.compile(r"\\.|`[^`]*`|<[^>\s]+>|\[(?:\\.|[^]])*\]\([^)\s]*\)|\*\*|__|~~|\|\||.", re.DOTALL)
_MARKS = frozenset({"**", "*", "__", "_", "~~", "||"})


def clip_marked(text: str, limit: int) -> str:
    """The rendered sentence, cut where it is longer than `limit`; what is bold or struck ends there."""
    if len(text) <= limit:
        return text
    kept, begun, _ = _cut(text, limit - 1)
    return "".join([kept, "…", *reversed(begun)])


def _cut(text: str, room: int, *, between_words: bool = False) -> tuple[str, list[str], str]:
    """As much of a rendered text as fits with what ends its marks, those marks, and the rest."""
    kept, begun, found = list[str](), list[str](), list[tuple[int, list[str]]]()
    for piece in _PIECE.findall(text):
        after = begun
        if piece in _MARKS:
            after = begun[:-1] if begun[-1:] == [piece] else [*begun, piece]
        room -= len(piece)
        if room < sum(map(len, after)):
            break
        kept.append(piece)
        begun = after
        if piece == " ":
            found.append((len(kept), begun))
    if between_words and found:
        place, begun = found[-1]
        kept = kept[:place]
    told = "".join(kept)
    return told, begun, text[len(told) :]


def divided(text: str, first: int, others: int) -> list[str]:
    """The rendered text in parts, the first of at most so many letters, the others of so many.

    Each ends with a line, or else with a word; what is bold or a quote there goes on in the next.
    """
    parts, room = list[str](), first
    while len(text) > room:
        head, text = _divide(text, room)
        parts.append(head)
        room = others
    return [*parts, text] if text else parts


def _divide(text: str, room: int) -> tuple[str, str]:
    lines = text[: room + 1].rfind("\n")
    if lines > room // 2:
        return text[:lines], text[lines + 1 :]
    begins = max(lines + 1, 0)
    kept, begun, rest = _cut(text[begins:], room - begins, between_words=True)
    again = _QUOTED if text.startswith(_QUOTED, begins) else ""
    return text[:begins] + kept.rstrip() + "".join(reversed(begun)), again + "".join(begun) + rest


_QUOTED = "> "


def whole_lines(text: str, limit: int) -> str:
    """The text, cut at the end of a line where it is longer than `limit`: half a link would be none."""
    if len(text) <= limit:
        return text
    kept, _, _ = text[: limit - 1].rpartition("\n")
    return f"{kept}\n…" if kept else clip_marked(text, limit)


def safe(text: str, limit: int = 300) -> Safe:
    """Somebody's words as they gave them, in one line: no markup, no mention, no marks that can't be seen."""
    return Safe(_LINE_MARKUP.sub(r"\g<1>\\", escaped(clip(bare(text), limit))))


def escaped(text: str) -> str:
    """The text without what acts wherever it stands in a line: markup, mentions, addresses."""
    return _MENTION.sub("\\g<0>\u200b", _MARKUP.sub(r"\\\g<0>", text))


def signed(amount: int) -> str:
    """+3 or −3."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def number(value: int) -> str:
    """3 or −3."""
    return str(value) if value >= 0 else f"−{-value}"
