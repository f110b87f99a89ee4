"""Kingdoms as a whole: what is told of them, and what is refused."""

from __future__ import annotations

LAND = "The known lands"
END, END_TITLE, REASON_ASK = "End it…", "End this kingdom", "Why, for the journal"
SETTINGS_HINT = "Read and decide…"


def name_length(most: int) -> str:
    """No name, or too long a one."""
    return f"A kingdom's name has 1 to {most} characters."


def name_taken(name: str) -> str:
    """Another has it."""
    return f"There is a kingdom called “{name}” here already; choose another name."


def same_name(name: str) -> str:
    """Nothing would change."""
    return f"It is called “{name}” already."


def about_length(most: int, length: int) -> str:
    """Too much of it."""
    return f"What a kingdom is about has at most {most} characters, not {length}."


# -- told ---------------------------------------------------------------------------------------------


def renamed(before: str, name: str) -> str:
    """It has another name."""
    return f"{before} is called **{name}** from now on."


def dropped(name: str, reason: str) -> str:
    """A draft is no more."""
    return f"**{name}** won't be founded{_because(reason)}"


def ended(name: str, reason: str) -> str:
    """A kingdom is no more."""
    return f"**{name}** is no more{_because(reason)}"


def _because(reason: str) -> str:
    return f": {reason}" if reason else "."


def freed(hexes: int, settlements: int) -> str:
    """What is nobody's any more."""
    lands = f"{hexes} hex{'es' * (hexes != 1)}"
    if not settlements:
        return f"{lands} can be claimed again."
    cities = (
        "1 settlement is a Free City" if settlements == 1 else f"{settlements} settlements are Free Cities"
    )
    return f"{lands} can be claimed again; {cities} now."


# -- before it ends -----------------------------------------------------------------------------------


def end_title(name: str) -> str:
    """The question."""
    return f"End {name}?"


def end_costs(hexes: int, settlements: int) -> str:
    """What ending it does."""
    lands = f"{hexes} hex{'es' * (hexes != 1)}"
    cities = f"{settlements} settlement{'s' * (settlements != 1)}"
    return f"Claimed no more: {lands}. Free Cities from then on: {cities}."


END_KEEPS = "The journal keeps all of it, and `/undo` brings it back."
END_DRAFT = "It is only drawn up: nothing was paid, and no hex is claimed."


# -- settings -----------------------------------------------------------------------------------------


def settings_title(campaign: str) -> str:
    """The campaign's rulings."""
    return f"{campaign}: how its kingdoms are played"


def setting(title: str, choice: str, *, is_default: bool) -> str:
    """One ruling as decided; what is not the usual is marked."""
    return f"{title}: **{choice}**{'' if is_default else ' ✎'}"


SETTINGS_NOTE = "✎ decided otherwise than by default. Game masters decide; everybody may read."
