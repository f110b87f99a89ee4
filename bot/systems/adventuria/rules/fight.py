"""A fight as it is kept: the monsters met, exchange after exchange, until it ends (A28 to A33, A40)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId
from bot.systems.adventuria.rules.effect import Fray
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.state import Attribute
from bot.systems.adventuria.rules.told import Told

MOST_FOES = 6


class Combat(StrEnum):
    """The two kinds of Combat (A28)."""

    MELEE = "melee"
    MAGICAL = "magical"

    @property
    def attribute(self) -> Attribute:
        """What each side adds to its die."""
        return Attribute.ARMS if self is Combat.MELEE else Attribute.MAGIC

    @property
    def fray(self) -> Fray:
        """How special rules name it."""
        return Fray.MELEE if self is Combat.MELEE else Fray.MAGICAL


class Order(StrEnum):
    """How several monsters fight, as the encounter says (A32)."""

    # The first that stands, until it has fallen.
    IN_TURN = "in_turn"
    # The player picks one before each exchange.
    CHOOSE = "choose"
    # All at once: the adventurer rolls once, each monster for itself, each pair is compared.
    TOGETHER = "together"


class Phase(StrEnum):
    """What a fight waits for; always its player."""

    # Which kind of Combat it is (Q11).
    KIND = "kind"
    # The first exchange; it may be left before only where the encounter says so.
    READY = "ready"
    # The dice are known, and something could still change them: use it, or let them stand.
    ROLLED = "rolled"
    # After an exchange: another of the same kind, or end (A30).
    AGAIN = "again"
    OVER = "over"


class FightEnd(StrEnum):
    """How a fight came to its end."""

    WON = "won"
    LEFT = "left"
    AVOIDED = "avoided"
    FELL = "fell"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Rolled:
    """One monster's side of an exchange, with the adventurer's: dice, and totals with all that is added."""

    foe: int
    own_die: int
    own_total: int
    foe_die: int
    foe_total: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What may still be used on dice that are known: a possession's rule, by its place among them."""

    possession: int
    effect: int
    name: str
    # The value of a Verb: a reroll, or to ignore wounds.
    verb: str
    to_foe: bool = False
    # The place of the monster whose die is rolled anew.
    foe: int | None = None
    # How many wounds are ignored; 0 is all.
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Fight:
    """An adventurer against monsters. What it uses of them was copied when it began."""

    adventurer: RecordId
    name: str
    player: int
    foes: tuple[Foe, ...]
    # None until the player has chosen.
    kind: Combat | None = None
    order: Order = Order.IN_TURN
    # The encounter's own instructions, for people.
    instructions: str = ""
    can_avoid: bool = False
    phase: Phase = Phase.READY
    revision: int = 1
    # How many exchanges were rolled.
    exchange: int = 0
    rolls: tuple[Rolled, ...] = ()
    answers: tuple[Answer, ...] = ()
    # Wounds of this exchange that an answer ignores; 0 is none, -1 all.
    ignoring: int = 0
    # Special rules that have done what they do once in a fight: bearer and place of the line.
    used: tuple[str, ...] = ()
    # Those that have acted in this exchange, or been used for the next one (A43).
    done: tuple[str, ...] = ()
    # The places of the monsters that fight in this exchange.
    engaged: tuple[int, ...] = ()
    end: FightEnd | None = None

    @property
    def combat(self) -> Combat:
        """The kind of Combat. Raises LookupError before it is chosen."""
        if self.kind is None:
            raise LookupError("the kind of this Combat is not chosen yet")
        return self.kind

    @property
    def standing(self) -> tuple[int, ...]:
        """The places of the monsters that stand."""
        return tuple(place for place, foe in enumerate(self.foes) if foe.is_standing)

    def closed(self) -> Fight:
        """The fight as it ends where the adventurer fell or left the game."""
        return self.over(FightEnd.FELL)

    def over(self, end: FightEnd) -> Fight:
        """The fight as it ends."""
        return replace(self, phase=Phase.OVER, end=end, answers=(), ignoring=0)


# -- actions ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A monster that the narrator makes up on the spot."""

    name: str
    arms: int
    magic: int
    vitae: int


@dataclass(frozen=True, slots=True)
class OpenFight:
    """Let an adventurer encounter monsters: of the library (one twice is two of them), or made up.

    `kind` None is what the first monster says.
    """

    adventurer: RecordId
    monsters: tuple[RecordId, ...] = ()
    named: tuple[Named, ...] = ()
    kind: Combat | None = None
    order: Order = Order.IN_TURN
    instructions: str = ""
    can_avoid: bool = False


@dataclass(frozen=True, slots=True)
class ChooseCombat:
    """Decide which kind of Combat it is, where the encounter leaves that open (Q11)."""

    fight: RecordId
    kind: Combat


@dataclass(frozen=True, slots=True)
class RollCombat:
    """Roll one exchange (A29); `foe` is the place of the monster, where it can be chosen."""

    fight: RecordId
    foe: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerRoll:
    """Use something on dice that are known: the place of the answer among those offered."""

    fight: RecordId
    answer: int


@dataclass(frozen=True, slots=True)
class LetStand:
    """Take the dice as they are."""

    fight: RecordId


@dataclass(frozen=True, slots=True)
class LeaveFight:
    """End it (A30), or avoid it before the first exchange where that is allowed."""

    fight: RecordId


@dataclass(frozen=True, slots=True)
class StopFight:
    """A narrator ends the fight, with a reason."""

    fight: RecordId
    reason: str


# -- events -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FightOpened:
    """Monsters were encountered, by their names."""

    name: str
    foes: tuple[str, ...]
    kind: Combat | None
    instructions: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class CombatChosen:
    """The player chose the kind of Combat."""

    name: str
    kind: Combat
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class CombatRolled:
    """The dice of an exchange, or one of them rolled anew by `answer`, while something can change them."""

    name: str
    kind: Combat
    exchange: int
    rolls: tuple[Rolled, ...]
    foes: tuple[str, ...]
    answer: str = ""
    # What special rules did before the dice fell.
    told: tuple[Told, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class CombatFought:
    """What an exchange came to: the dice, every change in its order, and XP for who fell."""

    name: str
    kind: Combat
    exchange: int
    rolls: tuple[Rolled, ...]
    # The monsters' names, in their places.
    foes: tuple[str, ...]
    told: tuple[Told, ...]
    answer: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class FightEnded:
    """A fight is over."""

    name: str
    foes: tuple[str, ...]
    end: FightEnd
    reason: str = ""
    audience: Audience = EVERYONE
