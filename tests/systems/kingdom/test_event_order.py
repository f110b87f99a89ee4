"""What comes of an event first and always, what after a check, and which checks leaders may leave alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.event import sentence
from bot.errors import NotAllowed
from bot.systems.kingdom.book import MonthStep, Phase, Role, Stat
from bot.systems.kingdom.events.book import EVENTS, Occasion, Strikes
from bot.systems.kingdom.events.outcomes import EventBegun, EventSettled, attempt, checks_of
from bot.systems.kingdom.events.outcomes import begin_event as begins
from bot.systems.kingdom.events.own import read_event
from bot.systems.kingdom.events.resolving import ChooseEvent, SettleEvent
from bot.systems.kingdom.events.rules import RollEvent
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import MOST_CHANGES
from tests.systems.kingdom.months_scenes import begun, labels
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    WREN,
    by,
    change,
    decided,
    everybody,
    kingdom_of,
    leader,
    play,
    played,
    realm_in,
    require_refused,
)
from tests.systems.kingdom.test_event_outcomes import (
    ON,
    ROLL,
    fate,
    happening,
    next_event_phase,
    numbers,
    struck,
    told,
)

STAY = ChooseEvent(TARN, 1, Occasion.UNTRIED)
# What the book has come of each before any check, whatever that comes to: in the order of its sentences.
FIRST = {
    "land_rush": "stability -1, productivity -1, society -1",
    "public_scandal": "infamy +1",
    "squatters": "stability -1, unrest +2, fame -1",
}
# "You may try to disperse": of no other event the book says that its check may be left alone.
OPTIONAL = {"squatters"}


def squatters(**changes: Any) -> Any:
    """Tarn with Stability 20, Unrest 1 and Control DC 35, where squatters came up."""
    begin = struck("squatters", leaders=everybody(), unrest=1)
    numbers_now = figures(realm_in(begin))
    sources = (
        change(Stat.STABILITY, 20 - numbers_now.stability, number=91),
        change(Stat.CONTROL_DC, 35 - numbers_now.control_dc, number=92),
    )
    return struck("squatters", leaders=everybody(), unrest=1, counted=92, changes=sources, **changes)


def test_squatters_cost_fame_stability_and_unrest_before_anybody_disperses_them() -> None:
    """The book's sentence puts them first: 15 on the die is 15 + 19 - 3, and no longer 15 + 20 - 1."""
    begin = squatters()
    now = figures(realm_in(begin))
    assert (now.stability, now.unrest, now.control_dc) == (20, 1, 35)
    (made,) = checks_of(realm_in(begin), kingdom_of(begin).happenings[0])
    assert (made.of(15).total, made.needed) == (31, 19)
    turn = play(begin, ROLL, 15)
    first, settled = (each for each in turn.events if isinstance(each, EventBegun | EventSettled))
    assert isinstance(first, EventBegun)
    (result,) = told(turn).results
    assert (result.total, result.dc, result.is_success) == (31, 35, False)
    assert settled is told(turn)
    assert not settled.changed
    assert numbers(begin, played(begin, ROLL, 15))["unrest"] == 2


def test_squatters_cost_that_with_the_roll_that_brings_them() -> None:
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, unrest=1)
    # Row 98 has the table rolled again: Economic Boom. They take the first free lot.
    dice = (20, 98, 25, 31, 1, 2)
    turn, then = play(begin, RollEvent(TARN), *dice), played(begin, RollEvent(TARN), *dice)
    assert [each.event for each in turn.events if isinstance(each, EventBegun)] == ["squatters"]
    assert (kingdom_of(then).unrest, labels(kingdom_of(then))[:2]) == (3, ["Roll Stability", "Let them stay"])
    (made,) = checks_of(realm_in(then), kingdom_of(then).happenings[0])
    # It comes once, not with the check again.
    assert (made.unrest, kingdom_of(played(then, ROLL, 1)).unrest) == (3, 3)


def test_squatters_may_be_left_alone_and_cost_the_same() -> None:
    begin = squatters()
    stays, failed = played(begin, STAY), played(begin, ROLL, 15)
    assert numbers(begin, stays) == numbers(begin, failed)
    assert (fate(stays), fate(failed)) == (ON, ON)
    assert sentence(told(play(begin, STAY))) == (
        "Tarn: Squatters · Hold: Let them stay. · **It goes on** and comes back in the next Event phase."
    )
    again = next_event_phase(stays)
    assert labels(kingdom_of(again))[:2] == ["Roll Stability", "Let them stay"]
    later = played(again, STAY)
    assert kingdom_of(later).unrest - kingdom_of(again).unrest == 2


def test_squatters_are_left_alone_by_the_leader_who_would_roll_or_the_ruler() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, WREN))
    begin = struck("squatters", leaders=leaders)
    assert play(by(begin, WREN), STAY).on_behalf_of is None
    assert play(by(begin, DEACON), STAY).on_behalf_of is None
    # It is a decision, however freely others may roll (R044).
    with pytest.raises(NotAllowed):
        play(by(struck("squatters", leaders=leaders[:1]), WREN), STAY)


@pytest.mark.parametrize("event", [each for each in EVENTS if each not in OPTIONAL])
def test_no_other_event_lets_leaders_leave_its_check_alone(event: str) -> None:
    assert EVENTS[event].leaves is None
    require_refused(struck(event), STAY, "events.no_such_outcome")


def test_once_dispersed_squatters_are_not_left_alone() -> None:
    later = next_event_phase(played(struck("squatters"), ROLL, 20))
    require_refused(later, STAY, "events.no_such_outcome")


def first_of(event: str) -> str:
    """What comes of it before its checks, as its row says."""
    always = EVENTS[event].outcome(Occasion.ALWAYS)
    return ", ".join(f"{each.number.value} {each.amount}" for each in always.effects) if always else ""


def test_what_the_book_has_come_before_a_check() -> None:
    checked = {event for event, row in EVENTS.items() if row.checks or row.asks}
    assert {event: first_of(event) for event in checked if first_of(event)} == FIRST


@pytest.mark.parametrize("event", FIRST)
def test_what_comes_first_comes_once_a_month(event: str) -> None:
    begin = struck(event, campaign=decided(fame_infamy="yes", expand_settlement_modifiers="yes"))
    realm = realm_in(begin)
    first, events = begins(realm, realm.kingdom.happenings[0], FixedDice())
    assert [type(each) for each in events] == [EventBegun]
    then, (settled,) = attempt(first, first.kingdom.happenings[0], FixedDice(20))
    assert isinstance(settled, EventSettled)
    # With the first press of a later month it comes before the check as well.
    assert (then.kingdom.unrest, then.kingdom.changes) == (
        kingdom_of(played(begin, ROLL, 20)).unrest, kingdom_of(played(begin, ROLL, 20)).changes,
    )  # fmt: skip


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("settlement", ["Hold", ""])
def test_what_is_told_of_an_event_never_ends_in_a_colon(event: str, settlement: str) -> None:
    """Whatever came of it, and also where nothing did."""
    for when in Occasion:
        for came in ((), (when,)):
            told = EventSettled("Tarn", event, settlement, when, came)
            assert not str(sentence(told)).rstrip().endswith(":"), told


def test_a_pilgrimage_says_what_it_is() -> None:
    turn = play(struck("pilgrimage"), SettleEvent(TARN, 1, Occasion.ALWAYS))
    assert sentence(told(turn)) == (
        "Tarn: Pilgrimage · Hold: Pilgrims hold a festival there, at no cost to you. · **It's over.**"
    )


OWN = read_event({
    "name": "Lantern Night", "about": "Crowds.", "strikes": Strikes.KINGDOM.value, "seen_by": "",
    "rules": "roll: Loyalty\nalways: Unrest +1d4, Loyalty -2\nsuccess: Unrest -1\nfailure: goes on",
})  # fmt: skip


def test_of_a_tables_own_event_it_is_the_same() -> None:
    """Its dice are rolled before the check; the card counts what is certain."""
    begin = struck("feud", found=replace(happening("feud", own=OWN, spot=None, town=None), event=OWN.id))
    (made,) = checks_of(realm_in(begin), kingdom_of(begin).happenings[0])
    turn = play(begin, ROLL, 3, 20)
    assert told(turn).results[0].total - 20 == made.modifier - 3
    assert numbers(begin, played(begin, ROLL, 3, 20)) == {"loyalty": -2, "unrest": 2}
    assert EventBegun in map(type, turn.events)


def test_what_is_to_come_first_is_shown_also_where_no_more_sources_fit() -> None:
    begin = struck("squatters", changes=(change(Stat.ECONOMY, 1),) * MOST_CHANGES)
    assert checks_of(realm_in(begin), kingdom_of(begin).happenings[0])
    require_refused(begin, ROLL, "events.too_many_sources")
