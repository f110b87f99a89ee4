"""Every template in the bot, without running it; and the catalogue that translators get."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from bot.engine.event import Event
from tests.messages import catalogue, declared, games
from tests.templates import templates, unsaid, wrong, wrong_event

ROOT = Path(__file__).parents[1]
SAYS = "from bot.engine.text import"
FILES = sorted(path for path in (ROOT / "bot").glob("**/*.py") if SAYS in path.read_text("utf-8"))
EVENTS = [event for game in games() for event in game.events if issubclass(event, Event)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_templates_are_whole_and_given_their_names(file: Path) -> None:
    assert not wrong(file.read_text(encoding="utf-8"))


# What only who runs the bot reads, in a terminal.
OPERATORS = ("bot/app.py", "bot/content.py", "bot/verify.py")
ALL = [path for path in sorted((ROOT / "bot").glob("**/*.py")) if not path.as_posix().endswith(OPERATORS)]


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_refusal_and_no_label_is_bare(file: Path) -> None:
    assert not unsaid(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source", ['Stale("Gone.")', 'Choice("do", f"Roll {n}", act)', 'Button("Roll", "do")']
)
def test_a_bare_sentence_is_found(source: str) -> None:
    assert unsaid(source)
    assert not unsaid(
        source.replace('"Gone."', "why").replace('f"Roll {n}"', "label").replace('"Roll"', "label")
    )


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
        'of_length(text, 9, "a.b", "{what} has at most {most}, not {length}", least=1)',
        'T("{name" + " claims")',
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
        'of_length(text, 9, "a.b", "{what} has at most {most}, not {length}", least=1, what=name)',
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
