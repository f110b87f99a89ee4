"""An attack declared: K16, K22, Q16, Q17, Q20 and who may be attacked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.people import GAME_MASTER, PUBLIC, Permit
from bot.engine.system import RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.state import (
    AttackDeclared,
    DeclareAttack,
    Phase,
    RollAttack,
    VetoAttack,
    attack_view,
)
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.heroes.people import NpcRevealed
from bot.systems.second_kingdom.settings import FLOOR, NO_FLOOR
from bot.systems.second_kingdom.state import Defence, Known
from tests.systems.second_kingdom.fights import CLAWS, GALE, HORDE, IRON_GALE, YSOLDE, Fight, horde, ysolde
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON, EVANDER, MARISOL, STRANGER, WREN, evander

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
    with pytest.raises(RuleViolation, match=r"^Evander doesn't know Rending Claws; .*`/sk learn`"):
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
    with pytest.raises(RuleViolation, match=r"^Nobody attacks themselves; name another target\.$"):
        Fight().declares(target=EVANDER)


@pytest.mark.parametrize("side", ["attacker", "target"])
def test_who_is_out_of_play_does_not_fight(side: str) -> None:
    fight = Fight()
    fight.change(YSOLDE if side == "target" else EVANDER, is_archived=True)
    with pytest.raises(RuleViolation, match="is no longer in play; nothing was changed"):
        fight.declares(target=YSOLDE)


def test_a_hero_whose_player_has_left_is_not_attacked() -> None:
    fight = Fight(campaign=replace(CAMPAIGN, players=(DEACON,)))
    with pytest.raises(RuleViolation) as refused:
        fight.declares(target=YSOLDE)
    assert str(refused.value) == (
        f"Ysolde can't be attacked now: <@{WREN}> isn't in this campaign, so nobody would defend. "
        "`/campaign handover` gives the hero to somebody who is."
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
