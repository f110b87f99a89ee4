"""Events that tell themselves: dataclasses made by their base, kept by name, read under former names."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from bot.engine.catalogue import Catalogue
from bot.engine.event import Event, sentence
from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import PlainEvent, System
from bot.engine.text import Safe, T
from bot.storage import codec
from tests.templates import wrong_event


class HexAbandoned(Event, formerly=("HexGivenUp", "HexLeft")):
    """A hex is nobody's again."""

    says = T("{name} abandons {hex:10}: Unrest {unrest:+}.")
    name: str
    hex: str
    unrest: int = 0

    @classmethod
    def lift(cls, facts: dict[str, Any]) -> dict[str, Any]:
        """Its hex was formerly its place."""
        return facts if "place" not in facts else {**facts, "hex": facts["place"]}


class ArmyRaised(Event, audience=GAME_MASTERS):
    """An army is new, or another than it was."""

    name: str
    is_new: bool

    def sentence(self) -> T:
        """By whether there was one."""
        return T("{name} is raised.") if self.is_new else T("{name} changes: {size}.")

    @property
    def size(self) -> int:
        """How many march."""
        return len(self.name)


class Quiet(Event):
    """Nothing is said of it."""


class Composed(ArmyRaised):
    """A sentence that is made whole by itself."""

    count: int = 0

    def sentence(self) -> Any:
        """With a number that is no field."""
        return T("{n} of {name}")(n=self.count * 2, name=self.name)


def test_an_event_is_a_frozen_dataclass_with_slots() -> None:
    event = HexAbandoned("A", "B", 2)
    assert event == HexAbandoned(name="A", hex="B", unrest=2, audience=EVERYONE)
    assert hash(event) == hash(HexAbandoned("A", "B", 2))
    assert not hasattr(event, "__dict__")
    with pytest.raises(FrozenInstanceError):
        event.name = "C"  # type: ignore[misc]
    assert [field.name for field in fields(event)] == ["audience", "name", "hex", "unrest"]
    assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301


def test_who_may_read_it_comes_by_keyword_only() -> None:
    assert HexAbandoned("A", "B").audience is EVERYONE
    assert ArmyRaised("A", is_new=True).audience is GAME_MASTERS
    assert Composed("A", is_new=True).audience is GAME_MASTERS
    assert ArmyRaised("A", True, audience=EVERYONE).audience is EVERYONE
    assert replace(HexAbandoned("A", "B"), audience=GAME_MASTERS).audience is GAME_MASTERS
    with pytest.raises(TypeError):
        HexAbandoned("A", "B", 2, GAME_MASTERS)  # type: ignore[call-arg]


def test_it_tells_itself() -> None:
    said = sentence(HexAbandoned("*A*", "a very long hex", -2))
    assert said == "\\*A\\* abandons a very lo…: Unrest −2."
    assert type(said) is Safe
    assert sentence(ArmyRaised("A", is_new=True)) == "A is raised."
    assert sentence(ArmyRaised("Abc", is_new=False)) == "Abc changes: 3."
    assert sentence(Composed("A_", is_new=True, count=2)) == "4 of A\\_"
    assert sentence(Quiet()) is None
    assert sentence(PlainEvent("Lit")) is None


def test_it_is_kept_and_read() -> None:
    for event in (HexAbandoned("A", "B", 2), ArmyRaised("A", True), Quiet(audience=GAME_MASTERS)):
        assert codec.from_plain(type(event), codec.plain(event)) == event


def test_it_is_found_under_every_name_it_had() -> None:
    catalogue = Catalogue([System("g", "G", events=(HexAbandoned, ArmyRaised))])
    for name in ("HexAbandoned", "HexGivenUp", "HexLeft"):
        assert catalogue.event("g", name) is HexAbandoned
    assert catalogue.event("g", "Quiet") is None
    assert catalogue.event("h", "HexLeft") is None


def test_no_two_events_share_a_name() -> None:
    class Other(Event, formerly=("HexLeft",)):
        """It was called the same."""

    with pytest.raises(ValueError, match="HexLeft"):
        Catalogue([System("g", "G", events=(HexAbandoned, Other))])


def test_a_former_name_is_its_own_only() -> None:
    class Child(HexAbandoned):
        """Another class."""

    assert Child.formerly == ()


def test_a_template_that_names_what_the_event_lacks_is_found() -> None:
    class Wrong(Event):
        """One name too many."""

        says = T("{name} {other}")
        name: str

    assert wrong_event(HexAbandoned) == ""
    assert wrong_event(Wrong) == "Wrong has no ['other']"


class Signed(Event):
    """Somebody signed."""

    says = T("{actor:@} signs {what}.")
    what: str


def test_an_event_may_name_who_acted() -> None:
    assert sentence(Signed("*it*"), 7) == r"<@7> signs \*it\*."
    assert sentence(Signed("it")) == "the game master signs it."
