"""Whatever is typed is a roll that keeps its limits, or refused in one line that names a place in it.

WAYPOST_TEST_FUZZ_SECONDS fuzzes on for so long; a failure names its seed; WAYPOST_TEST_SEED begins with it.
"""

from __future__ import annotations

import os
import re
import secrets
from itertools import count
from random import Random
from time import monotonic, process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice.chances import chances
from bot.engine.dice.notation import LONGEST_TEXT, MOST_REPEATS, parse, parse_all
from bot.engine.dice.reading import LARGEST_TOTAL
from bot.engine.dice.source import Seed, VerifiableDice
from bot.engine.dice.terms import MOST_DICE
from bot.engine.dice.throwing import throw
from bot.errors import RuleViolation
from tests.engine.dice.expressions import expression
from tests.extent import share

FRAGMENTS = [
    *(
        "d",
        "D",
        "d6",
        "2d6",
        "d%",
        "4dF",
        "10d10",
        "kh",
        "kl",
        "dh",
        "dl",
        "k",
        "rr",
        "ro",
        "!",
        "mi",
        "ma",
        "lim",
    ),
    *(
        "x2",
        "f",
        "t",
        "e",
        ">",
        "<",
        "=",
        ">=",
        "<=",
        "≥",
        "+",
        "-",
        "−",
        "–",
        "*",
        "×",
        "•",
        "/",
        "(",
        ")",
        "#",
    ),
    *(
        "0",
        "1",
        "2",
        "3",
        "6",
        "10",
        "20",
        "100",
        "999",
        "1000000",
        " ",
        "  ",
        "\n",
        "label",
        "x",
        "²",
        "٣",
        "`",
    ),
]
NEARLY_ROLLS = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)
SECONDS = float(os.environ.get("WAYPOST_TEST_FUZZ_SECONDS", "0"))
OWN = 7
FIRST_SEED = int(os.environ.get("WAYPOST_TEST_SEED", "0")) or (secrets.randbelow(1 << 31) if SECONDS else OWN)
MOST_SECONDS = 0.05


def check(text: str) -> None:
    """The text is a roll and keeps its limits, or is refused properly, and so is its hint."""
    try:
        found = parse_all(text)
    except RuleViolation as refused:
        check_refusal(text, str(refused))
        return
    assert parse_all(found.text) == found
    dice = VerifiableDice(
        public=Seed(bytes(32)), secret=Seed(b"1" * 32), drawing=1, secret_drawing=1, interaction=len(text)
    )
    results = [each for roll in found.rolls for each in throw(roll, dice)]
    most = [group.most_dice * roll.repeats for roll in found.rolls for group in roll.groups]
    assert len(dice.rolled) <= sum(most) <= MOST_DICE
    assert len(results) == sum(roll.repeats for roll in found.rolls) <= MOST_REPEATS
    assert all(abs(result.total) <= LARGEST_TOTAL for result in results)


def check_refusal(text: str, message: str) -> None:
    assert "\n" not in message
    if len(text) > LONGEST_TEXT or message.endswith("Send them one by one."):
        return
    hint = re.search(r"\. (?:Did you mean|Try) (\S+)[.?]$", message)
    offers = re.findall(r"`([^`]+)`", message.rpartition(" Try ")[2]) if message.endswith("`.") else []
    assert hint is not None or offers, message
    if offers:
        # The last of several offers is always right; another may have a fault of its own.
        assert parse_all(offers[-1]).rolls, message
        return
    assert hint is not None
    assert parse(hint[1]).groups, message
    place = re.search(r" at position (\d+)\. \S", message)
    # What can't be read from its beginning isn't dice; else the place of the fault is named.
    if message.startswith("Nothing to roll.") or " isn't dice. " in message:
        return
    assert place is not None, message
    assert 1 <= int(place[1]) <= len(text) + 1


@settings(deadline=None)
@given(st.text(max_size=LONGEST_TEXT + 10))
def test_any_text_is_answered(text: str) -> None:
    check(text)


@settings(deadline=None, max_examples=share(500))
@given(NEARLY_ROLLS)
def test_whatever_resembles_a_roll_is_answered(text: str) -> None:
    check(text)


@given(st.integers())
def test_generated_rolls_and_their_odds_keep_their_limits(seed: int) -> None:
    check_generated(Random(seed))


def check_generated(random: Random) -> None:
    """A roll as people write it, sometimes with something wrong in the middle."""
    text = expression(random)
    if random.random() < 0.5:
        cut = random.randrange(len(text) + 1)
        text = (
            text[:cut]
            + "".join(random.choices(FRAGMENTS, k=random.randint(0, 3)))
            + text[cut + random.randint(0, 2) :]
        )
    check(text)
    try:
        odds = chances(parse(text))
    except RuleViolation:
        return  # refused like any other text, or too much work
    assert odds.total > 0


def check_longest(random: Random) -> None:
    """A text as long as any may be, and how long it takes."""
    text = "".join(random.choices(FRAGMENTS, k=LONGEST_TEXT))[: random.randint(1, LONGEST_TEXT)]
    started = process_time()
    check(text)
    assert process_time() - started < MOST_SECONDS * 3  # parsed twice, and its hint


@pytest.mark.skipif(not SECONDS, reason="set WAYPOST_TEST_FUZZ_SECONDS")
def test_fuzzing_goes_on_for_as_long_as_told() -> None:
    end = monotonic() + SECONDS
    for seed in count(FIRST_SEED):
        if monotonic() > end:
            print(f"{seed - FIRST_SEED:,} rounds from WAYPOST_TEST_SEED={FIRST_SEED}")
            return
        random = Random(seed)
        try:
            check_generated(random)
            check_longest(random)
            check("".join(random.choices(FRAGMENTS, k=random.randint(1, 30))))
        except Exception as failure:
            failure.add_note(f"WAYPOST_TEST_SEED={seed}")
            raise
