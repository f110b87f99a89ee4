"""What is told of a change on a sheet, or of a monster."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.systems.adventuria.rules.state import Until


class What(StrEnum):
    """What changed."""

    GOLD = "gold"
    WOUNDS = "wounds"
    ARMS = "arms"
    MAGIC = "magic"
    CRAFT = "craft"
    VITAE = "vitae"
    ITEM = "item"
    SPELL = "spell"
    ALLY = "ally"
    MELEE_XP = "melee_xp"
    MAGICAL_XP = "magical_xp"
    QUEST = "quest"
    ALIGNMENT = "alignment"
    WAY = "way"
    FOE = "foe"


class How(StrEnum):
    """In what way."""

    # A number, before and after.
    CHANGED = "changed"
    GAINED = "gained"
    LOST = "lost"
    USED = "used"
    # Used, and lost by it.
    SPENT = "spent"
    PAID = "paid"
    # Found no room: lost (A23), or left (A20).
    NO_ROOM = "no_room"
    LEFT = "left"
    # Waits for the player: room for a gain, or which ones to lose.
    WAITS = "waits"
    # Ignored: the increase would pass twice the beginning value (A9, Q2).
    AT_CAP = "at_cap"
    # Nothing left to take: gold 0, no wound, an attribute at 1, a thing that isn't there (A8, A15, A37, Q10).
    AT_FLOOR = "at_floor"
    # A wound that a special rule ignored.
    IGNORED = "ignored"
    # A quest, or weapon.
    BEGUN = "begun"
    DONE = "done"
    GIVEN_UP = "given_up"
    WIELDED = "wielded"
    PUT_AWAY = "put_away"


@dataclass(frozen=True, slots=True)
class Told:
    """One change in an event: of what, how, from what to what, and by what (an item's name, a page)."""

    what: What
    how: How = How.CHANGED
    name: str = ""
    before: int = 0
    after: int = 0
    by: str = ""
    until: Until = Until.ALWAYS
    # Whose wounds or attributes, where it is a monster's; empty for the adventurer's own.
    whose: str = field(default="")
