"""The game master's own: made, changed, revealed, and how they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.words.heroes import VIRTUES, virtue

HORDE = "a horde"
KNOWN = {
    "hidden": "hidden: the players know nothing",
    "named": "named: the players know name and portrait",
    "open": "open: the players know all but your notes",
}
STANDS = {"hidden": "hidden", "named": "known by name", "open": "open"}
TITLE = "NPCs"
NAME, ABOUT = "Name", "Your notes, which no player ever sees"
NO_VIRTUE_HINT = "1 to 10; empty for none"
NONE_YET = "There are no NPCs yet; `/sk npc add` makes one."

# -- refused --------------------------------------------------------------------------------------

TAKEN_NAME = "There is an NPC of that name already; choose another name."
SAME = "That leaves everything as it is; nothing was changed."


def bad_name(most: int, length: int) -> str:
    """A name of nothing visible, or too long."""
    return f"An NPC's name has 1 to {most} characters; this one has {length}."


def bad_about(most: int, length: int) -> str:
    """Notes that go on and on."""
    return f"Notes have at most {most} characters; these have {length}."


def not_whole(name: str, text: str) -> str:
    """A virtue that is no number."""
    return f"{virtue(name)} is 1 to 10, or empty for none; not “{text}”."


def known_so(name: str, known: str) -> str:
    """The table knows just that already."""
    return f"{name} is {STANDS[known]} already."


def no_such_npc(name: str) -> str:
    """A name that no NPC bears, as far as the asker knows."""
    return f"No NPC here is called “{name}”; pick one from the list."


# -- told -----------------------------------------------------------------------------------------


def called(name: str, *, is_horde: bool) -> str:
    """A name, and that it is many."""
    return f"{name} ({HORDE})" if is_horde else name


def virtues(scores: Sequence[tuple[str, int]]) -> str:
    """The virtues that are known, one after another."""
    return " · ".join(f"{virtue(name)} **{score}**" for name, score in scores)


def made(name: str, known: str, scores: Sequence[tuple[str, int]]) -> str:
    """Somebody new to strive with."""
    return f"{name} is there, {STANDS[known]}." + _with(scores)


def met(name: str, scores: Sequence[tuple[str, int]]) -> str:
    """The table hears of somebody for the first time."""
    return f"The table meets {name}." + _with(scores)


def opened(name: str, scores: Sequence[tuple[str, int]]) -> str:
    """The table learns the numbers of somebody it knew by name."""
    return f"The table sees through {name}." + _with(scores)


def known_less(name: str, known: str) -> str:
    """The table shall know less than it did."""
    return f"{name} is {STANDS[known]} from now on."


def _with(scores: Sequence[tuple[str, int]]) -> str:
    return f" {virtues(scores)}" if scores else ""


def edited(before: str, name: str, changes: Sequence[tuple[str, int | None, int | None]]) -> str:
    """A name or virtues changed."""
    called_now = [f"now called {name}"] if before != name else []
    scores = [f"{VIRTUES[virtue]} {old or 'none'} → {new or 'none'}" for virtue, old, new in changes]
    return f"{before}: {', '.join((*called_now, *scores))}."


def noted(name: str) -> str:
    """The notes on somebody changed."""
    return f"{name}: the game masters' notes changed."


def removed(name: str) -> str:
    """Somebody is out of play."""
    return f"{name} is out of play."


# -- shown ----------------------------------------------------------------------------------------


ONLY_NAMED = "The table knows no more than that."


def line(name: str, known: str) -> str:
    """One of the list, with what the table knows."""
    return f"**{name}** · {STANDS[known]}"


def more(count: int) -> str:
    """Those that don't fit in the list."""
    return f"… and {count} more: `/sk npc show` suggests them as you type."


def table_knows(known: str) -> str:
    """What the players know of one."""
    return KNOWN[known].capitalize()
