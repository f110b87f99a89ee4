"""Portraits that people upload, and how a card shows one."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode

import discord

from bot.engine.card import Picture
from bot.engine.portraits import BAD_PICTURE
from bot.errors import RuleViolation
from bot.ui import words
from bot.ui.text import bare
from bot.ui.upload import downloaded

MOST_BYTES = 4 * 2**20
FILE_NAME = "portrait.webp"


async def uploaded(picture: discord.Attachment) -> str:
    """The picture that was attached: a small WebP, in base64. Raises RuleViolation."""
    # Only who uploads loads the library for it.
    from bot.ui.thumbnail import NoPicture, shrunk

    if picture.size > MOST_BYTES:
        raise RuleViolation(words.too_big(MOST_BYTES, picture.size))
    if not (picture.content_type or "image/").startswith("image/"):
        raise RuleViolation(BAD_PICTURE)
    try:
        return b64encode(await asyncio.to_thread(shrunk, await downloaded(picture))).decode()
    except NoPicture:
        raise RuleViolation(BAD_PICTURE) from None


def portrait(address: str, data: str | None, name: str) -> str | Picture | None:
    """What a card shows of somebody: the address, or else the picture that is kept, if there is either."""
    if address:
        return address
    return kept(data, name) if data is not None else None


def kept(data: str, name: str) -> Picture:
    """A picture out of its base64."""
    return Picture(FILE_NAME, b64decode(data), words.portrait_of(bare(name)))
