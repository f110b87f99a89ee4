"""What waits in a kingdom: the steps of its month, and what must be decided besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.pace import DECIDES, WAITS, Silent, acts
from bot.engine.record import Ask, Choice, RecordId
from bot.engine.record import Step as Waits
from bot.engine.text import T
from bot.systems.kingdom.abroad.waiting import abroad_steps, edict_choices
from bot.systems.kingdom.book import ANARCHY_AT, Stage, Step
from bot.systems.kingdom.events.resolving import event_steps
from bot.systems.kingdom.events.rules import RollEvent
from bot.systems.kingdom.founding.rules import founding_step
from bot.systems.kingdom.land.losses import LoseChosenHex, part_steps
from bot.systems.kingdom.leaders.division import division_steps
from bot.systems.kingdom.leaders.duties import StandIn, choosing_steps
from bot.systems.kingdom.leaders.renown import renown_steps
from bot.systems.kingdom.month.course import EndPhase, FinishStep, OpenMonth, Thaw
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.month.income import CollectTaxes, Deposit, SellItem, Withdraw
from bot.systems.kingdom.month.numbers import fading_steps
from bot.systems.kingdom.month.rules import (
    CloseMonth,
    EnforceOrder,
    PayConsumption,
    RollItems,
    RollStability,
    RollStandIn,
    SettleUnrest,
)
from bot.systems.kingdom.state import EDICT_LABELS, LEVELS, REASON_LENGTH, Kingdom, level_line, level_of
from bot.systems.kingdom.steps import (
    END_OF_PHASE,
    FOR_EVENTS,
    HEX_LIST,
    OPTIONAL,
    RESTART,
    asked_at,
    ends_by_saying_so,
    may_stand_in,
    new_spymaster,
    stands_still,
    steps_left,
)
from bot.systems.kingdom.steward.orders import RunMonth
from bot.systems.kingdom.towns.settlements import FoundSettlement


def waiting(kingdom: RecordId, state: Kingdom) -> Sequence[Waits]:
    """Everything that waits, in the order of the month; of a kingdom that stands still, how it goes on."""
    if state.stage is Stage.ENDED:
        return ()
    if state.stage is Stage.FOUNDING:
        return (founding_step(kingdom, state),)
    if stands_still(state):
        return (_restart(kingdom, state),)
    steps = [_step(kingdom, state, each) for each in steps_left(state) if each not in FOR_EVENTS]
    if state.is_in_anarchy:
        # Its Upkeep goes on; a game master may end the anarchy at any time.
        return (*steps, _restart(kingdom, state))
    return (
        *steps,
        *event_steps(kingdom, state),
        *fading_steps(kingdom, state),
        *part_steps(kingdom, state),
        *choosing_steps(kingdom, state),
        *renown_steps(kingdom, state),
        *abroad_steps(kingdom, state),
        *division_steps(kingdom, state),
    )


DO = {
    Step.OPEN: T("Open the month"),
    Step.STABILITY: T("Roll Stability"),
    Step.CONSUMPTION: T("Pay Consumption"),
    Step.ITEMS: T("Roll for magic items"),
    Step.UNREST: T("Modify Unrest"),
    Step.STAND_IN: T("Roll Loyalty"),
    Step.ENFORCER: T("Reduce Unrest"),
    Step.LOSE_HEX: T("Choose the hex to lose…"),
    Step.EDICTS: T("Set edicts…"),
    Step.WITHDRAW: T("Withdraw BP…"),
    Step.DEPOSIT: T("Deposit gold…"),
    Step.SELL: T("Sell an item…"),
    Step.TAXES: T("Collect taxes"),
    Step.EVENT: T("Roll for an event"),
    Step.CLOSE: T("Close the month"),
}
FINISH = {
    Step.LEADERSHIP: T("Leadership is settled"),
    Step.HEXES: T("No more hexes"),
    Step.TERRAIN: T("No more improvements"),
    Step.SETTLEMENTS: T("No more settlements or buildings"),
    Step.ARMIES: T("Armies are settled"),
    Step.EDICTS: T("Edicts stay as they are"),
    Step.SPECIAL: T("No more special edicts"),
    Step.WITHDRAW: T("No withdrawal"),
    Step.DEPOSIT: T("No more deposits"),
    Step.SELL: T("No more sales"),
}
# "12,000,000", and what somebody adds to it.
GOLD_LENGTH = 12
WHICH_HEX = T("Label or coordinates of the hex")


def _restart(kingdom: RecordId, state: Kingdom) -> Waits:
    """How a kingdom goes on that is frozen, or fell into anarchy."""
    reason = Ask("reason", T("Reason, for the journal").plain(), REASON_LENGTH, is_optional=True)
    if state.frozen is not None:
        choice = Choice("thaw", T("Thaw the kingdom").plain(), Thaw(kingdom), (reason,), is_main=True)
        label = T("{kingdom:60}: frozen ({why:80})").plain(kingdom=state.name, why=state.frozen)
    else:
        calm = str(min(state.unrest, ANARCHY_AT - 1))
        becomes = T("Unrest afterward, 0 to {most}").plain(most=ANARCHY_AT - 1)
        unrest = Ask("unrest", becomes, 2, value=calm, is_number=True)
        choice = Choice("restore", T("Restore order").plain(), Thaw(kingdom), (unrest, reason), is_main=True)
        label = T("{kingdom:60}: ending the anarchy").plain(kingdom=state.name)
    opened = state.month.opened.get(RESTART, 1)
    return Waits(RESTART, label, None, (choice,), opened, silent=WAITS)


def _step(kingdom: RecordId, state: Kingdom, step: Step) -> Waits:
    says = T("{kingdom:60}, month {month}: {step}")
    label = says.plain(kingdom=state.name, month=state.month.number, step=step)
    choices = (
        *_choices(kingdom, state, step),
        *_finish(kingdom, step),
        *_end(kingdom, state, step),
        *_steward(kingdom, state, step),
    )
    opened = state.month.opened.get(step.value, 1)
    silent = _silent(state, step, choices)
    return Waits(step.value, label, asked_at(state, step), choices, opened, silent=silent)


STEWARD = "steward"


def _silent(state: Kingdom, step: Step, choices: Sequence[Choice]) -> Silent:
    """What may be left is left; the rest is done by a steward's standing orders, or decided."""
    keys = {each.key for each in choices}
    if step is Step.LEADERSHIP and new_spymaster(state) is not None:
        # With the step a Spymaster who is still asked would lose their choice.
        return DECIDES
    if step in OPTIONAL:
        return acts("finish", T("leaves it"))
    if STEWARD in keys:
        return acts(STEWARD, T("leaves it to the steward"))
    return acts("leave", T("leaves it")) if "leave" in keys else DECIDES


def _finish(kingdom: RecordId, step: Step) -> Sequence[Choice]:
    if step not in OPTIONAL:
        return ()
    return (Choice("finish", FINISH[step].plain(), FinishStep(kingdom, step)),)


def _end(kingdom: RecordId, state: Kingdom, step: Step) -> Sequence[Choice]:
    """What ends the whole phase, where nothing in it must be done any more; at its first open step."""
    if step is not steps_left(state)[0] or not ends_by_saying_so(state):
        return ()
    phase = state.month.phase
    label = T("End the {phase} phase").plain(phase=phase)
    return (Choice(END_OF_PHASE, label, EndPhase(kingdom, phase), is_main=True),)


def _steward(kingdom: RecordId, state: Kingdom, step: Step) -> Sequence[Choice]:
    """The rest of the month left to the steward, at its first open step; not one that only people take."""
    if state.steward is None or state.is_in_anarchy or step is not steps_left(state)[0]:
        return ()
    if step in (Step.LOSE_HEX, Step.CLOSE):
        return ()
    return (Choice(STEWARD, T("Let the steward go on").plain(), RunMonth(kingdom)),)


def _choices(kingdom: RecordId, state: Kingdom, step: Step) -> Sequence[Choice]:
    """The buttons of a step, but for the one that finishes it."""
    if step is Step.SETTLEMENTS:
        return (_founding(kingdom),)
    if step is Step.UNREST:
        return _unrest(kingdom, state)
    if step is Step.SPECIAL:
        return edict_choices(kingdom, state)
    if step not in DOES:
        return ()
    action, asks = DOES[step](kingdom), ASKED[step](state) if step in ASKED else ()
    opens = (HEX_LIST, kingdom, "lose") if step is Step.LOSE_HEX else ()
    choice = Choice("do", DO[step].plain(), action, asks, is_main=step not in OPTIONAL, opens=opens)
    if step is Step.ENFORCER:
        return (choice, Choice("leave", T("Leave it").plain(), FinishStep(kingdom, step)))
    return (choice,)


def _unrest(kingdom: RecordId, state: Kingdom) -> Sequence[Choice]:
    """Count what adds to Unrest; where the Ruler is missing, Consort or Heir may stand in first (R040)."""
    count = Choice("do", DO[Step.UNREST].plain(), SettleUnrest(kingdom), is_main=True)
    return (
        count,
        *(
            Choice(role.value, T("The {role} stands in").plain(role=role), StandIn(kingdom, role))
            for role in may_stand_in(state)
        ),
    )


def edict_asks(state: Kingdom) -> tuple[Ask, ...]:
    """The three levels, each a list of what they give with the one in force chosen."""
    return tuple(
        Ask(
            kind,
            EDICT_LABELS[kind].plain(),
            options=tuple((level.value, str(level_line(kind, level))) for level in levels),
            value=level_of(state.edicts, kind) or "none",
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
    Step.LOSE_HEX: lambda _state: (Ask("hex", WHICH_HEX.plain(), 20),),
    Step.EDICTS: edict_asks,
    Step.WITHDRAW: lambda _state: (Ask("points", T("Number of BP").plain(), 6, is_number=True),),
    Step.DEPOSIT: lambda _state: (
        Ask(
            "gold",
            T("Gold in gp (by the book 4,000 gp = 1 BP)").plain(),
            GOLD_LENGTH,
            hint=T("Coins, gems and items; no item above 4,000 gp").plain(),
            is_number=True,
        ),
    ),
    Step.SELL: lambda _state: _sale(),
}


def _founding(kingdom: RecordId) -> Choice:
    """Found a settlement, with all that it takes asked in one form."""
    asks = (
        Ask("hex", WHICH_HEX.plain(), 20),
        Ask("name", T("Its name").plain(), 60),
        Ask(
            "borders",
            T("Which borders are water").plain(),
            40,
            hint=T("north, east; only where there's river, lake, coast or canal").plain(),
            is_optional=True,
            empty=T("Leave it empty where it has none.").plain(),
        ),
    )
    opens = (HEX_LIST, kingdom, "found")
    return Choice("found", T("Found a settlement…").plain(), FoundSettlement(kingdom), asks, opens=opens)


def _sale() -> tuple[Ask, ...]:
    return (
        Ask("settlement", T("Settlement").plain(), 60),
        Ask("price", T("Price in gp").plain(), 6, is_number=True),
        Ask("item", T("What it is").plain(), 100, is_optional=True),
    )
