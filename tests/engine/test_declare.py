"""What is declared on a dataclass: options in their order, values as they come, suggestions, forms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.declare import (
    Action,
    Command,
    Invocation,
    KnownCampaign,
    Labelled,
    Person,
    Role,
    action,
    asks_of,
    declared,
    filled,
    option,
    options_of,
    suggested,
)
from bot.engine.dice.source import Dice
from bot.engine.finders import Asker, outside
from bot.engine.people import Permit, Standing
from bot.engine.system import ActionKind, RecordId, Result, World
from bot.errors import RuleViolation
from bot.storage import codec

SOMEBODY = 7


class Oil(Labelled):
    """What it burns."""

    WHALE = "whale", "Whale oil", "Smokes"
    LAMP = "lamp", "Lamp oil"
    TALLOW = "tallow", "Tallow"


def _spots(asker: Asker) -> list[tuple[str, str]]:
    return [(f"{name} (hills)", name) for name in ("A1", "A2", "B1")]


def _even(text: str) -> int:
    if int(text) % 2:
        raise RuleViolation("Only even ones.")
    return int(text)


class InCave(Action):
    """What is done in a cave."""

    cave: str = option("Which cave")
    note: str = option("A note", default="", kw_only=True)


class Burn(InCave):
    """Burn oil there

    Until it is dark.
    """

    oil: Oil = option("Which oil", choices=(Oil.WHALE, Oil.LAMP), name="fuel")
    hours: int | None = option(
        "How long, in hours, up to a whole day and a night", label="Hours", default=None, most=24
    )
    spots: str = option("Where", default="", suggest=_spots, several=" ")
    pairs: int = option("An even number", default=2, parse=_even)
    keeper: Person | None = option("Who keeps it", default=None)
    is_wet: bool = option("Is it wet?", default=False)
    burnt: bool = False


@action("cave burn", may=Permit.MEMBERS, watches=("oil",))
def burn(scene: World, action: Burn, dice: Dice) -> Result:
    """Nothing."""
    return Result()


def given(**options: object) -> Asker:
    """Somebody who gave that."""
    return outside(SOMEBODY, options)


def test_a_base_s_options_are_first_in_python_and_last_on_discord() -> None:
    assert Burn("Deep", Oil.LAMP).cave == "Deep"
    assert [each.name for each in options_of(Burn).values()] == [
        "fuel", "cave", "hours", "spots", "pairs", "keeper", "is_wet", "note",
    ]  # fmt: skip


def test_what_was_given_becomes_the_field_s_type_and_what_was_not_its_default() -> None:
    made = filled(Burn, given(cave="Deep", oil="whale", hours=3, pairs="4", keeper=99, is_wet=True))
    assert made == Burn("Deep", Oil.WHALE, 3, pairs=4, keeper=Person(99), is_wet=True)
    assert filled(Burn, given(cave="Deep", oil="lamp oil")).oil is Oil.LAMP


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"oil": "tallow"}, "“Which oil” has to be one of these: Whale oil, Lamp oil"),
        ({"hours": "many"}, "“Hours” needs a whole number up to 24, not “many”"),
        ({"hours": "1000000"}, "“Hours” needs a whole number up to 24, not “1000000”"),
        ({"hours": 25}, "“Hours” has to be a number up to 24, not 25"),
        ({"pairs": "3"}, "Only even ones"),
    ],
)
def test_what_does_not_fit_is_refused_with_one_sentence(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(RuleViolation, match=said):
        filled(Burn, given(**({"cave": "Deep", "oil": "lamp"} | wrong)))


def test_the_last_of_several_is_suggested_for_and_those_before_it_stay() -> None:
    spots = options_of(Burn)["spots"]
    typed = Asker(given().look, SOMEBODY, (), typed="A1 b")
    assert suggested(spots, typed) == [("B1 (hills)", "A1 B1")]


def test_a_form_asks_for_fields_by_their_labels_and_its_answers_are_coerced() -> None:
    hours, oil = asks_of(Burn, "hours", "oil", hours="5")
    assert (hours.label, hours.value, hours.is_number, hours.is_optional) == ("Hours", "5", True, True)
    assert oil.options == (("whale", "Whale oil"), ("lamp", "Lamp oil"))
    assert options_of(Burn)["hours"].taken("6") == 6


def test_what_a_module_declares_is_found_in_it() -> None:
    (kind,) = declared(__name__, ActionKind)
    assert (kind.name, kind.command, kind.watches) == ("Burn", "cave burn", ("oil",))
    assert declared(__name__, Labelled) == (Oil,)


def test_a_command_without_a_docstring_stops_the_start() -> None:
    class Silent(Action):
        name: str = option("Its name")

    def perform(scene: World, action: Silent, dice: Dice) -> Result:
        return Result()

    perform.__annotations__["action"] = Silent
    with pytest.raises(TypeError, match="/cave silent: Silent has no docstring"):
        action("cave silent", may=Permit.MEMBERS)(perform)


def test_an_enum_carries_its_labels() -> None:
    assert (Oil.WHALE.value, Oil.WHALE.label, Oil.WHALE.meaning) == ("whale", "Whale oil", "Smokes")
    assert Oil("lamp") is Oil.LAMP


class Seat(Action):
    """Give somebody a seat."""

    who: Person
    by_role: Role | None = None


def test_of_a_person_and_a_role_the_ids_alone_are_kept() -> None:
    named = Seat(Person(7, is_bot=True, roles=(9,)), Role(8, is_everyone=True))
    assert named == Seat(Person(7), Role(8))
    assert (named.who.is_bot, named.who.roles) == (True, frozenset({9}))
    assert codec.dump(named) == '{"who":7,"by_role":8}'
    assert codec.load(Seat, codec.dump(named)) == named


def test_a_campaign_named_is_meant_only_where_the_command_says_so() -> None:
    known = KnownCampaign(RecordId("ashes"), "Ashes", (1,), Standing.PLAYER)
    command = Command("seat", Permit.EVERYONE, Seat, "Seat", where="named")
    assert Invocation(command, {"campaign": known}).campaign == "ashes"
    assert Invocation(command, {}).campaign is None
    assert Invocation(replace(command, where="channel"), {"campaign": known}).campaign is None
