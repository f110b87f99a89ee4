"""Rulings about land that a rules lawyer would try: two kingdoms at one hex, limits, what another left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.files import Row
from bot.engine.people import Actor
from bot.engine.system import Open, Record, RecordId
from bot.storage.address import Address
from bot.systems.kingdom.book import Improvement, MonthStep, Phase, Special
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex, FreeCityAsked
from bot.systems.kingdom.land.files import ReadMap
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.improvements import ImprovementPlaced, PlaceImprovement, PrepareSite
from bot.systems.kingdom.land.losses import without_hexes
from bot.systems.kingdom.land.state import LAND
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.steps import is_open
from bot.systems.kingdom.towns.settlements import FoundSettlement, PlaceSettlement
from tests.harness.inputs import components
from tests.said import said_with
from tests.stages import Stage, open_stage
from tests.systems.kingdom.scenes import (
    LANDS,
    TARN,
    decided,
    everybody,
    hexed,
    kingdom_of,
    land,
    month,
    play,
    played,
    ready,
    realm,
    realm_in,
    require_refused,
    scene,
    tarn,
)
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, shown, spot

VALE = RecordId("vale")
EDICT = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN)


def at(step: MonthStep, on: Any = None, **changes: Any) -> Any:
    """Tarn at that step of the Edict phase of month 3, with everybody in their role and nothing owed."""
    over = EDICT[: EDICT.index(step)] if step in EDICT else EDICT
    state = tarn(leaders=everybody(), month=month(Phase.EDICT, *over, number=3, size=3), **changes)
    return scene(ready(state), on)


# -- one hex, two kingdoms ----------------------------------------------------------------------------


async def two_beside_one_hex(stage: Stage) -> tuple[str, str, str]:
    """Two kingdoms at their Hexes step, both beside one unclaimed hex: their names, and that hex."""
    first = await kingdom(stage)
    between, beyond = spot(stage, 1, 0), spot(stage, 2, 0)
    second = await kingdom_at(stage, MonthStep.HEXES)
    await act(stage, GiveHexes(await id_of(stage, second), beyond))
    await act(stage, SkipTo(await id_of(stage, first), MonthStep.HEXES))
    await stage.settle()
    return first, second, between


async def test_r059_two_kingdoms_claim_one_hex_in_the_same_second_and_one_gets_it(address: Address) -> None:
    async with open_stage(address) as stage:
        first, second, between = await two_beside_one_hex(stage)
        presses = []
        for name in (first, second):
            asked = await stage.do("hex claim", by=stage.deacon, hex=between, kingdom=name)
            button = next(part for part in components(asked.answer.data) if part.get("custom_id"))
            presses.append(stage.say.press(str(button["custom_id"]), user=stage.deacon))
        await stage.feeder.deliver_all(presses)
        await stage.settle()
        owner = (await shown_land(stage)).hexes[between].realm
        claims = {name: await id_of(stage, name) for name in (first, second)}
        assert owner in claims.values()
        left = {name: (await shown(stage, name)).state.treasury for name in (first, second)}
        assert sorted(left.values()) == [497, 498]
        assert left[next(name for name, id_ in claims.items() if id_ == owner)] == 497
        assert sum([len(await stage.of(press)) for press in presses]) == 1


async def shown_land(stage: Stage) -> Any:
    """The land as the game master sees it."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), "")
    return next(each.state for each in found if each.kind == LAND.name)


# -- limits and prices --------------------------------------------------------------------------------


def test_r021_abandoning_a_hex_brings_no_second_claim() -> None:
    made = played(at(MonthStep.HEXES), ClaimHex(TARN, "3,0"))
    made = played(made, AbandonHex(TARN, "3,0"))
    require_refused(made, ClaimHex(TARN, "3,0"), "kingdom.used_up")


def test_r004_a_free_city_is_asked_with_unrest_taken_off_once() -> None:
    on = hexed(land(), "3,0", specials=(Special.FREE_CITY,))
    for campaign, told_unrest in ((decided(), 2), (decided(unrest_in_attribute="yes"), 0)):
        state = tarn(leaders=everybody(), unrest=2, month=month(Phase.EDICT, MonthStep.LEADERSHIP, size=3))
        turn = play(scene(ready(state), on, campaign=campaign), ClaimHex(TARN, "3,0"), 20)
        told = turn.events[0]
        assert isinstance(told, FreeCityAsked)
        assert told.check.unrest == told_unrest
        assert told.check.total == 20 + 4 - 2


# -- what another kingdom left ------------------------------------------------------------------------


def test_r070_a_site_under_way_is_lost_with_its_hex_and_a_ready_one_stays_ready() -> None:
    on = hexed(hexed(land(), "1,0", prepared=5), "2,0", prepared=2)
    made = realm(tarn(month=month(Phase.EDICT, number=3)), on)
    free = without_hexes(made, ("1,0", "2,0")).land.hexes
    assert (free["1,0"].prepared, free["2,0"].prepared) == (None, 0)


def test_r070_what_vale_prepared_until_its_month_9_is_ready_for_nobody_else() -> None:
    on = hexed(land(), "3,0", realm=VALE, prepared=9)
    vale = tarn(name="Vale", settlements=(), capital=None, month=month(Phase.EDICT, number=8))
    made = scene(ready(tarn(leaders=everybody())), on, Record(VALE, KINGDOM.name, vale))
    after = realm_in(played(made, GiveHexes(TARN, "3,0")))
    assert after.hexes["3,0"].prepared is None


def test_r070_a_site_that_was_built_on_is_prepared_no_second_time() -> None:
    on = hexed(land(), "1,0", prepared=0)
    made = played(at(MonthStep.SETTLEMENTS, on), FoundSettlement(TARN, "1,0", "Ford"))
    again = replace(kingdom_of(made).month, marks=month(Phase.EDICT, *EDICT[:2]).marks)
    made = scene(replace(kingdom_of(made), month=again), made.records[LANDS].state)
    require_refused(made, PrepareSite(TARN, "1,0"), "improvement.no_site")


# -- a game master's improvements ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "placed", "instead_of"),
    [
        ((), Improvement.FORT, None),
        ((Improvement.WATCHTOWER,), Improvement.FORT, Improvement.WATCHTOWER),
        ((Improvement.FORT,), Improvement.WATCHTOWER, Improvement.FORT),
        ((), Improvement.HIGHWAY, None),
        ((Improvement.ROAD,), Improvement.HIGHWAY, Improvement.ROAD),
        ((Improvement.MINE, Improvement.ROAD), Improvement.QUARRY, Improvement.MINE),
        ((Improvement.MINE, Improvement.ROAD), Improvement.FARM, None),
    ],
)
def test_r066_what_a_game_master_places_takes_the_place_of_what_it_excludes(
    there: tuple[Improvement, ...], placed: Improvement, instead_of: Improvement | None
) -> None:
    made = at(MonthStep.TERRAIN, hexed(land(), "1,0", improvements=there))
    turn = play(made, PlaceImprovement(TARN, "1,0", placed, "War"))
    told = turn.events[0]
    assert isinstance(told, ImprovementPlaced)
    assert told.instead_of is instead_of
    after = realm_in(played(made, PlaceImprovement(TARN, "1,0", placed, "War"))).hexes["1,0"].improvements
    assert set(after) == {*there, placed} - {instead_of}


# -- what another kingdom takes ------------------------------------------------------------------------


def test_r022_a_kingdom_that_gave_away_its_last_hex_is_asked_for_none_to_lose() -> None:
    """In the middle of its Upkeep, with Unrest 12; its month goes on by itself."""
    over = (MonthStep.STABILITY, MonthStep.CONSUMPTION, MonthStep.UNREST)
    vale = tarn(
        name="Vale", settlements=(), capital=None, unrest=12, month=month(Phase.UPKEEP, *over, number=4)
    )
    on = hexed(land(), "3,0", realm=VALE)
    made = scene(ready(tarn(leaders=everybody())), on, Record(VALE, KINGDOM.name, ready(vale, 1)))
    assert is_open(made.records[VALE].state, MonthStep.LOSE_HEX)
    left = played(made, GiveHexes(TARN, "3,0")).records[VALE].state
    assert (left.emptied, left.month.phase) == (4, Phase.EDICT)


def test_r022_a_map_read_from_a_file_can_take_the_last_hex_too() -> None:
    on = hexed(land(), "3,0", realm=VALE)
    vale = tarn(name="Vale", settlements=(), capital=None, month=month(Phase.EDICT, number=4))
    made = scene(ready(tarn(leaders=everybody())), on, Record(VALE, KINGDOM.name, ready(vale, 1)))
    left = played(made, ReadMap("map.csv", (Row(2, {"q": "3", "r": "0", "realm": ""}),))).records[VALE].state
    assert left.emptied == 4


@pytest.mark.parametrize(("is_revealed", "is_hidden"), [(True, False), (False, True)])
def test_a_free_city_in_the_fog_is_for_game_masters_alone(is_revealed: bool, is_hidden: bool) -> None:
    made = at(MonthStep.HEXES, hexed(land(), "4,0", is_revealed=is_revealed))
    turn = play(made, PlaceSettlement("4,0", "Ruddy Ford"))
    told = said_with(turn.events, "settlement.placed_free")
    assert (bool(told.facts()["hidden"].template), told.audience.everyone) == (is_hidden, not is_hidden)
    city = next(each.state for each in turn.changes if isinstance(each, Open))
    assert city.is_hidden is is_hidden
