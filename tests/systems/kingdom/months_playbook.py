"""How each action about months and their Upkeep comes about."""

from __future__ import annotations

from bot.systems.kingdom.book import Role, Step
from bot.systems.kingdom.leaders.duties import SetDays, StandIn
from bot.systems.kingdom.month.course import FinishStep, Freeze, OpenMonth, SkipStep, SkipTo, Thaw
from bot.systems.kingdom.month.rules import (
    CloseMonth,
    EnforceOrder,
    PayConsumption,
    RollStability,
    RollStandIn,
    SettleUnrest,
)
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at


def pressing(step: Step, label: str) -> Scenario:
    """The press of a leader on the button of a step."""

    async def press(stage: Stage) -> Json:
        await kingdom_at(stage, step)
        return stage.press(label, by=stage.deacon)

    return Scenario(press)


async def at_enforcer(stage: Stage) -> str:
    """A kingdom whose Royal Enforcer may reduce the Unrest of its vacancies; its name."""
    name = await kingdom_at(stage, Step.UNREST)
    await act(stage, SettleUnrest(await id_of(stage, name)))
    await stage.settle()
    return name


async def at_stand_in(stage: Stage) -> str:
    """A kingdom whose Heir stands in for a Ruler who missed the month's duties; its name."""
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    await act(stage, SetDays(id_, Role.RULER, 0))
    await act(stage, OpenMonth(id_))
    await act(stage, StandIn(id_, Role.HEIR))
    await act(stage, SkipTo(id_, Step.STAND_IN))
    await stage.settle()
    return name


async def frozen(stage: Stage) -> str:
    """A kingdom whose clock stands; its name."""
    name = await kingdom(stage)
    await act(stage, Freeze(await id_of(stage, name), "Summer"))
    await stage.settle()
    return name


async def enforce(stage: Stage) -> Json:
    """The Royal Enforcer's press."""
    await at_enforcer(stage)
    return stage.press("Reduce Unrest", by=stage.wren)


async def roll_stand_in(stage: Stage) -> Json:
    """The press of the Heir's player, who acts as Ruler."""
    await at_stand_in(stage)
    return stage.press("Roll Loyalty", by=stage.wren)


async def skip(stage: Stage) -> Json:
    """The game master's command."""
    name = await kingdom_at(stage, Step.STABILITY)
    return stage.slash("month-gm next", by=stage.gm, step="stability", reason="Quiet", kingdom=name)


async def skip_to(stage: Stage) -> Json:
    """The game master's command."""
    name = await kingdom_at(stage, Step.STABILITY)
    return stage.slash("month-gm next", by=stage.gm, to="hexes", reason="Quiet", kingdom=name)


async def thaw(stage: Stage) -> Json:
    """The form of the game master's button, sent."""
    await frozen(stage)
    return stage.fill("Let time run again", by=stage.gm, reason="Autumn")


MONTHS: Playbook = {
    OpenMonth: pressing(Step.OPEN, "Open the month"),
    RollStability: pressing(Step.STABILITY, "Roll Stability"),
    PayConsumption: pressing(Step.CONSUMPTION, "Pay Consumption"),
    SettleUnrest: pressing(Step.UNREST, "Modify Unrest"),
    RollStandIn: Scenario(roll_stand_in),
    EnforceOrder: Scenario(enforce),
    FinishStep: pressing(Step.HEXES, "No more hexes"),
    SkipStep: Scenario(skip),
    SkipTo: Scenario(skip_to),
    Freeze: used("month-gm freeze"),
    Thaw: Scenario(thaw),
    CloseMonth: used("month-gm close"),
}
