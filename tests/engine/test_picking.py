"""Lists that open where an option is left out: what is on them, and when they open."""

from __future__ import annotations

import pytest

from bot.engine.card import Card, Pick, Picture
from bot.engine.declare import (
    Action,
    Command,
    Person,
    action,
    called,
    declared,
    filled,
    look,
    oneself,
    option,
    options_of,
)
from bot.engine.dice.source import Dice
from bot.engine.finders import Asker, outside
from bot.engine.people import Permit
from bot.engine.picking import ALL, Listed, Picker, Picking, Row, card_of, opener, opening
from bot.engine.system import Result, World
from bot.engine.text import T


def _urns(_picking: Picking) -> Listed:
    return Listed(T("Which urn?")(), [Row("red", "Red"), Row("blue", "Blue")])


class Fill(Action):
    """Fill an urn"""

    urn: str = option("Which urn", pick=Picker(_urns))
    oil: int = option("How much", default=1)
    is_slow: bool = False


@called("cave drip", "Fill an urn slowly", may=Permit.GAME_MASTERS, is_slow=True)
@action("cave fill", may=Permit.MEMBERS)
def fill(scene: World, action: Fill, dice: Dice) -> Result:
    """Fill it."""
    return Result()


class Shatter(Action):
    """Shatter an urn"""

    urn: str = option("Which urn", pick=Picker(_urns))


@action(may=Permit.MEMBERS)
def shatter(scene: World, action: Shatter, dice: Dice) -> Result:
    """Shatter it."""
    return Result()


class Brew(Action):
    """Brew oil for somebody"""

    brewer: Person | int = option("Who brews it", implied=oneself)
    oil: str = option("Which oil", default="", is_needed=True)
    strength: str = option(
        "How strong", default="", means=lambda _asker, text, given: f"{given['oil']} {text}"
    )
    share: bool = option("Show it to everybody", default=False)


@look("cave smell", may=Permit.EVERYONE, shared="share")
def smell(asker: Asker, asked: Brew) -> Card:
    """Smell it"""
    return Card(asked.oil)


COMMANDS = {each.path: each for each in declared(__name__, Command)}


def before(**held: str) -> Picking:
    """Somebody before the list of urns."""
    return Picking(outside(7, held), "cave fill", held)


def test_an_option_with_a_list_may_be_left_out_and_is_lacking_then() -> None:
    command = COMMANDS["cave fill"]
    assert not options_of(Fill)["urn"].is_required
    lacking = command.lacks({"oil": 2})
    assert lacking is not None
    assert lacking.field == "urn"
    assert command.lacks({"urn": "red"}) is None


def test_an_action_is_called_by_further_commands_with_fields_given_already() -> None:
    drip = COMMANDS["cave drip"]
    assert (drip.options, drip.may, dict(drip.fixed)) == (Fill, Permit.GAME_MASTERS, {"is_slow": True})


def test_an_action_without_a_command_has_its_list_by_its_own_name() -> None:
    assert COMMANDS["Shatter"].is_pressed
    assert opening("Shatter", cave="7") == ("pick", "Shatter", "cave=7")
    assert opener(T("Shatter…"), "Shatter").custom_id == "pick|Shatter"


def test_rows_have_the_number_of_their_place_and_say_what_hinders_them() -> None:
    rows = [
        Row("a/x", "Farm", "plains", place="a"),
        Row("a/y", "Road", "plains", "Too dear", "a"),
        Row("b/x", "Farm", place="b"),
    ]
    seen: dict[str, str] = {}

    def draw(_asking: object, numbers: object) -> Picture | None:
        assert isinstance(numbers, dict)
        seen.update(numbers)
        return None

    card = card_of(before(), Listed("Which?", rows, most=2, drawing="map"), {"map": draw})
    assert card.selects[0].picks == (
        Pick("a/x", "1 · Farm", "plains"),
        Pick("a/y", "✗ 1 · Road", "Too dear · plains"),
        Pick("b/x", "2 · Farm"),
    )
    assert (card.selects[0].hint, card.selects[0].most) == ("Up to 2 at once…", 2)
    assert seen == {"a": "1", "b": "2"}


def test_a_long_list_has_pages_and_can_be_kept_to_one_kind() -> None:
    rows = [Row(str(n), f"Row {n}", kind="odd" if n % 2 else "even") for n in range(30)]
    kinds = (Pick("odd", "Odd: 15"), Pick("even", "Even: 15"))
    card = card_of(before(cave="7"), Listed("Which?", rows, kinds=kinds), {})
    assert [each.name for each in card.selects] == ["pick_kinds", "pick"]
    assert [each.custom_id for each in card.buttons] == ["pick|cave fill|cave=7|1"]
    assert card.note == "1–25 of 30"
    kept = card_of(before(cave="7"), Listed("Which?", rows, kinds=kinds, kind="odd"), {})
    assert len(kept.selects[1].picks) == 15
    assert [each.value for each in kept.selects[0].picks if each.is_chosen] == ["odd"]
    assert ALL in {each.value for each in kept.selects[0].picks}


def test_what_is_needed_must_be_given_though_the_action_has_a_default() -> None:
    assert options_of(Brew)["oil"].is_required
    assert Brew(brewer=7).oil == ""


def test_what_is_implied_is_so_where_nothing_is_given() -> None:
    assert filled(Brew, outside(7, {"oil": "lamp"})).brewer == 7
    assert filled(Brew, outside(7, {"oil": "lamp", "brewer": Person(8)})).brewer == 8


def test_an_option_can_mean_something_by_those_before_it() -> None:
    assert filled(Brew, outside(7, {"oil": "lamp", "strength": "strong"})).strength == "lamp strong"


def test_a_look_is_an_action_where_it_is_shared() -> None:
    assert COMMANDS["cave smell"].is_look({"oil": "lamp"})
    assert not COMMANDS["cave smell"].is_look({"oil": "lamp", "share": True})


def test_no_action_is_made_before_something_is_chosen_from_its_list() -> None:
    with pytest.raises(LookupError, match="chosen from a list"):
        filled(Fill, outside(7, {}))
