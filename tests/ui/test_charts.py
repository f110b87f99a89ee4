"""The charts of odds and faces, looked at pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from bot.engine.dice.odds import Distribution, die
from bot.ui import charts
from bot.ui.canvas import (
    BACKGROUND,
    BAND,
    BOTTOM,
    HEIGHT,
    INK,
    LEFT,
    MARKED,
    MISSING,
    PLAIN,
    RIGHT,
    SMALL,
    TOP,
    WIDTH,
    Colour,
    readable,
)
from bot.ui.card import ALT

HOSTILE = {
    "long": "W" * 5000,
    "right to left": "\u202eשלום עולם مرحبا بالعالم " * 20,
    "emoji": "🐉👩‍👩‍👧‍👦🏴‍☠️" * 50,
    "zalgo": "".join(letter + "\u0300\u0316\u0489\u0357" * 40 for letter in "The comes"),
    "other scripts": "龍の息 ไฟ अग्नि",
    "controls": "a\0b\nc\td\x1b[31m\ud800\u200b\u2066",
    "nothing": "",
}


def chances(distribution: Distribution[int]) -> dict[int, Fraction]:
    return {total: distribution.chance(total) for total in distribution}


def dice(count: int, sides: int) -> dict[int, Fraction]:
    weights = {0: 1}
    for _ in range(count):
        sums: dict[int, int] = {}
        for (total, weight), face in product(weights.items(), range(1, sides + 1)):
            sums[total + face] = sums.get(total + face, 0) + weight
        weights = sums
    return {total: Fraction(weight, sides**count) for total, weight in weights.items()}


TWO_DICE = dice(2, 6)
# Smaller than any floating-point number above 0.
NEVER = Fraction(1, 10**400)
SHAPES: dict[str, Callable[[], bytes]] = {
    "two dice": lambda: charts.odds(TWO_DICE, title="2d6", target=8),
    "one outcome": lambda: charts.odds({10: Fraction(1)}, title="10"),
    "a thousand outcomes": lambda: charts.odds(chances(die(1000)), title="1d1000", target=777),
    "long ends": lambda: charts.odds(dice(40, 6), title="40d6", target=150),
    "far apart": lambda: charts.odds(
        {-(10**12): Fraction(1, 2), 10**12: Fraction(1, 2)}, title="far", target=0
    ),
    "seldom": lambda: charts.odds({1: 1 - NEVER, 2: NEVER}, title="seldom"),
    "faces": lambda: charts.faces({1: 90, 2: 5, 3: 55}, 50, title="d3", sides=3),
    "no rolls": lambda: charts.faces({}, 0, title="d4", sides=4),
    "many faces": lambda: charts.faces({7: 10**6, 9_999: 1}, 100.0, title="d10000", sides=10_000),
}


def opened(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png))
    assert picture.format == "PNG"
    assert (picture.size, picture.mode) == ((WIDTH, HEIGHT), "RGB")
    return picture


def places(picture: Image.Image, colour: Colour) -> list[tuple[int, int]]:
    width, raw = picture.width, picture.tobytes()
    pixels = (raw[at : at + 3] for at in range(0, len(raw), 3))
    return [(at % width, at // width) for at, pixel in enumerate(pixels) if pixel == bytes(colour)]


def colours(picture: Image.Image, box: tuple[int, int, int, int]) -> set[object]:
    found = picture.crop(box).getcolors(WIDTH * HEIGHT)
    assert found is not None
    return {colour for _, colour in found}


def column_of(total: int, low: int, high: int) -> int:
    """The middle pixel of a total's bar, where every total has one as wide as the others."""
    return round(LEFT + (total - low + 0.5) * (RIGHT - LEFT) / (high - low + 1))


def top_of(picture: Image.Image, x: int) -> int:
    """How many pixels high the plain bar over this place is."""
    return BOTTOM - min(y for px, y in places(picture, PLAIN) if px == x)


@pytest.mark.parametrize("shape", SHAPES)
def test_bars_stay_inside_the_frame_and_words_inside_the_picture(shape: str) -> None:
    picture = opened(SHAPES[shape]())
    bars = places(picture, PLAIN) + [place for place in places(picture, MARKED) if place[1] > TOP - 20]
    assert all(LEFT <= x <= RIGHT + 2 and TOP <= y < BOTTOM for x, y in bars)
    assert all(colours(picture, edge) == {BACKGROUND} for edge in edges())


def edges() -> tuple[tuple[int, int, int, int], ...]:
    return (
        (0, 0, WIDTH, 3),
        (0, HEIGHT - 3, WIDTH, HEIGHT),
        (0, 0, 3, HEIGHT),
        (WIDTH - 3, 0, WIDTH, HEIGHT),
    )


def test_the_target_is_told_apart_by_hatching() -> None:
    picture = opened(SHAPES["two dice"]())
    for total in (6, 8, 9):
        x = column_of(total, 2, 12)
        box = (x - 15, BOTTOM - 60, x + 15, BOTTOM - 10)
        inside = colours(picture, box)
        assert (PLAIN in inside) == (total < 8)
        assert (len(inside) > 1) == (total >= 8)
    # The stripes are there without any colour too.
    greys = picture.crop(box).convert("L").tobytes()
    assert max(greys) - min(greys) > 60


def test_no_bar_is_hatched_without_a_target_or_beyond_the_highest() -> None:
    below = [place for place in places(opened(charts.odds(TWO_DICE, title="2d6")), MARKED) if place[1] > TOP]
    beyond = opened(charts.odds(TWO_DICE, title="2d6", target=30))
    assert below == [place for place in places(beyond, MARKED) if place[1] > TOP] == []


def test_bars_are_as_high_as_the_chances() -> None:
    picture = opened(charts.odds(TWO_DICE, title="2d6"))
    heights = {total: top_of(picture, column_of(total, 2, 12) + 12) for total in range(2, 13)}
    assert all(abs(heights[total] - 36 * float(TWO_DICE[total]) * heights[2]) <= 4 for total in heights)
    assert heights[2] > 40


def test_what_hardly_ever_happens_is_still_seen() -> None:
    # Two columns of 110 pixels in the middle of the frame.
    assert top_of(opened(SHAPES["seldom"]()), (LEFT + RIGHT) // 2 + 55) == 3


def test_the_mean_is_marked_where_it_lies() -> None:
    skewed = {1: Fraction(1, 4), 2: Fraction(1, 4), 9: Fraction(1, 2)}
    picture = opened(charts.odds(skewed, title="skewed"))
    dashes = [x for x, y in places(picture, INK) if TOP < y < BOTTOM - 5 and x > LEFT]
    assert abs(sum(dashes) / len(dashes) - (LEFT + (5.25 - 1 + 0.5) * (RIGHT - LEFT) / 9)) < 2


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_title_stays_on_its_line(kind: str) -> None:
    for png in (
        charts.odds(TWO_DICE, title=HOSTILE[kind], target=8),
        charts.faces({1: 3, 20: 9}, 0.6, title=HOSTILE[kind], sides=20),
    ):
        picture = opened(png)
        assert all(colours(picture, edge) == {BACKGROUND} for edge in edges())
        assert colours(picture, (0, 62, WIDTH, 72)) == {BACKGROUND}
    tidy = opened(charts.odds(TWO_DICE, title="2d6", target=8)).crop((0, 62, WIDTH, HEIGHT))
    hostile = opened(charts.odds(TWO_DICE, title=HOSTILE[kind], target=8)).crop((0, 62, WIDTH, HEIGHT))
    assert tidy.tobytes() == hostile.tobytes()


def test_letters_that_the_font_lacks_become_one_box() -> None:
    assert readable("🐉🐉 Ærin 龍龍") == f"{MISSING} Ærin {MISSING}"
    assert readable("Zo\u1ab0e") == "Zoe"
    assert readable("a\u202eb\0c\nd") == "abc d"


@pytest.mark.parametrize("kind", HOSTILE)
def test_words_for_the_picture_fit_what_discord_takes(kind: str) -> None:
    many = {face: face**2 for face in range(1, 1001)}
    for words in (
        charts.odds_alt(chances(die(1000)), title=HOSTILE[kind], target=10**30),
        charts.faces_alt(many, 333_833.5, title=HOSTILE[kind], sides=1000),
    ):
        assert len(words) <= ALT
        assert words.endswith(".")
        assert "\u202e" not in words


def test_all_that_a_chart_shows_is_a_line_for_each_total_or_face() -> None:
    head, *totals = charts.odds_words(TWO_DICE, title="2d6")
    assert head == charts.odds_alt(TWO_DICE, title="2d6")
    assert (len(totals), totals[0], totals[5]) == (11, "2: 2.8%", "7: 16.7%")
    _, *faces = charts.faces_words({1: 150, 2: 95}, 100, title="Mara", sides=4)
    assert faces == ["1: 150 times", "2: 95 times", "3: 0 times", "4: 0 times"]


def test_odds_in_words_say_what_the_picture_says() -> None:
    assert charts.odds_alt(TWO_DICE, title="2d6", target=8) == (
        "Chances of 2d6: totals from 2 to 12, mean 7, most likely 7 (16.7%)."
        " At least nine rolls in ten give 3 to 11. At least 8: 41.7%."
    )
    assert "all equally likely (5.0% each)" in charts.odds_alt(chances(die(20)), title="1d20")
    assert (
        charts.odds_alt({10: Fraction(1)}, title="10", target=11)
        == "Chances of 10: always 10. At least 11: 0%."
    )


def test_no_outcome_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        charts.odds({3: Fraction(0)}, title="nothing")


# -- faces ----------------------------------------------------------------------------------------


def test_a_face_beyond_what_chance_explains_is_hatched() -> None:
    picture = opened(charts.faces({1: 150, 2: 95, 3: 97, 4: 58}, 100, title="d4", sides=4))
    # Four columns of 110 pixels in the middle of the frame.
    starts = [(LEFT + RIGHT) // 2 - 220 + 110 * place for place in range(4)]
    hatched = [MARKED in colours(picture, (x + 30, BOTTOM - 60, x + 80, BOTTOM - 10)) for x in starts]
    assert hatched == [True, False, False, True]
    assert places(picture, BAND)


def test_few_rolls_are_not_judged() -> None:
    nine = opened(charts.faces({1: 9}, 9 / 20, title="d20", sides=20))
    assert not places(nine, BAND)
    assert not places(nine, MARKED)
    assert charts.faces_alt({1: 9}, 9 / 20, title="d20", sides=20).endswith("Too few rolls to judge.")
    assert places(opened(charts.faces({1: 10}, 10 / 20, title="d20", sides=20)), BAND)


def test_faces_in_words_say_what_the_picture_says() -> None:
    assert charts.faces_alt({1: 150, 2: 95, 3: 97, 4: 58}, 100, title="Mara", sides=4) == (
        "Mara: a die with 4 faces, rolled 400 times. Most often 1 (150 times), least often 4 (58 times);"
        " expected 100 each, in 19 of 20 cases 83 to 117. Outside of that: 1 (150 times), 4 (58 times)."
    )
    assert charts.faces_alt({}, 0, title="Mara", sides=6) == "Mara: a die with 6 faces, not rolled yet."


def test_faces_of_a_large_die_share_columns_and_none_is_lost() -> None:
    words = charts.faces_alt(dict.fromkeys(range(1, 101), 3), 3, title="d100", sides=100)
    assert "Most often 1–5 (15 times)" in words
    assert "Outside of that: none." in words
    assert "100 (1,000 times)" in charts.faces_alt({100: 1000}, 10, title="d100", sides=100)


@pytest.mark.parametrize("face", [0, 7])
def test_a_face_that_the_die_does_not_have_is_refused(face: int) -> None:
    with pytest.raises(ValueError, match=f"a die with 6 sides has no face {face}"):
        charts.faces({face: 1}, 1, title="d6", sides=6)


# -- legibility -----------------------------------------------------------------------------------


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2."""
    first, second = sorted((luminance(one), luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_words_and_bars_stand_out() -> None:
    assert contrast(INK, BACKGROUND) >= 4.5
    assert min(contrast(bar, BACKGROUND) for bar in (PLAIN, MARKED)) >= 4.5


def test_words_are_large_enough_where_discord_shows_the_picture_smallest() -> None:
    assert SMALL * 340 / WIDTH >= 12
