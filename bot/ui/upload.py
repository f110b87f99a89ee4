"""What people attach to a command: files that are read, and portraits that are kept."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import Any, TypeVar

import discord

from bot.engine.declare import Option, Upload
from bot.engine.files import MOST_BYTES, require_small
from bot.engine.portraits import bad_picture
from bot.engine.text import refused
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import NETWORK

T = TypeVar("T")

MOST_PICTURE_BYTES = 4 * 2**20


async def downloaded(file: Upload) -> bytes:
    """What was attached; see to its size before. Raises RuleViolation where Discord doesn't hand it over."""
    try:
        return await file.read()
    except NETWORK:
        raise refused(
            "upload.not_handed_over",
            "Discord didn't hand over that file. Try again in a moment.",
        ) from None


async def read(file: Upload, reader: Callable[[str, bytes], T], most: int = MOST_BYTES) -> T:
    """What a reader, which gets its name and its bytes, makes of a file of at most so many bytes.

    Raises RuleViolation for one that is too large, which isn't even downloaded, and what the reader raises.
    """
    require_small(file.size, most)
    # Hundreds of rows take their time: apart from the event loop.
    return await asyncio.to_thread(reader, file.filename, await downloaded(file))


async def attached(dispatcher: Dispatcher, option: Option, file: discord.Attachment) -> Any:
    """What an option is made of the file that came with a command. Raises RuleViolation."""
    if option.spec.reads is not None:
        return await read(file, option.spec.reads, int(option.spec.most or MOST_BYTES))
    return await uploaded(dispatcher, file)


async def uploaded(dispatcher: Dispatcher, picture: discord.Attachment) -> str:
    """The picture that was attached: a small WebP, in base64. Raises RuleViolation."""
    # Only who uploads loads the library for it.
    from bot.ui.thumbnail import MOST_PIXELS, MOST_SIDE, NoPicture, TooLarge, shrunk

    if picture.size > MOST_PICTURE_BYTES:
        raise refused(
            "portrait.too_big",
            "A picture can have at most {most} MB; this one has {size:.1f} MB.",
            most=MOST_PICTURE_BYTES >> 20,
            size=picture.size / 2**20,
        )
    if not (picture.content_type or "image/").startswith("image/"):
        raise bad_picture()
    try:
        async with dispatcher.uploading:
            small = await dispatcher.work_out(shrunk, await downloaded(picture))
        return b64encode(small).decode()
    except TooLarge as large:
        raise refused(
            "portrait.too_large",
            "A picture can have at most {side:,} pixels a side and {most} million in all; this one has "
            "{width:,} × {height:,}.",
            side=MOST_SIDE,
            most=MOST_PIXELS // 1_000_000,
            width=large.width,
            height=large.height,
        ) from None
    except NoPicture:
        raise bad_picture() from None
