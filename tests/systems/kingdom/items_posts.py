"""The longest messages about magic items."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.system import RecordId
from bot.play import Post, RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Attribute, BuildingType, Grade, ItemKind, Phase, Step
from bot.systems.kingdom.outcome import FiguresChanged, PhaseBegan
from bot.systems.kingdom.sources import Result
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.items import (
    ItemBought,
    ItemNamed,
    ItemPurged,
    ItemPut,
    ItemsRolled,
    Offer,
    Payment,
)
from bot.systems.kingdom.towns.state import TOWN, ItemsGone, Town, Ware, item_steps
from tests.systems.kingdom.item_scenes import market
from tests.systems.kingdom.months_posts import AT_UNREST, LONG_ID, MOST, NAME, REASON, SHIFTS, long, post

# What no mark may shorten.
ITEM = "*" * 60
LONGEST = BuildingType.MAGICAL_STREETLAMPS
OFFER = Offer(NAME, 50, 100, LONGEST, Grade.MEDIUM, ItemKind.WONDROUS_ITEM)
FAILED = Result(Attribute.ECONOMY, 1, MOST, 1, is_success=False, unrest=MOST)
CHANGED = FiguresChanged(NAME, SHIFTS)
INCOME, EDICT = long(Phase.INCOME, unrest=19), long(Phase.EDICT)
WAITING: Town = replace(
    market("university A1+B1+A2+B2", wares={1: tuple(Ware(n, ItemKind.WONDROUS_ITEM) for n in range(6))}),
    name=NAME,
    kingdom=LONG_ID,
)
TOLD: dict[str, tuple[tuple[Any, ...], Kingdom]] = {
    "rolled": ((ItemsRolled(NAME, (OFFER,) * 100),), AT_UNREST),
    "nothing rolled": ((ItemsRolled(NAME, (Offer(NAME, 50, 50),) * 100),), AT_UNREST),
    "named": ((ItemNamed(NAME, NAME, LONGEST, ITEM, MOST),), INCOME),
    "bought": ((ItemBought(NAME, NAME, ITEM, MOST, Payment.PERSONAL, MOST), CHANGED), INCOME),
    "emptied": ((ItemPurged(NAME, NAME, ITEM, FAILED, 1), CHANGED), INCOME),
    "put": ((ItemPut(NAME, NAME, LONGEST, ITEM, MOST, ITEM, REASON),), INCOME),
    "gone": ((ItemsGone(NAME, NAME, LONGEST, (ITEM,) * 7, 7), CHANGED), EDICT),
    "rolled to the end of Upkeep": (
        (ItemsRolled(NAME, (OFFER,) * 100), PhaseBegan(NAME, MOST, (Phase.EDICT,))),
        long(Phase.EDICT, Step.LEADERSHIP),
    ),
}


def _post(told: tuple[tuple[Any, ...], Kingdom]) -> Post:
    """With a settlement in which several items have no name yet."""
    made = post(*told)
    town = RecordId("t" * 30)
    waits = RecordView(town, SYSTEM.name, TOWN.name, NAME, WAITING, 1, None, item_steps(town, WAITING))
    return replace(made, records={**made.records, town: waits})


ITEMS: dict[str, Post] = {f"items {name}": _post(each) for name, each in TOLD.items()}
