"""The longest messages about wares."""

from __future__ import annotations

from bot.play import Post

WARES: dict[str, Post] = {}
