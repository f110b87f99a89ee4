"""Every kind of change of a sheet that a player can ask for."""

from __future__ import annotations

from typing import Any

from bot.engine.system import Record, RecordId
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, Maneuver
from bot.systems.second_kingdom.heroes.changes import SheetAction
from bot.systems.second_kingdom.heroes.counters import RemoveCounter, SetCounter, ShapeCounter
from bot.systems.second_kingdom.heroes.sheet import (
    EditSheet,
    ForgetManeuver,
    LearnManeuver,
    SetDefence,
    SetPortrait,
    SetVirtues,
)
from bot.systems.second_kingdom.state import Counter, Defence, Guard, Hero, Threshold
from tests.systems.second_kingdom.scenes import EVANDER, evander

GALE, FACE = RecordId("gale"), RecordId("face")
IRON_GALE = Record(GALE, MANEUVER.name, Maneuver("Iron Gale", 2, 4, -1))
SHIELD = Defence("Shield", block=(2, 1), counters=(Guard.BLOCK,))
WOUNDS = Counter(2, most=10, thresholds=(Threshold(5, "Staggered"),))

# Every kind of change: what was asked for, of which sheet, what it comes to, and how it reads.
CHANGES: list[tuple[SheetAction, dict[str, Any], Hero, str]] = [
    (
        SetVirtues(EVANDER, courage=7, temperance=2),
        {},
        evander(courage=7, temperance=2),
        "courage 6 → 7, temperance 3 → 2",
    ),
    (
        SetCounter(EVANDER, "Wounds", 2),
        {},
        evander(counters={"Wounds": Counter(2)}),
        "Wounds none → 2",
    ),
    (
        SetCounter(EVANDER, "wounds", 0),
        {"counters": {"Wounds": Counter(2)}},
        evander(counters={}),
        "Wounds 2 → none",
    ),
    (
        ShapeCounter(EVANDER, "Wounds", most=10, thresholds=WOUNDS.thresholds),
        {"counters": {"Wounds": Counter(2)}},
        evander(counters={"Wounds": WOUNDS}),
        "Wounds 2 → 2/10 (at 5: Staggered)",
    ),
    (
        RemoveCounter(EVANDER, "Wounds"),
        {"counters": {"Wounds": WOUNDS}},
        evander(counters={}),
        "Wounds 2/10 (at 5: Staggered) → none",
    ),
    (
        SetDefence(EVANDER, "Shield", block=(2, 1), counters=(Guard.BLOCK,)),
        {"defences": (Defence("Shield", block=(1, 0)),)},
        evander(defences=(SHIELD,)),
        "Shield block +1/+0 → block +2/+1, counterattack after a block",
    ),
    (LearnManeuver(EVANDER, GALE), {}, evander(maneuvers=(GALE,)), "Iron Gale learned"),
    (ForgetManeuver(EVANDER, GALE), {"maneuvers": (GALE,)}, evander(), "Iron Gale forgotten"),
    (
        EditSheet(EVANDER, "Evan", about="Limps.", portrait="https://example.org/e.png"),
        {"about": "Sings."},
        evander(name="Evan", about="Limps.", portrait="https://example.org/e.png"),
        "name “Evander” → “Evan”, notes “Sings.” → “Limps.”, portrait none → “https://example.org/e.png”",
    ),
    (
        SetPortrait(EVANDER, "https://example.org/e.png"),
        {"picture": FACE},
        evander(portrait="https://example.org/e.png"),
        "portrait a picture → “https://example.org/e.png”",
    ),
    (
        SetPortrait(EVANDER, data="d2VicA=="),
        {},
        evander(picture=RecordId("new-1")),
        "portrait none → a picture",
    ),
]
