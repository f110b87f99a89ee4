"""Portraits of whoever plays a part: by an address on the web, or by a small picture that is kept.

A state with a portrait has two fields: `portrait`, the address, and `picture`, the record of an uploaded one,
which it links to. A game declares the kind of that record with `pictures`; its action makes both with
`portrayed`, and its command takes `bot.ui.upload.Looks`.
"""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.people import Viewer
from bot.engine.system import Kind, Open, Record, RecordId, Scene
from bot.engine.text import T, of_length, refused
from bot.errors import UserError

ADDRESS_LENGTH = 300
# In base64: a picture of 256 by 256 is seldom a tenth of that.
DATA_LENGTH = 200_000
# A host with a name, and from then on what needs no escaping: anything else Discord refuses to show.
_ADDRESS = re.compile(
    r"https://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::[0-9]{1,5})?"
    r"(?:[/?#][a-z0-9\-._~:/?#@!$&'()*+,;=%]*)?",
    re.ASCII | re.IGNORECASE,
)

TITLE = T("Portrait")


@dataclass(frozen=True, slots=True)
class Portrait:
    """An uploaded picture of somebody: a small WebP, in base64.

    It never changes; another picture is a record of its own. What it shows of somebody whom the table
    doesn't know is the game masters' secret.
    """

    of: RecordId
    data: str
    is_secret: bool = False


def pictures(name: str) -> Kind[Portrait]:
    """The kind of the pictures that a game keeps. They have no name: whom one shows may be a secret."""
    return Kind(name, Portrait, title=lambda _state: TITLE.plain(), is_nameless=True, view=_view, word=_part)


def _view(state: Portrait, viewer: Viewer) -> Portrait | None:
    """Nothing, for whoever doesn't know whom it shows."""
    return state if viewer.is_game_master or not state.is_secret else None


def _part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a picture as it is kept; nobody reads its bytes."""
    if path[-1] == "is_secret":
        return TITLE.plain(), (T("secret") if value else T("known")).plain()
    return TITLE.plain(), T("an uploaded picture").plain() if value else None


def portrayed(
    scene: Scene,
    record: Record[Any],
    kind: Kind[Portrait],
    address: str,
    data: str,
    *,
    is_secret: bool = False,
) -> tuple[Any, tuple[Open, ...]]:
    """The state with that portrait, or with none where both are empty, and the picture to be kept.

    Raises RuleViolation for what can't be shown, and where nothing would change.
    """
    before: Any = record.state
    kept = require_portrait(address, data, before=before.portrait, has_picture=before.picture is not None)
    opened = (Open(scene.new_id(), kind.name, Portrait(record.id, data, is_secret)),) if data else ()
    return replace(before, portrait=kept, picture=opened[0].id if opened else None), opened


def bad_picture() -> UserError:
    """What was uploaded can't be shown."""
    return refused(
        "portrait.bad_picture", "That picture can't be used. Upload a PNG, JPEG, GIF or WebP file."
    )


def require_portrait(address: str, data: str, *, before: str, has_picture: bool) -> str:
    """The address to be kept; empty for a picture, or for neither, which takes the portrait away.

    `before` is the address so far. Raises RuleViolation for both at once, for what can't be shown, and
    where nothing would change.
    """
    if address and data:
        raise refused("portrait.one_of_them", "Give an address or a picture, not both.")
    if data:
        _require_data(data)
        return ""
    kept = require_address(address) if address else ""
    if kept == before and not has_picture:
        if kept:
            raise refused("portrait.same", "That's already the portrait.")
        raise refused("portrait.none", "There's no portrait to remove. Give an address or a picture.")
    return kept


def require_address(text: str) -> str:
    """The address of a picture. Raises RuleViolation where Discord could not show it."""
    address = of_length(
        text.strip(),
        ADDRESS_LENGTH,
        "portrait.address_length",
        "A portrait's address can have at most {most} characters; this one has {length}. Upload the "
        "picture instead.",
    )
    if not _ADDRESS.fullmatch(address):
        raise refused(
            "portrait.bad_address",
            "A portrait's address has to start with `https://`, like `https://example.org/face.png`.",
        )
    return address


def _require_data(data: str) -> None:
    try:
        decoded = b64decode(data, validate=True)
    except ValueError:
        decoded = b""
    if not decoded or len(data) > DATA_LENGTH:
        raise bad_picture()
