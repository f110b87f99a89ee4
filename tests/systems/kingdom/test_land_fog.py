"""Properties of every map: what players are told is what they see, and no edit leaves it crooked."""

from __future__ import annotations

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.people import PUBLIC
from bot.engine.system import Scene
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Special, Terrain
from bot.systems.kingdom.land.edits import (
    Deed,
    HexesSet,
    HexesTold,
    MarkHexes,
    RemoveHexes,
    SetHexes,
    changed,
    told,
)
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.rivers import DrawRiver, EraseRiver
from bot.systems.kingdom.land.state import Direction, Land, beside, seen
from tests.systems.kingdom.land_maps import lands
from tests.systems.kingdom.land_scenes import land_in, on_small
from tests.systems.kingdom.scenes import TARN, played


def for_all(land: Land) -> Land:
    """The map as anybody sees it."""
    return seen(land, PUBLIC)


@settings(max_examples=200, deadline=None)
@given(lands(), lands(), st.sampled_from(Deed))
def test_players_are_told_of_a_change_nothing_that_they_do_not_see(
    before: Land, after: Land, deed: Deed
) -> None:
    known = [(land.name_of(at), e) for land in map(for_all, (before, after)) for at, e in land.hexes.items()]
    allowed = {(name, each.terrain, each.specials, each.notes) for name, each in known}
    for event in told(before, after, deed):
        assert event.audience.everyone is isinstance(event, HexesTold)
        if isinstance(event, HexesTold):
            assert all(not each.secret for each in event.sights)
            assert {(e.name, e.terrain, e.specials, e.notes) for e in event.sights} <= allowed


@settings(max_examples=200, deadline=None)
@given(lands(), lands())
def test_every_change_is_told_to_somebody(before: Land, after: Land) -> None:
    events = told(before, after, Deed.READ)
    assert sum(each.count for each in events) >= len(changed(before, after))
    assert [type(each) for each in events] in ([HexesTold], [HexesSet], [HexesTold, HexesSet])


LABELS = st.sampled_from(["A1", "B1", "C1", "A2", "B2", "C2", "3,0", "3,1", "Ford"])
LISTS = st.lists(LABELS, min_size=1, max_size=3).map(" ".join)
EDITS = st.one_of(
    st.builds(
        SetHexes,
        LISTS,
        st.none() | st.sampled_from(Terrain),
        st.none() | st.sampled_from(["", "Ford", "A1"]),
        specials=st.none() | st.sampled_from([(), (Special.LAIR,)]),
        is_explored=st.none() | st.booleans(),
        is_revealed=st.none() | st.booleans(),
    ),
    st.builds(MarkHexes, LISTS, st.sampled_from([Deed.EXPLORED, Deed.CLEARED, Deed.REVEALED, Deed.HIDDEN])),
    st.builds(RemoveHexes, LISTS),
    st.builds(DrawRiver, st.tuples(LISTS, st.sampled_from(["", *Direction])).map(" ".join)),
    st.builds(EraseRiver, LISTS),
    st.builds(GiveHexes, st.just(TARN), LISTS, st.just("So"), st.booleans()),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(EDITS, max_size=12))
def test_whatever_is_done_rivers_lead_somewhere_labels_are_single_and_claims_are_known(
    edits: list[object],
) -> None:
    state: Scene = on_small()
    for edit in edits:
        with contextlib.suppress(RuleViolation):
            state = played(state, edit)
    land = land_in(state)
    labels = [each.label.casefold() for each in land.hexes.values() if each.label]
    assert len(labels) == len(set(labels))
    for at, each in land.hexes.items():
        assert each.realm is None or (each.is_explored and each.is_cleared and each.is_revealed)
        for way in each.rivers:
            there = beside(at, way)
            assert there not in land.hexes or land.flows(there, way.opposite)
