"""Every template in the bot, without running it; and the catalogue that translators get."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from zoneinfo import available_timezones

import pytest

from bot.engine.event import Event
from tests.messages import catalogue, commands, declared, games
from tests.templates import english, rendered_at_import, templates, unsaid, wrong, wrong_event

ROOT = Path(__file__).parents[1]
SAYS = "from bot.engine.text import"
FILES = sorted(path for path in (ROOT / "bot").glob("**/*.py") if SAYS in path.read_text("utf-8"))
EVENTS = [event for game in games() for event in game.events if issubclass(event, Event)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_templates_are_whole_and_given_their_names(file: Path) -> None:
    assert not wrong(file.read_text(encoding="utf-8"))


# What only who runs the bot reads, in a terminal.
OPERATORS = ("bot/app.py", "bot/content.py", "bot/verify.py", "bot/sandbox/__init__.py", "sandbox/demo.py")
ALL = [path for path in sorted((ROOT / "bot").glob("**/*.py")) if not path.as_posix().endswith(OPERATORS)]


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_refusal_and_no_label_is_bare(file: Path) -> None:
    assert not unsaid(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        'Stale("Gone.")',
        'Choice("do", f"Roll {n}", act)',
        'Press("do", "Roll")',
        'Button("Roll", "do")',
        'Card("Gone")',
    ],
)
def test_a_bare_sentence_is_found(source: str) -> None:
    assert unsaid(source)
    assert not unsaid(re.sub('f?"(Gone|Roll)[^"]*"', "text", source))


# What reads like English and is no sentence.
NOTATION = {
    # As people type it, in special rules, formulas and files.
    *("all gold", "all the gold", "due to combat", "free city", "half up", "half down", "District", "True"),
    *("goes on", "in each settlement", "until event", "until upkeep", "until month", "for a year"),
    # The guide to the columns of files, which is in docs/.
    "the coordinates, two whole numbers; the only columns that every file must have",
    "`yes`, or nothing",
    "; players see revealed hexes, and special terrain once it is explored",
    "| column | what goes there |",
    # What the house calls its own entries and handlers, what the journal keeps beside a state's fields.
    *(
        "Undo",
        "Redo",
        "Nudge",
        "Digest",
        "Undone",
        "in play",
        "Redone",
        "Nudged",
        "Digested",
        "Reminded",
        "Lapsed",
        "button ",
        "form ",
        "select ",
    ),
    *("is archived", "rolled back"),
    # Where everybody begins in Adventuria: the name of a place, kept as narrators write others.
    "The City",
    # Of a refusal, cut off where it stands.
    " Nothing was used.",
    # An option as it is typed, and a roll of Sovereign's.
    *(" secret:True", " vs ", " in "),
    # A feat as it is found among others, and the end of a label that a picture leaves out.
    *("die hard", " save"),
    # What stands before times, and behind dice, as people type it; and time zones.
    *("between ", "from ", "in ", " adv", " dis", "Etc/GMT", "Etc/GMT([+-])([0-9]+)"),
    *available_timezones(),
    # How hints begin, read as declared.
    "For game masters:",
}


def test_no_english_is_out_of_the_catalogue() -> None:
    texts = {str(message.id) for message in catalogue()}
    whole = "\n".join(texts)
    paths = {each.path for each in commands()}
    paths |= {path.rpartition(" ")[0] for path in paths}

    def is_known(text: str) -> bool:
        # A declaration may be put together of long pieces.
        is_piece = len(text) > 20 and text in whole
        return text in texts or is_piece or text in NOTATION or text.removeprefix("/") in paths

    found = {
        f"{file.relative_to(ROOT)}:{line}: {text}"
        for room in ("systems", "play", "ui", "engine")
        for file in (ROOT / "bot" / room).glob("**/*.py")
        for line, text in english(file.read_text("utf-8"))
        if not is_known(text)
    }
    assert not found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('WHY = "Why, for everybody"', ["Why, for everybody"]),
        ('PARTS = {"home": "told in"}', ["told in"]),
        ('said = f"{n} hexes since"', [" hexes since"]),
        ('def f():\n    """What it does."""\n    raise ValueError("no such thing")', []),
        ('WHY = T("Why, for everybody")', []),
    ],
)
def test_english_is_found(source: str, found: list[str]) -> None:
    assert [text for _line, text in english(source)] == found


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_nothing_is_rendered_before_it_is_read(file: Path) -> None:
    assert not rendered_at_import(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source",
    ['X = T("Gone.")()', "X = {each.value: each.label for each in Role}", "X = choices_of(Role)"],
)
def test_what_is_rendered_too_early_is_found(source: str) -> None:
    assert rendered_at_import(source)
    assert not rendered_at_import(f"def told():\n    {source}\nY = lambda: ({source[4:]})")


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: f"{event.__module__}.{event.__name__}")
def test_an_event_has_what_its_sentence_names(event: type[Event]) -> None:
    assert not wrong_event(event)


def test_a_code_stands_for_one_refusal() -> None:
    found: dict[str, set[str | None]] = defaultdict(set)
    for file in FILES:
        for said in templates(file.read_text(encoding="utf-8")):
            if said.code:
                found[said.code].add(said.template)
    assert not {code: texts for code, texts in found.items() if len(texts) > 1}


@pytest.mark.parametrize(
    "source",
    [
        'T(f"{name} claims")',
        'T("{name!r}")',
        'T("{name} claims")(nam=1)',
        'T("{name} claims").plain()',
        'X = T("{name} claims")\nX()',
        'refused("a.b", "{name} claims", name=1, hex=2)',
        'refused("a.b", text)',
        'of_length(text, 9, "a.b", says)',
        'of_length(text, 9, "a.b", "{what} has at most {most}{given}", least=1)',
        'T("{name" + " claims")',
        'T("{words:prose} ({name})")',
    ],
)
def test_what_is_wrong_is_found(source: str) -> None:
    assert wrong(source)


@pytest.mark.parametrize(
    "source",
    [
        'T("{name} claims {n:a hex|{n} hexes}")(name=1, n=2)',
        'X = T("{name} claims")\nX(name=1)\nX.plain(name=2)\nX.of(event)',
        'T("{name} claims")(**values)',
        'refused("a.b", "{name} " "claims", NotAllowed, name=1)',
        'raise refused("a.b", "No.")',
        'of_length(text, 9, "a.b", "{what} has at most {most}{given}", least=1, what=name)',
        'T("{name}: {words:prose}\\n({words:prose 90}, said)")',
        "T = TypeVar",
    ],
)
def test_what_is_right_passes(source: str) -> None:
    assert not wrong(source)


def test_the_catalogue_holds_calls_and_declarations() -> None:
    texts = {message.id for message in catalogue()}
    assert "{items} and {last}" in texts
    assert "The Second Kingdom" in texts
    assert {message.text for message in declared(games())} <= texts
