"""A challenge as it is kept, what is done and told about it, and what its dice mean (K3 to K13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from bot.engine.declare import Action
from bot.engine.dice.odds import Distribution, die
from bot.engine.event import Event
from bot.engine.parts import Unlisted, again_as, as_one, person, quoted, short
from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.second_kingdom.state import HIGHEST, NOTES, Note, NoteKind, Virtue, some


class Level(Labelled):
    """How an attempt ended (K9 to K12), and what that means."""

    FAILURE = "failure", "Failure", "The attempt goes wrong for the hero."
    PARTIAL = (
        "partial",
        "Partially achieved",
        "It works, but at a price: a setback to be felt later.",
    )
    FULL = "full", "Fully achieved", "It works, no more and no less."
    EXCEPTIONAL = (
        "exceptional",
        "Exceptionally achieved",
        "It works, and better than hoped: an advantage that pays off later.",
    )


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


def against(virtue: Virtue, score: int, rating: int | None, spent: int = 0) -> Safe:
    """A virtue, with the conviction spent on it, and what it must hold against."""
    return T("{virtue} {score}{raised} against {rating}")(
        virtue=virtue,
        score=score,
        raised=T(" + {spent} = {sum}")(spent=spent, sum=score + spent) if spent else "",
        rating=T("a hidden rating")() if rating is None else T("rating {rating}")(rating=rating),
    )


class Status(Labelled):
    """Where a challenge stands."""

    OPEN = "open", "not rolled yet"
    ROLLED = "rolled", "rolled; setback or advantage to be written"
    SETTLED = "settled", "over"
    WITHDRAWN = "withdrawn", "withdrawn"


# How an undo says that a challenge stands so again.
_AGAIN = {
    Status.OPEN: T("open again, to be rolled"),
    Status.ROLLED: T("waiting for its setback or advantage again"),
    Status.SETTLED: T("over again"),
    Status.WITHDRAWN: T("withdrawn again"),
}


def _stands_again(status: str) -> Safe:
    return _AGAIN[Status(status)]()


def _roll(roll: Mapping[str, Any]) -> Safe:
    return T("{level} ({dice:,})")(level=Level(roll["level"]), dice=roll["dice"])


def _consequence(note: Mapping[str, Any]) -> Safe:
    return short(note["text"])


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge for one hero.

    The virtue's score is copied when it opens: a later edit of the sheet can't change a roll under
    way. `rating` is None only in the view of those it is hidden from (Q4).
    """

    hero: Unlisted[RecordId]
    hero_name: Unlisted[str]
    player: Annotated[int, T("player"), person]
    action: Annotated[str, T("action"), short]
    virtue: Annotated[Virtue, T("virtue"), short]
    score: Annotated[int, T("score")]
    rating: Annotated[int | None, T("rating")]
    is_hidden: Annotated[bool, T("hiding of the rating")] = False
    notes: Annotated[tuple[Note, ...], T("notes of earlier challenges"), NOTES] = ()
    status: Annotated[Status, again_as(_stands_again)] = Status.OPEN
    roll: Annotated[Roll | None, T("roll"), as_one(_roll)] = None
    consequence: Annotated[Note | None, T("consequence"), as_one(_consequence)] = None
    # The entry that changed what is rolled, or rolled it, if one did: buttons from before are stale then,
    # also where that was undone and done anew.
    revision: Unlisted[int] = 1
    # Who opposes it (Q22), by name.
    opponent: Annotated[str, T("opponent"), short] = ""
    # What its player would have as setback or advantage.
    proposal: Annotated[str, T("player's proposal"), quoted] = ""

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


# -- What is done about a challenge, and what is told of it ------------------------------------------------


def opened(heroes: Sequence[str], action: str, virtue: Virtue, rating: int | None, opponent: str) -> Safe:
    """Challenges were set; a rating of None is hidden."""
    return T("Challenge for {heroes:,}: {action} ({virtue:lower}, rating {rating}{opposed}).")(
        heroes=some(heroes),
        action=action,
        virtue=virtue,
        rating=T("hidden") if rating is None else rating,
        opposed=T(", opposed by {opponent}")(opponent=opponent) if opponent else "",
    )


class OfChallenge(Event):
    """Something about what a hero attempts."""

    hero_name: str
    player: int
    action: str


class ChallengeOpened(OfChallenge):
    """A challenge waits for its player; `rating` is None where it is hidden."""

    virtue: Virtue
    rating: int | None
    opponent: str = ""

    def sentence(self) -> Safe:
        """What it asks for."""
        return opened((self.hero_name,), self.action, self.virtue, self.rating, self.opponent)


class OnChallenge(Action):
    """An action on a challenge."""

    challenge: RecordId


class RollChallenge(OnChallenge):
    """The player rolls, spending conviction or none (K5 to K12)."""

    conviction: int = 0


class RollChallengeFor(OnChallenge):
    """A game master rolls for a player who is away; conviction is the player's alone to spend (Q29)."""


class ChallengeRolled(OfChallenge):
    """The dice fell; `by` is the game master who rolled in the player's place."""

    concerns: ClassVar[tuple[str, ...]] = ("replaced",)
    virtue: Virtue
    score: int
    rating: int | None
    roll: Roll
    conviction_before: int
    conviction_after: int
    by: int | None = None

    @property
    def replaced(self) -> int | None:
        """The player, where somebody else rolled."""
        return self.player if self.by is not None else None

    def sentence(self) -> Safe:
        """The level, the dice and what was spent."""
        spent = self.roll.conviction
        return T("{hero}, {action}: {level:lower} ({dice:,}{spent}).{by}")(
            hero=self.hero_name,
            action=self.action,
            level=self.roll.level,
            dice=self.roll.dice,
            spent=T("; {n} conviction spent")(n=spent) if spent else "",
            by=T(" {by:@} rolled.")(by=self.by) if self.by is not None else "",
        )


class EditChallenge(OnChallenge):
    """The game master changes virtue and rating before the roll; a form hands both over as they are named."""

    virtue: str = ""
    rating: int = 0


class ChallengeEdited(OfChallenge):
    """What a challenge is rolled by has changed."""

    before: Terms
    after: Terms

    def sentence(self) -> T | Safe:
        """From what to what, as far as everybody may know it."""
        if self.before == self.after:
            return T("The challenge for {hero_name} has a new hidden rating: {action}.")
        before, after = self.before, self.after
        return T("The challenge for {hero} changed from {before} to {after}: {action}.")(
            hero=self.hero_name,
            before=against(before.virtue, before.score, before.rating),
            after=against(after.virtue, after.score, after.rating),
            action=self.action,
        )


class WithdrawChallenge(OnChallenge):
    """The game master takes a challenge back before any die fell (Q28)."""


class ProposeConsequence(OnChallenge):
    """The player says what the setback or advantage could be; a game master decides (Q21)."""

    text: str = ""


class ConsequenceProposed(Event):
    """A setback or advantage was proposed."""

    says = T("{kind:upper} proposed for {hero_name}: {text:prose}")
    hero_name: str
    player: int
    kind: NoteKind
    text: str


class WriteConsequence(OnChallenge):
    """The game master says what the setback or advantage is (K10, K12)."""

    text: str = ""


class LetBe(OnChallenge):
    """The game master leaves a partial or exceptional success without consequence."""


# -- Challenge rolls: the pool, conviction, and what the dice mean (K3 to K13) -----------------------------


SIDES = 10
MOST_CONVICTION = 3
EXCEPTIONAL = 3


def pool(score: int, rating: int, conviction: int = 0) -> int:
    """How many dice: one, and one more for each point of virtue above the rating (K5, K6)."""
    return 1 + max(0, score + conviction - rating)


def most_conviction(score: int, held: int) -> int:
    """The most conviction that counts on one roll: 3, up to a virtue of 10, and what is held (K6, Q1)."""
    return max(0, min(MOST_CONVICTION, HIGHEST - score, held))


def successes_of(face: int) -> int:
    """What one die is worth: 8 and 9 one success, 10 two (K8)."""
    return 2 if face == SIDES else int(face >= 8)


def successes(dice: Sequence[int]) -> int:
    """The successes of a pool of dice (K8)."""
    return sum(successes_of(face) for face in dice)


def level(count: int) -> Level:
    """What that many successes achieve (K9 to K12)."""
    levels = (Level.FAILURE, Level.PARTIAL, Level.FULL, Level.EXCEPTIONAL)
    return levels[min(count, EXCEPTIONAL)]


@dataclass(frozen=True, slots=True)
class Chances:
    """What a roll with that much conviction comes to; `buys_die`: whether the last point adds a die."""

    conviction: int
    dice: int
    levels: dict[Level, Fraction]
    buys_die: bool = True


def chances(score: int, rating: int, conviction: int = 0) -> Chances:
    """The exact chance of each level (K5 to K12), and whether the last conviction buys a die (Q3)."""
    dice = pool(score, rating, conviction)
    buys = conviction == 0 or dice > pool(score, rating, conviction - 1)
    return Chances(conviction, dice, pool_chances(dice), buys)


def pool_chances(dice: int) -> dict[Level, Fraction]:
    """The exact chance of each level for that many dice (K8 to K12)."""
    outcomes: Distribution[Level] = die(SIDES).map(successes_of).repeat(dice).map(level)
    return {each: outcomes.chance(each) for each in Level}


def all_chances(score: int, rating: int, held: int) -> tuple[Chances, ...]:
    """The chances for every amount of conviction that counts, none first."""
    return tuple(chances(score, rating, spent) for spent in range(most_conviction(score, held) + 1))
