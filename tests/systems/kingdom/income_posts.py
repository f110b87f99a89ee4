"""The longest messages about edicts, armies and income."""

from __future__ import annotations

from typing import Any

from bot.play import Post
from bot.systems.kingdom.book import BuildingType, Improvement, Phase, Step
from bot.systems.kingdom.month.edicts import ArmyDisbanded, ArmyRaised, EdictsSet, LevelSet
from bot.systems.kingdom.month.income import Deposited, ItemSold, TaxesCollected, Withdrawn, Yield
from bot.systems.kingdom.outcome import AnarchyBegan, FiguresChanged, PhaseBegan
from bot.systems.kingdom.state import Kingdom
from tests.systems.kingdom.income_scenes import TO_EDICTS, TO_TAXES
from tests.systems.kingdom.months_posts import MOST, NAME, SHIFTS, long, post

NOTE = "*" * 100
EDICTS, ARMIES = long(Phase.EDICT, *TO_EDICTS), long(Phase.EDICT, *TO_EDICTS[:-1])
INCOMING, TAXES = long(Phase.INCOME, unrest=19), long(Phase.INCOME, *TO_TAXES)
EVENT = long(Phase.EVENT, Step.CONTINUING)
CHANGED = FiguresChanged(NAME, SHIFTS)
ISSUED = (
    LevelSet("holiday", "24", "12"),
    LevelSet("promotion", "aggressive", "expansionist"),
    LevelSet("taxation", "heavy", "overwhelming"),
)
KINDS = ("holiday", "promotion", "taxation")
YIELDS = tuple(
    Yield(each, MOST, MOST)
    for each in (Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL, BuildingType.FOUNDRY)
)


def collected(**changes: Any) -> TaxesCollected:
    """Taxes with every number as long as can be."""
    numbers: dict[str, Any] = {
        "economy": -MOST,
        "bonus": -MOST,
        "unrest": MOST,
        "total": -MOST,
        "dc": MOST,
        "taxes": MOST,
    }
    return TaxesCollected(
        NAME, 20, is_success=True, resources=YIELDS, tribute=MOST, sponsor=NAME, **numbers, **changes
    )


TOLD: dict[str, tuple[tuple[Any, ...], Kingdom]] = {
    "edicts": ((EdictsSet(NAME, ISSUED, KINDS), CHANGED), EDICTS),
    "edicts settled": (
        (EdictsSet(NAME, ISSUED, is_over=True), CHANGED, PhaseBegan(NAME, MOST, (Phase.INCOME,))),
        INCOMING,
    ),
    "army": ((ArmyRaised(NAME, NAME, 99, NOTE, 98), CHANGED), ARMIES),
    "new army": ((ArmyRaised(NAME, NAME, 99, NOTE), CHANGED), ARMIES),
    "army disbanded": ((ArmyDisbanded(NAME, NAME, 99), CHANGED), ARMIES),
    "withdrawal": ((Withdrawn(NAME, MOST, MOST), CHANGED), INCOMING),
    "withdrawal into anarchy": (
        (Withdrawn(NAME, MOST, MOST), CHANGED, AnarchyBegan(NAME, MOST)),
        INCOMING,
    ),
    "deposit": ((Deposited(NAME, MOST, MOST, MOST, NOTE), CHANGED), INCOMING),
    "sale": ((ItemSold(NAME, NAME, NOTE, MOST, MOST, 50), CHANGED), INCOMING),
    "taxes": ((collected(), CHANGED, PhaseBegan(NAME, MOST, (Phase.EVENT,))), EVENT),
    "taxes and a debt": ((collected(debt=MOST), CHANGED), EVENT),
}

INCOME: dict[str, Post] = {
    f"income {name}": post(*each, actor=1, on_behalf_of=2**63 - 1) for name, each in TOLD.items()
}
