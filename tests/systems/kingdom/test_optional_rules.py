"""The optional rules of kingdoms, each by the book's examples, in use and not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.systems.kingdom.book import (
    Alignment,
    Attribute,
    BuildingType,
    Government,
    Modifier,
    MonthStep,
    Phase,
    Stat,
    Terrain,
)
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.land.state import Hex
from bot.systems.kingdom.leaders.renown import ChooseGovernment, ChooseRenown, renown_steps
from bot.systems.kingdom.month.rules import SettleUnrest, UnrestSettled
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.settling import renown_due
from bot.systems.kingdom.sources import Origin, figures, modifiers_in, number_of, sources
from bot.systems.kingdom.towns.cards import building_lines
from bot.systems.kingdom.towns.corrections import DedicateBuilding
from bot.systems.kingdom.towns.state import modifiers
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    HOLD,
    TARN,
    decided,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm,
    realm_in,
    require_refused,
    tarn,
    waiting,
)
from tests.systems.kingdom.test_event_deeds import _change, _decided, _state, _with, hold_in
from tests.systems.kingdom.town_scenes import PLAIN, town


def test_r151_a_tenth_of_all_settlements_and_the_alignment() -> None:
    """Rounded down after the sum; a settlement uses the higher of its own and the kingdom's."""
    lots = town("library A1", "library B1", "library C1", changes=())
    own = modifiers(lots, PLAIN)[Modifier.LORE]
    where = realm(
        tarn(alignment=Alignment.NEUTRAL), None, lots, campaign=decided(expand_settlement_modifiers="yes")
    )
    # Neutral alone counts twice.
    expected = own // 10 + 2
    assert number_of(where, "lore") == expected
    assert modifiers_in(where, lots)[Modifier.LORE] == max(own, expected)
    assert figures(realm(tarn(), None, lots)).further == {}


def test_r148_fame_is_summed_first_unless_the_campaign_rounds_apart() -> None:
    lots = replace(town("inn A1"), changes=(_change(Stat.LORE, 5), _change(Stat.SOCIETY, 5)))
    base = {"fame_infamy": "yes"}
    once = realm(tarn(renown=(Stat.FAME,)), None, lots, campaign=decided(**base))
    apart = realm(tarn(renown=(Stat.FAME,)), None, lots, campaign=decided(**base, fame_rounding="apart"))
    sums = modifiers(lots, PLAIN)
    assert number_of(once, "fame") == 1 + (sums[Modifier.LORE] + sums[Modifier.SOCIETY]) // 10
    assert number_of(apart, "fame") == 1 + sums[Modifier.LORE] // 10 + sums[Modifier.SOCIETY] // 10


def test_r149_the_ruler_chooses_fame_or_infamy_at_the_founding_and_by_size() -> None:
    used = decided(fame_infamy="yes")
    begin = played(
        begun(Phase.EVENT, MonthStep.CONTINUING, campaign=used), PlaceEvent(TARN, "natural_blessing")
    )
    (step,) = (each for each in waiting(TARN, kingdom_of(begin)) if each.name == "renown-0")
    assert (step.name, [each.label for each in step.choices]) == ("renown-0", ["Fame +1", "Infamy +1"])
    chosen = played(begin, ChooseRenown(TARN, Stat.INFAMY, 0))
    assert (number_of(realm_in(chosen), "infamy"), renown_steps(TARN, kingdom_of(chosen))) == (1, ())
    # An old button means a choice that was made.
    require_refused(chosen, ChooseRenown(TARN, Stat.FAME, 0), "renown.nothing_to_choose")
    # Size 11 brings one more, once ever: losing and claiming the hexes again brings none.
    grown = _state(chosen, replace(kingdom_of(chosen), renown_due=2))
    again = played(grown, ChooseRenown(TARN, Stat.FAME, 1))
    assert (number_of(realm_in(again), "fame"), renown_steps(TARN, kingdom_of(again))) == (1, ())
    unused = played(_decided(again), PlaceEvent(TARN, "feud"))
    assert (number_of(realm_in(unused), "fame"), kingdom_of(unused).renown) == (0, (Stat.INFAMY, Stat.FAME))


@pytest.mark.parametrize(("size", "due"), [(3, 1), (10, 1), (11, 2), (51, 4), (151, 5), (201, 6)])
def test_r149_the_sizes_at_which_it_rises_leave_out_151(size: int, due: int) -> None:
    row_of_hexes = land(
        {f"{q},0": Hex(Terrain.PLAINS) for q in range(size)}, tuple(f"{q},0" for q in range(size))
    )
    assert renown_due(realm(tarn(), row_of_hexes, campaign=decided(fame_infamy="yes"))) == due


def test_r152_a_form_of_government_changes_each_settlement() -> None:
    ruled = decided(governments="yes")
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, campaign=ruled)
    before = modifiers_in(realm_in(begin), hold_in(begin))
    later = played(begin, ChooseGovernment(TARN, Government.SYNDICATE))
    after = modifiers_in(realm_in(later), hold_in(later))
    changed = {each.value: after[each] - before[each] for each in Modifier if after[each] != before[each]}
    assert changed == {"corruption": 1, "crime": 1, "law": -3, "productivity": 1}
    require_refused(later, ChooseGovernment(TARN, Government.SYNDICATE), "government.same")
    with refuses("government.unused"):
        play(begun(Phase.EVENT, MonthStep.CONTINUING), ChooseGovernment(TARN, Government.REPUBLIC))


def test_r152_or_the_kingdom_as_a_whole() -> None:
    rules = decided(governments="yes", government_scope="kingdom", expand_settlement_modifiers="yes")
    of = {each: realm(tarn(government=each), None, campaign=rules) for each in Government}
    plain = {each: number_of(of[Government.MONARCHY], each.value) for each in Modifier}
    changed = {each.value: number_of(of[Government.OVERLORD], each.value) - plain[each] for each in Modifier}
    assert changed == {"corruption": 1, "crime": -1, "law": 1, "lore": 0, "productivity": 0, "society": -1}


# -- holy sites ---------------------------------------------------------------------------------------


HOLY = decided(holy_sites="yes")


def dedicated(building: str, campaign: Any = HOLY, **given: Any) -> Any:
    """Hold with that building, dedicated to Erastil."""
    begin = _with(begun(Phase.EVENT, MonthStep.CONTINUING, campaign=campaign), town(building))
    return begin, DedicateBuilding(HOLD, "1", "Erastil", "It was always his", kingdom=TARN, **given)


def given_in(later: Any, building: BuildingType) -> dict[str, int]:
    name = f"{building.value}:Erastil"
    return {each.stat.value: each.amount for each in sources(realm_in(later)) if each.name == name}


@pytest.mark.parametrize(
    ("building", "alignment", "gives"),
    [
        # "a lawful good Shrine increases Economy by 1 or Loyalty by 1": the first, unless one is named.
        ("shrine A1", Alignment.LAWFUL_GOOD, {"economy": 1}),
        ("temple A1+B1", Alignment.LAWFUL_GOOD, {"economy": 2, "loyalty": 2}),
        ("temple A1+B1", Alignment.CHAOTIC_GOOD, {"loyalty": 4}),
        # Neutral alone counts twice.
        ("temple A1+B1", Alignment.NEUTRAL, {"stability": 4}),
        ("temple A1+B1", Alignment.CHAOTIC_NEUTRAL, {"loyalty": 2, "stability": 2}),
        ("cathedral A1+B1+A2+B2", Alignment.NEUTRAL_EVIL, {"stability": 4, "economy": 4}),
    ],
)
def test_r162_what_a_holy_building_gives_goes_by_its_deity(
    building: str, alignment: Alignment, gives: dict[str, int]
) -> None:
    begin, action = dedicated(building, alignment=alignment)
    later = played(begin, action)
    (there,) = hold_in(later).buildings
    assert given_in(later, there.type) == gives
    # Instead of what the book lists; all else stays.
    listed = [each.name for each in sources(realm_in(later)) if each.origin is Origin.BUILDING]
    assert there.type.value not in listed
    assert modifiers(hold_in(later), PLAIN) == modifiers(hold_in(begin), PLAIN)


def test_r162_or_by_the_portfolio() -> None:
    """A temple of wine raises what a Tavern does, Economy and Loyalty."""
    begin, action = dedicated("temple A1+B1", first=Attribute.ECONOMY, second=Attribute.LOYALTY)
    assert given_in(played(begin, action), BuildingType.TEMPLE) == {"economy": 2, "loyalty": 2}


def test_r162_a_settlement_tells_whose_its_holy_sites_are() -> None:
    begin, action = dedicated("temple A1+B1", alignment=Alignment.LAWFUL_GOOD)
    later = played(begin, action)
    assert "Holy sites: Temple at A1+B1 of Erastil (Economy +2, Loyalty +2)" in list(
        building_lines(hold_in(later), Rulings(HOLY.settings))
    )
    assert not any("Erastil" in line for line in building_lines(hold_in(later), PLAIN))


def test_r162_where_it_is_not_used_the_book_counts_and_the_deity_is_kept() -> None:
    begin, action = dedicated("temple A1+B1", alignment=Alignment.LAWFUL_GOOD)
    later = _decided(played(begin, action))
    assert given_in(later, BuildingType.TEMPLE) == {}
    assert hold_in(later).buildings[0].deity == "Erastil"
    require_refused(later, action, "holy.unused")


@pytest.mark.parametrize(
    ("building", "given", "code"),
    [
        ("inn A1", {"alignment": Alignment.NEUTRAL}, "holy.not_holy"),
        ("temple A1+B1", {}, "holy.attributes"),
        ("shrine A1", {"first": Attribute.ECONOMY, "second": Attribute.LOYALTY}, "holy.attributes"),
    ],
)
def test_a_dedication_that_is_refused(building: str, given: dict[str, Any], code: str) -> None:
    begin, action = dedicated(building, **given)
    require_refused(begin, action, code)


# -- abandoned buildings ------------------------------------------------------------------------------


def upkept(lots: Any, *dice: int, number: int = 2, rule: str = "yes") -> Any:
    """Tarn after the step of that month's Upkeep that counts Unrest."""
    begin = begun(
        Phase.UPKEEP,
        MonthStep.STABILITY,
        MonthStep.CONSUMPTION,
        MonthStep.ITEMS,
        campaign=decided(abandoned_buildings=rule, routine_steps="one_by_one"),
        month=month(
            Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION, MonthStep.ITEMS, number=number, size=3
        ),
    )
    begin = _with(begin, lots)
    return begin, play(begin, SettleUnrest(TARN), *dice), played(begin, SettleUnrest(TARN), *dice)


# A Tavern needs a House or Mansion beside it.
TAVERN = ("tavern A1", "inn C1", "house D1")


def test_r097_what_lost_its_neighbor_closes_one_to_three_months_later() -> None:
    for die, is_closed, closes in ((1, True, 2), (2, False, 3), (3, False, 4)):
        _, turn, later = upkept(town(*TAVERN), die)
        tavern = hold_in(later).buildings[0]
        assert (tavern.is_abandoned, tavern.closes) == (is_closed, closes)
        (event,) = [each for each in turn.events if isinstance(each, UnrestSettled)]
        assert event.unrest == int(is_closed)
        assert ("closes without" if is_closed else f"closes in month {closes}") in str(event.outcome)


def test_r097_closed_it_gives_nothing() -> None:
    begin, _, later = upkept(town(*TAVERN), 1)
    before, after = figures(realm_in(begin)), figures(realm_in(later))
    # A Tavern gives Economy and Loyalty.
    assert (before.economy - after.economy, before.loyalty - after.loyalty) == (1, 1)


def test_r097_with_its_neighbor_again_an_economy_check_opens_it() -> None:
    closed = replace(town("tavern A1", "house B1"))
    tavern, house = closed.buildings
    shut = replace(closed, buildings=(replace(tavern, is_abandoned=True, closes=2), house))
    _, turn, opened = upkept(shut, 20, number=5)
    assert (hold_in(opened).buildings[0].is_abandoned, hold_in(opened).buildings[0].closes) == (False, 0)
    _, turn, stays = upkept(shut, 1, number=5)
    assert hold_in(stays).buildings[0].is_abandoned
    (event,) = [each for each in turn.events if isinstance(each, UnrestSettled)]
    assert "finds nobody to run it yet" in str(event.outcome)


def test_r097_a_neighbor_in_time_keeps_it_open() -> None:
    lots = town("tavern A1", "house B1")
    warned = replace(lots, buildings=(replace(lots.buildings[0], closes=3), lots.buildings[1]))
    _, _, later = upkept(warned, number=3)
    assert (hold_in(later).buildings[0].closes, hold_in(later).buildings[0].is_abandoned) == (0, False)


def test_r097_where_it_is_not_used_nothing_closes() -> None:
    _, _, later = upkept(town(*TAVERN), rule="no")
    assert not hold_in(later).buildings[0].closes
