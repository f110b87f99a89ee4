"""What a person is told when something fails, and what the log keeps of it."""

from __future__ import annotations

import secrets
from typing import Any

import discord
import structlog

from bot.errors import UserError
from bot.ui.card import Card, Tone

log = structlog.get_logger("waypost")


def incident_id(interaction: discord.Interaction[Any] | None) -> str:
    """A short id that a person can read out and an operator can find in the log."""
    return f"E{interaction.id % 16**8:08X}" if interaction is not None else f"E{secrets.token_hex(4).upper()}"


def told(error: Exception, interaction: discord.Interaction[Any] | None, entry: int | None = None) -> Card:
    """The card for whoever met the error: the sentence of a user error, an id for any other.

    `entry` is the journal entry that was committed before it failed.
    """
    if isinstance(error, UserError):
        return Card(lines=(str(error),), tone=Tone.BAD)
    done = f"It was done, and is entry #{entry} of the journal, but showing it failed."
    return Card(
        lines=(
            "Something went wrong on our side; nothing was changed." if entry is None else done,
            f"If it happens again, tell the bot's operator this id: **{incident_id(interaction)}**",
        ),
        tone=Tone.BAD,
    )


def log_failure(
    error: BaseException,
    interaction: discord.Interaction[Any] | None = None,
    *,
    expected: bool = False,
    **facts: Any,
) -> None:
    """Write an error down in full under its id; an expected one in a line."""
    if interaction is not None:
        facts |= {"interaction": interaction.id, "kind": interaction.type.name, "user": interaction.user.id}
    if expected:
        log.info("answer not taken", error=str(error), **facts)
        return
    log.error("failure", incident=incident_id(interaction), exc_info=error, **facts)
