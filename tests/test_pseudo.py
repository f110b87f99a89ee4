"""Every sentence of what is converted passes through a template: in a made-up language none is lost."""

from __future__ import annotations

import importlib
from dataclasses import fields
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.event import Event, sentence
from bot.engine.text import Labelled
from tests.pseudo import CLOSE, OPEN, Pseudo, speaking_pseudo, unspoken
from tests.templates import templates

# Modules whose every sentence is a template: it grows until it names all games.
CONVERTED = (
    "tests.games.lantern.rules",
    "bot.systems.adventuria.changed",
    "bot.systems.adventuria.ledger",
    "bot.systems.adventuria.book",
    "bot.systems.adventuria.changes.cards",
    "bot.systems.adventuria.changes.commands",
    "bot.systems.adventuria.changes.giving",
    "bot.systems.adventuria.changes.rules",
    "bot.systems.adventuria.combat.cards",
    "bot.systems.adventuria.combat.commands",
    "bot.systems.adventuria.combat.exchange",
    "bot.systems.adventuria.combat.odds",
    "bot.systems.adventuria.combat.rules",
    "bot.systems.adventuria.library.rules",
    "bot.systems.adventuria.offers.cards",
    "bot.systems.adventuria.offers.rules",
    "bot.systems.adventuria.possessions.cards",
    "bot.systems.adventuria.possessions.commands",
    "bot.systems.adventuria.sheet.cards",
    "bot.systems.adventuria.sheet.commands",
    "bot.systems.adventuria.sheet.rules",
    "bot.systems.adventuria.turns.cards",
    "bot.systems.adventuria.turns.commands",
    "bot.systems.adventuria.turns.rules",
    "bot.systems.second_kingdom.heroes.roster",
    "bot.systems.kingdom.founding.cards",
    "bot.systems.kingdom.founding.rules",
    "bot.systems.kingdom.land.claims",
    "bot.systems.kingdom.land.losses",
    "bot.systems.kingdom.land.improvements",
    "bot.systems.kingdom.land.maps",
    "bot.systems.kingdom.leaders.offices",
    "bot.systems.kingdom.month.income",
    "bot.systems.table.campaigns.people",
    "bot.systems.table.campaigns.rules",
    "bot.systems.table.dice.rules",
    "bot.systems.table.proposals.rules",
    "bot.systems.table.settings.rules",
)

# What people write: letters that no template has.
NAMES = st.text("ΑΒΓαβγ", min_size=1, max_size=12)
EVENTS = [
    event
    for name in CONVERTED
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


@pytest.mark.parametrize("name", CONVERTED)
def test_every_template_of_it_can_be_said_in_another_language(name: str) -> None:
    source = importlib.import_module(name).__spec__.loader.get_source(name)  # type: ignore[union-attr]
    for said in templates(source):
        assert said.template is not None
        assert Pseudo().gettext(said.template) != said.template


def test_every_label_is_read_in_the_readers_language() -> None:
    with speaking_pseudo():
        each = [member for enum in Labelled.__subclasses__() for member in enum]
        assert not [member for member in each if unspoken(member.label) or unspoken(member.meaning)]
