"""Territories that a claim connects again, and the settlements that are reclaimed there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import RecordId, Scene
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Improvement, Phase, Role, Special
from bot.systems.kingdom.land.losses import (
    MOST_ASKED,
    DecidePart,
    LoseHexes,
    ReclaimSettlement,
    SettlementReclaimed,
    TerritoryRejoined,
    bonus_of,
    lost,
    part_steps,
    reclaim_check,
    rejoined,
)
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import LostTown, Part
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    TARN,
    WREN,
    by,
    decided,
    hexed,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    realm_in,
)
from tests.systems.kingdom.territories import BRIDGE, MILL, PORT, ROW, long_scene, long_tarn, towns_in

ENTRY = 60
BREVOY = RecordId("brevoy")


def claimed(here: Realm, spot: str, entry: int = ENTRY) -> tuple[Realm, tuple[Any, ...]]:
    """The realm after a claim of that hex, and what came of it."""
    one = replace(here.land.hexes[spot], realm=TARN)
    return rejoined(replace(here, land=here.land.having({spot: one})), spot, entry)


def without_east(**changes: Any) -> Scene:
    """The long kingdom after it lost the bridge, and with it everything in the east."""
    farmed = hexed(land(own=ROW), "3,0", realm=TARN, improvements=(Improvement.FARM, Improvement.MINE))
    split = played(long_scene(long_tarn(**changes), farmed), LoseHexes(TARN, BRIDGE))
    return played(split, DecidePart(TARN, 1, has_leader=False))


def kept_as(begun: Scene, here: Realm) -> Scene:
    """The scene with the realm so."""
    records = dict(begun.records)
    records[TARN] = replace(records[TARN], state=here.kingdom)
    records[here.kingdom.land] = replace(records[here.kingdom.land], state=here.land)
    return replace(begun, records=records)


def reached(**changes: Any) -> Scene:
    """The same after the bridge was claimed again: Port and Mill can be reclaimed."""
    begun = without_east(**changes)
    return kept_as(begun, claimed(realm_in(begun), BRIDGE)[0])


def later(begun: Scene, months: int) -> Scene:
    """So many months later."""
    kingdom = kingdom_of(begun)
    number = kingdom.month.number + months
    return kept_as(
        begun, replace(realm_in(begun), kingdom=replace(kingdom, month=month(Phase.EVENT, number=number)))
    )


# -- connected again ----------------------------------------------------------------------------------


def test_r078_a_lost_territory_comes_back_with_its_improvements() -> None:
    before = realm_in(without_east())
    after, events = claimed(before, BRIDGE)
    assert set(after.hexes) == set(ROW)
    assert after.hexes["3,0"].improvements == (Improvement.FARM, Improvement.MINE)
    # Three hexes more, the Farm's −2; the settlements' districts don't count yet.
    assert figures(after).raw == figures(before).raw + 3 - 2
    assert figures(after).economy == figures(before).economy + 1
    assert events == (TerritoryRejoined("Tarn", 2, ("Port", "Mill")),)
    assert after.kingdom.settlements == (HOLD,)


def test_r078_its_settlements_wait_for_a_check_each_asked_of_who_rolls_stability() -> None:
    state = kingdom_of(reached(leaders=(leader(Role.WARDEN, WREN),)))
    steps = list(part_steps(TARN, state))
    assert [(step.name, step.who, step.revision) for step in steps] == [
        ("reclaim-port", WREN, ENTRY),
        ("reclaim-mill", WREN, ENTRY),
    ]


def test_r078_a_hex_that_another_kingdom_claimed_meanwhile_stays_theirs() -> None:
    begun = realm_in(without_east())
    taken = replace(begun.land.hexes["3,0"], realm=BREVOY)
    after, events = claimed(replace(begun, land=begun.land.having({"3,0": taken})), BRIDGE)
    # What lies behind it is not reached either, and is remembered.
    assert set(after.hexes) == {"0,0", "1,0", "2,0"}
    assert events == ()
    assert after.kingdom.parts[0].spots == ("3,0", "4,0")


def test_r078_what_lies_behind_comes_back_when_another_way_is_claimed() -> None:
    begun = realm_in(without_east())
    taken = replace(begun.land.hexes["3,0"], realm=BREVOY)
    here, _ = claimed(replace(begun, land=begun.land.having({"3,0": taken})), BRIDGE)
    here, events = claimed(here, "3,-1")
    assert events == ()
    # 4,-1 touches both 3,-1 and 4,0.
    here, events = claimed(here, "4,-1")
    assert events == (TerritoryRejoined("Tarn", 1, ("Port",)),)
    assert here.kingdom.parts == (
        Part(
            1, ("3,0",), 1, is_lost=True, place="3,0",
            towns=(LostTown(PORT, "Port", "4,0", ENTRY), LostTown(MILL, "Mill", "3,0")),
        ),
    )  # fmt: skip


def test_r078_a_claim_that_connects_nothing_brings_nothing_back() -> None:
    begun = realm_in(without_east())
    after, events = claimed(begun, "0,1")
    assert (after.size, events) == (3, ())
    assert after.kingdom.parts == begun.kingdom.parts


def test_r078_a_claim_beside_a_held_territory_does_not_bring_back_a_lost_one() -> None:
    lost_one = Part(1, ("2,0",), 1, is_lost=True, place="2,0")
    held = Part(2, ("4,0",), 1, is_held=True, place="4,0")
    state = long_tarn(settlements=(HOLD,), parts=(lost_one, held), counted=2)
    here = realm_in(long_scene(state, land(own=("0,0", "4,0"))))
    after, events = claimed(here, "3,0")
    assert (set(after.hexes), events) == ({"0,0", "3,0", "4,0"}, ())
    # Then the one between connects them all.
    after, events = claimed(after, "1,0")
    assert set(after.hexes) == set(ROW)
    assert events == (TerritoryRejoined("Tarn", 2, was_held=True), TerritoryRejoined("Tarn", 1))
    assert after.kingdom.parts == ()


def test_r078_a_held_territory_that_is_connected_again_counts_unrest_as_usual() -> None:
    split = played(long_scene(), LoseHexes(TARN, BRIDGE))
    held = realm_in(played(split, DecidePart(TARN, 1, has_leader=True)))
    after, events = claimed(held, BRIDGE)
    assert events == (TerritoryRejoined("Tarn", 2, was_held=True),)
    assert (after.kingdom.parts, after.part_of("4,0")) == ((), None)
    assert after.kingdom.settlements == (HOLD, PORT, MILL)


def test_a_territory_nobody_decided_about_in_time_needs_no_decision_any_more() -> None:
    split = realm_in(played(long_scene(), LoseHexes(TARN, BRIDGE)))
    after, events = claimed(split, BRIDGE)
    assert after.kingdom.parts == ()
    assert events == (TerritoryRejoined("Tarn", 2, was_held=True),)


def test_a_settlement_whose_hex_is_claimed_by_itself_is_that_claims_business() -> None:
    begun = realm_in(without_east())
    free = replace(begun.land.hexes["4,0"], realm=TARN)
    far = replace(begun, land=begun.land.having({"4,0": free}))
    after, _ = rejoined(far, "4,0", ENTRY)
    assert [town.id for part in after.kingdom.parts for town in part.towns] == [MILL]


# -- reclaimed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("months", "bonus"), [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0), (9, 0)])
def test_r078_the_bonus_is_5_and_falls_by_1_a_month_to_0(months: int, bonus: int) -> None:
    here = realm_in(later(reached(), months))
    assert bonus_of(here, here.kingdom.parts[0]) == bonus
    made, plain = reclaim_check(here, PORT), reclaim_check(realm_in(later(reached(), 9)), PORT)
    assert made is not None
    assert plain is not None
    assert made.modifier == plain.modifier + bonus


def test_r078_a_success_brings_the_settlement_back() -> None:
    begun = reached(unrest=0)
    turn = play(begun, ReclaimSettlement(TARN, PORT), 20)
    event = turn.events[0]
    assert isinstance(event, SettlementReclaimed)
    assert (event.settlement, event.bonus, event.check.is_success) == ("Port", 5, True)
    after = played(begun, ReclaimSettlement(TARN, PORT), 20)
    assert kingdom_of(after).settlements == (HOLD, PORT)
    assert towns_in(after)[PORT].kingdom == TARN
    assert Special.FREE_CITY not in realm_in(after).land.hexes["4,0"].specials
    # Mill still is one, and waits on.
    assert Special.FREE_CITY in realm_in(after).land.hexes["3,0"].specials
    assert [town.id for part in kingdom_of(after).parts for town in part.towns] == [MILL]
    assert kingdom_of(after).capital == HOLD


def test_r078_when_every_settlement_is_back_nothing_is_remembered() -> None:
    once = played(reached(), ReclaimSettlement(TARN, PORT), 20)
    assert kingdom_of(played(once, ReclaimSettlement(TARN, MILL), 20)).parts == ()


def test_r078_after_a_failure_it_can_be_tried_again_next_month() -> None:
    begun = reached()
    failed = played(begun, ReclaimSettlement(TARN, PORT), 1)
    assert towns_in(failed)[PORT].kingdom is None
    assert [step.name for step in part_steps(TARN, kingdom_of(failed))] == ["reclaim-mill"]
    with pytest.raises(RuleViolation, match="one Stability check a month"):
        play(failed, ReclaimSettlement(TARN, PORT), 20)
    again = later(failed, 1)
    assert [step.name for step in part_steps(TARN, kingdom_of(again))] == ["reclaim-port", "reclaim-mill"]
    assert PORT in kingdom_of(played(again, ReclaimSettlement(TARN, PORT), 20)).settlements


def test_no_unrest_comes_of_a_failed_reclaim() -> None:
    begun = reached(unrest=3)
    assert kingdom_of(played(begun, ReclaimSettlement(TARN, PORT), 1)).unrest == 3


def test_only_settlements_that_were_reached_can_be_reclaimed() -> None:
    with pytest.raises(RuleViolation, match="connected with the capital"):
        play(without_east(), ReclaimSettlement(TARN, PORT))
    with pytest.raises(RuleViolation, match="can't be reclaimed"):
        play(reached(), ReclaimSettlement(TARN, HOLD))


def test_a_settlement_that_a_kingdom_took_can_not_be_reclaimed() -> None:
    begun = reached()
    records = dict(begun.records)
    records[PORT] = replace(records[PORT], state=replace(records[PORT].state, kingdom=BREVOY))
    with pytest.raises(RuleViolation, match="belongs to a kingdom"):
        play(replace(begun, records=records), ReclaimSettlement(TARN, PORT), 20)


def test_reclaiming_is_a_roll_that_any_player_may_make_unless_the_campaign_says_otherwise() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, DEACON))
    begun = by(reached(leaders=leaders), WREN)
    assert play(begun, ReclaimSettlement(TARN, PORT), 20).on_behalf_of == DEACON
    strict = replace(begun, campaign=decided(who_rolls="role"))
    with pytest.raises(NotAllowed):
        play(strict, ReclaimSettlement(TARN, PORT))
    assert play(by(strict, MARISOL), ReclaimSettlement(TARN, PORT), 20).on_behalf_of == DEACON


def test_a_settlement_lost_once_more_alone_is_a_free_city_like_any() -> None:
    here = lost(realm_in(reached()), ("4,0",))
    assert [town.id for part in here.kingdom.parts for town in part.towns] == [MILL]


def test_settlements_that_wait_are_remembered_when_their_territory_is_lost_once_more() -> None:
    split = played(reached(), LoseHexes(TARN, BRIDGE))
    number = next(part.number for part in kingdom_of(split).parts if part.is_undecided)
    assert number == 2
    again = kingdom_of(played(split, DecidePart(TARN, number, has_leader=False)))
    (part,) = again.parts
    assert [(town.id, town.revision) for town in part.towns] == [(PORT, None), (MILL, None)]


def test_a_card_asks_about_a_few_territories_at_a_time() -> None:
    parts = tuple(Part(n, (f"{n},5",), 1, place=f"{n},5") for n in range(1, 9))
    towns = tuple(LostTown(RecordId(f"t{n}"), f"T{n}", "0,0", 5) for n in range(9))
    state = long_tarn(parts=(*parts, Part(9, (), 1, is_lost=True, towns=towns)))
    assert len(list(part_steps(TARN, state))) == 2 * MOST_ASKED
