"""A whole month of a large kingdom, action by action, with the dice that each takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.systems.kingdom.book import Holiday, Improvement, MonthStep, Promotion, Spot, Taxation
from bot.systems.kingdom.events.resolving import ResolveEvent
from bot.systems.kingdom.events.rules import RollEvent
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.improvements import BuildImprovement
from bot.systems.kingdom.month.course import FinishStep, OpenMonth
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.month.income import CollectTaxes, Deposit, Withdraw
from bot.systems.kingdom.month.rules import CloseMonth, PayConsumption, RollStability, SettleUnrest
from tests.systems.kingdom.scenes import TARN

# Below the chance of an event; a bad one of the kingdom, and which: bandits.
BANDITS = (10, 50, 6)
# What a kingdom needs for it: this one is free beside it, the other its own.
FREE: Spot = "-1,0"
OWN: Spot = "0,0"


def month_of_actions() -> Iterator[tuple[Any, tuple[int, ...]]]:
    """From its opening to its closing, each step taken by a game master, with a claim and an event."""
    yield OpenMonth(TARN), ()
    yield RollStability(TARN), (20,)
    yield PayConsumption(TARN), ()
    yield SettleUnrest(TARN), ()
    yield FinishStep(TARN, MonthStep.LEADERSHIP), ()
    yield ClaimHex(TARN, FREE), ()
    yield FinishStep(TARN, MonthStep.HEXES), ()
    yield BuildImprovement(TARN, OWN, Improvement.WATCHTOWER), ()
    yield FinishStep(TARN, MonthStep.TERRAIN), ()
    yield FinishStep(TARN, MonthStep.SETTLEMENTS), ()
    yield FinishStep(TARN, MonthStep.ARMIES), ()
    edicts = (Holiday.SIX, Promotion.STANDARD, Taxation.HEAVY)
    yield SetEdicts(TARN, *edicts), ()
    yield Withdraw(TARN, 1), ()
    yield Deposit(TARN, 80_000), ()
    yield FinishStep(TARN, MonthStep.DEPOSIT), ()
    yield FinishStep(TARN, MonthStep.SELL), ()
    yield CollectTaxes(TARN), (12,)
    yield RollEvent(TARN), BANDITS
    yield ResolveEvent(TARN, 1, "They were driven off.", "no"), ()
    yield CloseMonth(TARN), ()
