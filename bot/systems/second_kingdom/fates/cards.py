"""A chart as a picture, with the cell that the dice named. PNG, and the same in words.

It takes some milliseconds of drawing: a card's `Picture` does it in another thread. Discord shows it about
390 pixels wide on a phone, two fifths of its own size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from bot.engine.card import Button, Card, Picture, Tone
from bot.engine.drawing import draws, shows
from bot.engine.event import sentence
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import T
from bot.play import Post, RecordView
from bot.systems.second_kingdom.fates.rules import (
    CHART,
    COLUMNS,
    FATE,
    ROWS,
    Chart,
    Fate,
    FateRevealed,
    FateRoll,
    FateRolled,
    Reading,
    RevealFate,
    SecretFateAnnounced,
    rolls,
)
from bot.ui.canvas import BACKGROUND, BAND, GRID, INK, MARKED, Colour, fitted, font, png, readable
from bot.ui.card import ALT
from bot.ui.controls import Do, button
from bot.ui.dispatcher import Dispatcher
from bot.ui.lettering import LEADING, laid_out
from bot.ui.pillow import Image, ImageDraw
from bot.ui.reply import Reply
from bot.ui.text import bare, clip, safe

# -- A chart as a picture, with the cell that the dice named -----------------------------------------------


SIDE = 1000
# Where the cells begin, and how large each of them is; the name stands above, the dice beside them.
LEFT, TOP = 95, 158
WIDTH, HEIGHT = 179, 166
MARGIN, GAP, PADDING = 10, 4, 6
NAME_ROOM = 72
# Sizes of letters, in pixels of the picture: of the name, of the dice, and of a cell's text.
NAME_SIZES = (48, 42, 36, 30, 26)
NUMBER, FACES, CORNER = 38, 30, 26
FRAME, FLAG = 9, 34
Box = tuple[int, int, int, int]
Cell = tuple[int, int]


def picture(chart: Chart, reading: Reading | None = None) -> Picture:
    """The chart for a card, still to be drawn; with a reading its cell is marked."""
    marked = (reading.row, reading.column) if reading is not None else None
    words = partial(_words, chart, reading)
    return Picture("chart.png", partial(draw_chart, chart, marked), alt(chart, reading), words)


def draw_chart(chart: Chart, marked: Cell | None = None) -> bytes:
    """A PNG of the chart; the marked cell has another colour, a thick frame and a corner."""
    image = Image.new("RGB", (SIDE, SIDE), BACKGROUND)
    _name(image, chart.name)
    _dice(image, marked)
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            _cell(image, (row, column), chart.cell(row, column), is_marked=(row, column) == marked)
    return png(image)


# -- the frame ------------------------------------------------------------------------------------


def box_of(row: int, column: int) -> Box:
    """The pixels of a cell: left, top, right, bottom. Row 0 and column 0 are those of the dice."""
    left = LEFT + (column - 1) * WIDTH if column else MARGIN
    top = TOP + (row - 1) * HEIGHT if row else NAME_ROOM
    right = left + WIDTH - GAP if column else LEFT - GAP
    return left, top, right, top + HEIGHT - GAP if row else TOP - GAP


def _name(image: Image.Image, name: str) -> None:
    text, room = readable(name), SIDE - 2 * MARGIN
    size = next((size for size in NAME_SIZES if font(size).getlength(text) <= room), NAME_SIZES[-1])
    # On a strip of its own, as every text here: towers of accents are cut off at its edge.
    strip = Image.new("RGB", (room, NAME_ROOM - 8), BACKGROUND)
    ImageDraw.Draw(strip).text((0, strip.height // 2), fitted(text, size, room), INK, font(size), anchor="lm")
    image.paste(strip, (MARGIN, 4))


def _dice(image: Image.Image, marked: Cell | None) -> None:
    """The rows' and columns' numbers with their faces of the dice; those of the marked cell stand out."""
    row, column = marked or (0, 0)
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = box_of(0, 0)
    pen.text((right, top + 22), "2nd →", INK, font(CORNER), anchor="rm")
    pen.text((left, bottom - 18), "1st ↓", INK, font(CORNER), anchor="lm")
    for number in range(1, COLUMNS + 1):
        _die(pen, box_of(0, number), number, is_marked=number == column)
    for number in range(1, ROWS + 1):
        _die(pen, box_of(number, 0), number, is_marked=number == row)


def _die(pen: ImageDraw.ImageDraw, box: Box, number: int, *, is_marked: bool) -> None:
    left, top, right, bottom = box
    ink, ground = (BACKGROUND, INK) if is_marked else (INK, GRID)
    pen.rectangle((left, top, right - 1, bottom - 1), ground)
    middle, centre = (left + right) / 2, (top + bottom) / 2
    pen.text((middle, centre - 18), str(number), ink, font(NUMBER), anchor="mm")
    pen.text((middle, centre + 20), f"{2 * number - 1}–{2 * number}", ink, font(FACES), anchor="mm")


# -- a cell -----------------------------------------------------------------------------------------


def _cell(image: Image.Image, cell: Cell, text: str, *, is_marked: bool) -> None:
    left, top, right, bottom = box_of(*cell)
    ground: Colour = MARKED if is_marked else BAND
    ink = BACKGROUND if is_marked else INK
    tile = Image.new("RGB", (right - left, bottom - top), ground)
    pen = ImageDraw.Draw(tile)
    inset = FRAME + 4 if is_marked else PADDING
    size, lines = laid_out(readable(text), tile.width - 2 * inset, tile.height - 2 * inset)
    height = size * LEADING
    first = (tile.height - height * (len(lines) - 1)) / 2
    for place, line in enumerate(lines):
        pen.text((tile.width / 2, first + place * height), line, ink, font(size), anchor="mm")
    if is_marked:
        pen.rectangle((0, 0, tile.width - 1, tile.height - 1), outline=INK, width=FRAME)
        pen.polygon([(0, 0), (FLAG, 0), (0, FLAG)], INK)
    image.paste(tile, (left, top))


# -- in words ---------------------------------------------------------------------------------------


def alt(chart: Chart, reading: Reading | None = None) -> str:
    """What the picture shows, in words: the marked cell, or all that there is room for."""
    name = bare(chart.name)
    if reading is not None:
        said = T("Row {row}, column {column}: {text}. The cell is marked on the chart {name}.")
        return clip(said.plain(row=reading.row, column=reading.column, text=reading.text, name=name), ALT)
    head = T("{name}: a chart with five rows and five columns.").plain(name=name)
    return "\n".join((head, *in_words(chart, ALT - len(head) - 1)))


def _words(chart: Chart, reading: Reading | None) -> Sequence[str]:
    """All that the picture shows: the marked cell, and every cell in full."""
    head = (alt(chart, reading),) if reading is not None else ()
    return [*head, *_rows(chart, max(map(len, chart.cells)))]


def in_words(chart: Chart, room: int, shown: Callable[[str], str] = str) -> list[str]:
    """Its rows as they are `shown`, the longest cells cut so that all together have room."""
    rows: list[str] = []
    for most in range(max(map(len, chart.cells)), 0, -1):
        rows = [shown(row) for row in _rows(chart, most)]
        if len("\n".join(rows)) <= room:
            return rows
    return rows


def is_told_whole(chart: Chart) -> bool:
    """Whether the picture's words have room for every cell in full."""
    return alt(chart).endswith("\n".join(_rows(chart, max(map(len, chart.cells)))))


def _rows(chart: Chart, most: int) -> list[str]:
    cells = [clip(bare(cell), most) for cell in chart.cells]
    rows = (cells[first : first + COLUMNS] for first in range(0, len(cells), COLUMNS))
    says = T("Row {number}: {cells:600}.")
    return [says.plain(number=number, cells=" | ".join(row)) for number, row in enumerate(rows, start=1)]


# -- Fate rolls and their charts on cards and in the journal -----------------------------------------------


REVEAL_BUTTON = "reveal_fate"
# For a chart in words; what the house adds to a card has its own.
ROOM = 3500


@shows(CHART.name)
def _show_chart(record: RecordView, _post: Post) -> Card:
    return chart_card(record.state)


def chart_card(chart: Chart) -> Card:
    """A chart with its picture; in words too where the picture's own have no room for all."""

    is_whole = is_told_whole(chart)
    rows = [] if is_whole else in_words(chart, ROOM, lambda row: safe(row, ROOM))
    secret = (T("Only game masters can see this chart.")(),) if chart.is_secret else ()
    return Card(safe(chart.name), (*secret, *rows), picture=picture(chart))


@draws(FateRolled)
def _rolled(event: FateRolled, post: Post) -> Card:
    fate = cast(Fate, post.subject.state) if post.subject is not None else None
    # Game masters read the name of a secret chart in the record; the event doesn't tell it.
    roll = fate.roll if fate is not None else event.roll
    card = _result(roll, rolls(roll, _on(roll)), post.subject)
    if event.roll.chart != roll.chart:
        return card.add(T("-# Everyone sees the result; only game masters can see the chart.")())
    if fate is None or post.subject is None or not fate.is_secret:
        return card
    if fate.revealed_in is not None:
        return card.add(T("Revealed to everyone in #{entry}.")(entry=fate.revealed_in))
    reveal = Button(T("Reveal to everyone").plain(), REVEAL_BUTTON, (post.entry.campaign, post.subject.id))
    return card.add(T("-# Only game masters see this.")(), buttons=(reveal,))


def _on(roll: FateRoll) -> str:
    """The chart's name, where it isn't the title already."""
    return roll.chart if roll.reason else ""


def _result(roll: FateRoll, said: str, record: RecordView | None) -> Card:
    reading = roll.reading
    first, second = reading.dice
    came = T("Dice **{first}** and **{second}** → row {row}, column {column}")(
        first=first, second=second, row=reading.row, column=reading.column
    )
    chart = cast(Fate, record.state).chart if record is not None else None
    return Card(
        safe(roll.reason or roll.chart),
        (said, came, f"**{safe(reading.text)}**"),
        picture=picture(chart, reading) if chart is not None else None,
    )


@draws(FateRevealed)
def _revealed(event: FateRevealed, post: Post) -> Card:
    return _result(event.roll, event.reveals(_on(event.roll)), post.subject)


@draws(SecretFateAnnounced)
def _announced(event: SecretFateAnnounced, _post: Post) -> Card:
    return Card(T("A secret fate roll")(), (sentence(event) or "",), tone=Tone.QUIET)


@shows(FATE.name)
def _show_fate(record: RecordView, _post: Post) -> Card:
    """A fate roll as it stands."""
    roll = cast(Fate, record.state).roll
    return _result(roll, rolls(roll, _on(roll)), record)


@button(REVEAL_BUTTON, may=Permit.GAME_MASTERS)
async def reveal(dispatcher: Dispatcher, reply: Reply, campaign: str, fate: str) -> Do:
    """Show everybody what was rolled in secret."""
    return Do(RevealFate(RecordId(fate)), campaign=campaign)
