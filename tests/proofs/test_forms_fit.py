"""Proof of forms: above each field and form that a command declares stands a whole phrase, never a cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine.acting import further, is_for, named
from bot.engine.declare import Command, Option, asks_of, options_of
from bot.engine.people import Actor, Standing
from bot.engine.system import FormField
from bot.ui.modal import LABEL, TITLE, modal
from bot.ui.text import phrase
from tests.givens import commands

PAGES = ((Standing.PLAYER, False), (Standing.GAME_MASTER, True))


def asked(command: Command) -> Iterator[Option]:
    """What forms ask of a command: those of its page, and its own."""
    if any(is_for(command, Actor(0), standing, leads=leads) for standing, leads in PAGES):
        yield from further(command, leads=True)
    if command.asks is not None and command.asks.lines is None:
        yield from (options_of(command.options)[name] for name in command.asks.fields)


FORMS = {path: list(dict.fromkeys(asked(command))) for path, command in commands().items()}


@pytest.mark.parametrize("path", [path for path, options in FORMS.items() if options])
def test_no_label_and_no_title_of_a_form_is_cut(path: str) -> None:
    command = commands()[path]
    for option in FORMS[path]:
        form = modal("x", named(command)[0], asks_of(command.options, option.field))
        (label,) = (each["label"] for each in form.to_dict()["components"])
        for text, whole, most in (
            (label, option.label, LABEL),
            (form.title, named(command)[0], TITLE),
        ):
            assert len(text) <= most
            assert text == whole or not text.endswith("…"), text
    # Of the whole title names alone may be cut.
    if command.asks is not None:
        assert len(command.asks.title.template) <= TITLE


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("The last day", ("The last day", "")),
        (
            "The last day: Dec 24, friday, 5 days; left out: until you're back",
            ("The last day", "Dec 24, friday, 5 days; left out: until you're back"),
        ),
        (
            "Say that you're away, from when until when, and who acts for you",
            ("Say that you're away", "From when until when, and who acts for you"),
        ),
        ("For game masters: allow it without a healer's kit", ("Allow it without a healer's kit", "")),
        (f"{'word ' * 12}", (f"{'word ' * 8}word…", f"Word {'word ' * 11}".strip())),
        ("x" * 50, (f"{'X' + 'x' * 43}…", f"X{'x' * 49}")),
    ],
)
def test_what_has_no_room_above_a_field_is_left_to_be_said(text: str, fits: tuple[str, str]) -> None:
    label, rest = phrase(text, LABEL)
    assert (label.casefold(), rest) == (fits[0].casefold(), fits[1])


def test_what_a_label_leaves_stands_in_the_empty_field_or_below() -> None:
    long = "The last day: Dec 24, friday, 5 days, tomorrow; left out: until you're back"
    left = "Dec 24, friday, 5 days, tomorrow; left out: until you're back"
    fields = (
        FormField("empty", long),
        FormField("filled", long, value="friday"),
        FormField("listed", long, options=(("a", "A"),)),
    )
    empty, filled, listed = modal("x", "Away", fields).to_dict()["components"]
    assert {each["label"] for each in (empty, filled, listed)} == {"The last day"}
    assert (empty["component"]["placeholder"], empty.get("description")) == (left, None)
    assert (filled["component"].get("placeholder"), filled["description"]) == (None, left)
    assert listed["description"] == left
