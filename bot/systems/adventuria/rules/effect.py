"""What an item, spell, ally or monster does, as data. What data can't say is text for the narrator.

One line is one special rule: when, what, and under which conditions. `effects.py` reads and writes lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class When(StrEnum):
    """What sets a special rule off. "Its bearer" is who has the thing, or the monster itself."""

    # As long as it is had; a weapon's only while it is in hand.
    HELD = "held"
    # When its player uses it.
    USE = "use"
    # At the start of each Combat (A44: that is not "due to Combat").
    START = "start"
    # When its bearer wins, loses or ties a Combat.
    WINNING = "winning"
    LOSING = "losing"
    STANDOFF = "standoff"
    # When its bearer receives wounds, or somebody else receives them from its bearer's side.
    WOUNDED = "wounded"
    WOUNDING = "wounding"
    # When the other side falls.
    FELLING = "felling"


class Verb(StrEnum):
    """What it does."""

    # Attributes of whom it is done to: `amount` more, or less.
    ARMS = "arms"
    MAGIC = "magic"
    CRAFT = "craft"
    VITAE = "vitae"
    # Added to the total of a Combat roll.
    ROLL = "roll"
    WOUND = "wound"
    HEAL = "heal"
    IGNORE = "ignore"
    # Roll one's own die anew; done to the foe, theirs. Its player may choose to, once the dice are known.
    REROLL = "reroll"
    GOLD = "gold"
    # More room for items, spells or allies; more weapons in hand at a time (A21).
    ITEMS = "items"
    SPELLS = "spells"
    ALLIES = "allies"
    WEAPONS = "weapons"
    # Another way to end the turn: the place is in `place` (A47).
    GO = "go"


class Fray(StrEnum):
    """In which kind of Combat alone it works."""

    ANY = "any"
    MELEE = "melee"
    MAGICAL = "magic"


# All wounds, where something is healed or ignored.
ALL = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One special rule. `amount` is signed for attributes, rolls, gold, room; 0 is "all" to heal or ignore.

    `due_to` narrows `wounded` and `wounding` to wounds due to that cause ("combat", "spell", …; "" is any).
    `until` is the value of an `Until`; a chance "on 5-6" is thrown with one die each time.
    """

    when: When
    verb: Verb
    amount: int = 0
    # Done to the other side instead of to its bearer.
    to_foe: bool = False
    due_to: str = ""
    fray: Fray = Fray.ANY
    until: str = "always"
    lowest: int = 1
    highest: int = 6
    # At most once in a fight, rather than once in each Combat (A43).
    is_once: bool = False
    # A wound that says of itself to be due to Combat (A44).
    is_due_to_combat: bool = False
    # What is used up by it.
    is_spent: bool = False
    place: str = ""

    @property
    def is_sure(self) -> bool:
        """Whether no die decides if it works."""
        return (self.lowest, self.highest) == (1, 6)
