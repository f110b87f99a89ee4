"""The map as game masters draw it: hexes, labels, fog, notes; what players are told and what they are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Open, Record, RecordId, Replace, World
from bot.errors import RuleViolation
from bot.systems.kingdom.book import TERRAINS, Special, Stage, Terrain
from bot.systems.kingdom.land.edits import DrawMap, MapChange, NoteHex, SetHexes
from bot.systems.kingdom.land.giving import GiveHexes, HexesGiven
from bot.systems.kingdom.land.marking import MarkHexes, RemoveHexes
from bot.systems.kingdom.land.rivers import DrawRiver, EraseRiver
from bot.systems.kingdom.land.state import (
    MOST_HEXES,
    Direction,
    Hex,
    Land,
    grid_label,
    grid_of,
    label_of,
    neighbours,
    path_of,
    spot_at,
    spot_of,
    spots_of,
    steps_between,
    within,
)
from bot.systems.kingdom.realm import KINGDOM, realm_of
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import ActiveEvent, CutOff
from bot.systems.kingdom.towns.state import TOWN, Town
from tests.refusals import refuses
from tests.rows import by_rule
from tests.systems.kingdom.land_scenes import (
    FOREST,
    for_players,
    lair,
    land_in,
    named,
    on_small,
    open_told,
    secret_told,
    small,
)
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    PLAIN,
    TARN,
    by,
    hexed,
    kingdom_of,
    land,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
)

# -- hexes as people name them --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spots"),
    [
        ("A1", ["0,0"]),
        ("a1 b2", ["0,0", "1,1"]),
        ("A1, B2,C1", ["0,0", "1,1", "2,0"]),
        ("A1, B2, C1", ["0,0", "1,1", "2,0"]),
        ("A1; B2;C1", ["0,0", "1,1", "2,0"]),
        ("0,0 1,1", ["0,0", "1,1"]),
        ("(0, 0) (1, 1)", ["0,0", "1,1"]),
        ("A1-B2", ["0,0", "1,0", "0,1", "1,1"]),
        ("C1..A1", ["0,0", "1,0", "2,0"]),
        ("A1 A1 0,0", ["0,0"]),
    ],
)
def test_hexes_are_named_by_labels_coordinates_and_blocks(text: str, spots: list[str]) -> None:
    assert spots_of(small(), text) == tuple(spots)


@pytest.mark.parametrize("corner", ["0,0", "-3,5"])
@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("A1-C4", "A1 B1 C1 A2 Oldtor C2 A3 B3 C3 A4 B4 C4"),
        ("B2-C3", "Oldtor C2 B3 C3"),
        ("Oldtor-C4", "Oldtor C2 B3 C3 B4 C4"),
        ("C4..oldtor", "Oldtor C2 B3 C3 B4 C4"),
        ("D2-Far Peak, A1", "D2 D3 Far Peak,A1"),
        ("A2:B2 A1", "A2 Oldtor A1"),
    ],
)
def test_a_block_goes_by_place_whatever_the_labels(corner: str, text: str, labels: str) -> None:
    drawn = land_in(played(scene(tarn(), Land("The lands", {})), DrawMap(5, 4, Terrain.PLAINS, corner)))
    renamed = {"B2": "Oldtor", "D4": "Far Peak"}
    on = replace(
        drawn,
        hexes={
            at: replace(each, label=renamed.get(each.label, each.label)) for at, each in drawn.hexes.items()
        },
    )
    found = {on.hexes[each].label for each in spots_of(on, text)}
    wanted = labels.replace("Far Peak", "Far_Peak").replace(",", " ").split()
    assert found == {each.replace("_", " ") for each in wanted}


def test_a_label_of_several_words_is_one_hex_and_numbers_are_labels_first() -> None:
    on = Land(
        "", {"0,0": replace(FOREST, label="Old Ford"), "3,4": FOREST, "5,5": replace(FOREST, label="12")}
    )
    assert spots_of(on, "old ford 3,4") == ("0,0", "3,4")
    assert spots_of(on, "Old Ford, 12") == ("0,0", "5,5")


def test_a_name_that_is_no_hex_is_refused_with_near_ones() -> None:
    on = Land("", {"0,0": replace(FOREST, label="Oldford", is_revealed=True)})
    with refuses("hex.near", "Oldfrod", "Oldford"):
        spots_of(on, "Oldfrod")
    with refuses("hex.unknown", "A3"):
        spots_of(small(), "A1 A3")
    with refuses("hex.none_named"):
        spots_of(small(), " , ")
    with refuses("hex.unknown", "SE"):
        spots_of(small(), "A1 SE")


@pytest.mark.parametrize("label", ["SE", "e", "a;b", "1,2", "3 4", "x" * 21])
def test_a_label_that_reads_as_something_else_is_refused(label: str) -> None:
    with pytest.raises(RuleViolation):
        label_of(label)


@pytest.mark.parametrize("corner", ["0,0", "-3,5", "2,1"])
def test_every_hex_of_a_grid_has_a_name_whatever_its_label(corner: str) -> None:
    drawn = land_in(played(scene(tarn(), Land("The lands", {})), DrawMap(4, 4, Terrain.PLAINS, corner)))
    assert drawn.grid == corner
    for at, each in drawn.hexes.items():
        assert drawn.grid_name(at) == each.label == drawn.name_of(at)
        assert drawn.at(each.label) == at
    ford = drawn.at("B3") or ""
    on = hexed(drawn, ford, label="Oldford")
    assert on.name_of(ford) == "B3 Oldford"
    assert {spot_of(on, text) for text in ("b3", "B3 Oldford", "oldford", ford)} == {ford}
    assert spots_of(on, "A3 B3 Oldford C3") == tuple(on.at(each) for each in ("A3", "B3", "C3"))
    with refuses("hex.unknown"):
        spot_of(on, "A3 Oldford")


def test_a_grid_is_known_by_its_labels() -> None:
    drawn = land_in(played(scene(tarn(), Land("The lands", {})), DrawMap(3, 3, Terrain.PLAINS, "4,4")))
    labels = {at: each.label for at, each in drawn.hexes.items()}
    assert grid_of(labels) == "4,4"
    ford = drawn.at("B2") or ""
    assert grid_of({**labels, ford: "Oldford"}) == "4,4"
    # Labels that disagree, and a peak called K2, make no grid.
    assert grid_of({**labels, ford: "C9"}) is None
    assert grid_of({"0,0": "K2", "1,0": "Ford"}) is None


def test_a_second_block_is_labelled_by_the_maps_own_grid() -> None:
    first = played(scene(tarn(), Land("The lands", {})), DrawMap(2, 2, Terrain.PLAINS))
    after = land_in(played(first, DrawMap(1, 1, Terrain.HILLS, "5,0")))
    assert after.hexes["5,0"].label == "F1"
    west = land_in(played(first, DrawMap(1, 1, Terrain.HILLS, "-5,0")))
    assert west.name_of("-5,0") == "-5,0"


def test_a_hex_of_the_grid_is_drawn_by_its_name() -> None:
    first = played(scene(tarn(), Land("The lands", {})), DrawMap(2, 2, Terrain.PLAINS))
    after = land_in(played(first, SetHexes("C2", Terrain.HILLS)))
    assert after.hexes["2,1"].terrain is Terrain.HILLS
    assert after.name_of("2,1") == "C2"


def test_columns_are_lettered_past_z() -> None:
    assert [grid_label(column, 2) for column in (0, 25, 26, 27, 52)] == ["A3", "Z3", "AA3", "AB3", "BA3"]


def test_a_path_keeps_words_of_direction() -> None:
    assert path_of(small(), "NW A1 B1 se") == ("NW", "0,0", "1,0", "SE")


# -- drawing --------------------------------------------------------------------------------------------


def test_hexes_are_drawn_and_changed_together_and_what_is_left_out_stays() -> None:
    drawn = SetHexes("5,5 A1", Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
    after = played(on_small(A1=lair(notes="Old")), drawn)
    assert land_in(after).hexes["5,5"] == PLAIN
    assert named(after, "A1") == replace(PLAIN, label="A1", specials=(Special.LAIR,), notes="Old")


def test_the_first_hex_begins_the_map() -> None:
    empty = on_small()
    bare = replace(empty, records={TARN: replace(empty.records[TARN], state=tarn(land="elsewhere"))})
    turn = play(bare, SetHexes("0,0", Terrain.HILLS))
    (change,) = turn.changes
    assert isinstance(change, Open)
    assert change.state.hexes == {"0,0": Hex(Terrain.HILLS)}


def test_a_label_is_for_one_hex_and_never_used_twice() -> None:
    require_refused(on_small(), SetHexes("A1 B1", label="Ford"), "hex.label_for_one", "Ford", 2)
    require_refused(on_small(), SetHexes("A1", label="b1"), "hex.label_used", "b1", "1,0")
    assert named(played(on_small(), SetHexes("A1", label="Ford")), "Ford").terrain is Terrain.FOREST
    assert land_in(played(on_small(), SetHexes("A1", label=""))).hexes["0,0"].label == ""
    # Its own label in another shape.
    assert named(played(on_small(), SetHexes("A1", label="a1")), "a1").label == "a1"


def test_a_map_has_at_most_600_hexes() -> None:
    whole = played(on_small(), DrawMap(27, 22, Terrain.PLAINS, "100,0", has_labels=False))
    assert len(land_in(whole).hexes) == MOST_HEXES
    require_refused(whole, SetHexes("-9,-9", Terrain.PLAINS), "hex.too_many", 600, 601)
    require_refused(on_small(), DrawMap(25, 25, Terrain.PLAINS), "map.block_size", 25, 625)


def test_a_block_stands_upright_and_is_labelled_by_column_and_row() -> None:
    after = played(scene(tarn(), Land("The lands", {})), DrawMap(3, 3, Terrain.HILLS))
    assert {each.label: spot for spot, each in land_in(after).hexes.items()} == {
        "A1": "0,0",
        "B1": "1,0",
        "C1": "2,0",
        "A2": "0,1",
        "B2": "1,1",
        "C2": "2,1",
        "A3": "-1,2",
        "B3": "0,2",
        "C3": "1,2",
    }
    assert not for_players(after).hexes


def test_a_block_goes_round_what_is_there_and_takes_no_label_twice() -> None:
    after = played(on_small(), DrawMap(4, 2, Terrain.PLAINS))
    drawn = {spot: each for spot, each in land_in(after).hexes.items() if each.terrain is Terrain.PLAINS}
    assert {spot: each.label for spot, each in drawn.items()} == {"3,0": "D1", "3,1": "D2"}
    elsewhere = played(on_small(), DrawMap(1, 1, Terrain.PLAINS, "9,9"))
    assert land_in(elsewhere).hexes["9,9"].label == ""
    require_refused(on_small(), DrawMap(3, 2, Terrain.PLAINS), "map.all_drawn")


def test_r074_a_coastline_is_its_land_with_a_mark_and_counts_as_that_land() -> None:
    after = played(on_small(), SetHexes("A1", Terrain.HILLS, is_coast=True))
    found = named(after, "A1")
    assert (found.terrain, found.is_coast) == (Terrain.HILLS, True)
    assert not found.has_water
    assert "coast" not in {each.value for each in Terrain}


def test_r075_exploration_takes_the_printed_days() -> None:
    """The footnote, Jungle as Marsh (3 days), is for another table."""
    assert TERRAINS[Terrain.JUNGLE].explore_days == 2
    assert TERRAINS[Terrain.CAVERN].explore_days == 3
    assert TERRAINS[Terrain.MARSH].explore_days == 3


def test_special_terrain_on_a_claimed_hex_moves_its_kingdoms_numbers_and_that_is_told() -> None:
    turn = play(scene(), SetHexes("1,0", specials=(Special.LANDMARK,)))
    (moved,) = (each for each in turn.events if isinstance(each, FiguresChanged))
    assert moved.name == "Tarn"
    assert [(each.number, each.after - each.before) for each in moved.shifts] == [("loyalty", 1)]
    unclaimed = play(scene(), SetHexes("3,0", specials=(Special.LANDMARK,)))
    assert not [each for each in unclaimed.events if isinstance(each, FiguresChanged)]


# -- explored, cleared, revealed ------------------------------------------------------------------------


def test_exploring_reveals_and_tells_what_is_there() -> None:
    turn = play(on_small(C2=lair()), MarkHexes("C2", MapChange.EXPLORED))
    told = open_told(turn)
    assert told is not None
    assert secret_told(turn) is None
    assert [(each.name, each.terrain, each.specials) for each in told.sights] == [
        ("C2", Terrain.FOREST, (Special.LAIR,))
    ]


def test_revealing_shows_the_terrain_and_not_what_is_hidden_there() -> None:
    state = on_small(C2=lair(secret="A dragon"))
    turn = play(state, MarkHexes("C2", MapChange.REVEALED))
    told = open_told(turn)
    assert told is not None
    assert told.sights[0].specials == ()
    assert told.sights[0].secret == ""
    assert for_players(played(state, MarkHexes("C2", MapChange.REVEALED))).hexes["2,1"] == replace(
        FOREST, label="C2", is_revealed=True
    )


def test_clearing_wants_an_explored_hex_so_that_nothing_comes_to_light_by_it() -> None:
    require_refused(on_small(), MarkHexes("A1", MapChange.CLEARED), "hex.explore_first", "A1")
    after = played(
        played(on_small(), MarkHexes("A1", MapChange.EXPLORED)), MarkHexes("A1", MapChange.CLEARED)
    )
    assert named(after, "A1").is_cleared


def test_hiding_is_told_to_game_masters_alone_and_refused_for_a_kingdoms_hex() -> None:
    turn = play(on_small(), MarkHexes("A1 C2 A2", MapChange.HIDDEN))
    assert open_told(turn) is None
    told = secret_told(turn)
    assert told is not None
    assert [each.name for each in told.sights] == ["A1", "A2"]
    require_refused(scene(), MarkHexes("1,0", MapChange.HIDDEN), "hex.claimed_is_known", "1,0")
    require_refused(scene(), SetHexes("1,0", is_explored=False), "hex.claimed_is_known", "1,0")


@pytest.mark.parametrize("deed", [MapChange.EXPLORED, MapChange.REVEALED, MapChange.HIDDEN])
def test_what_is_so_already_is_refused(deed: MapChange) -> None:
    state = scene(tarn(settlements=(), capital=None), land(own=()))
    hidden = played(state, MarkHexes("0,0", MapChange.HIDDEN)) if deed is MapChange.HIDDEN else state
    require_refused(hidden, MarkHexes("0,0", deed), "hex.nothing_to_mark")


# -- what who is told -----------------------------------------------------------------------------------


def test_a_change_under_the_fog_is_told_to_game_masters_alone() -> None:
    turn = play(on_small(), SetHexes("C1 C2", Terrain.MARSH, secret="Trolls"))
    assert open_told(turn) is None
    told = secret_told(turn)
    assert told is not None
    assert [(each.name, each.secret) for each in told.sights] == [("C1", "Trolls"), ("C2", "Trolls")]


def test_a_change_half_under_the_fog_is_told_in_two_parts() -> None:
    turn = play(on_small(), SetHexes("A1 C2", Terrain.MARSH))
    told, hidden = open_told(turn), secret_told(turn)
    assert told is not None
    assert hidden is not None
    assert [each.name for each in told.sights] == ["A1"]
    assert [each.name for each in hidden.sights] == ["C2"]


def test_an_unexplored_special_and_a_secret_note_on_a_known_hex_are_told_to_game_masters_alone() -> None:
    turn = play(on_small(), SetHexes("A1", specials=(Special.RUIN,), secret="A ghost"))
    assert open_told(turn) is None
    both = play(on_small(), SetHexes("A1", Terrain.MARSH, specials=(Special.RUIN,), secret="A ghost"))
    told, hidden = open_told(both), secret_told(both)
    assert told is not None
    assert hidden is not None
    assert (told.sights[0].specials, told.sights[0].secret) == ((), "")
    assert (hidden.sights[0].specials, hidden.sights[0].secret) == ((Special.RUIN,), "A ghost")


def test_players_see_no_hex_under_the_fog_no_unexplored_special_and_no_secret() -> None:
    state = on_small(A1=lair(is_revealed=True, secret="Kz"), C2=lair(notes="Kz"))
    shown = for_players(state)
    assert sorted(each.label for each in shown.hexes.values()) == ["A1", "A2", "B1"]
    assert all(not each.secret and not each.specials for each in shown.hexes.values())
    explored = for_players(played(state, MarkHexes("A1", MapChange.EXPLORED)))
    assert explored.hexes["0,0"].specials == (Special.LAIR,)
    assert explored.hexes["0,0"].secret == ""


def test_what_a_kingdom_claims_is_seen_by_everyone_with_its_specials() -> None:
    """Else a kingdom's numbers would be others for its players than for its game masters."""
    claimed = replace(FOREST, realm=TARN, specials=(Special.LANDMARK,))
    shown = for_players(on_small(C2=claimed))
    assert shown.hexes["2,1"].specials == (Special.LANDMARK,)


# -- off the map ----------------------------------------------------------------------------------------


def test_hexes_leave_the_map() -> None:
    turn = play(on_small(), RemoveHexes("A1 C2"))
    after = played(on_small(), RemoveHexes("A1 C2"))
    assert sorted(each.label for each in land_in(after).hexes.values()) == ["A2", "B1", "B2", "C1"]
    told, hidden = open_told(turn), secret_told(turn)
    assert told is not None
    assert hidden is not None
    assert [each.name for each in told.sights] == ["A1"]
    assert [each.name for each in hidden.sights] == ["C2"]


def test_a_hex_that_a_kingdom_needs_stays_on_the_map() -> None:
    begun = tarn(stage=Stage.FOUNDING, first="3,0")
    lost = tarn(parts=(CutOff(1, ("3,0",), 1, is_lost=True),))
    struck = tarn(happenings=(ActiveEvent(1, "monster_attack", 1, spot="3,0"),))
    for kingdom in (begun, lost, struck):
        require_refused(scene(kingdom), RemoveHexes("3,0"), "hex.must_stay", "3,0")


# -- notes ----------------------------------------------------------------------------------------------


def test_players_write_on_hexes_they_see() -> None:
    after = played(by(on_small(), DEACON), NoteHex("a1", "  Good\nhunting "))
    assert named(after, "A1").notes == "Good hunting"
    turn = play(by(after, DEACON), NoteHex("A1", ""))
    assert secret_told(turn) is None
    assert open_told(turn) is not None


def test_a_note_on_a_hex_under_the_fog_is_refused_to_players_as_if_it_were_not_there() -> None:
    for name in ("C2", "2,1"):
        with pytest.raises(RuleViolation, match=f"no hex “{name}”") as hidden:
            play(by(on_small(), DEACON), NoteHex(name, "Trolls?"))
        assert "C2" not in str(hidden.value).replace(f"“{name}”", "")
    require_refused(on_small(), NoteHex("C2", "Trolls"), "hex.note_under_fog", "C2")


def test_a_note_is_short_and_not_written_twice() -> None:
    require_refused(on_small(), NoteHex("A1", "x" * 301), "hex.long_note", 300, 301)
    require_refused(on_small(), NoteHex("A1", ""), "hex.no_note", "A1")
    require_refused(played(on_small(), NoteHex("A1", "Inn")), NoteHex("A1", "Inn"), "hex.same_note", "A1")


def test_a_long_list_is_counted_not_told_in_full() -> None:
    turn = play(on_small(), DrawMap(20, 20, Terrain.PLAINS, "100,0", is_revealed=True))
    told = open_told(turn)
    assert told is not None
    assert (len(told.sights), told.count) == (12, 400)


def test_the_land_is_the_subject_and_the_only_record_that_changes() -> None:
    turn = play(scene(), SetHexes(" ".join(("3,0", "4,0")), Terrain.HILLS))
    assert [change.id for change in turn.changes] == [LANDS]
    assert turn.subject == LANDS


def test_what_goes_under_the_fog_by_a_change_is_told_to_game_masters_alone() -> None:
    turn = play(on_small(), SetHexes("A1", is_revealed=False))
    assert open_told(turn) is None
    told = secret_told(turn)
    assert told is not None
    assert [each.name for each in told.sights] == ["A1"]


# -- Hexes given by a game master: with a fief, by conquest, or back to nobody; settlements go along ----


BREV, ROW = RecordId("brev"), RecordId("row")


def two(**more: Any) -> World:
    """Tarn, and Brev with two hexes in the east and a settlement in one of them."""
    state = hexed(hexed(land(), "3,0", realm=BREV, prepared=1), "4,0", realm=BREV)
    brev = replace(tarn(), name="Brev", settlements=(ROW,), capital=ROW, **more)
    town = Town("Row", "3,0", LANDS, BREV, districts=1)
    return scene(tarn(), state, Record(BREV, KINGDOM.name, brev), Record(ROW, TOWN.name, town))


def told(turn: Any) -> HexesGiven:
    """What everybody is told."""
    return next(each for each in turn.events if isinstance(each, HexesGiven))


def size(after: World, kingdom: RecordId) -> int:
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


@by_rule(
    "begin, action, refusal",
    ("a_new_hex_needs_its_terrain",
     on_small(), SetHexes("7,7", is_coast=True), refuses("hex.needs_terrain", "7,7")),
    ("a_block_without_corner_or_off_the_world_is_refused",
     on_small(), DrawMap(1, 1, Terrain.PLAINS, "here"), refuses("map.no_corner", "here")),
    ("a_block_without_corner_or_off_the_world_is_refused",
     on_small(), DrawMap(3, 1, Terrain.PLAINS, "998,0"), refuses("map.off_the_world", -999, 999)),
    ("a_block_without_corner_or_off_the_world_is_refused",
     on_small(), DrawMap(0, 5, Terrain.PLAINS), refuses("map.block_size")),
    ("r166_no_settlement_stands_on_water",
     scene(), SetHexes("0,0", Terrain.WATER), refuses("hex.settled_water", "Hold", "0,0")),
    ("a_claimed_hex_stays_on_the_map",
     scene(), RemoveHexes("3,0 1,0"), refuses("hex.must_stay", "1,0", "Tarn")),
    ("a_hex_with_a_free_city_stays_on_the_map",
     scene(tarn(), land().having({"0,0": replace(land().hexes["0,0"], realm=None)})), RemoveHexes("0,0"),
     refuses("hex.must_stay", "Hold", "0,0")),
    ("only_hexes_of_a_kingdom_are_taken_from_it_and_only_others_given",
     scene(), GiveHexes(TARN, "1,0 3,0", is_back=True), refuses("hex.not_its", "3,0", "Tarn")),
    ("only_hexes_of_a_kingdom_are_taken_from_it_and_only_others_given",
     scene(), GiveHexes(TARN, "3,0 1,0"), refuses("hex.is_its", "1,0", "Tarn")),
    ("only_hexes_of_a_kingdom_are_taken_from_it_and_only_others_given",
     scene(), GiveHexes(TARN, "9,9"), refuses("hex.unknown", "9,9")),
)  # fmt: skip
def test_what_is_refused(begin: World, action: Any, refusal: Any) -> None:
    with refusal:
        play(begin, action)


@pytest.mark.parametrize("stage", [Stage.FOUNDING, Stage.ENDED])
def test_only_a_kingdom_that_stands_is_given_hexes(stage: Stage) -> None:
    require_refused(scene(tarn(stage=stage)), GiveHexes(TARN, "3,0"), "hex.only_standing", "Tarn")


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


# -- Rivers flow both ways over a border, and lead somewhere --------------------------------------------


def flows(after: World) -> dict[str, str]:
    """Where rivers flow, by label."""
    return {each.label: " ".join(each.rivers) for each in land_in(after).hexes.values() if each.rivers}


def test_a_river_is_drawn_both_ways_along_its_path() -> None:
    after = played(on_small(), DrawRiver("A1 B1 B2"))
    assert flows(after) == {"A1": "E", "B1": "W SE", "B2": "NW"}
    assert named(after, "B1").has_river


def test_a_river_may_leave_the_map_at_either_end() -> None:
    assert flows(played(on_small(), DrawRiver("NW A1 A2 SE"))) == {"A1": "NW SE", "A2": "NW SE"}
    assert flows(played(on_small(), DrawRiver("C1 E"))) == {"C1": "E"}


def test_rivers_meet_in_a_hex() -> None:
    after = played(played(on_small(), DrawRiver("A1 B1 C1")), DrawRiver("B1 B2"))
    assert flows(after)["B1"] == "E W SE"


@pytest.mark.parametrize(
    ("through", "refusal"),
    [
        ("A1", refuses("river.leads_nowhere", "in A1 alone")),
        ("SE", refuses("river.leads_nowhere")),
        ("SE NW", refuses("river.leads_nowhere")),
        ("A1 C1", refuses("river.no_neighbours", "C1", "A1", "Next to A1: B1 (E) and A2 (SE).")),
        ("A1 A1", refuses("river.no_neighbours", "A1")),
        ("A1 9,9", refuses("hex.unknown", "9,9")),
        ("A1 E B1", refuses("river.direction_within", "E")),
        ("A1 E", refuses("river.map_goes_on", "E", "A1", "B1")),
        ("SE A1 B1", refuses("river.map_goes_on", "SE", "A1", "A2")),
    ],
)
def test_a_river_that_leads_nowhere_is_refused(through: str, refusal: Any) -> None:
    with refusal:
        play(on_small(), DrawRiver(through))


def test_a_river_that_flows_there_already_is_refused() -> None:
    after = played(on_small(), DrawRiver("A1 B1"))
    require_refused(after, DrawRiver("B1 A1"), "river.is_there")


def test_a_river_is_erased_between_hexes_or_in_one() -> None:
    after = played(on_small(), DrawRiver("NW A1 B1 C1"))
    assert flows(played(after, EraseRiver("A1 B1"))) == {"A1": "NW", "B1": "E", "C1": "W"}
    assert flows(played(after, EraseRiver("B1"))) == {"A1": "NW"}
    assert flows(played(after, EraseRiver("NW A1"))) == {"A1": "E", "B1": "E W", "C1": "W"}
    require_refused(after, EraseRiver("A2"), "river.none")
    require_refused(after, EraseRiver("A1 C1"), "river.no_neighbours")


def test_a_river_that_left_the_map_flows_on_into_a_new_hex() -> None:
    after = played(played(on_small(), DrawRiver("C1 E")), SetHexes("3,0", Terrain.PLAINS))
    assert land_in(after).hexes["3,0"].rivers == (Direction.WEST,)


def test_a_river_of_a_hex_that_is_removed_leaves_the_map_there() -> None:
    after = played(played(on_small(), DrawRiver("B1 C1")), RemoveHexes("C1"))
    assert flows(after) == {"B1": "E"}


def test_the_hexes_within_a_radius_are_those_that_many_steps_away() -> None:
    centre = spot_at(2, -3)
    every = {each: steps_between(centre, each) for each in within(centre, 6)}
    for radius in range(6):
        assert set(within(centre, radius)) == {each for each, steps in every.items() if steps <= radius}
    assert {steps_between(centre, each) for each in neighbours(centre)} == {1}
