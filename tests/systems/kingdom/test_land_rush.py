"""A Land Rush by the book (1617): where settlers build, what they build there, and that the map shows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.systems.kingdom.book import Improvement, MonthStep, Phase, Special, Terrain
from bot.systems.kingdom.events.book import Strikes, Table
from bot.systems.kingdom.events.draws import Target, is_valid, targets
from bot.systems.kingdom.events.rules import PlaceEvent, RollEvent
from bot.systems.kingdom.land.improvements import RUSHED, hindrance, rushed
from bot.systems.kingdom.land.state import Direction, Hex
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.month.rules import CloseMonth
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    LANDS,
    TARN,
    kingdom_of,
    land,
    play,
    played,
    realm,
    realm_in,
    require_refused,
)

FARM, MINE, QUARRY, SAWMILL = RUSHED
RIVER = {"rivers": (Direction.WEST,)}


def known(terrain: Terrain, **changes: Any) -> Hex:
    """An explored hex that is nobody's."""
    return Hex(terrain, is_explored=True, is_cleared=True, is_revealed=True, **changes)


def beside(each: Hex) -> Any:
    """Tarn in one hex, with that one next to it."""
    return realm(on=land({"0,0": known(Terrain.PLAINS), "1,0": each}, own=("0,0",)))


CAN_STAND = [
    (known(Terrain.PLAINS), ()),
    (known(Terrain.PLAINS, **RIVER), (FARM,)),
    (known(Terrain.PLAINS, has_lake=True), (FARM,)),
    (known(Terrain.DESERT), (MINE,)),
    (known(Terrain.DESERT, **RIVER), (FARM, MINE)),
    # A lake in the desert waters no Farm (R061).
    (known(Terrain.DESERT, has_lake=True), (MINE,)),
    (known(Terrain.HILLS), (MINE, QUARRY)),
    (known(Terrain.HILLS, **RIVER), (FARM, MINE, QUARRY)),
    (known(Terrain.MOUNTAINS), (MINE, QUARRY)),
    (known(Terrain.CAVERN), (MINE, QUARRY)),
    (known(Terrain.FOREST), (SAWMILL,)),
    (known(Terrain.JUNGLE), (SAWMILL,)),
    (known(Terrain.MARSH), ()),
    (known(Terrain.WATER), ()),
    # One of Mine, Quarry and Sawmill in a hex, and one of each kind (R066).
    (known(Terrain.HILLS, improvements=(MINE,)), ()),
    (known(Terrain.HILLS, improvements=(FARM, MINE), **RIVER), ()),
    (known(Terrain.HILLS, improvements=(MINE,), **RIVER), (FARM,)),
]


@pytest.mark.parametrize(("each", "stands"), CAN_STAND)
def test_land_rush_strikes_only_where_a_farm_mine_quarry_or_sawmill_can_stand(
    each: Hex, stands: tuple[Improvement, ...]
) -> None:
    where = beside(each)
    assert rushed(where, "1,0") == stands
    assert is_valid(where, Table.GOOD_KINGDOM, "land_rush") is bool(stands)
    assert list(targets(where, Strikes.SETTLEABLE)) == [Target("1,0")] * bool(stands)
    # As it would be with the kingdom's own improvements there.
    mine = realm(on=land({"0,0": known(Terrain.PLAINS), "1,0": each}, own=("0,0", "1,0")))
    assert rushed(mine, "1,0") == ()
    assert tuple(one for one in RUSHED if not hindrance(mine, "1,0", one) or "Ruler" in hindrance(
        mine, "1,0", one)) == stands  # fmt: skip


def rush(*hexes: Hex, **changes: Any) -> Any:
    """Tarn in the Event phase, alone but for those hexes east and north-east of it."""
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, **changes)
    spots = dict(zip(("1,0", "1,-1"), hexes, strict=False))
    on = land({"0,0": known(Terrain.PLAINS)} | spots, own=("0,0",))
    return replace(begin, records={**begin.records, LANDS: replace(begin.records[LANDS], state=on)})


# d% 20 brings an event: good fortune of the kingdom, a Land Rush.
RUSH = (20, 5, 70)


def test_land_rush_is_drawn_by_the_dice_and_on_the_map() -> None:
    """Which hex, then what they build of all that can stand there; it stands outside the kingdom."""
    begin = rush(known(Terrain.FOREST), known(Terrain.HILLS), unrest=3)
    for dice, spot, built in (((1,), "1,0", SAWMILL), ((2, 1), "1,-1", MINE), ((2, 2), "1,-1", QUARRY)):
        then = played(begin, RollEvent(TARN), *RUSH, *dice)
        (found,) = kingdom_of(then).happenings
        assert (found.spot, found.wanted) == (spot, built.value)
        there = realm_in(then).land.hexes[spot]
        assert (there.improvements, there.realm) == ((built,), None)
        assert realm_in(then).size == 1
    told = [sentence(each) for each in play(begin, RollEvent(TARN), *RUSH, 1).events]
    assert any("Settlers build a **Sawmill** at 1,0, outside the kingdom." in str(each) for each in told)


def test_land_rush_stays_on_the_map_when_its_month_is_over() -> None:
    then = played(rush(known(Terrain.FOREST)), RollEvent(TARN), *RUSH)
    for action in (SkipTo(TARN, MonthStep.CLOSE, "On"), CloseMonth(TARN)):
        then = played(then, action)
    assert realm_in(then).land.hexes["1,0"].improvements == (SAWMILL,)


@pytest.mark.parametrize("later", [False, True])
def test_no_game_master_has_settlers_rush_to_where_they_can_build_nothing(later: bool) -> None:
    begin = rush(known(Terrain.MARSH), known(Terrain.FOREST))
    for place in ({"hex": "1,0"}, {"hex": "0,0"}, {"settlement": "Hold"}):
        require_refused(begin, PlaceEvent(TARN, "Land Rush", later=later, **place), "events.no_rush")
    placed = played(begin, PlaceEvent(TARN, "Land Rush", hex="1,-1"))
    assert kingdom_of(placed).happenings[0].wanted == SAWMILL.value


def test_a_rush_kept_for_later_goes_elsewhere_where_its_hex_was_claimed() -> None:
    begin = rush(known(Terrain.HILLS), known(Terrain.FOREST))
    kept = played(begin, PlaceEvent(TARN, "Land Rush", hex="1,0", later=True))
    on = realm_in(kept).land
    claimed = on.having({"1,0": replace(on.hexes["1,0"], realm=TARN)})
    kept = replace(kept, records={**kept.records, LANDS: replace(kept.records[LANDS], state=claimed)})
    then = played(kept, RollEvent(TARN), 90)
    assert kingdom_of(then).happenings[0].spot == "1,-1"


def test_settlers_dont_build_where_somebody_was_faster() -> None:
    """Between a game master's word and the first press the hex was claimed, say."""
    placed = played(rush(known(Terrain.FOREST)), PlaceEvent(TARN, "Land Rush", hex="1,0"))
    on = realm_in(placed).land
    taken = on.having({"1,0": replace(on.hexes["1,0"], specials=(Special.LAIR,), realm=TARN)})
    assert taken.hexes["1,0"].improvements == ()
    assert rushed(replace(realm_in(placed), land=taken), "1,0") == ()
