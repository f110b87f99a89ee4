"""What is rolled, as the table writes it: “DEX/Sneak”, “Physical save +2”, “2 in 6”, “40%”, “no roll”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self, TypeVar

from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.saying import NOTHING, Clause, Label, Name
from bot.engine.text import T, refused
from bot.engine.words import plain_signs
from bot.errors import UserError
from bot.systems.sovereign.book import (
    CHECK_DICE,
    CHECK_SIDES,
    CHECK_TARGET,
    OPPOSED_BASE,
    SAVE_SIDES,
    Attribute,
    Save,
    Skill,
    chance_of,
    is_saved,
    saving_chance,
)
from bot.systems.sovereign.state import Character

MOST_BONUS, MOST_TARGET = 20, 30
TEXT_LENGTH = 40
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Check:
    """2d6, skill and modifier against a target (S17); an opponent's modifier makes it 8 and that (S20)."""

    attribute: Attribute
    skill: Skill
    target: int = CHECK_TARGET
    bonus: int = 0
    opponent: int | None = None

    @property
    def text(self) -> str:
        """The check as it is typed."""
        against = ""
        if self.opponent is not None:
            against = f" vs {self.opponent:+d}"
        elif self.target != CHECK_TARGET:
            against = f" {self.target}"
        return f"{self.attribute.name}/{self.skill.texts[0]}{against}{_signed(self.bonus)}"

    @property
    def spelled(self) -> str:
        """The same with its target, also where that is the usual one."""
        is_usual = self.opponent is None and self.target == CHECK_TARGET
        return (
            f"{self.attribute.name}/{self.skill.texts[0]} {self.target}{_signed(self.bonus)}"
            if is_usual
            else self.text
        )

    @property
    def said(self) -> Clause:
        """The check as a card shows it, with its target."""
        return Clause(
            T("{attribute}/{skill}{bonus} against {target}"),
            attribute=Name(self.attribute.name),
            skill=Label(self.skill),
            bonus=_added(self.bonus),
            target=self.target,
        )

    @property
    def difficulty(self) -> int:
        """What has to be rolled above skill and modifier."""
        return self.target - self.bonus

    def chance(self, who: Character) -> Fraction:
        """How likely they reach it; no result counts by itself."""
        return chance_of(self.target, self.adds(who))

    def adds(self, who: Character) -> int:
        """All that is added to the dice."""
        return who.adds(self.attribute, self.skill) + self.bonus

    def roll(self, who: Character, dice: Dice, *, more: int = 0, is_secret: bool = False) -> Fall:
        """Roll it, with what a group adds."""
        faces = dice.roll(CHECK_DICE, CHECK_SIDES, reason=self.text, secret=is_secret)
        total = sum(faces) + self.adds(who) + more
        return Fall(faces, self.adds(who) + more, self.target, total >= self.target)


@dataclass(frozen=True, slots=True)
class Saving:
    """A saving throw: d20 and a bonus against the bearer's own target (S11)."""

    save: Save
    bonus: int = 0

    @property
    def text(self) -> str:
        """The saving throw as it is typed."""
        return f"{self.save.texts[0]}{_signed(self.bonus)}"

    @property
    def said(self) -> Clause:
        """The saving throw as a card shows it."""
        return Clause(T("{save}{bonus}"), save=Label(self.save), bonus=_added(self.bonus))

    @property
    def difficulty(self) -> int:
        """How hard the save is, next to other saves: its bonus makes it easier."""
        return -self.bonus

    def chance(self, who: Character) -> Fraction:
        """How likely they save: 5 % to 95 % (Q5)."""
        return saving_chance(who.save(self.save), self.bonus)

    def roll(self, who: Character, dice: Dice, *, more: int = 0, is_secret: bool = False) -> Fall:
        """Roll it."""
        faces = dice.roll(1, SAVE_SIDES, reason=self.text, secret=is_secret)
        bonus, target = self.bonus + more, who.save(self.save)
        return Fall(faces, bonus, target, is_saved(faces[0], target, bonus))


@dataclass(frozen=True, slots=True)
class Chance:
    """So many in 6, or percent, whoever tries (S3)."""

    hits: int
    of: int

    @property
    def text(self) -> str:
        """The chance as it is typed."""
        return f"{self.hits}%" if self.of == 100 else f"{self.hits} in {self.of}"

    @property
    def said(self) -> Clause:
        """The chance as a card shows it."""
        if self.of == 100:
            return Clause(T("{hits}%"), hits=self.hits)
        return Clause(T("{hits} in {of}"), hits=self.hits, of=self.of)

    @property
    def difficulty(self) -> int:
        """How hard the roll is, next to others of this sort: more hits make it easier."""
        return -self.hits

    def chance(self, _who: Character) -> Fraction:
        """How likely it comes about."""
        return Fraction(self.hits, self.of)

    def roll(self, _who: Character, dice: Dice, *, more: int = 0, is_secret: bool = False) -> Fall:
        """Roll the chance: low numbers are good."""
        faces = dice.roll(1, self.of, reason=self.text, secret=is_secret)
        return Fall(faces, 0, self.hits, faces[0] <= self.hits)


@dataclass(frozen=True, slots=True)
class NoRoll:
    """Nothing to roll: it can't fail, or costs little (S3)."""

    text: str = "no roll"
    difficulty: int = 0

    @property
    def said(self) -> Clause:
        """The act without a roll as a card shows it."""
        return Clause(T("no roll"))

    def chance(self, _who: Character) -> Fraction:
        """Certainty: without a roll it always comes about."""
        return Fraction(1)

    def roll(self, _who: Character, dice: Dice, *, more: int = 0, is_secret: bool = False) -> Fall:
        """A result without dice."""
        return Fall((), 0, 0, is_success=True)


Means = Check | Saving | Chance | NoRoll


@dataclass(frozen=True, slots=True)
class Fall:
    """The dice as they fell, what was added, and what comes of it."""

    faces: tuple[int, ...]
    bonus: int
    target: int
    is_success: bool

    @property
    def total(self) -> int:
        """The sum of the dice and what is added."""
        return sum(self.faces) + self.bonus


class Diced(Event):
    """Somebody's roll as it fell, whatever it was for."""

    name: str
    roll: str
    faces: tuple[int, ...]
    bonus: int
    target: int
    is_success: bool

    @classmethod
    def fell(cls, name: str, means: Means, fall: Fall, /, **more: Any) -> Self:
        """What is told of a roll by that means; what else there is to it by name."""
        return cls(name, means.text, fall.faces, fall.bonus, fall.target, fall.is_success, **more)

    @property
    def dice(self) -> Clause:
        """The dice with what is added, and what they come to."""
        return dice_said(self.roll, self.faces, self.bonus, self.target)


def dice_said(roll: str, faces: Sequence[int], bonus: int, target: int) -> Clause:
    """The dice with what is added, and what they come to."""
    means = known(roll)
    fell = ", ".join(map(str, faces))
    if len(faces) == CHECK_DICE:
        fell = f"{CHECK_DICE}d{CHECK_SIDES} ({fell})"
    if bonus:
        fell = f"{fell} {'+' if bonus > 0 else '−'} {abs(bonus)}"
    total = sum(faces) + bonus
    if not isinstance(means, Chance) and fell != str(total):
        fell = f"{fell} = {total}"
    if isinstance(means, Saving):
        return Clause(T("{fell}, needs {target}"), fell=Name(fell), target=target)
    return Clause(T("{fell}"), fell=Name(fell))


def _signed(bonus: int) -> str:
    return f" {bonus:+d}" if bonus else ""


def _added(bonus: int) -> Clause:
    return Clause(T(" {bonus:+}"), bonus=bonus) if bonus else NOTHING


# -- read -----------------------------------------------------------------------------------------------

_CHECK = re.compile(
    r"(?P<attribute>[a-z]+)\s*/\s*(?P<skill>[a-z]+)"
    r"(?:\s+(?P<vs>vs\.?|against)(?:\s*(?P<opponent>[+-]?\s*[0-9]{1,2}))?|\s+(?P<target>[0-9]{1,2})\+?)?"
    r"(?:\s*(?P<bonus>[+-]\s*[0-9]{1,2}))?",
    re.ASCII,
)
_SAVE = re.compile(r"(?P<save>[a-z]+)(?:\s+save)?(?:\s*(?P<bonus>[+-]\s*[0-9]{1,2}))?", re.ASCII)
_IN_SIX = re.compile(r"([0-9])\s*-?\s*in\s*-?\s*6", re.ASCII)
_PERCENT = re.compile(r"([0-9]{1,3})\s*%", re.ASCII)
NONE = ("no roll", "none", "no", "-")


def read(text: str) -> Means:
    """What somebody wrote. Raises RuleViolation saying how it is written."""
    typed = " ".join(plain_signs(text).casefold().split())
    if typed in NONE:
        return NoRoll()
    if (found := _PERCENT.fullmatch(typed)) and 1 <= int(found[1]) <= 99:
        return Chance(int(found[1]), 100)
    if (found := _IN_SIX.fullmatch(typed)) and 1 <= int(found[1]) <= 5:
        return Chance(int(found[1]), 6)
    means = _check(typed) or _saving(typed)
    if means is None:
        raise refused(
            "roll.unread",
            "“{text:40}” is no roll. Write a check like DEX/Sneak, DEX/Sneak 12 or DEX/Sneak vs +1, a save "
            "like Physical +2, 2 in 6, 40%, or “no roll”.",
            text=text,
        )
    return means


def known(text: str) -> Means | None:
    """What an entry keeps; None where an earlier version wrote it otherwise."""
    try:
        return read(text)
    except UserError:
        return None


def said(text: str) -> Clause:
    """A roll as it stands on a card; one that is written otherwise by now, as it was written."""
    means = known(text)
    return means.said if means is not None else Clause(T("{text}"), text=Name(text))


def _check(typed: str) -> Check | None:
    found = _CHECK.fullmatch(typed)
    if found is None:
        return None
    attribute = _only([each for each in Attribute if each.value.startswith(found["attribute"])])
    skill = _only([each for each in Skill if each.value.startswith(found["skill"])])
    if attribute is None or skill is None:
        return None
    bonus, opponent = _whole(found["bonus"]), None
    target = int(found["target"] or CHECK_TARGET)
    if found["vs"] is not None:
        # An opponent of whom nobody says more adds nothing (Q9).
        opponent = _whole(found["opponent"])
        target = OPPOSED_BASE + opponent
    _require_bounds(bonus, target)
    return Check(attribute, skill, target, bonus, opponent)


def _saving(typed: str) -> Saving | None:
    found = _SAVE.fullmatch(typed)
    save = _only([each for each in Save if found and each.value.startswith(found["save"])])
    if found is None or save is None:
        return None
    bonus = _whole(found["bonus"])
    _require_bounds(bonus, CHECK_TARGET)
    return Saving(save, bonus)


def _only(found: Sequence[Found]) -> Found | None:
    return found[0] if len(found) == 1 else None


def _whole(text: str | None) -> int:
    return int(text.replace(" ", "")) if text else 0


def _require_bounds(bonus: int, target: int) -> None:
    if abs(bonus) > MOST_BONUS or not -MOST_BONUS <= target <= MOST_TARGET:
        raise refused(
            "roll.bounds",
            "A bonus can be −{bonus} to +{bonus}, and a target {target} at most.",
            bonus=MOST_BONUS,
            target=MOST_TARGET,
        )


# -- suggested ------------------------------------------------------------------------------------------

# Which attribute a skill usually goes with comes first.
USUAL = (
    "DEX/Sneak", "WIS/Notice", "STR/Exert", "DEX/Exert", "INT/Know", "INT/Heal", "DEX/Heal", "INT/Magic",
    "STR/Brawl", "DEX/Shoot", "STR/Stab", "DEX/Stab", "CON/Exert",
)  # fmt: skip


def every() -> Iterator[Means]:
    """All that can be suggested: saves and the usual pairs first."""
    saves = [Saving(save) for save in Save]
    usual = [read(text) for text in USUAL]
    yield from (*usual, *saves, Chance(1, 6), Chance(2, 6), Chance(3, 6), NoRoll())
    pairs = (Check(attribute, skill) for attribute in Attribute for skill in Skill)
    yield from (each for each in pairs if each not in usual)
