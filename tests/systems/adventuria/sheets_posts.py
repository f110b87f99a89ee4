"""The longest messages about sheets and portraits, and the fullest sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.play import Post
from bot.systems.adventuria.adventurer import gone
from bot.systems.adventuria.sheet.cards import Waits
from bot.systems.adventuria.sheet.rules import PortraitSet, SheetShown
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    End,
    Possession,
    Quest,
    Stage,
    Until,
    Ware,
)
from tests.systems.adventuria import posts
from tests.systems.adventuria.posts import BIG, NAME, shown
from tests.systems.adventuria.scenes import bran

ADDRESS = f"https://example.org/{'_' * 280}"
URL = f"https://discord.com/channels/{BIG}/{BIG}/{BIG}"

# Of each kind as many as nobody ever carried, with as many changes.
PACK = tuple(
    Possession(number, ware, f"{number:02}{'*' * 58}", is_weapon=True, is_wielded=True)
    for number, ware in enumerate([ware for ware in Ware for _ in range(30)])
)
CHANGES = tuple(
    Change(attribute, 9, Cause.ITEM, NAME, until)
    for attribute in Attribute
    for until in Until
    for _ in range(11)
)
FULL = bran(
    name=NAME,
    player=BIG,
    natural=Attributes(8, 4, 6, 8),
    gold=999_999,
    wounds=499,
    melee_xp=9,
    magical_xp=9,
    changes=CHANGES,
    possessions=PACK,
    quest=Quest(NAME, "*" * 300),
    quests_done=9999,
    turn=9999,
    location=NAME,
    ways=tuple(f"{number}{'*' * 59}" for number in range(10)),
    felled=99_999,
    home=BIG,
    portrait=ADDRESS,
    about="\n".join(["*" * 49] * 20),
)
GONE = replace(gone(FULL, End.FALLEN), changes=CHANGES)
WAITING = tuple(Waits("*" * 300, URL) for _ in range(9))


def post(event: Any, state: Adventurer) -> Post:
    """A message about that event."""
    return posts.post(shown(state), event)


SHEETS: dict[str, Post] = {
    "sheet": post(SheetShown(NAME), FULL),
    "sheet of one with too much": post(SheetShown(NAME), replace(FULL, changes=())),
    "sheet of one who camps": post(SheetShown(NAME), replace(FULL, stage=Stage.CAMP)),
    "sheet of one who fell": post(SheetShown(NAME), GONE),
    "sheet as a picture": post(SheetShown(NAME, as_picture=True), FULL),
    "portrait": post(PortraitSet(NAME), FULL),
    "portrait gone": post(PortraitSet(NAME, is_gone=True), FULL),
}
