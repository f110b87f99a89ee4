"""What a filled database of settlements holds: two kingdoms that build, and all that can wait in their towns.

The first stands at its step for settlements, with an item that nobody has named and a city cut off; the
second may sell what is on its market, or import a text; a third is drawn up. `test_towns.py` plays on.
"""

from __future__ import annotations

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.systems.kingdom.book import Gift, Special, Step, Terrain
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.losses import LoseHexes
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth, RollItems
from bot.systems.kingdom.towns.building import BuildBuilding, MovePlanned, PlanBuilding, UpgradeBuilding, Way
from bot.systems.kingdom.towns.files import TOWN_FILE, TownFile
from bot.systems.kingdom.towns.gifts import (
    DamageBuilding,
    DestroyBuilding,
    GrantBuilding,
    PlaceBuilding,
    SetBorders,
    SetBuilding,
)
from bot.systems.kingdom.towns.items import BuyItem, PutItem
from bot.systems.kingdom.towns.settlements import PlaceSettlement, SetSettlement
from bot.systems.kingdom.towns.state import Building, Town, Ware
from bot.systems.kingdom.towns.wrecking import DemolishBuilding, RepairBuilding
from tests.stages import Stage, be_generous, begin_campaign
from tests.systems.kingdom.items_playbook import looked
from tests.systems.kingdom.months_playbook import chosen
from tests.systems.kingdom.stock import act, kingdom, left, shown, spot
from tests.systems.second_kingdom.stock import challenge

REASON = "It was always there"
MOST_MONTHS = 12
# With so many hexes a month has five buildings; none of them lies beside those in the east.
WEST = tuple((q, r) for q in range(-5, 0) for r in range(-2, 3))
# Put there before the first month. So much of the book as one district holds.
FIRST = (
    ("waterway", "F1+F2"), ("bridge", "F2"), ("market", "C1+D1"), ("casters_tower", "E1"), ("house", "A3"),
    ("house", "C2"), ("house", "D2"), ("museum", "A5+B5"), ("menagerie", "C3+D3+C4+D4"), ("shrine", "E5"),
    ("granary", "E6"), ("tenement", "A6"), ("smithy", "F6"), ("paved_streets", "1"), ("city_wall", "1:west"),
    ("moat", "1:west"), ("cistern", "A3"), ("barracks", "2:A1"), ("mansion", "2:B1"),
)  # fmt: skip
PORT = (("house", "A1"), ("inn", "B1"), ("pier", "A2"), ("alchemist", "A3"))
VALE = (("library", "F6"), ("shrine", "E6"))
GRID = "District 1\nHOU INN . . . .\n" + ". . . . . .\n" * 5
CITY = (("house", "A1"), ("tavern", "B1"), ("bank", "C1"))


async def fill_towns(stage: Stage) -> None:
    """Two kingdoms, five settlements, a draft; and a challenge, that the tests of all dumps roll for."""
    await begin_campaign(stage)
    await be_generous(stage)
    await _building(stage)
    await _trading(stage)
    await chosen(stage)
    await challenge(stage, rating=4)
    await stage.settle()


# -- the kingdom that builds --------------------------------------------------------------------------


async def _building(stage: Stage) -> None:
    """Months of it, until something of everything is there."""
    id_, hold = await _founded(stage)
    await act(stage, BuildBuilding(id_, hold, "house", "A1"))
    await act(stage, BuildBuilding(id_, hold, "alchemist", "B1"))
    await _grown(stage, id_, hold)
    await _settled(stage, id_)
    await act(stage, OpenMonth(id_))
    await _until_unnamed(stage, id_, hold)
    await act(stage, SkipTo(id_, Step.SETTLEMENTS, "Not now"))
    await _built(stage, id_, hold)
    await _drawn_up(stage, id_, hold)


async def _grown(stage: Stage, id_: RecordId, hold: RecordId) -> None:
    """A capital of two districts by a river, with a ruin in its hex."""
    await act(stage, SetHexes(spot(stage), specials=(Special.RUIN, Special.BUILDING), has_lake=True))
    await act(stage, SetSettlement(hold, id_, districts=2, economy=1))
    await act(stage, SetBorders(hold, "The lake", "north", 1, id_))
    await act(stage, SetBorders(hold, "The lake", "east", 2, id_))
    for building, place in FIRST:
        is_natural = building == "waterway"
        await _put(stage, id_, hold, building, place, is_natural=is_natural)
    await act(stage, SetBuilding(hold, "menagerie", "A griffon", id_, cr=8))
    await act(stage, SetBuilding(hold, "museum", "Relics", id_, display=5000, is_significant=True))
    await act(stage, GrantBuilding(hold, Gift.FOUND, "A watchtower stands there", "watchtower", id_))
    await act(stage, GrantBuilding(hold, Gift.SALVAGE, "Stones", kingdom=id_))
    await act(stage, GrantBuilding(hold, Gift.GIFT, "A gift", "jail", id_))


async def _settled(stage: Stage, id_: RecordId) -> None:
    """A port, a city that was cut off, and one that nobody rules."""
    await act(stage, GiveHexes(id_, " ".join(spot(stage, *at) for at in ((1, 0), (2, 0), (0, 1)))))
    await act(stage, SetHexes(spot(stage, 0, 1), has_lake=True))
    number = stage.names
    for name, at, buildings in (("Port", (0, 1), PORT), ("Vale", (2, 0), VALE)):
        await act(stage, PlaceSettlement(spot(stage, *at), f"Name {number} {name}", id_))
        town = await _id(stage, f"Name {number} {name}")
        for building, place in buildings:
            await _put(stage, id_, town, building, place)
    await act(stage, LoseHexes(id_, spot(stage, 1), "A flood"))
    await act(stage, PlaceSettlement(spot(stage, 1), f"Name {number} Free", is_hidden=True))
    wide = " ".join(spot(stage, *at) for at in WEST)
    await act(stage, SetHexes(wide, Terrain.FOREST, is_explored=True, is_cleared=True, is_revealed=True))
    await act(stage, GiveHexes(id_, wide))
    free = await _id(stage, f"Name {number} Free")
    for building, place in CITY:
        await _put(stage, None, free, building, place)


async def _until_unnamed(stage: Stage, id_: RecordId, hold: RecordId) -> None:
    """One item on the market has a name, another waits for one."""
    for _ in range(MOST_MONTHS):
        await act(stage, SkipTo(id_, Step.ITEMS, "Not now"))
        await act(stage, RollItems(id_))
        found = [ware for _, ware in _wares(await looked(stage, hold)) if not ware.name]
        if found:
            await act(stage, PutItem(id_, hold, "2.0", "To begin with", "Potion of bless", 50, "potion"))
            found = [ware for _, ware in _wares(await looked(stage, hold)) if not ware.name]
        if found:
            return
        await act(stage, SkipTo(id_, Step.CLOSE, "Not now"))
        await act(stage, CloseMonth(id_))
        await act(stage, OpenMonth(id_))
    raise AssertionError("no item came up")


async def _built(stage: Stage, id_: RecordId, hold: RecordId) -> None:
    """A home and one building more, with a discount, a ruin and a site that was cleared."""
    state = await looked(stage, hold)
    await act(stage, UpgradeBuilding(id_, hold, str(_one(state, "tenement").number), "house", "A6"))
    await act(stage, BuildBuilding(id_, hold, "house", "2:C1", 3, is_sparing=True))
    await act(stage, BuildBuilding(id_, hold, "shop", "2:C2", 4, is_sparing=True))
    await act(stage, DestroyBuilding(hold, "smithy", "A fire", id_))
    for lot in ("E5", "A5"):
        await act(stage, DamageBuilding(hold, lot, "A storm", id_))
    await act(stage, RepairBuilding(id_, hold, "E5"))


async def _drawn_up(stage: Stage, id_: RecordId, hold: RecordId) -> None:
    """A plan in its order, with an upgrade upon what is only planned."""
    for text in ("2:D1 house", "2:D2 shop", "2:E1 park"):
        place, building = text.split()
        await act(stage, PlanBuilding(id_, hold, building, place))
    await act(stage, PlanBuilding(id_, hold, "luxury_store", "2:D2", "2:D2"))
    state = await looked(stage, hold)
    await act(stage, MovePlanned(id_, hold, str(state.plans[2].number), Way.UP))


# -- the kingdom that trades --------------------------------------------------------------------------


async def _trading(stage: Stage) -> None:
    """A second kingdom in its Income phase, with something to sell and something sold."""
    id_, hold = await _founded(stage)
    for building, place in (("house", "A1"), ("alchemist", "B1"), ("herbalist", "A2"), ("granary", "F6")):
        await _put(stage, id_, hold, building, place)
    await act(stage, OpenMonth(id_))
    await act(stage, SkipTo(id_, Step.SETTLEMENTS, "Not now"))
    await act(stage, DemolishBuilding(id_, hold, "granary"))
    await act(stage, SkipTo(id_, Step.SELL, "Not now"))
    for slot, item in (("2.0", "Potion of bless"), ("3.0", "A salve")):
        await act(stage, PutItem(id_, hold, slot, "To begin with", item, 50, "potion"))
    await act(stage, BuyItem(id_, hold, "3.0", "gold"))
    await left(stage, TOWN_FILE, TownFile("hold.txt", hold, GRID, (2, 0, 0)))
    await stage.settle()


# -- of both ------------------------------------------------------------------------------------------


async def _founded(stage: Stage) -> tuple[RecordId, RecordId]:
    """A kingdom before its first month, and its capital: their ids."""
    found = await shown(stage, await kingdom(stage))
    return RecordId(found.id), found.state.settlements[0]


async def _put(
    stage: Stage, id_: RecordId | None, town: RecordId, building: str, place: str, *, is_natural: bool = False
) -> None:
    put = PlaceBuilding(town, building, place, REASON, id_, is_legal=False, is_natural=is_natural)
    await act(stage, put)


async def _id(stage: Stage, name: str) -> RecordId:
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), name)
    return RecordId(next(each.id for each in found if each.kind == "settlement"))


def _one(town: Town, building: str) -> Building:
    return next(each for each in town.buildings if each.type == building)


def _wares(town: Town) -> list[tuple[Building, Ware]]:
    return [(each, ware) for each in town.buildings for ware in each.wares]
