"""`/settlement show`: what a settlement comes to, as it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.card import Card
from bot.engine.event import sentence
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Border, BuildingType, Gift, Improvement, Stat
from bot.systems.kingdom.events.book import Strikes
from bot.systems.kingdom.events.draws import targets
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.month.income import require_sale
from bot.systems.kingdom.month.rules import Milestone, milestones
from bot.systems.kingdom.towns.book import BUILDINGS
from bot.systems.kingdom.towns.cards import overview, page
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.systems.kingdom.towns.state import Building, Grant, Place, Town, Ware
from bot.ui.card import BODY
from tests.systems.kingdom.income_scenes import at_income
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    HOLD,
    TARN,
    decided,
    hexed,
    hold,
    land,
    play,
    realm,
    scene,
    tarn,
)
from tests.systems.kingdom.sums import bare
from tests.systems.kingdom.town_scenes import town


def shown(of: Town, on: Land | None = None, campaign: Campaign = CAMPAIGN) -> Card:
    """Its page, in its kingdom."""
    made = realm(bare(), on, of, campaign=campaign)
    return page(HOLD, of, made.land, made.rulings, made)


def lines(of: Town, **options: Any) -> str:
    """Its page as one reads it."""
    return "\n".join(shown(of, **options).lines)


def test_a_new_settlement() -> None:
    assert shown(hold()).lines == (
        "Tarn's capital",
        "In 0,0 (Plains)",
        "Thorp · 0 people",
        "1 district · 0 of 36 lots in use",
        "Base value **0 gp** (at most 50 gp with so many people)",
        "Water borders: none is water",
    )


def test_what_was_built_is_told_with_what_it_comes_to() -> None:
    told = lines(town("house A1", "house B1", "inn A2", "market C1+D1", "watchtower F1", "jail E1"))
    assert "Small town · 1,750 people" in told
    assert "1 district · 7 of 36 lots in use" in told
    assert "Base value **1,000 gp**, the most for a small town (of Market 2,000, Inn 500)" in told
    assert "Gives Economy +3 · Loyalty +3 · Stability +5" in told
    assert "Defense 2: Watchtower +2" in told
    assert "Law **+1**: Jail +1" in told
    assert "Buildings: House × 2, Inn, Market, Watchtower, Jail" in told
    assert "Magic items: 2 slots, 2 vacant" in told
    assert "Half price: Black Market, Inn, Shop (Market)" in told


def test_what_a_game_master_told_is_told_as_that() -> None:
    card = shown(hold(lots=8, base_value=300, gives={Stat.LOYALTY: 2}))
    assert "Base value **300 gp**: told 300 (at most 1,000 gp)" in card.lines
    assert card.note == "A game master told of 8 lots and Loyalty +2 of that."


def test_discounts_that_were_given_are_left_out() -> None:
    built = town("market C1+D1")
    given = replace(built.buildings[0], discounted=(BuildingType.INN, BuildingType.SHOP))
    assert "Half price: Black Market (Market)" in lines(replace(built, buildings=(given,)))


def test_damaged_buildings_and_filled_slots_are_told() -> None:
    built = town("library A1", "shrine B1", "temple C1+D1")
    library, shrine, temple = built.buildings
    buildings = (replace(library, is_damaged=True), replace(shrine, wares=(Ware(0),)), temple)
    told = lines(replace(built, buildings=buildings))
    assert "Damaged, giving nothing: Library (A1)" in told
    assert "Magic items: 3 slots, 2 vacant" in told
    assert "Lore" not in told


def test_what_was_found_or_given_is_told() -> None:
    grants = (Grant(1, Gift.RUIN, BuildingType.TEMPLE), Grant(2, Gift.SALVAGE, points=3))
    told = lines(hold(grants=(*grants, Grant(3, Gift.FOUND, BuildingType.JAIL))))
    assert "Once: Temple at half price (Ruin); 3 BP off one building (salvage); Jail free" in told


def test_what_depends_on_the_land_is_told() -> None:
    on = hexed(land(), "0,0", improvements=(Improvement.ROAD, Improvement.FORT))
    on = hexed(on, "1,0", improvements=(Improvement.ROAD, Improvement.MINE))
    on = hexed(on, "0,1", improvements=(Improvement.FARM,), realm="tarn")
    built = town("foundry A1+A2", "stockyard C1+D1+C2+D2", "granary A3", borders=(Border.WEST,))
    told = lines(built, on=on)
    assert "Its Foundry has a Mine: Economy +1, and 1 BP with the taxes" in told
    assert "Stockyard: 1 Farm gives 3 BP instead of 2, in its hex and next to it" in told
    assert "Granaries: room for 5 BP" in told
    assert "Defense 4: Fort +4" in told
    assert "Water borders: West" in told
    two = lines(town("foundry A1+A2", "foundry B1+B2"), on=on)
    assert "1 of 2 Foundries have a Mine: Economy +1, and 1 BP with the taxes" in two


def test_r111_table_4_14_is_told_where_the_campaign_has_it() -> None:
    told = lines(town("library A1"), campaign=decided(settlement_size_modifiers="yes"))
    assert "Lore **−3**: Library +1, its size −4" in told
    assert "Danger −10 by its size" in told


def test_r117_and_fame_are_notes() -> None:
    told = lines(town("foreign_quarter A1+B1+A2+B2", "castle C1+D1+C2+D2"))
    assert "Fame +1 (for you to keep count of) · Trade routes bring 5 % more" in told


def test_a_free_city_has_a_page() -> None:
    city = replace(town("inn A1"), kingdom=None)
    made = realm()
    card = page(HOLD, city, made.land, made.rulings, None)
    assert card.lines[0] == "Free City"
    assert "Buildings: Inn" in card.lines


def crowded() -> Town:
    """The largest there can be."""
    types = enumerate((each for each in BUILDINGS for _ in range(25)), 1)
    return hold(
        name="*" * 60,
        districts=50,
        lots=900,
        borders=tuple(Border),
        shores=((Border.EAST, Border.WEST),) * 49,
        buildings=tuple(
            Building(number, each, Place(50, (number % 36,)), is_damaged=number % 3 == 0)
            for number, each in types
        ),
        grants=tuple(Grant(n, Gift.RUIN, each) for n, each in enumerate(BuildingType)),
        gives=dict.fromkeys((Stat.ECONOMY, Stat.LOYALTY, Stat.STABILITY, Stat.CONSUMPTION), 999),
    )


def test_the_longest_page_fits_and_says_how_much_it_leaves_out() -> None:
    card = shown(crowded(), campaign=decided(settlement_size_modifiers="yes"))
    assert len("\n".join(card.lines)) + len(card.note) < BODY
    assert sum("more." in line for line in card.lines) >= 4


def test_the_list_of_settlements_counts_what_is_built() -> None:
    listed = overview(realm(bare(), None, town("house A1", "inn B1"))).lines
    assert any("Small town, 500 people" in line for line in listed)


# -- what else asks how large it is, and what it is worth ---------------------------------------------


def test_r150_lots_that_were_built_are_a_milestone() -> None:
    made = realm(bare(milestones=("capital",)), None, town("house A1", "inn B1", "market C1+D1"))
    assert list(milestones(made)) == [Milestone("lots", 4, 1600)]
    three = realm(bare(milestones=("capital",)), None, town("house A1", "inn B1", "house C1"))
    assert not list(milestones(three))


@pytest.mark.parametrize(("strikes", "bare_", "full"), [(Strikes.FREE_LOT, 1, 0), (Strikes.BUILT_LOT, 0, 1)])
def test_events_strike_where_a_lot_is_free_or_built(strikes: Strikes, bare_: int, full: int) -> None:
    every = town(*(f"house {column}{row}" for column in "ABCDEF" for row in range(1, 7)))
    assert len(list(targets(realm(), strikes))) == bare_
    assert len(list(targets(realm(bare(), None, every), strikes))) == full
    assert len(list(targets(realm(bare(), None, town("house A1")), strikes))) == 1


def test_r055_an_item_is_sold_by_the_base_value_of_what_is_built() -> None:
    """Banks and a Waterfront come to 8,000; 41 lots allow as much."""
    built = town("waterfront A1+B1+A2+B2", "bank C1", "bank D1", districts=2, lots=35)
    made = realm(at_income(), None, built)
    assert require_sale(made, "Hold", 8000)[0] == HOLD
    with pytest.raises(RuleViolation, match="base value of 8,000 gp"):
        require_sale(made, "Hold", 8001)
    with pytest.raises(RuleViolation, match="base value of 4,000 gp"):
        require_sale(realm(at_income(), None, replace(built, lots=34)), "Hold", 8000)


# -- told by game masters -----------------------------------------------------------------------------


def test_lots_that_are_told_leave_room_for_what_is_built() -> None:
    begun = scene(tarn(), None, town("market A1+B1"))
    assert play(begun, SetSettlement(HOLD, TARN, lots=34)).events
    with pytest.raises(RuleViolation, match="0 to 34 lots in use beside the 2 that are built on"):
        play(begun, SetSettlement(HOLD, TARN, lots=35))


def test_a_settlement_keeps_the_districts_that_are_built_in() -> None:
    begun = scene(tarn(), None, town("house 2:A1", districts=3))
    assert play(begun, SetSettlement(HOLD, TARN, districts=2)).events
    with pytest.raises(RuleViolation, match="buildings in district 2"):
        play(begun, SetSettlement(HOLD, TARN, districts=1))


def test_what_was_told_may_come_to_exceed_the_table_which_limits_it_then() -> None:
    """Its buildings came down; something else can be told of it all the same."""
    begun = scene(tarn(), None, hold(base_value=900))
    assert play(begun, SetSettlement(HOLD, TARN, economy=1)).events
    with pytest.raises(RuleViolation, match="Table 4-5"):
        play(begun, SetSettlement(HOLD, TARN, base_value=900))


def test_what_is_told_beside_buildings_says_so() -> None:
    turn = play(scene(tarn(), None, town("inn A1")), SetSettlement(HOLD, TARN, lots=3))
    told = str(sentence(turn.events[0]))
    assert told.endswith("3 lots in use, base value 0 gp. What is built there comes on top (1 building).")
