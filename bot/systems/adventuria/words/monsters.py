"""Monsters: written for the library, read back, and shown on cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.words import safe
from bot.systems.adventuria.words import wares
from bot.systems.adventuria.words.effects import ATTRIBUTES

NOUN, PLURAL = "monster", "monsters"

# -- the form -------------------------------------------------------------------------------------

NAME, NAME_HINT = "Name", "Bog Lurker"
VALUES, VALUES_HINT = "Attributes", "Arms 3, Magic 1, Vitae 2"
COMBAT, COMBAT_HINT = "How it fights", "Melee: by Arms; Magical: by Magic"
RULES = "Special rules; also: unique, secret"
RULES_HINT = "start: foe arms -1 until combat\nwounded by combat: ignore 1 on 6\nunique"
ABOUT, ABOUT_HINT = "In words", "How it looks, and what no rule above says"
MELEE, MAGICAL, CHOICE = "Melee", "Magical", "The player chooses"
# Words on lines of their own among the rules.
UNIQUE, SECRET = "unique", "secret"

# -- refused --------------------------------------------------------------------------------------

EXAMPLE = "“Arms 3, Magic 1, Vitae 2”"
NO_ROOM = "a monster carries nothing; such rules are of items, spells and allies"
NOT_USED = "a monster uses nothing; what it does has a moment such as start, winning or losing"
NOT_SPENT = "nothing of a monster is used up; “once” is at most once in a fight"
OWN_GOLD = "a monster has no gold; “foe gold -2” takes the adventurer's"


def not_read(text: str) -> str:
    """Attributes that can't be made out."""
    return f"Attributes are written like {EXAMPLE}; “{text}” can't be read."


def no_attribute(word: str, names: Sequence[str]) -> str:
    """A misspelt attribute."""
    return f"“{word}” is no attribute; there are {', '.join(names)}, written like {EXAMPLE}."


def attribute_twice(name: str) -> str:
    """An attribute that stands there twice."""
    return f"{name} stands there twice; write it once, like {EXAMPLE}."


def attribute_missing(name: str) -> str:
    """An attribute that isn't there."""
    return f"{name} is missing; write attributes like {EXAMPLE}."


def bad_attribute(name: str, most: int, given: str) -> str:
    """An attribute out of its range."""
    return f"A monster's {name} is 1 to {most}, not {given}."


# -- on cards -------------------------------------------------------------------------------------

KINDS = {
    "melee": "Fights in Melee",
    "magical": "Fights with Magic",
    None: "Melee or Magical, as its player chooses",
}
ONLY_ONE = "There is only one of it"


def attributes(values: Sequence[tuple[str, int]]) -> str:
    """Its four attributes."""
    return " · ".join(f"**{ATTRIBUTES[name]}** {value}" for name, value in values)


XP = {"melee": "Melee XP", "magical": "Magical XP"}


def worth(brought: Sequence[tuple[str, int]]) -> str:
    """The XP that it brings by each kind of Combat in which it may be met (A34)."""
    return f"Brings {' or '.join(f'{amount} {XP[kind]}' for kind, amount in brought)}"


# -- in an undo -----------------------------------------------------------------------------------

PARTS = {
    **wares.PARTS,
    "kind": "how it fights",
    "is_unique": "only one of it",
    **ATTRIBUTES,
}
FIGHTS = {"melee": MELEE, "magical": MAGICAL}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a monster."""
    label = PARTS.get(path[-1], safe(path[-1]))
    if path[-1] == "kind":
        return label, FIGHTS.get(value, CHOICE)
    return label, wares.value_said(value, is_monsters=True)
