"""What can't fall below 0 can't be owed: Fame and Infamy by the book (2177), Unrest by its own rule (98)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.systems.kingdom.abroad.book import Attitude
from bot.systems.kingdom.abroad.diplomacy import EnvoySent, SendEnvoy
from bot.systems.kingdom.abroad.state import Route
from bot.systems.kingdom.abroad.trade import MeetTraders, TradersArrived
from bot.systems.kingdom.book import MonthStep, Phase, Stat, Until
from bot.systems.kingdom.events.book import Occasion
from bot.systems.kingdom.events.resolving import SettleEvent
from bot.systems.kingdom.month.numbers import CancelSource, PlaceNumber
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.sources import figures, number_of
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.systems.kingdom.abroad_scenes import VELL, around, special
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    HOLD,
    TARN,
    change,
    decided,
    everybody,
    kingdom_of,
    month,
    play,
    played,
    realm_in,
    require_refused,
)
from tests.systems.kingdom.test_event_outcomes import ROLL, struck
from tests.systems.kingdom.test_trade import route
from tests.systems.kingdom.town_scenes import town

FAMOUS = decided(fame_infamy="yes")
CELEBRITY = SettleEvent(TARN, 2, Occasion.ALWAYS)


def fame(then: Any, number: str = "fame") -> int:
    """Fame, or Infamy."""
    return number_of(realm_in(then), number)


def test_fame_cant_be_owed_a_loss_at_0_is_gone() -> None:
    """Squatters come at Fame 0, then a Visiting Celebrity: Fame 1, not 0."""
    celebrity = replace(struck("visiting_celebrity").records[TARN].state.happenings[0], number=2)
    squatters = struck("squatters").records[TARN].state.happenings[0]
    begin = struck("squatters", happenings=(squatters, celebrity), counted=2, campaign=FAMOUS)
    assert fame(begin) == 0
    then = played(begin, ROLL, 20)
    assert (fame(then), Stat.FAME in [each.stat for each in kingdom_of(then).changes]) == (0, False)
    assert fame(played(then, CELEBRITY, 1)) == 1


def test_what_there_is_of_fame_is_lost() -> None:
    begin = struck("squatters", campaign=FAMOUS, renown=(Stat.FAME,), renown_due=1)
    assert (fame(begin), fame(played(begin, ROLL, 20))) == (1, 0)
    assert "Fame" in str(sentence(play(begin, ROLL, 20).events[0]))


def test_a_loss_that_is_gone_isnt_told() -> None:
    turn = play(struck("squatters", campaign=FAMOUS), ROLL, 20)
    assert "Fame" not in " ".join(str(sentence(each)) for each in turn.events)


def test_an_envoy_who_fails_at_fame_0_costs_none() -> None:
    begin = around(replace(VELL, attitude=Attitude.HOSTILE), renown=(Stat.INFAMY,))
    turn = play(begin, SendEnvoy(TARN, "Vell", 0), 1, 1)
    (sent,) = [each for each in turn.events if isinstance(each, EnvoySent)]
    assert (sent.fame, sent.is_success) == (0, False)
    then = played(begin, SendEnvoy(TARN, "Vell", 0), 1, 1)
    assert not [each for each in kingdom_of(then).changes if each.stat is Stat.FAME]


def test_traders_who_are_lost_at_fame_0_cost_none() -> None:
    lost: Route = route()
    begin = around(routes=(lost,), month=special(Phase.UPKEEP, number=2), renown=(Stat.INFAMY,))
    turn = play(begin, MeetTraders(TARN, 7), 1, 1, 1)
    (arrived,) = [each for each in turn.events if isinstance(each, TradersArrived)]
    assert arrived.arrival.fame == 0
    assert kingdom_of(played(begin, MeetTraders(TARN, 7), 1, 1, 1)).changes == ()


@pytest.mark.parametrize("stat", [Stat.FAME, Stat.INFAMY])
def test_a_game_master_takes_no_more_than_there_is(stat: Stat) -> None:
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, campaign=FAMOUS, renown=(stat, stat), renown_due=2)
    then = played(begin, PlaceNumber(TARN, stat.value, "-5", "Slander"))
    assert [each.amount for each in kingdom_of(then).changes] == [-2]
    require_refused(then, PlaceNumber(TARN, stat.value, "-1", "Slander"), "events.is_nothing")
    assert fame(played(then, PlaceNumber(TARN, stat.value, "1", "A feat")), stat.value) == 1


def test_where_nobody_counts_fame_a_game_masters_number_stays_as_it_is() -> None:
    then = played(begun(Phase.EVENT, MonthStep.CONTINUING), PlaceNumber(TARN, "fame", "-5", "Slander"))
    assert [each.amount for each in kingdom_of(then).changes] == [-5]


def test_what_was_lost_isnt_owed_when_what_gave_it_is_gone() -> None:
    """Fame 3 of which 2 is a Castle's and a Cathedral's; 3 are lost, then one of both falls."""
    lots = town("castle A1+B1+A2+B2", "cathedral C1+D1+C2+D2")
    begin = begun(Phase.EDICT, campaign=FAMOUS, renown=(Stat.FAME,), renown_due=1)
    begin = replace(begin, records={**begin.records, HOLD: replace(begin.records[HOLD], state=lots)})
    assert fame(begin) == 3
    begin = played(begin, PlaceNumber(TARN, "fame", "-3", "Slander"))
    begin = replace(begin, records={**begin.records, TARN: replace(
        begin.records[TARN], state=replace(kingdom_of(begin), month=month(
            Phase.EDICT, MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN, size=3)))})  # fmt: skip
    fallen = played(begin, DemolishBuilding(TARN, "Hold", "castle", "yes"))
    assert fame(fallen) == 0
    assert fame(played(fallen, PlaceNumber(TARN, "fame", "1", "A feat"))) == 1


def test_what_was_lost_isnt_owed_when_a_gain_ends_or_is_canceled() -> None:
    gain = change(Stat.FAME, 2, "Hero", 1, until=Until.MONTH)
    lost = change(Stat.FAME, -2, "Slander", 2)
    given: dict[str, Any] = {
        "changes": (gain, lost), "counted": 2, "campaign": FAMOUS, "renown": (), "leaders": everybody(),
    }  # fmt: skip
    canceled = played(begun(Phase.EVENT, MonthStep.CONTINUING, **given), CancelSource(TARN, "1"))
    closing = begun(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, **given)
    for then in (canceled, played(closing, CloseMonth(TARN))):
        assert [each.amount for each in kingdom_of(then).changes if each.stat is Stat.FAME] == []
        assert fame(then) == 0


def test_settlement_modifiers_below_0_hold_fame_down_while_they_last_and_forgive_nothing() -> None:
    """They are no loss: they are added to Fame as they are (2179)."""
    dull = town("inn A1", changes=(change(Stat.LORE, -20, number=9),), counted=9)
    lost = change(Stat.FAME, -1, "Slander", 2)
    begin = begun(
        Phase.EVENT, MonthStep.CONTINUING, campaign=FAMOUS, renown=(Stat.FAME, Stat.FAME), renown_due=2,
        changes=(lost,), counted=2,
    )  # fmt: skip
    begin = replace(begin, records={**begin.records, HOLD: replace(begin.records[HOLD], state=dull)})
    assert fame(begin) == 0
    then = played(begin, PlaceNumber(TARN, "economy", "1", "Luck"))
    assert [each.amount for each in kingdom_of(then).changes if each.stat is Stat.FAME] == [-1]


def test_no_number_with_a_floor_by_the_book_is_told_below_it() -> None:
    """Fame and Infamy (2177), Unrest (98) and Consumption (62)."""
    sources = tuple(
        change(stat, -30, number=number)
        for number, stat in enumerate((Stat.FAME, Stat.INFAMY, Stat.CONSUMPTION), 1)
    )
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, campaign=FAMOUS, changes=sources, counted=3, unrest=1)
    then = played(begin, PlaceNumber(TARN, "unrest", "-3", "Calm"))
    now = figures(realm_in(then))
    assert (now.unrest, now.consumption, now.raw < 0, *now.further.values()) == (0, 0, True, 0, 0)
    # A surplus is kept for the Granaries; what nobody can owe is not (R002).
    assert [each.stat for each in kingdom_of(then).changes] == [Stat.CONSUMPTION]
