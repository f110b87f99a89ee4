"""Markets with magic items, for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.system import World
from bot.systems.kingdom.book import ItemKind, Mark, MonthStep, Phase
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import open_steps
from bot.systems.kingdom.towns.state import Building, Town, Ware
from tests.systems.kingdom.scenes import CAMPAIGN, HOLD, MARISOL, everybody, kingdom_of, month, scene, tarn
from tests.systems.kingdom.town_scenes import town

# With one House and one Alchemist it has a base value of 1,000 gp and one slot, for a minor potion or
# wondrous item.
ALCHEMIST = ("house A1", "alchemist B1")
BLESS = Ware(0, ItemKind.POTION, "Potion of bless", 50, opened=40)


def market(*texts: str, wares: dict[int, tuple[Ware, ...]] | None = None, **changes: Any) -> Town:
    """Tarn's capital with those buildings; `wares` are on sale in those of that number."""
    made = town(*(texts or ALCHEMIST), **changes)
    held = wares or {}
    buildings = tuple(replace(each, wares=held.get(each.number, ())) for each in made.buildings)
    return replace(made, buildings=buildings)


def selling(**changes: Any) -> Town:
    """The Alchemist with a potion on sale."""
    return market(wares={2: (BLESS,)}, **changes)


def at_roll(*towns: Town, actor: int = MARISOL, campaign: Campaign = CAMPAIGN, **changes: Any) -> World:
    """Tarn at the step of Upkeep that rolls for items."""
    begun = replace(month(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION))
    marks = tuple(each for each in begun.marks if each.step is not MonthStep.ITEMS)
    opened = {MonthStep.ITEMS.value: 10}
    changes.setdefault("leaders", everybody())
    state = tarn(month=replace(begun, marks=marks, opened=opened), **changes)
    assert open_steps(state)[0] is MonthStep.ITEMS
    return scene(state, None, *(towns or (market(),)), actor=actor, campaign=campaign)


def at_sale(
    *towns: Town,
    actor: int = MARISOL,
    campaign: Campaign = CAMPAIGN,
    over: tuple[MonthStep, ...] = (),
    of_month: dict[str, Any] | None = None,
    **changes: Any,
) -> World:
    """Tarn in its Income phase, where a potion is on sale unless another market is given."""
    changes.setdefault("leaders", everybody())
    changes.setdefault("month", month(Phase.INCOME, *over, **(of_month or {})))
    return scene(tarn(**changes), None, *(towns or (selling(),)), actor=actor, campaign=campaign)


def town_of(then: World) -> Town:
    """The capital as it is."""
    state: Town = then.records[HOLD].state
    return state


def building(then: World, number: int) -> Building:
    """A building of the capital."""
    found = town_of(then).building(number)
    assert found is not None
    return found


def mark_of(state: Kingdom) -> Mark | None:
    """How the step for items came to its end."""
    return next((each.how for each in state.month.marks if each.step is MonthStep.ITEMS), None)


def economy(then: World) -> list[tuple[int, str]]:
    """The named sources that change Tarn's Economy."""
    return [(each.amount, each.until.value) for each in kingdom_of(then).changes]
