"""A move: the realm as it was found and as it is by now; its step, its task and its realm declared once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice.source import Dice, FixedDice
from bot.engine.people import Permit
from bot.engine.system import Replace, Result, World
from bot.engine.text import T
from bot.errors import NotAllowed, RuleViolation, UserError
from bot.systems.kingdom.book import Limit, MonthStep, Phase, Task
from bot.systems.kingdom.month.course import MonthOpened
from bot.systems.kingdom.month.income import Deposited
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import OnKingdom, found_realm
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.state import Kingdom
from tests.refusals import refuses
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    MARISOL,
    STRANGER,
    TARN,
    WREN,
    after,
    by,
    everybody,
    month,
    scene,
    tarn,
)


class Harvest(OnKingdom):
    """Bring in so many BP for a claim."""

    points: int = 3


TOLD = Deposited("Tarn", 1, 1, 0, "")


@move(at=MonthStep.HEXES, by=Task.HEXES)
def harvest(move: Move, action: Harvest, dice: Dice) -> None:
    move.use(Limit.CLAIMS)
    move.pay(1)
    move.earn(action.points)
    move.upset(2)
    move.change_hex("1,0", label="Field")
    move.change_town(HOLD, name="Granary")
    move.finish(MonthStep.HEXES)
    move.tell(TOLD)


@move(at=MonthStep.HEXES, by=Task.HEXES, is_shown_early=True)
def reap(move: Move, action: Harvest, dice: Dice) -> None:
    move.pay(100)
    move.tell(TOLD)


@move(may=Permit.GAME_MASTERS, found=found_realm)
def sow(move: Move, action: Harvest, dice: Dice) -> None:
    move.change(treasury=7)


@move(may=Permit.GAME_MASTERS)
def grant(move: Move, action: Harvest, dice: Dice) -> None:
    move.change_hex("3,0", realm=TARN)


@move(may=Permit.GAME_MASTERS)
def proclaim(move: Move, action: Harvest, dice: Dice) -> None:
    move.tell(MonthOpened("Tarn", 1))


def claiming(**changes: Any) -> Kingdom:
    """Tarn at its Hexes step."""
    at = month(Phase.EDICT, MonthStep.LEADERSHIP, size=3)
    return tarn(**{"leaders": everybody(), "month": at, **changes})


def noting(begun: World) -> tuple[World, list[str], list[UserError]]:
    """The scene of a preview, what it notes, and what stands against it."""
    notes, refusals = list[str](), list[UserError]()
    return replace(begun, note=notes.append, refuse=refusals.append), notes, refusals


def do(perform: Any, begun: World) -> Result:
    turn: Result = perform(begun, Harvest(TARN), FixedDice())
    return turn


def test_what_a_move_changes_is_kept_and_told_and_the_scene_stays_as_it_was() -> None:
    begun = by(scene(claiming()), DEACON)
    turn = do(harvest, begun)
    kept = {change.id: change.state for change in turn.changes if isinstance(change, Replace)}
    now = kept[TARN]
    assert (now.treasury, now.unrest) == (22, 2)
    assert now.month.used[Limit.CLAIMS] == 1
    assert now.month.is_over(MonthStep.HEXES)
    assert kept[HOLD].name == "Granary"
    assert turn.events[0] == TOLD
    assert any(isinstance(each, FiguresChanged) for each in turn.events)
    assert begun.records[TARN].state == claiming()
    assert (turn.subject, turn.on_behalf_of) == (TARN, None)


def test_whose_task_it_is_does_it_and_others_do_it_for_them_or_not_at_all() -> None:
    begun = scene(claiming())
    assert do(harvest, by(begun, DEACON)).on_behalf_of is None
    assert do(harvest, by(begun, MARISOL)).on_behalf_of == DEACON
    for other in (WREN, STRANGER):
        with pytest.raises(NotAllowed):
            do(harvest, by(begun, other))


def test_a_step_that_is_not_open_refuses_it_and_what_is_shown_early_only_notes_that() -> None:
    begun, _, refusals = noting(scene(claiming(month=month(Phase.UPKEEP, size=3))))
    with refuses("month.not_yet"):
        do(harvest, begun)
    assert refusals == []
    assert do(reap, begun).events[0] == TOLD
    # The step that isn't open, and the Treasury.
    assert [type(each) for each in refusals] == [RuleViolation, RuleViolation]


def test_a_preview_notes_what_the_month_or_the_treasury_lacks_and_what_is_done_raises_it() -> None:
    used = month(Phase.EDICT, MonthStep.LEADERSHIP, size=3, used={Limit.CLAIMS: 1})
    begun = scene(claiming(month=used, treasury=0))
    with refuses("kingdom.used_up"):
        do(harvest, begun)
    shown, notes, refusals = noting(begun)
    do(harvest, shown)
    assert [str(each).partition(":")[0] for each in refusals] == [
        "That's all for this month",
        "Not enough BP",
    ]
    # How many would be left is not said where none is.
    assert notes == []
    shown, notes, refusals = noting(scene(claiming()))
    do(harvest, shown)
    assert (notes, refusals) == ([T("Claimed hexes left after this: {n}")(n=0)], [])


def test_a_kingdom_that_is_not_founded_or_has_ended_takes_only_what_says_so() -> None:
    frozen = scene(claiming(frozen="A storm"))
    with refuses("kingdom.is_frozen"):
        do(harvest, frozen)
    (change,) = do(sow, by(frozen, MARISOL)).changes
    assert isinstance(change, Replace)
    assert change.state.treasury == 7


def test_hexes_that_come_or_go_are_a_change_of_the_kingdom_too() -> None:
    """Else an undo of its founding would leave it what it was given since."""
    begun = scene(claiming(unrest=3))
    given = do(grant, by(begun, MARISOL))
    assert {change.id for change in given.changes if isinstance(change, Replace)} == {TARN, LANDS}
    # What is only told changes nothing once the month stands where it should.
    settled = after(begun, do(proclaim, by(begun, MARISOL)))
    assert do(proclaim, by(settled, MARISOL)).changes == ()
