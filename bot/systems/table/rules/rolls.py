"""What a roll came to, in the form that is kept: short however many dice it had, and in nobody's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.dice.notation import Roll
from bot.engine.dice.throwing import Fallen, Pool, Result
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Viewer
from bot.engine.system import Kind
from bot.systems.table.words import dice as words

DROPPED, REROLLED, EXPLODED, COUNTS_AS, SUCCESS, FAILURE = "~", "r", "!", ">", "+", "-"


class Secrecy(StrEnum):
    """Who sees a roll; the values are those of the campaign's setting."""

    PUBLIC = "public"
    GAME_MASTERS = "gm"
    ME = "me"
    HIDDEN = "hidden"

    def audience(self, roller: int) -> Audience:
        """Who may see the dice and the total."""
        if self is Secrecy.PUBLIC:
            return EVERYONE
        if self is Secrecy.HIDDEN:
            return GAME_MASTERS
        return Audience(everyone=False, person=roller, with_game_masters=self is Secrecy.GAME_MASTERS)


@dataclass(frozen=True, slots=True)
class Handful:
    """One group of dice as typed, `4d6kh3`, and how it fell: a word for each die.

    A word is the face, `>` and what it counts as where that differs, then `!` for exploded, `r` for
    rerolled or `~` for dropped, and where successes count `+` for each, `-` for one that takes one off.
    """

    text: str
    dice: str
    total: int
    is_count: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of the whole roll: groups of dice, numbers, operators and parentheses, and the total."""

    total: int
    parts: tuple[str | Handful, ...]
    is_count: bool = False


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that was made: by whom, of what, what for, and its throws."""

    roller: int
    expression: str
    label: str
    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class SecretRoll:
    """A roll that not everybody saw: its entry, where it would have stood, and the entry that revealed it."""

    rolled: Rolled
    secrecy: Secrecy
    entry: int
    place: int
    revealed_in: int | None = None


def kept(roll: Roll, roller: int, label: str, results: tuple[Result, ...]) -> Rolled:
    """What is kept of a roll."""
    throws = (Throw(each.total, tuple(map(_part, each.parts)), each.is_count) for each in results)
    return Rolled(roller, roll.expression, roll.label or label, tuple(throws))


def _part(part: str | Pool) -> str | Handful:
    if isinstance(part, str):
        return part
    words = " ".join([_word(die, is_count=part.is_count) for die in part.dice])
    return Handful(part.text, words, part.total, part.is_count)


def _word(die: Fallen, *, is_count: bool) -> str:
    return str(die.face) + "".join(_marks(die, is_count=is_count))


def _marks(die: Fallen, *, is_count: bool) -> Iterator[str]:
    if die.value != die.face:
        yield f"{COUNTS_AS}{die.value}"
    if die.is_exploded:
        yield EXPLODED
    if not die.is_kept:
        yield REROLLED if die.is_rerolled else DROPPED
    if is_count and die.worth:
        yield SUCCESS * die.worth if die.worth > 0 else FAILURE


def may_reveal(roll: SecretRoll, viewer: Viewer) -> bool:
    """Whether this person may show it to everybody: whose own it is, or a game master who sees it."""
    if roll.revealed_in is not None:
        return False
    return viewer.user == roll.rolled.roller if roll.secrecy is Secrecy.ME else viewer.is_game_master


def view(roll: SecretRoll, viewer: Viewer) -> SecretRoll | None:
    """Once revealed it is everybody's."""
    if roll.revealed_in is not None or roll.secrecy.audience(roll.rolled.roller).includes(viewer):
        return roll
    return None


# Its title is told to whoever names the record by a button: it says nothing of the roll.
ROLL: Kind[SecretRoll] = Kind(
    "roll", SecretRoll, title=lambda _: words.A_SECRET_ROLL, owner=lambda roll: roll.rolled.roller, view=view
)
