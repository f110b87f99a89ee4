"""An adventurer and all that the sheet holds (A1 to A6), with the turn it is in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine.system import RecordId
from bot.systems.adventuria.rules.effect import Effect
from bot.systems.adventuria.words import turns as words

# Where everybody begins (A6).
THE_CITY: Final = words.THE_CITY
XP_FOR_A_RISE: Final = 10
NAME_LENGTH: Final = 60
LOCATION_LENGTH: Final = 60
SCENE_LENGTH: Final = 1500
MOST_WAYS: Final = 10
MOST_GOLD: Final = 999_999


class Attribute(StrEnum):
    """The four attributes (A7)."""

    ARMS = "arms"
    MAGIC = "magic"
    CRAFT = "craft"
    VITAE = "vitae"


@dataclass(frozen=True, slots=True)
class Attributes:
    """A value for each attribute."""

    arms: int
    magic: int
    craft: int
    vitae: int

    def of(self, attribute: Attribute) -> int:
        """The value of that attribute."""
        value: int = getattr(self, attribute.value)
        return value

    def having(self, attribute: Attribute, value: int) -> Attributes:
        """The same with another value of that attribute."""
        return replace(self, **{attribute.value: value})


class Type(StrEnum):
    """What an adventurer is, in the order of the die (A2)."""

    WARRIOR = "warrior"
    WIZARD = "wizard"
    PRIEST = "priest"
    THIEF = "thief"
    ELF = "elf"
    DWARF = "dwarf"


# Arms, magic, craft, vitae (A5); kept for life.
BEGINNING: Final[Mapping[Type, Attributes]] = {
    Type.WARRIOR: Attributes(4, 2, 3, 4),
    Type.WIZARD: Attributes(2, 4, 3, 4),
    Type.PRIEST: Attributes(3, 3, 4, 4),
    Type.THIEF: Attributes(3, 3, 4, 4),
    Type.ELF: Attributes(3, 4, 4, 3),
    Type.DWARF: Attributes(3, 2, 3, 5),
}


class Alignment(StrEnum):
    """Whose gods an adventurer follows (A3)."""

    GOOD = "good"
    NEUTRAL = "neutral"
    EVIL = "evil"


# By the die (A3).
ALIGNMENTS: Final = (
    Alignment.GOOD,
    Alignment.NEUTRAL,
    Alignment.EVIL,
    Alignment.GOOD,
    Alignment.NEUTRAL,
    Alignment.EVIL,
)


class Cause(StrEnum):
    """What something is due to (A9, A42); a monster's ability counts as an ability (A10)."""

    COMBAT = "combat"
    PAGE = "page"
    EXPERIENCE = "experience"
    ABILITY = "ability"
    MONSTER = "monster"
    ITEM = "item"
    SPELL = "spell"
    ALLY = "ally"

    @property
    def is_exempt(self) -> bool:
        """Whether what it adds may pass twice the beginning value (A9)."""
        return self not in (Cause.COMBAT, Cause.PAGE, Cause.EXPERIENCE)


class Ware(StrEnum):
    """What can be held beside gold."""

    ITEM = "item"
    SPELL = "spell"
    ALLY = "ally"

    @property
    def cause(self) -> Cause:
        """What is due to one of them."""
        return Cause(self.value)


class Until(StrEnum):
    """How long a change lasts: one Combat is one exchange (A28), a fight all Combats with those monsters."""

    ALWAYS = "always"
    COMBAT = "combat"
    FIGHT = "fight"
    TURN = "turn"
    QUEST = "quest"


@dataclass(frozen=True, slots=True)
class Change:
    """A change of an attribute beside its natural value: what is exempt, and what doesn't last (Q1)."""

    attribute: Attribute
    amount: int
    cause: Cause
    source: str
    until: Until = Until.ALWAYS


@dataclass(frozen=True, slots=True)
class Possession:
    """An item, spell or ally as it was when it was gained: a later edit of the library leaves it alone."""

    # Its own among all that this adventurer ever had.
    number: int
    ware: Ware
    name: str
    effects: tuple[Effect, ...] = ()
    about: str = ""
    is_weapon: bool = False
    # Of weapons only the one in hand works (A21).
    is_wielded: bool = False
    entry: RecordId | None = None

    @property
    def is_at_work(self) -> bool:
        """Whether what it does while held is done now."""
        return self.is_wielded or not self.is_weapon


@dataclass(frozen=True, slots=True)
class Quest:
    """The one quest under way (A27)."""

    name: str
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Gain:
    """Something that finds no room, and waits for what its player decides (A20, A23, Q4)."""

    possession: Possession


@dataclass(frozen=True, slots=True)
class Loss:
    """So many to lose of which the player chooses (Q10)."""

    ware: Ware
    count: int


@dataclass(frozen=True, slots=True)
class Met:
    """A monster met on this turn: its attributes stay as they were changed until the turn ends (Q13)."""

    monster: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that the text of a turn asked for, and what for."""

    purpose: str
    dice: tuple[int, ...]


class Stage(StrEnum):
    """Where an adventurer stands between the turns and in them."""

    BETWEEN = "between"
    TURN = "turn"
    CAMP = "camp"
    GONE = "gone"


class End(StrEnum):
    """How an adventurer's days of adventure ended."""

    FALLEN = "fallen"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Adventurer:
    """One player's adventurer. `natural` is 1 to twice the beginning value; gold and wounds 0 or more."""

    name: str
    player: int
    type: Type
    alignment: Alignment
    natural: Attributes
    gold: int = 1
    wounds: int = 0
    melee_xp: int = 0
    magical_xp: int = 0
    changes: tuple[Change, ...] = ()
    possessions: tuple[Possession, ...] = ()
    quest: Quest | None = None
    quests_done: int = 0
    # What waits for a decision, oldest first.
    gains: tuple[Gain, ...] = ()
    losses: tuple[Loss, ...] = ()
    # How many possessions there ever were.
    gained: int = 0
    # -- the turn: in BETWEEN and CAMP the location is where the next one begins.
    stage: Stage = Stage.BETWEEN
    turn: int = 0
    location: str = THE_CITY
    # What the narrator wrote for this turn so far, and where it may end.
    scene: str = ""
    ways: tuple[str, ...] = ()
    # Those of them that something used has shown: whatever the narrator writes, they stay (A47).
    shown: tuple[str, ...] = ()
    met: tuple[Met, ...] = ()
    # The last dice thrown for its text.
    thrown: tuple[Thrown, ...] = ()
    # Special rules used on this turn without a Combat to count them by (A43): possession and place.
    used: tuple[str, ...] = ()
    # The fight under way: until it ends, nothing else is asked.
    fight: RecordId | None = None
    # Between the dice of a Combat and its end: what changes for that long is not counted yet (Q5).
    is_mid_combat: bool = False
    # Monsters of which there is one only, felled.
    slain: tuple[str, ...] = ()
    felled: int = 0
    # Where everything about it is posted: its own thread.
    home: int = 0
    portrait: str = ""
    picture: RecordId | None = None
    about: str = ""
    end: End | None = None
    # The entry with which it ended.
    ended: int = 0
    # The entry that last changed what its player decides on.
    revision: int = 1

    @property
    def beginning(self) -> Attributes:
        """The values it began with (A5)."""
        return BEGINNING[self.type]

    def held(self, ware: Ware) -> tuple[Possession, ...]:
        """Its items, spells or allies."""
        return tuple(each for each in self.possessions if each.ware is ware)
