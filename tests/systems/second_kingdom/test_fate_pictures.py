"""The picture of a chart, looked at pixel by pixel: what is marked, that words stay where they belong."""

from __future__ import annotations

from io import BytesIO
from itertools import product

import pytest
from PIL import Image, ImageChops

from bot.systems.second_kingdom.fates.cards import alt, box_of, draw_chart, picture
from bot.systems.second_kingdom.fates.rules import Chart, read_fate
from bot.ui.canvas import BACKGROUND, BAND, GRID, INK, MARKED, Colour
from bot.ui.card import ALT
from tests.systems.second_kingdom.fate_charts import LONGEST, PLACES, WEATHER

HOSTILE = {
    "long": "W" * 100,
    "words": ("the corridor bends left and ends at a door " * 3)[:100],
    "letter": "i",
    "right to left": "\u202eשלום עולם مرحبا بالعالم",
    "emoji": "🐉👩‍👩‍👧‍👦🏴‍☠️",
    "zalgo": "".join(letter + "\u0300\u0316\u0489\u0357" * 5 for letter in "The comes"),
    "other scripts": "龍の息 ไฟ अग्नि",
    "joiners": "\u200d",
    "spaces": "a b  c",
}
CELLS = [(row, column) for row in range(1, 6) for column in range(1, 6)]


def opened(png: bytes) -> Image.Image:
    shown = Image.open(BytesIO(png))
    assert shown.format == "PNG"
    assert (shown.size, shown.mode) == ((1000, 1000), "RGB")
    return shown


def colours(shown: Image.Image, box: tuple[int, int, int, int]) -> set[object]:
    found = shown.crop(box).getcolors(1_000_000)
    assert found is not None
    return {colour for _, colour in found}


def share(shown: Image.Image, box: tuple[int, int, int, int], colour: Colour) -> float:
    """How much of a box has that colour."""
    found = shown.crop(box).getcolors(1_000_000)
    assert found is not None
    whole = (box[2] - box[0]) * (box[3] - box[1])
    return sum(count for count, each in found if each == colour) / whole


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_stands_in_a_cell_stays_in_it(name: str) -> None:
    cells = ["."] * 25
    cells[12] = HOSTILE[name]
    plain = opened(draw_chart(Chart("Plain", (".",) * 25)))
    box = ImageChops.difference(opened(draw_chart(Chart("Plain", tuple(cells)))), plain).getbbox()
    left, top, right, bottom = box_of(3, 3)
    if box is not None:
        assert left <= box[0] <= box[2] <= right
        assert top <= box[1] <= box[3] <= bottom


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_whatever_a_chart_is_called_stays_above_it(name: str) -> None:
    named, plain = (opened(draw_chart(Chart(text, (".",) * 25))) for text in (name, "."))
    box = ImageChops.difference(named, plain).getbbox()
    if box is not None:
        assert box[3] <= box_of(0, 1)[1]
        assert box[2] <= 990


@pytest.mark.parametrize("chart", [PLACES, WEATHER, LONGEST], ids=lambda chart: chart.name[:10])
def test_nothing_touches_the_edges(chart: Chart) -> None:
    shown = opened(draw_chart(chart, (5, 5)))
    for edge in ((0, 0, 1000, 3), (0, 997, 1000, 1000), (0, 0, 3, 1000), (997, 0, 1000, 1000)):
        assert colours(shown, edge) == {BACKGROUND}


@pytest.mark.parametrize("marked", CELLS)
def test_the_marked_cell_stands_out_by_colour_frame_and_corner(marked: tuple[int, int]) -> None:
    shown = opened(draw_chart(PLACES, marked))
    for cell in CELLS:
        left, top, right, bottom = box_of(*cell)
        frames = ((left, top, right, top + 8), (left, top, left + 8, bottom), (right - 8, top, right, bottom))
        is_framed = all(colours(shown, frame) == {INK} for frame in frames)
        has_corner = shown.getpixel((left + 13, top + 13)) == INK
        is_coloured = share(shown, (left, top, right, bottom), MARKED) > 0.5
        assert {is_framed, has_corner, is_coloured} == {cell == marked}


@pytest.mark.parametrize("marked", [(1, 5), (4, 2)])
def test_the_marked_cells_row_and_column_stand_out(marked: tuple[int, int]) -> None:
    shown = opened(draw_chart(PLACES, marked))
    for number in range(1, 6):
        for place, is_own in (
            (box_of(number, 0), number == marked[0]),
            (box_of(0, number), number == marked[1]),
        ):
            assert share(shown, place, INK if is_own else GRID) > 0.5


def test_a_bare_chart_marks_nothing() -> None:
    shown = opened(draw_chart(PLACES))
    assert MARKED not in colours(shown, (0, 0, 1000, 1000))
    assert all(share(shown, box_of(*cell), BAND) > 0.5 for cell in CELLS)


def test_another_text_or_another_cell_is_another_picture() -> None:
    drawn = {draw_chart(PLACES, cell) for cell in (None, (1, 1), (1, 2), (2, 1))} | {draw_chart(WEATHER)}
    assert len(drawn) == 5


# -- in words ---------------------------------------------------------------------------------------


def test_the_words_of_a_roll_begin_with_its_cell() -> None:
    for first, second in product((1, 10), (4, 7)):
        reading = read_fate(WEATHER, first, second)
        said = alt(WEATHER, reading)
        assert said.startswith(f"Row {reading.row}, column {reading.column}: {reading.text}.")


def test_the_words_of_a_chart_name_every_cell_in_its_row() -> None:
    head, *rows = alt(WEATHER).splitlines()
    assert head == "Weather in the high passes: a chart of five rows and five columns."
    for number, row in enumerate(rows, start=1):
        assert row == f"Row {number}: {' | '.join(WEATHER.cells[5 * number - 5 : 5 * number])}."


def test_the_words_of_the_longest_chart_have_room_for_a_part_of_every_cell() -> None:
    said = alt(LONGEST)
    assert len(said) <= ALT
    assert all(f"{number:02}*" in said for number in range(25))


def test_a_card_draws_its_picture_only_when_it_is_sent() -> None:
    made = picture(PLACES, read_fate(PLACES, 3, 8))
    assert not isinstance(made.png, bytes)
    assert made.png() == draw_chart(PLACES, (2, 4))
