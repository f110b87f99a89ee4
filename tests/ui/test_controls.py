"""Controls as they are declared: what stands in a custom_id comes to the handler, or is refused."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import pytest

from bot.engine.people import Permit
from bot.engine.system import Ask
from bot.errors import RuleViolation, Stale
from bot.play.act import _answer
from bot.ui.controls import DeclaredControl, button, number
from bot.ui.modal import modal


class Heard:
    """A dispatcher and a reply at once."""

    def __init__(self) -> None:
        self.shown: list[Any] = []


@button("fits", may=Permit.EVERYONE)
async def fits(dispatcher: Any, reply: Any, name: str, page: int = 0, *rest: str) -> None:
    reply.shown.append((name, page, rest))


def declared(handle: Any) -> DeclaredControl:
    """What a handler declares."""
    (found,) = handle.__declared__
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("args", "given"),
    [(("a",), ("a", 0, ())), (("a", "12"), ("a", 12, ())), (("a", "1", "b", "c"), ("a", 1, ("b", "c")))],
)
async def test_what_a_control_holds_comes_to_its_handler(args: tuple[str, ...], given: Any) -> None:
    heard: Any = Heard()
    await declared(fits).answer(heard, heard, args)
    assert heard.shown == [given]


@pytest.mark.parametrize("args", [(), ("a", "x"), ("a", "-1"), ("a", "²"), ("a", "1" * 11)])
async def test_a_damaged_control_is_refused(args: tuple[str, ...]) -> None:
    heard: Any = Heard()
    with pytest.raises(Stale):
        await declared(fits).answer(heard, heard, args)


class Colour(StrEnum):
    """One of two."""

    RED = "red"
    BLUE = "blue"


@button("colour", may=Permit.EVERYONE)
async def coloured(dispatcher: Any, reply: Any, colour: Colour, page: int | None = None) -> None:
    reply.shown.append((colour, page))


async def test_a_member_of_an_enum_comes_as_such() -> None:
    heard: Any = Heard()
    await declared(coloured).answer(heard, heard, ("red",))
    await declared(coloured).answer(heard, heard, ("blue", "2"))
    assert heard.shown == [(Colour.RED, None), (Colour.BLUE, 2)]
    with pytest.raises(Stale):
        await declared(coloured).answer(heard, heard, ("green",))


@button("reds", Colour.RED, may=Permit.EVERYONE)
@button("blues", Colour.BLUE, may=Permit.EVERYONE)
async def either(dispatcher: Any, reply: Any, colour: Colour, page: int = 0) -> None:
    reply.shown.append((colour, page))


async def test_one_handler_answers_for_several_controls_and_is_told_which() -> None:
    heard: Any = Heard()
    for control in either.__declared__:  # type: ignore[attr-defined]
        await control.answer(heard, heard, ("2",))
        with pytest.raises(Stale):
            await control.answer(heard, heard, ("red", "2"))
    assert heard.shown == [(Colour.BLUE, 2), (Colour.RED, 2)]


async def test_more_than_a_handler_takes_is_refused() -> None:
    @button("one", may=Permit.EVERYONE)
    async def one(dispatcher: Any, reply: Any, name: str) -> None:
        raise AssertionError(name)

    heard: Any = Heard()
    with pytest.raises(Stale):
        await declared(one).answer(heard, heard, ("a", "b"))


def test_an_id_of_discords_is_longer_than_other_numbers() -> None:
    assert number("1" * 19, 20) == int("1" * 19)


def test_of_more_than_a_list_takes_the_name_is_typed_in_a_form() -> None:
    some = Ask("few", "Which one", options=tuple((str(n), f"Thing {n}") for n in range(25)))
    many = Ask("many", "Which one", options=tuple((str(n), f"Thing {n}") for n in range(26)))
    rows = modal("which", "Which", (some, many)).to_dict()["components"]
    assert "options" in rows[0]["component"]
    assert "options" not in rows[1]["component"]


@pytest.mark.parametrize("text", ["7", "thing 7", " Thing 7 "])
def test_what_is_typed_for_a_list_may_be_its_name(text: str) -> None:
    many = Ask("many", "Which one", options=tuple((str(n), f"Thing {n}") for n in range(26)), is_number=True)
    assert _answer(many, text) == 7
    with pytest.raises(RuleViolation):
        _answer(many, "Thing 99")
