"""The longest messages about realms."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import (
    Alignment,
    Attribute,
    Backing,
    Border,
    Holiday,
    Improvement,
    Mark,
    Phase,
    Promotion,
    Role,
    Special,
    Stage,
    Stat,
    Step,
    Taxation,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.founding.rules import (
    FoundingChanged,
    KingdomBegun,
    KingdomEnded,
    KingdomFounded,
    KingdomRenamed,
)
from bot.systems.kingdom.land.state import LAND, Hex, Land
from bot.systems.kingdom.outcome import NUMBERS, AnarchyBegan, FiguresChanged, PhaseBegan, Shift
from bot.systems.kingdom.realm import KINGDOM, KingdomShown, Page
from bot.systems.kingdom.state import (
    MOST_POINTS,
    Army,
    Change,
    Edicts,
    Happening,
    Kingdom,
    Marked,
    Part,
    Rolled,
    Terms,
)
from bot.systems.kingdom.towns.state import TOWN, Town
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.scenes import CAMPAIGN, leader, month

BIG = 2**63 - 1
LONG_ID, LANDS = RecordId("r" * 30), RecordId("l" * 30)
NAME, LABEL, REASON = "*" * 60, "*" * 20, "*" * 100
ABOUT = "\n\n".join(["*" * 49] * 6)[:300]
AT_THE_TABLE = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))
TERMS = Terms(Backing.CONQUEST, NAME, MOST_POINTS, Tribute.TENTH, MOST_POINTS)
LEADERS = tuple(
    leader(role, BIG, 40, NAME, attributes=(Attribute.LOYALTY,), has_leadership=True) for role in Role
)
SPOTS = tuple(f"{q},{r}" for q in range(20) for r in range(10))
KINDS = tuple(Terrain)
MAP = Land(
    NAME,
    {
        spot: Hex(
            KINDS[n % len(KINDS)],
            f"{'*' * 16}{n:03}",
            specials=tuple(Special),
            improvements=tuple(Improvement),
            realm=LONG_ID,
        )
        for n, spot in enumerate(SPOTS)
    },
)
TOWNS = {RecordId(f"town-{n}"): Town(NAME, SPOTS[n], LANDS, LONG_ID, 0, 9, 99) for n in range(9)}
DRAFT = Kingdom(NAME, LANDS, Alignment.LAWFUL_GOOD, TERMS, home=7, leaders=LEADERS, first="0,0", about=ABOUT)
STANDING = replace(
    DRAFT,
    stage=Stage.STANDING,
    treasury=-MOST_POINTS,
    unrest=19,
    edicts=Edicts(Holiday.TWENTY_FOUR, Promotion.EXPANSIONIST, Taxation.OVERWHELMING),
    changes=tuple(Change(n, Stat.LOYALTY, -99, REASON[:60], since=99) for n in range(60)),
    armies=tuple(Army(NAME, 99) for _ in range(20)),
    happenings=tuple(Happening(n, "economic_boom", 99, is_continuous=True) for n in range(6)),
    settlements=tuple(TOWNS),
    capital=next(iter(TOWNS)),
    parts=tuple(Part(n, SPOTS[:9], 9) for n in range(2)),
    month=month(Phase.EVENT, Step.CONTINUING, number=99_999),
)
ROLLS = tuple(Rolled("stability", 20, -99, 250, is_success=False) for _ in range(20))
SKIPPED = tuple(Marked(step, Mark.SKIPPED, REASON) for step in Step if step is not Step.CLOSE)
FULL = replace(STANDING, month=replace(STANDING.month, rolls=ROLLS, marks=SKIPPED))
SHIFTS = tuple(Shift(name, -MOST_POINTS, MOST_POINTS) for name in NUMBERS)


def shown(state: Kingdom) -> RecordView:
    """The kingdom as everybody sees it."""
    return RecordView(
        LONG_ID, SYSTEM.name, KINGDOM.name, state.name, state, 1, None, tuple(waiting(LONG_ID, state))
    )


def records() -> dict[RecordId, RecordView]:
    """Its land and settlements."""
    found = {LANDS: RecordView(LANDS, SYSTEM.name, LAND.name, NAME, MAP, 1)}
    return found | {
        id_: RecordView(id_, SYSTEM.name, TOWN.name, NAME, town, 1) for id_, town in TOWNS.items()
    }


def post(state: Kingdom, *events: Any) -> Post:
    """A message about those events."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(RecordId("c" * 30), BIG, moment, BIG, BIG, SYSTEM.name, "Act", events, (), BIG, 1, BIG)
    return Post(AT_THE_TABLE, PUBLIC, entry, shown(state), records(), f"#{BIG}")


CHANGED = FiguresChanged(NAME, SHIFTS)
REALMS: dict[str, Post] = {
    "a kingdom begun": post(DRAFT, KingdomBegun(NAME)),
    "an alignment chosen": post(DRAFT, FoundingChanged(NAME, "alignment", "LG")),
    "terms agreed": post(DRAFT, FoundingChanged(NAME, "terms", "conquest")),
    "a first hex chosen": post(DRAFT, FoundingChanged(NAME, "hex", LABEL)),
    "a kingdom founded": post(
        replace(STANDING, month=month(Phase.BEFORE, number=1)),
        KingdomFounded(NAME, LABEL, 1, 12, MOST_POINTS, NAME, 3600, tuple(Border), Improvement.WATCHTOWER),
        CHANGED,
    ),
    "a kingdom renamed": post(STANDING, KingdomRenamed(NAME, NAME)),
    "a kingdom ended": post(replace(STANDING, stage=Stage.ENDED), KingdomEnded(NAME, REASON, 600, 40)),
    "a draft dropped": post(replace(DRAFT, stage=Stage.ENDED), KingdomEnded(NAME, REASON, was_draft=True)),
    "a phase and anarchy": post(
        STANDING,
        KingdomRenamed(NAME, NAME),
        CHANGED,
        PhaseBegan(NAME, 99_999, tuple(Phase)[1:]),
        AnarchyBegan(NAME, MOST_POINTS),
    ),
    "a draft shown": post(DRAFT, KingdomShown(NAME)),
    **{f"shown: {page.value}": post(FULL, KingdomShown(NAME, page)) for page in Page},
}
