"""The map as a file: every cell, every fault by its row, and nothing lost on the way there and back."""

from __future__ import annotations

import contextlib
import csv
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.event import sentence
from bot.engine.files import Row
from bot.engine.people import PUBLIC
from bot.engine.system import Record, Result, World
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Alignment, Improvement, Phase, Special, Stat, Terrain
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.land.edits import HexesSet, HexesTold, MapChange, SetHexes, Sight, changed, events_of
from bot.systems.kingdom.land.files import MAP, Known, MapRead, ReadMap, places, read_rows
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.marking import MarkHexes, RemoveHexes
from bot.systems.kingdom.land.rivers import DrawRiver, EraseRiver
from bot.systems.kingdom.land.state import Direction, Hex, Land, beside, seen
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.sources import Origin, aqueducts, figures, sources
from bot.systems.kingdom.state import CutOff
from tests.extent import share
from tests.refusals import refuses
from tests.systems.kingdom.land_maps import lands
from tests.systems.kingdom.land_scenes import FOREST, land_in, on_small, open_told, secret_told, small
from tests.systems.kingdom.scenes import (
    LANDS,
    OWN,
    PLAIN,
    TARN,
    change,
    decided,
    hexed,
    hold,
    land,
    month,
    play,
    played,
    realm,
    require_refused,
    scene,
    tarn,
)
from tests.systems.kingdom.sums import FLOWS, E, L, S, bare, row, values

ROOT = Path(__file__).parents[3]
COLUMNS = [column.name for column in MAP.columns]
HEAD = ",".join(COLUMNS)
EMPTY = Known(Land("The lands", {}), {"tarn": TARN}, {}, lambda _: "")


def rows(text: str) -> tuple[Row, ...]:
    """The rows of a CSV text."""
    return MAP.read("map.csv", text.encode())


def table(
    *lines: str, head: str = "q,r,terrain,label,rivers,specials,realm,explored,coast"
) -> tuple[Row, ...]:
    """The rows of a table with those lines."""
    return rows("\n".join((head, *lines)))


def read(found: tuple[Row, ...], known: Known = EMPTY, *, is_replacing: bool = False) -> Land:
    """The map with those rows."""
    return read_rows(known, found, is_replacing=is_replacing).land


def refused(found: tuple[Row, ...], known: Known = EMPTY, *, is_replacing: bool = False) -> list[str]:
    """What is wrong with those rows, a line each."""
    with refuses("file.faults") as wrong:
        read(found, known, is_replacing=is_replacing)
    first, *lines = str(wrong.value).split("\n")
    assert first == "Nothing was imported. Fix this first:"
    return lines


# -- columns and cells ----------------------------------------------------------------------------------


def test_every_column_is_read() -> None:
    line = "2,-1,,Ford,Hill,E sw,yes,x,lair landmark,yes,no,yes,Tarn,farm ROAD,3,Good fish,Trolls"
    end = "3,-1,,,plains,W,,,,,,,,,,,"
    other = "1,0,,,plains,NE,,,,,,,,,,,"
    found = read(rows("\n".join((HEAD, line.replace("no,yes,Tarn", ",,Tarn"), end, other)))).hexes["2,-1"]
    assert found == Hex(
        Terrain.HILLS,
        "Ford",
        (Direction.EAST, Direction.SOUTH_WEST),
        is_coast=True,
        has_lake=True,
        specials=(Special.LAIR, Special.LANDMARK),
        is_explored=True,
        is_cleared=True,
        is_revealed=True,
        realm=TARN,
        improvements=(Improvement.FARM, Improvement.ROAD),
        prepared=3,
        notes="Good fish",
        secret="Trolls",
    )


def test_a_table_may_have_semicolons_tabs_quotes_and_the_mark_of_a_spreadsheet() -> None:
    wanted = {"0,0": Hex(Terrain.HILLS, notes='A "ford", old')}
    for text in (
        '\ufeffq;r;terrain;notes\r\n0;0;hills;"A ""ford"", old"\r\n;;;\r\n',
        'q\tr\tterrain\tnotes\n0\t0\thills\t"A ""ford"", old"\n',
        '"Q","R","Terrain ",notes,\n0,0,Hills,"A ""ford"", old",\n',
    ):
        assert read(rows(text)).hexes == wanted


def test_a_map_file_may_name_hexes_by_their_place_on_the_grid() -> None:
    placed = "hex,terrain\nA1,hills\nb2,plains\nA3,forest"
    found = read(rows(placed))
    assert {at: each.terrain for at, each in found.hexes.items()} == {
        "0,0": Terrain.HILLS,
        "1,1": Terrain.PLAINS,
        "-1,2": Terrain.FOREST,
    }
    assert found.grid == "0,0"
    # A map that has a grid keeps it, and a label or coordinates are understood as well.
    known = replace(EMPTY, land=Land("Lands", {"5,5": replace(FOREST, label="Old Ford")}, "4,4"))
    assert set(read(rows(placed), known).hexes) == {"4,4", "5,5", "3,6"}
    named = read(rows("hex,notes\nold ford,Inn\n"), known)
    assert named.hexes["5,5"].notes == "Inn"
    assert read(rows('hex,terrain\n"2,-1",hills'), known).hexes["2,-1"].terrain is Terrain.HILLS
    # JSON too; and a file that has both tells where the grid begins.
    data = json.dumps({"waypost": "kingdom-map", "hexes": [{"hex": "B1", "terrain": "hills"}]}).encode()
    assert set(read(MAP.read("map.json", data)).hexes) == {"1,0"}
    assert read(rows("q,r,hex,terrain\n6,5,B2,hills\n,,A1,hills")).grid == "5,4"
    assert "4,4,A1,," in MAP.csv(places(read(rows(placed), known), {})).decode()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (",,A0,hills", "row 2: “A0” isn't a hex; write its column and row, like A1 or B12, or coordinates"),
        (",,Oldford,hills", "row 2: “Oldford” isn't a hex; write its column and row, like A1 or B12"),
        ("1,1,A2,hills", "row 2: A2 is at 0,1, not at 1,1; correct one of them, or leave it empty."),
        (",,,hills", "row 2: this row doesn't say which hex; write its place under “hex”, like A1, or its"),
        ("x,,A2,hills", "row 2: “x,” aren't coordinates; q and r are whole numbers from -999 to 999."),
    ],
)
def test_a_mistake_in_naming_a_hex_is_told_by_its_row_with_what_would_be_right(line: str, why: str) -> None:
    known = replace(EMPTY, land=Land("Lands", {}, "0,0"))
    (told,) = refused(rows(f"q,r,hex,terrain\n{line}"), known)
    assert told.startswith(f"• {why}")


def test_a_label_that_is_another_place_on_the_grid_is_told_by_its_row() -> None:
    assert refused(rows("hex,label,terrain\nA1,C2,hills")) == [
        "• row 2: “C2” is another place on the grid: this hex is A1. Pick another label."
    ]


def test_columns_left_out_leave_those_parts_of_known_hexes_as_they_are() -> None:
    known = replace(EMPTY, land=small())
    after = read(table("0,0,hills,,,,,,", "9,9,plains,,,,,,"), known)
    assert after.hexes["0,0"] == Hex(Terrain.HILLS, is_revealed=True)
    only = read(rows("q,r,notes\n0,0,Inn"), known)
    assert only.hexes["0,0"] == replace(FOREST, label="A1", is_revealed=True, notes="Inn")
    assert len(after.hexes) == 7


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0,0,swampp,,,,,,", "row 2, “terrain”: “swampp” isn't a known terrain. Did you mean marsh?"),
        (
            "0,0,blorb,,,,,,",
            "row 2, “terrain”: “blorb” isn't a known terrain: it has to be one of cavern, desert,",
        ),
        ("0,0,Coastline,,,,,,", "row 2, “terrain”: a coastline counts as the land next to it."),
        ("0,0,,,,,,,", "row 2: hex 0,0 is new and needs a terrain"),
        ("x,0,hills,,,,,,", "row 2: “x,0” aren't coordinates; q and r are whole numbers from -999 to 999."),
        ("0,1000,hills,,,,,,", "row 2: “0,1000” aren't coordinates"),
        (
            "0,0,hills,,up,,,,",
            "row 2, “rivers”: “up” isn't a known direction out of a hex: it has to be one of E, NE,",
        ),
        (
            "0,0,hills,,,rune,,,",
            "row 2, “specials”: “rune” isn't a known special terrain. Did you mean ruin?",
        ),
        ("0,0,hills,,,river,,,", "row 2, “specials”: rivers go under “rivers”"),
        (
            "0,0,hills,,,,Tran,,",
            "row 2, “realm”: “Tran” isn't a known kingdom of this campaign. Did you mean tarn?",
        ),
        ("0,0,hills,,,,,perhaps,", "row 2, “explored”: “perhaps” isn't yes or no."),
        ("0,0,hills,,,,Tarn,no,", "row 2: a kingdom's hex is explored; leave “explored” empty or write yes."),
        ("0,0,hills,SE,,,,,", "row 2, “label”: “SE” can't be a label"),
        (f"0,0,hills,{'x' * 21},,,,,", "row 2, “label”: A label can have at most 20 characters"),
    ],
)
def test_a_wrong_cell_is_told_by_its_row(line: str, why: str) -> None:
    (only,) = refused(table(line))
    assert only.startswith(f"• {why}")


def test_an_unknown_terrain_on_row_41_is_told_as_row_41() -> None:
    lines = [f"{column},0,hills,,,,,," for column in range(60)]
    lines[39] = "39,0,swampp,,,,,,"
    assert refused(table(*lines)) == [
        "• row 41, “terrain”: “swampp” isn't a known terrain. Did you mean marsh?"
    ]


def test_all_faults_are_told_in_order_the_first_ten_in_full() -> None:
    lines = refused(table(*(f"{column},0,bad,,,rune,,," for column in range(11))))
    assert len(lines) == 11
    assert lines[0].startswith("• row 2, “terrain”:")
    assert lines[1].startswith("• row 2, “specials”:")
    assert lines[2].startswith("• row 3, “terrain”:")
    assert lines[-1] == "… and 12 more."


def test_r074_the_coast_is_a_column() -> None:
    assert read(table("0,0,hills,,,,,,yes")).hexes["0,0"].is_coast


def test_improvements_that_the_terrain_does_not_allow_are_only_odd() -> None:
    found = read_rows(EMPTY, rows("q,r,terrain,improvements\n0,0,hills,sawmill mine"), is_replacing=False)
    assert found.land.hexes["0,0"].improvements == (Improvement.MINE, Improvement.SAWMILL)
    assert [(odd.row, odd.improvement, odd.terrain) for odd in found.odd] == [
        (2, Improvement.SAWMILL, Terrain.HILLS)
    ]


# -- the whole map --------------------------------------------------------------------------------------


def test_a_river_that_leads_nowhere_is_told_by_its_row() -> None:
    assert refused(table("0,0,hills,A1,E,,,,", "1,0,hills,B1,,,,,")) == [
        "• row 2: the river to E leads nowhere: B1 has no river toward W."
    ]
    # Towards the edge of the map it is fine.
    assert read(table("0,0,hills,A1,E,,,,")).hexes["0,0"].rivers == (Direction.EAST,)


def test_a_river_of_the_rest_of_the_map_must_flow_on() -> None:
    known = replace(EMPTY, land=land_in(played(on_small(), DrawRiver("A1 B1"))))
    assert refused(rows("q,r,rivers\n1,0,"), known) == [
        "• row 2: the river of A1 flows in here; add W to “rivers”."
    ]
    assert read(rows("q,r,terrain\n1,0,hills"), known).flows("1,0", Direction.WEST)


def test_a_label_used_twice_is_told_by_its_row() -> None:
    assert refused(table("0,0,hills,Ford,,,,,", "1,0,hills,ford,,,,,")) == [
        "• row 3: “ford” is already the label of hex 0,0. Pick another label."
    ]
    assert refused(table("9,9,hills,B1,,,,,"), replace(EMPTY, land=small())) == [
        "• row 2: “B1” is already the label of hex 1,0. Pick another label."
    ]
    # Two hexes may change labels with each other.
    swapped = read(rows("q,r,label\n0,0,B1\n1,0,A1"), replace(EMPTY, land=small()))
    assert swapped.labelled("B1") == "0,0"


def test_the_same_hex_twice_is_told_by_its_row() -> None:
    assert refused(table("0,0,hills,,,,,,", "0,0,hills,,,,,,")) == ["• row 3: 0,0 is already in row 2."]


def test_a_settlement_keeps_its_land_and_its_kingdom() -> None:
    known = replace(EMPTY, land=land(), towns={"0,0": "Hold"})
    assert refused(rows("q,r,terrain,realm\n0,0,water,"), known) == [
        "• row 2: Hold is here, and settlements can't be on Water.",
        "• row 2: Hold is here, and a file can't change who owns that hex. Use `/gm deed: give hexes`.",
    ]


def test_replacing_takes_no_hex_off_that_must_stay() -> None:
    held = replace(EMPTY, land=small(), holding=lambda at: "A1 belongs to Tarn." if at == "0,0" else "")
    assert refused(table("1,0,hills,,,,,,"), held, is_replacing=True) == ["• A1 belongs to Tarn."]
    after = read(table("0,0,hills,,,,,,"), held, is_replacing=True)
    assert list(after.hexes) == ["0,0"]


def test_more_than_600_hexes_are_refused() -> None:
    lines = [f"{column},{row},hills,,,,,," for column in range(30) for row in range(20)]
    with refuses("file.too_many", 601, 600):
        table(*lines, "99,99,hills,,,,,,")
    assert refused(table(*lines), replace(EMPTY, land=Land("", {"-5,-5": FOREST})))[0].startswith(
        "• A map can have at most 600 hexes"
    )


# -- the file -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("map.csv", b"\xff\xfe\x00", "isn't UTF-8 text"),
        ("map.csv", b"", "first row is missing the columns “q” and “r”"),
        ("map.csv", b"q,r,terain\n0,0,hills", "unknown columns: “terain”. It can have q, r, hex, label"),
        ("map.csv", b"q,r,q\n0,0,0", "has the column “q” twice"),
        ("map.csv", b"q,terrain\n0,hills", "first row is missing the column “r”"),
        ("map.csv", b"q,r\n", "has no hexes"),
        ("map.csv", b"q,r\n0,0,hills", "row 2: this row has more cells than the header"),
        ("map.csv", b'q,r,notes\n0,0,"open', "can't be read from line 2 on"),
        ("map.json", b'{"waypost": ', "line 1 can't be read"),
        ("map.json", b"[" * 100_000, "can't be read"),
        ("map.json", b'{"waypost": "library", "hexes": []}', "That file has “library”, not a map"),
        ("map.json", b'{"waypost": "kingdom-map", "hexes": {}}', "“hexes” aren't a list"),
        ("map.json", b'{"waypost": "kingdom-map", "hexes": [3]}', "line 1: this isn't a JSON object"),
        (
            "map.json",
            b'{"waypost": "kingdom-map", "hexes": [{"q": 0, "r": [1]}]}',
            "line 1: “r” has to be a text",
        ),
        ("map.json", b'{"waypost": "kingdom-map", "hexes": []}', "has no hexes"),
        ("map.csv", b"q,r\n" + b" " * 300_000, "292 KB, and the limit is 256 KB"),
    ],
)
def test_a_file_that_is_no_map_is_refused(name: str, data: bytes, why: str) -> None:
    with pytest.raises(RuleViolation) as wrong:
        MAP.read(name, data)
    assert why in str(wrong.value)


def test_json_may_have_numbers_lists_and_truth() -> None:
    found = {
        "q": 0,
        "r": -2,
        "terrain": "hills",
        "rivers": ["E", "W"],
        "coast": True,
        "lake": None,
        "label": 7,
    }
    data = json.dumps({"waypost": "kingdom-map", "hexes": [found]}).encode()
    assert read(MAP.read("map.json", data)).hexes == {
        "0,-2": Hex(Terrain.HILLS, "7", (Direction.EAST, Direction.WEST), is_coast=True)
    }


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "'=x", "''", "'"])
def test_a_spreadsheet_calculates_nothing_out_of_a_note(text: str) -> None:
    state = Land("", {"0,0": Hex(Terrain.HILLS, notes=text, secret=text)})
    written = MAP.csv(places(state, {}), with_secrets=True).decode("utf-8-sig")
    (line,) = list(csv.DictReader(written.splitlines()))
    assert line["notes"][0] not in "=+-@"
    assert read(rows(written)).hexes == state.hexes


def test_players_files_have_no_secrets() -> None:
    state = small(A1=replace(FOREST, is_revealed=True, specials=(Special.LAIR,), secret="Kz"))
    for write in (MAP.csv, MAP.json):
        text = write(places(seen(state, PUBLIC), {})).decode()
        assert "Kz" not in text
        assert "lair" not in text
        assert "secret" not in text
        assert "C2" not in text


@settings(max_examples=share(150), deadline=None)
@given(lands(), st.sampled_from([(MAP.csv, "m.csv"), (MAP.json, "m.json")]), st.booleans())
def test_a_map_written_and_read_is_the_same_map(
    state: Land, shape: tuple[object, str], replaces: bool
) -> None:
    write, name = shape
    data = write(places(state, {TARN: "Tarn"}), with_secrets=True)  # type: ignore[operator]
    for known in (EMPTY, replace(EMPTY, land=state)):
        assert read(MAP.read(name, data), known, is_replacing=replaces).hexes == state.hexes


def test_the_example_of_the_docs_is_read_just_so() -> None:
    text = (ROOT / "docs" / "kingdom-map.md").read_text(encoding="utf-8")
    example = text.split("```csv\n")[1].split("```")[0]
    found = read(rows(example))
    assert len(found.hexes) >= 5
    assert "\n".join(MAP.guide()) in text


# -- imported ---------------------------------------------------------------------------------------------


def read_in(text: str, *, is_replacing: bool = False) -> ReadMap:
    """The import of a CSV text."""
    return ReadMap("map.csv", rows(text), is_replacing)


def told_of(turn: Result) -> MapRead:
    """What game masters are told of an import."""
    (told,) = (each for each in turn.events if isinstance(each, MapRead))
    return told


def test_an_import_says_what_it_does() -> None:
    turn = play(scene(), read_in("q,r,terrain,realm\n3,0,hills,Tarn\n9,9,plains,\n1,0,hills,Tarn"))
    told = told_of(turn)
    assert (told.counts, told.total) == ((1, 2, 0), 19)
    assert not told.audience.everyone
    (moved,) = (each for each in turn.events if isinstance(each, FiguresChanged))
    assert ("size", 3, 4) in [(each.number, each.before, each.after) for each in moved.shifts]
    assert str(sentence(told)) == (
        "map.csv: **1** new, **2** changed, **0** removed. The map then has 19 hexes.\nHexes "
        "that aren't in the file stay as they are."
    )


def test_what_is_odd_is_told_by_its_row() -> None:
    turn = play(scene(), read_in("q,r,terrain,improvements\n9,9,hills,sawmill"))
    assert str(sentence(told_of(turn))).endswith(
        "**Unusual, but imported as written:**\nrow 2: Sawmill in Hills; the rules ask for Forest or Jungle."
    )


def test_an_import_is_one_action() -> None:
    action = read_in("q,r,terrain,realm\n3,0,hills,Tarn\n9,9,plains,")
    turn, after = play(scene(), action), played(scene(), action)
    assert land_in(after).hexes["3,0"] == replace(PLAIN, terrain=Terrain.HILLS, realm=TARN)
    assert land_in(after).hexes["9,9"] == Hex(Terrain.PLAINS)
    told, hidden = open_told(turn), secret_told(turn)
    assert told is not None
    assert hidden is not None
    assert [each.name for each in told.sights] == ["3,0"]
    assert [each.name for each in hidden.sights] == ["9,9"]


def test_a_file_that_changes_nothing_is_refused() -> None:
    require_refused(scene(), read_in("q,r,terrain\n0,0,plains"), "map_file.unchanged")


def test_hexes_that_a_file_takes_from_a_kingdom_cut_its_land_in_two() -> None:
    (part,) = played(scene(), read_in("q,r,realm\n1,0,")).records[TARN].state.parts
    assert part.spots == ("2,0",)


def test_replacing_counts_what_is_taken_off() -> None:
    state = scene(tarn(settlements=(), capital=None), small())
    action = read_in("q,r,terrain\n0,0,forest\n5,5,hills", is_replacing=True)
    assert told_of(play(state, action)).counts == (1, 0, 5)
    after = played(state, action)
    assert sorted(land_in(after).hexes) == ["0,0", "5,5"]
    assert isinstance(after.records[LANDS], Record)


# -- Properties of every map: what players are told is what they see, and no edit leaves it crooked -----


def for_all(land: Land) -> Land:
    """The map as anybody sees it."""
    return seen(land, PUBLIC)


@settings(max_examples=share(200), deadline=None)
@given(lands(), lands(), st.sampled_from(MapChange))
def test_players_are_told_of_a_change_nothing_that_they_do_not_see(
    before: Land, after: Land, deed: MapChange
) -> None:
    known = [(land.name_of(at), e) for land in map(for_all, (before, after)) for at, e in land.hexes.items()]
    allowed = {(name, each.terrain, each.specials, each.notes) for name, each in known}
    for event in events_of(before, after, deed):
        assert event.audience.everyone is isinstance(event, HexesTold)
        if isinstance(event, HexesTold):
            assert all(not each.secret for each in event.sights)
            assert {(e.name, e.terrain, e.specials, e.notes) for e in event.sights} <= allowed


@settings(max_examples=share(200), deadline=None)
@given(lands(), lands())
def test_every_change_is_told_to_somebody(before: Land, after: Land) -> None:
    events = events_of(before, after, MapChange.READ)
    assert sum(each.count for each in events) >= len(changed(before, after))
    assert [type(each) for each in events] in ([HexesTold], [HexesSet], [HexesTold, HexesSet])


@pytest.mark.parametrize(
    ("deed", "names", "told"),
    [
        (MapChange.DRAWN, ["A1"], "The hex A1 is drawn."),
        (MapChange.READ, ["A1", "B1"], "The hexes A1 and B1 are changed by a file."),
        (MapChange.RIVER_DRAWN, ["A1", "B1"], "A river now runs through the hexes A1 and B1."),
        (MapChange.RIVER_ERASED, ["A1"], "That river no longer runs through the hex A1."),
        (MapChange.REMOVED, ["A1", "B1"], "The hexes A1 and B1 are off the map."),
        (MapChange.NOTED, ["A1"], "The hex A1 has a new note."),
    ],
)
def test_what_became_of_hexes_is_a_sentence(deed: MapChange, names: list[str], told: str) -> None:
    sights = tuple(Sight(each, Terrain.PLAINS) for each in names)
    assert sentence(HexesTold(deed, sights, len(names))) == told


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
    st.builds(
        MarkHexes,
        LISTS,
        st.sampled_from([MapChange.EXPLORED, MapChange.CLEARED, MapChange.REVEALED, MapChange.HIDDEN]),
    ),
    st.builds(RemoveHexes, LISTS),
    st.builds(DrawRiver, st.tuples(LISTS, st.sampled_from(["", *Direction])).map(" ".join)),
    st.builds(EraseRiver, LISTS),
    st.builds(GiveHexes, st.just(TARN), LISTS, st.just("So"), st.booleans()),
)


@settings(max_examples=share(150), deadline=None)
@given(st.lists(EDITS, max_size=12))
def test_whatever_is_done_rivers_lead_somewhere_labels_are_single_and_claims_are_known(
    edits: list[object],
) -> None:
    state: World = on_small()
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


# -- What the land adds to the numbers: each ruling with its switch -------------------------------------


# -- land ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roads", "highways", "choice", "expected"),
    [
        (3, 0, "no", (0, 0)),
        (4, 0, "no", (1, 0)),
        (7, 0, "no", (1, 0)),
        (8, 0, "no", (2, 1)),
        (3, 1, "no", (0, 0)),
        (3, 1, "yes", (1, 0)),
        (5, 3, "no", (1, 0)),
        (5, 3, "yes", (2, 1)),
        (8, 8, "no", (4, 2)),
    ],
)
def test_r065_roads_and_highways_by_4_and_8(
    roads: int, highways: int, choice: str, expected: tuple[int, int]
) -> None:
    on = row(roads + highways + 1)
    for q in range(1, roads + 1):
        on = hexed(on, f"{q},0", improvements=(Improvement.ROAD,))
    for q in range(roads + 1, roads + highways + 1):
        on = hexed(on, f"{q},0", improvements=(Improvement.HIGHWAY,))
    economy, _, stability = values(realm(bare(), on, campaign=decided(pool_roads=choice)))
    assert (economy, stability) == expected


def test_r065_an_upgrade_can_lose_a_bonus() -> None:
    on = row(5)
    for q in range(1, 5):
        on = hexed(on, f"{q},0", improvements=(Improvement.ROAD,))
    assert values(realm(bare(), on))[0] == 1
    upgraded = hexed(on, "1,0", improvements=(Improvement.HIGHWAY,))
    assert values(realm(bare(), upgraded))[0] == 0


def aqueduct(*spots: str, source: Mapping[str, Any]) -> Land:
    """Tarn's three hexes, those with an Aqueduct, and the third as given."""
    on = hexed(land(), "2,0", **source)
    for spot in spots:
        on = hexed(on, spot, improvements=(Improvement.AQUEDUCT,))
    return on


SPRING = {"terrain": Terrain.HILLS, "rivers": FLOWS}


@pytest.mark.parametrize(
    ("spots", "source", "is_complete"),
    [
        (OWN, SPRING, True),
        (OWN, {"terrain": Terrain.MOUNTAINS, "has_lake": True}, True),
        (OWN, {"terrain": Terrain.PLAINS, "rivers": FLOWS}, False),
        (OWN, {"terrain": Terrain.HILLS}, False),
        (OWN[1:], SPRING, False),
        (("0,0", "2,0"), SPRING, False),
    ],
)
def test_r068_an_aqueduct_counts_once_per_complete_chain(
    spots: tuple[str, ...], source: Mapping[str, Any], is_complete: bool
) -> None:
    made = realm(bare(), aqueduct(*spots, source=source))
    assert len(aqueducts(made)) == is_complete
    assert values(made) == (0, int(is_complete), int(is_complete))


@pytest.mark.parametrize(
    ("improvement", "amount", "stat"),
    [
        (Improvement.FARM, -3, Stat.CONSUMPTION),
        (Improvement.FISHERY, -2, Stat.CONSUMPTION),
        (Improvement.MINE, 2, Stat.ECONOMY),
        (Improvement.QUARRY, 2, Stat.STABILITY),
        (Improvement.SAWMILL, 2, Stat.STABILITY),
    ],
)
def test_r072_a_resource_raises_the_benefit_and_keeps_its_own(
    improvement: Improvement, amount: int, stat: Stat
) -> None:
    on = hexed(land(), "1,0", improvements=(improvement,), specials=(Special.RESOURCE,))
    made = sources(realm(bare(), on))
    of = (Origin.IMPROVEMENT, Origin.ON_RESOURCE)
    assert sum(each.amount for each in made if each.stat is stat and each.origin in of) == amount
    own = [each for each in made if each.origin is Origin.SPECIAL]
    assert [(each.stat, each.amount) for each in own] == [(Stat.ECONOMY, 1)]


def test_r072_a_fort_gains_nothing_by_a_resource() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.FORT,), specials=(Special.RESOURCE,))
    assert values(realm(bare(), on)) == (1, 0, 2)


@pytest.mark.parametrize(("count", "expected"), [(3, (0, 0)), (4, (1, 0)), (8, (2, 1)), (11, (2, 1))])
def test_r073_rivers_by_4_and_8(count: int, expected: tuple[int, int]) -> None:
    economy, loyalty, stability = values(realm(bare(), row(count, rivers=FLOWS)))
    assert ((economy, stability), loyalty) == (expected, 0)


def test_r073_a_river_in_a_hex_that_is_not_claimed_counts_for_nothing() -> None:
    on = row(8, rivers=FLOWS)
    on = hexed(on, "7,0", realm=None)
    assert values(realm(bare(), on)) == (1, 0, 0)


def test_r067_a_canal_is_no_river_for_the_bonus() -> None:
    assert values(realm(bare(), row(8, improvements=(Improvement.CANAL,)))) == (0, 0, 0)


def test_r081_lairs_and_landmarks_count_while_they_are_claimed() -> None:
    on = hexed(hexed(land(), "1,0", specials=(Special.LAIR,)), "2,0", specials=(Special.LANDMARK,))
    assert values(realm(bare(), on)) == (0, 1, 1)
    lost = hexed(hexed(on, "1,0", realm=None), "2,0", realm=None)
    assert values(realm(bare(), lost)) == (0, 0, 0)


@pytest.mark.parametrize(
    "roads", [(Improvement.ROAD,), (Improvement.HIGHWAY,), (Improvement.ROAD, Improvement.HIGHWAY)]
)
def test_r081_a_landmark_with_a_road_or_highway_gives_1_more_once(roads: tuple[Improvement, ...]) -> None:
    on = hexed(land(), "1,0", specials=(Special.LANDMARK,), improvements=roads)
    assert values(realm(bare(), on)) == (0, 2, 0)


def test_r078_about_a_cut_off_part_unrest_counts_as_higher_each_month() -> None:
    part = CutOff(1, ("2,0",), since=2, is_held=True)
    state = bare(unrest=3, parts=(part,), month=month(Phase.EVENT, number=4))
    made = realm(state)
    assert check(made, S).modifier == -3
    assert check(made, S, spot="2,0").modifier == -3 - 1 - 2
    assert check(made, S, spot="0,0").modifier == -3


def test_changes_of_checks_count_in_checks_alone() -> None:
    made = realm(bare(changes=(change(Stat.ECONOMY_CHECKS, 5),)))
    assert figures(made).economy == 0
    assert (check(made, E).modifier, check(made, L).modifier) == (5, 0)


def test_alignments_count_once() -> None:
    for alignment, expected in ((Alignment.LAWFUL_EVIL, (4, 0, 0)), (Alignment.CHAOTIC_GOOD, (0, 4, 0))):
        assert values(realm(bare(alignment=alignment))) == expected


def test_what_settlements_give_is_told_by_their_names() -> None:
    made = realm(bare(), None, hold(gives={Stat.ECONOMY: 3, Stat.CONSUMPTION: -1}))
    told = [each for each in sources(made) if each.origin is Origin.SETTLEMENT]
    assert [(each.stat, each.amount, each.name) for each in told] == [
        (Stat.ECONOMY, 3, "Hold"),
        (Stat.CONSUMPTION, -1, "Hold"),
    ]
