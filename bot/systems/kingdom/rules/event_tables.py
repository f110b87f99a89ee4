"""Tables 4-7 to 4-11: which event a d% brings."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Table(StrEnum):
    """The book's tables of events."""

    KIND = "4-7"
    GOOD_KINGDOM = "4-8"
    BAD_KINGDOM = "4-9"
    GOOD_SETTLEMENT = "4-10"
    BAD_SETTLEMENT = "4-11"

    @property
    def is_kingdoms(self) -> bool:
        """Whether its events befall the kingdom as a whole, where they could befall less (R122)."""
        return self in (Table.GOOD_KINGDOM, Table.BAD_KINGDOM)


# The last d% of each row, and what it brings: an event, or another table.
ROWS: Final[Mapping[Table, tuple[tuple[int, str], ...]]] = {
    Table.KIND: (
        (2, "natural_blessing"),
        (4, "good_weather"),
        (25, Table.GOOD_KINGDOM),
        (50, Table.BAD_KINGDOM),
        (75, Table.GOOD_SETTLEMENT),
        (96, Table.BAD_SETTLEMENT),
        (97, "bandit_activity"),
        (98, "squatters"),
        (99, "monster_attack"),
        (100, "vandals"),
    ),
    Table.GOOD_KINGDOM: (
        (7, "archaeological_find"),
        (12, "diplomatic_overture"),
        (20, "discovery"),
        (31, "economic_boom"),
        (39, "festive_invitation"),
        (53, "food_surplus"),
        (66, "good_weather"),
        (75, "land_rush"),
        (85, "natural_blessing"),
        (90, "new_subjects"),
        (100, "political_calm"),
    ),
    Table.BAD_KINGDOM: (
        (5, "assassination_attempt"),
        (18, "bandit_activity"),
        (28, "feud"),
        (41, "food_shortage"),
        (51, "improvement_demand"),
        (59, "inquisition"),
        (64, "large_disaster"),
        (76, "monster_attack"),
        (84, "plague"),
        (92, "public_scandal"),
        (100, "smugglers"),
    ),
    Table.GOOD_SETTLEMENT: (
        (14, "boomtown"),
        (26, "discovery"),
        (40, "justice_prevails"),
        (46, "noblesse_oblige"),
        (58, "outstanding_success"),
        (66, "pilgrimage"),
        (72, "remarkable_treasure"),
        (81, "unexpected_find"),
        (93, "visiting_celebrity"),
        (100, "wealthy_immigrant"),
    ),
    Table.BAD_SETTLEMENT: (
        (10, "building_demand"),
        (17, "crop_failure"),
        (25, "cult_activity"),
        (33, "drug_den"),
        (41, "feud"),
        (49, "inquisition"),
        (54, "localized_disaster"),
        (61, "monster_attack"),
        (66, "plague"),
        (74, "sensational_crime"),
        (80, "slavers"),
        (90, "squatters"),
        (100, "vandals"),
    ),
}
# Rows of Table 4-7 after which it is rolled again: once more of these is dropped, of the rest goes elsewhere.
DROPPED: Final = ("natural_blessing", "good_weather")


def row_at(table: Table, die: int) -> str:
    """What that d% brings."""
    return next(name for last, name in ROWS[table] if die <= last)
