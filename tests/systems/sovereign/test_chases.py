"""Chases: S43 to S46, Q15 and Q16."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import World
from bot.systems.sovereign.encounters.chases import StartChase, goes_on, stops_in_six
from bot.systems.sovereign.encounters.state import MeetingDeed, Reaction, Side, Stage, Wits
from bot.systems.sovereign.encounters.steps import (
    Announce,
    ComeToBlows,
    DecideReaction,
    EndEncounter,
    Hinder,
    Hindrance,
    MeasureGap,
)
from tests.refusals import refuses
from tests.systems.sovereign.meetings import (
    GOBLINS,
    announced,
    chosen,
    fighting,
    is_over,
    labels,
    met,
    state_of,
)
from tests.systems.sovereign.odds import odds
from tests.systems.sovereign.scenes import play, played, said


def chased(gap: int = 60, pursuer: Side = Side.THEM, **secret: Any) -> World:
    """The party runs, or they do."""
    reaction = Reaction.CHASE if pursuer is Side.THEM else Reaction.RUN
    return played(announced(reaction, **secret), MeasureGap(GOBLINS, pursuer, gap))


def is_chased(there: World) -> bool:
    """Whether the pursuit goes on."""
    return state_of(there).stage is Stage.CHASE


@pytest.mark.parametrize(("gap", "on"), [(0, True), (89, True), (90, True), (91, False), (5000, False)])
@pytest.mark.parametrize("pursuer", Side)
def test_s43_q16_exactly_90_feet_go_on_and_more_end_it_without_a_roll(
    gap: int, on: bool, pursuer: Side
) -> None:
    assert goes_on(gap) is on
    left = played(announced(Reaction.CHASE), MeasureGap(GOBLINS, pursuer, gap))
    assert is_chased(left) is on


def test_s43_the_distance_is_told_to_everybody() -> None:
    there = announced(Reaction.CHASE)
    assert said(play(there, MeasureGap(GOBLINS, Side.THEM, 60))) == [
        "They're after the party, 60 feet behind."
    ]
    assert said(play(there, MeasureGap(GOBLINS, Side.THEM, 95))) == [
        "95 feet between them: **they give up.** The party gets away."
    ]
    fled = announced(Reaction.RUN)
    assert said(play(fled, MeasureGap(GOBLINS, Side.PARTY, 30))) == [
        "The party is after them, 30 feet behind."
    ]
    assert said(play(fled, MeasureGap(GOBLINS, Side.PARTY, 95))) == [
        "95 feet between them: **they get away from the party.**"
    ]


@pytest.mark.parametrize("gap", [-1, 5001])
def test_a_gap_is_a_distance(gap: int) -> None:
    with refuses("chase.gap"):
        play(announced(Reaction.CHASE), MeasureGap(GOBLINS, Side.THEM, gap))


def test_a_chase_may_begin_in_the_middle_of_a_fight_but_not_before_they_react() -> None:
    assert is_chased(played(fighting(), StartChase(GOBLINS, 30)))
    for early in (met(), played(chosen(MeetingDeed.RUN), DecideReaction(GOBLINS, "chase"))):
        with refuses("chase.too_early"):
            play(early, StartChase(GOBLINS, 30))
    with refuses("chase.same"):
        play(chased(60), StartChase(GOBLINS, 60))
    assert state_of(played(chased(60), ComeToBlows(GOBLINS))).chase is None


@pytest.mark.parametrize(
    ("by", "wits", "stops"),
    [
        # S44: they follow on 2 in 6. S45: burning oil stops 5 in 6.
        *((Hindrance.CORNER, wits, 4) for wits in Wits),
        *((Hindrance.OIL, wits, 5) for wits in Wits),
        # S46, Q15: food 1, 3, 5 in 6; treasure the inverse.
        (Hindrance.FOOD, Wits.INTELLIGENT, 1),
        (Hindrance.FOOD, Wits.SEMI, 3),
        (Hindrance.FOOD, Wits.NONE, 5),
        (Hindrance.TREASURE, Wits.INTELLIGENT, 5),
        (Hindrance.TREASURE, Wits.SEMI, 3),
        (Hindrance.TREASURE, Wits.NONE, 1),
    ],
)
def test_s44_s45_s46_q15_each_chance_exactly(by: Hindrance, wits: Wits, stops: int) -> None:
    assert stops_in_six(by, wits) == stops
    if wits is Wits.NONE:
        there = played(met(wits=wits), MeasureGap(GOBLINS, Side.THEM, 60))
    else:
        there = chased(wits=wits)
    assert odds(there, Hinder(GOBLINS, by, "this"), is_chased) == {
        True: Fraction(6 - stops, 6),
        False: Fraction(stops, 6),
    }


def test_q16_the_group_rolls_once_for_each_thing() -> None:
    left = played(chased(), Hinder(GOBLINS, Hindrance.FOOD, "Rations"), 6)
    with refuses("chase.tried"):
        play(left, Hinder(GOBLINS, Hindrance.FOOD, "rations "))
    left = played(left, Hinder(GOBLINS, Hindrance.FOOD, "A ham"), 6)
    left = played(left, Hinder(GOBLINS, Hindrance.CORNER, "The stairs"), 1)
    # Measured anew, what was tried stays tried.
    left = played(left, MeasureGap(GOBLINS, Side.THEM, 80))
    for by, what in ((Hindrance.FOOD, "A ham"), (Hindrance.CORNER, "The stairs")):
        with refuses("chase.tried"):
            play(left, Hinder(GOBLINS, by, what))


@pytest.mark.parametrize(("face", "is_on"), [(1, True), (2, True), (3, False), (6, False)])
def test_s44_they_follow_around_a_corner_on_1_and_2(face: int, is_on: bool) -> None:
    assert is_chased(played(chased(), Hinder(GOBLINS, Hindrance.CORNER, "A corner"), face)) is is_on


def test_their_die_is_the_game_masters_and_what_comes_of_it_everybodys() -> None:
    turn = play(chased(), Hinder(GOBLINS, Hindrance.FOOD, "Rations"), 1)
    assert said(turn) == [
        "Rations: **they stop.** The party gets away. The food is gone; take it off the pack.",
        "Rolled 1; 1 in 6 end the pursuit.",
    ]
    assert [each.audience for each in turn.events] == [EVERYONE, GAME_MASTERS]
    assert said(play(chased(), Hinder(GOBLINS, Hindrance.OIL, "A flask"), 6))[0] == (
        "A flask: **they keep coming.** The oil burns away."
    )


def test_the_party_in_pursuit_loses_them_at_a_corner_and_nothing_thrown_stops_it() -> None:
    there = chased(30, Side.PARTY)
    assert labels(there) == [
        "Gap…",
        "Corner, door, stairs… (2 in 6 follow)",
        "It comes to a fight",
        "Chase over",
    ]
    assert said(play(there, Hinder(GOBLINS, Hindrance.CORNER, "A door"), 2)) == [
        "A door: **the party keeps up.**"
    ]
    assert not is_chased(played(there, Hinder(GOBLINS, Hindrance.CORNER, "A door"), 3))
    with refuses("chase.players"):
        play(there, Hinder(GOBLINS, Hindrance.FOOD, "Rations"))


def test_before_anybody_is_chased_nothing_hinders_them() -> None:
    for there in (announced(Reaction.CHASE), announced(Reaction.PARLEY)):
        with refuses("chase.none"):
            play(there, Hinder(GOBLINS, Hindrance.OIL, "A flask"))
    with refuses("chase.what"):
        play(chased(), Hinder(GOBLINS, Hindrance.OIL, " "))


def test_a_chase_that_ended_still_took_its_turn() -> None:
    left = played(chased(), Hinder(GOBLINS, Hindrance.CORNER, "A corner"), 6)
    assert state_of(left).stage is Stage.CALM
    assert said(play(left, EndEncounter(GOBLINS)))[0] == "Three shapes: the chase is over. It takes one Turn."
    assert is_over(played(left, EndEncounter(GOBLINS)))
    with refuses("encounter.undecided"):
        play(left, Announce(GOBLINS))
