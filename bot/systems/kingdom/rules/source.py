"""One amount of one number, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.systems.kingdom.rules.terms import Stat


class Origin(StrEnum):
    """What a source is; `name` and `count` of the source say which and how many."""

    BASE = "base"
    ALIGNMENT = "alignment"
    LEADER = "leader"
    VACANCY = "vacancy"
    HOLIDAY = "holiday"
    PROMOTION = "promotion"
    TAXATION = "taxation"
    IMPROVEMENT = "improvement"
    ON_RESOURCE = "on_resource"
    ROADS = "roads"
    RIVERS = "rivers"
    SPECIAL = "special"
    ROADSIDE = "roadside"
    SIZE = "size"
    DISTRICTS = "districts"
    SETTLEMENTS = "settlements"
    SETTLEMENT = "settlement"
    BUILDING = "building"
    MENAGERIE = "menagerie"
    FOUNDRY = "foundry"
    STOCKYARD = "stockyard"
    # What a Cathedral or Waterfront halves of an edict.
    HALVED = "halved"
    ARMY = "army"
    CHANGE = "change"
    UNREST = "unrest"


@dataclass(frozen=True, slots=True)
class Source:
    """One amount of one number. `number` is that of a Change."""

    stat: Stat
    amount: int
    origin: Origin
    name: str = ""
    count: int = 1
    number: int = 0
