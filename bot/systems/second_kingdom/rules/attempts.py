"""What is done about a challenge, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.people import EVERYONE, GAME_MASTERS, Audience
from bot.engine.system import RecordId
from bot.systems.second_kingdom.rules.challenge import Roll, Terms
from bot.systems.second_kingdom.rules.state import NoteKind, Virtue


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """The game master sets a challenge for a hero (K3).

    Left out, the rating is the opponent's score in that virtue (Q22).
    """

    hero: RecordId
    action: str
    virtue: Virtue
    rating: int | None = None
    is_hidden: bool = False
    opponent: RecordId | None = None


@dataclass(frozen=True, slots=True)
class ChallengeOpened:
    """A challenge waits for its player; `rating` is None where it is hidden."""

    hero_name: str
    player: int
    action: str
    virtue: Virtue
    rating: int | None
    opponent: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RatingHidden:
    """What only the game masters know of a challenge."""

    hero_name: str
    action: str
    rating: int
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class RollChallenge:
    """The player rolls, spending conviction or none (K5 to K12)."""

    challenge: RecordId
    conviction: int = 0


@dataclass(frozen=True, slots=True)
class RollChallengeFor:
    """A game master rolls for a player who is away; conviction is the player's alone to spend (Q29)."""

    challenge: RecordId


@dataclass(frozen=True, slots=True)
class ChallengeRolled:
    """The dice fell; `by` is the game master who rolled in the player's place."""

    hero_name: str
    player: int
    action: str
    virtue: Virtue
    score: int
    rating: int | None
    roll: Roll
    conviction_before: int
    conviction_after: int
    by: int | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class EditChallenge:
    """The game master changes virtue and rating before the roll; a form hands both over as they are named."""

    challenge: RecordId
    virtue: str = ""
    rating: int = 0


@dataclass(frozen=True, slots=True)
class ChallengeEdited:
    """What a challenge is rolled by has changed."""

    hero_name: str
    player: int
    action: str
    before: Terms
    after: Terms
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class WithdrawChallenge:
    """The game master takes a challenge back before any die fell (Q28)."""

    challenge: RecordId


@dataclass(frozen=True, slots=True)
class ChallengeWithdrawn:
    """A challenge was taken back."""

    hero_name: str
    action: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ProposeConsequence:
    """The player says what the setback or advantage could be; a game master decides (Q21)."""

    challenge: RecordId
    text: str = ""


@dataclass(frozen=True, slots=True)
class ConsequenceProposed:
    """A setback or advantage was proposed."""

    hero_name: str
    player: int
    kind: NoteKind
    text: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class WriteConsequence:
    """The game master says what the setback or advantage is (K10, K12)."""

    challenge: RecordId
    text: str = ""


@dataclass(frozen=True, slots=True)
class ConsequenceWritten:
    """A setback or advantage was written, or let be (`text` is empty then)."""

    hero_name: str
    kind: NoteKind
    text: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class LetBe:
    """The game master leaves a partial or exceptional success without consequence."""

    challenge: RecordId
