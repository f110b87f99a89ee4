"""User text made safe, and the small words every card shares."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

import discord

# A letter may carry a few accents; a tower of them hides the lines above it.
MOST_MARKS = 3
# What Discord would turn into a channel, a command, a time, an emoji or a mention.
MARKUP = re.compile(r"<(?=[#@/:]|t:|a:|id:)")


def safe(text: str, limit: int = 300) -> str:
    """Somebody's words as they gave them: no markdown, no mention, no control or direction marks."""
    shown = discord.utils.escape_mentions(discord.utils.escape_markdown(clip(bare(text), limit)))
    return MARKUP.sub("<\u200b", shown)


def bare(text: str) -> str:
    """Somebody's words without control and direction marks, and without towers of accents."""
    if text.isascii() and text.isprintable():
        return text
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category in ("Cc", "Cf", "Cs", "Co") and letter not in "\n\u200d":
            continue
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def clip(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than `limit`."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def person(user: int | None) -> str:
    """A person's mention, which shows the name and, without leave to, pings nobody."""
    return f"<@{user}>" if user is not None else "the game master"


def since(moment: datetime) -> str:
    """How long ago, in each reader's own language."""
    return discord.utils.format_dt(moment, "R")


def plural(count: int, one: str, many: str | None = None) -> str:
    """`1 die`, `2 dice`."""
    return f"{count} {one if count == 1 else many or one + 's'}"
