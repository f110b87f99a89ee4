"""What waits in a kingdom: the steps of its month, and how it goes on where it stands still."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.pace import DECIDES, WAITS, Silent, acts
from bot.engine.record import RecordId, Step
from bot.engine.steps import waits
from bot.engine.text import T
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import (
    BY_ITSELF,
    FOR_EVENTS,
    OPTIONAL,
    RESTART,
    asked_at,
    is_for_steward,
    is_standing,
    new_spymaster,
    stands_still,
    steps_left,
)

STEWARD: Final = "steward"


@waits(KINGDOM.name, *BY_ITSELF, RESTART, when=is_standing)
def month_steps(_kingdom: RecordId, state: Kingdom) -> Sequence[Step]:
    """The steps of the month, in its order; of a kingdom that stands still, how it goes on."""
    if stands_still(state):
        return (_restart(state),)
    steps = [_step(state, each) for each in steps_left(state) if each not in FOR_EVENTS]
    # In anarchy its Upkeep goes on; a game master may end the anarchy at any time.
    return (*steps, _restart(state)) if state.is_in_anarchy else tuple(steps)


def _restart(state: Kingdom) -> Step:
    """How a kingdom goes on that is frozen, or fell into anarchy."""
    label = T("{kingdom:60}: ending the anarchy").plain(kingdom=state.name)
    if state.frozen is not None:
        label = T("{kingdom:60}: frozen ({why:80})").plain(kingdom=state.name, why=state.frozen)
    return Step(RESTART, label, None, revision=state.month.opened.get(RESTART, 1), silent=WAITS)


def _step(state: Kingdom, step: MonthStep) -> Step:
    says = T("{kingdom:60}, month {month}: {step}")
    label = says.plain(kingdom=state.name, month=state.month.number, step=step)
    opened = state.month.opened.get(step.value, 1)
    return Step(step.value, label, asked_at(state, step), revision=opened, silent=_silent(state, step))


def _silent(state: Kingdom, step: MonthStep) -> Silent:
    """What may be left is left; the rest is done by a steward's standing orders, or decided."""
    if step is MonthStep.LEADERSHIP and new_spymaster(state) is not None:
        # With the step a Spymaster who is still asked would lose their choice.
        return DECIDES
    if step in OPTIONAL:
        return acts("finish", T("leaves it"))
    if is_for_steward(state, step):
        return acts(STEWARD, T("leaves it to the steward"))
    return acts("leave", T("leaves it")) if step is MonthStep.ENFORCER else DECIDES
