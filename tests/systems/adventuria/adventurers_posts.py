"""The longest messages about adventurers who come and go."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.people import Viewer
from bot.play import Post
from bot.systems.adventuria.adventurer import AdventurerFell
from bot.systems.adventuria.sheet.rules import (
    AdventurerCreated,
    AdventurerRetired,
    AdventurerSettled,
    EditAdventurer,
)
from bot.systems.adventuria.state import BEGINNING, LOCATION_LENGTH, MOST_GOLD, Adventurer, Alignment, Type
from tests.systems.adventuria.posts import BIG, NAME, post, shown
from tests.systems.adventuria.scenes import BRAN, play, scene

PLACE = "_" * LOCATION_LENGTH
MANY = (NAME,) * 60
STATE = replace(
    Adventurer(NAME, BIG, Type.WARRIOR, Alignment.NEUTRAL, BEGINNING[Type.WARRIOR]),
    gold=MOST_GOLD,
    location=PLACE,
    home=BIG,
    ways=(PLACE,) * 10,
    revision=BIG,
)
SHOWN = shown(STATE)
CREATED = AdventurerCreated(NAME, BIG, Type.WARRIOR, Alignment.NEUTRAL, 1, 2, BIG)
FELL = AdventurerFell(NAME, BIG, BIG, BIG, PLACE, MOST_GOLD, MANY, NAME, wounds=BIG, vitae=BIG)
EDITED = play(scene(STATE, actor=BIG), EditAdventurer(BRAN, NAME.replace("*", "_"), "New notes.")).events
RETIRED = AdventurerRetired(NAME, BIG, BIG, BIG, PLACE, MOST_GOLD, MANY, NAME)

ADVENTURERS: dict[str, Post] = {
    "adventurer made": post(SHOWN, CREATED),
    "adventurer made, for its player": post(SHOWN, CREATED, viewer=Viewer(BIG)),
    "adventurer edited": post(SHOWN, *EDITED),
    "adventurer settled": post(SHOWN, AdventurerSettled(NAME, BIG)),
    "adventurer retired": post(SHOWN, RETIRED),
    "adventurer fallen": post(SHOWN, FELL),
    "adventurer settled and fallen": post(SHOWN, AdventurerSettled(NAME, BIG), FELL),
}
