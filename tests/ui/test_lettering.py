"""How words are laid out in a box of a picture: as large as they fit, never too small."""

from __future__ import annotations

import pytest

from bot.ui.lettering import LARGEST, SMALLEST, laid_out

WIDTH, HEIGHT = 160, 150
HOSTILE = (
    "W" * 100,
    ("the corridor bends left and ends at a door " * 3)[:100],
    "i",
    "\u202eשלום עולם مرحبا بالعالم",
    "🐉👩\u200d👩\u200d👧\u200d👦🏴\u200d☠️",
    "龍の息 ไฟ अग्नि",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_words_are_large_where_they_are_few_and_never_too_small(text: str) -> None:
    size, lines = laid_out(text, WIDTH, HEIGHT)
    assert size >= SMALLEST
    assert len(lines) * size <= HEIGHT


def test_words_are_kept_whole() -> None:
    for text in ("Fog: nobody sees past ten paces", "Thunderstorm", "a " * 50):
        _, lines = laid_out(text, WIDTH, HEIGHT)
        assert " ".join(lines) == text.strip()


def test_a_word_too_long_for_a_line_is_cut_and_nothing_of_it_is_lost() -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän"
    size, lines = laid_out(word, WIDTH, HEIGHT)
    assert "".join(lines) == word
    assert size > SMALLEST


def test_what_fits_in_no_size_ends_with_dots() -> None:
    size, lines = laid_out("W" * 400, WIDTH, HEIGHT)
    assert (size, lines[-1][-1]) == (SMALLEST, "…")
    assert len(lines) * size <= HEIGHT


def test_few_words_are_larger_than_many() -> None:
    sizes = [laid_out("stone " * count, WIDTH, HEIGHT)[0] for count in (1, 8, 16)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[2]


def test_the_largest_letters_are_as_large_as_the_picture_wants_them() -> None:
    assert laid_out("a", WIDTH, HEIGHT)[0] == LARGEST
    assert laid_out("a", WIDTH, HEIGHT, 60)[0] == 60
