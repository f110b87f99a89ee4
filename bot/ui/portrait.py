"""Portraits that people upload, and how a card shows one."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, cast

import discord

from bot.engine.card import Picture
from bot.engine.declare import Options, Upload, option
from bot.engine.portraits import bad_picture
from bot.engine.system import RecordId
from bot.engine.text import T, refused
from bot.engine.views import RecordView
from bot.ui.upload import downloaded

MOST_BYTES = 4 * 2**20
FILE_NAME = "portrait.webp"


class Looks(Options):
    """How somebody shall look: what a command about a portrait is given, besides whose it is."""

    address: str = option("Where it is on the web: https://…", default="", kw_only=True)
    picture: Upload | None = option(
        "Or upload it, at most 4 MB; neither takes it away", default=None, kw_only=True
    )

    async def data(self) -> str:
        """The picture that came with the command, as it is kept; empty without one. Raises RuleViolation."""
        # A file that came with a command is Discord's.
        return await uploaded(cast(discord.Attachment, self.picture)) if self.picture is not None else ""


async def uploaded(picture: discord.Attachment) -> str:
    """The picture that was attached: a small WebP, in base64. Raises RuleViolation."""
    # Only who uploads loads the library for it.
    from bot.ui.thumbnail import NoPicture, shrunk

    if picture.size > MOST_BYTES:
        raise refused(
            "portrait.too_big",
            "A picture has at most {most} MB; this one has {size:.1f} MB.",
            most=MOST_BYTES >> 20,
            size=picture.size / 2**20,
        )
    if not (picture.content_type or "image/").startswith("image/"):
        raise bad_picture()
    try:
        return b64encode(await asyncio.to_thread(shrunk, await downloaded(picture))).decode()
    except NoPicture:
        raise bad_picture() from None


def portrait(address: str, data: str | None, name: str) -> str | Picture | None:
    """What a card shows of somebody: the address, or else the picture that is kept, if there is either."""
    if address:
        return address
    return stored_picture(data, name) if data is not None else None


def portrait_of(record: RecordView, records: Mapping[RecordId, Any]) -> str | Picture | None:
    """What a card shows of a record: an address, or the picture among what it links to."""
    picture = records.get(record.state.picture)
    return portrait(record.state.portrait, picture.state.data if picture is not None else None, record.title)


def stored_picture(data: str, name: str) -> Picture:
    """A picture out of its base64."""
    return Picture(FILE_NAME, b64decode(data), T("Portrait of {name}").plain(name=name))
