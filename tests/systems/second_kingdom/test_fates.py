"""Fate rolls (K14, K15, Q5, Q23, Q24): the dice, the cell they name, and who may know of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from itertools import product
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.people import EVERYONE, GAME_MASTERS, PUBLIC, Standing, Viewer
from bot.engine.system import Open, Record, RecordId, Replace, Result, World
from bot.systems.second_kingdom.fates.rules import (
    CHART,
    FATE,
    Chart,
    Fate,
    FateRevealed,
    FateRolled,
    Reading,
    RevealFate,
    RollFate,
    SecretFateAnnounced,
    halved,
    read_fate,
    roll_fate,
)
from tests.refusals import refuses
from tests.said import values
from tests.systems.second_kingdom.fate_charts import CURSES, PLACES
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON, MARISOL, WREN, after, evander, play, scene

GAME_MASTERS_CHANNEL = 8
LED = replace(CAMPAIGN, game_master_channel=GAME_MASTERS_CHANNEL)
HERE = RecordId("chart")
FACES = range(1, 11)
MASTER = Viewer(MARISOL, Standing.GAME_MASTER)


def table(chart: Chart = PLACES, *more: Any, actor: int = DEACON, **changes: Any) -> World:
    """A chart in play, seen by who rolls."""
    made = scene(Record(HERE, CHART.name, chart), *more, actor=actor, campaign=LED)
    return replace(made, entry=5, place=7, **changes)


def rolled(turn: Result) -> Fate:
    opened = turn.changes[0]
    assert isinstance(opened, Open)
    assert isinstance(opened.state, Fate)
    return opened.state


def secret(chart: Chart = PLACES) -> World:
    """The scene after Marisol rolled 3 and 8 in secret."""
    before = table(chart, actor=MARISOL)
    return replace(after(before, play(before, RollFate(HERE, "Who comes", True), 3, 8)), entry=6)


# -- the dice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES)
def test_k14_each_die_is_halved_rounding_up(face: int) -> None:
    assert halved(face) == {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5}[face]


def test_k14_two_ten_sided_dice_are_rolled() -> None:
    dice = FixedDice(10, 1)
    turn = roll_fate(table(), RollFate(HERE), dice)
    assert [(die.sides, die.value) for die in dice.rolled] == [(10, 10), (10, 1)]
    assert rolled(turn).roll.reading == Reading((10, 1), 5, 1, "cell 51")


def test_k15_each_of_the_25_cells_is_named_by_4_of_the_100_rolls() -> None:
    """A sorted reading would never name 10 of them; one of the sum would name none but the diagonal."""
    named = Counter(read_fate(PLACES, *dice).text for dice in product(FACES, FACES))
    assert named == dict.fromkeys(PLACES.cells, 4)


@pytest.mark.parametrize(("dice", "text"), [((3, 8), "cell 24"), ((8, 3), "cell 42"), ((10, 1), "cell 51")])
def test_q23_the_first_die_is_the_row_and_they_are_never_sorted(dice: tuple[int, int], text: str) -> None:
    reading = rolled(play(table(), RollFate(HERE), *dice)).roll.reading
    assert (reading.dice, reading.text) == (dice, text)
    assert (reading.row, reading.column) == (halved(dice[0]), halved(dice[1]))


def test_trap_the_dice_are_halved_apart_and_never_as_a_sum() -> None:
    same_sum = {read_fate(PLACES, first, 11 - first).text for first in FACES}
    assert same_sum == {"cell 15", "cell 24", "cell 33", "cell 42", "cell 51"}


def test_trap_a_ten_is_the_fifth_row_and_no_die_shows_0() -> None:
    assert read_fate(PLACES, 10, 10).text == "cell 55"
    with pytest.raises(AssertionError, match="does not fit a d10"):
        play(table(), RollFate(HERE), 0, 5)


def test_q5_conviction_has_no_part_in_it() -> None:
    assert {field.name for field in fields(RollFate)} == {"chart", "reason", "is_secret"}
    turn = play(table(PLACES, evander(conviction=3)), RollFate(HERE), 1, 1)
    assert [change.kind for change in turn.changes if isinstance(change, Open)] == [FATE.name]
    assert len(turn.changes) == 1


# -- what is kept -----------------------------------------------------------------------------------


def test_a_roll_is_told_with_its_chart_reason_and_dice() -> None:
    turn = play(table(), RollFate(HERE, "  Who\ncomes "), 3, 8)
    (event,) = turn.events
    assert isinstance(event, FateRolled)
    assert event.audience == EVERYONE
    assert (event.roll.roller, event.roll.chart, event.roll.reason) == (DEACON, "Places", "Who comes")
    assert event.roll == rolled(turn).roll


def test_a_later_edit_of_the_chart_changes_no_old_roll() -> None:
    before = table()
    rolls = after(before, play(before, RollFate(HERE), 3, 8))
    chart = rolls.records[HERE]
    edited = {**rolls.records, HERE: replace(chart, state=Chart("Other", ("x",) * 25))}
    (fate,) = replace(rolls, records=edited).all(FATE)
    assert fate.state.chart == PLACES
    assert fate.state.roll.reading.text == "cell 24"


def test_a_roll_in_place_of_undone_ones_touches_them_so_that_it_is_marked() -> None:
    undone = rolled(play(table(), RollFate(HERE), 1, 1))
    old = Record(RecordId("old"), FATE.name, undone, is_archived=True, rolled_back=4)
    kept = Record(RecordId("kept"), FATE.name, undone, is_archived=True)
    turn = play(table(PLACES, old, kept), RollFate(HERE), 3, 8)
    assert turn.changes[1:] == (Replace(old.id, undone),)
    assert rolled(turn).roll.reading.text == "cell 24"


@pytest.mark.parametrize("was_secret", [False, True])
def test_q24_a_roll_names_no_undone_one_where_either_was_secret(was_secret: bool) -> None:
    fate = replace(rolled(play(table(), RollFate(HERE), 1, 1)), is_secret=was_secret)
    old = Record(RecordId("old"), FATE.name, fate, is_archived=True, rolled_back=4)
    turn = play(table(PLACES, old, actor=MARISOL), RollFate(HERE, is_secret=not was_secret), 3, 8)
    assert len(turn.changes) == 1


# -- in secret --------------------------------------------------------------------------------------


def test_q24_a_secret_roll_is_the_game_masters_and_only_announced() -> None:
    dice = FixedDice(3, 8)
    turn = roll_fate(table(actor=MARISOL), RollFate(HERE, "Who comes", True), dice)
    told, announced = turn.events
    assert isinstance(told, FateRolled)
    assert told.audience == GAME_MASTERS
    assert announced == SecretFateAnnounced(MARISOL)
    assert turn.secret_first
    assert all(die.secret for die in dice.rolled)


def test_q24_an_open_roll_has_open_dice() -> None:
    dice = FixedDice(3, 8)
    turn = roll_fate(table(actor=MARISOL), RollFate(HERE, is_secret=False), dice)
    assert not any(die.secret for die in dice.rolled)
    assert not turn.secret_first


def test_q24_in_the_game_masters_channel_it_is_secret_unless_they_say_no() -> None:
    apart = table(actor=MARISOL, channel=GAME_MASTERS_CHANNEL)
    (told,) = play(apart, RollFate(HERE), 3, 8).events
    assert told.audience == GAME_MASTERS
    (told,) = play(apart, RollFate(HERE, is_secret=False), 3, 8).events
    assert told.audience == EVERYONE


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(WREN, Standing.PLAYER)])
def test_q24_nobody_else_knows_of_a_secret_roll_until_it_is_revealed(viewer: Viewer) -> None:
    (fate,) = secret().all(FATE)
    assert FATE.view(fate.state, viewer) is None
    assert FATE.view(fate.state, MASTER) == fate.state
    assert FATE.view(replace(fate.state, revealed_in=6), viewer) is not None


def test_q24_a_secret_roll_is_revealed_once_where_it_was_made() -> None:
    before = secret()
    (fate,) = before.all(FATE)
    turn = play(before, RevealFate(fate.id))
    assert turn.events == (FateRevealed(fate.state.roll, MARISOL, entry=5),)
    assert turn.channel == 7
    with refuses("fate.revealed", "6"):
        play(after(before, turn), RevealFate(fate.id))


def test_an_open_roll_is_not_revealed() -> None:
    before = table(actor=MARISOL)
    rolls = after(before, play(before, RollFate(HERE), 3, 8))
    (fate,) = rolls.all(FATE)
    with refuses("fate.was_open"):
        play(rolls, RevealFate(fate.id))


# -- on a secret chart ------------------------------------------------------------------------------


def test_an_open_roll_on_a_secret_chart_tells_its_result_alone() -> None:
    turn = play(table(CURSES, actor=MARISOL), RollFate(HERE), 3, 8)
    told, hidden = turn.events
    assert isinstance(told, FateRolled)
    assert (told.audience, told.roll.chart, told.roll.reading.text) == (EVERYONE, "", "kzcurse 9")
    assert hidden.audience == GAME_MASTERS
    assert values([hidden], "fate.secret_chart") == {"chart": "Kzcurses"}
    seen = FATE.view(rolled(turn), PUBLIC)
    assert seen is not None
    assert (seen.chart, seen.roll) == (None, told.roll)
    assert FATE.view(rolled(turn), MASTER) == rolled(turn)


def test_a_revealed_roll_on_a_secret_chart_keeps_the_chart_secret() -> None:
    before = secret(CURSES)
    (fate,) = before.all(FATE)
    turn = play(before, RevealFate(fate.id))
    (told,) = turn.events
    assert isinstance(told, FateRevealed)
    assert (told.roll.chart, told.roll.reading.text) == ("", "kzcurse 9")
    (shown,) = after(before, turn).all(FATE)
    seen = FATE.view(shown.state, PUBLIC)
    assert seen is not None
    assert (seen.chart, seen.roll.chart) == (None, "")


# -- refused ----------------------------------------------------------------------------------------


def test_a_secret_chart_is_to_a_player_as_if_there_were_none() -> None:
    for before in (table(CURSES), scene(actor=DEACON, campaign=LED)):
        with refuses("fate.chart"):
            play(before, RollFate(HERE))


def test_a_removed_secret_charts_name_is_not_told_either() -> None:
    gone = scene(Record(HERE, CHART.name, CURSES, is_archived=True), actor=DEACON, campaign=LED)
    with refuses("fate.chart"):
        play(gone, RollFate(HERE))


def test_q24_a_player_rolls_in_the_open() -> None:
    with refuses("fate.in_the_open"):
        play(table(), RollFate(HERE, is_secret=True))


def test_q24_a_secret_needs_a_channel_to_go_to() -> None:
    nowhere = replace(table(actor=MARISOL), campaign=CAMPAIGN)
    with refuses("fate.no_channel"):
        play(nowhere, RollFate(HERE, is_secret=True))


def test_an_endless_reason_is_refused() -> None:
    with refuses("fate.reason", "200", "201"):
        play(table(), RollFate(HERE, "a" * 201))
