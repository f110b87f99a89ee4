"""Files that people attach to a command."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from bot.engine.declare import Upload
from bot.engine.files import MOST_BYTES, require_small
from bot.engine.text import refused
from bot.ui.reply import NETWORK

T = TypeVar("T")


async def downloaded(file: Upload) -> bytes:
    """What was attached; see to its size before. Raises RuleViolation where Discord doesn't hand it over."""
    try:
        return await file.read()
    except NETWORK:
        raise refused(
            "upload.not_handed_over",
            "Discord didn't hand that file over; nothing was changed. Try again in a moment.",
        ) from None


async def read(file: Upload, reader: Callable[[str, bytes], T], most: int = MOST_BYTES) -> T:
    """What a reader, which gets its name and its bytes, makes of a file of at most so many bytes.

    Raises RuleViolation for one that is too large, which isn't even downloaded, and what the reader raises.
    """
    require_small(file.size, most)
    # Hundreds of rows take their time: apart from the event loop.
    return await asyncio.to_thread(reader, file.filename, await downloaded(file))
