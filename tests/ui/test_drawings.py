"""Pictures are drawn once for the same content, one at a time, and kept in a bounded room."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from bot.engine.card import Card, Picture
from bot.engine.people import GAME_MASTER, PUBLIC
from bot.systems.kingdom.land.map_pictures import Chart, draw_map
from bot.systems.kingdom.land.state import seen
from bot.systems.kingdom.towns.pictures import Plan
from bot.ui.card import painted
from bot.ui.drawings import Drawings, content
from tests.pseudo import speaking_pseudo
from tests.systems.kingdom.scenes import TARN, hexed, land
from tests.systems.kingdom.town_scenes import town


@dataclass(frozen=True)
class Sheet:
    name: str
    marks: Mapping[str, int] = field(default_factory=dict)
    rows: tuple[Mapping[str, int], ...] = ()


class Pen:
    """Draws what it is given, as bytes, and counts."""

    def __init__(self) -> None:
        self.drawn: list[object] = []

    def draw(self, sheet: object, size: int = 4) -> bytes:
        self.drawn.append(sheet)
        return bytes(size)


def _sheet() -> Sheet:
    """An equal one that shares nothing with the last."""
    return Sheet("Ada", {"a": 1}, ({"b": 2},))


async def test_the_same_content_is_drawn_once_whoever_asks() -> None:
    pen, drawings = Pen(), Drawings()
    for _ in range(3):
        assert await drawings.drawn(partial(pen.draw, _sheet(), size=6)) == bytes(6)
    assert pen.drawn == [_sheet()]


@pytest.mark.parametrize(
    "other",
    [
        replace(_sheet(), name="Bran"),
        replace(_sheet(), marks={"a": 2}),
        replace(_sheet(), marks={}),
        replace(_sheet(), rows=({"b": 3},)),
        replace(_sheet(), rows=()),
    ],
)
async def test_other_content_is_another_picture(other: Sheet) -> None:
    pen, drawings = Pen(), Drawings()
    for each in (_sheet(), other, _sheet()):
        await drawings.drawn(partial(pen.draw, each))
    assert pen.drawn == [_sheet(), other]


async def test_another_size_and_another_hand_make_another_picture() -> None:
    pen, other, drawings = Pen(), Pen(), Drawings()
    assert await drawings.drawn(partial(pen.draw, _sheet(), size=6)) == bytes(6)
    assert await drawings.drawn(partial(pen.draw, _sheet(), size=7)) == bytes(7)
    await drawings.drawn(partial(other.draw, _sheet(), size=6))
    assert (len(pen.drawn), len(other.drawn)) == (2, 1)


async def test_another_language_is_another_picture() -> None:
    pen, drawings = Pen(), Drawings()
    await drawings.drawn(partial(pen.draw, _sheet()))
    with speaking_pseudo():
        await drawings.drawn(partial(pen.draw, _sheet()))
    assert len(pen.drawn) == 2


def test_a_change_made_later_is_no_part_of_what_was_drawn() -> None:
    marks = {"a": 1}
    before = content(Sheet("Ada", marks))
    marks["a"] = 2
    assert before == content(Sheet("Ada", {"a": 1}))
    assert before != content(Sheet("Ada", marks))


def test_what_only_game_masters_may_see_is_never_what_others_are_shown() -> None:
    whole = hexed(hexed(land(), "3,0", is_revealed=False), "1,0", secret="A bell")
    own = Chart("Lands", seen(whole, GAME_MASTER), {TARN: "Tarn"}, is_for_game_masters=True)
    shared = Chart("Lands", seen(whole, PUBLIC), {TARN: "Tarn"})
    assert content(partial(draw_map, own)) != content(partial(draw_map, shared))
    # Also where they see the same hexes: one picture marks what is hidden, the other could not.
    open_ = replace(own, is_for_game_masters=False)
    assert content(partial(draw_map, own)) != content(partial(draw_map, open_))
    assert content(partial(draw_map, own)) == content(partial(draw_map, replace(own)))


def test_a_settlement_is_known_by_what_stands_in_it() -> None:
    one = Plan(town("house A1", "inn B1"))
    assert content(one) == content(Plan(town("house A1", "inn B1")))
    assert content(one) != content(Plan(town("house A1", "inn C1")))
    assert content(one) != content(replace(one, month=2))


async def test_the_oldest_pictures_make_room() -> None:
    pen, drawings = Pen(), Drawings(room=10)
    for name in ("a", "b", "a", "c", "a", "b"):
        await drawings.drawn(partial(pen.draw, Sheet(name)))
    # Two of four bytes each have room. "a" was asked for again, so "b" went for "c", and "c" for "b".
    assert [each.name for each in pen.drawn if isinstance(each, Sheet)] == ["a", "b", "c", "b"]


async def test_a_picture_too_large_to_be_kept_is_drawn_all_the_same() -> None:
    pen, drawings = Pen(), Drawings(room=10)
    for _ in range(2):
        assert await drawings.drawn(partial(pen.draw, _sheet(), size=11)) == bytes(11)
    assert len(pen.drawn) == 2


class Crowd:
    """Draws slowly, and counts how many do at the same time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.now = self.most = self.times = 0

    def draw(self, _number: int) -> bytes:
        with self.lock:
            self.now, self.times = self.now + 1, self.times + 1
            self.most = max(self.most, self.now)
        time.sleep(0.005)
        with self.lock:
            self.now -= 1
        return b"png"


async def test_one_is_drawn_at_a_time() -> None:
    crowd, drawings = Crowd(), Drawings()
    found = await asyncio.gather(*(drawings.drawn(partial(crowd.draw, number)) for number in range(8)))
    assert found == [b"png"] * 8
    assert (crowd.times, crowd.most) == (8, 1)


async def test_who_waited_for_the_same_picture_gets_it_undrawn() -> None:
    crowd, drawings = Crowd(), Drawings()
    found = await asyncio.gather(*(drawings.drawn(partial(crowd.draw, 1)) for _ in range(8)))
    assert (found, crowd.times) == ([b"png"] * 8, 1)


async def test_what_could_not_be_drawn_is_tried_again() -> None:
    drawings, faults = Drawings(), [ValueError("no outcome")] * 2

    def draw(_sheet: Sheet) -> bytes:
        if faults:
            raise faults.pop()
        return b"png"

    for _ in range(2):
        with pytest.raises(ValueError, match="no outcome"):
            await drawings.drawn(partial(draw, _sheet()))
    assert await drawings.drawn(partial(draw, _sheet())) == b"png"


async def test_a_card_gets_the_picture_that_another_was_drawn() -> None:
    pen = Pen()

    def card() -> Card:
        return Card("A sheet", picture=Picture("sheet.png", partial(pen.draw, _sheet()), "Ada."))

    one, other = await painted(card()), await painted(card())
    assert one.picture is not None
    assert one.picture.png == bytes(4)
    assert one == other
    assert len(pen.drawn) == 1
