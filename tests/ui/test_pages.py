"""A card in pages: nothing of it is lost, and each page is within Discord's limits."""

from __future__ import annotations

import pytest

from bot.engine.card import Button, Card, Pick, Select
from bot.engine.pages import Turns
from bot.ui.card import BODY, CONTENT, MOST_BUTTONS, MOST_PICKS, embed_of, text_of
from bot.ui.pages import in_pages

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
