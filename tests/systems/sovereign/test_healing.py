"""Healing and System Strain: S33 to S37, Q13, Q14, Q17 and Q20."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS
from bot.engine.system import World
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.harm.rules import FirstAid, Heal, SetStrain
from bot.systems.sovereign.parties.rest import Rest, Sleep
from bot.systems.sovereign.parties.rules import Advance
from bot.systems.sovereign.people.rules import SetSheet
from bot.systems.sovereign.state import Character, Known
from tests.refusals import refuses
from tests.systems.sovereign.odds import odds
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    KIT,
    MIRA,
    OGRE,
    PARTY,
    bo,
    mira,
    of,
    ogre,
    party,
    play,
    played,
    said,
    scene,
    who,
)


def tent(patient: Character, skill: int = 0, **seen: Any) -> World:
    """A patient, and Mira with that Heal and a kit."""
    healer = mira(skills={"heal": skill}, items=(KIT,))
    return scene(of(BO, patient), of(MIRA, healer), party(BO, MIRA), **seen)


HURT = bo(hp=1, max_hp=20)


# -- first aid ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", [-1, 0, 2, 4])
def test_s34_first_aid_heals_1d6_and_heal_and_costs_1_strain(skill: int) -> None:
    found = odds(tent(HURT, skill), FirstAid(BO, MIRA), lambda left: (who(left, BO).hp, who(left, BO).strain))
    # Q13: never less than nothing, and the strain is paid all the same.
    assert found == {(1 + max(0, face + skill), 1): Fraction(1, 6) for face in range(1, 7)}


def test_s34_each_application_costs_strain_and_counts_heal() -> None:
    turn = play(tent(HURT, 2), FirstAid(BO, MIRA, times=3), 1, 2, 3)
    assert said(turn) == ["Mira gives Bo first aid 3 times: 1 + 2, 2 + 2, 3 + 2; HP 1 → 13, Strain 0 → 3."]


def test_first_aid_stops_at_full_hp_and_costs_no_more() -> None:
    turn = play(tent(bo(hp=1, max_hp=5)), FirstAid(BO, MIRA, times=5), 6)
    assert said(turn) == ["Mira gives Bo first aid: 6; HP 1 → 5, Strain 0 → 1."]
    with refuses("heal.full"):
        play(tent(bo()), FirstAid(BO, MIRA))


def test_q14_a_turn_is_enough_for_as_much_as_strain_allows() -> None:
    patient = bo(hp=1, max_hp=99, constitution=18)
    assert who(played(tent(patient), FirstAid(BO, MIRA, times=18), *[1] * 18), BO).strain == 18
    with refuses("strain.too_much"):
        play(tent(patient), FirstAid(BO, MIRA, times=19))


def test_s34_without_a_kit_it_is_refused_and_nobody_gives_it_to_themself() -> None:
    bare = scene(of(BO, HURT), of(MIRA, mira()))
    with refuses("kit.none"):
        play(bare, FirstAid(BO, MIRA))
    assert play(bare, FirstAid(BO, MIRA, is_without_kit=True), 1).events
    with refuses("tend.self"):
        play(tent(HURT), FirstAid(MIRA, MIRA))


def test_a_hidden_healer_is_told_to_game_masters_alone() -> None:
    hidden = scene(of(BO, HURT), of(OGRE, ogre(items=(KIT,))))
    (told,) = play(hidden, FirstAid(BO, OGRE), 1).events
    assert told.audience == GAME_MASTERS


# -- strain ---------------------------------------------------------------------------------------------


def test_s35_trap_strain_may_reach_the_maximum_and_not_pass_it() -> None:
    patient = replace(HURT, strain=9)
    assert who(played(tent(patient), FirstAid(BO, MIRA), 3), BO).strain == 10
    assert who(played(tent(patient), Heal(BO, "3", strain=1)), BO).strain == 10
    for action in (FirstAid(BO, MIRA, times=2), Heal(BO, "3", strain=2), SetStrain(BO, 2)):
        with refuses("strain.too_much"):
            play(tent(patient), action)


def test_q17_forced_beyond_the_maximum_they_are_out_for_an_hour_at_the_maximum() -> None:
    turn = play(tent(bo(strain=9)), SetStrain(BO, 5, is_forced=True))
    assert said(turn) == ["Bo: Strain 9 → 10 of 10. **Unconscious for an hour.**"]
    left = played(tent(bo(strain=9)), SetStrain(BO, 5, is_forced=True))
    left = played(left, Advance(PARTY, Unit.TURN, 5))
    assert who(left, BO).is_helpless
    left = played(left, Advance(PARTY, Unit.TURN, 1))
    assert (who(left, BO).is_helpless, who(left, BO).hp, who(left, BO).frail) == (False, 5, None)


def test_s36_forced_to_the_maximum_exactly_nothing_happens() -> None:
    left = played(tent(bo(strain=9)), SetStrain(BO, 1, is_forced=True))
    assert (who(left, BO).strain, who(left, BO).is_helpless) == (10, False)


def test_strain_is_taken_away_and_never_below_0() -> None:
    assert who(played(tent(bo(strain=2)), SetStrain(BO, -5)), BO).strain == 0
    with refuses("character.same"):
        play(tent(bo()), SetStrain(BO, -1))


def test_s35_the_maximum_is_the_constitution_score_even_when_it_falls() -> None:
    left = played(tent(bo(strain=9, hp=3)), SetSheet(BO, constitution=5))
    assert who(left, BO).strain == 9
    with refuses("strain.too_much"):
        play(left, Heal(BO, "1", strain=1))
    forced = played(left, SetStrain(BO, 1, is_forced=True))
    assert (who(forced, BO).strain, who(forced, BO).is_helpless) == (9, True)


# -- healed ---------------------------------------------------------------------------------------------


def test_healing_is_capped_at_the_maximum() -> None:
    assert who(played(tent(bo(hp=3)), Heal(BO, "99")), BO).hp == 5
    assert who(played(tent(bo(hp=1)), Heal(BO, "1d6"), 2), BO).hp == 3
    with refuses("heal.full"):
        play(tent(bo()), Heal(BO, "1"))


def test_an_npcs_healing_is_told_to_game_masters_alone() -> None:
    (told,) = play(scene(of(OGRE, ogre(known=Known.NAMED, hp=1))), Heal(OGRE, "3")).events
    assert told.audience == GAME_MASTERS


def test_only_the_able_tend() -> None:
    out = scene(of(BO, HURT), of(MIRA, mira(items=(KIT,), helpless=3)), actor=DEACON)
    with refuses("character.helpless"):
        play(out, FirstAid(BO, MIRA))


# -- natural healing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "hp"), [(1, 2), (4, 5), (20, 20)])
def test_s33_a_night_in_bed_heals_the_level_and_q20_never_above_the_maximum(level: int, hp: int) -> None:
    assert who(played(tent(replace(HURT, level=level)), Rest(PARTY)), BO).hp == hp


@pytest.mark.parametrize(("hd", "hp"), [(0, 2), (1, 2), (3, 4)])
def test_s33_npcs_heal_their_hd_and_q20_1_at_least(hd: int, hp: int) -> None:
    lair = scene(of(OGRE, ogre(hd=hd, hp=1, known=Known.NAMED)), party(OGRE))
    assert who(played(lair, Rest(PARTY)), OGRE).hp == hp


def test_s33_neither_tents_nor_hunger_heal() -> None:
    for rest in (Rest(PARTY, sleep=Sleep.ROUGH), Rest(PARTY, sleep=Sleep.BROKEN), Rest(PARTY, food=False)):
        assert who(played(tent(HURT), rest), BO).hp == 1


def test_s37_a_comfortable_night_takes_1_strain_away_and_others_none() -> None:
    assert who(played(tent(bo(strain=4)), Rest(PARTY, 3)), BO).strain == 1
    assert who(played(tent(bo(strain=4)), Rest(PARTY, 9)), BO).strain == 0
    assert who(played(tent(bo(strain=4)), Rest(PARTY, 3, Sleep.ROUGH)), BO).strain == 4
