"""Saved rolls and plain mode: one person's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.habits import Habits
from bot.engine.people import GAME_MASTER, PUBLIC, Audience, Standing, Viewer
from bot.engine.system import Open, Record, RecordId, Replace, World
from bot.systems.table.dice.rules import (
    HABITS,
    MOST_ROLLS,
    ForgetRoll,
    PlainSet,
    RollForgotten,
    RollSaved,
    SaveRoll,
    SetPlain,
)
from tests.refusals import refuses
from tests.systems.table.scenes import DEACON, MARISOL, WREN, play, scene

ALONE = Audience(everyone=False, person=DEACON)


def at(**rolls: str) -> World:
    """Deacon, with these rolls saved; without any, nothing of his is kept yet."""
    if not rolls:
        return scene(DEACON)
    record = Record(RecordId("own"), HABITS.name, Habits(DEACON, rolls=rolls))
    return replace(scene(DEACON), records={record.id: record})


def test_the_first_saved_roll_opens_the_record_that_nobody_else_hears_of() -> None:
    turn = play(at(), SaveRoll("  Attack ", " 1d20+5 "))
    assert turn.changes == (Open(RecordId("new"), "habits", Habits(DEACON, rolls={"Attack": "1d20+5"})),)
    assert turn.events == (RollSaved("Attack", "1d20+5", "", audience=ALONE),)


def test_a_name_in_another_case_is_the_same_name() -> None:
    turn = play(at(attack="1d20+5", hide="d6"), SaveRoll("ATTACK", "1d20+6"))
    assert turn.changes == (
        Replace(RecordId("own"), Habits(DEACON, rolls={"hide": "d6", "ATTACK": "1d20+6"})),
    )
    assert turn.events == (RollSaved("ATTACK", "1d20+6", "1d20+5", audience=ALONE),)


def test_saving_the_same_twice_changes_nothing() -> None:
    with refuses("dice.saved_already"):
        play(at(attack="1d20+5"), SaveRoll("attack", "1d20+5"))


@pytest.mark.parametrize("name", ["d20", "2d6+1", "d6 leap", "D20"])
def test_a_name_that_is_a_roll_itself_is_refused(name: str) -> None:
    with refuses("dice.name_is_roll"):
        play(at(), SaveRoll(name, "1d20+5"))


@pytest.mark.parametrize("name", ["", " ", "\u200b\u202e", "a" * 41])
def test_a_name_that_cannot_be_read_or_is_too_long_is_refused(name: str) -> None:
    with refuses("dice.bad_name", "40"):
        play(at(), SaveRoll(name, "1d20+5"))


def test_what_is_no_roll_is_refused_with_the_place_of_the_fault() -> None:
    with refuses("roll.not_read", "2"):
        play(at(), SaveRoll("attack", "2x6"))


def test_there_is_room_for_25() -> None:
    full = {f"roll {number}": "d6" for number in range(MOST_ROLLS)}
    with refuses("dice.too_many_saved"):
        play(at(**full), SaveRoll("another", "d6"))
    assert play(at(**full), SaveRoll("roll 3", "d8")).events


def test_forgetting_takes_out_that_roll_alone() -> None:
    turn = play(at(attack="1d20+5", hide="d6"), ForgetRoll("ATTACK"))
    assert turn.changes == (Replace(RecordId("own"), Habits(DEACON, rolls={"hide": "d6"})),)
    assert turn.events == (RollForgotten("attack", "1d20+5", audience=ALONE),)


def test_forgetting_what_is_not_there_names_what_is() -> None:
    with refuses("dice.not_saved", "attack"):
        play(at(attack="1d20+5"), ForgetRoll("hide"))
    with refuses("dice.none_saved", "`/dice save"):
        play(at(), ForgetRoll("hide"))


def test_plain_mode_keeps_the_saved_rolls() -> None:
    turn = play(at(attack="1d20+5"), SetPlain(True))
    assert turn.changes == (Replace(RecordId("own"), Habits(DEACON, plain=True, rolls={"attack": "1d20+5"})),)
    assert turn.events == (PlainSet(True, audience=ALONE),)


def test_plain_mode_that_is_so_already_changes_nothing() -> None:
    with refuses("plain.already", "off"):
        play(at(), SetPlain(False))


def test_nobody_sees_another_persons_habits() -> None:
    habits = Habits(DEACON, rolls={"attack": "1d20+5"})
    assert HABITS.view(habits, Viewer(DEACON, Standing.OUTSIDER)) == habits
    for viewer in (PUBLIC, GAME_MASTER, Viewer(WREN, Standing.PLAYER), Viewer(MARISOL, Standing.GAME_MASTER)):
        assert HABITS.view(habits, viewer) is None
