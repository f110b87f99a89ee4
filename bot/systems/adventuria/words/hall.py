"""Those whose adventures are over, and how everybody fares: `/adv hall` and `/adv gm overview`."""

from __future__ import annotations

NEWER, OLDER, BACK = "Newer", "Older", "All of them"
PICK = "Whose story?"
STORY = "**The story, newest first**"
NO_STORY = "Nothing of it is told."
DAMAGED = "That button is damaged; nothing was changed. Call the command again."

# -- the hall ---------------------------------------------------------------------------------------


def hall(campaign: str) -> str:
    """The list of those who fell or retired."""
    return f"Hall of {campaign}"


EMPTY = "Nobody has fallen or retired so far."

ENDS = {"fallen": "fell", "retired": "retired"}


def trophy(name: str, type_: str, player: str, end: str, tale: str) -> str:
    """One of them, in a line."""
    return came_to(f"**{name}**", f"{type_} of {player}", end, tale)


def ended(end: str, turns: int, location: str) -> str:
    """How it ended, after how many turns, and where."""
    return f"{ENDS[end]} at {location} in turn {turns}" if turns else f"{ENDS[end]} before the first turn"


def felled(count: int) -> str:
    """The monsters felled."""
    return f"{count} monster{'s' * (count != 1)} felled"


def came_to(*parts: str) -> str:
    """What is told of one of them, in a line."""
    return " · ".join(parts)


def no_trophy(name: str) -> str:
    """A name that none of them bore."""
    return f"Nobody called “{name}” has fallen or retired here; pick one from the list."


def several_trophies(name: str) -> str:
    """A name that several of them bore."""
    return f"Several called “{name}” have fallen or retired here; pick one from the list."


# -- at a glance ------------------------------------------------------------------------------------

NOBODY = "No adventurer is in play; `/adv new` makes one."
CAMPS, NOTHING = "Camps", "Nothing waits"


def overview(campaign: str, count: int) -> str:
    """How everybody fares."""
    return f"{campaign}: {count} adventurer{'s' * (count != 1)}"


def at_a_glance(name: str, player: str, type_: str) -> str:
    """Who it is."""
    return f"**{name}** · {type_} of {player}"


def numbers(wounds: int, vitae: int, gold: int, turn: int, location: str) -> str:
    """How it fares."""
    when = f"turn {turn}" if turn else "before the first turn"
    return f"{wounds}/{vitae} wounds · {gold:,} gold · {when} at {location}"


def waits(who: str, what: str, since: str) -> str:
    """Whose move it is, and since when."""
    return f"{who}: {what} · {since}"
