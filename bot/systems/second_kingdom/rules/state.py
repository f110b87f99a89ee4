"""Heroes and challenges as they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.engine.people import Viewer
from bot.engine.system import RecordId

LOWEST, HIGHEST = 1, 10


class Virtue(StrEnum):
    """A hero's three virtues (K4)."""

    COURAGE = "courage"
    PRUDENCE = "prudence"
    TEMPERANCE = "temperance"


class Level(StrEnum):
    """How an attempt ended (K9 to K12)."""

    FAILURE = "failure"
    PARTIAL = "partial"
    FULL = "full"
    EXCEPTIONAL = "exceptional"


class NoteKind(StrEnum):
    """What a partial or exceptional success leaves behind (K10, K12)."""

    SETBACK = "setback"
    ADVANTAGE = "advantage"


@dataclass(frozen=True, slots=True)
class Note:
    """A setback or advantage, told at the hero's next challenge (ruling Q21)."""

    kind: NoteKind
    text: str
    challenge: RecordId


@dataclass(frozen=True, slots=True)
class Hero:
    """A player's hero. Virtues are 1 to 10; conviction is never below 0; counters are free (Q25)."""

    name: str
    player: int
    courage: int
    prudence: int
    temperance: int
    conviction: int = 0
    notes: tuple[Note, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)

    def score(self, virtue: Virtue) -> int:
        """The hero's value in that virtue."""
        return {
            Virtue.COURAGE: self.courage,
            Virtue.PRUDENCE: self.prudence,
            Virtue.TEMPERANCE: self.temperance,
        }[virtue]


@dataclass(frozen=True, slots=True)
class Roll:
    """How a challenge was rolled."""

    conviction: int
    dice: tuple[int, ...]
    successes: int
    level: Level


class Status(StrEnum):
    """Where a challenge stands."""

    OPEN = "open"
    ROLLED = "rolled"
    SETTLED = "settled"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge for one hero.

    The virtue's score is copied when it opens: a later edit of the sheet can't change a roll under
    way. `rating` is None only in the view of those it is hidden from (Q4).
    """

    hero: RecordId
    hero_name: str
    player: int
    action: str
    virtue: Virtue
    score: int
    rating: int | None
    is_hidden: bool = False
    notes: tuple[Note, ...] = ()
    status: Status = Status.OPEN
    roll: Roll | None = None
    consequence: Note | None = None

    @property
    def true_rating(self) -> int:
        """The rating, for the rules. Raises LookupError in a view it is hidden from."""
        if self.rating is None:
            raise LookupError("this view of the challenge has no rating")
        return self.rating


def challenge_view(state: Challenge, viewer: Viewer) -> Challenge:
    """The challenge without its rating, where that is the game master's secret."""
    if state.is_hidden and not viewer.is_game_master:
        return replace(state, rating=None)
    return state


def handed_over(state: Challenge, player: int) -> Challenge:
    """The challenge as its hero's new player has it; one that is over stays with who played it."""
    is_over = state.status in (Status.SETTLED, Status.WITHDRAWN)
    return state if is_over else replace(state, player=player)
