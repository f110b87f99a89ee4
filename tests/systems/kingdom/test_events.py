"""Events in the month: outcomes, those that go on, adventurers, and what a game master places by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.errors import NotAllowed
from bot.systems.kingdom.book import Attribute, Improvement, MonthStep, Number, Phase, Special, Stat
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.events.book import Effect
from bot.systems.kingdom.events.outcomes import amount_of
from bot.systems.kingdom.events.resolving import EventResolved, ResolveEvent
from bot.systems.kingdom.events.rules import HireAdventurers, RollEvent
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.page_cards import step_notes
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.sources import SNAPSHOT, figures
from bot.systems.kingdom.state import MOST_CHANGES, ActiveEvent
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun, labels
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    TARN,
    WREN,
    by,
    change,
    decided,
    event_steps,
    hexed,
    hold,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm,
    realm_in,
    require_refused,
    tarn,
)
from tests.systems.kingdom.town_scenes import built, town

CULT = ActiveEvent(1, "cult_activity", 1, is_continuous=True, spot="0,0", town=HOLD)


def at_event(*over: MonthStep, **changes: Any) -> Any:
    """Tarn in its Event phase."""
    return begun(Phase.EVENT, *over, **changes)


def with_cult(**changes: Any) -> Any:
    """In the second month of a cult, whose outcome is to be told first."""
    changes.setdefault("month", month(Phase.EVENT, number=2, size=3))
    return begun(Phase.EVENT, happenings=(replace(CULT, resolved=1),), counted=1, **changes)


# -- outcomes -----------------------------------------------------------------------------------------


def test_r125_what_goes_on_is_told_before_the_roll() -> None:
    begin = with_cult()
    assert list(kingdom_of(begin).month.opened) == ["continuing"]
    assert "Cult Activity: how it turned out…" in labels(kingdom_of(begin))
    require_refused(begin, RollEvent(TARN), "month.not_yet")
    later = played(begin, ResolveEvent(TARN, 1, "Both checks failed", "yes"))
    assert list(kingdom_of(later).month.opened) == ["event"]
    assert kingdom_of(later).happenings == (replace(CULT, resolved=2),)


def test_r125_it_comes_again_each_month_until_it_is_ended() -> None:
    later = played(with_cult(), ResolveEvent(TARN, 1, "Failed", "yes"))
    later = played(played(later, RollEvent(TARN), 99), CloseMonth(TARN))
    for action in (OpenMonth(TARN), SkipTo(TARN, MonthStep.CONTINUING)):
        later = played(later, action)
    assert "Cult Activity: how it turned out…" in labels(kingdom_of(later))
    ended = played(later, ResolveEvent(TARN, 1, "Beaten", "no"))
    ended = played(played(ended, RollEvent(TARN), 99), CloseMonth(TARN))
    assert kingdom_of(ended).happenings == ()


def test_an_event_that_is_over_stays_until_the_month_is_closed_and_in_its_snapshot() -> None:
    later = played(at_event(MonthStep.CONTINUING), RollEvent(TARN), 20, 50, 6)
    later = played(later, ResolveEvent(TARN, 1, "Driven off", "no"))
    assert [each.event for each in kingdom_of(later).happenings] == ["bandit_activity"]
    closed = played(later, CloseMonth(TARN))
    (kept,) = [each.state for each in closed.records.values() if each.kind == SNAPSHOT.name]
    assert kept.events == ("bandit_activity",)
    assert kingdom_of(closed).happenings == ()
    assert kingdom_of(closed).last_had_event is True


def test_an_outcome_is_told_to_everybody_in_one_or_several_lines() -> None:
    turn = play(with_cult(), ResolveEvent(TARN, 1, "  Two temples\n\n\n searched ", "YES"))
    (told,) = [each for each in turn.events if isinstance(each, EventResolved)]
    assert (told.outcome, told.place, told.goes_on) == ("Two temples\n\nsearched", "Hold", True)


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (ResolveEvent(TARN, 9, "Gone", "no"), refuses("events.not_under_way")),
        (ResolveEvent(TARN, 1, " \u200b ", "no"), refuses("events.no_outcome")),
        (ResolveEvent(TARN, 1, "Gone", "perhaps"), refuses("events.yes_or_no")),
    ],
)
def test_outcomes_that_are_refused(action: ResolveEvent, refusal: Any) -> None:
    with refusal:
        play(with_cult(), action)


def test_an_outcome_is_told_once_a_month_and_in_its_phase() -> None:
    later = played(with_cult(), ResolveEvent(TARN, 1, "Failed", "yes"))
    require_refused(later, ResolveEvent(TARN, 1, "Again", "no"), "events.told_already", "Cult Activity")
    early = begun(Phase.INCOME, happenings=(replace(CULT, resolved=0),))
    require_refused(early, ResolveEvent(TARN, 1, "Soon", "no"), "events.not_yet", "Cult Activity")


def test_several_events_wait_side_by_side() -> None:
    later = played(at_event(MonthStep.CONTINUING), RollEvent(TARN), 20, 1, 97, 50, 29)
    assert labels(kingdom_of(later))[:4] == [
        "Roll Stability: Bandit Activity",
        "Bandit Activity: how it turned out…",
        "Roll Stability: Food Shortage",
        "Food Shortage: how it turned out…",
    ]
    later = played(later, ResolveEvent(TARN, 3, "Gold", "no"))
    assert list(kingdom_of(later).month.opened) == ["resolve"]
    later = played(later, ResolveEvent(TARN, 2, "Gone", "no"))
    assert list(kingdom_of(later).month.opened) == ["close"]


def test_outcomes_are_asked_for_in_their_steps_alone() -> None:
    early = begun(Phase.INCOME, happenings=(replace(CULT, resolved=0),))
    assert not [each for each in labels(kingdom_of(early)) if "what came of it" in each]
    passed = played(with_cult(), SkipTo(TARN, MonthStep.EVENT))
    assert not [each for each in labels(kingdom_of(passed)) if "what came of it" in each]
    later = played(passed, RollEvent(TARN), 99)
    assert "Cult Activity: how it turned out…" in labels(kingdom_of(later))


def test_what_was_passed_over_is_over_with_the_month_unless_it_goes_on() -> None:
    later = played(at_event(MonthStep.CONTINUING), RollEvent(TARN), 20, 97, 50, 29)
    assert [each.event for each in kingdom_of(later).happenings] == ["bandit_activity", "food_shortage"]
    closed = played(played(later, SkipTo(TARN, MonthStep.CLOSE)), CloseMonth(TARN))
    assert kingdom_of(closed).happenings == ()
    closed = played(played(with_cult(), SkipTo(TARN, MonthStep.CLOSE)), CloseMonth(TARN))
    assert [each.event for each in kingdom_of(closed).happenings] == ["cult_activity"]


def test_a_button_of_the_month_before_is_another_ones() -> None:
    begin = with_cult()
    (step,) = event_steps(TARN, kingdom_of(begin))
    assert (step.name, step.revision, step.who) == ("event-1", 10, DEACON)
    goes_on = next(ask for ask in step.choices[-1].asks if ask.field == "goes_on")
    assert goes_on.value == "yes"


def test_what_the_checks_need_is_foretold() -> None:
    told = step_notes(realm_in(with_cult(changes=(change(Stat.STABILITY, 4),))), "event-1")
    assert told == "Hold · Loyalty: 20 or more (5%) · Stability: 16 or more (25%)"
    assert step_notes(realm_in(with_cult()), "event-2") == ""
    assert step_notes(realm_in(with_cult(is_in_anarchy=True)), "event-1").startswith(
        "Hold · Loyalty: counts as 0"
    )


def struck(spot: str) -> ActiveEvent:
    """A blight there."""
    return ActiveEvent(1, "crop_failure", 1, spot=spot)


# -- amounts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "consumption", "told"),
    [
        ("half", 7, "+3"),
        ("half", 8, "+4"),
        ("whole", 7, "+7"),
        ("saved", 7, "-4"),
        ("saved", 8, "-4"),
        ("half", 0, "+0"),
        ("-1d6!", 7, "-1d6!"),
    ],
)
def test_r133_shortage_and_surplus_are_halves_rounded_down(amount: str, consumption: int, told: str) -> None:
    where = realm(tarn(changes=(change(Stat.CONSUMPTION, consumption - 4),)))
    assert figures(where).consumption == consumption
    assert amount_of(Effect(Number.CONSUMPTION, amount), where, None) == told


def test_r132_blighted_farms_give_1_or_nothing_a_resource_or_not() -> None:
    on = hexed(land(), "0,0", improvements=(Improvement.FARM,))
    on = hexed(on, "1,0", improvements=(Improvement.FARM,), specials=(Special.RESOURCE,))
    on = hexed(on, "2,0", improvements=(Improvement.FARM,))
    where = realm(on=on)
    assert amount_of(Effect(Number.CONSUMPTION, "farms_to_one"), where, struck("0,0")) == "+3"
    assert amount_of(Effect(Number.CONSUMPTION, "farms"), where, struck("0,0")) == "+5"
    assert amount_of(Effect(Number.CONSUMPTION, "farms"), where, None) == "+0"


def test_r132_r116_a_farm_by_a_stockyard_loses_what_that_gives_it_too() -> None:
    on = hexed(land(), "0,0", improvements=(Improvement.FARM,))
    on = hexed(on, "1,0", improvements=(Improvement.FARM,), specials=(Special.RESOURCE,))
    # The Farm two hexes from the Stockyard's town lies in the blight of another one.
    on = hexed(on, "2,0", improvements=(Improvement.FARM,))
    fields = tarn(settlements=(HOLD, "ford"))
    ford = replace(hold(), name="Ford", spot="2,0")
    where = realm(fields, on, town("stockyard A1+B1+A2+B2"), ford)
    assert amount_of(Effect(Number.CONSUMPTION, "farms"), where, struck("0,0")) == "+7"
    assert amount_of(Effect(Number.CONSUMPTION, "farms_to_one"), where, struck("0,0")) == "+5"
    assert amount_of(Effect(Number.CONSUMPTION, "farms"), where, struck("2,0")) == "+6"
    # A damaged one gives nothing that could be lost (R108).
    hurt = replace(town(), buildings=built("stockyard A1+B1+A2+B2", is_damaged=True))
    assert (
        amount_of(Effect(Number.CONSUMPTION, "farms"), realm(fields, on, hurt, ford), struck("0,0")) == "+5"
    )


# -- adventurers --------------------------------------------------------------------------------------


STORM = ActiveEvent(2, "crop_failure", 2, spot="1,0", town=HOLD)


def with_storm(**changes: Any) -> Any:
    """The cult, and a crop failure: both are still to be told."""
    changes.setdefault("month", month(Phase.EVENT, number=2, size=3))
    return begun(Phase.EVENT, happenings=(replace(CULT, resolved=1), STORM), counted=2, **changes)


@pytest.mark.parametrize(("levels", "bonus", "price"), [("1-2", 2, 4), ("3-5", 5, 8), ("6+", 10, 16)])
def test_r141_adventurers_help_with_one_check_of_one_event(levels: str, bonus: int, price: int) -> None:
    begin = with_storm(treasury=20, changes=(change(Stat.STABILITY, 7),))
    later = played(begin, HireAdventurers(TARN, Attribute.STABILITY, levels, "2"))
    before, after = realm_in(begin), realm_in(later)
    assert step_notes(before, "event-2") == "Hold · Stability: 13 or more (40%)"
    # Of its two checks one has the bonus, and the cult's has none.
    needed, chance = 13 - bonus, 40 + 5 * bonus
    told = (
        f"Hold · Stability: {needed} or more ({chance}%) with the adventurers · Stability: 13 or more (40%)"
    )
    assert step_notes(after, "event-2") == told
    assert step_notes(after, "event-1") == step_notes(before, "event-1")
    # Nor has any other check of that month.
    for attribute in Attribute:
        assert check(after, attribute).modifier == check(before, attribute).modifier
    assert figures(after).stability == figures(before).stability
    assert kingdom_of(later).changes == kingdom_of(begin).changes
    assert kingdom_of(later).treasury == 20 - price


def test_r141_once_its_outcome_is_told_they_help_no_more() -> None:
    later = played(with_storm(), HireAdventurers(TARN, Attribute.LOYALTY, "3-5"))
    assert "with the adventurers" in step_notes(realm_in(later), "event-1")
    told = played(later, ResolveEvent(TARN, 1, "Both checks failed", "yes"))
    assert "with the adventurers" not in step_notes(realm_in(told), "event-1")
    require_refused(told, HireAdventurers(TARN, Attribute.STABILITY, "1-2"), "events.hired_already")


@pytest.mark.parametrize(
    ("begin", "attribute", "event", "code"),
    [
        (at_event(MonthStep.CONTINUING), Attribute.LOYALTY, "", "events.nothing_to_help"),
        (with_cult(), Attribute.ECONOMY, "", "events.nothing_to_help"),
        (with_cult(), Attribute.ECONOMY, "1", "events.no_such_check"),
        (with_storm(), Attribute.LOYALTY, "Crop Failure", "events.no_such_check"),
        (with_storm(), Attribute.STABILITY, "", "events.help_which"),
        (with_storm(), Attribute.STABILITY, "Plague", "events.not_under_way"),
        (played(with_cult(), ResolveEvent(TARN, 1, "Failed", "yes")), Attribute.LOYALTY, "1",
         "events.no_such_check"),
    ],
)  # fmt: skip
def test_r141_they_help_with_a_check_that_an_event_asks_for(
    begin: Any, attribute: Attribute, event: str, code: str
) -> None:
    require_refused(begin, HireAdventurers(TARN, attribute, "1-2", event), code)


def test_r141_the_event_is_named_where_several_ask_for_such_a_check() -> None:
    (told, *_) = play(with_storm(), HireAdventurers(TARN, Attribute.STABILITY, "1-2", "cult activity")).events
    assert sentence(told) == (
        "Adventurers of level 1-2 hired for **4 BP**: +2 on one Stability check of Cult Activity (Hold)."
    )
    (told, *_) = play(with_storm(), HireAdventurers(TARN, Attribute.LOYALTY, "1-2")).events
    assert told.event == "cult_activity"


def test_adventurers_leave_when_the_month_is_closed() -> None:
    later = played(with_cult(), HireAdventurers(TARN, Attribute.LOYALTY, "1-2"))
    later = played(later, ResolveEvent(TARN, 1, "Failed", "yes"))
    closed = played(played(later, RollEvent(TARN), 99), CloseMonth(TARN))
    assert (kingdom_of(closed).month.hired, kingdom_of(closed).month.has_hired) == (None, False)


def test_adventurers_are_paid_in_hand_unless_the_campaign_allows_debts() -> None:
    with refuses("events.cant_pay", "3-5", 8, 7):
        play(with_cult(treasury=7), HireAdventurers(TARN, Attribute.LOYALTY, "3-5"))
    later = played(
        with_cult(treasury=7, campaign=decided(voluntary_debt="yes")),
        HireAdventurers(TARN, Attribute.LOYALTY, "3-5"),
    )
    assert kingdom_of(later).treasury == -1


@pytest.mark.parametrize(
    ("changes", "levels", "refusal"),
    [
        ({"month": month(Phase.INCOME, number=2, size=3)}, "1-2", refuses("events.hired_in")),
        ({}, "9-10", refuses("events.levels", "1-2, 3-5 or 6+")),
        ({"treasury": 15}, "6+", refuses("events.cant_pay")),
        ({"frozen": "Summer"}, "1-2", refuses("kingdom.is_frozen", "Tarn", "Summer")),
    ],
)
def test_who_can_not_be_hired(changes: dict[str, Any], levels: str, refusal: Any) -> None:
    with refusal:
        play(with_cult(**changes), HireAdventurers(TARN, Attribute.LOYALTY, levels))


def test_adventurers_are_no_named_source() -> None:
    begin = with_cult(changes=(change(Stat.LOYALTY, 1),) * MOST_CHANGES)
    assert kingdom_of(played(begin, HireAdventurers(TARN, Attribute.LOYALTY, "1-2"))).month.has_hired


def test_who_hires() -> None:
    action = HireAdventurers(TARN, Attribute.LOYALTY, "1-2")
    assert play(by(with_cult(), DEACON), action).on_behalf_of is None
    assert play(by(with_cult(), MARISOL), action).on_behalf_of == DEACON
    with pytest.raises(NotAllowed):
        play(by(with_cult(campaign=decided(who_rolls="role")), WREN), action)
