"""Sites as they are prepared (S64 to S68, S75, Q34) and their encounter tables (S74), row by row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice.source import FixedDice
from bot.engine.parts import part_of, same_thing
from bot.engine.people import GAME_MASTER, GAME_MASTERS, PUBLIC, Viewer
from bot.engine.system import Open, RecordId, Replace, Result, World
from bot.systems.sovereign.dungeon import (
    Being,
    Delve,
    Frequency,
    Hit,
    Room,
    Row,
    Shut,
    Site,
    Sort,
    Stuff,
    Thing,
)
from bot.systems.sovereign.sites.rules import (
    SITE,
    AddRoom,
    AddThing,
    ChangeSite,
    EditRoom,
    EditThing,
    EndSite,
    PrepareSite,
    RemoveRoom,
    RemoveThing,
)
from bot.systems.sovereign.sites.tables import ENCOUNTERS, ReadTable, WriteTable, met, text_of
from tests.refusals import refuses
from tests.systems.sovereign.scenes import DEACON, of, play, played, said, scene

CRYPT = RecordId("crypt")
PIT = Thing("pit", "Pit", Sort.TRAP, "Hall", damage="2d6")
GATE = Thing("gate", "Gate", Sort.DOOR, "Hall", stuff=Stuff.REINFORCED, shut=Shut.LOCKED)
GOBLINS = Row(1, 3, "Goblin patrol", "2d4", 1, Being.HUMANOID)
NOISE = Row(4, 6, "A door slams", being=Being.EVENT)


def crypt(**changes: Any) -> Site:
    """A site with a hall, a trap and a door in it, and a table on a d6."""
    bare = Site(
        "Crypt",
        notes="Flooded.",
        rooms=(Room("Hall", "Dusty."),),
        things=(PIT, GATE),
        table=(GOBLINS, NOISE),
    )
    return replace(bare, **changes)


def at(**changes: Any) -> World:
    """A scene of that site."""
    return scene(of(CRYPT, crypt(**changes), SITE.name))


def site(after: World) -> Site:
    """The site as the scene has it."""
    return after.get(SITE, CRYPT).state


def written(text: str, **changes: Any) -> tuple[Row, ...]:
    """The table that a text comes to."""
    return site(played(at(table=(), **changes), WriteTable(CRYPT, text))).table


def filed(name: str, data: str) -> tuple[Row, ...]:
    """The table that a file comes to."""
    rows = ENCOUNTERS.read(name, data.encode())
    return site(played(at(table=()), ReadTable(CRYPT, rows))).table


def faults(text: str) -> list[str]:
    """What is wrong with a written table, line by line."""
    with refuses("file.faults") as caught:
        written(text)
    return [each.removeprefix("• ") for each in str(caught.value).splitlines()[1:]]


# -- made and changed (S75, Q34) --------------------------------------------------------------------------


def test_s75_a_site_without_organized_defense_is_checked_every_3_turns() -> None:
    turn = play(scene(), PrepareSite("  The  Crypt ", notes="Flooded.\n\n\nCold."))
    (opened,) = turn.changes
    assert isinstance(opened, Open)
    assert opened.state == Site("The Crypt", Frequency.THIRD, "Flooded.\n\nCold.")
    assert said(turn) == ["New site: The Crypt. Encounter checks: every 3 Turns. Fill it in `/site show`."]


def test_s75_there_are_six_frequencies_and_no_other() -> None:
    assert [each.turns for each in Frequency] == [1, 2, 3, 4, 6, None]


@pytest.mark.parametrize("frequency", Frequency)
def test_s75_an_alarm_changes_the_frequency_and_keeps_all_else(frequency: Frequency) -> None:
    begun = at(frequency=Frequency.THIRD if frequency is not Frequency.THIRD else Frequency.FOURTH)
    assert site(played(begun, ChangeSite(CRYPT, frequency=frequency))) == crypt(frequency=frequency)


def test_q34_a_new_frequency_changes_no_delve_and_says_so() -> None:
    inside = of(RecordId("delve"), Delve("Down", 7, CRYPT, (), (), unchecked=2), "delve")
    begun = scene(of(CRYPT, crypt(), SITE.name), inside)
    turn = play(begun, ChangeSite(CRYPT, frequency=Frequency.EVERY))
    assert [each.id for each in turn.changes] == [CRYPT]
    assert said(turn) == [
        "Crypt: encounter checks every 3 Turns → every Turn, counted on from the last check."
    ]


def test_a_site_is_renamed_and_its_notes_go_with_a_dash() -> None:
    turn = play(at(), ChangeSite(CRYPT, name="Vault", notes=""))
    assert said(turn) == ["Vault: it was Crypt, new notes."]
    assert turn.changes[0].state == crypt(name="Vault", notes="")
    with refuses("site.same"):
        play(at(), ChangeSite(CRYPT))


def test_two_sites_can_not_have_one_name() -> None:
    with refuses("site.taken"):
        play(at(), PrepareSite("crypt"))
    with refuses("site.name"):
        play(at(), PrepareSite(" "))
    two = scene(of(CRYPT, crypt(), SITE.name), of(RecordId("mill"), Site("Mill"), SITE.name))
    with refuses("site.taken"):
        play(two, ChangeSite(CRYPT, name="mill"))
    assert said(play(two, ChangeSite(CRYPT, name="CRYPT")))


def test_a_site_is_put_away_but_not_while_somebody_is_in_it() -> None:
    assert play(at(), EndSite(CRYPT)).changes == (Replace(CRYPT, crypt(), archive=True),)
    inside = of(RecordId("delve"), Delve("Down", 7, CRYPT, (), ()), "delve")
    with refuses("site.explored"):
        play(scene(of(CRYPT, crypt(), SITE.name), inside), EndSite(CRYPT))
    over = replace(inside, is_archived=True)
    assert play(scene(of(CRYPT, crypt(), SITE.name), over), EndSite(CRYPT)).changes


# -- rooms ------------------------------------------------------------------------------------------------


def test_rooms_are_added_in_order_each_with_a_name_of_its_own() -> None:
    after = site(played(at(), AddRoom(CRYPT, "Well", "Deep.\nCold.")))
    assert after.rooms == (Room("Hall", "Dusty."), Room("Well", "Deep.\nCold."))
    with refuses("site.taken"):
        play(at(), AddRoom(CRYPT, "hall"))
    with refuses("site.rooms"):
        play(at(rooms=tuple(Room(str(n)) for n in range(60))), AddRoom(CRYPT, "Well"))


def test_a_room_renamed_keeps_its_things_and_its_notes() -> None:
    turn = play(at(), EditRoom(CRYPT, "hall", name="Great Hall"))
    after = turn.changes[0].state
    assert after.rooms == (Room("Great Hall", "Dusty."),)
    assert {each.room for each in after.things} == {"Great Hall"}
    assert said(turn) == ["Crypt: room Hall is now Great Hall."]


def test_a_room_taken_out_leaves_its_things_in_the_site_and_says_so_first() -> None:
    notes: list[str] = []
    turn = play(replace(at(), note=notes.append), RemoveRoom(CRYPT, "Hall"))
    after = turn.changes[0].state
    assert (after.rooms, {each.room for each in after.things}) == ((), {""})
    assert notes == ["In no room then: Pit, Gate."]
    notes.clear()
    play(replace(at(things=()), note=notes.append), RemoveRoom(CRYPT, "Hall"))
    assert notes == []
    with refuses("site.no_room"):
        play(at(), RemoveRoom(CRYPT, "Attic"))


# -- hidden things, traps, doors (S64, S66 to S69) --------------------------------------------------------


def test_s66_a_trap_has_damage_and_may_go_off_once() -> None:
    action = AddThing(CRYPT, "Dart", Sort.TRAP, "hall", "Poisoned.", "1D6 + 1", is_single_use=True)
    thing = site(played(at(), action)).things[-1]
    assert thing == Thing("new-1", "Dart", Sort.TRAP, "Hall", "Poisoned.", "d6+1", is_single_use=True)


def test_s68_a_door_is_made_of_something_and_shut_somehow() -> None:
    plain = site(played(at(), AddThing(CRYPT, "Hatch", Sort.DOOR))).things[-1]
    assert (plain.room, plain.stuff, plain.shut) == ("", Stuff.WOOD, Shut.CLOSED)
    action = AddThing(CRYPT, "Vault", Sort.DOOR, stuff=Stuff.METAL, shut=Shut.STUCK)
    door = site(played(at(), action)).things[-1]
    assert (door.stuff, door.shut) == (Stuff.METAL, Shut.STUCK)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (AddThing(CRYPT, "Idol", Sort.HIDDEN, damage="5"), "site.no_trap"),
        (AddThing(CRYPT, "Idol", Sort.DOOR, is_single_use=True), "site.no_trap"),
        (AddThing(CRYPT, "Idol", Sort.TRAP, shut=Shut.OPEN), "site.no_door"),
        (AddThing(CRYPT, "Idol", Sort.HIDDEN, stuff=Stuff.METAL), "site.no_door"),
        (AddThing(CRYPT, "Idol", Sort.TRAP, damage="0"), "harm.amount"),
        (AddThing(CRYPT, "Idol", Sort.HIDDEN, "Attic"), "site.no_room"),
        (AddThing(CRYPT, "pit", Sort.HIDDEN), "site.taken"),
        (EditThing(CRYPT, "Gate", damage="2"), "site.no_trap"),
        (EditThing(CRYPT, "Pit", shut=Shut.OPEN), "site.no_door"),
        (EditThing(CRYPT, "Pit", name="gate"), "site.taken"),
        (EditThing(CRYPT, "Idol", name="Gate"), "site.no_thing"),
        (EditThing(CRYPT, "Pit"), "site.same"),
        (RemoveThing(CRYPT, "Idol"), "site.no_thing"),
    ],
)
def test_a_thing_that_can_not_be_is_refused(action: Any, code: str) -> None:
    with refuses(code):
        play(at(), action)


def test_a_site_has_60_things_at_most() -> None:
    full = tuple(replace(PIT, key=str(n), name=str(n)) for n in range(60))
    with refuses("site.things"):
        play(at(things=full), AddThing(CRYPT, "Idol", Sort.HIDDEN))


def test_a_thing_changes_in_what_is_named_alone() -> None:
    after = site(played(at(), EditThing(CRYPT, "gate", shut=Shut.OPEN, room="")))
    assert after.things == (PIT, replace(GATE, shut=Shut.OPEN, room=""))
    spent = site(played(at(), EditThing(CRYPT, "pit", is_spent=True, damage="", is_single_use=True)))
    assert spent.things[0] == replace(PIT, is_spent=True, damage="", is_single_use=True)
    hidden = site(played(at(), EditThing(CRYPT, "pit", sort=Sort.HIDDEN)))
    assert hidden.things[0] == Thing("pit", "Pit", Sort.HIDDEN, "Hall")
    turn = play(at(), RemoveThing(CRYPT, "Pit"))
    assert (turn.changes[0].state.things, said(turn)) == ((GATE,), ["Crypt: trap Pit removed."])


# -- the table, row by row (S74) --------------------------------------------------------------------------

ROWS: dict[str, Row] = {
    "1-3 Goblin patrol | 2d4 | 1 HD | humanoid": GOBLINS,
    "1–3 Goblin patrol|2D4|1|Humanoid": GOBLINS,
    "1-3. Goblin patrol | 2d4": GOBLINS,
    "1-3: Goblin patrol | 2d4 | humanoid": GOBLINS,
    "x3 Goblin patrol | 2d4": GOBLINS,
    "×3 Goblin patrol | 2d4": GOBLINS,
    "Ogre | 1 | 3 | giant": Row(1, 1, "Ogre", "1", 3, Being.GIANT),
    "1 Ogre": Row(1, 1, "Ogre"),
    "1 Wolves | 2d4 | 2 | beast": Row(1, 1, "Wolves", "2d4", 2, Being.BEAST),
    "1 Wolves | | 2hd | unintelligent": Row(1, 1, "Wolves", "", 2, Being.BEAST),
    "Rat || 0": Row(1, 1, "Rat", hd=0),
    "A door slams | event": Row(1, 1, "A door slams", being=Being.EVENT),
    "2d4 goblins": Row(1, 1, "2d4 goblins"),
    "1 Elf | fey": Row(1, 1, "Elf", being=Being.FEY),
    "1-100 Wyrm | 1 | 12 | dragon": Row(1, 100, "Wyrm", "1", 12, Being.DRAGON),
    "01-00 Imp | fiend": Row(1, 100, "Imp", being=Being.FIEND),
    "1 Eye | 1 | 4 | aberration": Row(1, 1, "Eye", "1", 4, Being.ABERRATION),
}


@pytest.mark.parametrize("text", ROWS)
def test_s74_a_line_reads_as_written(text: str) -> None:
    assert written(text) == (ROWS[text],)


def test_s74_weights_become_faces() -> None:
    table = written("x3 Goblins\n\nA door slams | event\n  x2 Ogre")
    assert [(each.low, each.high) for each in table] == [(1, 3), (4, 4), (5, 6)]


def test_s74_a_table_of_ranges_is_on_the_die_of_its_last_face() -> None:
    turn = play(at(table=()), WriteTable(CRYPT, "1-2 Goblins\n3 Ogre\n4-8 Nothing"))
    assert said(turn) == ["Crypt: an encounter table of 3 lines, on a d8."]
    assert turn.changes[0].state.sides == 8


WRONG = {
    "2-3 Goblins": "line 1: nothing stands for 1. This has to start at 1.",
    "1-3 Goblins\n6 Ogre": "line 2: nothing stands for 4 to 5. This has to start at 4.",
    "1-3 Goblins\n3-4 Ogre": "line 2: this starts at 3, but 3 is taken above. It has to start at 4.",
    "1-6 Goblins\n1-6 Ogre": "line 2: this starts at 1, but 6 is taken above. It has to start at 7.",
    "1-3 Goblins\n\nx2 Ogre": "line 3: this has no range, but others have. Give every line one, or none.",
    "Ogre\n2 Goblins": "line 1: this has no range, but others have. Give every line one, or none.",
    "3-1 Goblins": "line 1: 3-1 runs backwards.",
    "0-1 Goblins": "line 1: Each face has to be a number from 1 to 1,000, not “0”.",
    "1-2000 Goblins": "line 1: Each face has to be a number from 1 to 1,000, not “2000”.",
    "x0 Goblins": "line 1: A weight has to be a number from 1 to 100, not “0”.",
    "1-3": "line 1: Say what is met in 1 to 200 characters.",
    "1 Goblins | 0": "line 1: It can be 1 to 999, not 0.",
    "1 Goblins | 2d4 | many": "line 1: HD has to be a number from 0 to 99, not “many”.",
    "1 Goblins | 2d4 | 1 | humanoids": "line 1: “humanoids” isn't a known kind. Did you mean humanoid?",
    "1 Goblins | 2d4 | 1 | fey | 3": "line 1: Write number, HD and kind behind it, and nothing more.",
}


@pytest.mark.parametrize("text", WRONG)
def test_s74_each_fault_names_its_line(text: str) -> None:
    assert faults(text) == [WRONG[text]]


def test_s74_several_faults_are_told_at_once_and_what_follows_one_is_none() -> None:
    told = faults("1-3 Goblins | 0\n6-5 Ogre\n9 Wolf\n20 Bear")
    assert [each.partition(":")[0] for each in told] == ["line 1", "line 2", "line 4"]
    assert len(faults("\n".join(f"{n} Goblins" for n in range(2, 42, 2)))) == 11


def test_s74_a_table_has_40_lines_and_1000_faces_at_most() -> None:
    assert len(written("\n".join(["Goblins"] * 40))) == 40
    assert faults("\n".join(["Goblins"] * 41)) == ["A table can have 40 lines, not 41."]
    assert faults("\n".join(["x100 Goblins"] * 11)) == ["All weights together can be 1,000, not 1,100."]


def test_a_faulty_table_changes_nothing_and_an_empty_one_is_none() -> None:
    with refuses("file.faults"):
        play(at(), WriteTable(CRYPT, "1 Goblins\n1 Ogre"))
    turn = play(at(), WriteTable(CRYPT, " \n"))
    assert (turn.changes[0].state, said(turn)) == (crypt(table=()), ["Crypt has no encounter table now."])
    with refuses("site.same"):
        play(at(), WriteTable(CRYPT, text_of(crypt().table)))


def test_a_table_is_written_without_what_goes_without_saying() -> None:
    table = (GOBLINS, NOISE, Row(7, 7, "Wolves", "", 2, Being.BEAST), Row(8, 8, "Ogre", "1", 4))
    assert text_of(table).splitlines() == [
        "1-3 Goblin patrol | 2d4",
        "4-6 A door slams | event",
        "7 Wolves |  | 2 HD | beast",
        "8 Ogre | 1 | 4 HD",
    ]


LINES = st.lists(
    st.builds(
        Row,
        st.just(0),
        st.integers(1, 9),
        st.text("abc 123xd-", min_size=1).map(str.split).filter(bool).map(" ".join),
        st.sampled_from(["", "3", "2d4+1"]),
        st.integers(0, 20),
        st.sampled_from(list(Being)),
    ),
    min_size=1,
    max_size=12,
)


@given(LINES)
def test_a_table_reads_as_it_was_written_as_text_and_as_a_file(lines: list[Row]) -> None:
    table, last = list[Row](), 0
    for each in lines:
        table.append(replace(each, low=last + 1, high=last + each.high))
        last += each.high
    assert written(text_of(table)) == tuple(table)
    assert filed("a.csv", ENCOUNTERS.csv(table).decode("utf-8-sig")) == tuple(table)
    assert filed("a.json", ENCOUNTERS.json(table).decode()) == tuple(table)


def test_a_file_may_have_weights_or_neither_and_names_the_row_of_a_fault() -> None:
    weighed = filed("a.csv", "what,weight,kind\nGoblins,3,\nA door slams,,event\n")
    assert weighed == (Row(1, 3, "Goblins"), Row(4, 4, "A door slams", being=Being.EVENT))
    assert filed("a.csv", "from,what\n1,Goblins\n2,Ogre") == (Row(1, 1, "Goblins"), Row(2, 2, "Ogre"))
    with refuses("file.faults") as caught:
        filed("a.csv", "from,to,what,hd\n1,3,Goblins,x\n5,4,Ogre,\n")
    assert "row 2, “hd”: HD has to be a number" in str(caught.value)
    assert "row 3, “Ogre”: 5-4 runs backwards." in str(caught.value)
    with refuses("file.missing_columns"):
        filed("a.csv", "from,to\n1,3\n")
    with refuses("file.too_many"):
        filed("a.csv", "what\n" + "Goblins\n" * 41)


# -- drawn ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
def test_s74_who_is_met_is_drawn_in_secret(face: int) -> None:
    dice = FixedDice(face, *((2, 3) if face <= 3 else ()))
    found = met(crypt(), 4, dice)
    dice.all_used()
    assert found == (
        Hit(4, "Goblin patrol", 5, 1, Being.HUMANOID)
        if face <= 3
        else Hit(4, "A door slams", 0, 1, Being.EVENT)
    )
    assert all(each.secret for each in dice.rolled)


def test_s74_without_a_table_nobody_is_named_and_no_die_falls() -> None:
    dice = FixedDice()
    assert met(Site("Mill"), 2, dice) == Hit(2)
    assert met(Site("Mill", table=(Row(1, 1, "Ogre", "3", 3),)), 2, FixedDice(1)) == Hit(2, "Ogre", 3, 3)


# -- whose business it is ---------------------------------------------------------------------------------

ACTIONS: tuple[Any, ...] = (
    ChangeSite(CRYPT, name="Vault"),
    EndSite(CRYPT),
    AddRoom(CRYPT, "Well"),
    EditRoom(CRYPT, "Hall", notes=""),
    RemoveRoom(CRYPT, "Hall"),
    AddThing(CRYPT, "Idol", Sort.HIDDEN),
    EditThing(CRYPT, "Pit", notes="Deep."),
    RemoveThing(CRYPT, "Pit"),
    WriteTable(CRYPT, "Ogre"),
    ReadTable(CRYPT, ENCOUNTERS.read("a.csv", b"what\nOgre\n")),
    PrepareSite("Mill"),
)


@pytest.mark.parametrize("action", ACTIONS)
def test_all_of_a_site_is_told_to_game_masters_alone(action: Any) -> None:
    turn: Result = play(at(), action)
    assert {each.audience for each in turn.events} == {GAME_MASTERS}


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(DEACON)])
def test_nobody_else_sees_that_there_is_a_site(viewer: Viewer) -> None:
    assert SITE.view(crypt(), viewer) is None
    assert SITE.view(crypt(), GAME_MASTER) == crypt()


def test_an_undo_names_rooms_things_and_lines_and_never_repeats_notes() -> None:
    assert part_of(Site, ("rooms",), [{"name": "Hall", "notes": "Dusty."}]) == ("rooms", "“Hall”")
    assert part_of(Site, ("table",), [{"what": "Goblins"}, {"what": "Ogre"}])[1] == "“Goblins”, “Ogre”"
    assert part_of(Site, ("frequency",), "3") == ("encounter checks", "every 3 Turns")
    assert part_of(Site, ("things", "shut"), "stuck") == ("state", "stuck")
    assert part_of(Site, ("things", "notes"), "Deep.") == ("notes", "the earlier text")
    assert part_of(Site, ("notes",), "Cold.") == ("notes", "the earlier text")
    assert part_of(Site, ("things",), None) == ("things", None)
    pit = {"key": "pit", "name": "Pit"}
    assert same_thing(Site, "Crypt", ("things",), pit, {"key": "pit", "name": "Hole"}) == "Pit"
    assert same_thing(Site, "Crypt", ("things",), pit, {"key": "hole", "name": "Pit"}) is None
    assert same_thing(Site, "Crypt", ("table",), {}, {}) is None
