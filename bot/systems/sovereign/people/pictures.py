"""A character's sheet as a picture: what a player looks up most, large enough for a phone."""

from __future__ import annotations

from io import BytesIO

from bot.engine.words import signed
from bot.systems.sovereign.book import Attribute, Save, Skill
from bot.systems.sovereign.state import Character
from bot.ui.canvas import BACKGROUND, BAND, GRID, INK, MARKED, PLAIN, fitted, font, readable
from bot.ui.pillow import Image, ImageDraw

WIDTH, HEIGHT, EDGE = 800, 760, 24
HUGE, LARGE, SMALL = 44, 36, 29
# Five boxes in a row, and columns of skills.
BOX, GAP, COLUMNS = 142, 10, 3


def sheet_png(state: Character) -> bytes:
    """The sheet, drawn."""
    image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
    pen = ImageDraw.Draw(image)
    _head(pen, state)
    for place, attribute in enumerate(Attribute):
        _score(pen, EDGE + place * (BOX + GAP), 130, attribute, state)
    _bar(pen, 306, "HP", state.hp, state.max_hp)
    _bar(pen, 366, "Strain", state.strain, state.constitution)
    _saves(pen, 432, state)
    _skills(pen, 580, state)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _head(pen: ImageDraw.ImageDraw, state: Character) -> None:
    room = WIDTH - 2 * EDGE
    pen.text((EDGE, 46), fitted(readable(state.name), HUGE, room), INK, font(HUGE), anchor="lm")
    level = f"level {state.level}"
    line = f"{readable(state.title)} · {level}" if state.title else level
    if (condition := state.condition) is not None:
        line = f"{line} · {condition}"
    pen.text((EDGE, 96), fitted(line, SMALL, room), PLAIN, font(SMALL), anchor="lm")


def _score(pen: ImageDraw.ImageDraw, left: int, top: int, attribute: Attribute, state: Character) -> None:
    pen.rounded_rectangle((left, top, left + BOX, top + 156), 10, fill=BAND, outline=GRID, width=2)
    middle = left + BOX / 2
    pen.text((middle, top + 28), attribute.name, PLAIN, font(SMALL), anchor="mm")
    pen.text((middle, top + 80), str(state.score(attribute)), INK, font(HUGE), anchor="mm")
    pen.text((middle, top + 130), signed(state.modifier(attribute)), MARKED, font(LARGE), anchor="mm")


def _bar(pen: ImageDraw.ImageDraw, top: int, name: str, value: int, most: int) -> None:
    pen.text((EDGE, top + 22), name, PLAIN, font(SMALL), anchor="lm")
    left, right = 150, 600
    pen.rounded_rectangle((left, top + 4, right, top + 40), 8, outline=GRID, width=2)
    share = min(1.0, value / most) if most else 0.0
    if share:
        pen.rounded_rectangle(
            (left, top + 4, left + max(8, share * (right - left)), top + 40), 8, fill=MARKED
        )
    pen.text((right + 24, top + 22), f"{value} of {most}", INK, font(LARGE), anchor="lm")


def _saves(pen: ImageDraw.ImageDraw, top: int, state: Character) -> None:
    third = (WIDTH - 2 * EDGE) // 3
    for place, save in enumerate(Save):
        left = EDGE + place * third
        name = str(save.label).removesuffix(" save")
        pen.text((left, top + 22), name, PLAIN, font(SMALL), anchor="lm")
        pen.text((left + 130, top + 22), f"{state.save(save)}+", INK, font(LARGE), anchor="lm")
    numbers = (
        ("AC", str(state.armor_class + state.modifier(Attribute.DEX))),
        ("Attack", signed(state.attack)),
        ("Initiative", signed(state.initiative + state.modifier(Attribute.DEX))),
    )
    for place, (name, value) in enumerate(numbers):
        left = EDGE + place * third
        pen.text((left, top + 82), name, PLAIN, font(SMALL), anchor="lm")
        pen.text((left + 150, top + 82), value, INK, font(LARGE), anchor="lm")


def _skills(pen: ImageDraw.ImageDraw, top: int, state: Character) -> None:
    pen.line((EDGE, top - 20, WIDTH - EDGE, top - 20), GRID, 2)
    column = (WIDTH - 2 * EDGE) // COLUMNS
    for place, skill in enumerate(Skill):
        left, row = EDGE + place % COLUMNS * column, top + place // COLUMNS * 54
        level = state.skill(skill)
        trained = level > -1
        pen.text((left, row + 22), str(skill.label), INK if trained else PLAIN, font(SMALL), anchor="lm")
        pen.text((left + 150, row + 22), signed(level), INK if trained else PLAIN, font(LARGE), anchor="lm")
