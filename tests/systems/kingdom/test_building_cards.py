"""What is shown before something is built, upgraded, demolished or repaired."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.building_places import place_of
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.terms import BuildingType, Gift, Limit, Phase
from bot.systems.kingdom.rules.town import Grant, Remains, Town
from bot.systems.kingdom.screens.building_previews import preview
from bot.systems.kingdom.screens.building_sites import places, site, site_of, standing_line, upgrade_lines
from bot.systems.kingdom.screens.wrecking_previews import demolishing, repairing
from bot.ui.card import Card
from tests.systems.kingdom.building_scenes import builder, on, settling
from tests.systems.kingdom.building_yards import labels, said, yard_at
from tests.systems.kingdom.scenes import MARISOL, WREN, decided, month
from tests.systems.kingdom.town_scenes import built, town

HOUSE, INN, WALL = BuildingType.HOUSE, BuildingType.INN, BuildingType.CITY_WALL


def seen(built_town: Town, asker: int = 2, **more: Any) -> Any:
    """A settlement with those buildings as its leader sees it."""
    return yard_at(on(built_town, **more), asker)


def shown(built_town: Town, building: BuildingType, where_: str, **more: Any) -> Card:
    """The preview of a building there."""
    return preview(seen(built_town, **more), building, place_of(where_))


# -- the preview --------------------------------------------------------------------------------------


def test_the_preview_says_price_reduction_and_every_number_that_changes() -> None:
    card = shown(town("house A1", "market D1+E1"), INN, "B1", size=11)
    assert card.title == "Inn at B1, Hold"
    for line in (
        "List price 10 BP · half, for the Market",
        "Costs **5 BP**: Treasury 500 → **495**",
        "Its own neighbour: House at A1",
        "Counts as one of the month's buildings; left afterwards: 1",
    ):
        assert line in card.lines
    assert "Economy" in said(card)
    assert "Hold: people 750 → **1,000** · base value 1,000 gp" not in said(card)
    assert "people 750 → **1,000**" in said(card)
    assert labels(card) == ["Build Inn for 5 BP", "Add to the plan", "Other places"]


def test_r109_a_base_value_that_people_hold_down_says_so() -> None:
    built = replace(town("house A1"), base_value=1000)
    lines = shown(built, BuildingType.LUXURY_STORE, "B1").lines
    assert not any("· base value" in line for line in lines)
    assert "Base value stays 1,000 gp, the most with so many people (of 3,000 gp)." in lines


def test_unrest_is_among_the_numbers() -> None:
    assert "Unrest 10 → **9**" in said(shown(town(), HOUSE, "A1"))


def test_r091_the_free_house_says_that_it_is_outside_the_limit() -> None:
    card = shown(town(), HOUSE, "A1", size=1)
    assert any("free House" in line and "does not count" in line for line in card.lines)
    used = on(town(), builder(month=settling(1, has_housed=True)))
    assert (
        "Counts as one of the month's buildings; left afterwards: 0"
        in preview(yard_at(used), HOUSE, place_of("A1")).lines
    )


def test_r092_a_first_building_that_should_be_another_is_built_with_a_warning() -> None:
    odd, good = shown(town(), BuildingType.PARK, "A1"), shown(town(), BuildingType.SHRINE, "A1")
    assert "**Mind:**" in said(odd)
    assert labels(odd)[0].startswith("Build Park")
    assert "**Mind:**" not in said(good)
    assert "**Mind:**" not in said(shown(town(), HOUSE, "A1"))


def test_what_it_opens_is_said() -> None:
    card = shown(town(), BuildingType.ACADEMY, "A1+B1")
    assert "Halves the next Caster's Tower, Library and Magic Shop here." in card.lines
    assert any(
        line.startswith("Room for magic items: 3 minor scroll or wondrous item") for line in card.lines
    )


def test_with_the_limit_used_up_there_is_a_reason_and_no_button() -> None:
    scene = on(town(), builder(size=1, month=replace(settling(1), used={Limit.BUILDINGS: 1})))
    card = preview(yard_at(scene), BuildingType.PARK, place_of("A1"))
    assert "**Not now:** A kingdom of this Size gets 1 building a month" in said(card)
    assert labels(card) == ["Add to the plan", "Other places"]


def test_with_too_few_points_there_is_a_reason_and_no_button() -> None:
    card = preview(yard_at(on(town(), builder(treasury=3))), BuildingType.PARK, place_of("A1"))
    assert "**Not now:** That costs 4 BP and the Treasury holds 3" in said(card)
    assert labels(card) == ["Add to the plan", "Other places"]


def test_outside_its_step_all_is_shown_but_the_button() -> None:
    card = preview(yard_at(on(town("house A1"), builder(month=month(Phase.INCOME)))), INN, place_of("B1"))
    assert "Costs **10 BP**: Treasury 500 → **490**" in card.lines
    assert "The Settlements step of the Edict phase is not open now: this is for planning." in card.lines
    assert "**Not now:**" not in said(card)
    assert labels(card) == ["Add to the plan", "Other places"]


def test_whose_decision_it_is_not_has_no_button_and_reads_whose_it_is() -> None:
    card = preview(seen(town(), WREN), BuildingType.PARK, place_of("A1"))
    assert "Whose decision it is" in said(card)
    assert not any(label.startswith("Build") for label in labels(card))
    for_gm = preview(seen(town(), MARISOL), BuildingType.PARK, place_of("A1"))
    assert labels(for_gm)[0] == "Build Park for 4 BP"


def test_where_it_can_not_stand_there_is_no_preview() -> None:
    with pytest.raises(RuleViolation, match="No Inn at C4: it needs a House"):
        shown(town("house A1"), INN, "C4")


def test_r099_a_wall_can_be_built_with_its_watergate() -> None:
    card = shown(town(), WALL, "1:north")
    assert labels(card)[:2] == ["Build City Wall for 2 BP", "Build it with a Watergate for 4 BP"]


def test_r099_a_wall_across_a_waterway_is_built_with_a_watergate_only() -> None:
    card = shown(town("waterway A1"), WALL, "1:north")
    assert labels(card)[0] == "Build it with a Watergate for 4 BP"
    assert "Build City Wall for 2 BP" not in labels(card)
    assert "With a Watergate in it: 2 BP more, outside the month's limit." in card.lines


@pytest.mark.parametrize(("decision", "is_offered"), [("yes", True), ("no", False)])
def test_r107_construction_magic_is_a_button_where_the_campaign_has_it(
    decision: str, is_offered: bool
) -> None:
    card = shown(town("house A1"), INN, "B1", campaign=decided(construction_magic=decision))
    assert ("With magic for 8 BP" in labels(card)) is is_offered


def test_r107_magic_that_was_used_this_month_is_no_button() -> None:
    scene = on(
        town("house A1"),
        builder(month=settling(has_magic=True)),
        campaign=decided(construction_magic="yes"),
    )
    assert "With magic" not in " ".join(labels(preview(yard_at(scene), INN, place_of("B1"))))


def test_what_was_given_can_be_kept_for_another_building() -> None:
    card = shown(town("house A1", grants=(Grant(9, Gift.GIFT),)), INN, "B1")
    assert labels(card)[:2] == ["Build Inn for 0 BP", "Keep what was given: build for 10 BP"]
    assert "Found or given: it does not count against the month's limit." in card.lines


def test_every_control_of_a_preview_is_short_enough_for_the_longest_ids() -> None:
    long = RecordId("r" * 30)
    yard = seen(town("house A1", districts=50), campaign=decided(construction_magic="yes"))
    yard = replace(yard, id=long, seen=replace(yard.seen, realm=replace(yard.realm, towns={long: yard.town})))
    for building in BuildingType:
        for place in list(Ground(yard.town, yard.realm.rulings).sites(building))[-3:]:
            if not Ground(yard.town, yard.realm.rulings).hindrance(building, place):
                card = preview(yard, building, place)
                listed = places(yard, building)
                assert all(len(each.custom_id) <= 100 for each in (*card.buttons, *listed.buttons))
                assert all(len(each.custom_id) <= 100 for each in listed.selects)


# -- upgrades -----------------------------------------------------------------------------------------


def test_an_upgrade_pays_the_difference_and_says_of_what() -> None:
    yard = seen(town("shrine A1"))
    over = yard.town.buildings[0]
    card = preview(yard, BuildingType.TEMPLE, place_of("A1+B1"), over)
    assert "An upgrade of the Shrine: the difference of their prices is paid." in card.lines
    assert labels(card)[0] == "Upgrade to Temple for 24 BP"


def test_only_what_has_an_upgrade_is_suggested_for_one() -> None:
    yard = seen(town("shrine A1", "park C1"))
    assert list(upgrade_lines(yard)) == [("Shrine at A1", "1")]


# -- sites --------------------------------------------------------------------------------------------


def test_r106_the_books_academy_site_shows_half_and_a_quarter() -> None:
    site_ = Remains(BuildingType.ACADEMY, place_of("C4+D4"), 2)
    yard = seen(town("house C5", remains=(site_,)))
    card = site(yard, site_of(yard.town, "C4+D4"))
    assert "Academy for 26 BP. Anything else on all of its lots costs 13 BP less" in said(card)
    chosen = {each.value: each.label for each in card.selects[0].picks}
    assert chosen["academy/1:C4+D4"] == "Academy · 26 BP (half: rebuilt) · C4+D4"
    assert "Mansion · 4 BP (less: on a site)" in said(card)


@pytest.mark.parametrize("text", ["1:C4+D4", "c4+d4", "academy", "Academy"])
def test_a_site_is_named_by_its_lots_or_its_building(text: str) -> None:
    site_ = Remains(BuildingType.ACADEMY, place_of("C4+D4"), 2)
    assert site_of(town(remains=(site_,)), text) is site_


def test_what_is_no_site_is_refused_with_those_there_are() -> None:
    site_ = Remains(BuildingType.ACADEMY, place_of("C4+D4"), 2)
    with pytest.raises(RuleViolation, match=r"There are: Academy at 1:C4\+D4"):
        site_of(town(remains=(site_,)), "A1")
    with pytest.raises(RuleViolation, match="It has none"):
        site_of(town(), "A1")


# -- down again ---------------------------------------------------------------------------------------


def test_a_demolition_shows_who_relies_on_it_and_is_done_even_so() -> None:
    card = demolishing(seen(town("house A1", "shop B1")), "house")
    assert "**Mind:** Shop at B1 relies on it, and would lack a neighbour or water." in card.lines
    assert labels(card) == ["Demolish it even so for 1 BP"]
    assert card.buttons[0].args[-1] == "yes"


def test_a_demolition_that_nobody_minds_is_plain() -> None:
    card = demolishing(seen(town("house A1", "house B2", "shop B1")), "A1")
    assert labels(card) == ["Demolish the House for 1 BP"]
    assert "The same again there would cost half: 2 BP." in card.lines


def test_a_demolition_says_what_goes_with_it_and_which_discounts() -> None:
    card = demolishing(seen(town("city_wall 1:north", "watergate 1:north")), "city wall")
    assert "**Goes with it:** Watergate at the north border." in card.lines
    card = demolishing(seen(town("library A1", "academy C1+D1")), "academy")
    assert "Its discounts go with it: Caster's Tower, Library and Magic Shop." in card.lines


def test_r108_a_repair_costs_half_and_no_building_of_the_month() -> None:
    damaged = town(buildings=built("castle A1+B1+A2+B2", is_damaged=True), counted=1)
    card = repairing(seen(damaged), "castle")
    assert "Costs **27 BP**: Treasury 500 → **473**" in card.lines
    assert "It takes none of the month's buildings." in card.lines
    assert labels(card) == ["Repair the Castle for 27 BP"]
    assert standing_line(seen(damaged), damaged.buildings[0])[0].endswith(", damaged")


def test_outside_its_step_nothing_is_demolished_or_repaired() -> None:
    damaged = town(buildings=built("park A1", is_damaged=True), counted=1)
    yard = yard_at(on(damaged, builder(month=month(Phase.INCOME))))
    for card in (demolishing(yard, "park"), repairing(yard, "park")):
        assert not card.buttons
        assert "this is for planning" in said(card)
