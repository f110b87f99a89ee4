"""The longest messages that there can be about sheets, and the fullest sheet."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import EVERYONE, PUBLIC
from bot.engine.proposals import PROPOSAL, Answer, Foretold, Proposal, Terms
from bot.engine.system import Record, RecordId
from bot.play import Entry, Post, RecordView
from bot.play.context import event_data
from bot.storage import codec
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, Maneuver
from bot.systems.second_kingdom.heroes.changes import Changed, SheetChanged, SheetPart
from bot.systems.second_kingdom.heroes.counters import CounterSet
from bot.systems.second_kingdom.heroes.people import HERO
from bot.systems.second_kingdom.state import Counter, Defence, Guard, Hero, Note, NoteKind, Threshold
from bot.systems.table.proposals.rules import Proposed
from tests.systems.second_kingdom.scenes import CAMPAIGN

BIG = 2**63 - 1
LONG_ID = RecordId("r" * 40)
NAME, COUNTER, SOURCE = ("*" * n for n in (60, 30, 40))
ABOUT = "\n".join(["*" * 49] * 20)
ADDRESS = f"https://example.org/{'_' * 280}"
THRESHOLDS = tuple(Threshold(n, "*" * 60) for n in range(995, 1000))
COUNTED = Counter(-999, -999, 999, True, THRESHOLDS)
ADDED = Defence(SOURCE, (10, 10), (10, 10), (10, 10), tuple(Guard))
KNOWN = tuple(RecordId(f"m{n}") for n in range(25))

FULL = Hero(
    NAME,
    BIG,
    10,
    10,
    10,
    99,
    tuple(Note(NoteKind.ADVANTAGE, "*" * 300, LONG_ID) for _ in range(30)),
    {f"{n}{'*' * 29}": COUNTED for n in range(10)},
    tuple(replace(ADDED, source=f"{n}{'*' * 39}") for n in range(10)),
    KNOWN,
    ABOUT,
    ADDRESS,
)

# The changes that one action can make together, with the longest values.
WRITTEN = (
    Changed("", NAME, NAME, SheetPart.NAME),
    *(Changed(virtue, 10, 9, SheetPart.VIRTUE) for virtue in ("courage", "prudence", "temperance")),
    Changed("", ABOUT, ABOUT, SheetPart.ABOUT),
    Changed("", ADDRESS, ADDRESS, SheetPart.PORTRAIT),
)
SHAPED = (Changed(COUNTER, COUNTED, COUNTED, SheetPart.COUNTER),)
WORN = (Changed(SOURCE, ADDED, ADDED, SheetPart.DEFENCE),)
LEARNED = (Changed(LONG_ID, None, NAME, SheetPart.MANEUVER),)
REACHED = tuple(each.text for each in THRESHOLDS)


def shown(record: Record[Any], owner: int | None = None) -> RecordView:
    """The record as everybody sees it."""
    return RecordView(record.id, SYSTEM.name, record.kind, NAME, record.state, 1, owner)


def post(event: Any, subject: RecordView | None = None) -> Post:
    """A message about that event."""
    when = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(RecordId("ashes"), BIG, when, BIG, BIG, SYSTEM.name, "Act", (event,), (), BIG)
    return Post(CAMPAIGN, PUBLIC, entry, subject, {}, f"#{BIG}gm")


def proposed(changes: tuple[Changed, ...], answer: Answer = Answer.WAITS) -> Post:
    """The message of changes that were proposed, as they stand now."""
    told = (Foretold(EVERYONE, codec.text(event_data(SheetChanged(NAME, changes)))),)
    terms = Terms("second_kingdom", "*" * 300, "", told, (LONG_ID,), address=ADDRESS)
    state = Proposal(BIG, BIG, terms, answer=answer, reason="*" * 300)
    steps = tuple(PROPOSAL.waiting(LONG_ID, state))
    subject = RecordView(LONG_ID, "table", PROPOSAL.name, "*" * 300, state, 1, BIG, steps)
    told_of = post(Proposed("*" * 300, BIG), subject)
    return replace(told_of, entry=replace(told_of.entry, system="table"))


SHEETS: dict[str, Post] = {
    "counter": post(CounterSet(NAME, COUNTER, 999, -999, most=999, reached=REACHED)),
    "sheet changed": post(SheetChanged(NAME, WRITTEN)),
    "counter shaped": post(SheetChanged(NAME, SHAPED)),
    "defence": post(SheetChanged(NAME, WORN)),
    "maneuver learned": post(SheetChanged(NAME, LEARNED)),
    "change proposed": proposed(WRITTEN),
    "a proposed counter": proposed(SHAPED),
    "change proposed, folded": proposed(WRITTEN, Answer.DECLINED),
}

SHEET = shown(Record(LONG_ID, HERO.name, FULL), BIG)
MANEUVERS = {
    each: replace(shown(Record(each, MANEUVER.name, Maneuver(NAME))), is_archived=True) for each in KNOWN
}
