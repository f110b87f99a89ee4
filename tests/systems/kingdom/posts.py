"""The longest messages of kingdoms: every event at its longest, under kingdoms that have most to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import PUBLIC
from bot.engine.record import Kind
from bot.engine.system import RecordId
from bot.play import Entry, Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import (
    XP_LOTS,
    XP_SIZES,
    Alignment,
    Attribute,
    Backing,
    BuildingType,
    Holiday,
    Improvement,
    ItemKind,
    Mark,
    MonthStep,
    Number,
    Phase,
    Promotion,
    Role,
    Special,
    Stage,
    Stat,
    Taxation,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.events.book import EVENTS as BOOK
from bot.systems.kingdom.events.book import BookEvent, Does
from bot.systems.kingdom.events.rules import EventRolled, Struck
from bot.systems.kingdom.events.verbs import EffectDone
from bot.systems.kingdom.founding.rules import KingdomShown, Page
from bot.systems.kingdom.land.edits import MOST_TOLD
from bot.systems.kingdom.land.files import MOST_ODD
from bot.systems.kingdom.land.giving import MOST_NAMED, MOST_TOWNS
from bot.systems.kingdom.land.maps import MapShown, SettlementShown
from bot.systems.kingdom.land.state import LAND, Hex, Land, spot_at
from bot.systems.kingdom.month.edicts import LevelSet
from bot.systems.kingdom.month.income import Yield
from bot.systems.kingdom.month.rules import Grievance, Milestone
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.sources import NUMBERS, Shift
from bot.systems.kingdom.state import (
    MOST_POINTS,
    ActiveEvent,
    Army,
    Change,
    CutOff,
    Edicts,
    Kingdom,
    Marked,
    Rolled,
    Terms,
)
from bot.systems.kingdom.steps import STEPS
from bot.systems.kingdom.towns.files import MOST_STRANGE
from bot.systems.kingdom.towns.state import TOWN, Town, Ware
from bot.systems.kingdom.towns.wrecking import BuildingRef
from tests.longest import BIG, MARK, MOST, Longest
from tests.systems.kingdom.item_scenes import market
from tests.systems.kingdom.scenes import CAMPAIGN, LANDS, hold, leader, month, ready, waiting
from tests.systems.kingdom.town_scenes import built

NAME, REASON = MARK * 60, MARK * 100
LONG_ID = RecordId("r" * 30)
AT_THE_TABLE = replace(CAMPAIGN, players=(*CAMPAIGN.players, BIG))
EXPLAINED = sorted(BOOK, key=lambda event: -len(BookEvent(event).meaning) - 50 * len(BOOK[event].outcomes))

STOOD = (BuildingRef(BuildingType.MAGICAL_STREETLAMPS, "50:C3+D3+C4+D4"),) * 12
SAYS = Longest(
    {
        "hex": 20, "spot": 20, "hexes": 20, "label": 20, "place": "50:C3+D3+C4+D4", "leader": 40,
        "former": 40, "reason": 100, "note": 100, "notes": 300, "secret": 300, "outcome": 300, "source": 100,
        "Struck.place": 60, "EventResolved.place": 60, "EventCancelled.place": 60, "phases": tuple(Phase)[1:],
        "what": "alignment", "value": "LG", "event": EXPLAINED[0], "row": "natural_blessing", "die": 100,
    "Changed.dice": (6,) * 12, "Changed.number": Number.STABILITY_CHECKS,
        "BuildingDedicated.building": BuildingType.CATHEDRAL, "blessing": (Attribute.STABILITY,) * 2,
        "deeds": (
            EffectDone(Does.RUIN, "W" * 60, 99, STOOD, more=9),
            EffectDone(Does.DAMAGE, "W" * 60, stood=STOOD),
        ),
        # Each of a phase's steps asks one person.
        "PhaseEnded.cut": tuple((BIG, (step,)) for step in STEPS[Phase.EDICT]),
        "levels": "6+", "number": "stability_checks", "centre": None, "person": BIG, "player": BIG,
        "unset": ("holiday", "promotion", "taxation"), "count": 600, "chance": 75, "shifts": (),
        "EdictsSet.levels": (
            LevelSet("holiday", "24", "12"),
            LevelSet("promotion", "aggressive", "expansionist"),
            LevelSet("taxation", "heavy", "overwhelming"),
        ),
        "grievances": tuple(
            Grievance(what, 4)
            for what in ("economy", "loyalty", "stability", "ruler", "councilor", "high_priest", "spymaster")
        ),
        "milestones": (
            Milestone("capital", 0, 1200),
            *(Milestone("size", size, xp) for size, xp in XP_SIZES),
            *(Milestone("lots", lots, xp) for lots, xp in XP_LOTS),
        ),
        "FiguresChanged.shifts": tuple(Shift(number, -MOST_POINTS, MOST_POINTS) for number in NUMBERS),
        "Bereft.shifts": tuple(Shift(number, -MOST_POINTS, MOST_POINTS) for number in NUMBERS),
        "resources": tuple(
            Yield(each, MOST, MOST)
            for each in (Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL, BuildingType.FOUNDRY)
        ),
    },
    counts={
        "sights": MOST_TOLD, "HexesGiven.hexes": MOST_NAMED, "HexesLost.hexes": 600, "towns": MOST_TOWNS,
        "odd": MOST_ODD, "strange": MOST_STRANGE, "offers": 100, "moves": 2, "losers": 9, "cities": 3,
        "items": 7, "dice": 20, "rolls": 10, "also": 20, "alone": 20, "struck": 1, "checks": 3,
    },
)  # fmt: skip

# -- what they stand under ------------------------------------------------------------------------------

SPOTS = tuple(spot_at(number % 25, number // 25) for number in range(600))
FULL_HEX = Hex(
    Terrain.MOUNTAINS,
    MARK * 16,
    specials=tuple(Special),
    improvements=tuple(Improvement),
    is_revealed=True,
    realm=LONG_ID,
)
MAP = Land(NAME, {spot: replace(FULL_HEX, label=f"{MARK * 16}{n:03}") for n, spot in enumerate(SPOTS)})
TOWNS = {RecordId(f"town-{n}"): Town(NAME, SPOTS[n], LANDS, LONG_ID, 0, 9, 99) for n in range(9)}
STALL: Town = replace(
    market("university A1+B1+A2+B2", wares={1: tuple(Ware(n, ItemKind.WONDROUS_ITEM) for n in range(6))}),
    name=NAME,
    kingdom=LONG_ID,
)
FULL_TOWN = [
    f"exotic_artisan {district}:{column}{row}"
    for district in range(47, 51)
    for column in "ABCDEF"
    for row in range(1, 7)
]
DRAFT = Kingdom(
    NAME,
    LANDS,
    Alignment.LAWFUL_GOOD,
    Terms(Backing.CONQUEST, NAME, MOST_POINTS, Tribute.TENTH, MOST_POINTS),
    home=7,
    leaders=tuple(
        leader(role, BIG, 40, NAME, attributes=(Attribute.LOYALTY,), has_leadership=True) for role in Role
    ),
    first="0,0",
    about="\n\n".join([MARK * 49] * 6)[:300],
)
STANDING = replace(
    DRAFT,
    stage=Stage.STANDING,
    treasury=-MOST_POINTS,
    unrest=19,
    edicts=Edicts(Holiday.TWENTY_FOUR, Promotion.EXPANSIONIST, Taxation.OVERWHELMING),
    changes=tuple(Change(n, Stat.LOYALTY, -99, REASON[:60], since=99) for n in range(60)),
    armies=tuple(Army(NAME, 99) for _ in range(20)),
    happenings=tuple(ActiveEvent(n, "economic_boom", 99, is_continuous=True) for n in range(6)),
    settlements=tuple(TOWNS),
    capital=next(iter(TOWNS)),
    parts=tuple(CutOff(n, SPOTS[:9], 9) for n in range(2)),
    month=month(Phase.EVENT, MonthStep.CONTINUING, number=MOST),
)
FULL = replace(
    STANDING,
    month=replace(
        STANDING.month,
        rolls=tuple(Rolled("stability", 20, -99, 250, is_success=False) for _ in range(20)),
        marks=tuple(Marked(step, Mark.SKIPPED, REASON) for step in MonthStep if step is not MonthStep.CLOSE),
    ),
)
# Of everything that may wait, as much as there can be at once.
BUSY = ready(
    replace(
        STANDING,
        ruler_choices=3,
        emptied=1,
        parts=tuple(CutOff(number, (f"-99,{number}",), 1, place=MARK * 20) for number in range(1, 9)),
        month=replace(month(Phase.EDICT, number=MOST), in_any_order=True),
    )
)


def phased(phase: Phase) -> Kingdom:
    """At the beginning of that phase."""
    return ready(replace(STANDING, parts=(), month=month(phase, number=MOST)))


def under_way(*events: str) -> Kingdom:
    """With those events, of which the outcomes are still to be told."""
    found = tuple(ActiveEvent(number, each, MOST, note=REASON) for number, each in enumerate(events, 1))
    at_roll = replace(
        STANDING, parts=(), month=month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, number=MOST)
    )
    return ready(replace(at_roll, happenings=found))


# -- posts ------------------------------------------------------------------------------------------------


def view(kind: Kind[Any], state: Any, id_: RecordId = LONG_ID, steps: Any = ()) -> RecordView:
    """That record as everybody sees it."""
    return RecordView(id_, SYSTEM.name, kind.name, NAME, state, 1, None, tuple(steps))


def shown(state: Kingdom) -> RecordView:
    """The kingdom as everybody sees it."""
    return replace(view(KINGDOM, state, steps=waiting(LONG_ID, state)), title=state.name)


RECORDS = {LANDS: view(LAND, MAP, LANDS)} | {id_: view(TOWN, each, id_) for id_, each in TOWNS.items()}
STALLS = {
    RecordId("t" * 30): view(TOWN, STALL, RecordId("t" * 30), waiting(RecordId("t" * 30), STALL, TOWN.name))
}


def post_of(subject: RecordView, *events: Any, records: Mapping[RecordId, RecordView] = RECORDS) -> Post:
    """A message about those events of that record."""
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(RecordId("c" * 30), BIG, moment, 1, BIG, SYSTEM.name, "Act", events, (), BIG, 1, BIG)
    return Post(AT_THE_TABLE, PUBLIC, entry, subject, dict(records), f"#{BIG}")


def post(events: tuple[Any, ...], state: Kingdom) -> Post:
    """A message about those events of that kingdom."""
    return post_of(shown(state), *events)


SUBJECTS: dict[type[Any], RecordView] = {
    MapShown: view(LAND, MAP, LANDS),
    SettlementShown: view(
        TOWN, replace(hold(), name=NAME, districts=50, buildings=built(*FULL_TOWN), lots=9999)
    ),
    KingdomShown: shown(FULL),
}
MOVED = SAYS.of(FiguresChanged)
MANY = ("natural_blessing", "good_weather", "bandit_activity", "squatters", "monster_attack", "vandals")


def _struck(*events: str) -> Post:
    struck = tuple(Struck(number, each, MARK * 60) for number, each in enumerate(events, 1))
    return post((SAYS.of(EventRolled, struck=struck),), under_way(*events))


LONGEST: dict[str, Post] = {
    **{
        f"{event.__name__}, {how}": post_of(SUBJECTS.get(event, shown(BUSY)), made(event), MOVED)
        for event in SYSTEM.events
        for how, made in (("all of it", SAYS.of), ("what it must have", SAYS.least))
    },
    **{f"phase {phase.value}": post((MOVED,), phased(phase)) for phase in Phase},
    **{f"shown: {page.value}": post((KingdomShown(NAME, page),), FULL) for page in Page},
    "a draft shown": post((KingdomShown(NAME),), DRAFT),
    "many events": _struck(*MANY),
    "the two with most to explain": _struck(*EXPLAINED[:2]),
    "items without a name": post_of(shown(phased(Phase.INCOME)), MOVED, records=RECORDS | STALLS),
}
