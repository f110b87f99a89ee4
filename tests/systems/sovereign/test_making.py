"""A new character in steps: scores by each method, class, skills, numbers, and who may join (S4, S7, S16)."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.engine.declare import options_of
from bot.engine.system import Choice, Open, Record, RecordId, Replace, World
from bot.errors import RuleViolation, UserError
from bot.systems.sovereign.people.making import (
    MAKING,
    ChooseClass,
    ChooseSkills,
    DropMaking,
    EnterNumbers,
    EnterScores,
    FinishMaking,
    Making,
    RollScores,
    StartMaking,
    read_skills,
    written,
)
from bot.systems.sovereign.state import Character
from tests.refusals import refuses
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MARISOL,
    MIRA,
    OGRE,
    STRANGER,
    WREN,
    bo,
    mira,
    of,
    ogre,
    play,
    played,
    said,
    scene,
    waiting,
)

NEW = RecordId("new")
ARRANGED, BEST = {"sovereign.scores": "arranged"}, {"sovereign.scores": "best_of_four"}
PLACED = EnterScores(NEW, 9, 12, 8, 13, 14)


def making(state: Making | None = None, **more: Any) -> World:
    """Deacon makes Pip."""
    begun = state or Making(Character("Pip", DEACON))
    return scene(of(NEW, begun, MAKING.name), **{"actor": DEACON, **more})


def made(scene: World) -> Making:
    return scene.get(MAKING, NEW).state


def choices(scene: World) -> dict[str, Choice]:
    """What can be chosen now, by key."""
    (step,) = waiting(MAKING, NEW, made(scene))
    return {each.key: each for each in step.choices}


def scores(state: Making) -> tuple[int, ...]:
    who = state.character
    return who.strength, who.dexterity, who.constitution, who.intelligence, who.wisdom


# -- begun ------------------------------------------------------------------------------------------------


def test_a_character_is_begun_for_oneself() -> None:
    turn = play(scene(actor=DEACON), StartMaking("Pip", DEACON))
    assert turn.changes == (Open(RecordId("new-1"), "making", Making(Character("Pip", DEACON))),)
    assert said(turn) == ["<@2> makes a character: Pip."]


def test_a_henchman_follows_a_character_of_the_same_player() -> None:
    begun = scene(of(MIRA, mira()), of(BO, bo()), actor=DEACON)
    (opened,) = play(begun, StartMaking("Odo", DEACON, MIRA)).changes
    assert opened.state.character == Character("Odo", DEACON, follows=MIRA)
    with refuses("making.leader", error=RuleViolation):
        play(begun, StartMaking("Odo", DEACON, BO))


def test_only_a_game_master_begins_one_for_a_player_and_only_for_a_player() -> None:
    assert play(scene(actor=MARISOL), StartMaking("Pip", WREN)).changes[0].state.player == WREN
    with refuses("roster.for_somebody_else"):
        play(scene(actor=DEACON), StartMaking("Pip", WREN))
    with refuses("roster.no_player"):
        play(scene(actor=MARISOL), StartMaking("Pip", STRANGER))


def test_a_name_in_use_is_refused_at_the_start_and_at_the_end() -> None:
    with refuses("character.taken"):
        play(scene(of(BO, bo()), actor=DEACON), StartMaking("bo", DEACON))
    begun = scene(
        of(NEW, Making(Character("Bo", DEACON), has_scores=True), "making"), of(BO, bo()), actor=DEACON
    )
    with refuses("character.taken"):
        play(begun, FinishMaking(NEW))


# -- scores (S4) ------------------------------------------------------------------------------------------


def test_s4_3d6_in_order_stand_as_they_fell() -> None:
    turn = play(making(), RollScores(NEW), 1, 1, 1, 6, 6, 6, 1, 2, 3, 4, 5, 6, 2, 2, 2)
    assert said(turn) == [
        "Pip rolls 3d6 in order: Strength 3, Dexterity 18, Constitution 6, Intelligence 15, Wisdom 6."
    ]
    (change,) = turn.changes
    assert (scores(change.state), change.state.has_scores, change.state.pool) == ((3, 18, 6, 15, 6), True, ())


def test_s4_3d6_arranged_are_placed_by_the_player() -> None:
    rolled = played(making(settings=ARRANGED), RollScores(NEW), 6, 6, 1, 6, 6, 2, 1, 1, 6, 2, 3, 4, 5, 3, 4)
    assert (made(rolled).pool, made(rolled).has_scores) == ((13, 14, 8, 9, 12), False)
    assert "roll" not in choices(rolled)
    assert choices(rolled)["enter"].title == "Place 13, 14, 8, 9, 12"
    placed = played(rolled, PLACED)
    assert (scores(made(placed)), made(placed).pool, made(placed).has_scores) == (
        (9, 12, 8, 13, 14),
        (),
        True,
    )
    with refuses("making.placed", error=RuleViolation):
        play(rolled, replace(PLACED, wisdom=15))


def test_s4_of_4d6_the_lowest_is_dropped() -> None:
    rolled = played(
        making(settings=BEST), RollScores(NEW),
        1, 6, 6, 1, 2, 6, 6, 2, 6, 1, 1, 1, 4, 2, 3, 2, 5, 4, 3, 3,
    )  # fmt: skip
    assert made(rolled).pool == (13, 14, 8, 9, 12)
    assert scores(made(played(rolled, PLACED))) == (9, 12, 8, 13, 14)


@pytest.mark.parametrize("settings", [{}, ARRANGED, BEST])
def test_s4_scores_may_be_entered_instead(settings: dict[str, str]) -> None:
    entered = played(making(settings=settings), PLACED)
    assert scores(made(entered)) == (9, 12, 8, 13, 14)


def test_s4_scores_are_rolled_once_and_stand() -> None:
    rolled = played(making(settings=ARRANGED), RollScores(NEW), *[3] * 15)
    with refuses("making.rolled"):
        play(rolled, RollScores(NEW))
    entered = played(making(), PLACED)
    for action, code in ((RollScores(NEW), "making.rolled"), (PLACED, "making.scored")):
        with refuses(code, error=RuleViolation):
            play(entered, action)
    assert {"roll", "enter"}.isdisjoint(choices(entered))


@pytest.mark.parametrize("text", ["2", "19", "-3", "NaN", "3d6", "10.5"])
def test_s4_a_score_beyond_3_to_18_is_refused_at_entry(text: str) -> None:
    with pytest.raises(UserError):
        options_of(EnterScores)["strength"].taken(text)
    assert options_of(EnterScores)["strength"].taken("18") == 18


# -- class, skills, numbers -------------------------------------------------------------------------------


def test_a_class_is_a_free_title_with_its_hp_die_and_feats() -> None:
    who = made(played(making(), ChooseClass(NEW, "Thief", "1d4+1", "Die Hard\nLucky"))).character
    assert (who.title, who.hit_die, who.hit_bonus, who.is_die_hard, who.foci) == (
        "Thief",
        4,
        1,
        True,
        "Die Hard\nLucky",
    )
    with refuses("sheet.hit_points"):
        play(making(), ChooseClass(NEW, "Thief", "1d7"))


@pytest.mark.parametrize(
    ("text", "skills"),
    [
        ("Stab 1, Exert 0", {"stab": 1, "exert": 0}),
        ("stab:2; no=0\nHEAL +4", {"stab": 2, "notice": 0, "heal": 4}),
        ("Stab −1, Know 1", {"know": 1}),
        ("", {}),
    ],
)
def test_s16_trained_skills_are_read_as_they_are_typed(text: str, skills: dict[str, int]) -> None:
    assert read_skills(text) == skills
    assert read_skills(written(skills)) == skills


@pytest.mark.parametrize(
    "text", ["Stab", "Swim 1", "S 1", "Stab one", "1", "Stab 1 Exert 0", "Stab 1.5", "Stab ²"]
)
def test_s16_what_is_no_skill_is_refused(text: str) -> None:
    with refuses("skills.unknown", error=RuleViolation):
        read_skills(text)


@pytest.mark.parametrize("text", ["Stab 5", "Stab -2", "Exert 0, Stab 99"])
def test_s16_a_skill_goes_from_minus_1_to_4(text: str) -> None:
    with refuses("skills.level", error=RuleViolation):
        read_skills(text)


def test_s6_numbers_of_other_chapters_are_entered() -> None:
    who = made(played(making(), EnterNumbers(NEW, 14, 1, 2, 3, 60))).character
    assert (who.armor_class, who.attack, who.initiative, who.effort, who.coins) == (14, 1, 2, 3, 60)


def test_the_steps_may_be_taken_in_any_order_and_each_makes_older_buttons_stale() -> None:
    steps = (ChooseSkills(NEW, "Stab 1"), PLACED, EnterNumbers(NEW), ChooseClass(NEW, "Thief"))
    state, revisions = making(), count(2)
    for action in steps:
        state = played(state, action)
        assert made(state).revision == next(revisions)
    assert (made(state).has_scores, made(state).has_class, made(state).has_skills) == (True, True, True)


def test_each_choice_can_be_taken_and_done_only_once_there_are_scores() -> None:
    assert list(choices(making())) == ["roll", "enter", "class", "skills", "numbers", "drop"]
    assert list(choices(played(making(), PLACED))) == ["class", "skills", "numbers", "done", "drop"]
    with refuses("making.no_scores"):
        play(making(), FinishMaking(NEW))


def test_a_form_shows_what_was_written_before() -> None:
    state = played(making(), ChooseSkills(NEW, "stab 1; know 0"))
    assert choices(state)["skills"].asks[0].value == "Stab 1, Know 0"


# -- finished ---------------------------------------------------------------------------------------------


def test_s7_hp_are_rolled_when_they_join() -> None:
    state = Making(
        Character("Pip", DEACON, "Thief", constitution=14, hit_die=4, is_die_hard=True), has_scores=True
    )
    turn = play(making(state), FinishMaking(NEW), 3)
    opened, closed = turn.changes
    assert (opened.state.hp, opened.state.max_hp, opened.state.level) == (6, 6, 1)
    assert (closed, turn.subject) == (Replace(NEW, state, archive=True), opened.id)
    assert said(turn) == [
        "Pip joins, played by <@2>: Thief, 6 HP (rolled 3, +1 Constitution, +2 class and feats)."
    ]


def test_s7_nobody_joins_with_less_than_1_hp() -> None:
    state = Making(Character("Pip", DEACON, constitution=3, hit_die=4), has_scores=True)
    turn = play(making(state), FinishMaking(NEW), 1)
    assert turn.changes[0].state.max_hp == 1
    assert said(turn) == ["Pip joins, played by <@2>: 1 HP (rolled 1, −2 Constitution)."]


def test_s1_a_henchman_joins_with_their_leader() -> None:
    state = Making(Character("Odo", DEACON, follows=MIRA), has_scores=True)
    assert play(making(state), FinishMaking(NEW), 1).changes[0].state.follows == MIRA


def test_it_can_be_given_up() -> None:
    turn = play(making(), DropMaking(NEW))
    assert turn.changes == (Replace(NEW, Making(Character("Pip", DEACON)), archive=True),)
    assert said(turn) == ["Pip won't join after all."]


def test_a_hidden_npc_takes_no_name_from_a_player() -> None:
    begun = scene(Record(OGRE, "character", ogre()), actor=DEACON)
    assert play(begun, StartMaking("Ogre", DEACON)).changes
