"""Frail: S29 to S32, Q21, Q22 and Q55."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.people import GAME_MASTERS
from bot.engine.system import Record, World
from bot.systems.sovereign.book import Save
from bot.systems.sovereign.harm.rules import Damage, FirstAid, RollFrailSave, TreatFrailty
from bot.systems.sovereign.hazards import Travel
from bot.systems.sovereign.parties.rest import Care, Rest, Sleep
from bot.systems.sovereign.state import Breath, Character, Frail, Known
from bot.systems.sovereign.steps import CHECK, steps
from tests.refusals import refuses
from tests.systems.sovereign.odds import odds, reaching
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    KIT,
    MIRA,
    ODO,
    OGRE,
    PARTY,
    bo,
    kind_of,
    mira,
    odo,
    of,
    ogre,
    party,
    play,
    played,
    said,
    scene,
    who,
)


def frail(**changes: Any) -> Character:
    """Bo, Frail since just now."""
    return bo(hp=1, frail=Frail(**changes))


def ward(*others: Record[Any], patient: Character | None = None, **seen: Any) -> World:
    """Bo, Frail, with those, in one party."""
    people = (of(BO, patient or frail()), *others)
    return scene(*people, party(*(each.id for each in people)), **seen)


def medic(skill: int = 1, **changes: Any) -> Record[Character]:
    """Mira with that Heal and a kit."""
    return of(MIRA, mira(skills={"heal": skill}, items=(KIT,), **changes))


def state_of(left: World) -> Frail:
    """How Frail Bo is."""
    found = who(left, BO).frail
    assert found is not None
    return found


def nights(n: int, sleep: Sleep = Sleep.COMFORTABLE, care: Care = Care.PARTY) -> Rest:
    """So many nights."""
    return Rest(PARTY, n, sleep, care=care)


# -- being Frail ----------------------------------------------------------------------------------------


def test_s29_the_frail_act_and_at_0_hp_die_at_once() -> None:
    assert not frail().is_helpless
    turn = play(scene(of(BO, frail())), Damage(BO, "1"))
    assert said(turn)[-1] == "**Bo dies**: Frail, and at 0 HP."
    assert turn.changes[0].state.is_dead


@pytest.mark.parametrize(("amount", "warns"), [("2", False), ("3", True), ("1d4", True)])
def test_a_blow_that_may_kill_somebody_frail_is_noted_first(amount: str, warns: bool) -> None:
    notes = list[str]()
    there, blow = scene(of(BO, bo(hp=3, frail=Frail()))), Damage(BO, amount)
    kind_of(blow).perform(replace(there, note=notes.append), blow, FixedDice(1))
    assert bool(notes) is warns


def test_s29_the_frail_have_no_natural_healing() -> None:
    assert who(played(ward(patient=frail()), nights(1)), BO).hp == 1


def test_s32_trap_first_aid_raises_hp_and_does_not_end_frailty() -> None:
    left = played(ward(medic()), FirstAid(BO, MIRA), 3)
    assert (who(left, BO).hp, who(left, BO).frail) == (5, Frail())


# -- ended by care --------------------------------------------------------------------------------------


@pytest.mark.parametrize("heal", [0, 1, 4])
def test_s30_a_week_of_comfortable_sleep_under_care_ends_it(heal: int) -> None:
    left = played(ward(medic(heal)), nights(6))
    assert who(left, BO).frail == Frail(days=6, nights=6)
    turn = play(left, nights(1))
    assert "Bo is no longer Frail." in said(turn)


def test_s30_a_healer_of_the_place_will_do() -> None:
    assert who(played(ward(), nights(7, care=Care.HIRED)), BO).frail is None


@pytest.mark.parametrize(
    "carer",
    [
        of(MIRA, mira(skills={"heal": 4})),
        of(MIRA, mira(skills={}, items=(KIT,))),
        of(MIRA, mira(skills={"heal": 4}, items=(KIT,), is_dead=True, hp=0)),
    ],
    ids=["no kit", "untrained", "dead"],
)
def test_s30_nobody_else_can_care(carer: Record[Character]) -> None:
    assert who(played(ward(carer), nights(6)), BO).frail == Frail(days=6)


def test_s30_nobody_cares_for_themself() -> None:
    own = bo(hp=1, frail=Frail(), skills={"heal": 4}, items=(KIT,))
    assert who(played(ward(patient=own), nights(6)), BO).frail == Frail(days=6)


def test_s30_the_week_is_continuous() -> None:
    left = played(ward(medic()), nights(6))
    left = played(left, nights(1, Sleep.ROUGH))
    assert who(left, BO).frail == Frail(days=7)
    left = played(left, nights(6))
    assert who(left, BO).frail == Frail(days=13, nights=6)
    assert who(played(left, nights(1)), BO).frail is None


@pytest.mark.parametrize("skill", [1, 2, 4])
def test_s30_a_healer_with_heal_1_may_end_it_in_an_hour(skill: int) -> None:
    chance = odds(ward(medic(skill)), TreatFrailty(BO, MIRA), lambda left: who(left, BO).frail is None)
    assert chance[True] == reaching(10, 1 + skill)


def test_s30_heal_0_is_not_enough_for_that_nor_is_a_healer_without_a_kit() -> None:
    with refuses("frail.skill"):
        play(ward(medic(0)), TreatFrailty(BO, MIRA))
    bare = of(MIRA, mira(skills={"heal": 1}))
    with refuses("kit.none"):
        play(ward(bare), TreatFrailty(BO, MIRA))
    with refuses("kit.waived"):
        play(ward(bare, actor=DEACON), TreatFrailty(BO, MIRA, is_without_kit=True))
    assert play(ward(bare), TreatFrailty(BO, MIRA, is_without_kit=True), 1, 1).events
    with refuses("frail.not"):
        play(ward(medic(), patient=bo()), TreatFrailty(BO, MIRA))


def test_q21_each_healer_tries_once_a_day() -> None:
    other = of(ODO, odo(skills={"heal": 2}, items=(KIT,)))
    left = played(ward(medic(), other), TreatFrailty(BO, MIRA), 1, 1)
    with refuses("frail.tried"):
        play(left, TreatFrailty(BO, MIRA))
    left = played(left, TreatFrailty(BO, ODO), 1, 1)
    left = played(left, nights(1))
    assert who(played(left, TreatFrailty(BO, MIRA), 6, 6), BO).frail is None


def test_the_button_takes_a_healer_who_can_treat_it_at_all() -> None:
    # Odo adds more to the check, and has Heal 0: only Mira may.
    deft = of(ODO, odo(dexterity=18, skills={"heal": 0}, items=(KIT,)))
    turn = play(ward(medic(1), deft, actor=DEACON), TreatFrailty(BO, None), 6, 6)
    assert turn.events[0].healer == "Mira"


# -- without care ---------------------------------------------------------------------------------------


def test_q22_the_save_falls_due_a_week_after_the_stabilization() -> None:
    left = played(ward(), nights(6))
    assert not state_of(left).is_due
    turn = play(left, nights(1))
    assert "Bo has been Frail for a week without care: Physical save." in said(turn)
    left = played(left, nights(1))
    (step,) = steps(BO, who(left, BO))
    assert (step.name, step.who) == ("frail_save", bo().player)


def test_a_rest_stops_at_a_save_that_falls_due_before_its_end() -> None:
    with refuses("rest.save_due") as refused:
        play(ward(), nights(8))
    assert "after 7 nights" in str(refused.value)
    left = played(ward(), nights(7))
    with refuses("rest.due"):
        play(left, nights(1))
    with refuses("rest.due"):
        play(left, Travel(PARTY, 10, pays=False))


def test_s31_the_frail_save_exactly() -> None:
    due = frail(days=7, is_due=True)
    # Bo saves on 16 − 1 = 15: six faces of twenty; else dead in 1 to 6 days.
    found = odds(
        ward(patient=due), RollFrailSave(BO), lambda left: (state_of(left).month, state_of(left).doom)
    )
    assert due.save(Save.PHYSICAL) == 15
    assert found == {(30, None): Fraction(6, 20)} | {(None, n): Fraction(14, 20) / 6 for n in range(1, 7)}


@pytest.mark.parametrize("days", range(1, 7))
def test_s31_who_fails_is_dead_so_many_days_later(days: int) -> None:
    left = played(ward(patient=frail(days=7, is_due=True)), RollFrailSave(BO), 14, days)
    assert steps(BO, who(left, BO))[0].label == (
        f"Bo dies in {days} {'day' if days == 1 else 'days'}, unless a healer ends their Frailty"
    )
    for _ in range(days - 1):
        left = played(left, nights(1))
    assert not who(left, BO).is_dead
    assert who(played(left, nights(1)), BO).is_dead


def test_s31_a_healer_can_still_end_it() -> None:
    left = played(ward(medic(), patient=frail(days=7, doom=2)), TreatFrailty(BO, MIRA), 6, 6)
    assert not who(played(left, nights(7)), BO).is_dead


def test_s31_who_saves_needs_another_month_of_comfortable_sleep() -> None:
    left = played(ward(patient=frail(days=7, is_due=True)), RollFrailSave(BO), 15)
    left = played(left, nights(29))
    left = played(left, nights(5, Sleep.ROUGH))
    assert state_of(left).month == 1
    assert who(played(left, nights(1)), BO).frail is None


def test_s31_a_week_of_care_in_that_month_ends_it_sooner() -> None:
    left = played(ward(medic(), patient=frail(days=7, month=30)), nights(7))
    assert who(left, BO).frail is None


def test_no_save_is_rolled_that_is_not_due() -> None:
    for state in (frail(), bo()):
        with refuses("frail.not_due"):
            play(ward(patient=state), RollFrailSave(BO))


# -- Q55: a medic, and no bed ------------------------------------------------------------------------------


def test_q55_while_a_medic_attends_in_camp_they_stay_frail_without_a_save() -> None:
    left = played(ward(medic()), nights(12, Sleep.ROUGH))
    assert who(left, BO).frail == Frail(days=12)


def test_q55_the_week_begins_with_the_first_comfortable_night() -> None:
    left = played(ward(medic()), nights(12, Sleep.ROUGH))
    left = played(left, nights(6))
    assert who(left, BO).frail == Frail(days=18, nights=6)
    assert who(played(left, nights(1)), BO).frail is None


def test_q55_once_nobody_attends_the_save_is_due() -> None:
    left = played(ward(medic()), nights(12, Sleep.ROUGH))
    assert state_of(played(left, nights(1, Sleep.ROUGH, Care.NOBODY))).is_due


def test_q55_a_medic_of_the_party_attends_on_the_road_too() -> None:
    left = played(ward(medic()), Travel(PARTY, 18 * 9, pays=False))
    assert who(left, BO).frail == Frail(days=9)
    with refuses("rest.save_due"):
        play(ward(), Travel(PARTY, 18 * 9, pays=False))


def test_an_npcs_save_is_the_game_masters_alone() -> None:
    state = ogre(known=Known.NAMED, hp=1, frail=Frail(7, is_due=True))
    turn = play(scene(of(OGRE, state)), RollFrailSave(OGRE), 20)
    assert turn.events[0].audience == GAME_MASTERS


def test_the_chance_to_end_it_is_noted_before_the_dice() -> None:
    """DEX 14 and Heal 1 against 10: 8 and more, 15 in 36."""
    notes = list[str]()
    play(replace(ward(medic(1)), note=notes.append), TreatFrailty(BO, MIRA), 1, 1)
    assert notes == ["Mira rolls DEX/Heal against 10: 41.7%."]


# -- odds before the dice -------------------------------------------------------------------------------


def test_what_waits_shows_its_exact_chance_and_nothing_of_an_npcs() -> None:
    """CON 7 and Exert −1 make −2: only 12 will do. At level 2, with STR 8, 14 and more save: 7 in 20."""
    drowning = {"breath": Breath(4, is_underwater=True, asks=CHECK)}
    (step,) = steps(MIRA, mira(**drowning))
    assert step.label == "Mira: CON/Exert to hold their breath (2.8%), or 1 System Strain"
    (step,) = steps(MIRA, mira(frail=Frail(7, is_due=True)))
    assert step.label == "Mira: Physical save (35.0%), a week Frail without care"
    (step,) = steps(OGRE, ogre(**drowning))
    assert "%" not in step.label
