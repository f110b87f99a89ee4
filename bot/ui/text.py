"""User text made safe, and the small words every card shares."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.engine.text import T, fitting
from bot.engine.words import bare, clip, clip_marked, safe, whole_lines

__all__ = [
    "bare",
    "caption",
    "clip",
    "clip_marked",
    "fitting",
    "on_one_line",
    "person",
    "safe",
    "since",
    "whole_lines",
]


def caption(text: str, limit: int) -> str:
    """What stands on a button, in a list or above a field, where Discord knows no markup: never empty."""
    return clip(bare(text), limit) or "…"


def person(user: int | None) -> str:
    """A person's mention, which shows the name and, without leave to, pings nobody."""
    return T("{user:@}")(user=user)


def on_one_line(text: str) -> str:
    """What was told in lines, in one; what is listed loses its bullets."""
    return text.replace(":\n• ", ": ").replace("\n• ", " · ").replace("\n", " · ")


def since(moment: datetime) -> str:
    """How long ago, in each reader's own language."""
    return discord.utils.format_dt(moment, "R")
