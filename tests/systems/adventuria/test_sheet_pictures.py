"""The picture of the sheet: what is in which box, that words stay in it, and the same in words."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.systems.adventuria.adventurer import gone
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet.cards import (
    FACE,
    GAP,
    HEIGHT,
    HELD,
    LAST,
    MARGIN,
    NAME,
    TYPE,
    VALUES,
    WIDTH,
    WOUNDS,
    XP_ROW,
    alt,
    column,
    draw_paper,
    paper_picture,
    rows,
)
from bot.systems.adventuria.sheet.pictures import PAPER, RED
from bot.systems.adventuria.state import Adventurer, Attribute, Attributes, End, Quest, Stage, Ware
from bot.ui.card import ALT
from tests.systems.adventuria.scenes import ally, bran, having, item, spell, weapon
from tests.systems.adventuria.sheets_posts import FULL, GONE

LITERAL = Rulings()
Box = tuple[int, int, int, int]
HOSTILE = {
    "long": "W" * 60,
    "words": ("the corridor bends left and ends at a door " * 2)[:60],
    "umlauts": "Jörg Müller-Łukasiewicz von Überlingen",
    "right to left": "\u202eשלום עולם مرحبا بالعالم",
    "emoji": "🐉👩‍👩‍👧‍👦🏴‍☠️",
    "zalgo": "".join(letter + "\u0300\u0316\u0489\u0357" * 5 for letter in "The comes"),
    "other scripts": "龍の息 ไฟ अग्नि",
}
ITEMS, SPELLS = column(HELD, 0, 2), column(HELD, 1, 2)
QUEST, LOCATION = column(LAST, 0, 2), column(LAST, 1, 2)


def opened(state: Adventurer, face: str = "", rulings: Rulings = LITERAL) -> Image.Image:
    shown = Image.open(BytesIO(draw_paper(state, rulings, face)))
    assert shown.format == "PNG"
    assert (shown.size, shown.mode) == ((WIDTH, HEIGHT), "RGB")
    return shown


def difference(state: Adventurer, other: Adventurer) -> Box | None:
    return ImageChops.difference(opened(state), opened(other)).getbbox()


def within(box: Box | None, part: Box) -> bool:
    """Whether a difference is there, and stays in that part."""
    if box is None:
        return False
    left, top, right, bottom = part
    return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom


def red(shown: Image.Image, box: Box) -> int:
    found = shown.crop(box).getcolors(1_000_000)
    assert found is not None
    return sum(count for count, each in found if each == RED)


# -- each in its box ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_whatever_something_is_called_stays_in_its_box(name: str) -> None:
    plain = bran(name=".", location=".", quest=Quest("."))
    assert within(difference(replace(plain, name=name), plain), column(NAME))
    assert within(difference(replace(plain, location=name), plain), LOCATION)
    assert within(difference(replace(plain, quest=Quest(name)), plain), QUEST)
    assert within(difference(having(item(name)), having(item("."))), ITEMS)


@pytest.mark.parametrize("state", [bran(), FULL, replace(FULL, changes=()), GONE], ids=str)
def test_nothing_touches_the_edges(state: Adventurer) -> None:
    shown = opened(state)
    for edge in (
        (0, 0, WIDTH, 7),
        (0, HEIGHT - 7, WIDTH, HEIGHT),
        (0, 0, 7, HEIGHT),
        (WIDTH - 7, 0, WIDTH, HEIGHT),
    ):
        assert shown.crop(edge).getcolors() == [((edge[2] - edge[0]) * (edge[3] - edge[1]), PAPER)]


@pytest.mark.parametrize("place", range(4))
def test_each_attribute_has_a_box(place: int) -> None:
    attribute = tuple(Attribute)[place]
    more = bran(natural=bran().natural.having(attribute, bran().natural.of(attribute) + 1))
    box = difference(more, bran())
    assert box is not None
    assert box[1] >= VALUES[0]
    boxes = [column(VALUES, each, 4) for each in range(4)]
    changed = ImageChops.difference(opened(more), opened(bran()))
    assert [changed.crop(each).getbbox() is not None for each in boxes] == [
        each == place for each in range(4)
    ]


def test_wounds_are_hearts_that_turn_hollow() -> None:
    wide = (*column(WOUNDS, 0, 3)[:2], *column(WOUNDS, 1, 3)[2:])
    ink = [red(opened(bran(wounds=count)), wide) for count in range(5)]
    assert ink == sorted(ink, reverse=True)
    assert 0 < ink[4] < ink[0] / 2
    assert within(difference(bran(wounds=1), bran()), wide)


def test_so_many_hearts_as_have_no_room_are_said_in_words() -> None:
    giant = having(ally("Giant", "held: vitae +20"))
    wide = (*column(WOUNDS, 0, 3)[:2], *column(WOUNDS, 1, 3)[2:])
    assert red(opened(giant), wide) == 0


@pytest.mark.parametrize(("field", "place"), [("melee_xp", 0), ("magical_xp", 1)])
def test_each_xp_is_a_tick(field: str, place: int) -> None:
    box = column(XP_ROW, place, 2)
    states: list[Any] = [{field: count} for count in (0, 1, 4, 9)]
    ink = [red(opened(bran(**state)), box) for state in states]
    assert ink[0] == 0
    assert ink[1] * 4 == ink[2]
    assert ink[1] * 9 == ink[3]


def test_q6_xp_that_counts_no_more_has_no_ticks() -> None:
    state = bran(natural=Attributes(8, 2, 3, 4), melee_xp=9)
    assert red(opened(state), column(XP_ROW, 0, 2)) == 0


def test_items_spells_and_allies_have_a_box_each() -> None:
    _, top, _, bottom = SPELLS
    middle = (top + bottom) // 2
    spells, allies = (SPELLS[0], top, SPELLS[2], middle), (SPELLS[0], middle, SPELLS[2], bottom)
    assert within(difference(having(item()), bran()), ITEMS)
    assert within(difference(having(spell()), bran()), spells)
    assert within(difference(having(ally()), bran()), allies)


@pytest.mark.parametrize("end", End)
def test_q23_a_sheet_that_is_over_is_stamped(end: End) -> None:
    over = gone(bran(), end)
    plain = replace(over, end=None, stage=Stage.TURN)
    assert within(difference(over, plain), column(HELD))
    assert red(opened(over), column(HELD)) == 0
    assert difference(over, gone(bran(), next(each for each in End if each is not end))) is not None


def test_an_uploaded_portrait_has_its_frame_and_the_name_makes_room_for_it() -> None:
    face = BytesIO()
    Image.new("RGBA", (256, 128), (10, 200, 10, 255)).save(face, "WEBP", lossless=True)
    shown = opened(bran(), b64encode(face.getvalue()).decode())
    left = WIDTH - MARGIN - FACE
    assert shown.getpixel((left + FACE // 2, (NAME[0] + TYPE[1]) // 2)) == (10, 200, 10)
    assert shown.getpixel((left - GAP // 2, NAME[0] + 20)) == PAPER
    assert TYPE[1] - NAME[0] == FACE


# -- what is listed -------------------------------------------------------------------------------------


def test_a_pack_with_room_is_listed_whole() -> None:
    state = having(weapon("Sword"), item("Torch"), item("Torch"))
    assert rows(state, Ware.ITEM, 8) == ["Sword (in hand)", "Torch ×2"]


def test_a_pack_without_room_ends_with_how_many_more_there_are() -> None:
    state = having(*(item(f"Thing {number}") for number in range(9)), item("Thing 8"))
    assert rows(state, Ware.ITEM, 9) == [*(f"Thing {number}" for number in range(8)), "Thing 8 ×2"]
    assert rows(state, Ware.ITEM, 8) == [*(f"Thing {number}" for number in range(7)), "… and 3 more"]


# -- in words -------------------------------------------------------------------------------------------


def test_the_words_say_all_that_the_picture_shows() -> None:
    state = having(
        weapon("Sword", "held: arms +1"), spell("**"), ally("Dog"), wounds=1, quest=Quest("The Bell"), turn=3
    )
    assert alt(state, LITERAL).splitlines() == [
        "Sheet of Bran",
        "Warrior · Good",
        "Arms 5 (4 + 1, up to 8)",
        "Magic 2 (up to 4)",
        "Craft 3 (up to 6)",
        "Vitae 4 (up to 8)",
        "♥♥♥♡ 1 wound, falls at 4",
        "Gold 1",
        "Melee XP 0/10",
        "Magical XP 0/10",
        "Items 1/10: Sword (in hand)",
        "Spells 1/0 (over the limit): **",
        "Allies 1/3: Dog",
        "Quest: The Bell",
        "Turn 3 at The City",
    ]


def test_the_words_of_the_fullest_sheet_have_room_for_where_it_is() -> None:
    said = alt(FULL, LITERAL)
    assert len(said) <= ALT
    assert said.endswith(f"Turn 9999 at {'*' * 60}")
    assert alt(GONE, LITERAL).endswith(f"Fell at {'*' * 60}, turn 9999")


def test_a_card_draws_its_picture_only_when_it_is_sent() -> None:
    made = paper_picture(bran(), LITERAL)
    assert not isinstance(made.png, bytes)
    assert made.png() == draw_paper(bran(), LITERAL)
    assert (made.name, made.alt) == ("sheet.png", alt(bran(), LITERAL))
