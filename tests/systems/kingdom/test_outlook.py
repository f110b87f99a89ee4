"""What open steps foretell: the needed roll, the chance of each outcome, and the price, in a line."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.systems.kingdom.book import Attribute, Improvement, Phase, Role, Spot, Stat, Step
from bot.systems.kingdom.checks import SIDES, check
from bot.systems.kingdom.month.page_cards import outlook
from bot.systems.kingdom.month.rules import RollStability
from bot.systems.kingdom.realm import Realm
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    change,
    decided,
    everybody,
    hexed,
    kingdom_of,
    land,
    month,
    played,
    ready,
    realm,
    scene,
    tarn,
)

PER_DIE = 100 // SIDES


def at(amount: int = 0, stat: Stat = Stat.STABILITY, **changes: Any) -> Realm:
    """Tarn in its Upkeep with one number changed; all attributes are 0 but Stability, which is 4."""
    changes.setdefault("leaders", everybody())
    return realm(
        tarn(changes=(change(stat, amount),) if amount else (), month=month(Phase.UPKEEP), **changes)
    )


def told(realm_: Realm, step: Step) -> str:
    """The line of a step."""
    return outlook(realm_, step.value)


@pytest.mark.parametrize("amount", [-20, 0, 3, 7, 10, 15, 40])
@pytest.mark.parametrize("unrest", [0, 2])
def test_the_foretold_odds_are_what_the_twenty_dice_bring(amount: int, unrest: int) -> None:
    """Every die is rolled; what its outcome does is counted, and stands in the line."""
    steady = at(amount, unrest=unrest)
    begun = scene(ready(steady.kingdom))
    ends: Counter[str] = Counter()
    for die in range(1, SIDES + 1):
        result = check(steady, Attribute.STABILITY).of(die)
        is_bad = not result.is_success and not result.is_mild
        after = kingdom_of(played(begun, RollStability(TARN), die, *([4] if is_bad else [])))
        if after.unrest == unrest + 4:
            ends["Unrest +1d4"] += PER_DIE
        elif after.unrest == unrest + 1:
            ends["Unrest +1"] += PER_DIE
        else:
            ends["Unrest −1" if unrest else "+1 BP"] += PER_DIE
    line = told(steady, Step.STABILITY)
    good, *others = line.split(" · ")
    shown = {end: f"({count} %)" in good for end, count in ends.items() if good.endswith(f"→ {end}")}
    assert list(shown.values()) == [True]
    assert set(others) == {f"{n} % → {end}" for end, n in ends.items() if end not in shown}


def test_consumption_says_what_is_left() -> None:
    assert told(at(treasury=12), Step.CONSUMPTION) == "Costs 4 of 12 BP: leaves 8"
    assert told(at(treasury=3), Step.CONSUMPTION).endswith("leaves −1, and Unrest +2 for being below 0")
    free = at(-9, Stat.CONSUMPTION, treasury=3)
    assert told(free, Step.CONSUMPTION) == "Costs 0 of 3 BP: leaves 3"


def test_unrest_says_what_will_be_added_and_why() -> None:
    assert told(at(), Step.UNREST) == "Adds nothing to Unrest"
    alone = at(leaders=everybody(DEACON, 10, Role.RULER, Role.COUNCILOR))
    assert (
        told(alone, Step.UNREST) == "Unrest +6: 1 for Loyalty below 0, 4 for no Ruler and 1 for no Councilor"
    )


def test_the_enforcer_is_told_the_odds_with_unrest_already_lower() -> None:
    # 14 − 3 against 24: 13 or more.
    line = told(at(14, Stat.LOYALTY, unrest=4), Step.ENFORCER)
    assert line == "Unrest −1 either way · Loyalty: 13 or more (40 %), else Loyalty −1 for good"


def test_the_stand_in_is_told_the_odds() -> None:
    assert told(at(14, Stat.LOYALTY), Step.STAND_IN) == "Loyalty: 10 or more (55 %), else Unrest +1"


def test_taxes_say_what_they_bring_at_least_and_at_most() -> None:
    # 30 + 9 … 30 + 20, a third each; what fails brings nothing (R049).
    rich = at(15, Stat.ECONOMY)
    assert told(rich, Step.TAXES) == "Economy: 9 or more (60 %) → +8 to +11 BP · else +0 BP"
    third = realm(
        tarn(leaders=everybody(), changes=(change(Stat.ECONOMY, 15),)),
        campaign=decided(tax_on_failure="third"),
    )
    assert told(third, Step.TAXES) == "Economy: 9 or more (60 %) → +8 to +11 BP · else +5 to +7 BP"


def test_taxes_count_what_mines_bring() -> None:
    spot: Spot = "0,0"
    mined = hexed(land(), spot, improvements=(Improvement.MINE,))
    rich = realm(tarn(leaders=everybody(), changes=(change(Stat.ECONOMY, 14),)), mined)
    # A Mine adds 1 to Economy as well.
    assert told(rich, Step.TAXES) == "Economy: 9 or more (60 %) → +9 to +12 BP · else +0 BP"


@pytest.mark.parametrize(("last", "percent"), [(None, 25), (True, 25), (False, 75)])
def test_r023_the_chance_of_an_event(last: bool | None, percent: int) -> None:
    assert told(at(last_had_event=last), Step.EVENT) == f"{percent} % that an event comes up"


def test_r023_the_first_month_may_be_as_after_a_quiet_one() -> None:
    first = realm(tarn(), campaign=decided(first_turn_event_chance="75"))
    assert told(first, Step.EVENT) == "75 % that an event comes up"


def test_in_anarchy_checks_foretell_their_failure() -> None:
    fallen = at(is_in_anarchy=True, runs_in_anarchy=True, unrest=20)
    assert told(fallen, Step.STABILITY) == "Stability: counts as 0 in anarchy · 100 % → Unrest +1d4"


def test_what_can_not_be_foretold_has_no_line() -> None:
    assert told(at(), Step.HEXES) == ""
    assert outlook(at(), "event-3") == ""
