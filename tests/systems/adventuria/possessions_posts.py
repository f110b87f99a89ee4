"""The longest messages about possessions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.prose import PROSE_LENGTH
from bot.play import Post
from bot.systems.adventuria.possessions.rules import Discarded, PaidOut, PossessionUsed
from bot.systems.adventuria.state import MOST_GOLD, Manner, Subject, Told
from tests.systems.adventuria import posts
from tests.systems.adventuria.posts import BIG, NAME
from tests.systems.adventuria.scenes import bran

WAYS = tuple(f"{'*' * 59}{number}" for number in range(10))
TURN = replace(
    bran(), name=NAME, player=BIG, gold=MOST_GOLD, location=NAME, scene="*" * PROSE_LENGTH, ways=WAYS
)
# A thing has eight special rules at most.
TOLD = (
    Told(Subject.SPELL, Manner.SPENT, NAME),
    *(Told(Subject.WOUNDS, before=99, after=1, by=NAME, whose=NAME) for _ in range(8)),
    *(Told(Subject.FOE, Manner.LOST, NAME) for _ in range(6)),
)
PAID = (
    Told(Subject.ITEM, Manner.PAID, NAME),
    *(Told(Subject(each), before=99, after=1) for each in ("arms", "magic", "craft", "vitae")),
)


def post(event: Any) -> Post:
    """A message about that event, in the midst of a turn."""
    return posts.post(posts.shown(TURN), event, on_behalf_of=BIG)


POSSESSIONS: dict[str, Post] = {
    "used": post(PossessionUsed(NAME, NAME, foe=NAME, changes=TOLD)),
    "used, with its text": post(PossessionUsed(NAME, NAME, "*" * PROSE_LENGTH, changes=TOLD[:1])),
    "discarded": post(Discarded(NAME, changes=PAID)),
    "paid": post(PaidOut(NAME, changes=PAID)),
}
