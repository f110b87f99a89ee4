"""Every sentence passes through a template: in a made-up language none is lost."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bot.engine
import bot.play
import bot.systems
import bot.ui
from bot.engine.declare import Options, options_of
from bot.engine.event import Event, sentence
from bot.engine.parts import part_of
from bot.engine.record import Kind
from bot.engine.saying import Clause, Label, Name, Said, Who, Words, say, sentences
from bot.engine.text import Labelled, T
from bot.systems.adventuria.combat.state import Exchanged
from bot.systems.adventuria.possessions.rules import OfPossessions
from bot.systems.adventuria.state import Cause
from bot.systems.kingdom.book import BuildingType, Improvement, Number, Phase, Role
from bot.systems.kingdom.events.book import Does
from bot.systems.kingdom.month.edicts import LevelSet
from bot.systems.kingdom.month.numbers import NUMBERS
from bot.systems.kingdom.state import LEVELS
from bot.systems.second_kingdom.attacks.state import End
from bot.systems.second_kingdom.heroes.changes import SheetPart
from bot.systems.second_kingdom.state import Virtue
from tests.messages import below, commands, games
from tests.pseudo import CLOSE, OPEN, Pseudo, speaking_pseudo, unspoken
from tests.templates import templates

# Every module that speaks: found, so that a new one can't be forgotten.
ROOMS = (bot.systems, bot.play, bot.ui, bot.engine)
SPEAKING = [
    "tests.games.lantern.rules",
    *(room.__name__ for room in ROOMS),
    *(module.name for room in ROOMS for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")),
]

# What people write: letters that no template has.
NAMES = st.text("ΑΒΓαβγ", min_size=1, max_size=12)
EVENTS = [
    event
    for name in SPEAKING
    for event in vars(importlib.import_module(name)).values()
    if isinstance(event, type)
    and issubclass(event, Event)
    and event.__module__ == name
    # What only others are made of.
    and event not in (Exchanged, OfPossessions)
    # Told by its catalogue, below.
    and event is not Said
]


# Fields that keep a value of some table as a text, or belong together: not any will do.
LEVEL = st.sampled_from([(kind, level.value) for kind, levels in LEVELS.items() for level in levels])
PLACE = st.sampled_from(["C4", "2:C4+D4", "1:north"])
NUMBER = st.sampled_from([number.value for number in Number])
SCORE, VIRTUE = st.integers(1, 10), st.sampled_from(Virtue)
KEPT: Mapping[tuple[str, str], st.SearchStrategy[Any]] = {
    ("AdventurerChanged", "cause"): st.sampled_from(["", *(cause.value for cause in Cause)]),
    ("AttackEnded", "end"): st.sampled_from([end.value for end in End]),
    ("EffectDone", "does"): st.sampled_from([does for does in Does if does is not Does.WRECK]),
    ("EffectDone", "building"): st.sampled_from(BuildingType),
    ("EffectDone", "improvement"): st.sampled_from(Improvement),
    ("EdictsSet", "levels"): st.lists(LEVEL.map(lambda set_: LevelSet(set_[0], None, set_[1]))).map(tuple),
    ("Grievance", "what"): st.sampled_from([role.value for role in Role]),
    ("NumberPlaced", "number"): st.sampled_from(list(NUMBERS)),
    ("PhaseBegan", "phases"): st.lists(st.sampled_from(Phase), min_size=1).map(tuple),
    ("Rolled", "foe"): st.just(0),
    ("SettlementShown", "districts"): st.lists(st.integers(1, 4), min_size=1).map(tuple),
    ("Shift", "number"): NUMBER,
    # The bare numbers of a counter: what else is before and after goes with its part.
    **{("Changed", name): st.integers(-40, 40) for name in ("before", "after")},
    ("Changed", "part"): st.just(SheetPart.COUNTER),
    ("Odd", "improvement"): st.sampled_from([Improvement.FARM, Improvement.MINE]),
    **{(f"Combat{what}", "foes"): st.lists(NAMES, min_size=1).map(tuple) for what in ("Rolled", "Fought")},
    **{(f"Npc{what}", "virtues"): st.tuples(st.tuples(VIRTUE, SCORE)) for what in ("Created", "Revealed")},
    ("NpcEdited", "virtues"): st.tuples(st.tuples(VIRTUE, SCORE, SCORE)),
}


def samples(cls: type[Any]) -> st.SearchStrategy[Any]:
    """Any of that class, with names that are no wording."""
    hints = get_type_hints(cls)
    names = [field.name for field in fields(cls) if field.init and field.name != "audience"]
    kept = {name: KEPT[cls.__name__, name] for name in names if (cls.__name__, name) in KEPT}
    if "place" in names and cls.__module__.startswith("bot.systems.kingdom.towns."):
        kept["place"] = PLACE
    return st.builds(cls, **{name: values(hints[name]) for name in names if name not in kept}, **kept)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of that type."""
    hint = getattr(hint, "__supertype__", hint)
    origin, inner = get_origin(hint), get_args(hint)
    if hint in (str, int):
        return NAMES if hint is str else st.integers(-40, 400)
    if origin in (Union, UnionType):
        return st.one_of(*map(values, inner))
    if origin is tuple and inner[-1] is not Ellipsis:
        return st.tuples(*map(values, inner))
    if origin is tuple:
        return st.lists(values(inner[0]), max_size=3).map(tuple)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(*map(values, inner), max_size=3)
    is_class = isinstance(hint, type) and is_dataclass(hint)
    return samples(hint) if is_class else st.from_type(hint)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
@settings(max_examples=20)
@given(data=st.data())
def test_every_event_is_told_in_the_readers_language(event: type[Event], data: st.DataObject) -> None:
    told = data.draw(samples(event))
    with speaking_pseudo():
        said = sentence(told)
    assert not said or (said.startswith(OPEN) and said.endswith(CLOSE) and unspoken(said) == [])


VALUES = {
    "number": st.integers(-40, 400),
    "name": st.builds(Name, NAMES),
    "person": st.builds(Who, st.none() | st.integers(1, 40)),
    "label": st.builds(Label, st.sampled_from(Virtue)),
    "words": st.builds(Words, NAMES, by=st.none()),
    "clause": st.just(Clause(T(""))),
}
VALUES |= {f"list of {sort}": st.lists(values, max_size=3) for sort, values in VALUES.items()}


@pytest.mark.parametrize("code", sentences().by_code)
@settings(max_examples=5)
@given(data=st.data())
def test_every_code_is_told_in_the_readers_language(code: str, data: st.DataObject) -> None:
    sentence_ = sentences().by_code[code]
    template = sentence_.says or sentence_.retired[-1]
    named: dict[str, Any] = {name: data.draw(VALUES[sort]) for name, sort in sentence_.values.items()}
    with speaking_pseudo():
        said = sentence(say(code, T(template), **named), 7)
    assert said is not None
    assert said.startswith(OPEN)
    assert unspoken(said) == []


# But the one that renders what is declared elsewhere.
@pytest.mark.parametrize("name", [name for name in SPEAKING if name != "bot.engine.text"])
def test_every_template_of_it_can_be_said_in_another_language(name: str) -> None:
    source = importlib.import_module(name).__spec__.loader.get_source(name)  # type: ignore[union-attr]
    for said in templates(source):
        assert said.template is not None
        assert not said.template or Pseudo().gettext(said.template) != said.template


def test_every_label_is_read_in_the_readers_language() -> None:
    with speaking_pseudo():
        each = [member for enum in below(Labelled) for member in enum]
        assert not [member for member in each if unspoken(member.label) or unspoken(member.meaning)]


def test_every_declaration_is_read_in_the_readers_language() -> None:
    """What a command's form asks and offers, and what its preview's button says; settings and the library."""
    commands()
    with speaking_pseudo():
        options = [each for cls in below(Options) for each in options_of(cls).values()]
        texts = [text for each in options for text in (each.label, *dict(each.choices).values())]
        for game in games():
            texts += [game.title, *(each.label for each in game.actions)]
            texts += [text for each in game.settings for text in (each.title, each.rule)]
            decisions = [decision for each in game.settings for decision in each.options]
            texts += [text for each in decisions for text in (each.label, each.meaning)]
            texts += [text for shelf in game.shelves for text in (shelf.noun, shelf.plural)]
            for field in (field for shelf in game.shelves for field in shelf.fields):
                texts += [field.label, field.hint, *dict(field.choices).values()]
    assert not [text for text in texts if unspoken(text)]


@pytest.mark.parametrize(
    "kind", [kind for game in games() for kind in game.kinds], ids=lambda kind: kind.name
)
def test_an_undo_calls_every_part_of_a_record_in_the_readers_language(kind: Kind[Any]) -> None:
    word = partial(part_of, kind.state)
    told = [field.name for field in fields(kind.state) if field.name not in APART]
    with speaking_pseudo():
        assert not {name: word((name,), None)[0] for name in told if unspoken(word((name,), None)[0])}


# Settings and saved rolls are told one by one; where a campaign is, and whose, never changes.
APART = {"settings", "rolls", "guild", "is_server"}
