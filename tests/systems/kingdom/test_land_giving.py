"""Hexes given by a game master: with a fief, by conquest, or back to nobody; settlements go along."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Record, RecordId, Replace, Scene
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Special, Stage, Terrain
from bot.systems.kingdom.land.giving import GiveHexes, HexesGiven
from bot.systems.kingdom.outcome import FiguresChanged
from bot.systems.kingdom.realm import KINGDOM, realm_of
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.towns.state import TOWN, Town
from tests.systems.kingdom.scenes import (
    HOLD,
    LANDS,
    TARN,
    hexed,
    kingdom_of,
    land,
    play,
    played,
    realm_in,
    scene,
    tarn,
)

BREV, ROW = RecordId("brev"), RecordId("row")


def two(**more: Any) -> Scene:
    """Tarn, and Brev with two hexes in the east and a settlement in one of them."""
    state = hexed(hexed(land(), "3,0", realm=BREV, prepared=1), "4,0", realm=BREV)
    brev = replace(tarn(), name="Brev", settlements=(ROW,), capital=ROW, **more)
    town = Town("Row", "3,0", LANDS, BREV, districts=1)
    return scene(tarn(), state, Record(BREV, KINGDOM.name, brev), Record(ROW, TOWN.name, town))


def told(turn: Any) -> HexesGiven:
    """What everybody is told."""
    return next(each for each in turn.events if isinstance(each, HexesGiven))


def size(after: Scene, kingdom: RecordId) -> int:
    """A kingdom's Size."""
    state = after.records[kingdom].state
    return figures(realm_of(kingdom, after.records.items(), {}, state)).size


def test_hexes_of_nobody_are_given_without_price_and_known_to_everyone() -> None:
    state = scene(tarn(), hexed(land(), "3,0", is_explored=False, is_cleared=False, is_revealed=False))
    turn = play(state, GiveHexes(TARN, "3,0 3,-1", "Fief of the queen"))
    after = played(state, GiveHexes(TARN, "3,0 3,-1", "Fief of the queen"))
    assert (size(after, TARN), kingdom_of(after).treasury) == (5, 20)
    found = realm_in(after).land.hexes["3,0"]
    assert (found.is_explored, found.is_cleared, found.is_revealed) == (True, True, True)
    assert told(turn) == HexesGiven("Tarn", ("3,0", "3,-1"), 2, reason="Fief of the queen")
    (moved,) = (each for each in turn.events if isinstance(each, FiguresChanged))
    shifts = {each.number: (each.before, each.after) for each in moved.shifts}
    assert shifts == {"size": (3, 5), "consumption": (4, 6), "control_dc": (24, 26)}


def test_conquest_takes_hexes_and_settlements_from_their_kingdom() -> None:
    turn = play(two(), GiveHexes(TARN, "3,0", "Conquest"))
    after = played(two(), GiveHexes(TARN, "3,0", "Conquest"))
    assert (size(after, TARN), size(after, BREV)) == (4, 1)
    town = after.records[ROW].state
    assert (town.kingdom, kingdom_of(after).settlements, kingdom_of(after).capital) == (
        TARN,
        (HOLD, ROW),
        HOLD,
    )
    brev = after.records[BREV].state
    assert (brev.settlements, brev.capital) == ((), None)
    found = after.records[LANDS].state.hexes["3,0"]
    assert (found.realm, found.prepared, Special.FREE_CITY in found.specials) == (TARN, 0, False)
    (loser,) = told(turn).losers
    assert loser.name == "Brev"
    assert ("size", 2, 1) in [(each.number, each.before, each.after) for each in loser.shifts]
    assert told(turn).towns == ("Row",)
    # Each record is written once.
    ids = [change.id for change in turn.changes]
    assert len(ids) == len(set(ids))
    assert all(isinstance(change, Replace) for change in turn.changes)


def test_a_kingdom_without_a_capital_has_the_first_settlement_given_as_one() -> None:
    state = two()
    bare = replace(tarn(), settlements=(), capital=None)
    without = replace(state, records={**state.records, TARN: Record(TARN, KINGDOM.name, bare)})
    del without.records[HOLD]  # type: ignore[attr-defined]
    assert kingdom_of(played(without, GiveHexes(TARN, "3,0"))).capital == ROW


def test_hexes_are_given_back_to_nobody_and_their_settlements_are_free() -> None:
    after = played(scene(), GiveHexes(TARN, "0,0", "Ceded", is_back=True))
    assert size(after, TARN) == 2
    assert after.records[HOLD].state.kingdom is None
    assert kingdom_of(after).capital is None
    assert after.records[LANDS].state.hexes["0,0"].realm is None


def test_only_hexes_of_a_kingdom_are_taken_from_it_and_only_others_given() -> None:
    with pytest.raises(RuleViolation, match="3,0 doesn't belong to Tarn"):
        play(scene(), GiveHexes(TARN, "1,0 3,0", is_back=True))
    with pytest.raises(RuleViolation, match="1,0 belongs to Tarn already"):
        play(scene(), GiveHexes(TARN, "3,0 1,0"))
    with pytest.raises(RuleViolation, match="no hex “9,9”"):
        play(scene(), GiveHexes(TARN, "9,9"))


@pytest.mark.parametrize("stage", [Stage.FOUNDING, Stage.ENDED])
def test_only_a_kingdom_that_stands_is_given_hexes(stage: Stage) -> None:
    with pytest.raises(RuleViolation, match="Tarn isn't founded, or has ended"):
        play(scene(tarn(stage=stage)), GiveHexes(TARN, "3,0"))


def test_a_game_master_gives_hexes_to_a_kingdom_that_stands_still_or_is_in_anarchy() -> None:
    for kingdom in (tarn(frozen="Winter"), tarn(is_in_anarchy=True, unrest=20)):
        assert size(played(scene(kingdom), GiveHexes(TARN, "3,0")), TARN) == 4


def test_a_given_hex_connects_what_was_cut_off() -> None:
    state = scene(tarn(), land(own=("0,0", "2,0")))
    cut = played(state, GiveHexes(TARN, "3,0"))
    assert [part.spots for part in kingdom_of(cut).parts]
    assert not kingdom_of(played(cut, GiveHexes(TARN, "1,0"))).parts


def test_a_hex_keeps_what_was_built_there() -> None:
    assert played(two(), GiveHexes(TARN, "3,0")).records[LANDS].state.hexes["3,0"].terrain is Terrain.PLAINS


def test_the_first_capital_that_is_given_is_a_milestone_once() -> None:
    bare = tarn(settlements=(), capital=None, milestones=("kingdom",), xp=2400)
    city = Record(RecordId("ford"), TOWN.name, Town("Ford", "3,0", LANDS))
    given = played(scene(bare, land(), city), GiveHexes(TARN, "3,0"))
    assert (kingdom_of(given).capital, kingdom_of(given).xp) == ("ford", 3600)
    again = played(played(given, GiveHexes(TARN, "3,0", is_back=True)), GiveHexes(TARN, "3,0"))
    assert kingdom_of(again).xp == 3600
