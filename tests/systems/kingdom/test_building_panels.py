"""What can be had in a settlement, and where: suggestions, the panel, lettered places, and controls."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import RecordId, Scene
from bot.errors import RuleViolation, Stale
from bot.systems.kingdom.book import Border, BuildingType, Gift, Phase
from bot.systems.kingdom.finding import building_buttons
from bot.systems.kingdom.state import Month
from bot.systems.kingdom.towns.bills import offer, offers
from bot.systems.kingdom.towns.building_commands import legal_of, places
from bot.systems.kingdom.towns.choices import nearest, offer_line
from bot.systems.kingdom.towns.panel_cards import Yard, building_in, panel, place_in, towns, type_in
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Grant, Remains, Town, building_of, place_of, place_text, where
from bot.ui.card import BODY, MOST_PICKS, PICK
from bot.ui.controls import number
from tests.systems.kingdom.building_scenes import builder, on, settling
from tests.systems.kingdom.building_yards import labels, picks, said, yard_at
from tests.systems.kingdom.scenes import decided, month
from tests.systems.kingdom.town_scenes import town

HOUSE, INN, WALL = BuildingType.HOUSE, BuildingType.INN, BuildingType.CITY_WALL


def seen(built_town: Town, asker: int = 2, **more: Any) -> Any:
    """A settlement with those buildings as its leader sees it."""
    return yard_at(on(built_town, **more), asker)


# -- what can be had ----------------------------------------------------------------------------------


def test_a_building_is_suggested_with_its_price_and_its_discount() -> None:
    yard = seen(town("house A1", "house D1", "market D2+E2"))
    lines = {each.building: offer_line(each) for each in offers(yard.realm, yard.town)}
    assert lines[INN] == "Inn · 5 BP (half: Market)"


def test_r099_a_second_wall_is_offered_without_the_unrest_that_the_first_had() -> None:
    def meaning(yard: Yard) -> str:
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
    assert "Free of that limit: one House, Mansion, Noble Villa or Tenement" in card.lines
    assert "**Half price, once each:** Black Market (Market), Inn (Market), Shop (Market)" in said(card)


def test_the_panel_counts_a_discount_that_two_buildings_give() -> None:
    card = panel(seen(town("market A1+B1", "market C1+D1")))
    assert "Inn (Market ×2)" in said(card)


def test_the_panel_says_when_the_free_house_is_gone() -> None:
    scene = on(town("house A1"), builder(month=settling(has_housed=True)))
    assert "used this month" in said(panel(yard_at(scene)))


def test_the_panel_tells_of_what_was_found_or_given_and_of_sites() -> None:
    found = (
        Grant(1, Gift.FOUND, HOUSE),
        Grant(2, Gift.RUIN, BuildingType.CASTLE),
        Grant(3, Gift.SALVAGE, points=3),
    )
    card = panel(seen(town(grants=found, remains=(Remains(INN, place_of("C4"), 1),))))
    assert "**Found or given:** a House for nothing, half off a Castle, 3 BP off any building" in card.lines
    assert "**Sites to rebuild:** Inn at C4" in card.lines


def test_the_panel_has_pages_and_every_legal_building_is_on_one() -> None:
    yard = seen(town("house A1"))
    legal = {each.building.value for each in offers(yard.realm, yard.town) if each.place is not None}
    first, second = panel(yard), panel(yard, 1)
    assert len(picks(first)) == MOST_PICKS
    assert {*picks(first), *picks(second), *picks(panel(yard, 2))} == legal
    assert labels(first) == ["More…"]
    assert "Page before" in labels(second)


def test_a_page_that_is_no_more_is_the_last_one() -> None:
    yard = seen(town("house A1"))
    assert picks(panel(yard, 999)) == picks(panel(yard, 2))


def test_what_is_too_dear_says_so() -> None:
    yard = yard_at(on(town("house A1"), builder(treasury=5)))
    chosen = {each.value: each.meaning for each in panel(yard).selects[0].picks}
    assert chosen["brewery"].startswith("too dear now")
    assert not chosen["park"].startswith("too dear now")


def test_outside_its_step_the_panel_is_for_planning() -> None:
    yard = yard_at(on(town("house A1"), builder(month=month(Phase.INCOME))))
    assert "this is for planning" in said(panel(yard))
    assert "this is for planning" not in said(panel(seen(town("house A1"))))


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


def test_places_are_lettered_with_who_would_serve() -> None:
    card = places(seen(town("house A1")), INN)
    assert picks(card) == ["1:B1", "1:A2"]
    assert "**A** B1 · served by House A1" in card.lines
    assert card.picture is not None


def test_a_place_says_what_stands_around_it() -> None:
    card = places(seen(town("house A1", "park C1")), INN)
    assert "**A** B1 · served by House A1 · beside Park" in card.lines


def test_places_where_nothing_is_to_be_said_share_a_line() -> None:
    card = places(seen(town()), BuildingType.CASTLE)
    assert any("**A** A1+B1+A2+B2 · **B** B1+C1+B2+C2" in line for line in card.lines)


def test_more_places_than_a_list_holds_are_in_pages_of_one_district_each() -> None:
    yard = seen(town(districts=2))
    every = [*picks(places(yard, HOUSE)), *picks(places(yard, HOUSE, None, 1))]
    every += [*picks(places(yard, HOUSE, None, 2)), *picks(places(yard, HOUSE, None, 3))]
    assert len(set(every)) == 72
    assert {each[0] for each in picks(places(yard, HOUSE, None, 1))} == {"1"}
    assert "**District 2** · part 3 of 4" in places(yard, HOUSE, None, 2).lines


def test_a_cheaper_place_says_its_price() -> None:
    card = places(seen(town("house A1", remains=(Remains(INN, place_of("B1"), 1),))), INN)
    assert "**A** B1 · 5 BP · served by House A1" in card.lines
    assert "**B** A2 · 10 BP · served by House A1" in card.lines


def test_the_only_place_is_previewed_at_once() -> None:
    (only,) = legal_of(seen(town()), BuildingType.PAVED_STREETS)
    assert where(only) == "district 1"


def test_a_building_without_a_place_says_why_in_a_sentence() -> None:
    with pytest.raises(
        RuleViolation, match=r"No place for an Inn in Hold: it needs a House .*nothing|Nothing"
    ):
        places(seen(town()), INN)


def test_borders_are_places() -> None:
    card = places(seen(town(borders=(Border.NORTH,))), WALL)
    assert sorted(picks(card)) == ["1:east", "1:south", "1:west"]
    assert "the east border" in said(card)


# -- controls -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "castel", "HOUSE", "house "])
def test_a_forged_building_is_refused(text: str) -> None:
    with pytest.raises(Stale):
        type_in(text)


@pytest.mark.parametrize("text", ["C4", "1:c4", "1:D4+C4", "01:C4", "1:north "])
def test_a_place_that_no_control_holds_is_refused(text: str) -> None:
    with pytest.raises(Stale):
        place_in(text)


@pytest.mark.parametrize("text", ["", "-1", "x", "1" * 30, "²"])
def test_a_forged_number_is_refused(text: str) -> None:
    with pytest.raises(Stale):
        number(text)


def test_a_building_that_is_gone_is_refused() -> None:
    assert building_in(town("park A1"), 0) is None
    with pytest.raises(Stale, match="stands there no more"):
        building_in(town("park A1"), 7)


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
    scene: Scene = on(town())
    state = yard_at(scene).realm.kingdom

    def offered(kingdom: Any, *names: str) -> bool:
        steps = [type("Open", (), {"name": name})() for name in names]
        return bool(building_buttons(RecordId("tarn"), kingdom, steps))

    assert offered(state, "settlements")
    assert not offered(state, "terrain")
    assert offered(replace(state, month=Month(1, Phase.BEFORE)), "open")
    assert not offered(replace(state, month=Month(2, Phase.BEFORE)), "open")
    assert not offered(replace(state, settlements=()), "settlements")
