"""Portraits: by an address, or by a picture that was uploaded."""

from __future__ import annotations

from typing import Any

TITLE = "Portrait"
A_PICTURE = "an uploaded picture"
SECRET, KNOWN = "secret", "known"

# -- refused --------------------------------------------------------------------------------------

ONE_OF_THEM = "Give an address or a picture, not both."
SAME = "That is the portrait already; nothing was changed."
HAS_NONE = "There is no portrait to take away; give an address or a picture."
BAD_ADDRESS = "A portrait's address looks like `https://example.org/face.png`: it begins with `https://`."
BAD_PICTURE = "That picture can't be used; upload a PNG, JPEG, GIF or WebP file."


def bad_length(most: int, length: int) -> str:
    """An address that goes on and on."""
    return f"A portrait's address has at most {most} characters; this one has {length}. Upload the picture."


def too_big(most: int, size: int) -> str:
    """A file of too many bytes."""
    return f"A picture has at most {most >> 20} MB; this one has {size / 2**20:.1f} MB."


# -- told -----------------------------------------------------------------------------------------


def changed(name: str) -> str:
    """Somebody looks different."""
    return f"{name} has a new portrait."


def gone(name: str) -> str:
    """Somebody's portrait was taken away."""
    return f"{name} has no portrait any more."


def shows(name: str) -> str:
    """What the picture is, for who can't see it."""
    return f"Portrait of {name}"


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a picture as it is kept; nobody reads its bytes."""
    if path[-1] == "is_secret":
        return TITLE, SECRET if value else KNOWN
    return TITLE, A_PICTURE if value else None
