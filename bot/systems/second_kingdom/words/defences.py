"""Defences: what their sources add to each guard; changed, refused, and in an undo's preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.words import safe
from bot.systems.second_kingdom.words.game import not_within

GUARDS = {"dodge": "dodge", "parry": "parry", "block": "block"}
STRIKES_BACK = "strikes back"
STRIKING_BACK = (
    ("dodge",),
    ("parry",),
    ("block",),
    ("dodge", "parry"),
    ("dodge", "block"),
    ("parry", "block"),
    ("dodge", "parry", "block"),
)


def pair(first: int, second: int) -> str:
    """The bonuses for a defence's two dice."""
    return f"{first:+}/{second:+}"


def adds(pairs: Mapping[str, tuple[int, int]], counters: Sequence[str]) -> str:
    """What one source adds."""
    told = [f"{GUARDS[guard]} {pair(*each)}" for guard, each in pairs.items() if any(each)]
    told += [strikes_back(counters)] if counters else []
    return ", ".join(told)


def strikes_back(counters: Sequence[str]) -> str:
    """The guards whose full defense lets its bearer strike back."""
    return f"{STRIKES_BACK} {after(counters)}"


def after(guards: Sequence[str]) -> str:
    """After which full defense."""
    return f"after a {' or '.join(GUARDS[guard] for guard in guards)}"


def total(guard: str, first: int, second: int) -> str:
    """What all sources together add to a guard."""
    return f"**{GUARDS[guard].capitalize()} {pair(first, second)}**"


def share(source: str, added: str) -> str:
    """What one source adds, on the sheet."""
    return f"{source}: {added}"


# -- refused --------------------------------------------------------------------------------------


def no_pair(guard: str, given: str) -> str:
    """What was typed is no pair of bonuses."""
    name = GUARDS[guard].capitalize()
    return f"{name} takes two whole numbers, one for each die, such as `2/1`; not “{given}”."


def bad_bonus(guard: str, least: int, most: int, given: int) -> str:
    """A bonus out of its range."""
    return not_within(f"A bonus to {GUARDS[guard]}", least, most, given)


def bad_source(most: int, length: int) -> str:
    """A source called nothing visible, or too long."""
    return f"A source's name has 1 to {most} characters; this one has {length}."


def adds_nothing(source: str) -> str:
    """A source that is new and adds nothing."""
    return f"The sheet has no {source}, and this adds nothing: give dodge, parry or block, such as `2/1`."


def same_defence(source: str) -> str:
    """A source set to what it is."""
    return f"{source} adds exactly that already; give other numbers."


def too_many_sources(most: int) -> str:
    """No room for another source."""
    return f"A sheet has at most {most} sources of defence; take another one off first."


# -- in the preview of an undo --------------------------------------------------------------------


def sources(kept: Sequence[Mapping[str, Any]]) -> str:
    """Sources of defence as they are kept."""
    return "; ".join(_source(each) for each in kept)


def _source(kept: Mapping[str, Any]) -> str:
    pairs = {guard: (kept[guard][0], kept[guard][1]) for guard in GUARDS}
    return share(safe(kept["source"]), adds(pairs, kept["counters"]))
