"""The sheet: its labels, its numbers in words, and what stands where there is nothing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.adventuria.words.adventurers import ALIGNMENTS, TYPES
from bot.systems.adventuria.words.changes import ATTRIBUTES, UNTIL

# As long a row as a phone shows in one line.
MOST_HEARTS = 12
LEFT, TAKEN = "♥", "♡"
WARES = {"item": "Items", "spell": "Spells", "ally": "Allies"}
XP = {"arms": "Melee XP", "magic": "Magical XP"}
FRAYS = {"melee": "in melee", "magic": "in magical Combat"}
NOTES = "Notes"
NO_MORE = "counts no more"
IN_HAND = "in hand"
OVER = "over the limit"

# -- numbers --------------------------------------------------------------------------------------


def attribute_brief(attribute: str, value: int) -> str:
    """An attribute as it counts now."""
    return f"{ATTRIBUTES[attribute]} **{value}**"


def attribute(name: str, value: int, made_of: str) -> str:
    """An attribute as it counts now, and what it is made of."""
    return f"{ATTRIBUTES[name]} **{value}** ({made_of})"


def made_of(natural: int, bonus: int, most: int) -> str:
    """The natural value with what comes on top, or goes off, and how far the natural value may rise."""
    if not bonus:
        return up_to(most)
    floor = ", never below 1" if natural + bonus < 1 else ""
    return f"{sum_of(natural, bonus)}{floor}, {up_to(most)}"


def passing(amount: int, until: str) -> str:
    """What of it doesn't last."""
    return f"{signed(amount)}{UNTIL[until]}"


def in_fray(amount: int, fray: str) -> str:
    """What is added in one kind of Combat alone."""
    return f"{signed(amount)} {FRAYS[fray]}"


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def hearts(wounds: int, vitae: int) -> str:
    """A row of hearts, those lost to wounds hollow; none where it would be longer than a line."""
    if vitae > MOST_HEARTS:
        return ""
    taken = min(wounds, vitae)
    return LEFT * (vitae - taken) + TAKEN * taken


def wounds(count: int, vitae: int) -> str:
    """The wounds in words, with how many an adventurer falls by."""
    if count >= vitae:
        return f"fallen with {some_wounds(count)}"
    return f"{some_wounds(count) if count else 'unhurt'}, falls at {vitae}"


def some_wounds(count: int) -> str:
    """So many wounds."""
    return f"{count} wound{'s' * (count != 1)}"


def gold(count: int) -> str:
    """The gold there is."""
    return f"Gold **{count:,}**"


def xp_brief(melee: int, magical: int, rise: int) -> str:
    """Both kinds of XP."""
    return f"XP melee {melee}/{rise}, magical {magical}/{rise}"


def xp(attribute: str, count: int, rise: int, *, counts: bool) -> str:
    """One kind of XP, by the attribute that it raises; it may count no more (A36)."""
    told = f"{XP[attribute]} **{count}**/{rise}"
    return told if counts else f"{told} ({NO_MORE}: {ATTRIBUTES[attribute]} is at its limit)"


# -- who, what and where ----------------------------------------------------------------------------


def who(type_: str, alignment: str) -> str:
    """Type and alignment."""
    return f"{TYPES[type_]} · {ALIGNMENTS[alignment]}"


def played_by(who: str, player: str) -> str:
    """The same, and whose adventurer it is."""
    return f"{who} · played by {player}"


def room(ware: str, count: int, most: int) -> str:
    """How many there are, and may be."""
    over = f" ({OVER})" if count > most else ""
    return f"{WARES[ware]} {count}/{most}{over}"


def held(room: str, names: str) -> str:
    """What there is of items, spells or allies."""
    return f"{room}: {names}" if names else room


def several(name: str, count: int) -> str:
    """The same thing more than once."""
    return f"{name} ×{count}" if count > 1 else name


def wielded(name: str) -> str:
    """A weapon in hand."""
    return f"{name} ({IN_HAND})"


def listed(names: Sequence[str], more: int) -> str:
    """Names in a line, the others counted."""
    told = ", ".join(names)
    if not more:
        return told
    return f"{told} and {more} more" if told else f"{more} in all"


def quest(name: str, goal: str) -> str:
    """The quest under way."""
    return f"Quest: {name} ({goal})" if goal else f"Quest: {name}"


def where(stage: str, turn: int, location: str) -> str:
    """Where an adventurer is, in a turn or between two."""
    begins = f"turn {turn + 1} begins at {location}"
    return {
        "turn": f"Turn {turn} at {location}",
        "between": f"Between turns: {begins}",
        "camp": f"Camping: {begins}",
    }[stage]


def gone(end: str, turn: int, location: str) -> str:
    """How it ended."""
    verb = {"fallen": "Fell", "retired": "Retired"}[end]
    return f"{verb} at {location}, turn {turn}"


def deeds(felled: int, quests: int) -> str:
    """What was achieved so far; empty where nothing was."""
    monsters = f"{felled:,} monster{'s' * (felled != 1)} felled" if felled else ""
    done = f"{quests:,} quest{'s' * (quests != 1)} done" if quests else ""
    return " · ".join(part for part in (monsters, done) if part)


def waits(what: str, url: str | None) -> str:
    """What waits, and where its card is."""
    return f"Waits: [{what}]({url})" if url else f"Waits: {what}"


# -- the picture --------------------------------------------------------------------------------------

# What stands above each box of it.
NAME, TYPE, ALIGNMENT, QUEST, LOCATION, WOUNDS, GOLD = (
    "Name",
    "Type",
    "Alignment",
    "Quest",
    "Location",
    "Wounds",
    "Gold",
)
ENDS = {"fallen": "FALLEN", "retired": "RETIRED"}
NO_QUEST = "none"


def sheet_of(name: str) -> str:
    """What the picture is."""
    return f"Sheet of {name}"


def up_to(most: int) -> str:
    """How far a natural value may rise."""
    return f"up to {most}"


def sum_of(natural: int, bonus: int) -> str:
    """The natural value with what comes on top, or goes off; empty without."""
    return f"{natural} {'+' if bonus > 0 else '−'} {abs(bonus)}" if bonus else ""


def for_now(amount: int) -> str:
    """What of it doesn't last."""
    return f"{signed(amount)} for now"


def of(count: int, most: int) -> str:
    """So many of so many."""
    return f"{count} of {most}"


def carried(count: int, most: int) -> str:
    """So many possessions of as many as there may be; spells may be more (A24)."""
    return f"{of(count, most)}, over" if count > most else of(count, most)


def turn(stage: str, turn: int) -> str:
    """In which turn it is, beside the label of its location."""
    return {
        "turn": f"turn {turn}",
        "between": f"turn {turn + 1} begins",
        "camp": "camping",
        "gone": f"turn {turn}",
    }[stage]


def and_more(count: int) -> str:
    """Names that there is no room for."""
    return f"… and {count} more"


# -- shown, and refused -------------------------------------------------------------------------------


NO_SHEET = "That adventurer isn't part of this campaign."


def shown(name: str) -> str:
    """A sheet was shown to everybody."""
    return f"{name}'s sheet is shown."


def gone_by(name: str) -> str:
    """Somebody whose adventures are over, in a list."""
    return f"{name} (adventures over)"


def several_gone(name: str) -> str:
    """A name that more than one bore whose adventures are over."""
    return f"Several who adventure no more were called “{name}”; pick one from the list."
