"""Events that are known before they come up: kept by a game master, or rolled when a month was closed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTER, GAME_MASTERS, PUBLIC, Viewer
from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep, Phase
from bot.systems.kingdom.events.rules import (
    CancelEvent,
    EventDropped,
    EventKept,
    EventRolled,
    PlaceEvent,
    RollEvent,
)
from bot.systems.kingdom.month.rules import CloseMonth, OmenDrawn
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import MOST_COMING, PresetRoll, ScheduledEvent
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    HOLD,
    TARN,
    WREN,
    decided,
    kingdom_of,
    month,
    play,
    played,
    require_refused,
)

LATER = PlaceEvent(TARN, "feud", settlement=HOLD, note="Two houses", later=True)
OVER = (MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE)


def at_roll(**changes: Any) -> Any:
    return begun(Phase.EVENT, MonthStep.CONTINUING, **changes)


def at_close(reading: str, **changes: Any) -> Any:
    campaign = decided(omens=reading)
    over = month(Phase.EVENT, *OVER, size=3)
    return begun(Phase.EVENT, campaign=campaign, month=over, **changes)


# -- kept ---------------------------------------------------------------------------------------------


def test_what_is_kept_comes_up_with_the_next_roll_one_a_month() -> None:
    kept = played(played(at_roll(), LATER), PlaceEvent(TARN, "economic_boom", later=True))
    assert [each.event for each in kingdom_of(kept).coming] == ["feud", "economic_boom"]
    assert kingdom_of(kept).happenings == ()
    turn = play(kept, RollEvent(TARN), 100)
    (rolled,) = [each for each in turn.events if isinstance(each, EventRolled)]
    assert (rolled.kept, [each.event for each in rolled.struck], rolled.is_further) == (1, ["feud"], True)
    later = played(kept, RollEvent(TARN), 100)
    (found,) = kingdom_of(later).happenings
    assert (found.event, found.town, found.note) == ("feud", HOLD, "Two houses")
    assert [each.event for each in kingdom_of(later).coming] == ["economic_boom"]
    # It counts as an event of this month (R024).
    assert kingdom_of(later).month.had_event


def test_what_nothing_is_rolled_against_comes_about_at_once() -> None:
    kept = played(at_roll(treasury=5), PlaceEvent(TARN, "economic_boom", later=True))
    assert kingdom_of(played(kept, RollEvent(TARN), 100, 4)).treasury == 9


def test_only_game_masters_know_what_is_kept() -> None:
    turn = play(at_roll(), LATER)
    assert [type(each) for each in turn.events] == [EventKept]
    assert turn.events[0].audience == GAME_MASTERS
    state = kingdom_of(played(at_roll(), LATER))
    state = replace(state, omen=PresetRoll(5, 25, (ScheduledEvent(9, "feud"),)))
    assert KINGDOM.view is not None
    for viewer in (PUBLIC, Viewer(WREN)):
        seen = KINGDOM.view(state, viewer)
        assert seen is not None
        assert (seen.coming, seen.omen) == ((), None)
    assert KINGDOM.view(state, GAME_MASTER) == state


def test_what_was_to_strike_a_town_that_was_lost_is_drawn_anew_or_dropped() -> None:
    """An event for a town that was lost while it waited."""
    elsewhere = at_roll(coming=(ScheduledEvent(1, "feud", "9,9", RecordId("gone")),), counted=1)
    (found,) = kingdom_of(played(elsewhere, RollEvent(TARN), 100)).happenings
    assert found.town == HOLD
    nowhere = at_roll(coming=(ScheduledEvent(1, "pilgrimage", "9,9", RecordId("gone")),), counted=1)
    turn = play(nowhere, RollEvent(TARN), 100)
    assert [each.event for each in turn.events if isinstance(each, EventDropped)] == ["pilgrimage"]
    later = kingdom_of(played(nowhere, RollEvent(TARN), 100))
    assert (later.happenings, later.coming) == ((), ())


def test_one_that_is_kept_can_be_dropped_and_there_is_room_for_so_many() -> None:
    kept = played(at_roll(), LATER)
    (coming,) = kingdom_of(kept).coming
    dropped = played(kept, CancelEvent(TARN, f"later-{coming.number}", "They made peace"))
    assert kingdom_of(dropped).coming == ()
    require_refused(at_roll(coming=(coming,) * MOST_COMING), LATER, "events.too_many_kept")


# -- omens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "is_secret"), [("secret", True), ("announced", False)])
def test_the_next_month_s_event_is_rolled_when_a_month_is_closed(reading: str, is_secret: bool) -> None:
    # 20 is an event on 25 or less; 25 the kingdom's good fortune, 31 an Economic Boom.
    begin = at_close(reading, last_had_event=True)
    turn = play(begin, CloseMonth(TARN), 20, 25, 31)
    (told,) = [each for each in turn.events if isinstance(each, OmenDrawn)]
    assert (told.events, told.audience == GAME_MASTERS) == (("economic_boom",), is_secret)
    assert told.told == "An omen for month 2: **Economic Boom** (d% 20, event on 75 or less)."
    state = kingdom_of(played(begin, CloseMonth(TARN), 20, 25, 31))
    assert state.omen is not None
    assert [each.event for each in state.omen.coming] == ["economic_boom"]


def test_an_omen_is_the_next_month_s_roll() -> None:
    omen = PresetRoll(20, 25, (ScheduledEvent(1, "feud", "0,0", HOLD),))
    later = played(at_roll(omen=omen, counted=1), RollEvent(TARN))
    (found,) = kingdom_of(later).happenings
    assert (found.event, found.town, kingdom_of(later).omen) == ("feud", HOLD, None)
    quiet = played(at_roll(omen=PresetRoll(90, 25)), RollEvent(TARN))
    assert (kingdom_of(quiet).happenings, kingdom_of(quiet).omen) == ((), None)


def test_r121_an_omen_that_cannot_come_about_any_more_is_drawn_anew() -> None:
    omen = PresetRoll(20, 25, (ScheduledEvent(1, "pilgrimage", "9,9", RecordId("gone")),))
    later = played(at_roll(omen=omen, counted=1), RollEvent(TARN), 25, 31, 4)
    assert [each.event for each in kingdom_of(later).happenings] == ["economic_boom"]


def test_where_omens_are_not_used_nothing_is_rolled() -> None:
    begin = at_close("no", last_had_event=True)
    assert kingdom_of(played(begin, CloseMonth(TARN))).omen is None


@pytest.mark.parametrize("dice", [(20, 25, 31), (90,)])
def test_nothing_that_everybody_sees_is_numbered_by_what_is_secret(dice: tuple[int, ...]) -> None:
    """The numbers of events stand in buttons: a gap would tell that something is to come."""
    assert kingdom_of(played(at_roll(counted=7), LATER)).counted == 7
    closed = at_close("secret", counted=7, last_had_event=True)
    assert kingdom_of(played(closed, CloseMonth(TARN), *dice)).counted == 7
