"""Moves in a row that fill settlements: buildings over the months, and a market for magic items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.systems.kingdom.book import BuildingType, MonthStep
from bot.systems.kingdom.month import course as month_course
from bot.systems.kingdom.month import numbers as month_numbers
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.steps import open_steps
from bot.systems.kingdom.towns import building, corrections, items, settlements, wrecking
from tests.systems.kingdom.autopilot import Move, Reign
from tests.systems.kingdom.autopilot_moves import BUILDERS
from tests.systems.kingdom.autopilot_picks import own_spot
from tests.systems.kingdom.autopilot_towns import own_town, site
from tests.systems.kingdom.scenes import MARISOL

B = BuildingType


def build(reign: Reign, wanted: BuildingType) -> Move:
    """That building at a place that is mostly legal."""
    id_, town = own_town(reign)
    return Move(MARISOL, building.BuildBuilding(reign.meant, id_, wanted.value, site(reign, town, wanted)))


def given(reign: Reign, wanted: BuildingType) -> Move:
    """That building, given by the game master."""
    id_, town = own_town(reign)
    where = site(reign, town, wanted)
    return Move(MARISOL, corrections.PlaceBuilding(id_, wanted.value, where, "A gift", reign.meant))


def by_all(reign: Reign, actor: int, *kinds: type[Any]) -> Iterator[Move]:
    """Each of those, tried once."""
    for kind in kinds:
        yield Move(actor, BUILDERS[kind](reign))


def able(reign: Reign) -> Iterator[Move]:
    """A settlement for a kingdom that has none, and order where there is anarchy."""
    realm, state = reign.realm, reign.kingdom
    if realm is not None and realm.hexes and not realm.towns:
        spot = own_spot(reign)
        yield Move(MARISOL, settlements.PlaceSettlement(spot, f"Stead {reign.moves}", reign.meant))
    if state is not None and state.unrest > 4:
        yield Move(MARISOL, month_numbers.PlaceNumber(reign.meant, "unrest", f"-{state.unrest}", "A feast"))
    if state is not None and (state.is_in_anarchy or state.frozen is not None):
        yield Move(MARISOL, month_course.Thaw(reign.meant, "Order again"))


def at_step(reign: Reign, step: MonthStep) -> Iterator[Move]:
    """That step: this month's, or the next one's where it is over."""
    yield from able(reign)
    skip = Move(MARISOL, month_course.SkipTo(reign.meant, step, "On"))
    yield skip
    state = reign.kingdom
    if state is not None and step not in open_steps(state):
        yield Move(MARISOL, month_course.SkipTo(reign.meant, MonthStep.CLOSE, "On"))
        yield Move(MARISOL, month_rules.CloseMonth(reign.meant))
        yield skip


def rich(reign: Reign) -> Move:
    """BP for a while."""
    return Move(MARISOL, month_numbers.PlaceNumber(reign.meant, "treasury", "150", "A gift"))


def boom(reign: Reign) -> Iterator[Move]:
    """Two buildings, one that becomes another, one that comes down again; and plans."""
    yield rich(reign)
    yield from at_step(reign, MonthStep.SETTLEMENTS)
    for wanted in (B.TENEMENT, reign.luck.choice((B.SHRINE, B.LIBRARY, B.PARK))):
        yield build(reign, wanted)
    yield given(reign, reign.luck.choice((B.MUSEUM, B.MENAGERIE)))
    yield from by_all(reign, MARISOL, corrections.SetBuilding, corrections.GrantBuilding)
    yield Move(MARISOL, BUILDERS[corrections.DamageBuilding](reign))
    yield from by_all(
        reign, MARISOL, building.UpgradeBuilding, wrecking.RepairBuilding, wrecking.DemolishBuilding
    )
    for _ in range(3):
        yield Move(MARISOL, BUILDERS[building.DraftBuilding](reign))
    yield Move(MARISOL, BUILDERS[building.MoveDraft](reign))
    yield Move(MARISOL, BUILDERS[building.DropDraft](reign))


def market(reign: Reign) -> Iterator[Move]:
    """Slots for items, rolled for over two months or filled; bought, tried to be rid of, and lost."""
    yield rich(reign)
    id_, town = own_town(reign)
    if not town.base_value:
        yield Move(MARISOL, settlements.SetSettlement(id_, town.kingdom, base_value=500))
    yield given(reign, B.SHRINE)
    yield given(reign, B.CASTERS_TOWER)
    for _ in range(2):
        yield Move(MARISOL, month_course.SkipTo(reign.meant, MonthStep.CLOSE, "On"))
        yield Move(MARISOL, month_rules.CloseMonth(reign.meant))
        for _ in range(2):
            yield Move(MARISOL, month_course.SkipTo(reign.meant, MonthStep.ITEMS, "On"))
            yield Move(MARISOL, month_rules.RollItems(reign.meant))
        yield from by_all(reign, MARISOL, items.NameItem, items.NameItem, items.NameItem)
    yield from by_all(reign, MARISOL, items.PutItem, items.PutItem)
    yield from at_step(reign, MonthStep.SELL)
    yield from by_all(reign, MARISOL, items.PurgeItem, items.BuyItem, items.PutItem, items.PutItem)
    tower = B.CASTERS_TOWER.value
    yield Move(MARISOL, corrections.DestroyBuilding(id_, tower, "A fire", reign.meant))


TOWN_SCHEMES = (boom, market)
