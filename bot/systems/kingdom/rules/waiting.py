"""What waits in a kingdom: the steps of its month, and what must be decided besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.system import Ask, Choice, RecordId
from bot.engine.system import Step as Waits
from bot.systems.kingdom.rules.book import ANARCHY_AT, STAND_INS
from bot.systems.kingdom.rules.calendar import ASKS, FOR_EVENTS, OPTIONAL, RESTART, open_steps, stands_still
from bot.systems.kingdom.rules.choosing import choosing_steps
from bot.systems.kingdom.rules.duties import asked
from bot.systems.kingdom.rules.event_steps import event_steps
from bot.systems.kingdom.rules.founding_steps import founding_step
from bot.systems.kingdom.rules.month import (
    CloseMonth,
    CollectTaxes,
    Deposit,
    EnforceOrder,
    FinishStep,
    FoundSettlement,
    LoseChosenHex,
    OpenMonth,
    PayConsumption,
    RollEvent,
    RollItems,
    RollStability,
    RollStandIn,
    SellItem,
    SetEdicts,
    SettleUnrest,
    StandIn,
    Thaw,
    Withdraw,
)
from bot.systems.kingdom.rules.part_steps import part_steps
from bot.systems.kingdom.rules.state import REASON_LENGTH, Kingdom
from bot.systems.kingdom.rules.terms import (
    Holiday,
    Promotion,
    Role,
    Stage,
    Step,
    Taxation,
)
from bot.systems.kingdom.rules.vacancy import is_present, is_vacant
from bot.systems.kingdom.words import waiting as words


def waiting(kingdom: RecordId, state: Kingdom) -> Sequence[Waits]:
    """Everything that waits, in the order of the month; of a kingdom that stands still, how it goes on."""
    if state.stage is Stage.ENDED:
        return ()
    if state.stage is Stage.FOUNDING:
        return (founding_step(kingdom, state),)
    if stands_still(state):
        return (_restart(kingdom, state),)
    steps = [_step(kingdom, state, each) for each in open_steps(state) if each not in FOR_EVENTS]
    if state.is_in_anarchy:
        # Its Upkeep goes on; a game master may end the anarchy at any time.
        return (*steps, _restart(kingdom, state))
    return (
        *steps,
        *event_steps(kingdom, state),
        *part_steps(kingdom, state),
        *choosing_steps(kingdom, state),
    )


def _restart(kingdom: RecordId, state: Kingdom) -> Waits:
    """How a kingdom goes on that is frozen, or fell into anarchy."""
    reason = Ask("reason", words.REASON, REASON_LENGTH, is_optional=True)
    if state.frozen is not None:
        choice = Choice("thaw", words.THAW, Thaw(kingdom), (reason,), is_main=True)
        label = words.stands_still(state.name, state.frozen)
    else:
        calm = str(min(state.unrest, ANARCHY_AT - 1))
        unrest = Ask("unrest", words.unrest_then(ANARCHY_AT - 1), 2, value=calm, is_number=True)
        choice = Choice("restore", words.RESTORE, Thaw(kingdom), (unrest, reason), is_main=True)
        label = words.in_anarchy(state.name)
    return Waits(RESTART, label, None, (choice,), state.month.opened.get(RESTART, 1))


def _step(kingdom: RecordId, state: Kingdom, step: Step) -> Waits:
    task = ASKS[step]
    who = asked(state, task) if task is not None else None
    label = words.label(step.value, state.name, state.month.number)
    choices = (*_choices(kingdom, state, step), *_finish(kingdom, step))
    return Waits(step.value, label, who, choices, state.month.opened.get(step.value, 1))


def _finish(kingdom: RecordId, step: Step) -> Sequence[Choice]:
    if step not in OPTIONAL:
        return ()
    return (Choice("finish", words.FINISH[step.value], FinishStep(kingdom, step)),)


def _choices(kingdom: RecordId, state: Kingdom, step: Step) -> Sequence[Choice]:
    """The buttons of a step, but for the one that finishes it."""
    if step is Step.SETTLEMENTS:
        return (_founding(kingdom),)
    if step is Step.UNREST:
        return _unrest(kingdom, state)
    made = _made(kingdom, state)
    if step not in made:
        return ()
    action, asks = made[step]
    choice = Choice("do", words.DO[step.value], action, asks, is_main=step not in OPTIONAL)
    if step is Step.ENFORCER:
        return (choice, Choice("leave", words.LEAVE_UNREST, FinishStep(kingdom, step)))
    return (choice,)


def _made(kingdom: RecordId, state: Kingdom) -> dict[Step, tuple[Any, tuple[Ask, ...]]]:
    """What the main button of each step does, and what it asks first."""
    return {
        Step.OPEN: (OpenMonth(kingdom), ()),
        Step.STABILITY: (RollStability(kingdom), ()),
        Step.CONSUMPTION: (PayConsumption(kingdom), ()),
        Step.ITEMS: (RollItems(kingdom), ()),
        Step.STAND_IN: (RollStandIn(kingdom), ()),
        Step.ENFORCER: (EnforceOrder(kingdom), ()),
        Step.LOSE_HEX: (LoseChosenHex(kingdom), _loss()),
        Step.EDICTS: (SetEdicts(kingdom), edict_asks(state)),
        Step.WITHDRAW: (Withdraw(kingdom), (Ask("points", words.POINTS, 6, is_number=True),)),
        Step.DEPOSIT: (Deposit(kingdom), (Ask("gold", words.GOLD, 6, is_number=True),)),
        Step.SELL: (SellItem(kingdom), _sale()),
        Step.TAXES: (CollectTaxes(kingdom), ()),
        Step.EVENT: (RollEvent(kingdom), ()),
        Step.CLOSE: (CloseMonth(kingdom), ()),
    }


def _unrest(kingdom: RecordId, state: Kingdom) -> Sequence[Choice]:
    """Count what adds to Unrest; where the Ruler is missing, Consort or Heir may stand in first (R040)."""
    count = Choice("do", words.DO[Step.UNREST.value], SettleUnrest(kingdom), is_main=True)
    if not is_vacant(state, Role.RULER) or state.month.stand_in is not None:
        return (count,)
    ready = [role for role in STAND_INS if any(is_present(state, each) for each in state.held_by(role))]
    return (
        count,
        *(Choice(role.value, words.STANDS_IN[role.value], StandIn(kingdom, role)) for role in ready),
    )


def edict_asks(state: Kingdom) -> tuple[Ask, ...]:
    """The three levels, each a list with the one in force chosen."""
    now = state.edicts
    return (
        _level("holiday", [each.value for each in Holiday], now.holiday),
        _level("promotion", [each.value for each in Promotion], now.promotion),
        _level("taxation", [each.value for each in Taxation], now.taxation),
    )


def _level(name: str, values: Sequence[str], now: str | None) -> Ask:
    options = tuple((value, words.LEVELS[name][value]) for value in values)
    return Ask(name, words.EDICTS[name], options=options, value=now or "none")


def _founding(kingdom: RecordId) -> Choice:
    """Found a settlement, with all that it takes asked in one form."""
    asks = (
        Ask("hex", words.WHICH_HEX, 20),
        Ask("name", words.SETTLEMENT_NAME, 60),
        Ask("borders", words.WATER_BORDERS, 40, hint=words.WATER_BORDERS_HINT, is_optional=True),
    )
    return Choice("found", words.FOUND_SETTLEMENT, FoundSettlement(kingdom), asks)


def _loss() -> tuple[Ask, ...]:
    return (
        Ask("hex", words.WHICH_HEX, 20),
        Ask("even_so", words.EVEN_SO, options=words.EVEN_SO_OPTIONS, value="no"),
    )


def _sale() -> tuple[Ask, ...]:
    return (
        Ask("settlement", words.WHERE, 60),
        Ask("price", words.PRICE, 6, is_number=True),
        Ask("item", words.ITEM, 100, is_optional=True),
    )
