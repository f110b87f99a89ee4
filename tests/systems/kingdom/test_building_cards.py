"""What is shown before something is built, upgraded, demolished or repaired."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.pace import WAITS
from bot.engine.system import RecordId, Step, World
from bot.errors import RuleViolation, Stale
from bot.systems.kingdom.book import Border, BuildingType, Gift, Limit, Phase
from bot.systems.kingdom.state import Kingdom, Month
from bot.systems.kingdom.steps import BUILDS, begins
from bot.systems.kingdom.towns.bills import offer, offers
from bot.systems.kingdom.towns.building import UpgradeBuilding
from bot.systems.kingdom.towns.choices import nearest, offer_line, standing_line, upgrade_lines
from bot.systems.kingdom.towns.good_places import OFFERED, good_places
from bot.systems.kingdom.towns.panel_cards import BuildContext, panel, towns
from bot.systems.kingdom.towns.place_cards import best, legal_of, places, site, site_of, to_build
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Grant, Remains, Town, building_of, place_of, place_text, where
from bot.systems.kingdom.towns.wrecking import DemolishBuilding, RepairBuilding
from bot.ui.card import BODY, MOST_PICKS, PICK
from bot.ui.controls import number
from tests.refusals import refuses
from tests.systems.kingdom.building_scenes import builder, on, settling
from tests.systems.kingdom.building_yards import labels, picks, previewed, said, yard_at
from tests.systems.kingdom.scenes import DEACON, HOLD, MARISOL, TARN, WREN, decided, month
from tests.systems.kingdom.town_scenes import built, town

HOUSE, INN, WALL = BuildingType.HOUSE, BuildingType.INN, BuildingType.CITY_WALL


def seen(built_town: Town, asker: int = 2, **more: Any) -> Any:
    """A settlement with those buildings as its leader sees it."""
    return yard_at(on(built_town, **more), asker)


def shown(built_town: Town, building: BuildingType, where_: str, **more: Any) -> Card:
    """The preview of a building there."""
    return preview(on(built_town, **more), building, where_)


def preview(at: Any, building: BuildingType, where_: str, asker: int = DEACON) -> Card:
    """The same in that scene, for somebody."""
    return previewed(at, to_build(yard_at(at, asker), building, place_of(where_)), asker)


# -- the preview --------------------------------------------------------------------------------------


def test_the_preview_says_price_reduction_and_every_number_that_changes() -> None:
    card = shown(town("house A1", "market D1+E1"), INN, "B1", size=11)
    assert card.title == "Inn at B1, Hold"
    for line in (
        "Tarn builds an Inn at B1 in Hold for 5 BP. List price 10 BP: half, by the Market.",
        "Its own neighbor: House at A1",
        "Buildings left after this: 1",
    ):
        assert line in card.lines
    assert "Economy" in said(card)
    assert "Treasury 500 → **495** BP" in said(card)
    assert "People 750 → **1,000**" in said(card)
    assert labels(card) == ["Build Inn for 5 BP", "Add to the drafts", "Other places", "Other buildings"]


def test_r109_a_base_value_that_people_hold_down_says_so() -> None:
    built = replace(town("house A1"), base_value=1000)
    card = shown(built, BuildingType.LUXURY_STORE, "B1")
    assert "Base value 1" not in said(card)
    assert "Base value stays at 1,000 gp (of 3,000 gp), the limit for this population." in card.lines


def test_unrest_is_among_the_numbers() -> None:
    assert "Unrest 10 → **9**" in said(shown(town(), HOUSE, "A1"))


def test_r091_the_free_house_says_that_it_is_outside_the_limit() -> None:
    card = shown(town(), HOUSE, "A1", size=1)
    assert "It doesn't count toward the month's limit." in said(card)
    used = on(town(), builder(month=settling(1, has_housed=True)))
    assert "Buildings left after this: 0" in preview(used, HOUSE, "A1").lines


def test_r092_a_first_building_that_should_be_another_is_built_with_a_warning() -> None:
    odd, good = shown(town(), BuildingType.PARK, "A1"), shown(town(), BuildingType.SHRINE, "A1")
    assert "**Note:**" in said(odd)
    assert labels(odd)[0].startswith("Build Park")
    assert "**Note:**" not in said(good)
    assert "**Note:**" not in said(shown(town(), HOUSE, "A1"))


def test_what_it_opens_is_said() -> None:
    card = shown(town(), BuildingType.ACADEMY, "A1+B1")
    assert "Halves the next Caster's Tower, Library and Magic Shop here." in card.lines
    assert any(
        line.startswith("Room for magic items: 3 minor scroll or wondrous item") for line in card.lines
    )


def test_with_the_limit_used_up_there_is_a_reason_and_no_button() -> None:
    scene = on(town(), builder(size=1, month=replace(settling(1), used={Limit.BUILDINGS: 1})))
    card = preview(scene, BuildingType.PARK, "A1")
    assert "⛔ That's all for this month: a kingdom of this Size gets 1" in said(card)
    assert labels(card) == ["Add to the drafts", "Other places", "Other buildings"]


def test_with_too_few_points_there_is_a_reason_and_no_button() -> None:
    card = preview(on(town(), builder(treasury=3)), BuildingType.PARK, "A1")
    assert "⛔ Not enough BP: that costs 4, and the Treasury holds 3" in said(card)
    assert labels(card) == ["Add to the drafts", "Other places", "Other buildings"]


def test_outside_its_step_all_is_shown_but_the_button() -> None:
    card = preview(on(town("house A1"), builder(month=month(Phase.INCOME))), INN, "B1")
    assert "Treasury 500 → **490** BP" in said(card)
    assert "⛔" in said(card)
    assert labels(card) == ["Add to the drafts", "Other places", "Other buildings"]


def test_whose_decision_it_is_not_has_no_button_and_reads_whose_it_is() -> None:
    card = preview(on(town()), BuildingType.PARK, "A1", WREN)
    assert "⛔ Only the" in said(card)
    assert not any(label.startswith("Build") for label in labels(card))
    for_gm = preview(on(town()), BuildingType.PARK, "A1", MARISOL)
    assert labels(for_gm)[0] == "Build Park for 4 BP"


def test_where_it_can_not_stand_there_is_no_preview() -> None:
    with refuses("building.hindered"):
        shown(town("house A1"), INN, "C4")


def test_r099_a_wall_can_be_built_with_its_watergate() -> None:
    card = shown(town(), WALL, "1:north")
    assert labels(card)[:2] == ["Build City Wall for 2 BP", "With a Watergate…"]


def test_r099_a_wall_across_a_waterway_is_built_with_a_watergate_only() -> None:
    card = shown(town("waterway A1"), WALL, "1:north")
    assert labels(card)[0] == "Build it with a Watergate for 4 BP"
    assert "Build City Wall for 2 BP" not in labels(card)
    assert "Tarn builds a Watergate at the north border in Hold for 2 BP." in said(card)


@pytest.mark.parametrize(("decision", "is_offered"), [("yes", True), ("no", False)])
def test_r107_construction_magic_is_a_button_where_the_campaign_has_it(
    decision: str, is_offered: bool
) -> None:
    card = shown(town("house A1"), INN, "B1", campaign=decided(construction_magic=decision))
    assert ("With magic…" in labels(card)) is is_offered


def test_r107_magic_that_was_used_this_month_is_no_button() -> None:
    scene = on(
        town("house A1"), builder(month=settling(has_magic=True)), campaign=decided(construction_magic="yes")
    )
    assert "With magic" not in " ".join(labels(preview(scene, INN, "B1")))


def test_what_was_given_can_be_kept_for_another_building() -> None:
    card = shown(town("house A1", grants=(Grant(9, Gift.GIFT),)), INN, "B1")
    assert labels(card)[:2] == ["Build Inn for 0 BP", "Save the gift…"]
    assert "free: found or given. It doesn't count toward the month's limit." in said(card)


def test_every_control_of_a_preview_is_short_enough_for_the_longest_ids() -> None:
    long = RecordId("r" * 30)
    yard = seen(town("house A1", districts=50), campaign=decided(construction_magic="yes"))
    yard = replace(yard, id=long, seen=replace(yard.seen, realm=replace(yard.realm, towns={long: yard.town})))
    for building in BuildingType:
        if any(Ground(yard.town, yard.realm.rulings).legal(building)):
            listed = places(yard, building)
            assert all(len(each.custom_id) <= 100 for each in listed.buttons)
            assert all(len(each.custom_id) <= 100 for each in listed.selects)


# -- upgrades -----------------------------------------------------------------------------------------


def test_an_upgrade_pays_the_difference_and_says_of_what() -> None:
    yard = seen(town("shrine A1"))
    action = to_build(yard, BuildingType.TEMPLE, place_of("A1+B1"), yard.town.buildings[0])
    assert isinstance(action, UpgradeBuilding)
    card = previewed(on(town("shrine A1")), action)
    assert "An upgrade of the Shrine: you pay the difference in price." in card.lines
    assert labels(card)[0] == "Upgrade to Temple for 24 BP"


def test_only_what_has_an_upgrade_is_suggested_for_one() -> None:
    yard = seen(town("shrine A1", "park C1"))
    assert list(upgrade_lines(yard.realm, yard.town)) == [("Shrine at A1", "1")]


# -- sites --------------------------------------------------------------------------------------------


def test_r106_the_books_academy_site_shows_half_and_a_quarter() -> None:
    site_ = Remains(BuildingType.ACADEMY, place_of("C4+D4"), 2)
    yard = seen(town("house C5", remains=(site_,)))
    card = site(yard, site_of(yard.town, "C4+D4"))
    assert "Academy for 26 BP. Anything else on all its lots costs 13 BP less" in said(card)
    chosen = {each.value: each.label for each in card.selects[0].picks}
    assert chosen["academy/1:C4+D4"] == "Academy · 26 BP (half: rebuilt) · C4+D4"
    assert "Mansion · 4 BP (less: on a site)" in said(card)


@pytest.mark.parametrize("text", ["1:C4+D4", "c4+d4", "academy", "Academy"])
def test_a_site_is_named_by_its_lots_or_its_building(text: str) -> None:
    site_ = Remains(BuildingType.ACADEMY, place_of("C4+D4"), 2)
    assert site_of(town(remains=(site_,)), text) is site_


def test_what_is_no_site_is_refused_with_those_there_are() -> None:
    site_ = Remains(BuildingType.ACADEMY, place_of("C4+D4"), 2)
    with refuses("building.no_site") as caught:
        site_of(town(remains=(site_,)), "A1")
    assert "There are: Academy at 1:C4+D4" in str(caught.value)
    with refuses("building.no_sites"):
        site_of(town(), "A1")


def demolishing(built_town: Town, what: str) -> Card:
    """What demolishing it comes to."""
    return previewed(on(built_town), DemolishBuilding(TARN, HOLD, what, "yes"))


# -- down again ---------------------------------------------------------------------------------------


def test_a_demolition_shows_who_relies_on_it_and_is_done_even_so() -> None:
    card = demolishing(town("house A1", "shop B1"), "house")
    assert "**Note:** Shop at B1 relies on it, and would lack a neighbor or water." in card.lines
    assert labels(card) == ["Demolish it anyway for 1 BP"]


def test_a_demolition_that_nobody_minds_is_plain() -> None:
    card = demolishing(town("house A1", "house B2", "shop B1"), "A1")
    assert labels(card) == ["Demolish the House for 1 BP"]
    assert "Rebuilding the same there costs half: 2 BP." in card.lines


def test_a_demolition_says_what_goes_with_it_and_which_discounts() -> None:
    card = demolishing(town("city_wall 1:north", "watergate 1:north"), "city wall")
    assert "Also gone: Watergate at the north border." in said(card)
    card = demolishing(town("library A1", "academy C1+D1"), "academy")
    assert "Its unused discounts are lost too: Caster's Tower, Library and Magic Shop." in card.lines


def test_r108_a_repair_costs_half_and_no_building_of_the_month() -> None:
    damaged = town(buildings=built("castle A1+B1+A2+B2", is_damaged=True), counted=1)
    card = previewed(on(damaged), RepairBuilding(TARN, HOLD, "castle"))
    assert "Treasury 500 → **473** BP" in said(card)
    assert "It doesn't count toward the month's buildings." in card.lines
    assert labels(card) == ["Repair the Castle for 27 BP"]
    assert standing_line(damaged, damaged.buildings[0])[0].endswith(", damaged")


def test_outside_its_step_nothing_is_demolished_or_repaired() -> None:
    damaged = town(buildings=built("park A1", is_damaged=True), counted=1)
    at = on(damaged, builder(month=month(Phase.INCOME)))
    for action in (DemolishBuilding(TARN, HOLD, "park"), RepairBuilding(TARN, HOLD, "park")):
        card = previewed(at, action)
        assert not card.buttons
        assert "⛔" in said(card)


# -- What can be had in a settlement, and where: suggestions, the panel, numbered places, and controls


# -- what can be had ----------------------------------------------------------------------------------


def test_a_building_is_suggested_with_its_price_and_its_discount() -> None:
    yard = seen(town("house A1", "house D1", "market D2+E2"))
    lines = {each.building: offer_line(each) for each in offers(yard.realm, yard.town)}
    assert lines[INN] == "Inn · 5 BP (half: Market)"


def test_r099_a_second_wall_is_offered_without_the_unrest_that_the_first_had() -> None:
    def meaning(yard: BuildContext) -> str:
        return next(line for line in said(panel(yard)).splitlines() if line.startswith("City Wall"))

    walled = replace(town("city_wall 1:north"), calmed=(BuildingType.CITY_WALL,))
    assert "Defense +1 · Unrest −2 once" in meaning(seen(town()))
    assert meaning(seen(walled)).endswith("Defense +1")


def test_suggestions_that_begin_with_what_was_typed_come_first() -> None:
    pairs = [("Inn · 10 BP", "Inn"), ("House · 3 BP", "House"), ("Barracks · 6 BP", "Barracks")]
    assert [value for _, value in nearest(pairs, " b")] == ["Barracks", "Inn", "House"]
    assert nearest(pairs, "castle") == []


@pytest.mark.parametrize("text", ["House at C4", "house at 1:c4", "C4", "House"])
def test_a_building_is_found_by_the_name_that_lists_give_it(text: str) -> None:
    built = town("house C4")
    assert building_of(built, text) is built.buildings[0]


def test_a_building_that_has_no_place_is_suggested_with_the_reason() -> None:
    yard = seen(town())
    lines = {each.building: offer_line(each) for each in offers(yard.realm, yard.town)}
    assert lines[INN].startswith("Inn · no: needs a House")


def test_what_is_legal_comes_first_and_the_cheapest_of_it_before() -> None:
    yard = seen(town("house A1"))
    found = offers(yard.realm, yard.town)
    prices = [each.price for each in found if each.price is not None]
    assert prices == sorted(prices)
    assert all(each.price is None for each in found[len(prices) :])


@pytest.mark.parametrize(("reading", "is_there"), [("alias", False), ("separate", True), ("ignore", False)])
def test_r083_a_brothel_is_offered_only_where_it_is_a_building_of_its_own(
    reading: str, is_there: bool
) -> None:
    yard = seen(town("house A1"), campaign=decided(brothel=reading))
    assert any(each.building is BuildingType.BROTHEL for each in offers(yard.realm, yard.town)) is is_there


def test_an_offer_is_the_cheapest_place_where_remains_make_one_cheaper() -> None:
    site_ = Remains(BuildingType.ACADEMY, place_of("C4+D4"), 2)
    yard = seen(town("house A1", remains=(site_,)))
    found = offer(yard.realm, Ground(yard.town, yard.realm.rulings), BuildingType.ACADEMY)
    assert (found.price, found.place) == (26, place_of("C4+D4"))


def test_every_suggestion_fits_into_discord() -> None:
    yard = seen(town("house A1"))
    for each in offers(yard.realm, yard.town):
        assert len(each.building.label) <= PICK
        assert each.building.label in offer_line(each)


# -- the panel ----------------------------------------------------------------------------------------


def test_the_panel_says_limit_free_house_points_and_discounts() -> None:
    card = panel(seen(town("house A1", "market C1+D1"), size=11))
    assert "Treasury: 500 BP" in card.lines
    assert "Buildings left this month: 2" in card.lines
    assert "Outside the limit: one extra home (House, Mansion, Noble Villa or Tenement)" in card.lines
    assert "**Half price, once each:** Black Market (Market), Inn (Market), Shop (Market)" in said(card)


def test_the_panel_counts_a_discount_that_two_buildings_give() -> None:
    card = panel(seen(town("market A1+B1", "market C1+D1")))
    assert "Inn (Market ×2)" in said(card)


def test_the_panel_says_when_the_free_house_is_gone() -> None:
    scene = on(town("house A1"), builder(month=settling(has_housed=True)))
    assert "Tenement): used" in said(panel(yard_at(scene)))


def test_the_panel_tells_of_what_was_found_or_given_and_of_sites() -> None:
    found = (
        Grant(1, Gift.FOUND, HOUSE),
        Grant(2, Gift.RUIN, BuildingType.CASTLE),
        Grant(3, Gift.SALVAGE, points=3),
    )
    card = panel(seen(town(grants=found, remains=(Remains(INN, place_of("C4"), 1),))))
    assert "**Found or given:** a House for free, half off a Castle, 3 BP off any building" in card.lines
    assert "**Sites to rebuild:** Inn at C4" in card.lines


def test_the_panel_has_pages_and_every_legal_building_is_on_one() -> None:
    yard = seen(town("house A1"))
    legal = {each.building.value for each in offers(yard.realm, yard.town) if each.place is not None}
    first, second = panel(yard), panel(yard, 1)
    assert len(picks(first)) == MOST_PICKS
    assert {*picks(first), *picks(second), *picks(panel(yard, 2))} == legal
    assert labels(first) == ["More…"]
    assert "Previous page" in labels(second)


def test_a_page_that_is_no_more_is_the_last_one() -> None:
    yard = seen(town("house A1"))
    assert picks(panel(yard, 999)) == picks(panel(yard, 2))


def test_what_the_treasury_cannot_pay_is_marked_by_a_sign_and_words() -> None:
    yard = yard_at(on(town("house A1"), builder(treasury=5)))
    chosen = {each.value: each for each in panel(yard).selects[0].picks}
    assert chosen["brewery"].label.startswith("✗ Brewery · 6 BP")
    assert chosen["brewery"].meaning.startswith("The Treasury can't pay this · ")
    assert chosen["park"].label.startswith("Park · ")
    assert "Treasury" not in chosen["park"].meaning


def test_of_many_places_three_good_ones_are_offered_with_what_is_good_about_each() -> None:
    yard = seen(town("house B3", "park D3"))
    card = best(yard, HOUSE)
    (select,) = card.selects
    assert len(select.picks) == OFFERED == 3
    assert len({each.meaning for each in select.picks}) == 3
    told = "\n".join(card.lines)
    assert "34 places fit it; 3 good ones:" in told
    assert "free lots around it, for what needs it next door" in told
    assert "next to House and Park, so the rest stays open" in told
    assert "for a building of four lots" in told
    legal = {place_text(each) for each in legal_of(yard, HOUSE)}
    assert {each.value for each in select.picks} <= legal
    assert labels(card) == ["Elsewhere…", "Other buildings"]


def test_in_an_empty_district_the_three_places_are_good_in_their_own_ways() -> None:
    yard = seen(town())
    ground = Ground(yard.town, yard.realm.rulings)
    good = good_places(yard.realm, ground, HOUSE, legal_of(yard, HOUSE))
    assert len({each.place for each in good}) == 3
    # A corner keeps most squares of four lots free, and the middle has the most room around it.
    assert [where(each.place) for each in good][1] == "A1"
    assert good[1].why == "leaves 24 spots for a building of four lots"
    assert good[0].why == "4 free lots around it, for what needs it next door"


def test_a_site_with_a_price_of_its_own_is_among_the_good_places() -> None:
    ruin = Remains(BuildingType.HOUSE, place_of("C4"), 1)
    yard = seen(replace(town(), remains=(ruin,)))
    ground = Ground(yard.town, yard.realm.rulings)
    good = good_places(yard.realm, ground, HOUSE, legal_of(yard, HOUSE))
    assert good[0].place == ruin.place
    assert good[0].why.startswith("the cheapest: ")


def test_outside_its_step_the_panel_is_for_planning() -> None:
    yard = yard_at(on(town("house A1"), builder(month=month(Phase.INCOME))))
    assert "This is for planning" in said(panel(yard))
    assert "This is for planning" not in said(panel(seen(town("house A1"))))


def test_r092_before_the_first_month_the_panel_is_for_the_first_buildings() -> None:
    yard = yard_at(on(town(), builder(month=Month(1, Phase.BEFORE))))
    assert "Before the first month: the settlement's first buildings." in said(panel(yard))


def test_a_kingdom_with_several_settlements_asks_which() -> None:
    card = towns(seen(town("house A1")).seen)
    assert picks(card) == ["hold"]


def test_the_longest_panel_is_within_discords_limits() -> None:
    every = [
        f"{each.value} 1:A1"
        for each in BuildingType
        if each not in (WALL, BuildingType.MOAT, BuildingType.WATERGATE)
    ]
    grants = tuple(Grant(n, Gift.SALVAGE, points=4) for n in range(60))
    sites = tuple(Remains(INN, place_of("50:C4"), 1) for _ in range(60))
    card = panel(seen(town(*every, grants=grants, remains=sites, districts=50, name="*" * 60)))
    assert len("\n".join(card.lines)) <= BODY
    assert " and 50 more" in said(card)


# -- places -------------------------------------------------------------------------------------------


def test_places_are_numbered_with_who_would_serve() -> None:
    card = places(seen(town("house A1")), INN)
    assert picks(card) == ["1:B1", "1:A2"]
    assert "**1** B1 · served by House A1" in card.lines
    assert card.picture is not None


def test_a_place_says_what_stands_around_it() -> None:
    card = places(seen(town("house A1", "park C1")), INN)
    assert "**1** B1 · served by House A1 · next to Park" in card.lines


def test_places_where_nothing_is_to_be_said_share_a_line() -> None:
    card = places(seen(town()), BuildingType.CASTLE)
    assert any("**1** A1+B1+A2+B2 · **2** B1+C1+B2+C2" in line for line in card.lines)


def test_more_places_than_a_list_holds_are_in_pages_of_one_district_each() -> None:
    yard = seen(town(districts=2))
    every = [*picks(places(yard, HOUSE)), *picks(places(yard, HOUSE, None, 1))]
    every += [*picks(places(yard, HOUSE, None, 2)), *picks(places(yard, HOUSE, None, 3))]
    assert len(set(every)) == 72
    assert {each[0] for each in picks(places(yard, HOUSE, None, 1))} == {"1"}
    assert "**District 2** · part 3 of 4" in places(yard, HOUSE, None, 2).lines


def test_a_cheaper_place_says_its_price() -> None:
    card = places(seen(town("house A1", remains=(Remains(INN, place_of("B1"), 1),))), INN)
    assert "**1** B1 · 5 BP · served by House A1" in card.lines
    assert "**2** A2 · 10 BP · served by House A1" in card.lines


def test_the_only_place_is_previewed_at_once() -> None:
    (only,) = legal_of(seen(town()), BuildingType.PAVED_STREETS)
    assert where(only) == "district 1"


def test_a_building_without_a_place_says_why_in_a_sentence() -> None:
    with pytest.raises(
        RuleViolation,
        match="No place in Hold for an Inn: an Inn needs a House or Tenement next to it, and there is none",
    ):
        places(seen(town()), INN)


def test_borders_are_places() -> None:
    card = places(seen(town(borders=(Border.NORTH,))), WALL)
    assert sorted(picks(card)) == ["1:east", "1:south", "1:west"]
    assert "the east border" in said(card)


# -- controls -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "-1", "x", "1" * 30, "²"])
def test_a_forged_number_is_refused(text: str) -> None:
    with pytest.raises(Stale):
        number(text)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("1:C4+D4", "C4+D4"),
        ("2:C4", "C4 in district 2"),
        ("1:north", "the north border"),
        ("2:north", "the north border in district 2"),
        ("1", "district 1"),
    ],
)
def test_places_are_named_as_people_say_them(place: str, name: str) -> None:
    assert where(place_of(place)) == name
    assert place_text(place_of(place)) == place


def test_the_months_card_has_the_button_in_the_step_and_before_the_first_month() -> None:
    scene: World = on(town())
    state = yard_at(scene).realm.kingdom

    def offered(kingdom: Kingdom, step: str) -> bool:
        return BUILDS in begins(kingdom, Step(step, step, None, silent=WAITS))

    assert offered(state, "settlements")
    assert not offered(state, "terrain")
    assert offered(replace(state, month=Month(1, Phase.BEFORE)), "open")
    assert not offered(replace(state, month=Month(2, Phase.BEFORE)), "open")
    assert not offered(replace(state, settlements=()), "settlements")
