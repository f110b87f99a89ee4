"""Realms that win and lose hexes in any order: everything that holds of records still holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice.source import FixedDice
from bot.engine.system import Record, RecordId, Scene
from bot.errors import RuleViolation
from bot.storage import codec
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import Deed, MarkHexes, RemoveHexes, SetHexes
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.losses import DecidePart, LoseHexes
from bot.systems.kingdom.land.rivers import DrawRiver, EraseRiver
from bot.systems.kingdom.land.state import LAND, Land, connected, neighbours, parts
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.settlements import NameCapital, PlaceSettlement
from tests.systems.kingdom.invariants import (
    COMPASS,
    beyond,
    realms_in,
    require_land,
    require_sound,
    territories,
)
from tests.systems.kingdom.passages import require_lawful
from tests.systems.kingdom.scenes import LANDS, PLAIN, TARN, after, everybody, hold, ready, scene, tarn

VARN = RecordId("varn")
SPOTS = [f"{q},{r}" for q in range(5) for r in range(4)]
KINDS = {kind.action: kind for kind in SYSTEM.actions}
SOME = st.lists(st.sampled_from(SPOTS), min_size=1, max_size=4, unique=True).map(" ".join)
REALMS = st.sampled_from([TARN, TARN, VARN])
NAMES = st.sampled_from(["Hold", "Port", "Mill", "Ford"])
ON_LAND = st.one_of(
    st.builds(GiveHexes, REALMS, SOME, is_back=st.booleans()),
    st.builds(LoseHexes, REALMS, SOME),
    st.builds(DecidePart, REALMS, st.integers(1, 4), st.booleans()),
    st.builds(PlaceSettlement, st.sampled_from(SPOTS), NAMES, st.sampled_from([None, TARN])),
    st.builds(NameCapital, REALMS, NAMES),
)
ON_MAP = st.one_of(
    st.builds(DrawRiver, SOME),
    st.builds(EraseRiver, SOME),
    st.builds(RemoveHexes, SOME),
    st.builds(MarkHexes, SOME, st.sampled_from([Deed.EXPLORED, Deed.CLEARED, Deed.REVEALED, Deed.HIDDEN])),
    st.builds(
        SetHexes, SOME, st.sampled_from([Terrain.PLAINS, Terrain.WATER]), label=st.sampled_from(["A1", "B1"])
    ),
    st.builds(GiveHexes, REALMS, SOME),
)


def two_realms() -> Scene:
    """Tarn with two hexes and its capital, and Varn with nothing yet, on one map."""
    begun: Kingdom = ready(tarn(leaders=everybody()), 2)
    varn = replace(begun, name="Varn", settlements=(), capital=None)
    lands = Land(
        "The lands", {spot: replace(PLAIN, realm=TARN if spot in SPOTS[:2] else None) for spot in SPOTS}
    )
    return scene(begun, lands, hold(), Record(VARN, KINGDOM.name, varn))


def tried(at: Scene, action: Any) -> Scene:
    """The scene after an action, checked; the same where it was refused."""
    dice = FixedDice(*[3] * 4)
    try:
        turn = KINDS[type(action)].perform(at, action, dice)
    except RuleViolation:
        return at
    then = after(at, turn)
    before, now = (realms_in(each.records, {}) for each in (at, then))
    require_sound(then.records, now)
    require_lawful(before, now, action, turn)
    for record in then.records.values():
        assert codec.load(type(record.state), codec.dump(record.state)) == record.state
    return then


@settings(max_examples=60, deadline=None)
@given(st.lists(ON_LAND, max_size=25))
def test_territories_settlements_and_numbers_stay_sound_whatever_hexes_change_hands(
    actions: list[Any],
) -> None:
    now = two_realms()
    for action in actions:
        now = tried(now, action)


@settings(max_examples=60, deadline=None)
@given(st.lists(ON_MAP, max_size=25))
def test_rivers_labels_and_claims_stay_sound_whatever_is_drawn(actions: list[Any]) -> None:
    now = two_realms()
    for action in actions:
        now = tried(now, action)
        require_land(now.records[LANDS].state, now.records)


@settings(max_examples=200, deadline=None)
@given(st.sets(st.sampled_from(SPOTS)), st.sampled_from(SPOTS))
def test_r078_territories_are_those_that_brute_force_finds(spots: set[str], start: str) -> None:
    found = territories(spots)
    assert set(parts(spots)) == found
    reached = next((each for each in found if start in each), frozenset())
    assert connected((start,), spots) == reached
    assert {beyond(start, each) for each in COMPASS} == set(neighbours(start))


def test_the_land_is_a_record_of_the_campaign() -> None:
    assert two_realms().records[LANDS].kind == LAND.name
