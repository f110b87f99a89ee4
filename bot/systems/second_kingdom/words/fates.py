"""Fate rolls: asked for, told, revealed, and the picture of the chart.

Names, texts and mentions come in ready to be shown.
"""

from __future__ import annotations

from typing import Any

# What the dice are called in lists.
DICE = "fate"


def title(what: str) -> str:
    """What a roll is called in lists: by its reason, or its chart, where that may be known."""
    return f"Fate: {what}" if what else "A fate roll"


# -- refused --------------------------------------------------------------------------------------

NO_CHARTS = "This campaign's library has no charts yet; `/library add` writes one. Nothing was rolled."
NO_SUCH_CHART = "This campaign has no such chart; pick one from the list. Nothing was rolled."
ONLY_IN_THE_OPEN = "Only a game master rolls fate in secret; nothing was rolled. Leave `secret` out."
NO_CHANNEL = (
    "A secret fate roll goes to the game master's channel, and this campaign has none; nothing was rolled. "
    "A game master names one with `/campaign bind`, `for_game_masters: True`."
)
WAS_OPEN = "That fate roll was no secret; nothing was changed."


def no_such_chart(name: str) -> str:
    """A name that no chart bears."""
    return f"No chart here is called “{name}”; pick one from the list. Nothing was rolled."


def several_charts(name: str) -> str:
    """A name that more than one chart bears."""
    return f"Several charts are called “{name}”; pick one from the list. Nothing was rolled."


def bad_reason(most: int, length: int) -> str:
    """Too many words."""
    return f"Say what it is about in at most {most} characters; this has {length}. Nothing was rolled."


def revealed_already(entry: int) -> str:
    """The second press."""
    return f"That fate roll was revealed already, in #{entry}; nothing was changed."


# -- told -----------------------------------------------------------------------------------------

REVEAL = "Reveal to everyone"
UNSEEN_TITLE = "A secret fate roll"
GAME_MASTERS_SEE = "-# Only the game masters see this."
CHART_IS_UNSEEN = "-# Everybody reads the result; only the game masters know the chart."


def rolls(roller: str, chart: str) -> str:
    """Who rolled, and on what, where that is known."""
    return f"{roller} rolls fate on **{chart}**" if chart else f"{roller} rolls fate"


def reveals(who: str, roller: str, chart: str, entry: int) -> str:
    """Above a roll that is secret no more."""
    whose = "a secret fate roll" if who == roller else f"a secret fate roll of {roller}"
    on = f" on **{chart}**" if chart else ""
    return f"{who} reveals {whose}{on}, from #{entry}"


def came_to(first: int, second: int, row: int, column: int) -> str:
    """The dice, and the cell they name."""
    return f"Dice **{first}** and **{second}** → row {row}, column {column}"


def result(text: str) -> str:
    """The cell's text, in a line of its own."""
    return f"**{text}**"


def in_secret(roller: str) -> str:
    """What the channel reads of a secret roll."""
    return f"{roller} rolls fate in secret."


def revealed_in(entry: int) -> str:
    """On the game master's card of a roll that is secret no more."""
    return f"Revealed to everyone in #{entry}."


# -- the journal ----------------------------------------------------------------------------------


def line(said: str, reason: str, dice: tuple[int, int], place: str, text: str) -> str:
    """A roll in one line."""
    about = f" ({reason})" if reason else ""
    return f"{said}{about}: {dice[0]} and {dice[1]}, {place}: {text}."


def secret_chart(chart: str) -> str:
    """What only game masters read of an open roll."""
    return f"The secret chart was **{chart}**."


# -- the picture ----------------------------------------------------------------------------------

FIRST_DIE, SECOND_DIE = "1st ↓", "2nd →"


def faces(low: int, high: int) -> str:
    """The faces of a die that stand for a row or column."""
    return f"{low}–{high}"


# -- in an undo -----------------------------------------------------------------------------------


def part_of_fate(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """The one part of a fate roll that ever changes: the entry that revealed it."""
    return "revealed in", f"#{value}" if value is not None else None
