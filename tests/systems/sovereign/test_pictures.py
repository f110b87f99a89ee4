"""The sheet as a picture: all of it within its edges, whatever stands on it."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from bot.systems.sovereign.people.pictures import EDGE, HEIGHT, WIDTH, sheet_png
from bot.systems.sovereign.state import Character, Frail
from bot.ui.pillow import Image
from tests.systems.sovereign.scenes import bo, mira

LONG = mira(
    name="W" * 60, title="Warden of the Drowned Moon " * 2, level=20, hp=999, max_hp=999, strain=30,
    constitution=30, attack=99, armor_class=99, initiative=-99, effort=99, xp=999_999, frail=Frail(),
)  # fmt: skip


@pytest.mark.parametrize("state", [mira(), bo(hp=0), LONG, bo(name="日本語 🐉"), bo(strain=12)])
def test_nothing_is_cut_off_at_the_edges(state: Character) -> None:
    image = Image.open(BytesIO(sheet_png(state)))
    assert image.size == (WIDTH, HEIGHT)
    margins = (0, 0, EDGE - 4, HEIGHT), (WIDTH - EDGE + 4, 0, WIDTH, HEIGHT), (0, HEIGHT - 12, WIDTH, HEIGHT)
    for margin in margins:
        assert len(image.crop(margin).getcolors() or ()) == 1


def test_how_somebody_fares_is_read_beside_the_longest_title() -> None:
    assert sheet_png(LONG) != sheet_png(replace(LONG, frail=None))
