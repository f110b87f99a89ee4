"""How a card shows a portrait; `bot.ui.upload` takes in what people upload, and stands above the cards."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from bot.engine.card import Picture
from bot.engine.system import RecordId
from bot.engine.text import T
from bot.engine.views import RecordView

FILE_NAME = "portrait.webp"


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
