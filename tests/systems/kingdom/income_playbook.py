"""How each action about edicts, armies and income comes about."""

from __future__ import annotations

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.systems.kingdom.book import Step
from bot.systems.kingdom.month.edicts import DisbandArmy, RaiseArmy, SetEdicts
from bot.systems.kingdom.month.income import CollectTaxes, Deposit, SellItem, Withdraw
from bot.systems.kingdom.towns.settlements import SetSettlement
from tests.givens import agreed, used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom_at

LEVELS = {"holiday": ("6",), "promotion": ("none",), "taxation": ("heavy",)}
GUARD = {"name": "The Guard", "consumption": 3, "note": "On foot"}


async def issue(stage: Stage) -> Json:
    """The form of the step, sent by the Ruler, and the button of what it shows."""
    await kingdom_at(stage, Step.EDICTS)
    return await agreed(stage, stage.fill("Set edicts…", by=stage.deacon, **LEVELS), stage.deacon)


async def raised(stage: Stage) -> str:
    """A kingdom with an army, still at its armies; its name."""
    name = await kingdom_at(stage, Step.ARMIES)
    await act(stage, RaiseArmy(await id_of(stage, name), "The Guard", 3))
    await stage.settle()
    return name


async def withdraw(stage: Stage) -> Json:
    """The form of the step, sent by the Treasurer, and the button of what it shows."""
    await kingdom_at(stage, Step.WITHDRAW)
    return await agreed(stage, stage.fill("Withdraw BP…", by=stage.wren, points="3"), stage.wren)


async def market(stage: Stage) -> str:
    """A kingdom at its sales, whose capital is a large city that buys for up to 8,000 gp; its name."""
    name = await kingdom_at(stage, Step.SELL)
    large = SetSettlement(
        await hold_of(stage, name), await id_of(stage, name), districts=2, lots=41, base_value=8000
    )
    await act(stage, large)
    await stage.settle()
    return name


async def hold_of(stage: Stage, name: str) -> RecordId:
    """The id of its capital."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), f"{name} Hold")
    return next(RecordId(each.id) for each in found if each.kind == "settlement")


async def collect(stage: Stage) -> Json:
    """The Treasurer's press."""
    await kingdom_at(stage, Step.TAXES)
    return stage.press("Collect taxes", by=stage.wren)


INCOME: Playbook = {
    SetEdicts: Scenario(issue),
    RaiseArmy: used("edict army"),
    DisbandArmy: used("edict disband"),
    Withdraw: Scenario(withdraw),
    Deposit: used("treasury deposit", "wren", repeats=50),
    SellItem: used("treasury sell", "wren", repeats=2),
    CollectTaxes: Scenario(collect),
}
