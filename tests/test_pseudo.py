"""Every sentence of what is converted passes through a template: in a made-up language none is lost."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import fields
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot.engine
import bot.play
import bot.systems
import bot.ui
from bot.engine.event import Event, sentence
from bot.engine.text import Labelled
from tests.pseudo import CLOSE, OPEN, Pseudo, speaking_pseudo, unspoken
from tests.templates import templates

# Every module that speaks: found, so that a new one can't be forgotten.
ROOMS = (bot.systems, bot.play, bot.ui, bot.engine)
SPEAKING = [
    "tests.games.lantern.rules",
    *(module.name for room in ROOMS for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")),
]

# What people write: letters that no template has.
NAMES = st.text("ΑΒΓαβγ", min_size=1, max_size=12)
EVENTS = [
    event
    for name in SPEAKING
    for event in vars(importlib.import_module(name)).values()
    if isinstance(event, type) and issubclass(event, Event) and event.__module__ == name
]


def samples(event: type[Event]) -> st.SearchStrategy[Event]:
    """Any event of that class, with names that are no wording."""
    hints = get_type_hints(event)
    ways = {
        str: NAMES,
        str | None: st.none() | NAMES,
        tuple[str, ...]: st.lists(NAMES, max_size=5).map(tuple),
    }
    texts = {field.name: ways[hints[field.name]] for field in fields(event) if hints[field.name] in ways}
    return st.builds(event, **texts)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
@given(data=st.data())
def test_every_event_is_told_in_the_readers_language(event: type[Event], data: st.DataObject) -> None:
    told = data.draw(samples(event))
    with speaking_pseudo():
        said = sentence(told)
    assert said is None or (said.startswith(OPEN) and said.endswith(CLOSE) and unspoken(said) == [])


@pytest.mark.parametrize("name", SPEAKING)
def test_every_template_of_it_can_be_said_in_another_language(name: str) -> None:
    source = importlib.import_module(name).__spec__.loader.get_source(name)  # type: ignore[union-attr]
    for said in templates(source):
        assert said.template is not None
        assert Pseudo().gettext(said.template) != said.template


def test_every_label_is_read_in_the_readers_language() -> None:
    with speaking_pseudo():
        each = [member for enum in Labelled.__subclasses__() for member in enum]
        assert not [member for member in each if unspoken(member.label) or unspoken(member.meaning)]
