"""What a founding is made of: the actions behind its card. Nothing is charged until `Found`."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.system import RecordId

# The one step of a draft: its name, and that of its revision among those of a month's steps.
DRAFT = "found"


@dataclass(frozen=True, slots=True)
class BeginKingdom:
    """Draw up a new kingdom of that name."""

    name: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class ChooseAlignment:
    """Choose a kingdom's alignment, as "LG"; once it stands, that is a game master's change."""

    kingdom: RecordId
    alignment: str = ""


@dataclass(frozen=True, slots=True)
class AgreeTerms:
    """Say with how many BP it begins, and on whose terms. `tribute` is a Tribute's value."""

    kingdom: RecordId
    points: int = 0
    backing: str = ""
    sponsor: str = ""
    tribute: str = ""


@dataclass(frozen=True, slots=True)
class ChooseFirstHex:
    """Choose the hex it begins with: one of the map, or a new one of that terrain."""

    kingdom: RecordId
    hex: str = ""
    terrain: str = ""


@dataclass(frozen=True, slots=True)
class FoundKingdom:
    """Found it: the first hex is claimed, its site prepared, and what is left is the Treasury."""

    kingdom: RecordId
    # The capital's name; without one it is founded later. Its borders that are water, as "north, east".
    capital: str = ""
    borders: str = ""


@dataclass(frozen=True, slots=True)
class EndKingdom:
    """Take a kingdom out of play, or drop one that was only drawn up."""

    kingdom: RecordId
    reason: str = ""
