"""The longest messages about changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.play import Post
from bot.systems.adventuria.adventurer import AdventurerChanged
from bot.systems.adventuria.state import (
    Adventurer,
    Cause,
    Gain,
    Loss,
    Manner,
    Stage,
    Subject,
    Told,
    Until,
    Ware,
)
from tests.systems.adventuria import posts
from tests.systems.adventuria.posts import BIG, NAME
from tests.systems.adventuria.scenes import having, item

MOST = 999_999
PACK = [item("*" * 58 + f"{place:02}") for place in range(30)]
FULL = having(
    *PACK, name=NAME, player=BIG, gold=MOST, wounds=3, location=NAME, turn=MOST, stage=Stage.TURN, ways=()
)
WAITING = replace(FULL, gains=(Gain(replace(PACK[0], number=99)),))
OWING = replace(FULL, losses=(Loss(Ware.ITEM, 29),))

NUMBERS = (
    Told(Subject.MELEE_XP, before=9, after=0, by=NAME),
    Told(Subject.ARMS, before=7, after=99, by=NAME, until=Until.COMBAT),
    Told(Subject.MAGIC, Manner.AT_CAP, before=8, after=8, by=NAME),
    Told(Subject.VITAE, Manner.AT_FLOOR, before=1, after=1, by=NAME),
)
LOST = tuple(Told(Subject.ITEM, Manner.LOST, each.name) for each in PACK)
ROOMLESS = (Told(Subject.SPELL, Manner.NO_ROOM, NAME), Told(Subject.ITEM, Manner.WAITS, NAME))


def post(event: Any, state: Adventurer, on_behalf_of: int | None = None) -> Post:
    """A message about that event, of a narrator's doing."""
    return posts.post(posts.shown(state), event, actor=1, on_behalf_of=on_behalf_of)


def changed(*told: Told) -> AdventurerChanged:
    """A change of all that, due to something with a long name."""
    return AdventurerChanged(NAME, Cause.MONSTER.value, NAME, is_due_to_combat=True, changes=told)


CHANGES: dict[str, Post] = {
    "numbers changed": post(changed(*NUMBERS), FULL),
    "a pack lost": post(changed(*LOST), replace(FULL, possessions=())),
    "no room": post(changed(*ROOMLESS), WAITING, on_behalf_of=BIG),
    "some to lose": post(
        changed(Told(Subject.ITEM, Manner.WAITS, before=99, after=2)), OWING, on_behalf_of=BIG
    ),
}
