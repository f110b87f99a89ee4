"""Adventurers: made by two dice, written about, settled, retired (A1 to A6, A39, Q23, Q27)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Open, Record
from bot.errors import NotAllowed, RuleViolation
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.settings import CHOSEN, SEVERAL
from bot.systems.adventuria.sheet.rules import AdventurerCreated, CreateAdventurer, create_scope
from bot.systems.adventuria.state import THE_CITY, Adventurer, Alignment, Attributes, End, Stage, Type
from tests.systems.adventuria.scenes import (
    BRAN,
    DEACON,
    HOME,
    MARISOL,
    STRANGER,
    WREN,
    bran,
    decided,
    play,
    scene,
)


def made(*dice: int, actor: int = DEACON, **options: Any) -> Adventurer:
    """The adventurer that those dice make."""
    action = CreateAdventurer(**{"name": "Ada", "player": DEACON, "home": HOME, **options})
    (opened,) = play(scene(actor=actor), action, *dice).changes
    assert isinstance(opened, Open)
    state: Adventurer = opened.state
    return state


def refusal(action: Any, *states: Any, dice: tuple[int, ...] = (), **options: Any) -> str:
    """The sentence that an action is refused with."""
    with pytest.raises((RuleViolation, NotAllowed)) as refused:
        play(scene(*states, **options), action, *dice)
    return str(refused.value)


# -- A1 to A6 -----------------------------------------------------------------------------------------


def test_a1_the_sheet_has_every_field_of_the_book() -> None:
    state = made(1, 1)
    fields = (state.name, state.type, state.alignment, state.natural, state.gold, state.wounds)
    assert fields == ("Ada", Type.WARRIOR, Alignment.GOOD, Attributes(4, 2, 3, 4), 1, 0)
    assert (state.melee_xp, state.magical_xp, state.possessions) == (0, 0, ())


@pytest.mark.parametrize(
    ("face", "type_"),
    [(1, "warrior"), (2, "wizard"), (3, "priest"), (4, "thief"), (5, "elf"), (6, "dwarf")],
)
def test_a2_the_first_die_gives_the_type(face: int, type_: str) -> None:
    assert made(face, 1).type == type_


@pytest.mark.parametrize(
    ("face", "alignment"),
    [(1, "good"), (2, "neutral"), (3, "evil"), (4, "good"), (5, "neutral"), (6, "evil")],
)
def test_a3_the_second_die_gives_the_alignment_each_by_two_faces(face: int, alignment: str) -> None:
    """Not 1-2, 3-4 and 5-6."""
    assert made(1, face).alignment == alignment


def test_a4_type_is_rolled_before_alignment_and_both_dice_are_told() -> None:
    turn = play(scene(), CreateAdventurer("Ada", DEACON, HOME), 5, 2)
    told = AdventurerCreated("Ada", DEACON, Type.ELF, Alignment.NEUTRAL, 5, 2, HOME)
    assert turn.events == (told,)


@pytest.mark.parametrize(
    ("face", "values"),
    [
        (1, (4, 2, 3, 4)),
        (2, (2, 4, 3, 4)),
        (3, (3, 3, 4, 4)),
        (4, (3, 3, 4, 4)),
        (5, (3, 4, 4, 3)),
        (6, (3, 2, 3, 5)),
    ],
)
def test_a5_each_type_begins_with_its_attributes(face: int, values: tuple[int, ...]) -> None:
    state = made(face, 1)
    assert state.natural == state.beginning == Attributes(*values)


def test_a6_everybody_begins_at_the_city_with_one_gold_and_nothing_else() -> None:
    state = made(3, 3)
    assert (state.gold, state.wounds, state.possessions, state.quest) == (1, 0, (), None)
    assert (state.stage, state.turn, state.location) == (Stage.BETWEEN, 0, THE_CITY)


def test_the_first_step_begins_the_turn_at_the_city() -> None:
    (step,) = ADVENTURER.waiting(BRAN, made(1, 1))
    assert (step.who, step.choices[0].key) == (DEACON, "start")
    assert THE_CITY in step.label


def test_everything_is_posted_in_its_home() -> None:
    turn = play(scene(), CreateAdventurer("Ada", DEACON, HOME), 1, 1)
    assert turn.channel == HOME


def test_without_a_thread_it_lives_where_the_campaign_is_played() -> None:
    turn = play(replace(scene(), place=7), CreateAdventurer("Ada", DEACON), 1, 1)
    assert turn.channel == 7
    assert turn.changes[0].state.home == 7


# -- Q27 ----------------------------------------------------------------------------------------------

CHOICE = CreateAdventurer("Ada", DEACON, HOME, Type.ELF, Alignment.EVIL)


@pytest.mark.parametrize("choice", [CHOICE, replace(CHOICE, type=None), replace(CHOICE, alignment=None)])
def test_q27_the_dice_decide_unless_the_campaign_lets_players_choose(choice: CreateAdventurer) -> None:
    assert "This campaign rolls type and alignment" in refusal(choice)


def test_q27_not_even_a_narrator_chooses_where_the_dice_decide() -> None:
    assert "This campaign rolls" in refusal(CHOICE, actor=MARISOL)


def test_q27_what_is_chosen_rolls_no_die() -> None:
    turn = play(scene(campaign=decided(creation=CHOSEN)), CHOICE)
    assert turn.events == (AdventurerCreated("Ada", DEACON, Type.ELF, Alignment.EVIL, 0, 0, HOME),)


def test_q27_what_is_not_chosen_is_rolled() -> None:
    turn = play(scene(campaign=decided(creation=CHOSEN)), replace(CHOICE, alignment=None), 5)
    assert turn.events == (AdventurerCreated("Ada", DEACON, Type.ELF, Alignment.NEUTRAL, 0, 5, HOME),)


# -- whose, and how many --------------------------------------------------------------------------------


def test_a_player_has_one_adventurer() -> None:
    wrong = refusal(CreateAdventurer("Ada", DEACON, HOME), bran())
    assert wrong.startswith("Bran is still yours to play; fall or `/adv retire` first")


def test_a_narrator_makes_no_second_one_for_a_player_either() -> None:
    wrong = refusal(CreateAdventurer("Ada", DEACON, HOME), bran(), actor=MARISOL)
    assert wrong == "<@2> still plays Bran, and this campaign allows one adventurer each."


def test_where_the_campaign_allows_it_a_player_has_several() -> None:
    turn = play(scene(bran(), campaign=decided(adventurers=SEVERAL)), CreateAdventurer("Ada", DEACON), 1, 1)
    assert len(turn.changes) == 1


def test_another_players_adventurer_is_in_nobodys_way() -> None:
    assert play(scene(bran(), actor=WREN), CreateAdventurer("Ada", WREN), 1, 1).changes


def test_a39_after_a_fall_the_player_begins_anew_even_by_the_same_name() -> None:
    fallen = Record(BRAN, ADVENTURER.name, bran(end=End.FALLEN), is_archived=True)
    assert play(scene(fallen), CreateAdventurer("Bran", DEACON), 1, 1).changes


def test_a_narrator_makes_one_for_a_player_and_the_journal_says_so() -> None:
    turn = play(scene(actor=MARISOL), CreateAdventurer("Ada", DEACON, HOME), 1, 1)
    assert turn.on_behalf_of == DEACON


def test_a_player_makes_none_for_somebody_else() -> None:
    assert "Only a narrator can make" in refusal(CreateAdventurer("Ada", WREN, HOME))


def test_none_is_made_for_who_does_not_play() -> None:
    wrong = refusal(CreateAdventurer("Ada", STRANGER, HOME), actor=MARISOL)
    assert wrong == "<@4> isn't a player of this campaign; `/campaign join` comes first."


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("", "An adventurer's name has 1 to 60 characters; this one has 0."),
        (" \u200b ", "An adventurer's name has 1 to 60 characters; this one has 0."),
        ("a" * 61, "An adventurer's name has 1 to 60 characters; this one has 61."),
        (" bRAN ", "This campaign has an adventurer of that name already; choose another name."),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, wrong: str) -> None:
    others = Record(BRAN, ADVENTURER.name, bran(player=WREN))
    assert refusal(CreateAdventurer(name, DEACON, HOME), others) == wrong


def test_a_name_is_kept_in_one_line() -> None:
    assert made(1, 1, name="  Ada \n of  Elm ").name == "Ada of Elm"


def test_the_scope_finds_who_is_called_so_and_whom_the_player_has() -> None:
    named, own = create_scope(CreateAdventurer(" Ada\n", DEACON)).wants
    assert (named.text, own.owner) == ("Ada", DEACON)
