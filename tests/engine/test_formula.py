"""Formulas of named values: what they come to, how they are written back, what is wrong with the others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.formula import LONGEST, Formula
from bot.errors import RuleViolation

NAMES = ("accuracy", "speed", "power")
VALUES = {"accuracy": 8, "speed": 6, "power": 7}


def value(text: str) -> int:
    """What a formula comes to with accuracy 8, speed 6 and power 7."""
    return Formula.parse(text, NAMES).value(VALUES)


def refusal(text: str) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(RuleViolation) as refused:
        Formula.parse(text, NAMES)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        ("accuracy", 8),
        ("999", 999),
        ("accuracy + speed * power", 50),
        ("(accuracy + speed) * power", 98),
        ("accuracy - speed - power", -5),
        ("accuracy - (speed - power)", 9),
        ("power / 2 * 2", 7),
        ("power / 2", 3),
        ("0 - power / 2", -4),
        ("half up(power)", 4),
        ("half down(power)", 3),
        ("half up(power / 2)", 2),
        ("half up(0 - power)", -3),
        ("half down(0 - power)", -4),
        ("max(accuracy, speed, power)", 8),
        ("min(accuracy, speed, power) + 1", 7),
    ],
)
def test_a_formula_comes_to(text: str, comes_to: int) -> None:
    assert value(text) == comes_to


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("ACCURACY+2", "accuracy + 2"),
        ("  accuracy−2×3÷4 ", "accuracy - 2 * 3 / 4"),
        ("half_up(speed)", "half up(speed)"),
        ("Half-Down( speed )", "half down(speed)"),
        ("max(speed,power)", "max(speed, power)"),
        ("((accuracy)) + (speed * 2)", "accuracy + speed * 2"),
        ("accuracy + (speed + power)", "accuracy + (speed + power)"),
        ("007", "7"),
    ],
)
def test_a_formula_is_written_in_one_way(text: str, written: str) -> None:
    assert str(Formula.parse(text, NAMES)) == written


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The formula is missing. Write one like “accuracy + 2”."),
        (" \n", "The formula is missing. Write one like “accuracy + 2”."),
        (
            "acuracy",
            "“acuracy” is unknown. You can use: accuracy, speed, power, max, min, half up, half down.",
        ),
        (
            "half(speed)",
            "“half” is unknown. You can use: accuracy, speed, power, max, min, half up, half down.",
        ),
        ("*loud*(1)", "The formula needs a number or a word like “accuracy” before “*”."),
        ("(speed", "The formula is missing a “)”."),
        ("max(speed, 2", "The formula is missing a “)”."),
        ("(speed power)", "The formula is missing a “)” before “power”."),
        ("speed)", "The formula has a “)” without a “(” before it."),
        ("speed power", "The formula needs a + - * or / before “power”."),
        ("2 speed", "The formula needs a + - * or / before “speed”."),
        ("speed +", "The formula needs a number or a word like “accuracy” at the end."),
        ("()", "The formula needs a number or a word like “accuracy” before “)”."),
        ("-3", "The formula needs a number or a word like “accuracy” before “-”."),
        ("speed, 2", "A formula can only have commas inside max(…) and min(…)."),
        ("(speed, 2)", "A formula can only have commas inside max(…) and min(…)."),
        ("speed / 0", "A formula can't divide by 0. Divide by a number like 2."),
        ("speed / power", "A formula can only divide by a number like 2, not by “power”."),
        ("speed / (1 - 1)", "A formula can only divide by a number like 2, not by “1 - 1”."),
        ("max speed", "“max” needs a “(” after it: max(accuracy, 5)."),
        ("max(speed)", "“max” takes two values or more: max(accuracy, 5)."),
        ("half up(speed, 2)", "“half up” takes one value: half up(accuracy)."),
        ("1000", "A number in a formula can be 0 to 999, not 1000."),
        ("speed $ 2", "“$” can't be part of a formula."),
        ("1.5", "“.” can't be part of a formula."),
    ],
)
def test_every_fault_is_told_in_one_sentence(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_a_formula_has_a_hundred_characters_at_most_spaces_aside() -> None:
    ones = " + ".join(["1"] * 50)
    assert value(f"{ones}0") == 59
    assert refusal(f"{ones}00") == "A formula can have at most 100 characters; this one has 101."


def test_a_formula_has_ten_parentheses_within_one_another_at_most() -> None:
    assert value("(" * 10 + "speed" + ")" * 10) == 6
    assert refusal("(" * 11 + "speed" + ")" * 11) == (
        "A formula can have at most 10 parentheses inside each other."
    )


def test_parentheses_after_one_another_are_not_within_one_another() -> None:
    assert value("+".join(["(speed)"] * 12)) == 72


def test_what_was_typed_can_not_disturb_the_sentence() -> None:
    assert refusal("__loud__").startswith("“\\_\\_loud\\_\\_” is unknown")


# -- against a tree of the test's own -----------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """An expression as the test itself writes it, with every parenthesis, and works it out."""

    text: str
    value: Fraction


def _leaf() -> st.SearchStrategy[Tree]:
    numbers = st.integers(0, 99).map(lambda n: Tree(str(n), Fraction(n)))
    names = st.sampled_from(NAMES).map(lambda name: Tree(name, Fraction(VALUES[name])))
    return numbers | names


def _joined(parts: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.builds(lambda a, b: Tree(f"({a.text}+{b.text})", a.value + b.value), parts, parts),
        st.builds(lambda a, b: Tree(f"({a.text}-{b.text})", a.value - b.value), parts, parts),
        st.builds(lambda a, b: Tree(f"({a.text}*{b.text})", a.value * b.value), parts, parts),
        st.builds(lambda a, n: Tree(f"({a.text}/{n})", a.value / n), parts, st.integers(1, 9)),
        st.builds(lambda a, b: Tree(f"max({a.text},{b.text})", max(a.value, b.value)), parts, parts),
        st.builds(lambda a, b: Tree(f"min({a.text},{b.text})", min(a.value, b.value)), parts, parts),
        parts.map(lambda a: Tree(f"half up({a.text})", Fraction(-floor(-a.value / 2)))),
        parts.map(lambda a: Tree(f"half_down({a.text})", Fraction(floor(a.value / 2)))),
    )


trees = st.recursive(_leaf(), _joined, max_leaves=8).filter(lambda tree: len(tree.text) <= LONGEST)


@given(trees)
def test_a_formula_comes_to_what_exact_arithmetic_says(tree: Tree) -> None:
    assert value(tree.text) == floor(tree.value)


@given(trees)
def test_a_formula_that_is_written_back_reads_as_the_same(tree: Tree) -> None:
    formula = Formula.parse(tree.text, NAMES)
    assert Formula.parse(str(formula), NAMES) == formula


def _fault(text: str) -> str:
    """Why a text is no formula; empty where it is one."""
    try:
        formula = Formula.parse(text, NAMES)
    except RuleViolation as refused:
        return str(refused)
    assert Formula.parse(str(formula), NAMES) == formula
    return ""


def test_whatever_is_typed_is_a_formula_or_refused_in_a_sentence() -> None:
    random = Random(27)
    pieces = [
        *NAMES,
        "max",
        "min",
        "half up",
        "half-down",
        *"+-*/(),()0 9",
        "\u0301",
        "İ",
        "٣",
        "\u200f",
        "_",
    ]
    texts = ["".join(random.choices(pieces, k=random.randint(0, 12))) for _ in range(10_000)]
    faults = [_fault(text) for text in texts]
    assert faults.count("") > 100
    assert [fault for fault in faults if fault and not re.fullmatch(r"\S.*[^.\s]\.", fault)] == []
