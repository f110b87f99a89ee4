"""The longest messages about events, and what game masters set by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.play import Post
from bot.systems.kingdom.book import Attribute, Phase, Role, Stat, Step, Until
from bot.systems.kingdom.events.book import EVENTS as BOOK
from bot.systems.kingdom.events.book import BookEvent, Table
from bot.systems.kingdom.events.draws import Drawn, Fate
from bot.systems.kingdom.events.rules import (
    AdventurersHired,
    EventCancelled,
    EventPlaced,
    EventResolved,
    EventRolled,
    NumberPlaced,
    SourceCancelled,
    Struck,
)
from bot.systems.kingdom.outcome import FiguresChanged
from bot.systems.kingdom.state import Happening, Kingdom
from tests.systems.kingdom.months_posts import BIG, MOST, NAME, REASON, SHIFTS, long, post
from tests.systems.kingdom.scenes import ready

PLACE = "*" * 60
AT_ROLL = long(Phase.EVENT, Step.CONTINUING)
LONGEST = sorted(BOOK, key=lambda event: -len(BookEvent(event).meaning) - 50 * len(BOOK[event].outcomes))
# Every row of Table 4-7 that is rolled on, then a table, with every reroll that is let through.
CHAIN = ("natural_blessing", "good_weather", "bandit_activity", "squatters", "monster_attack", "vandals")
ROLLS = (
    *(Drawn(Table.KIND, 100, each, Fate.AND_AGAIN) for each in CHAIN),
    Drawn(Table.KIND, 96, Table.BAD_SETTLEMENT, Fate.ON),
    *(Drawn(Table.BAD_SETTLEMENT, 54, "localized_disaster", Fate.INVALID) for _ in range(4)),
    Drawn(Table.BAD_SETTLEMENT, 74, "sensational_crime", Fate.STRIKES),
)


def struck(*events: str) -> tuple[Struck, ...]:
    """Those events, each at the place of the longest name."""
    return tuple(Struck(number, each, PLACE) for number, each in enumerate(events, 1))


def under_way(*events: str) -> Kingdom:
    """The kingdom with those events, of which the outcomes are still to be told."""
    found = tuple(Happening(number, each, MOST, note=REASON) for number, each in enumerate(events, 1))
    return ready(replace(AT_ROLL, month=AT_ROLL.month.marked(Step.EVENT), happenings=found))


MANY = (*CHAIN, "sensational_crime")
TWO = tuple(LONGEST[:2])
ONE = Struck(1, "public_scandal", "*" * 40, Role.ROYAL_ENFORCER)
CHANGED = FiguresChanged(NAME, SHIFTS)

TOLD: dict[str, tuple[tuple[Any, ...], Kingdom]] = {
    "none": ((EventRolled(NAME, MOST, 100, 75),), AT_ROLL),
    "many": ((EventRolled(NAME, MOST, 1, 75, ROLLS, struck(*MANY)),), under_way(*MANY)),
    "two": ((EventRolled(NAME, MOST, 1, 75, ROLLS[-2:], struck(*TWO)),), under_way(*TWO)),
    "undecided": ((EventRolled(NAME, MOST, 1, 75, ROLLS[-3:-1], (), is_undecided=True),), AT_ROLL),
    "leader": ((EventRolled(NAME, MOST, 1, 75, ROLLS[-1:], (ONE,)),), under_way("public_scandal")),
    "resolved": ((EventResolved(NAME, LONGEST[0], PLACE, "*" * 300, goes_on=True),), AT_ROLL),
    "hired": ((AdventurersHired(NAME, Attribute.STABILITY, "6+", 10, 16), CHANGED), AT_ROLL),
    "placed": ((EventPlaced(NAME, MOST, struck(LONGEST[0])[0], REASON),), under_way(LONGEST[0])),
    "cancelled": ((EventCancelled(NAME, LONGEST[0], PLACE, REASON, was_new=True),), AT_ROLL),
    "number": (
        (NumberPlaced(NAME, "stability_checks", -MOST, REASON, Until.EVENT, (100,) * 20), CHANGED),
        AT_ROLL,
    ),
    "source": ((SourceCancelled(NAME, Stat.STABILITY_CHECKS, -MOST, REASON, REASON), CHANGED), AT_ROLL),
}

EVENTS: dict[str, Post] = {
    f"event {name}": post(*each, actor=1, on_behalf_of=BIG) for name, each in TOLD.items()
}
