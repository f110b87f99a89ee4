"""Slots: which a building has, what becomes of their items with it, and how they are listed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.finders import Asker
from bot.engine.pages import Turns
from bot.engine.people import Standing, Viewer
from bot.engine.picking import opener
from bot.engine.system import RecordId
from bot.play import CampaignView, RecordView
from bot.systems.kingdom.book import BuildingType, Grade, ItemKind, MonthStep, Phase
from bot.systems.kingdom.towns import item_cards
from bot.systems.kingdom.towns.book import BUILDINGS
from bot.systems.kingdom.towns.building import UpgradeBuilding
from bot.systems.kingdom.towns.state import (
    TOWN,
    Building,
    ItemsGone,
    Ware,
    items_gone,
    kinds_of,
    moved_wares,
    slots_of,
    vacant,
)
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from bot.ui.card import BODY, MOST_BUTTONS, WHOLE, embed_of
from bot.ui.pages import in_pages
from tests.systems.kingdom.item_scenes import at_sale, building, market, selling, town_of
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    MARISOL,
    TARN,
    everybody,
    hold,
    month,
    play,
    played,
    realm_in,
    scene,
    tarn,
    waiting,
)

SCROLL, WONDROUS, RING = ItemKind.SCROLL, ItemKind.WONDROUS_ITEM, ItemKind.RING


def ware(slot: int, kind: ItemKind | None, name: str = "An item") -> Ware:
    """On sale in that slot."""
    return Ware(slot, kind, name, 100, opened=7)


def stands(type_: BuildingType, *wares: Ware) -> Building:
    """A building with those items."""
    return Building(1, type_, wares=wares)


@pytest.mark.parametrize("type_", BUILDINGS)
def test_a_building_has_as_many_slots_as_the_book_says(type_: BuildingType) -> None:
    rows = BUILDINGS[type_].slots
    assert len(slots_of(type_)) == sum(row.count for row in rows)
    assert {(row.grade, row.kinds) for row in slots_of(type_)} == {(row.grade, row.kinds) for row in rows}


def test_a_slot_for_no_kind_in_particular_is_for_any() -> None:
    temple, shrine = slots_of(BuildingType.TEMPLE)[0], slots_of(BuildingType.SHRINE)[0]
    assert kinds_of(temple) == tuple(ItemKind)
    assert kinds_of(shrine) == (ItemKind.POTION, SCROLL, WONDROUS)


def test_an_item_stays_where_the_new_building_has_a_slot_for_it() -> None:
    shrine = stands(BuildingType.SHRINE, ware(0, SCROLL))
    assert moved_wares(shrine, BuildingType.TEMPLE) == (ware(0, SCROLL),)
    assert items_gone("Tarn", hold(), shrine, BuildingType.TEMPLE) == ()


def test_grades_are_kept_apart() -> None:
    """The Academy's 4th slot is its first for medium items, the University's is its last for minor ones."""
    academy = stands(BuildingType.ACADEMY, ware(0, SCROLL), ware(3, WONDROUS))
    moved = moved_wares(academy, BuildingType.UNIVERSITY)
    assert [each.slot for each in moved] == [0, 4]
    assert slots_of(BuildingType.UNIVERSITY)[4].grade is Grade.MEDIUM


def test_an_item_that_the_new_building_has_no_slot_for_is_gone() -> None:
    """A Magic Shop has slots for wondrous items alone."""
    store = stands(BuildingType.LUXURY_STORE, ware(0, RING, "A ring"), ware(1, WONDROUS, "A bag"))
    assert moved_wares(store, BuildingType.MAGIC_SHOP) == (ware(0, WONDROUS, "A bag"),)
    told = ItemsGone("Tarn", "Hold", BuildingType.LUXURY_STORE, ("A ring",))
    assert items_gone("Tarn", hold(), store, BuildingType.MAGIC_SHOP) == (told,)


def test_more_items_than_slots_do_not_all_stay() -> None:
    temple = stands(BuildingType.TEMPLE, ware(0, SCROLL, "One"), ware(1, SCROLL, "Two"))
    assert [each.name for each in moved_wares(temple, BuildingType.SHRINE)] == ["One"]
    assert items_gone("Tarn", hold(), temple, BuildingType.SHRINE)[0].items == ("Two",)


def test_all_items_go_with_a_building_that_comes_down() -> None:
    temple = stands(BuildingType.TEMPLE, ware(0, SCROLL, "One"), Ware(1, RING))
    (told,) = items_gone("Tarn", hold(), temple)
    assert (told.items, told.unnamed) == (("One",), 1)
    assert items_gone("Tarn", hold(), stands(BuildingType.TEMPLE)) == ()


def test_a_damaged_building_keeps_its_items_and_fills_no_slot() -> None:
    temple = replace(stands(BuildingType.TEMPLE, ware(0, SCROLL)), is_damaged=True)
    assert vacant(temple) == ()
    assert vacant(replace(temple, is_damaged=False)) == (1,)


# -- through the actions ------------------------------------------------------------------------------


def _edict(town: Any) -> Any:
    state = tarn(month=month(Phase.EDICT, size=3), treasury=200, leaders=everybody())
    order = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN)
    return scene(replace(state, month=month(Phase.EDICT, *order, size=3)), None, town)


def test_an_upgrade_tells_which_items_it_cost() -> None:
    store = market(
        *("house A1", "luxury_store B1", "house C1"),
        wares={2: (ware(0, RING, "A ring"), ware(1, WONDROUS, "A bag"))},
    )
    action = UpgradeBuilding(TARN, "Hold", "2", "magic_shop", "1:B1")
    told = [each for each in play(_edict(store), action).events if isinstance(each, ItemsGone)]
    assert told == [ItemsGone("Tarn", "Hold", BuildingType.LUXURY_STORE, ("A ring",))]
    then = played(_edict(store), action)
    assert building(then, 2).wares == (ware(0, WONDROUS, "A bag"),)


def test_a_demolition_tells_which_items_it_cost() -> None:
    action = DemolishBuilding(TARN, "Hold", "2")
    told = [each for each in play(_edict(selling()), action).events if isinstance(each, ItemsGone)]
    assert told == [ItemsGone("Tarn", "Hold", BuildingType.ALCHEMIST, ("Potion of bless",))]
    assert town_of(played(_edict(selling()), action)).building(2) is None


# -- listed -------------------------------------------------------------------------------------------


def test_the_longest_list_of_markets_keeps_discords_limits() -> None:
    """Twenty settlements full of items with the longest names, and of slots that are vacant or unnamed."""
    full = tuple(Ware(slot, WONDROUS, "*" * 60, 999_999) for slot in range(6))
    none = tuple(Ware(slot, WONDROUS) for slot in range(4))
    crowded = market(
        *("university A1+B1+A2+B2", "magic_shop C1", "temple D1+E1", "house F1", "inn F2"),
        wares={1: full, 2: none},
        name="*" * 60,
    )
    towns = [(RecordId("t" * 28 + f"{number:02}"), crowded) for number in range(20)]
    shown = [
        RecordView(id_, "kingdom", "settlement", "*", crowded, 1, None, waiting(id_, crowded, TOWN.name))
        for id_, _ in towns
    ]
    campaign_view = CampaignView(
        CAMPAIGN, RecordId("c"), Viewer(MARISOL, Standing.GAME_MASTER), {each.id: each for each in shown}
    )
    whole = item_cards.market_card(
        realm_in(at_sale()), towns, Asker(lambda _scope: campaign_view, MARISOL, ())
    )
    pages = [in_pages(whole, Turns("look", ("settlement item list",)), page) for page in range(40)]
    assert set(whole.lines) == {line for page in pages for line in page.lines}
    for card in pages:
        assert len("\n".join(card.lines)) <= BODY
        assert len(embed_of(card)) <= WHOLE
        assert len(card.buttons) <= MOST_BUTTONS
        assert all(len(each.custom_id) <= 100 and len(each.label) <= 80 for each in card.buttons)


def test_the_longest_offers_have_buttons_that_discord_takes() -> None:
    id_ = "t" * 30
    longest = opener("", "settlement item buy", settlement=id_, slot="999999.9", how="personal")
    assert len(longest.custom_id) <= 100
