"""Files of a library's entries: an export read again, and a sentence for everything that is wrong."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.files import MOST_BYTES
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.table.library.rules import MOST_ENTRIES, file_of, read_file
from tests.games.lantern.rules.omens import OMENS, Omen

FLAME = Omen("Red flame", "Blood on the road.", 3)
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


def refused(data: bytes | str, name: str = "omens.json") -> str:
    """The sentence that a file is refused with."""
    with pytest.raises(RuleViolation) as wrong:
        read_file(OMENS, KINDS, name, data.encode() if isinstance(data, str) else data)
    return str(wrong.value)


def omen_file(entries: str) -> str:
    """A JSON file with those entries, its head on a line of its own."""
    return f'{{"waypost": "library", "kind": "lantern.omen", "entries": [\n{entries}\n]}}'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xfe\x00", "no text in UTF-8"),
        ("{", "line 1 can't be read"),
        ('{\n"a": 1,\n}', "line 3 can't be read"),
        ("[" * 50_000, "line 1 can't be read"),
        ("[]", "none of Waypost's"),
        ('{"name": "x"}', "none of Waypost's"),
        ('{"waypost": "dice"}', "That file holds “dice”, not entries of a library"),
        ('{"waypost": "library", "kind": "x.*y*"}', "That file holds “x.\\*y\\*”, not omens (The Lantern)"),
        ('{"waypost": "library", "kind": "lantern.omen", "entries": 3}', "are no list"),
        (omen_file(""), "holds no entries"),
        (
            omen_file(",".join(['{"name": "x", "text": "y"}'] * (MOST_ENTRIES + 1))),
            "has 501 entries; at most 500 are read",
        ),
        (b" " * (MOST_BYTES + 1), "That file has 256 KB; at most 256 KB are read."),
        (omen_file('{"name": "Ash"}'), "line 2, “Ash”: Text is missing."),
        (omen_file('{"name": "Ash", "text": [["x"]]}'), "line 2, “Ash”: what stands under “text” is no text"),
        (omen_file('{"name": "Ash", "text": 1.5}'), "line 2, “Ash”: what stands under “text” is no text"),
        (omen_file('\n"Ash"'), "line 3: this is no JSON object"),
        (
            omen_file('{"name": "Ash", "text": "x", "colour": "y"}'),
            "line 2, “Ash”: there is no “colour” in it; it has name, text",
        ),
        (omen_file(json.dumps({"name": "A" * 61, "text": "x"})), "Name has at most 60 characters, not 61."),
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
    assert sentence in refused(data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "first row lacks the columns “name” and “text”"),
        ("name,number\nAsh,1\n", "first row lacks the column “text”"),
        ("name,text,name\n", "has the column “name” twice"),
        (
            ",".join(f"c{n}" for n in range(24)),
            "“c7”, “c8”, “c9” and 14 more. It may have",
        ),
        ("name,text\n", "holds no entries"),
        ('name,text\n"Ash\nx', "can't be read from line"),
        ("name,text\nSoot,x\nAsh,x,y\n", "row 3, “Ash”: this row has more cells"),
        ('name,text\nSoot,"a\nb"\n\nAsh,\n', "row 4, “Ash”: Text is missing."),
    ],
)
def test_what_is_wrong_with_a_csv_file_is_said_in_a_sentence(data: str, sentence: str) -> None:
    assert sentence in refused(data, "omens.CSV")


def test_ten_faults_are_told_and_the_others_counted() -> None:
    lines = ",\n".join(f'{{"name": "Omen {number}"}}' for number in range(13))
    sentence = refused(omen_file(lines))
    assert sentence.count("is missing") == 10
    assert sentence.endswith("… and 3 more.")


def test_a_csv_table_may_lack_what_is_optional_and_be_a_spreadsheets() -> None:
    data = '\ufefftext;name\r\n"Line one\nline ""two""";Ash\r\n'.encode()
    (found,) = read_file(OMENS, KINDS, "o.csv", data)
    assert OMENS.read(found) == Omen("Ash", 'Line one\nline "two"')
