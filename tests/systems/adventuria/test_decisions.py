"""What a player decides before all else: what makes room, what goes (A20, A23, Q4, Q5, Q10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.errors import NotAllowed
from bot.systems.adventuria.adventurer import GiveUp, MakeRoom, must_decide
from bot.systems.adventuria.state import (
    Adventurer,
    Attributes,
    Gain,
    Loss,
    Manner,
    Possession,
    Subject,
    Told,
    Type,
    Ware,
)
from tests.refusals import refuses
from tests.systems.adventuria.changing import done, told
from tests.systems.adventuria.scenes import (
    BRAN,
    DEACON,
    MARISOL,
    ally,
    decided,
    having,
    item,
    names,
    play,
    scene,
    spell,
    weapon,
)
from tests.systems.adventuria.scenes import adventurer_steps as steps

EIGHT = [item(f"Item {place}") for place in range(1, 9)]
LAMP = Gain(item("Lamp", number=9))
SPARK = Gain(replace(spell("Spark"), number=9))


def full(*gains: Gain, **changes: Any) -> Adventurer:
    """A warrior with eight items, for whom those wait."""
    return having(*EIGHT, **{"gains": gains or (LAMP,), "gained": 10, **changes})


def wizard(magic: int, *things: Possession) -> Adventurer:
    """A wizard with that Magic, for whom a spell waits."""
    natural = Attributes(2, magic, 3, 4)
    return having(*things, type_=Type.WIZARD, natural=natural, gains=(SPARK,), gained=9)


def own(state: Adventurer, action: Any) -> Adventurer:
    """The adventurer once its player decided that."""
    return done(state, action, by=DEACON)


# -- room -------------------------------------------------------------------------------------------


def test_a20_one_item_is_lost_for_the_new_one() -> None:
    state = own(full(), MakeRoom(BRAN, 9, 3))
    assert "Item 3" not in names(state)
    assert names(state)[-1] == "Lamp"
    assert len(state.possessions) == 8
    assert not must_decide(state)


def test_a20_the_new_one_gets_the_next_number_of_all() -> None:
    state = own(full(), MakeRoom(BRAN, 9, 3))
    assert state.possessions[-1].number == state.gained == 11


def test_a20_or_the_new_one_is_left() -> None:
    state = own(full(), MakeRoom(BRAN, 9))
    assert names(state) == [each.name for each in EIGHT]
    assert not must_decide(state)
    assert told(full(), MakeRoom(BRAN, 9), by=DEACON) == (Told(Subject.ITEM, Manner.LEFT, "Lamp"),)


def test_a20_what_is_lost_and_gained_is_told_in_this_order() -> None:
    assert told(full(), MakeRoom(BRAN, 9, 1), by=DEACON) == (
        Told(Subject.ITEM, Manner.LOST, "Item 1"),
        Told(Subject.ITEM, Manner.GAINED, "Lamp"),
    )


def test_a21_a_weapon_taken_for_the_one_in_hand_comes_into_the_hand() -> None:
    sword, axe = weapon("Sword"), Gain(weapon("Axe", number=9, is_wielded=False))
    state = own(having(sword, *EIGHT[:7], gains=(axe,), gained=9), MakeRoom(BRAN, 9, 1))
    assert [each.name for each in state.possessions if each.is_wielded] == ["Axe"]


def test_a26_room_for_an_ally_is_made_by_parting_with_one() -> None:
    cats = [ally(f"Cat {place}") for place in range(1, 4)]
    dog = Gain(replace(ally("Dog"), number=9))
    assert names(own(having(*cats, gains=(dog,)), MakeRoom(BRAN, 9, 2))) == ["Cat 1", "Cat 3", "Dog"]


def test_q4_a23_a_spell_discarded_before_makes_room_for_the_new_one() -> None:
    held = wizard(4, spell("Frost"), spell("Fog"))
    assert names(own(held, MakeRoom(BRAN, 9, 1))) == ["Fog", "Spark"]


def test_q4_a23_the_new_spell_is_let_go_and_nothing_is_swapped() -> None:
    held = wizard(4, spell("Frost"), spell("Fog"))
    assert names(own(held, MakeRoom(BRAN, 9))) == ["Frost", "Fog"]


def test_a24_with_spells_beyond_the_limit_one_discarded_is_not_room_enough() -> None:
    held = wizard(4, spell("Frost"), spell("Fog"), spell("Flame"))
    state = own(held, MakeRoom(BRAN, 9, 1))
    assert (names(state), len(state.gains)) == (["Fog", "Flame"], 1)
    assert names(own(state, MakeRoom(BRAN, 9, 2))) == ["Flame", "Spark"]


def test_what_was_decided_is_not_decided_again() -> None:
    with refuses("decision.made"):
        own(own(full(), MakeRoom(BRAN, 9)), MakeRoom(BRAN, 9, 1))


def test_an_old_button_decides_about_nothing_else() -> None:
    second = Gain(item("Map", number=10))
    state = own(full(LAMP, second), MakeRoom(BRAN, 9))
    with refuses("decision.made"):
        own(state, MakeRoom(BRAN, 9, 1))
    assert names(own(state, MakeRoom(BRAN, 10, 1)))[-1] == "Map"


def test_room_is_not_made_by_what_is_not_had() -> None:
    with refuses("decision.not_had"):
        own(full(), MakeRoom(BRAN, 9, 77))


def test_a20_room_for_an_item_is_not_made_by_a_spell() -> None:
    state = having(*EIGHT, spell("Frost"), gains=(Gain(item("Lamp", number=10)),))
    with refuses("decision.wrong_kind", "an item", "a spell"):
        own(state, MakeRoom(BRAN, 10, 9))


# -- what must go -----------------------------------------------------------------------------------


def test_q5_what_is_beyond_a_limit_goes_one_by_one_as_its_player_says() -> None:
    state = having(*EIGHT, natural=Attributes(3, 2, 3, 4))
    state = own(own(state, GiveUp(BRAN, 8)), GiveUp(BRAN, 1))
    assert names(state) == [each.name for each in EIGHT[1:7]]
    assert not must_decide(state)


def test_q10_of_a_number_to_lose_one_less_is_left() -> None:
    state = having(item("Rope"), item("Lamp"), item("Map"), losses=(Loss(Ware.ITEM, 2),))
    state = own(state, GiveUp(BRAN, 2))
    assert (names(state), state.losses) == (["Rope", "Map"], (Loss(Ware.ITEM, 1),))
    assert own(state, GiveUp(BRAN, 1)).losses == ()


def test_q10_a_spell_that_must_be_lost_is_chosen_too() -> None:
    state = having(spell("Frost"), spell("Fog"), losses=(Loss(Ware.SPELL, 1),))
    assert names(own(state, GiveUp(BRAN, 1))) == ["Fog"]


def test_nothing_is_given_up_where_nothing_must_go() -> None:
    with refuses("decision.nothing_owed"):
        own(having(item("Rope")), GiveUp(BRAN, 1))


def test_q5_during_a_combat_nothing_must_go_for_a_limit() -> None:
    state = having(*EIGHT, natural=Attributes(3, 2, 3, 4), is_mid_combat=True)
    with refuses("decision.nothing_owed"):
        own(state, GiveUp(BRAN, 1))


def test_what_is_not_had_is_not_given_up() -> None:
    state = having(item("Rope"), item("Lamp"), losses=(Loss(Ware.ITEM, 1),))
    with refuses("decision.not_had"):
        own(state, GiveUp(BRAN, 77))


def test_another_kind_than_what_must_go_is_not_given_up() -> None:
    state = having(item("Rope"), item("Lamp"), spell("Frost"), losses=(Loss(Ware.ITEM, 1),))
    with refuses("decision.not_owed", "1 item", "a spell"):
        own(state, GiveUp(BRAN, 3))


# -- who decides, and which button ------------------------------------------------------------------


def test_a_narrator_decides_only_where_the_campaign_lets_narrators_act_for_players() -> None:
    with pytest.raises(NotAllowed):
        play(scene(full(), actor=MARISOL), MakeRoom(BRAN, 9))
    turn = play(scene(full(), actor=MARISOL, campaign=decided(proxy="narrators")), MakeRoom(BRAN, 9))
    assert turn.on_behalf_of == DEACON


def test_each_decision_is_a_step_of_its_own_so_that_an_old_button_is_stale() -> None:
    state = having(*EIGHT, natural=Attributes(3, 2, 3, 4))
    (before,) = steps(BRAN, state)
    (now,) = steps(BRAN, own(state, GiveUp(BRAN, 1)))
    assert now.revision != before.revision
