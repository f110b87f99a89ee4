"""A challenge as it is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.systems.second_kingdom.rules.state import Note, Virtue


class Level(StrEnum):
    """How an attempt ended (K9 to K12)."""

    FAILURE = "failure"
    PARTIAL = "partial"
    FULL = "full"
    EXCEPTIONAL = "exceptional"


@dataclass(frozen=True, slots=True)
class Roll:
    """How a challenge was rolled."""

    conviction: int
    dice: tuple[int, ...]
    successes: int
    level: Level


@dataclass(frozen=True, slots=True)
class Terms:
    """What a roll is measured by; `rating` is None where it is hidden."""

    virtue: Virtue
    score: int
    rating: int | None


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
    # The entry that changed what is rolled, or rolled it, if one did: buttons from before are stale then,
    # also where that was undone and done anew.
    revision: int = 1
    # Who opposes it (Q22), by name.
    opponent: str = ""
    # What its player would have as setback or advantage.
    proposal: str = ""

    @property
    def terms(self) -> Terms:
        """What it is rolled by, as everybody may know it."""
        return Terms(self.virtue, self.score, None if self.is_hidden else self.rating)

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


def handed_over(state: Challenge, player: int, of: RecordId) -> Challenge:
    """The challenge as its hero's new player has it; one that is over stays with who played it."""
    is_over = state.status in (Status.SETTLED, Status.WITHDRAWN)
    return state if is_over or of != state.hero else replace(state, player=player)
