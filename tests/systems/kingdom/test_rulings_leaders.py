"""Rulings about leaders that a rules lawyer would try: who stands in and stays away, and what a role is."""

from __future__ import annotations

from typing import Any

import pytest

from bot.systems.kingdom.book import DUTIES, ROLES, Attribute, MonthStep, Phase, Role, Task
from bot.systems.kingdom.leaders.duties import DaysSet, SetDays, StandIn
from bot.systems.kingdom.leaders.leaving import LoseLeader
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.rules import RollStandIn, SettleUnrest, UnrestSettled
from bot.systems.kingdom.steps import is_open
from tests.refusals import refuses
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    TARN,
    WREN,
    by,
    everybody,
    kingdom_of,
    leader,
    month,
    play,
    played,
    ready,
    require_refused,
    scene,
    tarn,
)

# Everybody but them serves, so that nothing else adds to Unrest.
OTHERS = everybody(None, 12, Role.RULER, Role.HEIR, Role.CONSORT, Role.ROYAL_ENFORCER)
RULER = leader(Role.RULER, DEACON, 10, "Ilka", days=0)
HEIR = leader(Role.HEIR, WREN, 10, "Ada")


def spared() -> Any:
    """Tarn before Unrest is counted, with the Heir acting for a Ruler who is away."""
    over = (MonthStep.STABILITY, MonthStep.CONSUMPTION)
    state = tarn(leaders=(RULER, HEIR, *OTHERS), month=month(Phase.UPKEEP, *over, number=2))
    return played(scene(ready(state), actor=WREN), StandIn(TARN, Role.HEIR))


def unrest_of(made: Any) -> int:
    """What counting Unrest adds to it."""
    told = play(made, SettleUnrest(TARN)).events[0]
    assert isinstance(told, UnrestSettled)
    return sum(each.unrest for each in told.grievances)


def test_r040_who_stands_in_and_stays_away_spares_the_kingdom_nothing() -> None:
    made = spared()
    assert unrest_of(by(made, DEACON)) == 0
    turn = play(made, SetDays(TARN, Role.HEIR, 6))
    told = turn.events[0]
    assert isinstance(told, DaysSet)
    assert told.has_left_ruler
    gone = played(made, SetDays(TARN, Role.HEIR, 6))
    assert kingdom_of(gone).month.stand_in is None
    assert unrest_of(by(gone, DEACON)) == 4


def test_r040_seven_days_are_enough_to_stand_in() -> None:
    made = played(spared(), SetDays(TARN, Role.HEIR, 7 + 1))
    made = played(made, SetDays(TARN, Role.HEIR, 7))
    assert kingdom_of(made).month.stand_in is Role.HEIR


def test_r040_once_unrest_is_counted_the_stand_in_owes_the_check() -> None:
    counted = played(by(spared(), DEACON), SettleUnrest(TARN))
    assert is_open(kingdom_of(counted), MonthStep.STAND_IN)
    require_refused(by(counted, WREN), SetDays(TARN, Role.HEIR, 6), "leaders.counted_on")
    # More days, or another's, are nobody's trick.
    play(by(counted, WREN), SetDays(TARN, Role.HEIR, 9))
    play(by(counted, MARISOL), SetDays(TARN, Role.WARDEN, 0))


def test_r040_a_stand_in_who_dies_acts_no_more_but_the_check_that_is_owed_stays() -> None:
    died = played(by(spared(), MARISOL), LoseLeader(TARN, Role.HEIR))
    assert kingdom_of(died).month.stand_in is None
    counted = played(by(spared(), MARISOL), SettleUnrest(TARN))
    later = played(counted, LoseLeader(TARN, Role.HEIR))
    assert is_open(kingdom_of(later), MonthStep.STAND_IN)
    play(later, RollStandIn(TARN), 20)


def test_r043_the_councilor_has_the_vacancy_and_the_warden_another() -> None:
    """L212 is printed below the box that ends with the Warden."""
    councilor, warden = ROLES[Role.COUNCILOR], ROLES[Role.WARDEN]
    assert (councilor.vacancy, councilor.vacancy_unrest) == (((Attribute.LOYALTY, -2),), 1)
    assert (dict(warden.vacancy), warden.vacancy_unrest) == (
        {Attribute.LOYALTY: -2, Attribute.STABILITY: -2},
        0,
    )


def test_r044_the_book_has_somebody_for_every_task() -> None:
    assert set(DUTIES) == set(Task)
    assert all(DUTIES.values())


def test_r045_an_ambassador_is_no_role() -> None:
    assert "ambassador" not in set(Role)
    assert len(Role) == len(ROLES) == 14


@pytest.mark.parametrize("written", ["ADA", " ada ", "A\u200bda"])
def test_r048_a_character_is_the_same_however_its_name_is_written(written: str) -> None:
    state = tarn(leaders=(leader(Role.RULER, DEACON), HEIR))
    with refuses("leaders.has_a_role", "Ada"):
        play(scene(ready(state)), AssignLeader(TARN, Role.WARDEN, written))
