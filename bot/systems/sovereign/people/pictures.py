"""A character's sheet as a picture: what a player looks up most, large enough for a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.text import T
from bot.engine.words import signed
from bot.systems.sovereign.book import Attribute, Save, Skill
from bot.systems.sovereign.state import Character
from bot.ui.canvas import BACKGROUND, BAND, GRID, INK, MARKED, PLAIN, fitted, font, png, readable
from bot.ui.pillow import Image, ImageDraw

WIDTH, HEIGHT, EDGE = 800, 808, 24
HUGE, LARGE, SMALL = 44, 36, 29
# Five boxes in a row, and three columns of numbers.
BOX, GAP, COLUMNS, ROW = 142, 10, 3, 54
COLUMN, VALUE = (WIDTH - 2 * EDGE) // COLUMNS, 220


def sheet_png(state: Character) -> bytes:
    """The sheet, drawn."""
    image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
    pen = ImageDraw.Draw(image)
    _head(pen, state)
    for place, attribute in enumerate(Attribute):
        _score(pen, EDGE + place * (BOX + GAP), 130, attribute, state)
    _bar(pen, 306, T("HP").plain(), state.hp, state.max_hp)
    _bar(pen, 366, T("Strain").plain(), state.strain, state.constitution)
    _table(pen, 432, [(*each, True) for each in _numbers(state)])
    pen.line((EDGE, 612, WIDTH - EDGE, 612), GRID, 2)
    skills = [(each, state.skill(each)) for each in Skill]
    _table(pen, 632, [(str(each.label), signed(n), n > state.untrained) for each, n in skills])
    return png(image)


def _head(pen: ImageDraw.ImageDraw, state: Character) -> None:
    room, left, name = WIDTH - 2 * EDGE, EDGE, readable(state.name)
    size = next((each for each in (HUGE, LARGE) if font(each).getlength(name) <= room), SMALL)
    pen.text((EDGE, 46), fitted(name, size, room), INK, font(size), anchor="lm")
    # How they fare and their level come first: a long title is cut.
    if (condition := state.condition) is not None:
        pen.text((left, 96), f"{condition} · ", MARKED, font(SMALL), anchor="lm")
        left += int(font(SMALL).getlength(f"{condition} · "))
    level = T("level {n}").plain(n=state.level)
    line = f"{level} · {readable(state.title)}" if state.title else level
    pen.text((left, 96), fitted(line, SMALL, WIDTH - EDGE - left), PLAIN, font(SMALL), anchor="lm")


def _score(pen: ImageDraw.ImageDraw, left: int, top: int, attribute: Attribute, state: Character) -> None:
    pen.rounded_rectangle((left, top, left + BOX, top + 156), 10, fill=BAND, outline=GRID, width=2)
    middle = left + BOX / 2
    pen.text((middle, top + 28), attribute.name, PLAIN, font(SMALL), anchor="mm")
    pen.text((middle, top + 80), str(state.score(attribute)), INK, font(HUGE), anchor="mm")
    pen.text((middle, top + 130), signed(state.modifier(attribute)), MARKED, font(LARGE), anchor="mm")


def _bar(pen: ImageDraw.ImageDraw, top: int, name: str, value: int, most: int) -> None:
    pen.text((EDGE, top + 22), name, PLAIN, font(SMALL), anchor="lm")
    left, right = 150, 550
    pen.rounded_rectangle((left, top + 4, right, top + 40), 8, outline=GRID, width=2)
    share = min(1.0, value / most) if most else 0.0
    if share:
        full = left + max(16, share * (right - left))
        pen.rounded_rectangle((left, top + 4, full, top + 40), 8, fill=MARKED)
    pen.text(
        (WIDTH - EDGE, top + 22),
        T("{value} of {most}").plain(value=value, most=most),
        INK,
        font(LARGE),
        anchor="rm",
    )


def _numbers(state: Character) -> Iterator[tuple[str, str]]:
    """Saves, and what other chapters bring with the modifier that goes with each (S6)."""
    strength, dex, wit = (state.modifier(each) for each in (Attribute.STR, Attribute.DEX, Attribute.INT))
    for save in Save:
        yield save.label.removesuffix(" save"), f"{state.save(save)}+".replace("-", "−")
    yield "AC", str(state.armor_class + dex)
    yield T("Melee").plain(), signed(state.attack + strength)
    yield T("Ranged").plain(), signed(state.attack + dex)
    yield T("Initiative").plain(), signed(state.initiative + dex)
    if state.effort:
        yield T("Effort").plain(), str(state.effort + wit)
    yield "XP", f"{state.xp:,}"


def _table(pen: ImageDraw.ImageDraw, top: int, cells: Sequence[tuple[str, str, bool]]) -> None:
    """Names and values in columns; what matters is bright."""
    for place, (name, value, matters) in enumerate(cells):
        left, row = EDGE + place % COLUMNS * COLUMN, top + place // COLUMNS * ROW + 22
        pen.text((left, row), name, PLAIN, font(SMALL), anchor="lm")
        pen.text((left + VALUE, row), value, INK if matters else PLAIN, font(LARGE), anchor="rm")
