"""At 0 HP, and back: S10, S24 to S28, Q10 to Q12 and Q53."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS
from bot.engine.system import Record, World
from bot.errors import UserError
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.harm.rules import Damage, FirstAid, Heal, Kill, Stabilize
from bot.systems.sovereign.parties.rules import Advance, EndFight
from bot.systems.sovereign.people.rules import SetSheet
from bot.systems.sovereign.state import Character, Clock, Dying, Effect, Frail, Known
from bot.systems.sovereign.steps import steps
from tests.refusals import refuses
from tests.said import codes, values
from tests.systems.sovereign.odds import branches, odds, reaching
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    KIT,
    MIRA,
    ODO,
    OGRE,
    PARTY,
    WREN,
    bo,
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

ROUND = Advance(PARTY, Unit.ROUND)


def dying(rounds: int = 0, **changes: Any) -> Character:
    """Bo, so many Rounds after the fall."""
    return bo(hp=0, dying=Dying(rounds), **changes)


def bedside(*healers: Record[Character], patient: Character | None = None, **seen: Any) -> World:
    """Bo lies there, with those around; all go together."""
    people = (of(BO, patient or dying()), *healers)
    return scene(*people, party(*(each.id for each in people)), **seen)


def mira_with(skill: int = 0, *, kit: bool = True, **changes: Any) -> Record[Character]:
    """Mira (DEX +1), with that Heal, and a kit."""
    return of(MIRA, mira(skills={"heal": skill}, items=(KIT,) if kit else (), **changes))


# -- hurt -----------------------------------------------------------------------------------------------


def test_s10_a_character_with_11_hp_who_takes_5_damage_has_6() -> None:
    left = played(scene(of(MIRA, mira(hp=11, max_hp=11))), Damage(MIRA, "5"))
    assert who(left, MIRA).hp == 6


def test_s10_damage_is_rolled_where_it_is_dice() -> None:
    assert odds(scene(of(MIRA, mira(hp=9))), Damage(MIRA, "1d6+1"), lambda left: who(left, MIRA).hp) == {
        hp: Fraction(1, 6) for hp in range(2, 8)
    }


def test_s10_0_hp_is_the_bottom() -> None:
    turn = play(scene(of(MIRA, mira())), Damage(MIRA, "999", "a dragon"))
    assert said(turn)[0] == "Mira takes 999 damage (a dragon): HP 6 → 0."
    assert turn.changes[0].state.hp == 0


@pytest.mark.parametrize(
    ("amount", "halved", "faces", "told"),
    [
        ("2", False, (), "Mira takes 2 damage: HP 6 → 4."),
        ("1d6", False, (2,), "Mira takes 2 damage: HP 6 → 4."),
        ("2d6+1", False, (1, 2), "Mira takes 1 + 2 + 1 = 4 damage: HP 6 → 2."),
        ("2d4kh1", False, (1, 3), "Mira takes 3 damage: HP 6 → 3."),
        ("2d6", True, (1, 2), "Mira takes half of 1 + 2 = 1 damage: HP 6 → 5."),
        ("5", True, (), "Mira takes half of 5 = 2 damage: HP 6 → 4."),
    ],
)
def test_the_dice_of_damage_are_told(amount: str, halved: bool, faces: tuple[int, ...], told: str) -> None:
    turn = play(scene(of(MIRA, mira())), Damage(MIRA, amount, is_halved=halved), *faces)
    assert said(turn) == [told]


@pytest.mark.parametrize("amount", ["0", "-3", "1000", "NaN", "", "many", "1d0"])
def test_damage_that_is_no_amount_is_refused(amount: str) -> None:
    with pytest.raises(UserError):
        play(scene(of(MIRA, mira())), Damage(MIRA, amount))


@pytest.mark.parametrize("amount", ["0", "-3", "1000", "1234567", "-1,234,567", "9" * 40])
def test_however_long_a_number_is_one_limit_is_told(amount: str) -> None:
    with refuses("harm.amount", "It can be 1 to 999, not"):
        play(scene(of(MIRA, mira())), Damage(MIRA, amount))


def test_dice_that_come_to_less_than_nothing_do_nothing() -> None:
    assert who(played(scene(of(MIRA, mira())), Damage(MIRA, "1d6-6"), 2), MIRA).hp == 6


def test_an_npcs_hp_are_told_to_game_masters_alone_and_their_dice_are_secret() -> None:
    turn = play(scene(of(OGRE, ogre(known=Known.NAMED))), Damage(OGRE, "2d6"), 3, 3)
    assert [each.audience for each in turn.events] == [GAME_MASTERS]


# -- Mortally Injured -----------------------------------------------------------------------------------


def test_s24_at_0_hp_a_character_is_mortally_injured_and_helpless() -> None:
    left = played(scene(of(BO, bo())), Damage(BO, "5"))
    assert who(left, BO).dying == Dying(0)
    assert who(left, BO).is_helpless
    with refuses("character.helpless"):
        play(scene(of(BO, dying()), of(MIRA, mira())), FirstAid(MIRA, BO))


def test_q53_it_is_the_same_whatever_took_the_last_hp() -> None:
    assert who(played(scene(of(BO, bo())), Damage(BO, "5", "lost vigor")), BO).dying == Dying(0)
    with refuses("sheet.hp_of_dying"):
        play(scene(of(BO, dying())), SetSheet(BO, hp=3))


@pytest.mark.parametrize("passed", range(1, 7))
def test_q10_they_live_through_the_sixth_round_after_the_fall(passed: int) -> None:
    left = bedside()
    for _ in range(passed):
        left = played(left, ROUND)
    assert who(left, BO).dying == Dying(passed)


def test_q10_they_die_at_the_end_of_the_sixth_round_after_the_fall() -> None:
    left = bedside(patient=dying(6))
    turn = play(left, ROUND)
    assert said(turn)[-1] == "**Bo dies**: nobody stabilized them."
    left = played(left, ROUND)
    assert (who(left, BO).is_dead, who(left, BO).dying, who(left, BO).hp) == (True, None, 0)


def test_q10_several_rounds_at_once_are_counted_alike() -> None:
    assert not who(played(bedside(), replace(ROUND, n=6)), BO).is_dead
    assert who(played(bedside(), replace(ROUND, n=7)), BO).is_dead


def test_the_step_names_the_rounds_that_are_left() -> None:
    labels = [steps(BO, dying(rounds))[0].label for rounds in (0, 5, 6)]
    assert labels == [
        "Bo dies in 6 Rounds unless somebody stabilizes them",
        "Bo dies in 1 Round unless somebody stabilizes them",
        "Bo dies at the end of this Round unless somebody stabilizes them",
    ]


def test_each_round_the_time_left_and_the_penalty_are_told() -> None:
    told = said(play(bedside(patient=dying(2)), ROUND))
    assert told == ["The Lanterns: Round 1.", "Bo dies in 3 Rounds; stabilizing is at −3 now."]


def test_s21_whoever_still_bleeds_when_the_fights_turn_is_over_dies() -> None:
    left = bedside()
    left = replace(left, records={**left.records, PARTY: party(BO, clock=Clock(round=3))})
    assert who(played(left, EndFight(PARTY)), BO).is_dead


def test_q11_rounds_pass_for_the_party_whose_clock_moves_and_for_nobody_else() -> None:
    left = scene(of(BO, dying()), of(MIRA, mira()), party(MIRA))
    assert who(played(left, replace(ROUND, n=30)), BO).dying == Dying(0)


def test_s28_unimportant_npcs_die_at_0_hp_and_others_are_mortally_injured() -> None:
    unnamed = played(scene(of(OGRE, ogre(is_unnamed=True))), Damage(OGRE, "14"))
    assert who(unnamed, OGRE).is_dead
    named = played(scene(of(OGRE, ogre())), Damage(OGRE, "14"))
    assert (who(named, OGRE).is_dead, who(named, OGRE).dying) == (False, Dying(0))


def test_nobody_learns_that_a_hidden_npc_falls() -> None:
    for state in (ogre(), ogre(is_unnamed=True)):
        turn = play(scene(of(OGRE, state)), Damage(OGRE, "14"))
        assert all(each.audience == GAME_MASTERS for each in turn.events)


@pytest.mark.parametrize("amount", ["1", "1d6"])
def test_who_lies_at_0_hp_takes_no_more_damage(amount: str) -> None:
    with refuses("harm.down"):
        play(bedside(), Damage(BO, amount), *([3] if "d" in amount else []))


def test_the_dead_are_dead() -> None:
    gone = scene(of(BO, bo(hp=0, is_dead=True)), mira_with())
    for action in (
        Damage(BO, "1"),
        Heal(BO, "1"),
        Heal(BO, "1", stabilizes=True),
        Kill(BO),
        Stabilize(BO, MIRA),
        FirstAid(BO, MIRA),
    ):
        with refuses("character.dead"):
            play(gone, action)


def test_a_game_master_lets_somebody_die() -> None:
    turn = play(scene(of(BO, bo(effects=(Effect("Haste", 3, Unit.TURN),)))), Kill(BO, "old age"))
    assert codes(turn.events) == ["harm.died_of"]
    assert values(turn.events, "harm.died_of") == {"name": "Bo", "cause": "old age"}
    assert (turn.changes[0].state.is_dead, turn.changes[0].state.effects) == (True, ())


# -- stabilized -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "roll"),
    [
        ({"dexterity": 14, "intelligence": 10}, "DEX/Heal"),
        ({"dexterity": 10, "intelligence": 14}, "INT/Heal"),
    ],
)
def test_s25_the_healer_rolls_the_better_of_dex_and_int(scores: dict[str, Any], roll: str) -> None:
    healed = play(bedside(mira_with(1, **scores)), Stabilize(BO, MIRA), 4, 4)
    assert said(healed)[0] == "Mira tends Bo: 2d6 (4, 4) + 2 = 10 against 10. **Succeeds.**"
    assert healed.events[0].roll == roll


@pytest.mark.parametrize("rounds", range(7))
def test_s25_the_penalty_is_the_rounds_since_the_fall_and_0_in_the_same_round(rounds: int) -> None:
    bed = bedside(mira_with(0), patient=dying(rounds))
    chance = odds(bed, Stabilize(BO, MIRA), lambda left: who(left, BO).dying is None)
    assert chance.get(True, 0) == reaching(10, 1 - rounds)


def test_s25_without_a_healers_kit_it_is_refused_unless_a_game_master_allows_it() -> None:
    bare = mira_with(kit=False)
    with refuses("kit.none"):
        play(bedside(bare), Stabilize(BO, MIRA))
    with refuses("kit.waived"):
        play(bedside(bare, actor=DEACON), Stabilize(BO, MIRA, is_without_kit=True))
    assert said(play(bedside(bare), Stabilize(BO, MIRA, is_without_kit=True), 6, 6))


def test_s48_a_kit_that_is_stowed_is_drawn_first_and_that_is_said_before_and_after() -> None:
    notes = list[str]()
    stowed = of(MIRA, mira(items=(replace(KIT, is_readied=False),)))
    bed = replace(bedside(stowed), note=notes.append)
    told = said(play(bed, Stabilize(BO, MIRA), 6, 6))[0]
    says = "The kit is Stowed: drawing it takes a Main Action first."
    assert says in notes
    after = "The kit was Stowed: a Main Action to draw it."
    assert told.endswith(f"**Succeeds.** {after}")
    assert after not in said(play(bedside(mira_with()), Stabilize(BO, MIRA), 6, 6))[0]


def test_the_chance_with_the_penalty_is_noted_before_the_dice() -> None:
    notes = list[str]()
    bed = replace(bedside(mira_with(0), patient=dying(3)), note=notes.append)
    play(bed, Stabilize(BO, MIRA), 1, 1)
    assert notes == ["Mira rolls DEX/Heal −3 against 10: 2.8%."]


def test_s26_one_try_a_round_and_the_next_in_the_next() -> None:
    bed = bedside(mira_with(), of(ODO, odo(items=(KIT,))))
    left = played(bed, Stabilize(BO, MIRA), 1, 1)
    for healer in (MIRA, ODO):
        with refuses("stabilize.once"):
            play(left, Stabilize(BO, healer))
    left = played(left, ROUND)
    assert who(played(left, Stabilize(BO, MIRA), 6, 6), BO).dying is None


def test_s26_others_help_by_their_sign_and_no_more() -> None:
    good, bad = of(ODO, odo(dexterity=18, skills={"heal": 4})), of(OGRE, ogre(known=Known.NAMED, dexterity=7))
    for helper, share in ((good, 1), (bad, -1)):
        bed = bedside(mira_with(0), helper)
        chance = odds(
            bed, Stabilize(BO, MIRA, assistants=(helper.id,)), lambda left: who(left, BO).dying is None
        )
        assert chance[True] == reaching(10, 1 + share)


def test_s26_neither_patient_nor_healer_helps_nor_who_is_down() -> None:
    bed = bedside(mira_with(0), of(ODO, odo(hp=0, dying=Dying())))
    turn = play(bed, Stabilize(BO, MIRA, assistants=(BO, MIRA, MIRA)), 6, 6)
    assert turn.events[0].helpers == ()
    with refuses("character.helpless"):
        play(bed, Stabilize(BO, MIRA, assistants=(ODO,)))


def test_nobody_stabilizes_themself_or_who_is_well() -> None:
    # Who can still act isn't dying.
    with refuses("stabilize.not_dying"):
        play(scene(mira_with()), Stabilize(MIRA, MIRA))
    with refuses("stabilize.not_dying"):
        play(bedside(mira_with(), patient=bo()), Stabilize(BO, MIRA))


def test_the_button_takes_the_actors_best_healer_with_a_kit() -> None:
    better = of(ODO, odo(skills={"heal": 3}))
    turn = play(bedside(mira_with(0), better, actor=DEACON), Stabilize(BO, None), 6, 6)
    assert turn.events[0].healer == "Mira"
    with refuses("tend.nobody"):
        play(bedside(mira_with(), actor=WREN), Stabilize(BO, None))


def test_s27_stabilized_they_lie_there_a_turn_and_come_to_with_1_hp_and_frail() -> None:
    left = played(bedside(mira_with()), Stabilize(BO, MIRA), 6, 6)
    lying = who(left, BO)
    assert (lying.dying, lying.helpless, lying.hp, lying.is_helpless) == (None, 1, 0, True)
    left = played(left, replace(ROUND, n=20))
    assert who(left, BO).is_helpless
    turn = play(left, EndFight(PARTY))
    assert "Bo comes to with 1 HP, and is Frail." in said(turn)
    left = played(left, EndFight(PARTY))
    up = who(left, BO)
    assert (up.hp, up.frail, up.helpless, up.is_helpless) == (1, Frail(), 0, False)


def test_a_power_that_stabilizes_says_so() -> None:
    with refuses("heal.dying"):
        play(bedside(), Heal(BO, "5"))
    left = played(bedside(), Heal(BO, "5", strain=1, stabilizes=True))
    assert (who(left, BO).dying, who(left, BO).hp, who(left, BO).strain) == (None, 0, 1)


def test_q12_first_aid_does_not_stabilize() -> None:
    with refuses("aid.dying"):
        play(bedside(mira_with(4)), FirstAid(BO, MIRA))


def test_who_is_healed_while_they_lie_there_and_falls_again_dies_as_the_frail_do() -> None:
    left = played(bedside(), Heal(BO, "1", stabilizes=True))
    left = played(left, Heal(BO, "4"))
    assert (who(left, BO).hp, who(left, BO).is_helpless) == (4, True)
    assert who(played(left, Damage(BO, "4")), BO).is_dead


def test_hidden_npcs_at_a_bedside_are_told_to_game_masters_alone() -> None:
    hidden = ogre(hp=0, dying=Dying())
    bed = scene(of(OGRE, hidden), mira_with(), party(MIRA))
    assert all(e.audience == GAME_MASTERS for e in play(bed, Stabilize(OGRE, MIRA), 6, 6).events)
    healer = ogre(items=(KIT,))
    told = play(bedside(of(OGRE, healer)), Stabilize(BO, OGRE), 6, 6).events
    assert told[0].audience == GAME_MASTERS


# -- to the end, for every combination of healers ---------------------------------------------------------


# What the healer adds: Heal −1 to 4 with the better of DEX and INT, −2 to 2. What helpers come to.
ADDS = [
    (skill, score, mod)
    for skill in range(-1, 5)
    for score, mod in ((3, -2), (7, -1), (10, 0), (14, 1), (18, 2))
]


def survival(bed: World, action: Stabilize) -> Fraction:
    """How likely Bo lives if somebody tries each Round, by playing every way the dice can fall."""
    living, alive, chance = Fraction(0), bed, Fraction(1)
    while not who(alive, BO).is_dead:
        failed = None
        missed = Fraction(0)
        for weight, left in branches(alive, action):
            if who(left, BO).dying is None:
                living += chance * weight
            else:
                failed, missed = left, missed + weight
        if failed is None:
            return living
        chance, alive = chance * missed, played(failed, ROUND)
    return living


@pytest.mark.parametrize(("skill", "score", "mod"), ADDS)
def test_mortal_injury_to_the_end_for_every_combination_of_healers(skill: int, score: int, mod: int) -> None:
    healer = of(MIRA, mira(dexterity=score, intelligence=3, skills={"heal": skill}, items=(KIT,)))
    helpers = {
        0: (),
        1: (of(ODO, odo(skills={"heal": 1})),),
        -1: (of(ODO, odo()),),
    }
    for share, there in helpers.items():
        bed = bedside(healer, *there)
        lives = survival(bed, Stabilize(BO, MIRA, assistants=tuple(each.id for each in there)))
        dies = Fraction(1)
        for rounds in range(7):
            dies *= 1 - reaching(10, skill + mod + share - rounds)
        assert lives == 1 - dies


def test_trap_a_healer_at_minus_3_never_succeeds() -> None:
    healer = of(MIRA, mira(dexterity=3, intelligence=3, skills={}, items=(KIT,)))
    assert survival(bedside(healer), Stabilize(BO, MIRA)) == 0


def test_the_odds_of_an_untrained_healer_alone() -> None:
    # 2d6 − 1 against 10: 3 of 36, then 1 of 36, then nothing.
    healer = of(MIRA, mira(dexterity=10, intelligence=10, skills={}, items=(KIT,)))
    assert survival(bedside(healer), Stabilize(BO, MIRA)) == 1 - Fraction(33, 36) * Fraction(35, 36)
