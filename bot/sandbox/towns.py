"""What stands in the demo realm's settlements, what its leaders build there, and what they mean to build."""

from __future__ import annotations

from typing import Final

CAPITAL, SECOND = "Fennhold", "Larkmere"
# Where they lie: the capital's label will be D4.
CAPITAL_SPOT, SECOND_HEX = "2,3", "E4"
# What stood there before the realm did, as `/settlement export` writes it.
OLD_TOWN: Final = """District 1 · water: south
TEM1 TEM1 .    .    .    WTW
.    .    .    HOU  INN  .
.    HOU  CAS1 CAS1 MAR1 MAR1
.    SHO  CAS1 CAS1 HOU  HOU
TOW1 SMI  BRE  .    GAR1 GAR1
TOW1 .    MLL  PIE  .    JAI
+ City Wall east
+ City Wall north
"""
# What the leaders built since: in which of the months behind them, where and what.
BUILT: Final = (
    (1, CAPITAL, "house B2"),
    (2, CAPITAL, "park D5"),
    (4, SECOND, "shrine C3"),
    (4, SECOND, "house C4"),
)
# When the second settlement was founded.
FOUNDED_IN: Final = 3
DRAWN_UP: Final = ("tavern A2", "granary A3", "theater C1+D1")
ITEM, ITEM_PRICE = "Lantern that no wind puts out", 850
ITEM_WHY: Final = "A pilgrim left it at the Temple"


def what_and_where(text: str) -> tuple[str, str]:
    """A building and its place."""
    building, _, place = text.partition(" ")
    return building, place
