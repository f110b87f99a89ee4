"""Moves in settlements, as a random reign tries them: buildings, plans and magic items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.book import BuildingType, ItemKind
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.towns import building, items, wrecking
from bot.systems.kingdom.towns.book import BUILDINGS, LOTS, lot_name
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Building, Town, place_text, slots_of
from tests.systems.kingdom.autopilot import NOBODY, Reign
from tests.systems.kingdom.autopilot_picks import ODD, Builder, maybe

B = BuildingType
# What others need beside them, and what has slots for items.
WANTED = (*BuildingType, *(B.HOUSE,) * 30, *(B.SHRINE, B.LIBRARY, B.TENEMENT) * 4)
NOWHERE = Town("Nowhere", "0,0", RecordId("none"))


def any_of(town: Town) -> bool:
    """Whichever."""
    return True


def own_town(reign: Reign, fits: Callable[[Town], object] = any_of) -> tuple[RecordId, Town]:
    """A settlement of the kingdom meant, where it has one: mostly the first that is as wanted."""
    realm = reign.realm
    towns = list(realm.towns.items()) if realm is not None else []
    found = [each for each in towns if fits(each[1])] or towns
    found = found[:1] * 3 + found
    return reign.luck.choice(found) if found and reign.luck.random() > 0.03 else (NOBODY, NOWHERE)


def standing(reign: Reign, town: Town, *kinds: BuildingType) -> Building | None:
    """One of its buildings, of those types where there are any."""
    found = town.of(*kinds) or town.buildings
    return reign.luck.choice(found) if found else None


def numbered(building: Building | None) -> str:
    return str(building.number) if building is not None else ODD


def site(reign: Reign, town: Town, building: BuildingType, over: Building | None = None) -> str:
    """A place for it, mostly a legal one."""
    legal = list(Ground(town, reign.realm.rulings, over).legal(building)) if reign.realm is not None else []
    if legal and reign.luck.random() < 0.9:
        return place_text(reign.luck.choice(legal))
    return reign.luck.choice((lot_name(reign.luck.randrange(LOTS)), "2:C4+D4", "north", ODD))


# -- buildings ----------------------------------------------------------------------------------------


def build(reign: Reign) -> Any:
    id_, town = own_town(reign)
    wanted = reign.luck.choice(WANTED)
    return building.BuildBuilding(
        reign.meant,
        id_,
        wanted.value,
        site(reign, town, wanted),
        maybe(reign, 3),
        with_watergate=wanted is B.CITY_WALL and reign.luck.random() < 0.5,
        with_magic=reign.luck.random() < 0.1,
        is_sparing=reign.luck.random() < 0.1,
    )


def bettered(reign: Reign) -> tuple[RecordId, Town, Building | None, BuildingType]:
    """A building, and what it could become."""
    id_, town = own_town(reign)
    # In the book's order: a set of them would have another in each process.
    lesser = dict.fromkeys(each for row in BUILDINGS.values() for each in row.upgrades_from)
    old = standing(reign, town, *lesser)
    better = [each for each, row in BUILDINGS.items() if old is not None and old.type in row.upgrades_from]
    return id_, town, old, reign.luck.choice(better or [B.TEMPLE])


def upgrade(reign: Reign) -> Any:
    id_, town, old, to = bettered(reign)
    return building.UpgradeBuilding(reign.meant, id_, numbered(old), to.value, site(reign, town, to, old))


def demolish(reign: Reign) -> Any:
    id_, town = own_town(reign)
    even_so = reign.luck.choice(("", "", "yes"))
    return wrecking.DemolishBuilding(reign.meant, id_, numbered(standing(reign, town)), even_so)


def repair(reign: Reign) -> Any:
    id_, town = own_town(reign, lambda each: any(one.is_damaged for one in each.buildings))
    hurt = [each for each in town.buildings if each.is_damaged]
    meant = reign.luck.choice(hurt) if hurt else standing(reign, town)
    return wrecking.RepairBuilding(reign.meant, id_, numbered(meant), maybe(reign, 2))


# -- plans --------------------------------------------------------------------------------------------


def plan(reign: Reign) -> Any:
    if reign.luck.random() < 0.3:
        id_, town, old, to = bettered(reign)
        where = site(reign, town, to, old)
        return building.DraftBuilding(reign.meant, id_, to.value, where, numbered(old))
    id_, town = own_town(reign)
    wanted = reign.luck.choice(WANTED)
    return building.DraftBuilding(reign.meant, id_, wanted.value, site(reign, town, wanted))


def planned(reign: Reign) -> tuple[RecordId, str]:
    """An entry of a plan."""
    id_, town = own_town(reign, lambda each: len(each.drafts) > 1)
    return id_, str(reign.luck.choice(town.drafts).number) if town.drafts else "99"


# -- items --------------------------------------------------------------------------------------------


def slotted(reign: Reign, *, is_filled: bool) -> tuple[RecordId, Building | None, int]:
    """A slot for an item, filled or not where there is one."""
    id_, town = own_town(reign, lambda each: any(bool(one.wares) is is_filled for one in each.buildings))
    slots = [(each, n) for each in town.buildings for n in range(len(slots_of(each.type)))]
    fitting = [(e, n) for e, n in slots if is_filled is any(ware.slot == n for ware in e.wares)]
    found = reign.luck.choice(fitting or slots) if slots else (None, 0)
    return id_, *found


def name_item(reign: Reign) -> Any:
    id_, building, slot = slotted(reign, is_filled=True)
    number = building.number if building is not None else 99
    words, price = reign.luck.choice(("A ring", "")), reign.luck.choice((50, 300, 0))
    return items.NameItem(reign.meant, id_, number, slot, words, price)


def put_item(reign: Reign) -> Any:
    id_, building, slot = slotted(reign, is_filled=reign.luck.random() < 0.3)
    name, price = reign.luck.choice((("A wand", 400), ("A wand", 400), ("", 0)))
    kind = reign.luck.choice(("", *ItemKind))
    return items.PutItem(reign.meant, id_, f"{numbered(building)}.{slot}", "Found", name, price, kind)


def buy_item(reign: Reign) -> Any:
    id_, building, slot = slotted(reign, is_filled=True)
    how = reign.luck.choice(tuple(items.Payment))
    return items.BuyItem(reign.meant, id_, f"{numbered(building)}.{slot}", how)


def purge_item(reign: Reign) -> Any:
    id_, building, slot = slotted(reign, is_filled=True)
    return items.PurgeItem(reign.meant, id_, f"{numbered(building)}.{slot}")


BUILDERS: dict[type[Any], Builder] = {
    building.BuildBuilding: build,
    building.UpgradeBuilding: upgrade,
    wrecking.DemolishBuilding: demolish,
    wrecking.RepairBuilding: repair,
    building.DraftBuilding: plan,
    building.DropDraft: lambda reign: building.DropDraft(reign.meant, *planned(reign)),
    building.MoveDraft: lambda reign: building.MoveDraft(
        reign.meant, *planned(reign), reign.luck.choice(list(building.DraftMove))
    ),
    month_rules.RollItems: lambda reign: month_rules.RollItems(reign.meant),
    items.NameItem: name_item,
    items.PutItem: put_item,
    items.BuyItem: buy_item,
    items.PurgeItem: purge_item,
}
