"""The guard of an attack and what it comes to: K20 to K29 with Q9, Q10, Q13, Q14 and Q18, and the traps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTER, PUBLIC, Permit
from bot.engine.settings import Setting
from bot.engine.system import RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.attacks.state import (
    Attack,
    AttackDeclared,
    AttackResolved,
    DamageApplied,
    DeclareAttack,
    End,
    Guarding,
    Outcome,
    Phase,
    RollAttack,
    SetGuard,
    VetoAttack,
    attack_view,
)
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.heroes.people import NpcRevealed
from bot.systems.second_kingdom.settings import AT_MOST_10, AT_ONCE, CAP, DAMAGE, FLOOR, NO_FLOOR
from bot.systems.second_kingdom.state import Counter, Defence, Guard, Known
from tests.refusals import refuses
from tests.systems.second_kingdom.fights import (
    CLAWS,
    GALE,
    HORDE,
    IRON_GALE,
    PLAIN,
    YSOLDE,
    Fight,
    faced,
    horde,
    ysolde,
)
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON, EVANDER, MARISOL, STRANGER, WREN, evander


def guarded(dice: tuple[int, int, int], defence: tuple[int, int], way: int, **made: Any) -> Attack:
    """The same after she locked that guard."""
    fight = faced(dice, defence, **made)
    fight.does(WREN, SetGuard(fight.newest, way))
    return fight.of()


# -- the worked example -------------------------------------------------------------------------------


def test_k29_the_worked_example_from_declaration_to_damage() -> None:
    fight = Fight()
    fight.declares()
    fight.presses(DEACON, "roll", 2, 6, 9)
    fight.presses(DEACON, "assign2")
    assert fight.of().final == (8, 6, 8)
    fight.presses(MARISOL, "defend", 5, 7)
    (told,) = fight.presses(MARISOL, "guard8").events
    block = Guarding(Guard.BLOCK, dice=(5, 7), bonuses=(2, 1), totals=(7, 8), beaten=(False, True))
    pierce = Strike("Pierce", damage="accuracy")
    assert told == AttackResolved(
        "Evander", "Smoldering Demons", "Iron Gale", (8, 6, 8), block, Outcome.MINOR, pierce, 8
    )
    assert [choice.label for choice in fight.step().choices] == ["Apply 8 to Wounds", "Edit", "Leave it"]
    (applied,) = fight.presses(MARISOL, "apply").events
    assert applied == DamageApplied("Evander", "Smoldering Demons", "Wounds", 8, before=0, after=8)
    assert fight.sheet(HORDE).counters == {"Wounds": Counter(8)}
    assert (fight.of().phase, fight.of().end, fight.of().applied) == (Phase.OVER, End.APPLIED, 8)


# -- the guard ----------------------------------------------------------------------------------------


def test_q10_the_defender_chooses_guard_dice_and_bonuses() -> None:
    fight = faced((8, 6, 8), (5, 7))
    labels = [choice.label for choice in fight.step().choices]
    assert labels == [
        "Dodge, 5 faces accuracy",
        "Dodge, 7 faces accuracy",
        "Parry, 5 faces accuracy",
        "Parry, 7 faces accuracy",
        "Block, 5 faces speed",
        "Block, 5 faces speed, bonuses swapped",
        "Block, 7 faces speed",
        "Block, 7 faces speed, bonuses swapped",
    ]


def test_q10_of_an_unknown_npc_all_ways_are_offered_alike() -> None:
    unknown, bare = Fight(npc=horde(known=Known.NAMED)), Fight(npc=horde(known=Known.NAMED, defences=()))
    for fight in (unknown, bare):
        fight.until("defended")
    assert unknown.step() == bare.step()
    assert unknown.offered() == [f"guard{way}" for way in range(12)]


def test_q10_of_an_unknown_npc_no_way_is_offered_twice() -> None:
    fight = Fight(npc=horde(known=Known.NAMED))
    fight.until("assigned")
    fight.presses(MARISOL, "defend", 6, 6)
    labels = [choice.label for choice in fight.step().choices]
    assert len(labels) == len(set(labels)) == 6


@pytest.mark.parametrize("way", [-1, 12])
def test_a_guard_that_there_is_not_is_refused(way: int) -> None:
    fight = faced((8, 6, 8), (5, 7))
    with pytest.raises(RuleViolation, match=f"There are 12 ways, numbered from 0; .*{abs(way)} isn't one"):
        fight.does(WREN, SetGuard(fight.newest, way))


def test_trap_a_guard_is_locked_once() -> None:
    fight = faced((8, 6, 8), (5, 7))
    attack = fight.newest
    fight.does(WREN, SetGuard(attack, 8))
    for second in (WREN, MARISOL):
        with refuses("attack.not_now", "a game master to apply the strike"):
            fight.does(second, SetGuard(attack, 0))
    assert fight.of().outcome is Outcome.MINOR


@pytest.mark.parametrize(
    ("dice", "outcome", "phase"),
    [
        ((4, 6, 1), Outcome.FULL_DEFENSE, Phase.HELD),
        ((5, 6, 1), Outcome.MINOR, Phase.STRUCK),
        ((4, 7, 1), Outcome.MINOR, Phase.STRUCK),
        ((5, 7, 1), Outcome.MAJOR, Phase.STRUCK),
    ],
)
def test_k23_to_k26_q13_what_is_beaten_says_what_comes_of_it(
    dice: tuple[int, int, int], outcome: Outcome, phase: Phase
) -> None:
    state = guarded(dice, (5, 7), 0)
    assert (state.outcome, state.phase) == (outcome, phase)


@pytest.mark.parametrize(("settings", "outcome"), [({}, Outcome.FULL_DEFENSE), ({CAP: AT_MOST_10}, "minor")])
def test_q9_a_defence_above_10_holds_unless_it_is_capped(
    settings: dict[Setting, str], outcome: Outcome
) -> None:
    assert guarded((1, 10, 1), (10, 10), 8, settings=settings).outcome == outcome


def test_q14_both_beaten_is_the_major_strike_alone() -> None:
    state = guarded((5, 7, 3), (5, 7), 0)
    assert (state.strike, state.damage) == (PLAIN.major, 10)


def test_k27_damage_is_of_the_final_dice_whichever_got_through() -> None:
    assert guarded((8, 9, 1), (5, 10), 8, maneuver=IRON_GALE).damage == 10


def test_k28_a_strike_left_open_waits_for_the_game_masters_word() -> None:
    fight = faced((10, 10, 10), (1, 1), maneuver=IRON_GALE)
    fight.does(WREN, SetGuard(fight.newest, 0))
    assert (fight.of().strike, fight.of().damage) == (None, None)
    assert [choice.label for choice in fight.step().choices] == ["Apply damage", "Leave it"]
    with refuses("attack.no_amount"):
        fight.presses(MARISOL, "apply")
    fight.presses(MARISOL, "apply", amount=4, counter="")
    assert fight.sheet(YSOLDE).counters == {"Wounds": Counter(4)}


@pytest.mark.parametrize("settings", [{}, {DAMAGE: AT_ONCE}])
def test_q18_a_strike_of_no_damage_waits_for_the_game_masters_word(settings: dict[Setting, str]) -> None:
    weak = Maneuver("Feint", minor=Strike("Tap", damage="power - 10"))
    fight = faced((10, 1, 1), (5, 7), maneuver=weak, settings=settings)
    fight.does(WREN, SetGuard(fight.newest, 0))
    assert (fight.of().damage, fight.offered()) == (0, ["apply", "leave"])
    assert fight.sheet(YSOLDE).counters == {}


def test_damage_beyond_what_a_counter_counts_is_cut() -> None:
    fight = faced((10, 1, 9), (5, 7), maneuver=Maneuver("Doom", minor=Strike("End", damage="power * 999")))
    fight.does(WREN, SetGuard(fight.newest, 0))
    assert fight.step().choices[0].label == "Apply 999 to Wounds"


# -- An attack declared: K16, K22, Q16, Q17, Q20 and who may be attacked --------------------------------


ELSEWHERE = "That hero isn't part of this campaign."


# -- declared ---------------------------------------------------------------------------------------


def test_k16_an_attack_is_declared_with_a_copy_of_its_maneuver() -> None:
    fight = Fight()
    fight.declares()
    fight.change(GALE, accuracy=9, name="Gale of Steel")
    state = fight.of()
    assert (state.maneuver, state.phase) == (IRON_GALE, Phase.DECLARED)
    (told,) = fight.last.events
    assert told == AttackDeclared("Evander", "Smoldering Demons", IRON_GALE, place=1)


def test_k16_a_hero_uses_only_maneuvers_it_knows() -> None:
    fight = Fight()
    with refuses("attack.unknown_maneuver", "Evander", "Rending Claws"):
        fight.declares(maneuver=CLAWS)


def test_q16_the_game_masters_own_use_any_maneuver_of_the_library() -> None:
    fight = Fight()
    fight.declares(MARISOL, HORDE, EVANDER, CLAWS)
    assert (fight.of().maneuver.name, fight.of().acting) == ("Rending Claws", None)


def test_k22_the_targets_bonuses_are_copied_when_it_is_attacked() -> None:
    fight = Fight()
    fight.declares()
    fight.change(HORDE, defences=(Defence("Scales", dodge=(9, 9)),))
    assert fight.of().defences == {"dodge": (0, 0), "parry": (0, 0), "block": (2, 1)}


def test_the_rulings_in_force_are_copied_when_it_is_declared() -> None:
    fight = Fight(settings={FLOOR: NO_FLOOR})
    fight.declares()
    fight.scene = replace(fight.scene, campaign=CAMPAIGN)
    assert fight.of().floor is False


@pytest.mark.parametrize("who", [WREN, STRANGER])
def test_nobody_attacks_with_anothers_hero(who: int) -> None:
    with pytest.raises(NotAllowed):
        Fight().declares(who)


def test_nobody_attacks_themselves() -> None:
    with refuses("attack.oneself"):
        Fight().declares(target=EVANDER)


@pytest.mark.parametrize("side", ["attacker", "target"])
def test_who_is_out_of_play_does_not_fight(side: str) -> None:
    fight = Fight()
    fight.change(YSOLDE if side == "target" else EVANDER, is_archived=True)
    with refuses("record.archived"):
        fight.declares(target=YSOLDE)


def test_a_hero_whose_player_has_left_is_not_attacked() -> None:
    fight = Fight(campaign=replace(CAMPAIGN, players=(DEACON,)))
    with pytest.raises(RuleViolation) as refused:
        fight.declares(target=YSOLDE)
    assert str(refused.value) == (
        f"Ysolde can't be attacked: <@{WREN}> isn't in this campaign, so nobody would defend. "
        "Give the hero to somebody who is with `/campaign handover`."
    )


def test_heroes_may_attack_each_other() -> None:
    fight = Fight()
    fight.declares(target=YSOLDE)
    assert (fight.of().target.player, fight.of().is_secret) == (WREN, False)


# -- the game masters' own ----------------------------------------------------------------------------


@pytest.mark.parametrize("is_archived", [False, True])
def test_to_a_player_a_hidden_npc_is_not_there(is_archived: bool) -> None:
    fight = Fight(npc=horde(known=Known.HIDDEN))
    fight.change(HORDE, is_archived=is_archived)
    for attacker, target in ((EVANDER, HORDE), (HORDE, EVANDER)):
        with pytest.raises(RuleViolation) as refused:
            fight.declares(attacker=attacker, target=target)
        assert str(refused.value) == ELSEWHERE


def test_to_a_player_an_unknown_record_is_refused_in_the_same_words() -> None:
    with pytest.raises(RuleViolation) as refused:
        Fight().declares(target=GALE)
    assert str(refused.value) == ELSEWHERE


@pytest.mark.parametrize(
    ("who", "attacker", "target", "maneuver"),
    [(MARISOL, HORDE, EVANDER, CLAWS), (MARISOL, EVANDER, HORDE, GALE)],
)
def test_a_hidden_npc_that_fights_is_named(who: int, attacker: str, target: str, maneuver: str) -> None:
    fight = Fight(npc=horde(known=Known.HIDDEN))
    turn = fight.does(who, DeclareAttack(RecordId(attacker), RecordId(target), RecordId(maneuver)))
    assert fight.sheet(HORDE).known is Known.NAMED
    assert NpcRevealed(HORDE, "Smoldering Demons", True, Known.HIDDEN, Known.NAMED) in turn.events


@pytest.mark.parametrize("known", [Known.NAMED, Known.OPEN])
def test_an_npc_that_is_known_stays_as_known_as_it_was(known: Known) -> None:
    fight = Fight(npc=horde(known=known))
    fight.declares()
    assert fight.sheet(HORDE).known is known
    assert len(fight.last.events) == 1


# -- several on one target ----------------------------------------------------------------------------


def test_several_attacks_on_one_target_stand_in_line() -> None:
    fight = Fight(target=ysolde(maneuvers=(GALE,)))
    fight.declares()
    fight.declares(WREN, YSOLDE, HORDE, GALE)
    fight.declares(target=YSOLDE)
    attacks = [record.state for record in fight.scene.all(ATTACK)]
    assert [(state.place, state.declared) for state in attacks] == [(1, 1), (2, 2), (1, 3)]


def test_an_attack_that_is_over_stands_in_no_line() -> None:
    fight = Fight()
    fight.declares()
    fight.presses(DEACON, "withdraw")
    fight.declares()
    assert fight.of().place == 1


# -- seen ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [Known.HIDDEN, Known.NAMED])
def test_bonuses_that_the_table_does_not_know_stay_with_the_game_masters(known: Known) -> None:
    fight = Fight(npc=horde(known=known))
    fight.declares(MARISOL)
    public = attack_view(fight.of(), PUBLIC)
    assert (public.defences, public.counters) == (None, ())
    assert attack_view(fight.of(), GAME_MASTER) == fight.of()


def test_bonuses_that_the_table_knows_are_seen() -> None:
    fight = Fight()
    fight.declares()
    assert attack_view(fight.of(), PUBLIC) == fight.of()


def test_every_deed_of_an_attack_is_for_its_side_or_the_game_masters() -> None:
    kinds = {kind.action: kind.may for kind in SYSTEM.actions}
    assert kinds[RollAttack] is Permit.OWNER_OR_GAME_MASTER
    assert kinds[VetoAttack] is Permit.GAME_MASTERS


def test_an_attack_of_the_longest_names_has_choices_that_fit_their_buttons() -> None:
    fight = Fight(attacker=evander(name="*" * 60, maneuvers=(GALE,)), npc=horde(name="*" * 60))
    fight.change(GALE, name="*" * 60)
    for phase in ("declared", "rolled", "assigned", "defended", "struck", "held"):
        fight.until(phase)
        assert all(0 < len(choice.label) <= 80 for choice in fight.step().choices)
