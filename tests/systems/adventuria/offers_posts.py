"""The longest messages about offers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.prose import PROSE_LENGTH
from bot.engine.system import RecordId
from bot.play import Post, RecordView
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.offers.rules import (
    ALL_GOLD,
    KIND,
    Offer,
    OfferClosed,
    OfferEnd,
    OfferKind,
    OfferMade,
    Price,
    title,
)
from bot.systems.adventuria.state import (
    MOST_GOLD,
    Adventurer,
    Gain,
    Manner,
    Possession,
    Quest,
    Subject,
    Told,
    Ware,
)
from tests.systems.adventuria import posts
from tests.systems.adventuria.posts import BIG, NAME, shown
from tests.systems.adventuria.scenes import bran

BRAN, DEAL = RecordId("b" * 30), RecordId("d" * 30)
TEXT = "*" * 500
# As much as the library holds of one thing.
LINE = "use: foe magic -20 in magic until combat on 5-6 spent"
THING = Possession(0, Ware.SPELL, NAME, read_effects("\n".join([LINE] * 8)), "*" * PROSE_LENGTH)
HOLDER = replace(bran(), name=NAME, player=BIG, gold=MOST_GOLD, quest=Quest(NAME))
WAITING = replace(HOLDER, possessions=(replace(THING, number=1),), gains=(Gain(replace(THING, number=2)),))


def _offer(kind: OfferKind, **parts: Any) -> Offer:
    return Offer(BRAN, NAME, BIG, kind, TEXT, **parts)


BARGAIN = _offer(OfferKind.PAY, price=Price(name=NAME), gold=MOST_GOLD, gift=THING)
OPEN = {
    "gift": _offer(OfferKind.GAIN, gold=MOST_GOLD, gift=THING),
    "bargain": BARGAIN,
    "all the gold": _offer(OfferKind.PAY, price=Price(ALL_GOLD), gift=THING),
    "choice": _offer(OfferKind.CHOICE, options=tuple(f"{'*' * 69}{n}" for n in range(5))),
    "quest": _offer(OfferKind.QUEST, quest=Quest(NAME, TEXT)),
}
TOLD = (
    Told(Subject.ITEM, Manner.PAID, NAME),
    Told(Subject.GOLD, Manner.GAINED, before=0, after=MOST_GOLD),
    Told(Subject.SPELL, Manner.WAITS, NAME),
    *(Told(Subject(each), before=99, after=1) for each in ("arms", "magic", "craft", "vitae")),
)
CLOSED = OfferClosed(NAME, title(BARGAIN), OfferEnd.TAKEN, changes=TOLD)
CHOSEN = OfferClosed(NAME, title(OPEN["choice"]), OfferEnd.TAKEN, "*" * 70)


def post(event: Any, subject: RecordView, holder: Adventurer = HOLDER) -> Post:
    """A message about that event."""
    return posts.post(subject, event, records=(shown(holder, BRAN),), on_behalf_of=BIG)


OFFERS: dict[str, Post] = {
    **{
        f"offer of a {name}": post(OfferMade(NAME, title(each)), shown(each, DEAL, KIND))
        for name, each in OPEN.items()
    },
    "offer taken": post(CLOSED, shown(replace(BARGAIN, end=OfferEnd.TAKEN), DEAL, KIND)),
    "offer taken without room": post(CLOSED, shown(WAITING, BRAN), WAITING),
    "option chosen": post(CHOSEN, shown(replace(OPEN["choice"], end=OfferEnd.TAKEN), DEAL, KIND)),
}
