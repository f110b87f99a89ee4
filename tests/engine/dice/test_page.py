"""Every example on the page about dice is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.engine.dice.notation import parse, parse_all
from bot.engine.dice.source import FixedDice
from bot.engine.dice.throwing import throw
from bot.engine.dice.treating import NAMES
from bot.errors import RuleViolation

PAGE = (Path(__file__).parents[3] / "docs" / "dice.md").read_text(encoding="utf-8")
ROLLED = re.findall(r"^\| `([^`]+)` \| ([\d ]+) \| (-?\d+) \| (.*) \|$", PAGE, re.MULTILINE)
REFUSED = re.findall(r"^\| `([^`]+)` \| (?![\d ]+ \|)[^|]+ \|$", PAGE, re.MULTILINE)
READ = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| [^|]+ \|$", PAGE, re.MULTILINE)
BESIDE = re.findall(r"also `(\d*d[^`]+)`", PAGE)
IN_TEXT = re.findall(
    r"\(?`(\d*d\d[^`]*|-d[^`]*)`", PAGE.partition("## Good to know")[2].partition("| refused")[0]
)


@pytest.mark.parametrize(("text", "falls", "gives", "meaning"), ROLLED)
def test_the_example_comes_to_what_the_page_says(text: str, falls: str, gives: str, meaning: str) -> None:
    roll = parse(text)
    values = [int(value) for value in falls.split()]
    dice = FixedDice(*values * roll.repeats)
    assert throw(roll, dice)[0].total == int(gives)
    dice.all_used()


@pytest.mark.parametrize(("text", "echo"), READ)
def test_what_the_page_says_is_read_is(text: str, echo: str) -> None:
    assert parse_all(text).text == echo


@pytest.mark.parametrize("text", [*BESIDE, *IN_TEXT])
def test_what_is_named_beside_can_be_rolled(text: str) -> None:
    assert parse(text).groups


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_page_calls_refused_is_refused(text: str) -> None:
    with pytest.raises(RuleViolation):
        parse(text)


def test_the_page_was_read() -> None:
    assert (len(ROLLED) >= 25, len(READ) >= 3, len(REFUSED) >= 9, len(BESIDE) >= 4, len(IN_TEXT) >= 2) == (
        True,
    ) * 5


@pytest.mark.parametrize("name", sorted(NAMES))
def test_the_grammar_names_everything_that_can_be_done(name: str) -> None:
    assert f'"{name}"' in PAGE.partition("```ebnf")[2]
