"""Portraits of whoever plays a part: by an address on the web, or by a small picture that is kept.

Every game with portraits keeps two fields: the address, and the record of an uploaded picture.
"""

from __future__ import annotations

import re
from base64 import b64decode

from bot.errors import RuleViolation

ADDRESS_LENGTH = 300
# In base64: a picture of 256 by 256 is seldom a tenth of that.
DATA_LENGTH = 200_000
# A host with a name, and from then on what needs no escaping: anything else Discord refuses to show.
_ADDRESS = re.compile(
    r"https://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::[0-9]{1,5})?"
    r"(?:[/?#][a-z0-9\-._~:/?#@!$&'()*+,;=%]*)?",
    re.ASCII | re.IGNORECASE,
)

ONE_OF_THEM = "Give an address or a picture, not both."
SAME = "That is the portrait already; nothing was changed."
HAS_NONE = "There is no portrait to take away; give an address or a picture."
BAD_ADDRESS = "A portrait's address looks like `https://example.org/face.png`: it begins with `https://`."
BAD_PICTURE = "That picture can't be used; upload a PNG, JPEG, GIF or WebP file."


def bad_length(most: int, length: int) -> str:
    """An address that goes on and on."""
    return f"A portrait's address has at most {most} characters; this one has {length}. Upload the picture."


def require_portrait(address: str, data: str, *, before: str, has_picture: bool) -> str:
    """The address to be kept; empty for a picture, or for neither, which takes the portrait away.

    `before` is the address so far. Raises RuleViolation for both at once, for what can't be shown, and
    where nothing would change.
    """
    if address and data:
        raise RuleViolation(ONE_OF_THEM)
    if data:
        _require_data(data)
        return ""
    kept = require_address(address) if address else ""
    if kept == before and not has_picture:
        raise RuleViolation(SAME if kept else HAS_NONE)
    return kept


def require_address(text: str) -> str:
    """The address of a picture. Raises RuleViolation where Discord could not show it."""
    address = text.strip()
    if len(address) > ADDRESS_LENGTH:
        raise RuleViolation(bad_length(ADDRESS_LENGTH, len(address)))
    if not _ADDRESS.fullmatch(address):
        raise RuleViolation(BAD_ADDRESS)
    return address


def _require_data(data: str) -> None:
    try:
        decoded = b64decode(data, validate=True)
    except ValueError:
        decoded = b""
    if not decoded or len(data) > DATA_LENGTH:
        raise RuleViolation(BAD_PICTURE)
