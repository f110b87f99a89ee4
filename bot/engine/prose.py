"""What people write to be read: scenes, stories, notes. It keeps its form, and does nothing else.

Bold, italics, quotes, lists, line breaks and a server's emoji act. Mentions, links, headings, small print,
spoilers and code stay plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.engine.words import Safe, bare, clip, clip_marked, escaped, paragraphs

# As long as one may be: what a paragraph of a form holds.
PROSE_LENGTH: Final = 4000
# What is shown may be longer by so many escapes: a card has more to say than that.
_ROOM: Final = PROSE_LENGTH + 400
LONGEST_MARK: Final = 3
# Of a server; where the bot may not use it, Discord shows its name.
_EMOJI = r"<a?:([A-Za-z0-9_]{2,32}):[0-9]{15,21}>"
# An emoji, what somebody escaped, marks in a row, the words between.
_PIECE = re.compile(rf"(?P<emoji>{_EMOJI})|\\(?P<escaped>[^\w\s])|(?P<marks>\*+|_+)|(?P<words>.)")
# A quote; the rest of the message as one; what begins a line of a list.
_QUOTE, _QUOTES = "> ", ">>> "
# What makes a heading or small print wherever a line begins, in a list too, and a quote within one.
_STARTS = re.compile(r"#|^[>-]")
_BULLET = re.compile(r"(?:[-*]|[0-9]{1,3}[.)]) (?=\S)")
_BLOCKS = re.compile(r"^(?:-# |> |[-*] )+", re.MULTILINE)


def prose(text: str, limit: int = PROSE_LENGTH) -> Safe:
    """Somebody's words in their own lines, with the marks that act.

    Each line ends what it begins, so nothing below it is drawn otherwise, wherever it is cut.
    """
    lines = [_block(line) for line in _lines(clip(text, limit))]
    written = _emphasized([words for _, words in lines])
    told = "\n".join(begin + words for (begin, _), words in zip(lines, written, strict=True))
    return Safe(clip_marked(told, _ROOM))


def passage(text: str) -> tuple[Safe, ...]:
    """Prose among the lines of a card, where there is any: one of them, so that only it is cut for room."""
    told = prose(text)
    return (told,) if told else ()


def in_brief(text: str, limit: int) -> Safe:
    """Prose in one line, cut where it is longer: bold and italics act, quotes and lists are words."""
    (written,) = _emphasized([_words(text)])
    return Safe(clip_marked(written, limit))


def unmarked(text: str) -> str:
    """Prose where no markup is known, in one line: what would be bold is plain."""
    (written,) = _emphasized([_words(text)], shows=False)
    return written


def begins_block(text: str) -> bool:
    """Whether prose begins with a quote or a list: that acts at the beginning of a line alone."""
    return text.startswith(_QUOTE) or _BULLET.match(text) is not None


def without_blocks(text: str) -> str:
    """What was rendered, without what makes quotes, lists and small print of its lines."""
    return _BLOCKS.sub("", text)


def _lines(text: str) -> Iterator[str]:
    """Its lines. Where the rest of a message would be a quote, each line of the rest of this text is one."""
    rest = ""
    for line in map(bare, paragraphs(text).splitlines()):
        begins = not rest and line.startswith(_QUOTES)
        rest = _QUOTE if begins else rest
        words = line.removeprefix(_QUOTES) if begins else line
        yield f"{rest}{words}" if words else ""


def _block(line: str) -> tuple[str, str]:
    """What makes a quote or a list of a line, and its words."""
    quote = _QUOTE if line.startswith(_QUOTE) else ""
    words = line.removeprefix(quote)
    bullet = _BULLET.match(words)
    return (quote + bullet[0], words[bullet.end() :]) if bullet is not None else (quote, words)


def _words(text: str) -> str:
    return " ".join(words for _, words in map(_block, _lines(text)) if words)


# -- emphasis -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Run:
    """Marks in a row: what of them ends something, what begins something; the others do nothing."""

    text: str
    begins: bool
    ends: bool
    ended: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)

    @property
    def others(self) -> str:
        return self.text[0] * (len(self.text) - sum(map(len, (*self.ended, *self.begun))))


@dataclass(frozen=True, slots=True)
class _Emoji:
    text: str
    name: str


def _emphasized(lines: Sequence[str], *, shows: bool = True) -> list[str]:
    """The lines with what is bold and slanted, each by itself; all else plain. Or without any of it."""
    pieces = [list(_pieces(line)) for line in lines]
    _pair(piece for line in pieces for piece in line if isinstance(piece, _Run))
    going: list[str] = []
    return [_written(line, going, shows=shows) if line else "" for line in pieces]


def _pieces(line: str) -> Iterator[str | _Run | _Emoji]:
    """Marks, emoji and the words between, a letter each."""
    for found in _PIECE.finditer(line):
        if found["emoji"]:
            yield _Emoji(found[0], found[2])
        elif found["marks"]:
            yield _run(found[0], line[found.start() - 1 : found.start()], line[found.end() : found.end() + 1])
        else:
            yield found["escaped"] or found[0]


def _run(marks: str, before: str, after: str) -> str | _Run:
    if len(marks) > LONGEST_MARK:
        return marks
    begins, ends = bool(after.strip()), bool(before.strip())
    if marks[0] == "_":
        # Within a word it is a letter.
        begins, ends = begins and not before.isalnum(), ends and not after.isalnum()
    return _Run(marks, begins, ends)


def _pair(runs: Iterator[_Run]) -> None:
    """Say of each what it begins and ends; what is begun and never ended, or ended unbegun, does nothing."""
    opened: list[tuple[_Run, str]] = []
    for run in runs:
        left = run.text
        while run.ends and left and (place := _opening(opened, left)) is not None:
            begun, mark = opened[place]
            begun.begun.append(mark)
            run.ended.append(mark)
            # What was begun within goes on beyond: it does nothing.
            del opened[place:]
            left = left[len(mark) :]
        if run.begins:
            opened += [(run, mark) for mark in (left[:2], left[2:]) if mark]


def _opening(opened: Sequence[tuple[_Run, str]], marks: str) -> int | None:
    """Where in what is open stands what those marks end: the very same, or else the innermost of the sort."""
    places = [n for n, (_, mark) in enumerate(opened) if mark == marks]
    places = places or [n for n, (_, mark) in enumerate(opened) if marks.startswith(mark)]
    return places[-1] if places else None


def _written(line: Sequence[str | _Run | _Emoji], going: list[str], *, shows: bool) -> str:
    """A line, with what goes on from the one before and into the next, which `going` keeps."""
    told = list[str](going) if shows else []
    words = list[str]()

    def mark(text: str) -> None:
        # Letters side by side are read as one: so it shows what Discord would make of them.
        told.append(_plain("".join(words)) if shows else "".join(words))
        told.append(text)
        words.clear()

    for piece in line:
        match piece:
            case str():
                words.append(piece)
            case _Emoji():
                mark(piece.text if shows else f":{piece.name}:")
            case _Run():
                for each in piece.ended:
                    mark(each if shows else "")
                    going.pop()
                words.append(piece.others)
                # What is begun last is ended first.
                for each in reversed(piece.begun):
                    mark(each if shows else "")
                    going.append(each)
    mark("")
    return "".join((*told, *(reversed(going) if shows else ())))


def _plain(words: str) -> str:
    return _STARTS.sub(r"\\\g<0>", escaped(words))
