"""The end of a month: what ends with it, its snapshot, milestones, and the end of a kingdom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Open, Replace, Scene
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import XP_LOTS, XP_SIZES, Limit, Phase, Role, Stage, Stat, Step, Until
from bot.systems.kingdom.month.course import SkipStep
from bot.systems.kingdom.month.rules import CloseMonth, Milestone, MonthClosed
from bot.systems.kingdom.sources import SNAPSHOT, Snapshot
from bot.systems.kingdom.state import Happening, Kingdom
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    LANDS,
    MARISOL,
    TARN,
    WREN,
    by,
    change,
    decided,
    everybody,
    hold,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    scene,
    tarn,
)

# -- closing ----------------------------------------------------------------------------------------------


def closing(*others: Any, on: Any = None, **changes: Any) -> Scene:
    """Tarn at the end of its third month."""
    changes.setdefault("leaders", everybody())
    changes.setdefault("month", month(Phase.EVENT, Step.CONTINUING, Step.EVENT, Step.RESOLVE, number=3))
    changes.setdefault("milestones", ("capital",))
    campaign = changes.pop("campaign", CAMPAIGN)
    return scene(ready(tarn(**changes)), on, *others, campaign=campaign)


def closed(*others: Any, **changes: Any) -> Kingdom:
    """The kingdom after it."""
    return kingdom_of(played(closing(*others, **changes), CloseMonth(TARN)))


def test_a_month_is_closed_only_when_all_of_it_is_done() -> None:
    with pytest.raises(RuleViolation, match="Close the month” can't be done now"):
        play(begun(Phase.EVENT), CloseMonth(TARN))


def test_the_next_month_waits_with_everything_begun_anew() -> None:
    used = month(Phase.EVENT, Step.CONTINUING, Step.EVENT, Step.RESOLVE, number=3)
    used = replace(used.using(Limit.CLAIMS), has_withdrawn=True, stand_in=Role.HEIR, size=3, has_hired=True)
    then = closed(month=used).month
    assert (then.number, then.phase, then.marks, then.used) == (4, Phase.BEFORE, (), {})
    assert (then.has_withdrawn, then.stand_in, then.has_hired, then.rolls) == (False, None, False, ())
    assert list(then.opened) == ["open"]


def test_changes_of_the_month_end_with_it() -> None:
    two = (change(Stat.ECONOMY, 2, until=Until.MONTH), change(Stat.LOYALTY, 2, number=2))
    assert [each.number for each in closed(changes=two).changes] == [2]


def test_leaders_begin_the_next_month_at_their_duties() -> None:
    idle = (leader(Role.WARDEN, days=2), leader(Role.MARSHAL, has_died=True))
    assert [(each.role, each.days) for each in closed(leaders=idle).leaders] == [(Role.WARDEN, 7)]


def test_r024_a_new_event_makes_the_next_month_less_likely_to_bring_one() -> None:
    quiet = month(Phase.EVENT, Step.CONTINUING, Step.EVENT, Step.RESOLVE, number=3)
    assert closed(month=quiet).last_had_event is False
    assert closed(month=replace(quiet, had_event=True)).last_had_event is True


def test_r024_one_that_goes_on_counts_only_where_so_decided() -> None:
    went_on = month(Phase.EVENT, Step.CONTINUING, Step.EVENT, Step.RESOLVE, number=3)
    assert closed(month=went_on).last_had_event is False
    decision = decided(continuous_counts_as_event="yes")
    assert closed(month=went_on, campaign=decision).last_had_event is True
    quiet = begun(Phase.EVENT, campaign=decision)
    then = played(played(quiet, SkipStep(TARN, Step.EVENT)), CloseMonth(TARN))
    assert kingdom_of(then).last_had_event is False


def test_a_snapshot_is_kept() -> None:
    news = (Happening(1, "cult", 2, is_continuous=True, resolved=3), Happening(2, "boomtown", 3, resolved=3))
    turn = play(closing(unrest=2, happenings=news, xp=7), CloseMonth(TARN))
    (kept,) = [each for each in turn.changes if isinstance(each, Open)]
    assert kept.kind == SNAPSHOT.name
    assert kept.state == Snapshot(
        TARN, 3, 3, 1, 0, 0, 4, 2, 4, 24, 20, 0, ("boomtown",), 7, "Tarn"
    )  # fmt: skip
    assert SNAPSHOT.title(kept.state) == "Tarn, month 3"
    assert SNAPSHOT.parent(kept.state) == TARN
    assert SNAPSHOT.is_nameless


@pytest.mark.parametrize("actor", [MARISOL, DEACON])
def test_a_game_master_or_the_ruler_closes_the_month(actor: int) -> None:
    assert play(by(closing(), actor), CloseMonth(TARN)).events


def test_a_stand_in_closes_it_for_the_ruler_and_nobody_else() -> None:
    lead = (*everybody(DEACON, 10, Role.RULER, Role.HEIR), leader(Role.HEIR, WREN))
    acting = month(Phase.EVENT, Step.CONTINUING, Step.EVENT, Step.RESOLVE, number=3, stand_in=Role.HEIR)
    assert play(by(closing(leaders=lead, month=acting), WREN), CloseMonth(TARN)).events
    with pytest.raises(NotAllowed, match="the Ruler of Tarn"):
        play(by(closing(leaders=lead), WREN), CloseMonth(TARN))


# -- milestones and the end --------------------------------------------------------------------------------


def wide(hexes: int) -> Any:
    """A land with so many hexes of Tarn's."""
    return land({}, tuple(f"{number},0" for number in range(hexes)))


@pytest.mark.parametrize(("size", "xp"), XP_SIZES)
def test_r150_each_size_is_rewarded_once(size: int, xp: int) -> None:
    smaller = {f"size-{each}" for each, _ in XP_SIZES if each < size}
    known = ("capital", *smaller)
    turn = play(closing(on=wide(size), milestones=known), CloseMonth(TARN))
    assert turn.events[0] == MonthClosed("Tarn", 3, (Milestone("size", size, xp),), xp)
    then = played(closing(on=wide(size), milestones=known), CloseMonth(TARN))
    state = kingdom_of(then)
    assert (state.xp, f"size-{size}" in state.milestones) == (xp, True)
    again = replace(state, month=month(Phase.EVENT, Step.CONTINUING, Step.EVENT, Step.RESOLVE, number=4))
    assert play(scene(ready(again), wide(size)), CloseMonth(TARN)).events[0].milestones == ()
    assert play(closing(on=wide(size - 1), milestones=known), CloseMonth(TARN)).events[0].milestones == ()


def test_r150_two_at_once_give_both() -> None:
    assert closed(on=wide(26)).xp == 2400 + 4800


@pytest.mark.parametrize(("lots", "xp"), XP_LOTS)
def test_r150_lots_are_rewarded_the_first_time(lots: int, xp: int) -> None:
    known = ("capital", *(f"lots-{each}" for each, _ in XP_LOTS if each < lots))
    turn = play(closing(hold(lots=lots), milestones=known), CloseMonth(TARN))
    assert turn.events[0].milestones == (Milestone("lots", lots, xp),)
    assert play(closing(hold(lots=lots - 1), milestones=known), CloseMonth(TARN)).events[0].milestones == ()


def test_a_capital_founded_later_is_rewarded_once() -> None:
    assert closed(milestones=()).xp == 1200
    assert closed(milestones=(), capital=None).xp == 0


def test_r022_a_kingdom_without_land_for_a_whole_month_is_no_more() -> None:
    lost = {"on": land(own=()), "settlements": (), "capital": None}
    turn = play(closing(emptied=2, **lost), CloseMonth(TARN))
    assert turn.events[0] == MonthClosed("Tarn", 3, has_fallen=True)
    (kept,) = [each for each in turn.changes if isinstance(each, Replace) and each.id == TARN]
    assert (kept.archive, kept.state.stage) == (True, Stage.ENDED)
    spared = play(closing(emptied=3, **lost), CloseMonth(TARN))
    assert not spared.events[0].has_fallen


def test_r022_what_a_kingdom_claimed_again_without_a_settlement_is_nobodys_when_it_is_no_more() -> None:
    at_end = closing(on=land(own=("0,0", "1,0")), emptied=2, settlements=(), capital=None)
    after = played(at_end, CloseMonth(TARN))
    assert kingdom_of(after).stage is Stage.ENDED
    assert after.records[LANDS].state.of(TARN) == {}
