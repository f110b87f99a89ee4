"""Which monsters are meant: of the library, as far as the asker may know of them, or made up with numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.desk import Choices, Desk
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Scenery, Shown
from bot.systems.adventuria.rules.fight import MOST_FOES, Combat, Named
from bot.systems.adventuria.rules.monsters import MONSTER
from bot.systems.adventuria.rules.state import NAME_LENGTH
from bot.systems.adventuria.words import fight_cards as words
from bot.ui.text import safe

# As long as what a suggestion stands for may be.
MOST_SUGGESTED = 100
USUAL = 1
# So many of one kind: "3 Rat", "3x Rat", "3 × Rat".
_SEVERAL = re.compile(r"([1-9])\s*[x×]?\s+(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Numbers:
    """What somebody typed of a monster that stands in no library."""

    arms: int | None = None
    magic: int | None = None
    vitae: int | None = None

    @property
    def are_there(self) -> bool:
        """Whether any was typed."""
        return any(each is not None for each in (self.arms, self.magic, self.vitae))

    @property
    def kind(self) -> Combat | None:
        """The kind of Combat that they speak of; with both attributes it is melee."""
        return Combat.MAGICAL if self.arms is None and self.magic is not None else Combat.MELEE

    def named(self, name: str) -> Named:
        """A monster of that name with them. Raises RuleViolation where one is missing."""
        if self.vitae is None or (self.arms is None and self.magic is None):
            raise RuleViolation(words.NUMBERS_MISSING)
        arms, magic = (USUAL if each is None else each for each in (self.arms, self.magic))
        return Named(name, arms, magic, self.vitae)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The monsters of one encounter: entries of the library, or made up."""

    entries: tuple[Shown, ...] = ()
    named: tuple[Named, ...] = ()
    kind: Combat | None = None

    @property
    def ids(self) -> tuple[RecordId, ...]:
        """The entries' ids."""
        return tuple(each.id for each in self.entries)


async def met(desk: Desk, interaction: Interaction, text: str, numbers: Numbers) -> Meeting:
    """The monsters of that text. Raises RuleViolation naming the one that isn't there."""
    if numbers.are_there:
        names = _pieces(text, None)
        return Meeting(named=tuple(map(numbers.named, names)), kind=numbers.kind)
    pieces = [piece.strip() for piece in (text, *text.split(","))]
    asked = {_counted(piece)[0] for piece in pieces} | set(pieces)
    wants = tuple(Want(MONSTER.name, text=each) for each in sorted(asked - {""}))
    seen = await desk.look(interaction, Scope(wants=wants))
    return Meeting(tuple(_named(seen, piece) for piece in _pieces(text, seen)))


def _pieces(text: str, seen: Scenery | None) -> list[str]:
    """One name for each monster; a name of the library may have a comma or a number itself."""
    if seen is not None and _found(seen, text):
        return [text]
    names: list[str] = []
    for piece in filter(None, map(str.strip, text.split(","))):
        name, count = (piece, 1) if seen is not None and _found(seen, piece) else _counted(piece)
        names += [name] * count
    if not names:
        raise RuleViolation(words.NO_MONSTER)
    if len(names) > MOST_FOES:
        raise RuleViolation(words.too_many(MOST_FOES, len(names)))
    return names


def _counted(piece: str) -> tuple[str, int]:
    several = _SEVERAL.fullmatch(piece.strip())
    return (several[2], int(several[1])) if several is not None else (piece.strip(), 1)


def _found(seen: Scenery, text: str) -> list[Shown]:
    name = text.strip().casefold()
    return [each for each in seen.all(MONSTER.name) if name in (each.title.casefold(), each.id)]


def _named(seen: Scenery, name: str) -> Shown:
    found = _found(seen, name)
    if len(found) != 1:
        raise RuleViolation(words.no_such_monster(safe(name, NAME_LENGTH)))
    return found[0]


async def suggested(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """What the last name may become, for an autocomplete.

    All are read and then filtered: a search that stops at 25 might find only hidden ones.
    """

    async def find() -> list[tuple[str, str]]:
        known = (await desk.look(interaction, Scope(wants=(Want(MONSTER.name),)))).all(MONSTER.name)
        head, comma, piece = typed.rpartition(",")
        near = piece.strip().casefold()
        begun = f"{head.strip()}, " if comma else ""
        meant = (each for each in known if near in each.title.casefold())
        found = ((begun + each.title, begun + _value(each)) for each in meant)
        return sorted((pair for pair in found if len(pair[1]) <= MOST_SUGGESTED), key=_by_name)

    return await desk.suggest(interaction, find)


def _value(monster: Shown) -> str:
    """Its name, which reads well behind a comma; its id where the name has a comma itself."""
    return str(monster.id) if "," in monster.title else monster.title


def _by_name(pair: tuple[str, str]) -> str:
    return pair[0].casefold()
