"""The longest messages about offers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER, OFFER
from bot.systems.adventuria.adventurer import steps as adventurer_steps
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.offers.rules import (
    ALL_GOLD,
    Offer,
    OfferClosed,
    OfferEnd,
    OfferKind,
    OfferMade,
    Price,
    steps,
    title,
)
from bot.systems.adventuria.state import MOST_GOLD, Gain, How, Possession, Quest, Told, Ware, What
from tests.systems.adventuria.scenes import CAMPAIGN, bran

BIG = 2**63 - 1
BRAN, DEAL = RecordId("b" * 30), RecordId("d" * 30)
NAME, TEXT = "*" * 60, "*" * 500
# As much as the library holds of one thing.
LINE = "use: foe magic -20 in magic until combat on 5-6 spent"
THING = Possession(0, Ware.SPELL, NAME, read_effects("\n".join([LINE] * 8)), "*" * 1000)
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
    Told(What.ITEM, How.PAID, NAME),
    Told(What.GOLD, How.GAINED, before=0, after=MOST_GOLD),
    Told(What.SPELL, How.WAITS, NAME),
    *(Told(What(each), before=99, after=1) for each in ("arms", "magic", "craft", "vitae")),
)
CLOSED = OfferClosed(NAME, title(BARGAIN), OfferEnd.TAKEN, changes=TOLD)
CHOSEN = OfferClosed(NAME, title(OPEN["choice"]), OfferEnd.TAKEN, "*" * 70)


def _shown(offer: Offer) -> RecordView:
    waiting = tuple(steps(DEAL, offer))
    is_archived = offer.end is not None
    return RecordView(DEAL, SYSTEM.name, OFFER, NAME, offer, 1, offer.player, waiting, is_archived)


def _holder(state: Any) -> RecordView:
    waiting = tuple(adventurer_steps(BRAN, state))
    return RecordView(BRAN, SYSTEM.name, ADVENTURER.name, NAME, state, 1, state.player, waiting)


def post(event: Any, subject: RecordView, holder: Any = HOLDER) -> Post:
    """A message about that event."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(RecordId("a" * 20), BIG, moment, BIG, BIG, SYSTEM.name, "Act", (event,), (), BIG, 1, BIG)
    at_the_table = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))
    return Post(at_the_table, PUBLIC, entry, subject, {BRAN: _holder(holder)}, f"#{BIG}")


OFFERS: dict[str, Post] = {
    **{f"offer of a {name}": post(OfferMade(NAME, title(each)), _shown(each)) for name, each in OPEN.items()},
    "offer taken": post(CLOSED, _shown(replace(BARGAIN, end=OfferEnd.TAKEN))),
    "offer taken without room": post(CLOSED, _holder(WAITING), WAITING),
    "option chosen": post(CHOSEN, _shown(replace(OPEN["choice"], end=OfferEnd.TAKEN))),
}
