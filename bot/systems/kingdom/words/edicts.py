"""Edicts and armies: what is told of them, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.systems.kingdom.words.names import (
    HOLIDAYS,
    NUMBERS,
    PROMOTIONS,
    ROLES,
    TAXATIONS,
    listed,
    number,
    signed,
)

KINDS = {"holiday": "Holidays", "promotion": "Promotion", "taxation": "Taxation"}
LEVELS = {"holiday": HOLIDAYS, "promotion": PROMOTIONS, "taxation": TAXATIONS}
NOT_SET = "not set yet"

# -- refused ------------------------------------------------------------------------------------------

NOTHING_CHOSEN = "Choose at least one level: holiday, promotion or taxation."


def no_level(kind: str, levels: Sequence[str]) -> str:
    """None of the book's."""
    return (
        f"That is no level of {KINDS[kind]}; it is {listed([LEVELS[kind][each] for each in levels], 'or')}."
    )


def in_force_already(levels: Mapping[str, str | None]) -> str:
    """Nothing would change."""
    return f"Nothing would change: in force are {_in_force(levels)}. Choose another level."


def changed_since(levels: Mapping[str, str | None]) -> str:
    """Somebody was faster."""
    return (
        f"That changed since: in force now are {_in_force(levels)}. Nothing was issued; "
        "look again with `/edict set`."
    )


def not_yours(roles: Mapping[str, Sequence[str]]) -> str:
    """Levels that others set."""
    whose = [
        f"{KINDS[kind]} (the {listed([ROLES[each] for each in of], 'or')})" for kind, of in roles.items()
    ]
    return (
        f"It is not for you to set {listed(whose)}; the Ruler may set every edict, and a game master or whom "
        "one gave leave (`/leader proxy`) may act for a leader. Nothing was set."
    )


def _in_force(levels: Mapping[str, str | None]) -> str:
    return listed([f"{KINDS[kind]} {level_name(kind, level)}" for kind, level in levels.items()])


# -- told ---------------------------------------------------------------------------------------------

ISSUE, UNCHANGED = "Issue", "The edicts stay as they are."
SETTLED = "The edicts are settled for this month."
STAYS_OPEN = (
    "-# More can be set until the Ruler sets all three together, or **Edicts stay as they are** is pressed."
)
WOULD_SETTLE = "-# All three set together by the Ruler end the step."
WOULD_STAY_OPEN = "-# The step stays open: other levels can still be set."
LATER = "-# Consumption is paid from the next Upkeep on."
NO_COUNCILOR = "⚠ No Councilor: holidays bring no Loyalty. They cost all the same."
NO_TREASURER = "⚠ No Treasurer: taxation counts as None, and no taxes are collected."
NO_ARMIES = "No army is noted. The General raises one with `/edict army` in the Edict phase."


def level_name(kind: str, level: str | None) -> str:
    """A level, or that there is none yet."""
    return LEVELS[kind][level] if level is not None else NOT_SET


def level_set(kind: str, before: str | None, after: str) -> str:
    """One level, before and after."""
    return f"{KINDS[kind]}: {level_name(kind, before)} → **{level_name(kind, after)}**"


def issued(name: str, levels: Sequence[tuple[str, str | None, str]]) -> str:
    """Edicts, in a line."""
    if not levels:
        return f"{name}: {UNCHANGED}"
    return f"{name} issues edicts. {' · '.join(level_set(*each) for each in levels)}"


def will_be_none(kinds: Sequence[str]) -> str:
    """What comes of those that were never set."""
    names = listed([KINDS[each] for each in kinds])
    return f"-# Not set yet: {names}. When the phase ends, that counts as None."


def preview_title(name: str) -> str:
    """Before edicts are issued."""
    return f"{name}: edicts as they would be"


def before_and_after(name: str, before: int, after: int) -> str:
    """One number, whether or not it changes."""
    month = " a month" if name == "consumption" else ""
    now = f"{number(before)} → **{number(after)}**" if before != after else f"{number(before)} (unchanged)"
    return f"{NUMBERS[name]} {now}{month}"


def tax_chance(before: int, after: int) -> str:
    """The tax check, in percent."""
    now = f"{before} % → **{after} %**" if before != after else f"{before} % (unchanged)"
    return f"Chance that the tax check succeeds: {now}"


# -- the tables ---------------------------------------------------------------------------------------


def table_title(name: str) -> str:
    """All levels."""
    return f"{name}: edicts"


def level_row(
    kind: str,
    level: str,
    gives: Mapping[str, int],
    changes: Mapping[str, int],
    *,
    is_now: bool,
    chance: int | None,
) -> str:
    """A level: what it gives and, unless it is in force, what each number would change by.

    `chance` is that of the tax check with it, in percent.
    """
    line = f"{LEVELS[kind][level]}: {_amounts(gives)}"
    taxes = f" · taxes succeed at {chance} %" if chance is not None else ""
    if is_now:
        return f"▶ **{line}** (in force){taxes}"
    if changes == gives:
        return line + taxes
    return f"{line}{taxes}\n-# would change {_amounts(changes) or 'nothing'}"


def _amounts(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{NUMBERS[stat]} {signed(amount)}" for stat, amount in amounts.items())


# -- armies -------------------------------------------------------------------------------------------


def army_name_length(most: int) -> str:
    """Too long a name."""
    return f"An army's name has 1 to {most} characters."


def army_consumption(most: int) -> str:
    """Out of bounds."""
    return f"An army's Consumption is 0 to {most}."


def army_unchanged(name: str) -> str:
    """Nothing to do."""
    return f"{name} is as you say already; give another Consumption or note."


def too_many_armies(most: int) -> str:
    """No room."""
    return f"A kingdom keeps at most {most} armies; disband one first."


def no_army(name: str, armies: Sequence[str]) -> str:
    """None of that name."""
    there = f"there is {listed(armies)}" if armies else "it has none"
    return f"No army is called “{name}”: {there}."


def no_slot_left(limit: int) -> str:
    """The month's limit is used up."""
    return (
        f"An army raised or expanded takes the place of a new settlement. This Size allows {limit} a month "
        "(Table 4-4), and that is used up; the next Edict phase brings more."
    )


IN_PLACE = "It takes the place of a new settlement this month."


def army_raised(name: str, army: str, consumption: int) -> str:
    """A new army."""
    return f"{name} raises **{army}**, Consumption {consumption}. {IN_PLACE}"


def army_changed(name: str, army: str, before: int, after: int) -> str:
    """An army was expanded, reduced or equipped anew."""
    if after > before:
        return f"{name} expands **{army}**, Consumption {before} → {after}. {IN_PLACE}"
    shift = f"Consumption {before} → {after}" if before != after else f"Consumption {after}"
    return f"{name} notes down **{army}** anew, {shift}."


def army_disbanded(name: str, army: str, consumption: int) -> str:
    """An army is no more."""
    return f"{name} disbands **{army}**, which ate {consumption} BP a month."


def army_note(note: str) -> str:
    """What is noted about it."""
    return f"-# {note}"


def army_line(army: str, consumption: int, note: str) -> str:
    """An army in a list."""
    return f"**{army}**: Consumption {consumption}" + (f" · {note}" if note else "")


def armies_title(name: str) -> str:
    """All armies."""
    return f"{name}: armies"
