"""The longest messages about leaders."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Attribute, Phase, Role, Task
from bot.systems.kingdom.leaders.offices import AttributesChosen, DaysSet, ProxySet, StoodIn, TaskAssigned
from bot.systems.kingdom.leaders.rules import (
    Departure,
    LeaderAssigned,
    LeaderDied,
    LeaderEdited,
    LeaderResigned,
    LeadersSwitched,
)
from bot.systems.kingdom.outcome import NUMBERS, FiguresChanged, Shift
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.sources import Result
from bot.systems.kingdom.state import LEADER_LENGTH
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.scenes import CAMPAIGN, everybody, month, tarn

BIG, MOST = 2**63 - 1, 999_999
LONG_ID, NAME, LEADER = RecordId("r" * 30), "*" * 60, "*" * LEADER_LENGTH
EVERY = tuple(Attribute)
FAILED = Result(Attribute.LOYALTY, 20, -MOST, MOST, is_success=False, unrest=MOST)
LEFT = Departure(Role.RULER, LEADER, 2, FAILED, MOST, is_until_upkeep=True, to=Role.GRAND_DIPLOMAT)
REPLACED = replace(LEFT, role=Role.HIGH_PRIEST, to=None)
# A new Ruler, who has all three attributes to choose, in a phase whose steps are all open.
STATE = tarn(
    name=NAME,
    leaders=everybody(BIG),
    ruler_choices=3,
    month=replace(month(Phase.EDICT, number=MOST), in_any_order=True),
)
SHIFTS = FiguresChanged(NAME, tuple(Shift(each, -MOST, MOST) for each in NUMBERS))
TOLD: dict[str, Any] = {
    "assigned": LeaderAssigned(NAME, Role.HIGH_PRIEST, LEADER, BIG, 99, EVERY, REPLACED),
    "married": LeaderAssigned(NAME, Role.RULER, LEADER, BIG, 99, EVERY, is_married=True),
    "edited": LeaderEdited(NAME, Role.GRAND_DIPLOMAT, LEADER, -5, 99, LEADER, BIG),
    "resigned": LeaderResigned(NAME, replace(LEFT, to=None)),
    "switched": LeadersSwitched(NAME, (LEFT, replace(LEFT, role=Role.HIGH_PRIEST))),
    "died": LeaderDied(NAME, Role.GRAND_DIPLOMAT, LEADER, at_once=True, first=MOST, last=MOST),
    "days": DaysSet(NAME, Role.GRAND_DIPLOMAT, LEADER, 0, is_vacant=True),
    "stood in": StoodIn(NAME, Role.CONSORT, LEADER, is_checked=True),
    "chosen": AttributesChosen(NAME, Role.SPYMASTER, LEADER, 99, EVERY),
    "task": TaskAssigned(NAME, Task.TREASURY, tuple(Role)),
    "proxy": ProxySet(NAME, BIG, is_on=True),
}


def _post(event: Any) -> Post:
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    shown = RecordView(
        LONG_ID, SYSTEM.name, KINGDOM.name, NAME, STATE, 1, None, tuple(waiting(LONG_ID, STATE))
    )
    events = (event, SHIFTS)
    entry = Entry(
        RecordId("c" * 30), BIG, moment, 1, BIG, SYSTEM.name, "Act", events, (), BIG, 1, on_behalf_of=BIG
    )
    return Post(replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG)), PUBLIC, entry, shown, {}, f"#{BIG}")


LEADERS: dict[str, Post] = {f"leader {name}": _post(event) for name, event in TOLD.items()}
