"""Armies as notes: what they eat, and whose place they take."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Limit, Phase, Role, Step
from bot.systems.kingdom.month.edicts import ArmyRaised, DisbandArmy, RaiseArmy
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Army
from tests.systems.kingdom.income_scenes import COUNCIL, TO_EDICTS, at_armies
from tests.systems.kingdom.scenes import (
    DEACON,
    STRANGER,
    TARN,
    WREN,
    by,
    kingdom_of,
    leader,
    month,
    play,
    played,
    realm_in,
    scene,
    tarn,
)

GUARD = Army("The Guard", 3, "On foot")
GENERAL = (*(each for each in COUNCIL if each.role is not Role.GENERAL), leader(Role.GENERAL, STRANGER))


def at(**changes: Any) -> Any:
    return scene(at_armies(leaders=GENERAL, **changes), actor=STRANGER)


def test_r115_an_army_is_a_note_that_eats() -> None:
    before = at()
    after = played(before, RaiseArmy(TARN, " The  Guard ", 3, "On foot"))
    assert kingdom_of(after).armies == (GUARD,)
    assert figures(realm_in(after)).raw == figures(realm_in(before)).raw + 3


def test_r115_raising_an_army_takes_the_place_of_a_new_settlement() -> None:
    after = played(at(), RaiseArmy(TARN, "The Guard", 3))
    assert kingdom_of(after).month.used == {Limit.SETTLEMENTS: 1}
    with pytest.raises(RuleViolation, match="This Size allows 1 a month"):
        play(after, RaiseArmy(TARN, "Archers", 1))


def test_r115_expanding_one_takes_it_too() -> None:
    after = played(at(armies=(GUARD,)), RaiseArmy(TARN, "the guard", 5))
    assert kingdom_of(after).armies == (Army("The Guard", 5, "On foot"),)
    assert kingdom_of(after).month.used == {Limit.SETTLEMENTS: 1}


@pytest.mark.parametrize(
    "action", [RaiseArmy(TARN, "The Guard", note="On horse"), RaiseArmy(TARN, "The Guard", 1)]
)
def test_r115_a_note_or_a_smaller_army_takes_nothing(action: RaiseArmy) -> None:
    begun = at(armies=(GUARD,))
    assert not kingdom_of(played(begun, action)).month.used


def test_r115_disbanding_takes_nothing_and_feeds_nobody() -> None:
    after = kingdom_of(played(at(armies=(GUARD,)), DisbandArmy(TARN, "THE GUARD")))
    assert (after.armies, after.month.used) == ((), {})


def test_an_army_that_was_there_is_told_with_what_it_ate() -> None:
    turn = play(at(armies=(GUARD,)), RaiseArmy(TARN, "The Guard", 5))
    assert turn.events[0] == ArmyRaised("Tarn", "The Guard", 5, "On foot", 3)


def test_r021_the_limit_goes_by_the_size_at_the_start_of_the_phase() -> None:
    large = month(Phase.EDICT, *TO_EDICTS[:-1], size=60)
    once = played(at(month=large), RaiseArmy(TARN, "The Guard", 3))
    assert len(kingdom_of(played(once, RaiseArmy(TARN, "Archers", 1))).armies) == 2


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (RaiseArmy(TARN, " "), "1 to 60 characters"),
        (RaiseArmy(TARN, "x" * 61), "1 to 60 characters"),
        (RaiseArmy(TARN, "Archers", 100), "Consumption is 0 to 99"),
        (RaiseArmy(TARN, "Archers", -1), "Consumption is 0 to 99"),
        (RaiseArmy(TARN, "The Guard"), "as you say already"),
        (DisbandArmy(TARN, "Archers"), "No army is called “Archers”: there is The Guard"),
    ],
)
def test_what_no_army_can_be_is_refused(action: Any, reason: str) -> None:
    with pytest.raises(RuleViolation, match=reason):
        play(at(armies=(GUARD,)), action)


def test_a_kingdom_keeps_30_armies_at_most() -> None:
    many = tuple(Army(f"Army {number}") for number in range(30))
    with pytest.raises(RuleViolation, match="at most 30"):
        play(at(armies=many), RaiseArmy(TARN, "One more"))


def test_armies_are_for_the_general_and_the_ruler() -> None:
    begun = at()
    assert play(begun, RaiseArmy(TARN, "The Guard")).on_behalf_of is None
    assert play(by(begun, DEACON), RaiseArmy(TARN, "The Guard")).on_behalf_of is None
    with pytest.raises(NotAllowed, match="General"):
        play(by(begun, WREN), RaiseArmy(TARN, "The Guard"))


@pytest.mark.parametrize("action", [RaiseArmy(TARN, "The Guard"), DisbandArmy(TARN, "The Guard")])
def test_armies_outside_their_step_are_refused(action: Any) -> None:
    with pytest.raises(RuleViolation, match="“Armies” can't be done now"):
        play(scene(tarn(leaders=COUNCIL, month=month(Phase.EDICT, Step.LEADERSHIP, size=3))), action)
