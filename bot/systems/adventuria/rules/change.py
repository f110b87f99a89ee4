"""What a narrator may change on a sheet, as actions: each with what it is due to (A9, A42)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.system import RecordId
from bot.systems.adventuria.rules.fight import Combat
from bot.systems.adventuria.rules.state import Alignment, Attribute, Cause, Until, Ware

MOST_AT_ONCE = 99
MOST_CHANGE = 20
SOURCE_LENGTH = 60
GOAL_LENGTH = 300
RULES_LENGTH = 500


@dataclass(frozen=True, slots=True)
class GainGold:
    """Give gold (A14)."""

    adventurer: RecordId
    amount: int
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class GainThing:
    """Give an item, spell or ally (A18): an entry of the library, or one made up, `called` something.

    `rules` are the special rules of what is made up, a line each.
    """

    adventurer: RecordId
    thing: RecordId | None = None
    called: str = ""
    ware: Ware = Ware.ITEM
    rules: str = ""
    is_weapon: bool = False
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class LoseGold:
    """Take gold, or all of it with None; with less than that, what there is (A15)."""

    adventurer: RecordId
    amount: int | None = None
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class LoseThing:
    """Take a possession by its number or name (A15, Q10)."""

    adventurer: RecordId
    thing: str
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class LoseSome:
    """Take so many items, spells or allies, of which the player chooses (Q10)."""

    adventurer: RecordId
    ware: Ware
    count: int
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class ReceiveWounds:
    """Wound an adventurer (A37); a wound may be due to Combat beside its cause (A42, A44)."""

    adventurer: RecordId
    count: int
    cause: Cause = Cause.PAGE
    source: str = ""
    is_due_to_combat: bool = False


@dataclass(frozen=True, slots=True)
class HealWounds:
    """Heal so many wounds, or all of them with None (A37)."""

    adventurer: RecordId
    count: int | None = None
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class ChangeAttribute:
    """Raise or lower an attribute, for good or for some time (A8, A9, Q1, Q2, Q14)."""

    adventurer: RecordId
    attribute: Attribute
    amount: int
    cause: Cause = Cause.PAGE
    source: str = ""
    until: Until = Until.ALWAYS


@dataclass(frozen=True, slots=True)
class ChangeAlignment:
    """Turn an adventurer to another alignment (A13)."""

    adventurer: RecordId
    alignment: Alignment
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class GrantExperience:
    """Give XP of a kind, as a fallen monster would (A35, A36)."""

    adventurer: RecordId
    kind: Combat
    amount: int
    cause: Cause = Cause.PAGE
    source: str = ""


@dataclass(frozen=True, slots=True)
class BeginQuest:
    """Send an adventurer on a quest; there is one at a time (A27)."""

    adventurer: RecordId
    name: str
    goal: str = ""


@dataclass(frozen=True, slots=True)
class CompleteQuest:
    """Say that the quest is accomplished (A27)."""

    adventurer: RecordId


@dataclass(frozen=True, slots=True)
class AbandonQuest:
    """Say that the quest is given up (A27)."""

    adventurer: RecordId
