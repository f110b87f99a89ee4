"""The rules of the library: what an import does, and who learns of what."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.files import MOST_BYTES
from bot.engine.people import EVERYONE, GAME_MASTERS, PUBLIC, Audience, Standing, Viewer
from bot.engine.proposals import PROPOSAL, Proposal, Propose, Terms
from bot.engine.system import Open, Record, RecordId, Replace, World
from bot.engine.words import one_line
from bot.systems.table.library.rules import (
    MOST_ENTRIES,
    EntriesImported,
    ImportEntries,
    RemoveEntry,
    WriteEntry,
    file_of,
    read_file,
)
from tests.games.lantern.rules.omens import OMENS, Omen
from tests.refusals import refuses, sentence_of
from tests.said import values
from tests.systems.table.scenes import DEACON, MARISOL, play, scene

FLAME = Omen("Red flame", "Blood on the road.", 3)
SECRET = Omen("Dark wick", "The innkeeper did it.", 9, is_secret=True)


def with_omens(*omens: Omen, actor: int = MARISOL, proposals: Sequence[Proposal] = ()) -> World:
    """A scene in which that was loaded."""
    records: list[Record[Any]] = [
        *(Record(RecordId(f"omen-{number}"), "omen", omen) for number, omen in enumerate(omens)),
        *(Record(RecordId(f"draft-{n}"), PROPOSAL.name, each) for n, each in enumerate(proposals)),
    ]
    ids = (RecordId(f"new-{number}") for number in count())
    return replace(
        scene(actor),
        records={record.id: record for record in records},
        shelves=(OMENS,),
        new_id=lambda: next(ids),
    )


def texts(omen: Omen) -> dict[str, str]:
    """An omen as it is written."""
    return OMENS.write(omen)


# -- importing ----------------------------------------------------------------------------------------


def test_an_import_adds_replaces_where_it_differs_and_leaves_what_is_equal() -> None:
    new, other = Omen("Ash", "A guest."), replace(FLAME, number=5)
    action = ImportEntries("lantern.omen", tuple(map(texts, (new, other, SECRET))), "omens.json")
    turn = play(with_omens(FLAME, SECRET), action)
    assert turn.changes == (
        Open(RecordId("new-0"), "omen", new, system="lantern"),
        Replace(RecordId("omen-0"), other),
    )
    assert turn.events == (
        EntriesImported("omen", "omens", 1, 1, 0, "", ("Ash",), ("Red flame",)),
        EntriesImported("omen", "omens", 0, 0, 1, "omens.json", audience=GAME_MASTERS),
    )


def test_an_import_of_secrets_alone_is_told_to_the_game_masters_alone() -> None:
    turn = play(with_omens(), ImportEntries("lantern.omen", (texts(SECRET),), "omens.json"))
    assert [event.audience for event in turn.events] == [GAME_MASTERS]


def test_an_import_with_one_fault_changes_nothing() -> None:
    good, bad = texts(FLAME), texts(FLAME) | {"name": "Ash", "number": "x"}
    with refuses("file.faults", "“Ash”: Number is a whole number"):
        play(with_omens(), ImportEntries("lantern.omen", (good, bad), "x"))
    with refuses("file.faults", "“Red flame”: another one has the same name"):
        play(with_omens(), ImportEntries("lantern.omen", (good, good), "x"))


def test_another_games_kind_of_the_same_name_is_left_alone() -> None:
    at = with_omens(FLAME)
    alien: Record[Any] = Record(RecordId("alien"), "omen", object())
    turn = play(
        replace(at, records={**at.records, alien.id: alien}),
        ImportEntries("lantern.omen", (texts(SECRET),), "x"),
    )
    assert [change.id for change in turn.changes] == ["new-0"]


# -- written, and who learns of what ----------------------------------------------------------------------


def writing(omen: Omen, **more: Any) -> WriteEntry:
    """What a saved draft, or an accepted proposal, does."""
    return WriteEntry("lantern.omen", texts(omen), **more)


def test_a_secret_entry_is_told_of_to_game_masters_and_its_author() -> None:
    told = Audience(everyone=False, person=MARISOL, with_game_masters=True)
    written = play(with_omens(), writing(SECRET))
    assert values(written.events, "library.added") == {"noun": "omen", "name": "Dark wick"}
    assert written.events[0].audience == told
    removed = play(with_omens(SECRET), RemoveEntry("omen-0", ("omen",)))
    assert values(removed.events, "library.removed") == {"noun": "omen", "name": "Dark wick"}
    assert removed.events[0].audience == GAME_MASTERS
    public = play(with_omens(FLAME), RemoveEntry("omen-0", ("omen",)))
    assert values(public.events, "library.removed") == {"noun": "omen", "name": "Red flame"}
    assert public.events[0].audience == EVERYONE


def test_an_entry_that_everybody_may_see_from_now_on_is_new_to_them() -> None:
    shown = replace(SECRET, is_secret=False)
    turn = play(with_omens(SECRET), writing(shown, entry=RecordId("omen-0")))
    assert values(turn.events, "library.added") == {"noun": "omen", "name": "Dark wick"}
    assert turn.events[0].audience == EVERYONE


def test_what_has_changed_since_it_was_drafted_is_not_saved() -> None:
    at, entry = with_omens(replace(FLAME, number=7)), RecordId("omen-0")
    for since in ({"version": 2}, {"before": texts(FLAME)}):
        with refuses("library.changed"):
            play(at, writing(replace(FLAME, number=4), entry=entry, **since))
    assert play(at, writing(replace(FLAME, number=4), entry=entry, version=1)).changes


def test_what_stands_there_already_is_not_written_again() -> None:
    with refuses("library.same"):
        play(with_omens(FLAME), writing(FLAME, entry=RecordId("omen-0"), version=1))
    with refuses("library.taken"):
        play(with_omens(FLAME), writing(replace(FLAME, number=4, name="RED FLAME")))
    with refuses("library.gone"):
        play(with_omens(), writing(FLAME, entry=RecordId("omen-0"), version=1))


# -- drafts -------------------------------------------------------------------------------------------------


def drafting(omen: Omen) -> Propose:
    """A draft of that omen, as the house opens it."""
    return Propose(terms(omen), Audience(everyone=False, person=MARISOL), is_draft=True)


def terms(omen: Omen) -> Terms:
    """What a draft of that omen holds."""
    return Terms("table", f"the omen {omen.name}", str(texts(omen)))


def test_a_person_has_twenty_five_drafts_at_most() -> None:
    many = [Proposal(MARISOL, MARISOL, terms(replace(FLAME, name=f"Omen {n}")), MARISOL) for n in range(25)]
    with refuses("proposal.too_many_own"):
        play(with_omens(proposals=many), drafting(FLAME))
    assert play(with_omens(proposals=many[1:]), drafting(FLAME)).changes


def test_the_same_form_sent_twice_makes_one_draft() -> None:
    own = Proposal(MARISOL, MARISOL, terms(FLAME), MARISOL)
    with refuses("proposal.same_waits"):
        play(with_omens(proposals=[own]), drafting(FLAME))
    others = replace(own, author=DEACON, by=DEACON, to=DEACON)
    (opened,) = play(with_omens(proposals=[others]), drafting(FLAME)).changes
    assert opened.state.is_draft


def test_a_draft_is_its_authors_alone_until_it_is_saved() -> None:
    draft = next(each.state for each in play(with_omens(), drafting(FLAME)).changes)
    marisol, wren = Viewer(MARISOL, Standing.GAME_MASTER), Viewer(9, Standing.GAME_MASTER)
    assert PROPOSAL.view(draft, marisol) is not None
    assert PROPOSAL.view(draft, wren) is None
    assert PROPOSAL.view(draft, PUBLIC) is None


def test_a_name_that_two_kinds_have_is_not_removed() -> None:
    with refuses("library.several"):
        play(with_omens(FLAME, FLAME), RemoveEntry("Red flame", ("omen",)))
    with refuses("library.unknown", "Ash"):
        play(with_omens(), RemoveEntry("Ash", ("omen",)))


def test_a_shelf_that_no_game_of_the_campaign_has_is_refused() -> None:
    with refuses("library.not_a_shelf"):
        play(with_omens(), ImportEntries("urn.omen", (texts(FLAME),), "x"))
    with refuses("library.no_shelves"):
        play(replace(with_omens(), shelves=()), ImportEntries("lantern.omen", (texts(FLAME),), "x"))


# -- Files of a library's entries: an export read again, and a sentence for everything that is wrong ----


KINDS = {"lantern.omen": "omens (The Lantern)"}

omens = st.builds(
    Omen,
    name=st.text(min_size=1, max_size=40).map(one_line).filter(bool),
    text=st.text(min_size=1, max_size=200).map(str.strip).filter(bool),
    number=st.integers(0, 9),
    is_secret=st.booleans(),
)


@given(st.lists(omens, min_size=1, max_size=20, unique_by=OMENS.key_of))
def test_an_export_read_again_gives_the_same_entries(many: list[Omen]) -> None:
    data = file_of(OMENS, {}).listed(map(OMENS.write, many))
    assert [OMENS.read(each) for each in read_file(OMENS, KINDS, "omen.json", data)] == many


def test_an_export_has_an_entry_a_line() -> None:
    lines = (
        file_of(OMENS, {})
        .listed([OMENS.write(FLAME), OMENS.write(replace(FLAME, text="One\nTwo"))])
        .decode()
        .splitlines()
    )
    assert lines[0] == '{"waypost": "library", "kind": "lantern.omen", "entries": ['
    assert len(lines) == 4


def read_omens(data: bytes | str, name: str = "omens.json") -> Any:
    """What stands in such a file."""
    return read_file(OMENS, KINDS, name, data.encode() if isinstance(data, str) else data)


def omen_file(entries: str) -> str:
    """A JSON file with those entries, its head on a line of its own."""
    return f'{{"waypost": "library", "kind": "lantern.omen", "entries": [\n{entries}\n]}}'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xfe\x00", "isn't UTF-8 text"),
        ("{", "line 1 can't be read"),
        ('{\n"a": 1,\n}', "line 3 can't be read"),
        ("[" * 50_000, "line 1 can't be read"),
        ("[]", "isn't from Waypost"),
        ('{"name": "x"}', "isn't from Waypost"),
        ('{"waypost": "dice"}', "That file has “dice”, not entries of a library"),
        ('{"waypost": "library", "kind": "x.*y*"}', "That file has “x.\\*y\\*”, not omens (The Lantern)"),
        ('{"waypost": "library", "kind": "lantern.omen", "entries": 3}', "aren't a list"),
        (omen_file(""), "has no entries"),
        (
            omen_file(",".join(['{"name": "x", "text": "y"}'] * (MOST_ENTRIES + 1))),
            "has 501 entries, and the limit is 500",
        ),
        (omen_file('{"name": "Ash", "text": "x", "name": "Soot"}'), "has “name” twice in one object"),
        ('{"waypost": "dice", "waypost": "library"}', "has “waypost” twice in one object"),
        (b" " * (MOST_BYTES + 1), "That file is too big: 256 KB, and the limit is 256 KB."),
        (omen_file('{"name": "Ash"}'), "line 2, “Ash”: Text is missing."),
        (omen_file('{"name": "Ash", "text": [["x"]]}'), "line 2, “Ash”: “text” has to be a text"),
        (omen_file('{"name": "Ash", "text": 1.5}'), "line 2, “Ash”: “text” has to be a text"),
        (omen_file('\n"Ash"'), "line 3: this isn't a JSON object"),
        (
            omen_file('{"name": "Ash", "text": "x", "colour": "y"}'),
            "line 2, “Ash”: “colour” is unknown here; it can have name, text",
        ),
        (
            omen_file(json.dumps({"name": "A" * 61, "text": "x"})),
            "Name can have at most 60 characters, not 61.",
        ),
        (
            omen_file('{"name": "A", "text": "x", "secret": "perhaps"}'),
            "Secret can be: No, Yes; not “perhaps”.",
        ),
        (
            omen_file(
                '{"name": "Ash", "text": "x"},\n{"name": "Soot", "text": "x"},\n{"name": "ASH", "text": "y"}'
            ),
            "line 4, “ASH”: line 2 has the same name.",
        ),
        (
            '{"entries": [{"name": "Ash"}],\n"waypost": "library", "kind": "lantern.omen"}',
            "line 1, “Ash”: Text is missing.",
        ),
    ],
)
def test_what_is_wrong_with_a_json_file_is_said_in_a_sentence(data: bytes | str, sentence: str) -> None:
    assert sentence in sentence_of(read_omens, data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", omen_file(",".join(["1"] * 120_000))),
        ("a.json", omen_file(",".join(['{"a": 1}'] * 28_000))),
        ("a.csv", "name,text\n" + "a,b,c\n" * 40_000),
    ],
)
def test_rows_are_counted_before_any_of_them_is_looked_at(name: str, data: str) -> None:
    # A sentence for each of 120,000 wrong rows took two seconds.
    with refuses("file.too_many", "500"):
        read_omens(data, name)


def test_of_thousands_of_unknown_keys_one_is_told() -> None:
    said = sentence_of(
        read_omens, omen_file("{" + ",".join(f'"{number}": 1' for number in range(20_000)) + "}")
    )
    assert "“0” is unknown here" in said
    assert "more" not in said


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "first row is missing the columns “name” and “text”"),
        ("name,number\nAsh,1\n", "first row is missing the column “text”"),
        ("name,text,name\n", "has the column “name” twice"),
        (
            ",".join(f"c{n}" for n in range(24)),
            "“c7”, “c8”, “c9” and 14 more. It can have",
        ),
        ("name,text\n", "has no entries"),
        ('name,text\n"Ash\nx', "can't be read from line"),
        ("name,text\nSoot,x\nAsh,x,y\n", "row 3, “Ash”: this row has more cells"),
        ('name,text\nSoot,"a\nb"\n\nAsh,\n', "row 4, “Ash”: Text is missing."),
    ],
)
def test_what_is_wrong_with_a_csv_file_is_said_in_a_sentence(data: str, sentence: str) -> None:
    assert sentence in sentence_of(read_omens, data, "omens.CSV")


def test_ten_faults_are_told_and_the_others_counted() -> None:
    lines = ",\n".join(f'{{"name": "Omen {number}"}}' for number in range(13))
    sentence = sentence_of(read_omens, omen_file(lines))
    assert sentence.count("is missing") == 10
    assert sentence.endswith("… and 3 more.")


def test_a_csv_table_may_lack_what_is_optional_and_be_a_spreadsheets() -> None:
    data = '\ufefftext;name\r\n"Line one\nline ""two""";Ash\r\n'.encode()
    (found,) = read_file(OMENS, KINDS, "o.csv", data)
    assert OMENS.read(found) == Omen("Ash", 'Line one\nline "two"')
