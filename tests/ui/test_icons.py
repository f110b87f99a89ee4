"""Icons are data: every line of a file is a shape, and each icon is drawn from its lines alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageChops

from bot.systems.kingdom.icon_pictures import ICONS
from bot.ui.icons import Icons, Shape, read_shape


def test_a_line_names_a_shape_its_ink_and_its_points() -> None:
    assert read_shape("box -1,.5 1,1") == Shape("box", "", (), ((-1.0, 0.5), (1.0, 1.0)))
    assert read_shape("cut line .2 0,0 1,1") == Shape("line", "cut", (0.2,), ((0.0, 0.0), (1.0, 1.0)))
    assert read_shape("arc .1 0 90 0,0 1,1").numbers == (0.1, 0.0, 90.0)


@pytest.mark.parametrize("line", ["blob 0,0", "box 0;0", "line wide 0,0 1,1"])
def test_a_line_that_is_no_shape_is_no_icon(line: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        read_shape(line)


def test_one_name_alone_is_another_icon(tmp_path: Path) -> None:
    file = tmp_path / "icons.toml"
    file.write_text('fort = """\nbox -1,-1 1,1"""\ncastle = "fort"\n')
    icons = Icons(file)
    assert icons.shapes["castle"] == icons.shapes["fort"]
    assert ImageChops.difference(icons.mask("castle", 20), icons.mask("fort", 20)).getbbox() is None


def test_what_is_cut_shows_the_ground(tmp_path: Path) -> None:
    file = tmp_path / "icons.toml"
    file.write_text('ring = """\noval -1,-1 1,1\ncut oval -.5,-.5 .5,.5"""\n')
    mask = Icons(file).mask("ring", 40)
    assert mask.getpixel((20, 20)) == 0
    assert mask.getpixel((6, 20)) == 255


def test_every_icon_of_the_kingdom_is_drawn_in_inks_that_its_pictures_have() -> None:
    inks = {"", "cut", "dark", "light", "gold", "river", "wave", "stone", "joint"}
    for name, shapes in ICONS.shapes.items():
        assert shapes, name
        assert {shape.ink for shape in shapes} <= inks, name
