"""A character as a file of JSON: out of a campaign, and into one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from bot.engine.declare import Action, Person, oneself, option
from bot.engine.dice.source import Dice
from bot.engine.documents import Document
from bot.engine.event import Event
from bot.engine.files import WAYPOST
from bot.engine.people import Permit
from bot.engine.proposals import Proposing
from bot.engine.prose import PROSE_LENGTH
from bot.engine.system import World
from bot.engine.text import T, refused
from bot.engine.words import one_line, paragraphs
from bot.engine.working import WorkingCopy, deed
from bot.systems.sovereign.book import (
    HIT_DICE,
    LEAST_CHANGED,
    LEAST_SKILL,
    MOST_CHANGED,
    MOST_LEVEL,
    MOST_SKILL,
    Attribute,
    Skill,
)
from bot.systems.sovereign.people.rules import (
    CHARACTER,
    MOST_NUMBER,
    MOST_XP,
    free_name,
    knows_die_hard,
    of_name,
    require_their_player,
    waits_for_approval,
)
from bot.systems.sovereign.state import (
    MOST_COUNTERS,
    MOST_ITEMS,
    NAME_LENGTH,
    TITLE_LENGTH,
    Character,
    Counter,
    Item,
    Refill,
    Tool,
)

MOST_HP, MOST_ENC = 999, 10_000_000


@dataclass(frozen=True, slots=True)
class FileItem:
    """A thing in a pack, its weight in thousandths of a point."""

    name: str
    enc: int
    count: int = 1
    is_readied: bool = False
    tool: Tool = Tool.NONE


@dataclass(frozen=True, slots=True)
class FileCounter:
    """A counter on a sheet."""

    value: int
    most: int
    refill: Refill = Refill.NEVER


@dataclass(frozen=True, slots=True)
class CharacterFile:
    """All of a character that means something in another campaign; wounds heal on the way."""

    name: str
    title: str = ""
    level: int = 1
    strength: int = 10
    dexterity: int = 10
    constitution: int = 10
    intelligence: int = 10
    wisdom: int = 10
    skills: Mapping[str, int] = field(default_factory=dict)
    max_hp: int = 1
    hit_die: int = 6
    hit_bonus: int = 0
    foci: str = ""
    attack: int = 0
    armor_class: int = 10
    initiative: int = 0
    effort: int = 0
    xp: int = 0
    counters: Mapping[str, FileCounter] = field(default_factory=dict)
    items: tuple[FileItem, ...] = ()
    coins: int = 0
    about: str = ""


CHARACTER_FILE: Final = Document(
    {WAYPOST: "character", "game": "sovereign", "version": 1},
    "character",
    CharacterFile,
    "/sov pc export",
    {"character": T("a character"), "sovereign": T("a character of this game"), "1": T("version 1")},
)


def file_of(state: Character) -> CharacterFile:
    """A character as its file keeps them."""
    kept = {
        name: getattr(state, name)
        for name in CharacterFile.__dataclass_fields__
        if name not in ("counters", "items")
    }
    return CharacterFile(
        **kept,
        counters={name: FileCounter(c.value, c.most, c.refill) for name, c in state.counters.items()},
        items=tuple(FileItem(e.name, e.enc, e.count, e.is_readied, e.tool) for e in state.items),
    )


class ImportCharacter(Action):
    """Bring in a character from a file"""

    player: Person | int = option("For game masters: who plays them", implied=oneself)
    character: CharacterFile = option("A file from /sov pc export", name="file", reads=CHARACTER_FILE.read)


class CharacterImported(Event):
    """A character joined from a file."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("{name} joins from a file, played by {player:@}.")
    name: str
    player: int


_BOUNDS: Mapping[str, tuple[int, int]] = {
    **{each.value: (LEAST_CHANGED, MOST_CHANGED) for each in Attribute},
    "level": (1, MOST_LEVEL),
    "max_hp": (1, MOST_HP),
    "hit_bonus": (-9, 9),
    "attack": (-MOST_NUMBER, MOST_NUMBER),
    "armor_class": (0, MOST_NUMBER),
    "initiative": (-MOST_NUMBER, MOST_NUMBER),
    "effort": (0, MOST_NUMBER),
    "xp": (0, MOST_XP),
    "coins": (0, 999_999),
}


def _require_sound(file: CharacterFile) -> None:
    """Raises RuleViolation for what a sheet can't be."""
    numbers = [(name, getattr(file, name), bounds) for name, bounds in _BOUNDS.items()]
    numbers += [(name, level, (LEAST_SKILL, MOST_SKILL)) for name, level in file.skills.items()]
    for name, value, (least, most) in numbers:
        if not least <= value <= most:
            raise refused(
                "import.number",
                "In the file {field} is {value}. It can be {least} to {most}.",
                field=name,
                value=value,
                least=least,
                most=most,
            )
    if unknown := [name for name in file.skills if name not in tuple(Skill)]:
        raise refused("import.skill", "The file has an unknown skill: {name:40}.", name=unknown[0])
    if file.hit_die not in HIT_DICE:
        raise refused("import.die", "In the file the HP die is d{n}. It can be d4 to d12.", n=file.hit_die)
    things = [(each.enc, each.count) for each in file.items]
    if any(not (0 <= enc <= MOST_ENC and 1 <= count <= MOST_NUMBER * 10) for enc, count in things):
        raise refused("import.item", "In the file a thing has an impossible weight or number.")
    if any(not 0 <= each.value <= each.most <= MOST_NUMBER for each in file.counters.values()):
        raise refused("import.counter", "In the file a counter is above its maximum, or above 99.")
    if len(file.items) > MOST_ITEMS or len(file.counters) > MOST_COUNTERS:
        raise refused(
            "import.too_much",
            "A character can have {items} things and {counters} counters; the file has more.",
            items=MOST_ITEMS,
            counters=MOST_COUNTERS,
        )


def character_of(world: World, player: int, file: CharacterFile) -> Character:
    """The character of a file, whole. Raises RuleViolation for what can't be."""
    _require_sound(file)
    kept: dict[str, Any] = {
        name: getattr(file, name)
        for name in CharacterFile.__dataclass_fields__
        if name not in ("counters", "items", "name", "title", "foci", "about", "skills")
    }
    return Character(
        free_name(world, file.name),
        player,
        one_line(file.title)[:TITLE_LENGTH],
        **kept,
        hp=file.max_hp,
        skills={name: level for name, level in file.skills.items() if level != LEAST_SKILL},
        foci=paragraphs(file.foci)[:PROSE_LENGTH],
        is_die_hard=knows_die_hard(file.foci),
        about=paragraphs(file.about)[:PROSE_LENGTH],
        counters={one_line(n)[:30]: Counter(c.value, c.most, c.refill) for n, c in file.counters.items()},
        items=tuple(
            Item(world.new_id(), one_line(e.name)[:NAME_LENGTH], e.enc, e.count, e.is_readied, e.tool)
            for e in file.items
        ),
    )


IMPORTED: Proposing[ImportCharacter] = Proposing(
    waits_for_approval,
    lambda _before, _after, brought: T("{name}, from a file").plain(name=brought.character.name),
)


@deed(
    "sov pc import",
    may=Permit.MEMBERS,
    scope=lambda brought: of_name(brought.character.name),
    previewed=True,
    proposed=IMPORTED,
)
def import_character(copy: WorkingCopy, action: ImportCharacter, dice: Dice) -> None:
    """Open the record. Raises UserError for a name in use, or what no sheet can hold."""
    require_their_player(copy.world, action.player)
    state = character_of(copy.world, action.player, action.character)
    for is_readied, room in ((False, state.stowed_room), (True, state.readied_room)):
        if (load := state.carried(is_readied=is_readied)) > room:
            raise refused(
                "import.load",
                "In the file {name} carries {load} enc {where}. Strength {strength} allows {room}.",
                name=state.name,
                load=load,
                where=T("Readied")() if is_readied else T("Stowed")(),
                strength=state.strength,
                room=room,
            )
    copy.open(CHARACTER, state)
    copy.tell(CharacterImported(state.name, action.player))
