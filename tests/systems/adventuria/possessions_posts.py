"""The longest messages about possessions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER, steps
from bot.systems.adventuria.possessions.rules import Discarded, PaidOut, PossessionUsed
from bot.systems.adventuria.state import MOST_GOLD, SCENE_LENGTH, Adventurer, How, Told, What
from tests.systems.adventuria.scenes import CAMPAIGN, bran

BIG = 2**63 - 1
BRAN, NAME = RecordId("b" * 30), "*" * 60
WAYS = tuple(f"{'*' * 59}{number}" for number in range(10))
TURN = replace(
    bran(), name=NAME, player=BIG, gold=MOST_GOLD, location=NAME, scene="*" * SCENE_LENGTH, ways=WAYS
)
# A thing has eight special rules at most.
TOLD = (
    Told(What.SPELL, How.SPENT, NAME),
    *(Told(What.WOUNDS, before=99, after=1, by=NAME, whose=NAME) for _ in range(8)),
    *(Told(What.FOE, How.LOST, NAME) for _ in range(6)),
)
PAID = (
    Told(What.ITEM, How.PAID, NAME),
    *(Told(What(each), before=99, after=1) for each in ("arms", "magic", "craft", "vitae")),
)


def post(event: Any, state: Adventurer = TURN) -> Post:
    """A message about that event, in the midst of a turn."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(RecordId("a" * 20), BIG, moment, BIG, BIG, SYSTEM.name, "Act", (event,), (), BIG, 1, BIG)
    waiting = tuple(steps(BRAN, state))
    shown = RecordView(BRAN, SYSTEM.name, ADVENTURER.name, NAME, state, 1, state.player, waiting)
    at_the_table = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))
    return Post(at_the_table, PUBLIC, entry, shown, {}, f"#{BIG}")


POSSESSIONS: dict[str, Post] = {
    "used": post(PossessionUsed(NAME, NAME, foe=NAME, changes=TOLD)),
    "used, with its text": post(PossessionUsed(NAME, NAME, "*" * 1000, changes=TOLD[:1])),
    "discarded": post(Discarded(NAME, changes=PAID)),
    "paid": post(PaidOut(NAME, changes=PAID)),
}
