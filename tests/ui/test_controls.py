"""Controls as they are declared: what stands in a custom_id comes to the handler, or is refused."""

from __future__ import annotations

from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.engine.card import Button, Card, Pick, Select
from bot.engine.pages import Turns
from bot.engine.people import Permit
from bot.engine.system import FormField
from bot.errors import RuleViolation, Stale
from bot.play.act import _answer
from bot.ui.card import BODY, CONTENT, LABEL, MOST_BUTTONS, MOST_PICKS, embed_of, text_of, view_of
from bot.ui.controls import DeclaredControl, button, number
from bot.ui.modal import modal
from bot.ui.pages import in_pages
from bot.ui.text import fitting
from bot.ui.upload import downloaded


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
    some = FormField("few", "Which one", options=tuple((str(n), f"Thing {n}") for n in range(25)))
    many = FormField("many", "Which one", options=tuple((str(n), f"Thing {n}") for n in range(26)))
    rows = modal("which", "Which", (some, many)).to_dict()["components"]
    assert "options" in rows[0]["component"]
    assert "options" not in rows[1]["component"]


@pytest.mark.parametrize("text", ["7", "thing 7", " Thing 7 "])
def test_what_is_typed_for_a_list_may_be_its_name(text: str) -> None:
    many = FormField(
        "many", "Which one", options=tuple((str(n), f"Thing {n}") for n in range(26)), is_number=True
    )
    assert _answer(many, text) == 7
    with pytest.raises(RuleViolation):
        _answer(many, "Thing 99")


# -- A card in pages: nothing of it is lost, and each page is within Discord's limits -------------------


TURNS = Turns("turn")
LINES = tuple(f"{number} " + "x" * 90 for number in range(120))


def pages(card: Card, *, is_plain: bool = False) -> list[Card]:
    """All of them, each turned to by the button of the one before."""
    found = [in_pages(card, TURNS, 0, is_plain=is_plain)]
    while f"turn|{len(found)}" in [each.custom_id for each in found[-1].buttons]:
        found.append(in_pages(card, TURNS, len(found), is_plain=is_plain))
    return found


def test_a_card_that_fits_stays_as_it_is() -> None:
    card = Card("Title", ("A line",), buttons=(Button("Go", "go"),))
    assert in_pages(card, TURNS, 4) is card


@pytest.mark.parametrize(("is_plain", "most"), [(False, BODY), (True, CONTENT)])
def test_no_line_is_lost_and_none_is_torn(is_plain: bool, most: int) -> None:
    found = pages(Card("Title", LINES, note="A note"), is_plain=is_plain)
    assert tuple(line for page in found for line in page.lines) == LINES
    shown = [text_of(page) if is_plain else embed_of(page).description or "" for page in found]
    assert all(len(text) <= most for text in shown)
    assert not any("more." in text for text in shown)


def test_no_page_begins_with_the_air_above_a_title() -> None:
    found = pages(Card("Title", tuple(f"\n**Scene {number}**\n{'x' * 600}" for number in range(20))))
    assert len(found) > 1
    assert all(page.lines[0].startswith("**Scene") for page in found[1:])
    assert all(line.startswith("\n**Scene") for page in found for line in page.lines[1:])


def test_a_long_list_to_choose_from_is_turned_with_the_lines() -> None:
    picks = tuple(Pick(str(number), f"Pick {number}") for number in range(60))
    short = Select("Sort", "sort", picks[:2])
    found = pages(Card("Title", ("A line",), selects=(Select("Which", "which", picks), short)))
    assert [len(page.selects[0].picks) for page in found] == [25, 25, 10]
    assert all(len(page.selects[0].picks) <= MOST_PICKS for page in found)
    assert all(page.lines == ("A line",) and page.selects[1] == short for page in found)


def test_more_buttons_than_a_message_bears_leave_room_to_turn() -> None:
    every = tuple(Button(str(number), "go", (str(number),)) for number in range(60))
    found = pages(Card("Title", buttons=every))
    assert [each for page in found for each in page.buttons if each.name == "go"] == list(every)
    assert all(len(page.buttons) <= MOST_BUTTONS for page in found)


# -- Files that people attach: handed over by Discord, or a sentence ------------------------------------


def attached(came: bytes | Exception) -> Any:
    """An attachment that comes to that."""

    async def read() -> bytes:
        if isinstance(came, Exception):
            raise came
        return came

    return SimpleNamespace(read=read)


async def test_what_was_attached_is_handed_over() -> None:
    assert await downloaded(attached(b"a hero")) == b"a hero"


@pytest.mark.parametrize("failure", [aiohttp.ClientError(), ConnectionResetError()])
async def test_a_file_that_discord_keeps_is_a_sentence(failure: Exception) -> None:
    with pytest.raises(RuleViolation, match=r"^Discord didn't hand over that file\."):
        await downloaded(attached(failure))


# -- Text on cards: what there is room for --------------------------------------------------------------


def test_lines_that_do_not_fit_are_counted() -> None:
    lines = [f"{n:03}" * 10 for n in range(100)]
    fitted = fitting(lines, 1024)
    assert len("\n".join(fitted)) <= 1024
    assert fitted == [*lines[:32], "… and 68 more."]


def test_lines_that_just_fit_all_stand_there() -> None:
    lines = ["x" * 30] * 3
    assert fitting(lines, 92) == lines


def test_a_list_of_nothing_is_left_out_and_the_rest_is_sent() -> None:
    empty = Select("Do…", "menu", ())
    assert view_of(Card("Nothing", selects=(empty,))) is None
    view = view_of(Card("One", buttons=(Button("Roll", "roll"),), selects=(empty,)))
    assert view is not None
    assert len(view.children) == 1


async def test_nothing_is_kept_of_buttons_and_lists_that_were_sent() -> None:
    view = view_of(Card("One", buttons=(Button("Roll", "roll"),)))
    assert view is not None
    # discord.py keeps every view that isn't.
    assert view.is_finished()


def test_buttons_and_lines_that_would_read_the_same_are_numbered() -> None:
    long = "x" * (LABEL + 5)
    labels = ("Roll", "Pass", "Roll", long, long)
    picks = (Pick("1", "Vault"), Pick("2", "Vault"), Pick("3", "Vault", "the larger one"))
    card = Card(
        buttons=tuple(Button(each, "fits", (str(n),)) for n, each in enumerate(labels)),
        selects=(Select("Which one?", "fits", picks),),
    )
    view = view_of(card)
    assert view is not None
    (select, *buttons) = (part for row in view.to_components() for part in row["components"])
    told = [each["label"] for each in buttons]
    assert told[:3] == ["Roll (1)", "Pass", "Roll (2)"]
    assert [len(each) for each in told[3:]] == [LABEL, LABEL]
    assert len(set(told)) == len(told)
    assert [each["label"] for each in select["options"]] == ["Vault (1)", "Vault (2)", "Vault"]
