"""Forms that a command declares: when they open, what Discord isn't told of, and what a button holds."""

from __future__ import annotations

import pytest

from bot.engine.asking import Asks, asking
from bot.engine.declare import Action, Command, action, declared, option
from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import Result, World
from bot.engine.text import T


class Label(Action):
    """Write what stands on an urn"""

    urn: str = option("Which urn")
    text: str = option("What it says", default="")
    is_blank: bool = option("Nothing at all", default=False)


@action("urn label", may=Permit.MEMBERS, asks=Asks(T("Label"), ("text",), instead=("is_blank",)))
def label(world: World, action: Label, dice: Dice) -> Result:
    """Write it."""
    return Result()


class Pour(Action):
    """Pour from one urn into another"""

    out_of: str = option("Out of which")
    into: str = option("Into which")


BOTH = ("out_of", "into")


@action("urn pour", may=Permit.MEMBERS, asks=Asks(T("Pour"), BOTH, is_beside=True, needs=BOTH))
def pour(world: World, action: Pour, dice: Dice) -> Result:
    """Pour it."""
    return Result()


COMMANDS = {each.path: each for each in declared(__name__, Command)}


@pytest.mark.parametrize(
    ("path", "given", "opens"),
    [
        ("urn label", {"urn": "1"}, True),
        ("urn label", {"urn": "1", "is_blank": True}, False),
        ("urn pour", {}, True),
        ("urn pour", {"out_of": "1"}, True),
        ("urn pour", {"out_of": "1", "into": "2"}, False),
    ],
)
def test_a_form_opens_where_what_it_asks_was_not_given(
    path: str, given: dict[str, object], opens: bool
) -> None:
    assert COMMANDS[path].opens_form(given) is opens


def test_what_only_the_form_asks_is_no_option() -> None:
    assert list(COMMANDS["urn label"].offered) == ["urn", "is_blank"]
    assert list(COMMANDS["urn pour"].offered) == ["out_of", "into"]


def test_what_the_form_asks_for_may_be_left_out_of_the_command() -> None:
    needed = {name for each in COMMANDS.values() for name, o in each.offered.items() if each.needs(o)}
    assert needed == {"urn"}


def test_a_button_opens_the_form_of_a_record() -> None:
    assert asking(T("Label…"), "urn label", "7").custom_id == "fill|urn label|7"
