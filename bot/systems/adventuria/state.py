"""What an item, spell, ally or monster does, as data. What data can't say is text for the narrator.

One line is one special rule: when, what, and under which conditions. `effects.py` reads and writes lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Final

from bot.engine.declare import Labelled
from bot.engine.finders import only_named
from bot.engine.parts import (
    Unlisted,
    again_as,
    as_one,
    channel_link,
    either,
    known_by,
    person,
    quoted,
    untold,
)
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused

# -- What an item, spell, ally or monster does, as data ----------------------------------------------------


class Trigger(StrEnum):
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
    # When its own words say; the narrator knows.
    TOLD = "told"


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
    # What the words in `text` say: the narrator applies it.
    NARRATE = "narrate"


class Fray(StrEnum):
    """The kind of Combat in which an effect works, if it works in one alone."""

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

    when: Trigger
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
    text: str = ""

    @property
    def is_sure(self) -> bool:
        """Whether no die decides if it works."""
        return (self.lowest, self.highest) == (1, 6)


# -- An adventurer and all that the sheet holds (A1 to A6), with the turn it is in -------------------------


# Where everybody begins (A6).
THE_CITY: Final = "The City"
XP_FOR_A_RISE: Final = 10
NAME_LENGTH: Final = 60
LOCATION_LENGTH: Final = 60
MOST_WAYS: Final = 10
MOST_GOLD: Final = 999_999


class Attribute(Labelled):
    """The four attributes (A7)."""

    ARMS = "arms", "Arms"
    MAGIC = "magic", "Magic"
    CRAFT = "craft", "Craft"
    VITAE = "vitae", "Vitae"


@dataclass(frozen=True, slots=True)
class Attributes:
    """A value for each attribute."""

    arms: Annotated[int, T("Arms")]
    magic: Annotated[int, T("Magic")]
    craft: Annotated[int, T("Craft")]
    vitae: Annotated[int, T("Vitae")]

    def of(self, attribute: Attribute) -> int:
        """The value of that attribute."""
        value: int = getattr(self, attribute.value)
        return value

    def having(self, attribute: Attribute, value: int) -> Attributes:
        """The same with another value of that attribute."""
        return replace(self, **{attribute.value: value})


class Type(Labelled):
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


class Alignment(Labelled):
    """Whose gods an adventurer follows (A3)."""

    GOOD = "good", "Good"
    NEUTRAL = "neutral", "Neutral"
    EVIL = "evil", "Evil"


# By the die (A3).
ALIGNMENTS: Final = (
    Alignment.GOOD,
    Alignment.NEUTRAL,
    Alignment.EVIL,
    Alignment.GOOD,
    Alignment.NEUTRAL,
    Alignment.EVIL,
)


class Cause(Labelled):
    """What something is due to (A9, A42), as its meaning within a sentence.

    A monster's ability counts as an ability (A10).
    """

    COMBAT = "combat", "Combat", "Combat"
    PAGE = "page", "Page", "the narrator"
    EXPERIENCE = "experience", "Experience", "experience"
    ABILITY = "ability", "Ability", "an ability"
    MONSTER = "monster", "Monster's ability", "a monster's ability"
    ITEM = "item", "Item", "an item"
    SPELL = "spell", "Spell", "a spell"
    ALLY = "ally", "Ally", "an ally"

    @property
    def is_exempt(self) -> bool:
        """Whether what it adds may pass twice the beginning value (A9)."""
        return self not in (Cause.COMBAT, Cause.PAGE, Cause.EXPERIENCE)


class Ware(Labelled):
    """What can be held beside gold, and the abilities (A13); as its meaning, several of them."""

    ITEM = "item", "Item", "Items"
    SPELL = "spell", "Spell", "Spells"
    ALLY = "ally", "Ally", "Allies"
    ABILITY = "ability", "Ability", "Abilities"

    @property
    def is_limited(self) -> bool:
        """Whether an adventurer has room for so many; and whether it may part with them."""
        return self is not Ware.ABILITY

    @property
    def cause(self) -> Cause:
        """The cause named in a change that one of these brings about."""
        return Cause(self.value)

    def some(self, count: int) -> Safe:
        """That many possessions of this kind, in words."""
        return T("{count} {what:lower}")(count=count, what=self.label if count == 1 else self.meaning)


class Until(Labelled):
    """How long a change lasts: one Combat is one exchange (A28), a fight all Combats with those monsters."""

    ALWAYS = "always", "For good"
    COMBAT = "combat", "This Combat", "until this Combat ends"
    FIGHT = "fight", "The fight", "until the fight ends"
    TURN = "turn", "The turn", "until the turn ends"
    QUEST = "quest", "The quest", "until the quest ends"


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
    """An item, spell, ally or ability as it was when it was gained: no later edit changes it."""

    # Its own among all that this adventurer ever had.
    number: Unlisted[int]
    ware: Unlisted[Ware]
    name: Annotated[str, T("name")]
    effects: Unlisted[tuple[Effect, ...]] = ()
    about: Annotated[str, T("notes"), untold] = ""
    is_weapon: Unlisted[bool] = False
    # Of weapons only the one in hand works (A21).
    is_wielded: Annotated[bool, T("hand"), either(T("in hand again"), T("put away again"))] = False
    entry: Unlisted[RecordId | None] = None

    @property
    def is_at_work(self) -> bool:
        """Whether what it does while held is done now."""
        return self.is_wielded or not self.is_weapon


@dataclass(frozen=True, slots=True)
class Quest:
    """The one quest under way (A27)."""

    name: Annotated[str, T("name")]
    goal: Annotated[str, T("goal of the quest"), quoted] = ""


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
class MetMonster:
    """A monster met on this turn: its attributes stay as they were changed until the turn ends (Q13)."""

    monster: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class PageRoll:
    """Dice that a text or the narrator asks for, and what for.

    An attribute may be added, and a target is met by that total or more.
    """

    purpose: str
    count: int = 1
    attribute: Attribute | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Thrown:
    """Such dice as they fell; `added` is what the attribute was then."""

    purpose: str
    dice: tuple[int, ...]
    attribute: Attribute | None = None
    added: int = 0
    target: int | None = None


class Stage(Labelled):
    """Where an adventurer stands between the turns and in them."""

    BETWEEN = "between", "between turns"
    TURN = "turn", "in a turn"
    CAMP = "camp", "camping"
    GONE = "gone", "out of the game"


def _stands_again(stage: str) -> Safe:
    """Where an adventurer stands, where an undo takes it back there."""
    return T("{stage} again")(stage=Stage(stage))


class End(Labelled):
    """How an adventurer's days of adventure ended."""

    FALLEN = "fallen", "fallen"
    RETIRED = "retired", "retired"


# -- How an undo says what a sheet holds -------------------------------------------------------------------


def named(value: Mapping[str, Any]) -> str:
    """A thing by its name."""
    return str(value["name"])


def count_said(count: int) -> Safe:
    """So many, or all of them, as an undo says it."""
    return T("all")() if count < 0 else T("{count}")(count=count)


def _change(value: Mapping[str, Any]) -> Safe:
    told = {"what": Attribute(value["attribute"]), "amount": value["amount"]}
    by, until = value["source"], Until(value["until"])
    change = T("{what} {amount:+} by {by}")(**told, by=by) if by else T("{what} {amount:+}")(**told)
    return T("{change} {until}")(change=change, until=until.meaning) if until.meaning else change


def _possession(value: Mapping[str, Any]) -> Safe:
    return (T("{name} (in hand)") if value["is_wielded"] else T("{name}"))(name=value["name"])


def _gain(value: Mapping[str, Any]) -> str:
    return named(value["possession"])


def _loss(value: Mapping[str, Any]) -> Safe:
    return Ware(value["ware"]).some(value["count"])


def _met(value: Mapping[str, Any]) -> str:
    return str(value["monster"])


def _thrown(value: Mapping[str, Any]) -> str:
    return f"{value['purpose']}: {sum(value['dice']) + value['added']}"


def _asked(value: Mapping[str, Any]) -> str:
    return str(value["purpose"])


def _picture(_record: str) -> Safe:
    return T("a picture")()


@dataclass(frozen=True, slots=True)
class Adventurer:
    """One player's adventurer. Gold and wounds are 0 or more, `natural` 1 to twice the beginning value: above
    it only where one number counts (Q1) and something lowered that when it rose.
    """

    name: Annotated[str, T("name")]
    player: Annotated[int, T("player"), person]
    type: Annotated[Type, T("type")]
    alignment: Annotated[Alignment, T("alignment")]
    natural: Attributes
    gold: Annotated[int, T("Gold")] = 1
    wounds: Annotated[int, T("Wounds")] = 0
    melee_xp: Annotated[int, T("Melee XP")] = 0
    magical_xp: Annotated[int, T("Magical XP")] = 0
    changes: Annotated[tuple[Change, ...], T("bonuses and penalties"), _change] = ()
    possessions: Annotated[tuple[Possession, ...], T("possessions"), _possession, known_by("number")] = ()
    quest: Annotated[Quest | None, T("quest"), named] = None
    quests_done: Annotated[int, T("quests done")] = 0
    # What waits for a decision, oldest first.
    gains: Annotated[tuple[Gain, ...], T("gains waiting for room"), _gain] = ()
    losses: Annotated[tuple[Loss, ...], T("required losses"), _loss] = ()
    # How many possessions there ever were.
    gained: Unlisted[int] = 0
    # -- the turn: in BETWEEN and CAMP the location is where the next one begins.
    stage: Annotated[Stage, again_as(_stands_again)] = Stage.BETWEEN
    turn: Annotated[int, T("turn")] = 0
    location: Annotated[str, T("location")] = THE_CITY
    # What the narrator wrote for this turn so far, and where it may end.
    scene: Annotated[str, T("scene"), quoted] = ""
    ways: Annotated[tuple[str, ...], T("ways")] = ()
    # Those of them that something used has shown: whatever the narrator writes, they stay (A47).
    shown: Annotated[tuple[str, ...], T("ways shown")] = ()
    met: Annotated[tuple[MetMonster, ...], T("encounters this turn"), _met] = ()
    # What its player answered, and the last dice thrown for it, since the narrator last told what happens.
    answer: Annotated[str, T("answer"), quoted] = ""
    thrown: Annotated[tuple[Thrown, ...], T("rolls for the text"), _thrown] = ()
    # How often since then it did something that the narrator tells the outcome of.
    untold: Unlisted[int] = 0
    # What the narrator wants rolled, until it is or the story goes on.
    asked: Annotated[PageRoll | None, T("roll asked for"), as_one(_asked)] = None
    # Special rules used on this turn without a Combat to count them by (A43): possession and place.
    used: Unlisted[tuple[str, ...]] = ()
    # The fight under way: until it ends, nothing else is asked.
    fight: Unlisted[RecordId | None] = None
    # Between the dice of a Combat and its end: what changes for that long is not counted yet (Q5).
    is_mid_combat: Unlisted[bool] = False
    # Monsters of which there is one only, felled.
    slain: Annotated[tuple[str, ...], T("monsters felled for good")] = ()
    felled: Annotated[int, T("monsters felled")] = 0
    # Where everything about it is posted: its own thread.
    home: Annotated[int, T("thread"), channel_link] = 0
    portrait: Annotated[str, T("portrait")] = ""
    picture: Annotated[RecordId | None, T("portrait"), _picture] = None
    about: Annotated[str, T("notes"), untold] = ""
    end: Annotated[End | None, T("end")] = None
    # The entry with which it ended.
    ended: Unlisted[int] = 0
    # The entry that last changed what its player decides on.
    revision: Unlisted[int] = 1

    @property
    def has_untold(self) -> bool:
        """Whether the narrator tells now what comes of something; answers and dice once weren't counted."""
        return bool(self.untold or self.answer or self.thrown)

    @property
    def beginning(self) -> Attributes:
        """The values it began with (A5)."""
        return BEGINNING[self.type]

    def held(self, ware: Ware) -> tuple[Possession, ...]:
        """Its items, spells, allies or abilities."""
        return tuple(each for each in self.possessions if each.ware is ware)


# -- What is told of a change on a sheet, or of a monster --------------------------------------------------


class Subject(Labelled):
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
    ABILITY = "ability"
    MELEE_XP = "melee_xp", "Melee XP"
    MAGICAL_XP = "magical_xp", "Magical XP"
    QUEST = "quest"
    ALIGNMENT = "alignment"
    WAY = "way"
    FOE = "foe"


ATTRIBUTES: Final = (Subject.ARMS, Subject.MAGIC, Subject.CRAFT, Subject.VITAE)


class Manner(StrEnum):
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

    what: Subject
    how: Manner = Manner.CHANGED
    name: str = ""
    before: int = 0
    after: int = 0
    by: str = ""
    until: Until = Until.ALWAYS
    # Whose wounds or attributes, where it is a monster's; empty for the adventurer's own.
    whose: str = field(default="")
    # Of XP that raised an attribute: what was beyond 10, and is lost (A35).
    beyond: int = 0


def owned(adventurer: Adventurer, text: str) -> Possession:
    """The possession of that number or name; of several one that isn't in hand. Raises RuleViolation."""
    meant = [each for each in adventurer.possessions if is_meant(each, text)]
    if not meant:
        name = only_named(text, {each.name: each.name for each in adventurer.possessions}.items())
        meant = [each for each in adventurer.possessions if each.name == name]
    if not meant:
        raise refused(
            "possessions.none",
            "{name} has no “{thing:60}”. `/adv sheet` shows what {name} has.",
            name=adventurer.name,
            thing=text,
        )
    return min(meant, key=lambda each: each.is_wielded)


def belonging(adventurer: Adventurer, text: str) -> Possession:
    """The same of what it may part with. Raises RuleViolation for an ability, which is its own."""
    found = owned(adventurer, text)
    if not found.ware.is_limited:
        raise refused(
            "possessions.ability",
            "{name} can't give away an ability: {thing:60}. Only a narrator takes it.",
            thing=found.name,
            name=adventurer.name,
        )
    return found


def is_meant(possession: Possession, text: str) -> bool:
    """Whether that is its number, or its name in whatever case."""
    return text.strip().casefold() in (str(possession.number), possession.name.casefold())


# -- A monster in a fight: as it came, and as it is now (A11, A40) -----------------------------------------


@dataclass(frozen=True, slots=True)
class Foe:
    """One monster in a fight: as it came, and as it is now."""

    name: str
    # What XP is counted by (Q7), and what its attributes are without changes.
    printed: Attributes
    now: Attributes
    wounds: int = 0
    effects: tuple[Effect, ...] = ()
    about: str = ""
    is_unique: bool = False
    entry: RecordId | None = None
    # What doesn't last.
    changes: tuple[Change, ...] = ()
    # What it was called before several of a name were numbered.
    kin: str = ""

    @property
    def is_standing(self) -> bool:
        """Whether it has not fallen (A40)."""
        return self.wounds < self.value(Attribute.VITAE)

    def value(self, attribute: Attribute, fray: Fray = Fray.ANY) -> int:
        """The attribute as it counts now, in that kind of Combat: never below 1 (A11)."""
        passing = sum(each.amount for each in self.changes if each.attribute is attribute)
        return max(1, self.now.of(attribute) + passing + self.always(Verb(attribute.value), fray))

    def always(self, verb: Verb, fray: Fray = Fray.ANY) -> int:
        """What its abilities add all the time; those for one kind of Combat count in that kind alone."""
        return sum(
            effect.amount
            for effect in self.effects
            if effect.when is Trigger.HELD and effect.verb is verb and effect.fray in (Fray.ANY, fray)
        )
