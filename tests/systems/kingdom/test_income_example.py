"""The book's running example, from its Edict to its Income phase, with every total as printed (R014).

The book doesn't derive Jessica's totals at the start; they are named sources here. She has no level of any
edict yet: each of them, "none" too, would have changed a number.
"""

from __future__ import annotations

from bot.engine.system import Scene
from bot.systems.kingdom.book import Attribute, Holiday, Improvement, Phase, Promotion, Stat, Step, Taxation
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.month.income import CollectTaxes, Deposit, Deposited, TaxesCollected
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Edicts
from tests.systems.kingdom.income_scenes import COUNCIL, TO_EDICTS
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    WREN,
    by,
    change,
    hexed,
    kingdom_of,
    land,
    month,
    play,
    played,
    ready,
    realm_in,
    scene,
    tarn,
)

NAME = "Jessica's kingdom"
# Tarn gives Stability 4, Control DC 24 and Consumption 4 of itself.
PRINTED = (
    change(Stat.ECONOMY, 52, NAME, 1),
    change(Stat.LOYALTY, 45, NAME, 2),
    change(Stat.STABILITY, 52, NAME, 3),
    change(Stat.CONTROL_DC, 36, NAME, 4),
    change(Stat.CONSUMPTION, 1, NAME, 5),
)


def totals(seen: Scene) -> tuple[int, int, int, int, int, int]:
    found = figures(realm_in(seen))
    return (
        found.economy, found.loyalty, found.stability, found.unrest, found.consumption, found.treasury,
    )  # fmt: skip


def after_upkeep(edicts: Edicts = Edicts(), *farms: str) -> Scene:  # noqa: B008  frozen
    """Her kingdom at its edicts: Upkeep is over, and a Farm costs 2 BP."""
    state = tarn(
        leaders=COUNCIL, unrest=4, treasury=5 if farms else 7, changes=PRINTED, edicts=edicts,
        month=month(Phase.EDICT, *TO_EDICTS, size=3),
    )  # fmt: skip
    on = land()
    for spot in farms:
        on = hexed(on, spot, improvements=(Improvement.FARM,))
    return scene(ready(state), on, actor=DEACON)


def test_upkeep_leaves_her_as_printed() -> None:
    assert totals(after_upkeep()) == (52, 45, 56, 4, 5, 7)


def test_r014_the_edict_phase_of_the_example_with_every_printed_total() -> None:
    begun = after_upkeep(Edicts(), "1,0")
    assert totals(begun) == (52, 45, 56, 4, 3, 5)
    issued = played(begun, SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY))
    assert totals(issued) == (55, 42, 55, 4, 4, 5)
    assert kingdom_of(issued).month.phase is Phase.INCOME


def test_r014_read_as_already_at_none_she_would_not_end_as_printed() -> None:
    none = Edicts(Holiday.NONE, Promotion.NONE, Taxation.NONE)
    issued = played(after_upkeep(none, "1,0"), SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY))
    # Of the same sources "none" has taken 1 Stability before; the printed 56 would need one source more.
    assert totals(after_upkeep(none, "1,0"))[2] == 55
    assert totals(issued)[2] == 55


def test_the_income_phase_of_the_example_with_every_printed_total() -> None:
    issued = played(
        after_upkeep(Edicts(), "1,0"), SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY)
    )
    income = played(by(issued, WREN), FinishStep(TARN, Step.WITHDRAW))
    turn = play(income, Deposit(TARN, 8000))
    assert next(each for each in turn.events if isinstance(each, Deposited)).points == 2
    income = played(income, Deposit(TARN, 8000))
    assert totals(income)[-1] == 7
    for step in (Step.DEPOSIT, Step.SELL):
        income = played(income, FinishStep(TARN, step))
    turn = play(income, CollectTaxes(TARN), 9)
    found = next(each for each in turn.events if isinstance(each, TaxesCollected))
    assert (found.total, found.dc, found.is_success, found.taxes) == (60, 60, True, 20)
    assert totals(played(income, CollectTaxes(TARN), 9)) == (55, 42, 55, 4, 4, 27)


def test_an_average_roll_would_have_failed_without_heavy_taxation() -> None:
    """The example's own reckoning: 10 + 52 − 4 is 58, and 60 are needed."""
    result = check(realm_in(after_upkeep(Edicts(), "1,0")), Attribute.ECONOMY).of(10)
    assert (result.total, result.dc, result.is_success) == (58, 60, False)
