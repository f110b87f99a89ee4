"""Events whose town, leader or demand is gone when somebody presses: one sentence, nothing half done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice.source import Dice
from bot.errors import NotAllowed
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import MonthStep, Phase, Role
from bot.systems.kingdom.events.book import EVENTS, BookEvent, Occasion, Strikes, event_name
from bot.systems.kingdom.events.resolving import JudgeEvent, SettleEvent
from bot.systems.kingdom.events.rules import RollEvent
from bot.systems.kingdom.land.losses import LoseHexes, LossFollowed
from bot.systems.kingdom.leaders.leaving import ResignRole
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.resettling import resettled
from bot.systems.kingdom.state import PresetRoll, ScheduledEvent
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    TARN,
    WREN,
    after,
    by,
    decided,
    event_steps,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    require_refused,
    waiting,
)
from tests.systems.kingdom.test_event_outcomes import happening, struck
from tests.systems.kingdom.town_scenes import town


class Alike(Dice):
    """Dice that show their lowest face, or their highest."""

    def __init__(self, *, is_high: bool) -> None:
        self._is_high = is_high

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        """So many alike."""
        return (sides if self._is_high else 1,) * count


def pressed(begin: Any, action: Any, *, is_high: bool = False) -> Any:
    """The scene after a press."""
    kind = next(each for each in SYSTEM.actions if each.action is type(action))
    return after(begin, kind.perform(begin, action, Alike(is_high=is_high)))


LOTS = town("inn A1", "house B1", "temple C1+D1", "museum E1", "tenement F1", lots=3)
# What strikes a settlement, or a hex of the kingdom.
LOCAL = [
    each
    for each in BookEvent
    if EVENTS[each].strikes not in (Strikes.KINGDOM, Strikes.LEADER, Strikes.CHOSEN, Strikes.SETTLEABLE)
]


def local(event: str, **changes: Any) -> Any:
    """Tarn with that event in its capital, or the hex of it."""
    found = happening(event, district=1, lot=0, wanted="inn", count=1)
    return struck(event, LOTS, found=found, **changes)


@pytest.mark.parametrize("event", LOCAL)
def test_an_event_is_over_once_what_it_struck_is_lost(event: str) -> None:
    begin = local(event)
    assert event_steps(TARN, kingdom_of(begin))
    turn = play(begin, LoseHexes(TARN, "0,0", "A war"))
    later = after(begin, turn)
    (told,) = [each for each in turn.events if isinstance(each, LossFollowed)]
    assert f"Over for the kingdom: {event_name(event)}." in list(told.lines())
    assert event_steps(TARN, kingdom_of(later)) == []
    # It stays on record, and costs nothing any more.
    (found,) = kingdom_of(later).happenings
    assert (found.event, found.is_continuous) == (event, False)
    for step in event_steps(TARN, kingdom_of(begin)):
        for choice in step.choices:
            with refuses("events.told_already"):
                pressed(later, choice.action)


def test_an_event_elsewhere_goes_on_when_a_hex_is_lost() -> None:
    plague = happening("plague", spot="1,0")
    begin = struck("plague", LOTS, found=plague)
    later = played(begin, LoseHexes(TARN, "2,0", "A war"))
    assert kingdom_of(later).happenings == kingdom_of(begin).happenings


@pytest.mark.parametrize("is_high", [False, True])
@pytest.mark.parametrize("event", list(BookEvent))
def test_one_that_was_kept_for_a_town_lost_before_is_told_by_every_choice(event: str, is_high: bool) -> None:
    """Nothing of what is struck is the kingdom's."""
    found = happening(event, town=HOLD, spot="1,0", district=1, lot=0, wanted="inn", count=1)
    begin = struck(event, LOTS, on=land(own=("0,0", "2,0")), found=found)
    gone = replace(kingdom_of(begin), settlements=(), capital=None)
    records = {id_: each for id_, each in begin.records.items() if id_ != HOLD}
    begin = replace(begin, records=records | {TARN: replace(records[TARN], state=gone)})
    for step in event_steps(TARN, kingdom_of(begin)):
        for choice in step.choices:
            given = {ask.field: "no" if ask.field == "goes_on" else "0,0" for ask in choice.asks}
            later = pressed(begin, replace(choice.action, **given), is_high=is_high)
            assert waiting(TARN, kingdom_of(later))


# -- leaders who resigned -----------------------------------------------------------------------------


def test_a_check_pressed_by_a_leader_who_resigned_is_the_next_ones() -> None:
    held = (leader(Role.RULER, WREN), leader(Role.WARDEN, DEACON))
    strict = decided(who_rolls="role")
    begin = struck("bandit_activity", found=happening("bandit_activity"), leaders=held, campaign=strict)
    (step,) = event_steps(TARN, kingdom_of(begin))
    roll = step.choices[0].action
    assert step.who == DEACON
    resigned = played(begin, ResignRole(TARN, Role.WARDEN), 20)
    with pytest.raises(NotAllowed, match="Only the Warden"):
        play(by(resigned, DEACON), roll)
    # The Ruler rolls it now, whom it is asked of.
    (step,) = event_steps(TARN, kingdom_of(resigned))
    assert step.who == WREN
    assert event_steps(TARN, kingdom_of(played(by(resigned, WREN), roll, 20))) == []


# -- demands ------------------------------------------------------------------------------------------


def test_a_demand_is_met_once_however_often_what_was_wanted_is_built() -> None:
    found = happening("building_demand", wanted="inn", since=1)
    begin = struck("building_demand", town("inn A1", "inn B1"), found=found)
    judge = JudgeEvent(TARN, 1)
    met = played(begin, judge)
    assert kingdom_of(met).happenings[0].came == Occasion.MET
    for again in (judge, SettleEvent(TARN, 1, Occasion.MET), SettleEvent(TARN, 1, Occasion.UNMET)):
        require_refused(met, again, "events.told_already")
    # A month later nobody asks for it.
    assert kingdom_of(played(met, CloseMonth(TARN))).happenings == ()


# -- settings changed in the midst of a phase -----------------------------------------------------------


def test_r011_steps_stay_open_together_when_the_order_is_decided_in_the_midst_of_them() -> None:
    together = begun(Phase.EDICT, month=month(Phase.EDICT, size=3, in_any_order=True))
    before = [each.name for each in waiting(TARN, kingdom_of(together))]
    now = replace(together, campaign=decided(edict_order="in_order"))
    later = after(now, resettled(together, now))
    assert [each.name for each in waiting(TARN, kingdom_of(later))] == before


def test_an_omen_that_was_rolled_comes_about_though_none_are_used_any_more() -> None:
    kept = PresetRoll(1, 25, (ScheduledEvent(1, "feud"),))
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, campaign=decided(omens="secret"), omen=kept)
    now = replace(begin, campaign=decided())
    off = after(now, resettled(begin, now))
    assert kingdom_of(off).omen == kept
    assert [each.event for each in kingdom_of(played(off, RollEvent(TARN))).happenings] == ["feud"]
