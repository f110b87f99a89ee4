"""Items, spells and allies: written for the library, read back, and shown on cards."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

from bot.engine.words import clip, safe
from bot.systems.adventuria.words import effects

NOUNS = {"item": ("item", "items"), "spell": ("spell", "spells"), "ally": ("ally", "allies")}

# -- the form -------------------------------------------------------------------------------------

NAME = "Name"
NAME_HINTS = {"item": "Thornblade", "spell": "Ember Dart", "ally": "Grey Hound"}
WEAPON, WEAPON_HINT = "Is it a weapon?", "One weapon works at a time"
RULES = "Special rules, one a line"
RULES_HINTS = {
    "item": "held: arms +1\nlosing: ignore 1 on 6",
    "spell": "use: foe wound 1\nuse: arms +2 until fight",
    "ally": "held: craft +1\nwounded by combat: ignore 1 spent",
}
ABOUT, ABOUT_HINT = "In words", "What no rule above says, and how it looks"
SECRET, SECRET_HINT = "Do only game masters know of it?", "Players then see it nowhere in the library"
YES, NO = "yes", "no"

# -- refused --------------------------------------------------------------------------------------

FOES_GOLD = "monsters carry no gold that counts, so it says “gold +2” and leaves “foe” out"


def bad_name(most: int, length: int) -> str:
    """An entry without a name, or with a long one."""
    return f"A name has 1 to {most} characters; this one has {length}."


def too_long(label: str, most: int, length: int) -> str:
    """A text that is too long as it is kept."""
    return f"{label} has at most {most} characters, not {length}."


def wrong_rule(rule: str, wrong: str) -> str:
    """A rule that can be read, but not of such an entry."""
    return f"“{rule}”: {wrong}."


# -- on cards -------------------------------------------------------------------------------------

WHAT = {"item": "Item", "spell": "Spell", "ally": "Ally"}
A_WEAPON = "Weapon: works while in hand"
USED_ONCE = "Spell: used once, then gone"
NO_RULES = "No special rules"
FOR_NARRATORS = "-# Only game masters know of it."


def what(ware: str, *, is_weapon: bool) -> str:
    """What it is."""
    if is_weapon:
        return A_WEAPON
    return USED_ONCE if ware == "spell" else WHAT[ware]


def rule(said: str) -> str:
    """A special rule in a list of them."""
    return f"• {said}"


# -- in an undo -----------------------------------------------------------------------------------

PARTS = {
    "name": "name",
    "effects": "special rules",
    "about": "in words",
    "is_weapon": "weapon",
    "is_secret": "for game masters alone",
}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of an item, spell or ally."""
    return PARTS.get(path[-1], safe(path[-1])), value_said(value)


def value_said(value: Any, *, is_monsters: bool = False) -> str | None:
    """A value of an entry: a yes or no, a text, or special rules."""
    if value is None or value in ("", []):
        return None
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, list):
        return clip(rules_said(value, is_monsters=is_monsters), 300)
    return safe(str(value), 80)


def rules_said(rules: Sequence[dict[str, Any]], *, is_monsters: bool) -> str:
    """Special rules as they are kept, in plain English."""
    kept = (cast(effects.Rule, SimpleNamespace(**each)) for each in rules)
    return "; ".join(effects.said(each, is_monsters=is_monsters) for each in kept)
