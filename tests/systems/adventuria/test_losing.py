"""What a narrator takes: by name, or by number, of which the player chooses (A15, Q10, Q19)."""

from __future__ import annotations

import pytest

from bot.engine.text import T
from bot.systems.adventuria.adventurer import steps
from bot.systems.adventuria.changes.rules import LoseSome, LoseThing
from bot.systems.adventuria.state import Adventurer, How, Loss, Told, Ware, What
from tests.systems.adventuria.changing import done, refused, told
from tests.systems.adventuria.scenes import BRAN, bran, having, item, spell, weapon


def names(state: Adventurer) -> list[str]:
    """What it has."""
    return [each.name for each in state.possessions]


def test_a15_a_thing_is_lost_by_its_name_or_number() -> None:
    state = having(item("Rope"), item("Lamp"))
    assert names(done(state, LoseThing(BRAN, "rope"))) == ["Lamp"]
    assert names(done(state, LoseThing(BRAN, "2"))) == ["Rope"]


def test_q19_of_identical_things_one_is_lost() -> None:
    assert names(done(having(item("Torch"), item("Torch")), LoseThing(BRAN, "Torch"))) == ["Torch"]


def test_q10_what_it_does_not_have_is_not_lost() -> None:
    assert "no “Ladder”, so nothing is lost" in refused(having(item("Rope")), LoseThing(BRAN, "Ladder"))


def test_q10_of_a_number_the_player_chooses_which() -> None:
    held = having(item("Rope"), item("Lamp"), item("Map"))
    state = done(held, LoseSome(BRAN, Ware.ITEM, 2))
    assert (names(state), state.losses) == (["Rope", "Lamp", "Map"], (Loss(Ware.ITEM, 2),))
    (step,) = steps(BRAN, state)
    assert (step.name, step.who) == ("give", state.player)


@pytest.mark.parametrize("count", [3, 4])
def test_q10_as_many_as_there_are_or_more_go_at_once(count: int) -> None:
    held = having(item("Rope"), item("Lamp"), item("Map"), spell("Frost"))
    state = done(held, LoseSome(BRAN, Ware.ITEM, count))
    assert (names(state), state.losses) == (["Frost"], ())


def test_q10_losses_of_a_kind_add_up() -> None:
    state = having(item("Rope"), item("Lamp"), item("Map"), item("Key"), losses=(Loss(Ware.ITEM, 1),))
    assert done(state, LoseSome(BRAN, Ware.ITEM, 2)).losses == (Loss(Ware.ITEM, 3),)
    assert names(done(state, LoseSome(BRAN, Ware.ITEM, 3))) == []


def test_q10_a_choice_that_is_none_any_more_is_not_asked() -> None:
    state = having(item("Rope"), item("Lamp"), losses=(Loss(Ware.ITEM, 1),))
    state = done(state, LoseThing(BRAN, "Rope"))
    assert (names(state), state.losses) == ([], ())


@pytest.mark.parametrize("ware", list(Ware))
def test_q10_of_none_none_is_lost(ware: Ware) -> None:
    assert "so nothing is lost" in refused(bran(), LoseSome(BRAN, ware, 1))


@pytest.mark.parametrize("count", [0, -1, 100])
def test_a_number_to_lose_is_one_or_more(count: int) -> None:
    assert T("not {n}")(n=count) in refused(having(item("Rope")), LoseSome(BRAN, Ware.ITEM, count))


def test_a_weapon_in_hand_that_is_lost_leaves_the_hand_empty() -> None:
    state = having(weapon("Sword"), weapon("Axe", is_wielded=False))
    (axe,) = done(state, LoseThing(BRAN, "Sword")).possessions
    assert not axe.is_wielded


def test_q10_what_is_left_to_lose_is_told() -> None:
    held = having(item("Rope"), item("Lamp"), item("Map"), item("Key"), item("Bell"))
    assert told(held, LoseSome(BRAN, Ware.ITEM, 2)) == (Told(What.ITEM, How.WAITS, before=5, after=3),)
