"""The order of a month: which steps are open, what follows when they are done, and whose move it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.systems.kingdom.rules.book import LOSE_HEX_AT
from bot.systems.kingdom.rules.levels import settled_edicts
from bot.systems.kingdom.rules.state import Change, Kingdom, Month
from bot.systems.kingdom.rules.terms import Limit, Mark, Phase, Role, Step, Task, Until
from bot.systems.kingdom.rules.vacancy import is_present, is_vacant

STEPS: Final[Mapping[Phase, tuple[Step, ...]]] = {
    Phase.BEFORE: (Step.OPEN,),
    Phase.UPKEEP: (
        Step.STABILITY,
        Step.CONSUMPTION,
        Step.ITEMS,
        Step.UNREST,
        Step.STAND_IN,
        Step.ENFORCER,
        Step.LOSE_HEX,
    ),
    Phase.EDICT: (
        Step.LEADERSHIP,
        Step.HEXES,
        Step.TERRAIN,
        Step.SETTLEMENTS,
        Step.ARMIES,
        Step.EDICTS,
    ),
    Phase.INCOME: (Step.WITHDRAW, Step.DEPOSIT, Step.SELL, Step.TAXES),
    Phase.EVENT: (Step.CONTINUING, Step.EVENT, Step.RESOLVE, Step.CLOSE),
}
PHASES: Final = tuple(STEPS)
# What nobody has to do: whoever is asked may say that nothing more comes.
OPTIONAL: Final = (
    Step.LEADERSHIP,
    Step.HEXES,
    Step.TERRAIN,
    Step.SETTLEMENTS,
    Step.ARMIES,
    Step.EDICTS,
    Step.WITHDRAW,
    Step.DEPOSIT,
    Step.SELL,
)
# These have no bearing on each other: they are open together.
TOGETHER: Final = (Step.WITHDRAW, Step.DEPOSIT, Step.SELL)
# These stand for the events whose outcome is told one by one.
FOR_EVENTS: Final = (Step.CONTINUING, Step.RESOLVE)
# What a kingdom in anarchy goes through where its Upkeep goes on: it takes no action (R017, R018).
IN_ANARCHY: Final = (
    Step.OPEN,
    Step.STABILITY,
    Step.CONSUMPTION,
    Step.UNREST,
    Step.STAND_IN,
    Step.LOSE_HEX,
    Step.CLOSE,
)
# Under this name `opened` keeps the entry with which the clock stopped, or anarchy began.
RESTART: Final = "thaw"

# Whom each step asks; None is the game masters.
ASKS: Final[Mapping[Step, Task | None]] = {
    Step.OPEN: None,
    Step.STABILITY: Task.STABILITY,
    Step.CONSUMPTION: Task.TREASURY,
    Step.ITEMS: Task.TREASURY,
    Step.UNREST: Task.LOYALTY,
    Step.STAND_IN: Task.LOYALTY,
    Step.ENFORCER: Task.ENFORCER,
    Step.LOSE_HEX: Task.HEXES,
    Step.LEADERSHIP: Task.LEADERSHIP,
    Step.HEXES: Task.HEXES,
    Step.TERRAIN: Task.TERRAIN,
    Step.SETTLEMENTS: Task.SETTLEMENTS,
    Step.ARMIES: Task.ARMIES,
    Step.EDICTS: Task.PROMOTION,
    Step.WITHDRAW: Task.TREASURY,
    Step.DEPOSIT: Task.TREASURY,
    Step.SELL: Task.TREASURY,
    Step.TAXES: Task.ECONOMY,
    Step.CONTINUING: None,
    Step.EVENT: Task.EVENTS,
    Step.RESOLVE: None,
    Step.CLOSE: None,
}


def open_steps(kingdom: Kingdom) -> Sequence[Step]:
    """The steps that somebody can take now, in their order."""
    month = kingdom.month
    left = [step for step in STEPS[month.phase] if not month.is_over(step)]
    return [step for step in left if not any(_comes_first(month, other, step) for other in left)]


def _comes_first(month: Month, other: Step, step: Step) -> bool:
    order = STEPS[month.phase]
    if order.index(other) >= order.index(step):
        return False
    if month.phase is Phase.EDICT:
        return not month.in_any_order
    return not (other in TOGETHER and step in TOGETHER)


def is_open(kingdom: Kingdom, step: Step) -> bool:
    """Whether that step can be taken now."""
    return step in open_steps(kingdom)


# -- what follows -------------------------------------------------------------------------------------


def advanced(
    kingdom: Kingdom, size: int, *, in_any_order: bool, entry: int, has_vacancies: bool = False
) -> Kingdom:
    """The kingdom once every step that nothing is to do at has been passed over, and phases have moved on.

    `has_vacancies`: there are magic item slots to roll for. `entry` becomes the revision of what opens by it.
    """
    while True:
        idle = (each for each in open_steps(kingdom) if not _is_needed(kingdom, each, size))
        step = next((each for each in idle if each is not Step.ITEMS or not has_vacancies), None)
        if step is not None:
            kingdom = replace(kingdom, month=kingdom.month.marked(step, _passed(kingdom.month, step)))
        elif not open_steps(kingdom) and kingdom.month.phase is not Phase.EVENT:
            kingdom = _next_phase(kingdom, size, in_any_order=in_any_order)
        else:
            return _opened(kingdom, entry)


def _passed(month: Month, step: Step) -> Mark:
    """How a step ends at which nothing is left: what stands for events is done once all of them are told."""
    return Mark.DONE if step in FOR_EVENTS and step.value in month.opened else Mark.NOT_NEEDED


def _is_needed(kingdom: Kingdom, step: Step, size: int) -> bool:
    """Whether there is anything to do at a step that has come up."""
    month = kingdom.month
    if month.phase is Phase.UPKEEP and not size:
        return False
    if kingdom.is_in_anarchy and step not in IN_ANARCHY:
        return False
    match step:
        case Step.STAND_IN:
            return month.stand_in is not None and is_vacant(kingdom, Role.RULER)
        case Step.ENFORCER:
            # With no Unrest there is nothing to reduce (R036).
            held = kingdom.held_by(Role.ROYAL_ENFORCER)
            return kingdom.unrest > 0 and any(is_present(kingdom, e) and not e.has_died for e in held)
        case Step.LOSE_HEX:
            return kingdom.unrest >= LOSE_HEX_AT
        case Step.TAXES:
            return not is_vacant(kingdom, Role.TREASURER)
        case Step.CONTINUING | Step.RESOLVE:
            return any(unresolved(kingdom))
        case _:
            # Of the items nothing is known here.
            return step is not Step.ITEMS


def unresolved(kingdom: Kingdom) -> Sequence[int]:
    """The numbers of the events that a game master has still to tell the outcome of, this month."""
    return [each.number for each in kingdom.happenings if each.resolved < kingdom.month.number]


def _next_phase(kingdom: Kingdom, size: int, *, in_any_order: bool) -> Kingdom:
    phase = PHASES[PHASES.index(kingdom.month.phase) + 1]
    month = replace(kingdom.month, phase=phase)
    if phase is Phase.EDICT:
        # What was built at the founding does not count against the first month's limit (R092).
        used: Mapping[Limit, int] = {**month.used, Limit.BUILDINGS: 0}
        month = replace(month, size=size, in_any_order=in_any_order, used=used)
        month = replace(month, has_housed=False, has_magic=False)
        return replace(kingdom, month=month, changes=lasting(kingdom, Until.UPKEEP))
    if phase is Phase.EVENT:
        return replace(kingdom, month=month, changes=lasting(kingdom, Until.EVENT))
    if phase is Phase.INCOME:
        return replace(settled_edicts(kingdom), month=month)
    return replace(kingdom, month=month)


def lasting(kingdom: Kingdom, until: Until) -> tuple[Change, ...]:
    """The changes without those that last only so long."""
    return tuple(each for each in kingdom.changes if each.until is not until)


def _opened(kingdom: Kingdom, entry: int) -> Kingdom:
    before = kingdom.month.opened
    names = [step.value for step in open_steps(kingdom)] + [RESTART] * kingdom.is_in_anarchy
    opened = {name: before.get(name, entry) for name in names}
    return kingdom if opened == before else replace(kingdom, month=replace(kingdom.month, opened=opened))


# -- the clock ----------------------------------------------------------------------------------------


def stands_still(kingdom: Kingdom) -> bool:
    """Whether a game master must act before it goes on: frozen, or in anarchy without Upkeep (R018)."""
    return kingdom.frozen is not None or (kingdom.is_in_anarchy and not kingdom.runs_in_anarchy)


def with_restart(kingdom: Kingdom, entry: int) -> Kingdom:
    """With that entry as the one since which it stands still, unless it stood before."""
    if RESTART in kingdom.month.opened:
        return kingdom
    opened = {**kingdom.month.opened, RESTART: entry}
    return replace(kingdom, month=replace(kingdom.month, opened=opened))
