"""What each attribute is made of, and a sheet shown to everybody."""

from __future__ import annotations

import pytest

from bot.engine.people import Permit
from bot.engine.system import Record, RecordId
from bot.errors import RuleViolation
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER, gone
from bot.systems.adventuria.sheet.rules import SheetShown, ShowSheet, made_of
from bot.systems.adventuria.state import Adventurer, Attribute, Cause, Change, End, Fray, Until
from tests.systems.adventuria.scenes import (
    BRAN,
    HOME,
    WREN,
    ally,
    bran,
    having,
    item,
    play,
    scene,
    spell,
    weapon,
)

ARMS = Attribute.ARMS


def changed(amount: int, cause: Cause = Cause.SPELL, until: Until = Until.ALWAYS) -> Change:
    return Change(ARMS, amount, cause, "Might", until)


def numbers(state: Adventurer) -> tuple[int, int, int, int]:
    made = made_of(state, ARMS)
    return made.total, made.natural, made.bonus, made.cap


# -- made of ------------------------------------------------------------------------------------------


def test_a9_a_fresh_attribute_is_its_natural_value_below_twice_the_beginning() -> None:
    assert numbers(bran()) == (4, 4, 0, 8)


def test_q1_what_is_held_comes_on_top_of_the_natural_value() -> None:
    assert numbers(having(item("Ring", "held: arms +2"), ally("Dog", "held: arms +1"))) == (7, 4, 3, 8)


def test_a21_a_weapon_that_is_put_away_adds_nothing() -> None:
    assert numbers(having(weapon("Sword", "held: arms +1"))) == (5, 4, 1, 8)
    assert numbers(having(weapon("Sword", "held: arms +1", is_wielded=False))) == (4, 4, 0, 8)


def test_q18_the_total_never_drops_below_1_whatever_goes_off() -> None:
    assert numbers(having(item("Chains", "held: arms -6"))) == (1, 4, -6, 8)


def test_what_does_not_last_is_part_of_the_bonus_and_told_apart() -> None:
    lasting, passing = changed(1), (changed(2, until=Until.TURN), changed(1, Cause.PAGE, Until.TURN))
    made = made_of(bran(changes=(lasting, *passing, changed(-1, until=Until.FIGHT))), ARMS)
    assert (made.total, made.natural, made.bonus) == (7, 4, 3)
    assert made.passing == ((Until.FIGHT, -1), (Until.TURN, 3))


def test_what_counts_in_one_kind_of_combat_alone_is_told_apart() -> None:
    made = made_of(having(weapon("Sword", "held: arms +2 in melee")), ARMS)
    assert (made.total, made.bonus) == (4, 0)
    assert made.frays == ((Fray.MELEE, 2),)


def test_changes_of_other_attributes_are_not_mixed_up() -> None:
    state = bran(changes=(Change(Attribute.CRAFT, 2, Cause.ALLY, "Dog", Until.TURN),))
    assert made_of(state, ARMS).passing == ()
    assert made_of(state, Attribute.CRAFT).passing == ((Until.TURN, 2),)


# -- shown --------------------------------------------------------------------------------------------


def test_a_sheet_is_shown_in_the_adventurers_own_thread_and_changes_nothing() -> None:
    turn = play(scene(bran(), actor=WREN), ShowSheet(BRAN))
    assert (turn.changes, turn.events) == ((), (SheetShown("Bran"),))
    assert (turn.subject, turn.channel) == (BRAN, HOME)


def test_an_adventurer_without_a_thread_is_shown_where_it_was_asked() -> None:
    assert play(scene(bran(home=0)), ShowSheet(BRAN)).channel is None


def test_q23_the_sheet_of_a_fallen_one_can_still_be_shown() -> None:
    fallen = Record(BRAN, ADVENTURER.name, gone(bran(wounds=4), End.FALLEN), is_archived=True)
    assert play(scene(fallen), ShowSheet(BRAN, as_picture=True)).events == (SheetShown("Bran", True),)


@pytest.mark.parametrize("record", [RecordId("nobody"), RecordId("lamp")])
def test_what_is_no_adventurer_has_no_sheet(record: RecordId) -> None:
    lamp = Record(RecordId("lamp"), "item", spell())
    with pytest.raises(RuleViolation, match=r"^That adventurer isn't part of this campaign\.$"):
        play(scene(bran(), lamp), ShowSheet(record))


def test_players_and_narrators_show_sheets_and_nobody_else() -> None:
    kind = next(kind for kind in SYSTEM.actions if kind.action is ShowSheet)
    assert kind.may is Permit.MEMBERS
    assert kind.scope(ShowSheet(BRAN)).ids == (BRAN,)
