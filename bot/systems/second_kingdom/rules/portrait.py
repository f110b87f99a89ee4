"""A picture as it is kept: small, since Discord's own addresses of what people upload soon die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.people import Viewer
from bot.engine.system import Kind, RecordId
from bot.systems.second_kingdom.words import portraits as words


@dataclass(frozen=True, slots=True)
class Portrait:
    """An uploaded picture of a hero or NPC: a small WebP, in base64.

    It never changes; another picture is a record of its own. What it shows of somebody whom the table
    doesn't know is the game masters' secret.
    """

    of: RecordId
    data: str
    is_secret: bool = False


def portrait_view(state: Portrait, viewer: Viewer) -> Portrait | None:
    """Nothing, for whoever doesn't know whom it shows."""
    return state if viewer.is_game_master or not state.is_secret else None


PORTRAIT: Kind[Portrait] = Kind(
    "portrait",
    Portrait,
    # No name: that of an NPC may change before the table knows of it.
    title=lambda _state: words.TITLE,
    is_nameless=True,
    view=portrait_view,
    word=words.part,
)

KINDS: tuple[Kind[Any], ...] = (PORTRAIT,)
