"""How each action about magic items comes about."""

from __future__ import annotations

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope
from bot.systems.kingdom.book import Grade, MonthStep
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth, RollItems
from bot.systems.kingdom.towns.building import BuildBuilding
from bot.systems.kingdom.towns.items import BuyItem, NameItem, PurgeItem, PutItem
from bot.systems.kingdom.towns.state import Town, described
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, kingdom, offered, shown

# The Alchemist is the second building; it has one slot.
SLOT = "2.0"
MOST_MONTHS = 30


async def market(stage: Stage, step: MonthStep) -> tuple[RecordId, RecordId]:
    """A kingdom at that step whose capital has an Alchemist, built at its founding: their ids."""
    found = await shown(stage, await kingdom(stage))
    id_, town = RecordId(found.id), found.state.settlements[0]
    await act(stage, BuildBuilding(id_, town, "house", "A1"))
    await act(stage, BuildBuilding(id_, town, "alchemist", "B1"))
    await act(stage, OpenMonth(id_))
    await act(stage, SkipTo(id_, step, "Not now"))
    await stage.settle()
    return id_, town


async def stocked(stage: Stage, step: MonthStep) -> tuple[RecordId, RecordId]:
    """The same with a potion on sale, of which nothing was rolled."""
    id_, town = await market(stage, step)
    await act(stage, PutItem(id_, town, SLOT, "To begin with", "Potion of bless", 50, "potion"))
    await stage.settle()
    return id_, town


async def looked(stage: Stage, town: RecordId) -> Town:
    """A settlement as it is."""
    campaign_view = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), Scope(ids=(town,)))
    state: Town = campaign_view.records[town].state
    return state


async def unnamed(stage: Stage) -> tuple[RecordId, RecordId]:
    """The same with an item that nobody has named: months are rolled for until one comes."""
    id_, town = await market(stage, MonthStep.ITEMS)
    for _ in range(MOST_MONTHS):
        await act(stage, RollItems(id_))
        if any(each.wares for each in (await looked(stage, town)).buildings):
            await stage.settle()
            return id_, town
        await act(stage, SkipTo(id_, MonthStep.CLOSE, "Not now"))
        await act(stage, CloseMonth(id_))
        await act(stage, OpenMonth(id_))
        await act(stage, SkipTo(id_, MonthStep.ITEMS, "Not now"))
    raise AssertionError("no item came up")


async def roll(stage: Stage) -> Json:
    """The Treasurer's press."""
    await market(stage, MonthStep.ITEMS)
    return stage.press("Roll for magic items", by=stage.wren)


async def name(stage: Stage) -> Json:
    """The form of what waits, sent by the game master."""
    _, town = await unnamed(stage)
    capital = await looked(stage, town)
    (ware,) = (each for building in capital.buildings for each in building.wares)
    what = described(Grade.MINOR, ware.kind)
    label = f"{capital.name}: name the {what} (Alchemist)…"
    ask = (await stage.gm_press(label))["data"]["custom_id"]
    named = {"name": "Potion of bless", "price": "50"}
    return stage.say.modal_submit(ask.replace("ask|", "tell|", 1), named, user=stage.gm)


async def pay(stage: Stage) -> Json:
    """The Treasurer's press on what buying it for the realm comes to."""
    _, town = await stocked(stage, MonthStep.WITHDRAW)
    return await offered(stage, stage.wren, "settlement item buy", settlement=town, item=SLOT, how="realm")


ITEMS: Playbook = {
    RollItems: Scenario(roll),
    NameItem: Scenario(name),
    BuyItem: Scenario(pay),
    PurgeItem: used("settlement item purge", "wren"),
    # Whatever is in the slot is replaced each time.
    PutItem: used("settlement item set", repeats=50),
}
