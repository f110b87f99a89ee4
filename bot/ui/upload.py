"""Files that people attach to a command."""

from __future__ import annotations

from bot.engine.declare import Upload
from bot.errors import RuleViolation
from bot.ui import words
from bot.ui.reply import NETWORK


async def downloaded(file: Upload) -> bytes:
    """What was attached; see to its size before. Raises RuleViolation where Discord doesn't hand it over."""
    try:
        return await file.read()
    except NETWORK:
        raise RuleViolation(words.NOT_DOWNLOADED) from None
