"""The longest messages about months and their Upkeep."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import XP_LOTS, XP_SIZES, Attribute, Phase, Role, Step
from bot.systems.kingdom.land.state import LAND
from bot.systems.kingdom.month.rules import (
    ConsumptionPaid,
    Grievance,
    Milestone,
    MonthClosed,
    OrderEnforced,
    StabilityRolled,
    StandInRolled,
    UnrestSettled,
)
from bot.systems.kingdom.outcome import (
    NUMBERS,
    ORDER,
    AnarchyBegan,
    FiguresChanged,
    KingdomFrozen,
    KingdomThawed,
    MonthOpened,
    PhaseBegan,
    Shift,
    StepOver,
    StepsSkipped,
    StoreSpoiled,
)
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.sources import Result
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.scenes import CAMPAIGN, LANDS, everybody, land, month, ready, tarn

BIG = 2**63 - 1
LONG_ID, NAME, REASON = RecordId("r" * 30), "*" * 60, "*" * 100
MOST = 999_999
PLAYED = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))
FAILED = Result(Attribute.STABILITY, 1, MOST, 1, is_success=False, unrest=MOST)
SHIFTS = tuple(Shift(number, -MOST, MOST) for number in NUMBERS)
EVERY_MILESTONE = (
    Milestone("capital", 0, 1200),
    *(Milestone("size", size, xp) for size, xp in XP_SIZES),
    *(Milestone("lots", lots, xp) for lots, xp in XP_LOTS),
)
# All that adds to Unrest at once.
AMISS = tuple(
    Grievance(what, 4)
    for what in ("economy", "loyalty", "stability", "ruler", "councilor", "high_priest", "spymaster")
)


def long(phase: Phase, *over: Step, **changes: Any) -> Kingdom:
    """A kingdom of the longest name in that phase, with all that may wait in it then."""
    made = month(phase, *over, number=MOST)
    return ready(tarn(name=NAME, leaders=everybody(BIG), month=made, treasury=MOST, **changes))


OPENED, UPKEEP = long(Phase.BEFORE), long(Phase.UPKEEP, unrest=19)
EDICT, INCOME = long(Phase.EDICT), long(Phase.INCOME)
AT_UNREST = long(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION, unrest=19, lapses=())
ENFORCING = long(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION, Step.UNREST, unrest=19)
ANARCHY = replace(UPKEEP, is_in_anarchy=True)
FROZEN = replace(UPKEEP, frozen=REASON)

TOLD: dict[str, tuple[tuple[Any, ...], Kingdom]] = {
    "opened": ((MonthOpened(NAME, MOST), PhaseBegan(NAME, MOST, (Phase.UPKEEP,))), UPKEEP),
    "stability": ((StabilityRolled(NAME, FAILED, 4, 0, 4), FiguresChanged(NAME, SHIFTS)), AT_UNREST),
    "consumption": ((ConsumptionPaid(NAME, MOST, MOST, -MOST, 2), FiguresChanged(NAME, SHIFTS)), AT_UNREST),
    "nothing to pay": ((ConsumptionPaid(NAME, 0, -MOST, -MOST, 2, MOST, MOST),), AT_UNREST),
    "fed by Granaries": (
        (ConsumptionPaid(NAME, MOST, MOST, 0, 0, -MOST, MOST), StoreSpoiled(NAME, MOST, MOST)),
        AT_UNREST,
    ),
    "unrest": ((UnrestSettled(NAME, AMISS), FiguresChanged(NAME, SHIFTS)), ENFORCING),
    "anarchy": ((UnrestSettled(NAME, AMISS), AnarchyBegan(NAME, MOST)), ANARCHY),
    "stand-in": ((StandInRolled(NAME, Role.CONSORT, FAILED, 1), FiguresChanged(NAME, SHIFTS)), ENFORCING),
    "enforcer": ((OrderEnforced(NAME, FAILED, -1), FiguresChanged(NAME, SHIFTS)), EDICT),
    "finished": ((StepOver(NAME, Step.SETTLEMENTS), PhaseBegan(NAME, MOST, (Phase.INCOME,))), INCOME),
    "skipped": ((StepOver(NAME, Step.STAND_IN, is_skipped=True, reason=REASON),), EDICT),
    "many skipped": ((StepsSkipped(NAME, ORDER, Step.CLOSE, REASON), FiguresChanged(NAME, SHIFTS)), INCOME),
    "frozen": ((KingdomFrozen(NAME, REASON),), FROZEN),
    "thawed": ((KingdomThawed(NAME, was_in_anarchy=False, reason=REASON),), INCOME),
    "restored": (
        (KingdomThawed(NAME, was_in_anarchy=True, reason=REASON), FiguresChanged(NAME, SHIFTS)),
        INCOME,
    ),
    "closed": ((MonthClosed(NAME, MOST, EVERY_MILESTONE, MOST), FiguresChanged(NAME, SHIFTS)), OPENED),
    "fallen": ((MonthClosed(NAME, MOST, EVERY_MILESTONE, MOST, has_fallen=True),), OPENED),
}


def shown(state: Kingdom) -> RecordView:
    """The kingdom as everybody sees it."""
    waits = tuple(waiting(LONG_ID, state))
    return RecordView(LONG_ID, SYSTEM.name, KINGDOM.name, state.name, state, 1, None, waits)


def post(events: tuple[Any, ...], state: Kingdom, actor: int = BIG, on_behalf_of: int | None = None) -> Post:
    """A message about those events."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(
        RecordId("c" * 30), BIG, moment, actor, BIG, SYSTEM.name, "Act", events, (), BIG, 1, on_behalf_of
    )
    lands = RecordView(LANDS, SYSTEM.name, LAND.name, "The lands", land(), 1)
    return Post(PLAYED, PUBLIC, entry, shown(state), {LANDS: lands}, f"#{BIG}")


MONTHS: dict[str, Post] = {
    f"month {name}": post(*each, actor=1, on_behalf_of=BIG) for name, each in TOLD.items()
}
