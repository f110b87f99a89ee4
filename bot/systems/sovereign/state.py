"""What is kept of Sovereign's people and parties: sheets, wounds, packs, effects and clocks.

A time to come is kept as what is left of it, in its own unit: so it runs on the clock of the party that its
bearer is with, and stands still with who is with none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from bot.engine.parts import (
    Unlisted,
    Whole,
    again,
    again_if_any,
    channel_link,
    either,
    keyed,
    person,
    quoted,
    signed,
    untold,
)
from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.sovereign.book import (
    COINS_AN_ENC,
    ENC,
    LEAST_SKILL,
    NPC_SAVE_BASE,
    SAVE_BASE,
    SAVED_BY,
    Attribute,
    Carrier,
    Save,
    Skill,
    Unit,
    modifier,
)

NAME_LENGTH, TITLE_LENGTH, NOTE_LENGTH = 60, 60, 200
MOST_COUNTERS, MOST_EFFECTS, MOST_ITEMS = 20, 20, 60


class Known(Labelled):
    """What the table knows of one of the game master's own."""

    HIDDEN = "hidden", "hidden", "hidden: the players know nothing"
    NAMED = "named", "known by name", "named: the players know the name, and see who falls"


class Refill(Labelled):
    """When a counter is full again (S23, S38, S39)."""

    NEVER = "never", "by hand"
    TURN = "turn", "every Turn"
    DAWN = "dawn", "at dawn"
    SLEEP = "sleep", "after Comfortable Sleep"


class Tool(Labelled):
    """What a thing is needed for."""

    NONE = "none", "nothing special"
    HEALER = "healer", "healer's kit"
    THIEF = "thief", "thieves' tools"
    TORCH = "torch", "torch"
    LANTERN = "lantern", "lantern"
    OIL = "oil", "lantern oil"


def _names(things: Sequence[Mapping[str, Any]] | None) -> str | None:
    names = [each["name"] for each in things or () if not each.get("is_secret")]
    return ", ".join(map(quoted, names)) or None


# How an undo says a list of things: by their names, but for secret ones.
NAMES = Whole(_names)


@dataclass(frozen=True, slots=True)
class Counter:
    """A number the table counts: uses of a power, charges of a wand."""

    value: Annotated[int, T("{key}")]
    most: Annotated[int, T("{key} at most")]
    refill: Annotated[Refill, T("refill of {key}")] = Refill.NEVER


def _counter(counter: Mapping[str, Any]) -> Safe:
    return T("{value} of {most}")(value=counter["value"], most=counter["most"])


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that lasts a while. `is_deadly`: its bearer dies when it ends (S42)."""

    name: str
    left: int
    unit: Unit
    note: str = ""
    is_secret: bool = False
    is_deadly: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A thing in a pack; `enc` is what one of them weighs, in thousandths of a point."""

    key: str
    name: str
    enc: int
    count: int = 1
    is_readied: bool = False
    tool: Tool = Tool.NONE

    @property
    def weight(self) -> int:
        """The weight of all of them together, in thousandths."""
        return self.enc * self.count


class Lamp(Labelled):
    """What gives light (S63)."""

    TORCH = "torch", "torch"
    LANTERN = "lantern", "lantern"


@dataclass(frozen=True, slots=True)
class Light:
    """A light and how many Turns it lasts yet, while it is lit (S63, Q39)."""

    lamp: Lamp
    left: int
    is_lit: bool = True


@dataclass(frozen=True, slots=True)
class Dying:
    """Mortally Injured (S24): Rounds since the fall, and whether somebody tended them this Round (S26).

    `helpers` are the players who could stabilize them; `lacks_kit` says that others could, had they a kit.
    """

    rounds: int = 0
    is_treated: bool = False
    helpers: tuple[int, ...] = ()
    lacks_kit: bool = False


@dataclass(frozen=True, slots=True)
class Frail:
    """What follows a Mortal Injury (S29 to S31).

    `days` since they were stabilized, `nights` of Comfortable Sleep under care in a row; `month` is what is
    left of it after the save, `doom` the days left after a failed one.
    """

    days: int = 0
    nights: int = 0
    is_due: bool = False
    month: int | None = None
    doom: int | None = None
    # Who already tried to end it today (Q21).
    tried: tuple[RecordId, ...] = ()
    # Whether somebody who goes with them could try it now.
    has_healer: bool = False


@dataclass(frozen=True, slots=True)
class Breath:
    """Without air (S54), or under water (S82, Q32): Rounds so far, and what the last one asks for."""

    rounds: int = 0
    is_still: bool = False
    is_underwater: bool = False
    # A check to hold it, a save, or nothing that waits.
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """One of a player's, a henchman, or one of the game master's own, who go by Hit Dice instead."""

    name: Annotated[str, T("name")]
    player: Annotated[int | None, T("player"), person] = None
    # A class, or whatever they are called: the class chapter isn't part of the game's text.
    title: Annotated[str, T("class")] = ""
    level: Annotated[int, T("level")] = 1
    strength: Annotated[int, T("Strength")] = 10
    dexterity: Annotated[int, T("Dexterity")] = 10
    constitution: Annotated[int, T("Constitution")] = 10
    intelligence: Annotated[int, T("Intelligence")] = 10
    wisdom: Annotated[int, T("Wisdom")] = 10
    # Only what was trained.
    skills: Annotated[Mapping[str, int], T("{key}"), keyed(Skill), signed] = field(default_factory=dict)
    hp: Annotated[int, T("HP")] = 1
    max_hp: Annotated[int, T("maximum HP")] = 1
    # The class's HP progression: a die for each level, and what is added to each.
    hit_die: Annotated[int, T("HP die")] = 6
    hit_bonus: Annotated[int, T("HP added to each die"), signed] = 0
    is_die_hard: Annotated[bool, T("Die Hard")] = False
    foci: Annotated[str, T("feats and foci"), untold] = ""
    attack: Annotated[int, T("attack"), signed] = 0
    armor_class: Annotated[int, T("AC")] = 10
    initiative: Annotated[int, T("initiative"), signed] = 0
    effort: Annotated[int, T("Effort")] = 0
    xp: Annotated[int, T("XP")] = 0
    strain: Annotated[int, T("System Strain")] = 0
    counters: Annotated[Mapping[str, Counter], T("{key}"), _counter] = field(default_factory=dict)
    effects: Annotated[tuple[Effect, ...], T("effects"), NAMES] = ()
    items: Annotated[tuple[Item, ...], T("pack"), NAMES] = ()
    coins: Annotated[int, T("coins")] = 0
    dragging: Unlisted[RecordId | None] = None
    dying: Annotated[Dying | None, T("Mortal Injury"), again_if_any(T("Mortally Injured"))] = None
    # Turns until they come to: stabilized (S27), or beyond their strain (S36).
    helpless: Annotated[int, T("Turns until they come to")] = 0
    frail: Annotated[Frail | None, T("Frailty"), again_if_any(T("Frail"))] = None
    breath: Unlisted[Breath | None] = None
    lights: Annotated[tuple[Light, ...], again(T("back to the lights they had"))] = ()
    # What they do where they say nothing: see `bot.engine.orders`.
    order: Annotated[str, T("standing order"), untold] = ""
    is_dead: Annotated[bool, T("death"), either(T("dead"), T("alive"))] = False
    # Whether game masters may roll for them at once.
    is_consenting: Annotated[bool, T("letting game masters roll")] = False
    # Of the game master's own: Hit Dice (0 for less than one), and who dies at 0 HP (S28).
    hd: Annotated[int | None, T("Hit Dice")] = None
    is_unnamed: Annotated[bool, T("death at 0 HP")] = False
    known: Annotated[Known, T("public knowledge")] = Known.HIDDEN
    # Whose henchman.
    follows: Unlisted[RecordId | None] = None
    # Locks that beat them, until they gain a level (S67, Q43).
    locks: Unlisted[tuple[str, ...]] = ()
    about: Annotated[str, T("notes"), untold] = ""
    portrait: Annotated[str, T("portrait")] = ""
    picture: Unlisted[RecordId | None] = None
    active_in: Unlisted[tuple[int, ...]] = ()
    is_retired: Annotated[bool, T("retirement")] = False

    @property
    def is_npc(self) -> bool:
        """Whether they go by Hit Dice."""
        return self.hd is not None

    def score(self, attribute: Attribute) -> int:
        """That attribute's score."""
        return int(getattr(self, attribute.value))

    def modifier(self, attribute: Attribute) -> int:
        """What it adds (S5)."""
        return modifier(self.score(attribute))

    @property
    def untrained(self) -> int:
        """What a skill is that nobody wrote down (S16); an NPC's is as the game master says, else 0 (Q9)."""
        return 0 if self.is_npc else LEAST_SKILL

    def skill(self, skill: Skill) -> int:
        """Its level (S16)."""
        return self.skills.get(skill.value, self.untrained)

    def adds(self, attribute: Attribute, skill: Skill) -> int:
        """The number that they add to a check of that attribute and skill (S17)."""
        return self.modifier(attribute) + self.skill(skill)

    def save(self, save: Save) -> int:
        """The number that they must reach to save (S12 to S15)."""
        if self.hd is not None:
            return NPC_SAVE_BASE - self.hd // 2
        return SAVE_BASE - self.level - max(map(self.modifier, SAVED_BY[save]))

    @property
    def healing(self) -> int:
        """What a night heals (S33, Q20)."""
        return self.level if self.hd is None else max(1, self.hd)

    @property
    def is_helpless(self) -> bool:
        """Whether they can't act: dead, dying or not come to."""
        return self.is_dead or self.dying is not None or self.helpless > 0

    @property
    def condition(self) -> Safe | None:
        """What keeps them from acting as usual, in a word or two."""
        if self.is_dead:
            return T("dead")()
        if self.dying is not None:
            return T("Mortally Injured")()
        if self.helpless:
            return T("unconscious")()
        return T("Frail")() if self.frail is not None else None

    # -- the pack (S47 to S50) --

    @property
    def stowed_room(self) -> int:
        """Points that can be Stowed (S48)."""
        return self.strength

    @property
    def readied_room(self) -> int:
        """Points that can be Readied (S49)."""
        return self.strength // 2

    def carried(self, *, is_readied: bool) -> int:
        """Points that are Readied, or Stowed with the coins (Q26, Q27)."""
        things = sum(each.weight for each in self.items if each.is_readied is is_readied)
        return -(-things // ENC) + (0 if is_readied else self.coins // COINS_AN_ENC)

    def tool(self, tool: Tool) -> Item | None:
        """A thing of that use, Readied before Stowed."""
        found = [each for each in self.items if each.tool is tool]
        return max(found, key=lambda each: each.is_readied, default=None)


def dead(state: Character) -> Character:
    """The character, dead."""
    return replace(
        state,
        hp=0,
        is_dead=True,
        dying=None,
        frail=None,
        helpless=0,
        breath=None,
        effects=(),
        dragging=None,
        lights=(),
    )


def fallen(state: Character) -> Character:
    """Somebody at 0 HP: Mortally Injured, or dead if Frail or unimportant (S24, S28, S29, Q53)."""
    if state.frail is not None or (state.is_npc and state.is_unnamed):
        return dead(state)
    return replace(state, hp=0, dying=Dying(), breath=None, dragging=None)


@dataclass(frozen=True, slots=True)
class Clock:
    """A party's time (S21 to S23): moved by the game master alone, never by the world's clocks."""

    day: Annotated[int, T("day")] = 1
    hour: Annotated[int, T("hour")] = 8
    # Turns of the hour; Rounds of the fight, 0 where there is none.
    turn: Annotated[int, T("Turn of the hour")] = 0
    round: Annotated[int, T("Round")] = 0


@dataclass(frozen=True, slots=True)
class Mount:
    """A beast, porter or cart (S51), what it carries, and who paid: they pay a porter's days too."""

    key: str
    name: str
    carrier: Carrier
    items: tuple[Item, ...] = ()
    payer: RecordId | None = None

    @property
    def carried(self) -> int:
        """Points that it carries."""
        return -(-sum(each.weight for each in self.items) // ENC)


@dataclass(frozen=True, slots=True)
class Procedures:
    """What the party always does, as its players word it.

    Carried out by the bot: the `listener` listens at each door, the `scout` comes first near what is hidden.
    """

    door: str = ""
    corridor: str = ""
    chest: str = ""
    lights: str = ""
    watches: str = ""
    listener: RecordId | None = None
    scout: RecordId | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """Who goes together, in marching order."""

    name: Annotated[str, T("name")]
    channel: Annotated[int, T("channel"), channel_link]
    members: Annotated[
        tuple[RecordId, ...], T("members"), again_if_any(T("back to its earlier members"))
    ] = ()
    spokesperson: Unlisted[RecordId | None] = None
    clock: Clock = Clock()
    mounts: Annotated[tuple[Mount, ...], T("beasts and carts"), NAMES] = ()
    # The delve it is on: its clock runs with that.
    delve: Unlisted[RecordId | None] = None
    always: Annotated[Procedures, T("what they always do"), untold] = field(default_factory=Procedures)


def line(state: Character) -> Safe | None:
    """HP, System Strain, and what keeps them from acting; of an NPC what everybody sees."""
    if state.is_retired:
        return None
    # Who isn't a game master sees an NPC's name alone: see `character_view`.
    hides = state.is_dead or (state.is_npc and state.max_hp == 1)
    found = [] if hides else [T("HP {hp} of {max_hp} · Strain {strain} of {constitution}").of(state)]
    found += [T("**{condition}**")(condition=state.condition)] if state.condition is not None else []
    found += [T("{name:30}").of(each) for each in state.effects[:1]]
    found += [T("{n} more")(n=len(state.effects) - 1)] if len(state.effects) > 1 else []
    return Safe(" · ".join(found))


def character_view(state: Character, viewer: Viewer) -> Character | None:
    """All of who is in play but what is kept secret from them; of an NPC the name, once it is known."""
    if viewer.is_game_master:
        return state
    if not state.is_npc:
        return replace(state, effects=tuple(each for each in state.effects if not each.is_secret))
    if state.known is Known.HIDDEN:
        return None
    bare = Character(state.name, hd=0, known=state.known, is_unnamed=state.is_unnamed, hp=1)
    return replace(
        bare,
        is_dead=state.is_dead,
        dying=state.dying,
        helpless=state.helpless,
        portrait=state.portrait,
        picture=state.picture,
    )


def handed_over(state: Character, player: int, of: RecordId) -> Character:
    """Another plays them, and says anew whether game masters may roll; who drags them stays as they are."""
    if of == state.dragging and of != state.follows:
        return state
    return replace(state, player=player, active_in=(), is_consenting=False)


def links_of(state: Character) -> Iterable[RecordId]:
    """The records of whom they follow or drag, and their picture."""
    return tuple(each for each in (state.follows, state.dragging, state.picture) if each is not None)
