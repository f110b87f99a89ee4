"""Abandoned Buildings, an optional rule: what lost the neighbor that it needs closes after a while (R097).

A building that lacks one at a month's Upkeep closes 1d3 months after the month before; it gives nothing from
then on. Once it has its neighbor again, an Economy check in Upkeep opens it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.dice.source import Dice
from bot.engine.text import Safe, T
from bot.systems.kingdom.book import Attribute, BuildingType
from bot.systems.kingdom.checks import CheckResult, check, roll_check
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settings import ABANDONED, Rulings
from bot.systems.kingdom.towns.plots import Neighbourhood
from bot.systems.kingdom.towns.state import Building, Town, located, place_of, place_text

SIDES: Final = 3


@dataclass(frozen=True, slots=True)
class Shut:
    """A building that is about to close in that month, closes, or was tried to be opened with that result."""

    settlement: str
    building: BuildingType
    place: str
    month: int = 0
    result: CheckResult | None = None

    def sentence(self, says: T) -> Safe:
        """The sentence with what becomes of the building."""
        return says(
            building=self.building,
            at=located(place_of(self.place)),
            settlement=self.settlement,
            **({"month": self.month} if "month" in says.names else {}),
        )


@dataclass(frozen=True, slots=True)
class Trade:
    """What an Upkeep brought to buildings without the neighbor they need."""

    warned: tuple[Shut, ...] = ()
    closed: tuple[Shut, ...] = ()
    tried: tuple[Shut, ...] = ()

    def lines(self) -> Iterator[Safe]:
        """A sentence each."""
        closes = T("The {building} {at} in {settlement:60} closes without the neighbor it needs.")
        yield from (each.sentence(closes) for each in self.closed)
        warning = T(
            "The {building} {at} in {settlement:60} lacks a neighbor it needs and closes in month {month}."
        )
        yield from (each.sentence(warning) for each in self.warned)
        opens = T("The {building} {at} in {settlement:60} opens again.")
        stays = T("The {building} {at} in {settlement:60} finds nobody to run it yet.")
        for each in self.tried:
            if each.result is not None:
                yield each.result.sentence()
                yield each.sentence(opens if each.result.is_success else stays)


def lacking(town: Town, rulings: Rulings) -> frozenset[int]:
    """The numbers of the buildings that lack a neighbor they need."""
    districts = range(1, town.districts + 1)
    found = (Neighbourhood(town.in_district(number), rulings).left_alone() for number in districts)
    return frozenset(number for each in found for number in each)


def with_trade(realm: Realm, dice: Dice) -> tuple[Realm, Trade]:
    """The realm with what closes, will close or opens in this Upkeep."""
    if not realm.rulings.has(ABANDONED, "yes"):
        return realm, Trade()
    shuts: dict[str, list[Shut]] = {"warned": [], "closed": [], "tried": []}
    towns = dict(realm.towns)
    for id_, town in realm.towns.items():
        alone = lacking(town, realm.rulings)
        buildings = list[Building]()
        for each in town.buildings:
            after, what, shut = _as_it_goes(realm, town, each, dice, is_alone=each.number in alone)
            buildings.append(after)
            if shut is not None:
                shuts[what].append(shut)
        if tuple(buildings) != town.buildings:
            towns[id_] = replace(town, buildings=tuple(buildings))
    trade = Trade(*(tuple(shuts[name]) for name in ("warned", "closed", "tried")))
    return replace(realm, towns=towns), trade


def _as_it_goes(
    realm: Realm, town: Town, each: Building, dice: Dice, *, is_alone: bool
) -> tuple[Building, str, Shut | None]:
    """A building after this Upkeep, and what is told of it."""
    shut = Shut(town.name, each.type, place_text(each.place))
    if each.is_abandoned and not is_alone:
        result = roll_check(check(realm, Attribute.ECONOMY), dice, T("a building to open again").plain())
        after = replace(each, is_abandoned=False, is_spared=False, closes=0) if result.is_success else each
        return after, "tried", replace(shut, result=result)
    if each.is_abandoned or not is_alone:
        return (replace(each, closes=0) if each.closes and not is_alone else each), "", None
    if not each.closes:
        (die,) = dice.roll(1, SIDES, reason=T("months until it closes").plain())
        each = replace(each, closes=realm.month - 1 + die)
        if each.closes > realm.month:
            return each, "warned", replace(shut, month=each.closes)
    if each.closes <= realm.month:
        return replace(each, is_abandoned=True), "closed", shut
    return each, "", None
