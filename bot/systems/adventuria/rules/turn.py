"""The turn's actions and events (A46 to A48): begun, told, ended; camp between them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId
from bot.systems.adventuria.rules.told import Told


@dataclass(frozen=True, slots=True)
class StartTurn:
    """Begin the turn, at the top of the location."""

    adventurer: RecordId


@dataclass(frozen=True, slots=True)
class Narrate:
    """Tell what happens in the turn, and where it may end: one place a line, or divided by semicolons.

    An empty part leaves what was said before.
    """

    adventurer: RecordId
    text: str = ""
    ways: str = ""
    # The turn that it is written for, where a form was open for long.
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn; the next begins at `location`, one of the ways told."""

    adventurer: RecordId
    location: str


@dataclass(frozen=True, slots=True)
class MakeCamp:
    """Pause between two turns (A48)."""

    adventurer: RecordId


@dataclass(frozen=True, slots=True)
class WakeUp:
    """Go on after camping."""

    adventurer: RecordId


@dataclass(frozen=True, slots=True)
class MoveAdventurer:
    """Send an adventurer elsewhere, as an encounter, spell, item or ally does (A47)."""

    adventurer: RecordId
    location: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RollForPage:
    """Throw one or two dice that the text asks for, and say for what."""

    adventurer: RecordId
    purpose: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn began there."""

    name: str
    turn: int
    location: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SceneTold:
    """The narrator told what happens, and where the turn may end."""

    name: str
    location: str
    text: str
    ways: tuple[str, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn ended; the next begins there. `lapsed` are offers that nobody took."""

    name: str
    turn: int
    location: str
    next_location: str
    lapsed: tuple[str, ...] = ()
    # Attributes that changed as what lasted for the turn is over.
    told: tuple[Told, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class CampMade:
    """An adventurer camps."""

    name: str
    location: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class WokeUp:
    """An adventurer goes on."""

    name: str
    location: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AdventurerMoved:
    """An adventurer was sent elsewhere."""

    name: str
    before: str
    after: str
    reason: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class PageDiceRolled:
    """Dice that the text asked for."""

    name: str
    purpose: str
    dice: tuple[int, ...]
    audience: Audience = EVERYONE
