"""The longest messages that there can be about who comes, goes and is revealed, and the fullest NPC."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Viewer
from bot.engine.portraits import PortraitSet
from bot.play import Entry, Post, RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.heroes.files import HeroImported
from bot.systems.second_kingdom.heroes.people import (
    NPC,
    ConvictionGiven,
    Given,
    NpcCreated,
    NpcEdited,
    NpcNoted,
    NpcRevealed,
)
from bot.systems.second_kingdom.heroes.roster import HeroActivated, HeroRetired, HeroReturned
from bot.systems.second_kingdom.state import Known, Npc
from tests.systems.second_kingdom.scenes import CAMPAIGN
from tests.systems.second_kingdom.sheet_posts import ADDRESS, BIG, FULL, KNOWN, LONG_ID, NAME

REASON = "*" * 200
VIRTUES = (("courage", 10), ("prudence", 10), ("temperance", 10))
FULL_NPC = Npc(NAME, Known.OPEN, True, 10, 10, 10, FULL.counters, FULL.defences, KNOWN, FULL.about, ADDRESS)
SHOWN_NPC = RecordView(LONG_ID, SYSTEM.name, NPC.name, NAME, FULL_NPC, 1)


def post(event: Any, subject: RecordView | None = None, viewer: Viewer = PUBLIC) -> Post:
    """A message about that event."""
    at = datetime(2026, 5, 1, tzinfo=UTC)
    entry = Entry(LONG_ID, BIG, at, BIG, BIG, SYSTEM.name, "Act", (event,), ())
    return Post(CAMPAIGN, viewer, entry, subject, {}, f"#{BIG}gm")


RESTED = ConvictionGiven((Given(NAME, BIG, 98, 99),) * 120, REASON)
MADE = NpcCreated(LONG_ID, NAME, True, Known.HIDDEN, VIRTUES)
MET = NpcRevealed(LONG_ID, NAME, True, Known.HIDDEN, Known.OPEN, VIRTUES, audience=EVERYONE)
EDITED = NpcEdited(NAME, NAME.replace("*", "_"), tuple((virtue, None, 10) for virtue, _ in VIRTUES))

PEOPLE = {
    "conviction for one": post(replace(RESTED, heroes=RESTED.heroes[:1])),
    "conviction for very many": post(RESTED),
    "played here": post(HeroActivated(NAME, BIG, BIG)),
    "retired": post(HeroRetired(NAME, BIG)),
    "returned": post(HeroReturned(NAME, BIG)),
    "imported": post(HeroImported(LONG_ID, NAME, BIG, 10, 10, 10, 0, ("*" * 200,) * 25, 99)),
    "portrait": post(PortraitSet(NAME), SHOWN_NPC),
    "portrait gone": post(PortraitSet(NAME, is_gone=True)),
    "NPC": post(MADE, viewer=GAME_MASTER),
    "NPC edited": post(EDITED, viewer=GAME_MASTER),
    "NPC noted": post(NpcNoted(NAME), viewer=GAME_MASTER),
    "NPC met": post(MET, SHOWN_NPC),
    "NPC seen through": post(replace(MET, before=Known.NAMED), SHOWN_NPC),
    "NPC hidden": post(replace(MET, known=Known.HIDDEN, audience=GAME_MASTERS), viewer=GAME_MASTER),
}
