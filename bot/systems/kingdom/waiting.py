"""What waits in a kingdom: the steps of its month, and what must be decided besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.declare import choices_of
from bot.engine.record import Ask, Choice, RecordId
from bot.engine.record import Step as Waits
from bot.engine.words import clip
from bot.systems.kingdom.book import ANARCHY_AT, STAND_INS, Role, Stage, Step
from bot.systems.kingdom.events.rules import RollEvent, event_steps
from bot.systems.kingdom.founding.rules import founding_step
from bot.systems.kingdom.land.losses import LoseChosenHex, part_steps
from bot.systems.kingdom.leaders.duties import StandIn, choosing_steps
from bot.systems.kingdom.month.course import FinishStep, OpenMonth, Thaw
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.month.income import CollectTaxes, Deposit, SellItem, Withdraw
from bot.systems.kingdom.month.rules import (
    CloseMonth,
    EnforceOrder,
    PayConsumption,
    RollStability,
    RollStandIn,
    SettleUnrest,
)
from bot.systems.kingdom.state import (
    EDICT_LABELS,
    LEVELS,
    REASON_LENGTH,
    Kingdom,
    is_present,
    is_vacant,
    level_of,
)
from bot.systems.kingdom.steps import ASKS, FOR_EVENTS, OPTIONAL, RESTART, asked, open_steps, stands_still
from bot.systems.kingdom.towns.items import RollItems
from bot.systems.kingdom.towns.settlements import FoundSettlement


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


DO = {
    Step.OPEN: "Open the month",
    Step.STABILITY: "Roll Stability",
    Step.CONSUMPTION: "Pay Consumption",
    Step.ITEMS: "Roll for magic items",
    Step.UNREST: "Modify Unrest",
    Step.STAND_IN: "Roll Loyalty",
    Step.ENFORCER: "Reduce Unrest",
    Step.LOSE_HEX: "Choose the hex to lose…",
    Step.EDICTS: "Set edicts…",
    Step.WITHDRAW: "Withdraw BP…",
    Step.DEPOSIT: "Deposit gold…",
    Step.SELL: "Sell an item…",
    Step.TAXES: "Collect taxes",
    Step.EVENT: "Roll for an event",
    Step.CLOSE: "Close the month",
}
FINISH = {
    Step.LEADERSHIP: "Leadership is settled",
    Step.HEXES: "No more hexes",
    Step.TERRAIN: "No more improvements",
    Step.SETTLEMENTS: "No more settlements",
    Step.ARMIES: "Armies are settled",
    Step.EDICTS: "Edicts stay as they are",
    Step.WITHDRAW: "No withdrawal",
    Step.DEPOSIT: "No more deposits",
    Step.SELL: "No more sales",
}
WHICH_HEX = "Label or coordinates of the hex"
EVEN_SO = (("no", "No, tell me first what goes with it"), ("yes", "Yes, lose it even so"))


def _restart(kingdom: RecordId, state: Kingdom) -> Waits:
    """How a kingdom goes on that is frozen, or fell into anarchy."""
    reason = Ask("reason", "Why, for the journal", REASON_LENGTH, is_optional=True)
    if state.frozen is not None:
        choice = Choice("thaw", "Let time run again", Thaw(kingdom), (reason,), is_main=True)
        label = f"{clip(state.name, 60)}: stands still ({clip(state.frozen, 80)})"
    else:
        calm = str(min(state.unrest, ANARCHY_AT - 1))
        unrest = Ask("unrest", f"Unrest from then on, 0 to {ANARCHY_AT - 1}", 2, value=calm, is_number=True)
        choice = Choice("restore", "Restore order", Thaw(kingdom), (unrest, reason), is_main=True)
        label = f"{clip(state.name, 60)}: end of the anarchy"
    return Waits(RESTART, label, None, (choice,), state.month.opened.get(RESTART, 1))


def _step(kingdom: RecordId, state: Kingdom, step: Step) -> Waits:
    task = ASKS[step]
    who = asked(state, task) if task is not None else None
    label = f"{clip(state.name, 60)}, month {state.month.number}: {step.label}"
    choices = (*_choices(kingdom, state, step), *_finish(kingdom, step))
    return Waits(step.value, label, who, choices, state.month.opened.get(step.value, 1))


def _finish(kingdom: RecordId, step: Step) -> Sequence[Choice]:
    if step not in OPTIONAL:
        return ()
    return (Choice("finish", FINISH[step], FinishStep(kingdom, step)),)


def _choices(kingdom: RecordId, state: Kingdom, step: Step) -> Sequence[Choice]:
    """The buttons of a step, but for the one that finishes it."""
    if step is Step.SETTLEMENTS:
        return (_founding(kingdom),)
    if step is Step.UNREST:
        return _unrest(kingdom, state)
    if step not in DOES:
        return ()
    action, asks = DOES[step](kingdom), ASKED[step](state) if step in ASKED else ()
    choice = Choice("do", DO[step], action, asks, is_main=step not in OPTIONAL)
    if step is Step.ENFORCER:
        return (choice, Choice("leave", "Leave it", FinishStep(kingdom, step)))
    return (choice,)


def _unrest(kingdom: RecordId, state: Kingdom) -> Sequence[Choice]:
    """Count what adds to Unrest; where the Ruler is missing, Consort or Heir may stand in first (R040)."""
    count = Choice("do", DO[Step.UNREST], SettleUnrest(kingdom), is_main=True)
    if not is_vacant(state, Role.RULER) or state.month.stand_in is not None:
        return (count,)
    ready = [role for role in STAND_INS if any(is_present(state, each) for each in state.held_by(role))]
    return (
        count,
        *(Choice(role.value, f"The {role.label} stands in", StandIn(kingdom, role)) for role in ready),
    )


def edict_asks(state: Kingdom) -> tuple[Ask, ...]:
    """The three levels, each a list with the one in force chosen."""
    return tuple(
        Ask(
            kind, EDICT_LABELS[kind], options=choices_of(levels), value=level_of(state.edicts, kind) or "none"
        )
        for kind, levels in LEVELS.items()
    )


# What the main button of a step does.
DOES: dict[Step, Callable[[RecordId], Any]] = {
    Step.OPEN: OpenMonth,
    Step.STABILITY: RollStability,
    Step.CONSUMPTION: PayConsumption,
    Step.ITEMS: RollItems,
    Step.STAND_IN: RollStandIn,
    Step.ENFORCER: EnforceOrder,
    Step.LOSE_HEX: LoseChosenHex,
    Step.EDICTS: SetEdicts,
    Step.WITHDRAW: lambda kingdom: Withdraw(kingdom, 0),
    Step.DEPOSIT: lambda kingdom: Deposit(kingdom, 0),
    Step.SELL: lambda kingdom: SellItem(kingdom, "", 0),
    Step.TAXES: CollectTaxes,
    Step.EVENT: RollEvent,
    Step.CLOSE: CloseMonth,
}
# What some of them ask first. Worked out for a step that is open only: every view of a kingdom has its steps.
ASKED: dict[Step, Callable[[Kingdom], tuple[Ask, ...]]] = {
    Step.LOSE_HEX: lambda _state: _loss(),
    Step.EDICTS: edict_asks,
    Step.WITHDRAW: lambda _state: (Ask("points", "How many BP", 6, is_number=True),),
    Step.DEPOSIT: lambda _state: (Ask("gold", "Worth in gp, no item above 4,000 gp", 6, is_number=True),),
    Step.SELL: lambda _state: _sale(),
}


def _founding(kingdom: RecordId) -> Choice:
    """Found a settlement, with all that it takes asked in one form."""
    asks = (
        Ask("hex", WHICH_HEX, 20),
        Ask("name", "Its name", 60),
        Ask(
            "borders",
            "Which borders are water",
            40,
            hint="north, east; only by river, lake, coast or canal",
            is_optional=True,
        ),
    )
    return Choice("found", "Found a settlement…", FoundSettlement(kingdom), asks)


def _loss() -> tuple[Ask, ...]:
    return (
        Ask("hex", WHICH_HEX, 20),
        Ask("even_so", "Even if a settlement or more land goes too?", options=EVEN_SO, value="no"),
    )


def _sale() -> tuple[Ask, ...]:
    return (
        Ask("settlement", "Settlement", 60),
        Ask("price", "Price in gp", 6, is_number=True),
        Ask("item", "What it is", 100, is_optional=True),
    )
