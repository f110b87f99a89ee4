"""What a narrator offers an adventurer: to take, to pay for, to choose, a quest (A14, A16, A18, A27)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId
from bot.systems.adventuria.rules.state import Possession, Quest, Ware
from bot.systems.adventuria.rules.told import Told

MOST_OPTIONS = 5
OPTION_LENGTH = 70
TEXT_LENGTH = 500
# A price of all the gold there is (Q9).
ALL_GOLD = -1


class OfferKind(StrEnum):
    """What is offered."""

    GAIN = "gain"
    PAY = "pay"
    CHOICE = "choice"
    QUEST = "quest"


class OfferEnd(StrEnum):
    """What came of it."""

    TAKEN = "taken"
    DECLINED = "declined"
    # The turn or the adventurer's days ended first.
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Price:
    """What is to be paid: gold, or one possession of that name (A16, A18)."""

    gold: int = 0
    ware: Ware | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer, with what it gives copied when it was made. A gift's number is given when it is gained."""

    adventurer: RecordId
    name: str
    player: int
    kind: OfferKind
    text: str = ""
    price: Price | None = None
    gold: int = 0
    gift: Possession | None = None
    quest: Quest | None = None
    options: tuple[str, ...] = ()
    end: OfferEnd | None = None
    # The option that was chosen.
    answer: str = ""
    revision: int = 1

    def closed(self) -> Offer:
        """The offer as it ends where the turn, or the adventurer's days, ended first."""
        return replace(self, end=OfferEnd.LAPSED)


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """Offer something to an adventurer. `thing` is an entry of the library, `called` a thing made up.

    `price` is gold (-1: all of it), `price_thing` the name of a possession to be given for it. `options` are
    divided by semicolons.
    """

    adventurer: RecordId
    kind: OfferKind
    text: str = ""
    thing: RecordId | None = None
    called: str = ""
    ware: Ware | None = None
    gold: int = 0
    price: int = 0
    price_thing: str = ""
    options: str = ""


@dataclass(frozen=True, slots=True)
class TakeOffer:
    """Take what is offered: gain it, pay for it, undertake the quest. `for_nothing`: see ruling Q9."""

    offer: RecordId
    for_nothing: bool = False


@dataclass(frozen=True, slots=True)
class DeclineOffer:
    """Don't."""

    offer: RecordId


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """Choose one of the options offered, by its place."""

    offer: RecordId
    option: int


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """A narrator takes an offer back."""

    offer: RecordId


@dataclass(frozen=True, slots=True)
class OfferMade:
    """Something was offered."""

    name: str
    title: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class OfferClosed:
    """An offer was taken, declined or withdrawn; what changed on the sheet by it."""

    name: str
    title: str
    end: OfferEnd
    answer: str = ""
    told: tuple[Told, ...] = ()
    # A narrator let it cost nothing (Q9).
    is_free: bool = False
    audience: Audience = EVERYONE
