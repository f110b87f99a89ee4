"""Faces for the simulated people, drawn at start-up: without them everyone looks the same."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

SIZE = 128
PAPER = "#fbf6ea"
COLOURS = {"marisol": "#8a4fbf", "deacon": "#2f7d6b", "wren": "#c2562d", "odile": "#3566b0"}


def faces() -> dict[str, bytes]:
    """PNG pictures by avatar name: an initial for each person, a signpost for the bot."""
    drawn = {name: _png(_initial(name, colour)) for name, colour in COLOURS.items()}
    return {**drawn, "waypost": _png(_signpost())}


def _initial(name: str, colour: str) -> Image.Image:
    picture = Image.new("RGB", (SIZE, SIZE), colour)
    font = ImageFont.load_default(size=SIZE * 0.55)
    ImageDraw.Draw(picture).text((SIZE / 2, SIZE / 2), name[0].upper(), PAPER, font, anchor="mm")
    return picture


def _signpost() -> Image.Image:
    picture = Image.new("RGB", (SIZE, SIZE), "#2b2f3a")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((60, 22, 68, 112), fill="#b98a4a")
    draw.polygon([(30, 32), (88, 32), (102, 44), (88, 56), (30, 56)], fill="#e0a83c")
    draw.polygon([(98, 66), (42, 66), (28, 78), (42, 90), (98, 90)], fill=PAPER)
    return picture


def _png(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()
