"""What an adventurer has: used, dropped, paid, wielded. Names come in ready to be shown."""

from __future__ import annotations

from collections.abc import Sequence

USE_SOMETHING = "Use…"
A_PAYMENT = "A payment in gold"
GOLD, ALL_GOLD = "Gold", "All gold"
HOW_MUCH = "Say how much gold with `amount`: a number, or “all”. Nothing was changed."

# -- the list behind “Use…” ------------------------------------------------------------------------------

NO_ADVENTURER = "That adventurer is no longer in play; nothing was used."
CHOOSE = "-# Nobody else sees this list."
HINTS = {"item": "An item…", "spell": "A spell…", "ally": "An ally…"}
TAKE_IN_HAND, PUT_AWAY = "Take it in hand", "Put it away"
ON_WHOM = "On which monster…"


def uses_what(name: str) -> str:
    """The list's title."""
    return f"What does {name} use?"


def uses_on(name: str, thing: str) -> str:
    """The title of the list of monsters."""
    return f"On whom does {name} use {thing}?"


def has_nothing(name: str) -> str:
    """An empty list."""
    return f"{name} has no items, spells or allies."


def idle(why: str) -> str:
    """Something that can't be used now, where nobody has tried to."""
    return f"-# {why.removesuffix(NOTHING_USED)}"


# -- why something does nothing now ----------------------------------------------------------------------

NEEDS_ROLL = "it answers dice that have fallen, and the fight's card offers it then"
NEEDS_FIGHT = "it needs a fight under way"
NEEDS_KIND = "choose on the fight's card which kind of Combat it is first"
OTHER_KIND = "it works in the other kind of Combat only"
NO_WOUNDS = "there is no wound to heal"
CHANGES_NOTHING = "there is nothing left for it to change"
NEEDS_QUEST = "it lasts as long as a quest, and none is under way"
IS_A_WAY = "the turn can end there already"
MANY_WAYS = "the turn can end in as many places as there may be"
HAS_ACTED_THIS_TURN = "it works once in a turn outside of fights, and has"
HAS_ACTED = "it has done what it can in this fight until the next Combat is over"


NOTHING_USED = " Nothing was used."


def does_nothing(thing: str, why: str) -> str:
    """Refused before anything is spent (Q24)."""
    return f"{thing} would do nothing now: {why}.{NOTHING_USED}"


def dice_are_known(name: str) -> str:
    """Between the roll and what comes of it."""
    return f"{name}'s dice have fallen: answer them on the fight's card first; nothing was used."


def on_whom(thing: str, names: Sequence[str]) -> str:
    """Which of several monsters."""
    return f"Say on which monster {thing} is used: {', '.join(names)}. Nothing was used."
