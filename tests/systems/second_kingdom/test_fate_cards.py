"""How fate rolls and charts read: on a phone, in words, and with nobody's secrets or words let loose."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import product

import pytest
from PIL import Image, ImageChops

from bot.engine.card import Card
from bot.engine.people import GAME_MASTER, PUBLIC
from bot.play import Post, RecordView
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom import cards as second_kingdom_cards
from bot.systems.second_kingdom.fates import cards as fates_cards
from bot.systems.second_kingdom.fates.cards import alt, box_of, draw_chart, picture
from bot.systems.second_kingdom.fates.rules import CHART, Chart, Fate, FateRevealed, read_fate
from bot.ui.canvas import BACKGROUND, BAND, GRID, INK, MARKED, Colour
from bot.ui.card import ALT, BODY, TITLE, WHOLE, embed_of
from bot.ui.renderer import Renderer
from tests.systems.second_kingdom.fate_charts import CURSES, LONGEST, PLACES, WEATHER
from tests.systems.second_kingdom.fate_posts import CURSED, FATES, LONG_ID, fate, post, rolled
from tests.systems.second_kingdom.scenes import DEACON, MARISOL

RENDERER = Renderer({SYSTEM.name: second_kingdom_cards})
TRAP = "@everyone [free](https://evil.example) **x** <@100000000000000001> # y"


def text(card: Card) -> str:
    alt = card.picture.alt if card.picture is not None else ""
    return "\n".join((card.title, *card.lines, alt))


def chart(state: Chart) -> Card:
    """A chart as `/library show` shows it."""
    shown = RecordView(LONG_ID, SYSTEM.name, CHART.name, state.name, state, 1)
    card = second_kingdom_cards.show(shown, rolled(fate()))
    assert card is not None
    return card


def test_a_roll_as_it_stands_reads_like_its_message() -> None:
    each = rolled(fate())
    assert each.subject is not None
    assert RENDERER.record(each.subject, each).lines == RENDERER.card(each).lines


@pytest.mark.parametrize("is_secret", [False, True])
def test_the_longest_chart_is_within_discords_limits(is_secret: bool) -> None:
    card = chart(replace(LONGEST, is_secret=is_secret))
    embed = embed_of(card)
    assert len(embed) <= WHOLE
    assert len(embed.title or "") <= TITLE
    assert len(embed.description or "") <= BODY
    assert (embed.description or "").endswith(card.lines[-1])


@pytest.mark.parametrize("each", FATES.values(), ids=FATES)
def test_a_pictures_words_are_within_discords_limits(each: Post) -> None:
    picture = RENDERER.card(each).picture
    assert picture is None or 0 < len(picture.alt) <= ALT


def test_k15_the_result_reads_dice_then_place_then_text() -> None:
    card = RENDERER.card(rolled(fate(reason="Who comes")))
    assert (card.title, card.lines) == (
        "Who comes",
        (
            f"<@{DEACON}> makes a fate roll on **Places**",
            "Dice **3** and **8** → row 2, column 4",
            "**cell 24**",
        ),
    )


def test_without_a_reason_the_chart_is_the_title() -> None:
    card = RENDERER.card(rolled(fate()))
    assert (card.title, card.lines[0]) == ("Places", f"<@{DEACON}> makes a fate roll")


def test_the_picture_is_told_from_the_cell_on() -> None:
    card = RENDERER.card(rolled(fate()))
    assert card.picture is not None
    assert card.picture.alt == "Row 2, column 4: cell 24. The cell is marked on the chart Places."


def test_in_the_journal_a_roll_is_one_line() -> None:
    each = rolled(fate(reason="Who comes"))
    line = f"<@{DEACON}> makes a fate roll on **Places** (Who comes): 3 and 8, row 2, column 4: cell 24."
    assert RENDERER.line(each.entry) == line


def test_q24_a_reveal_says_whose_roll_it_was() -> None:
    each = post(FateRevealed(fate().roll, MARISOL, 5), fate(is_secret=True, revealed_in=6))
    assert RENDERER.card(each).lines[0] == (
        f"<@{MARISOL}> reveals a secret fate roll by <@{DEACON}>, from #5"
    )


def test_q24_only_the_game_masters_card_can_be_revealed_and_only_once() -> None:
    secret = fate(is_secret=True)
    (button,) = RENDERER.card(rolled(secret, GAME_MASTER)).buttons
    assert button.custom_id == f"reveal_fate|ashes-of-1|{LONG_ID}"
    assert RENDERER.card(rolled(replace(secret, revealed_in=6), GAME_MASTER)).buttons == ()
    assert RENDERER.card(rolled(fate(), GAME_MASTER)).buttons == ()


def test_a_secret_chart_shows_its_result_and_nothing_else() -> None:
    card, copy = (RENDERER.card(rolled(CURSED, viewer)) for viewer in (PUBLIC, GAME_MASTER))
    assert "kzcurse 9" in text(card)
    assert "Kzcurses" not in text(card)
    assert card.picture is None
    assert "Kzcurses" in text(copy)
    assert "only game masters can see the chart" in copy.lines[-1]
    assert copy.picture is not None


def test_an_undone_roll_shows_no_picture() -> None:
    each = rolled(fate())
    card = RENDERER.card(replace(each, entry=replace(each.entry, undone_by=9)))
    assert card.picture is None
    assert card.lines[0].startswith("~~")
    assert card.lines[0].endswith("~~")


# -- charts -----------------------------------------------------------------------------------------


def test_a_chart_is_its_picture_told_row_by_row() -> None:
    card = chart(WEATHER)
    assert (card.title, card.lines) == (WEATHER.name, ())
    assert card.picture is not None
    assert card.picture.alt.splitlines()[1] == (
        "Row 1: Clear sky | Clear sky | Thin haze | Ground mist | Drizzle."
    )


def test_a_chart_too_long_for_the_pictures_words_is_told_on_the_card_as_well() -> None:
    long = Chart("Halls", tuple(f"{n:02} {'stone ' * 12}" for n in range(25)))
    card = chart(long)
    assert card.picture is not None
    for number, cell in enumerate(long.cells):
        assert f"{number:02} stone" in card.picture.alt
        assert cell.strip() in "\n".join(card.lines)


def test_a_secret_chart_says_that_it_is_one() -> None:
    assert chart(CURSES).lines == ("Only game masters can see this chart.",)
    assert "Only" not in text(chart(PLACES))


# -- adversaries ------------------------------------------------------------------------------------

TRAPPED = Chart(TRAP, (TRAP,) * 25)
TRAPS: dict[str, Fate] = {"reason": fate(TRAPPED, TRAP), "no reason": fate(TRAPPED)}


@pytest.mark.parametrize("kept", TRAPS.values(), ids=TRAPS)
def test_nobodys_words_become_a_link_a_ping_or_markdown(kept: Fate) -> None:
    each = rolled(kept)
    card = RENDERER.card(each)
    for told in ("\n".join((card.title, *card.lines)), RENDERER.line(each.entry)):
        assert "@everyone" not in told
        assert "[free](" not in told.replace("\\[free]", "")
        assert "**x**" not in told
        assert "<@1000" not in told


def test_a_chart_in_words_lets_nothing_loose_either() -> None:
    told = "\n".join(fates_cards.chart_card(TRAPPED).lines)
    assert told
    assert "@everyone" not in told
    assert "<@1000" not in told


# -- The picture of a chart, looked at pixel by pixel: what is marked, that words stay where they belong


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
    assert head == "Weather in the high passes: a chart with five rows and five columns."
    for number, row in enumerate(rows, start=1):
        assert row == f"Row {number}: {' | '.join(WEATHER.cells[5 * number - 5 : 5 * number])}."


def test_all_that_a_roll_shows_is_its_cell_and_the_whole_chart() -> None:
    made = picture(LONGEST, read_fate(LONGEST, 1, 4))
    assert made.words is not None
    told = "\n".join(made.words())
    assert told.startswith("Row ")
    assert all(cell in told for cell in LONGEST.cells)


def test_the_words_of_the_longest_chart_have_room_for_a_part_of_every_cell() -> None:
    said = alt(LONGEST)
    assert len(said) <= ALT
    assert all(f"{number:02}*" in said for number in range(25))


def test_a_card_draws_its_picture_only_when_it_is_sent() -> None:
    made = picture(PLACES, read_fate(PLACES, 3, 8))
    assert not isinstance(made.png, bytes)
    assert made.png() == draw_chart(PLACES, (2, 4))
