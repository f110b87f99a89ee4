"""What a person is told when something fails, and what the log keeps of that and of what went well."""

from __future__ import annotations

import secrets
from typing import Any

import discord
import structlog

from bot.engine.card import Button, Card, Tone, step_button
from bot.engine.text import T, refused
from bot.errors import Busy, Crowded, Stale, Unusable, UserError

log = structlog.get_logger("waypost")

# What nobody's deed is at fault for: once an entry is kept, it is not true that nothing was changed.
OF_THE_HOUSE = (Busy, Crowded, Unusable)
# The button that makes whoever presses it a player.
JOIN = "join"
# The button that shows what one can do, as `bot.ui.acting` answers it.
ACTS = ("act", ("player",))
LEADS = ("act", ("gm",))


def incident_id(interaction: discord.Interaction[Any] | None) -> str:
    """A short id that a person can read out and an operator can find in the log."""
    return f"E{interaction.id % 16**8:08X}" if interaction is not None else f"E{secrets.token_hex(4).upper()}"


def error_card(
    error: Exception, interaction: discord.Interaction[Any] | None, entry: int | None = None
) -> Card:
    """The card for whoever met the error: the sentence of a user error, an id for any other.

    `entry` is the journal entry that was committed before it failed.
    """
    if isinstance(error, UserError) and not (entry is not None and isinstance(error, OF_THE_HOUSE)):
        return Card(lines=(str(error),), tone=Tone.BAD, buttons=offered(error))
    if entry is None:
        what = T("Something went wrong on our side, and nothing was changed.")()
    else:
        what = T("It's done, as entry #{entry} in the journal, but showing it failed.")(entry=entry)
    if isinstance(error, UserError):
        return Card(lines=(what,), tone=Tone.BAD)
    tell = T("If this happens again, give the bot's operator this id: **{id}**")
    return Card(lines=(what, tell(id=incident_id(interaction))), tone=Tone.BAD)


def offered(error: UserError) -> tuple[Button, ...]:
    """The buttons of what a refusal says comes first."""
    joins = (Button(T("Join").plain(), JOIN, (error.joins,), is_main=True),) if error.joins else ()
    acts = (Button(T("Act…").plain(), *ACTS),) if error.begins_anew else ()
    return (*joins, *(step_button(*each) for each in error.offers), *acts)


def log_entry(
    interaction: discord.Interaction[Any], campaign: str, entry: int, action: str, *, is_repeat: bool
) -> None:
    """Write down what an interaction came to, by ids alone; what was said or rolled is the journal's."""
    log.info(
        "kept already" if is_repeat else "kept",
        interaction=interaction.id,
        campaign=campaign,
        entry=entry,
        action=action,
    )


def log_failure(
    error: BaseException,
    interaction: discord.Interaction[Any] | None = None,
    *,
    expected: bool = False,
    **facts: Any,
) -> None:
    """Write an error down in full under its id; an expected one, and a database in need, in a line."""
    if interaction is not None:
        facts |= {"interaction": interaction.id, "kind": interaction.type.name, "user": interaction.user.id}
    if isinstance(error, Unusable):
        log.error("the database cannot be used", why=error.why, **facts)
        return
    if expected:
        log.info("answer not taken", error=str(error), **facts)
        return
    log.error("failure", incident=incident_id(interaction), exc_info=error, **facts)


def old_button() -> UserError:
    """A button that no version answers for anymore."""
    return refused("button.old", "That button is from an older version and no longer works.", Stale)


def damaged_button() -> UserError:
    """A button that holds something else than it was made with."""
    return refused("button.damaged", "That button is damaged. Use the newest message.", Stale)
