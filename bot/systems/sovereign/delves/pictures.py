"""The way so far as a picture: rooms visited and how they hang together, who is where, light left as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from bot.engine.text import T
from bot.systems.sovereign.dungeon import Delve, Passage
from bot.ui.canvas import BACKGROUND, BAND, GRID, INK, MARKED, PLAIN, fitted, font, readable
from bot.ui.pillow import Image, ImageDraw

WIDTH, EDGE, TITLE, GAP = 800, 24, 40, 18
ROOM_HEIGHT, STEP, INDENT = 84, 104, 44
# Rooms deeper than that stand no further to the right; of more than fit, the newest are drawn.
DEEPEST, MOST_ROOMS, MOST_LIGHTS = 5, 12, 8
LARGE, SMALL, BAR, COLOURS = 32, 26, 48, 64

# Whose, which, and how many Turns of how many.
Burning = Sequence[tuple[str, str, int, int]]


def board_png(state: Delve, lights: Burning) -> bytes:
    """The picture, drawn."""
    rooms = list(_ordered(state.passages[-MOST_ROOMS:]))
    shown = lights[:MOST_LIGHTS]
    height = EDGE + TITLE + GAP + max(1, len(rooms)) * STEP + GAP + max(1, len(shown)) * BAR + EDGE
    image = Image.new("RGB", (WIDTH, height), BACKGROUND)
    pen = ImageDraw.Draw(image)
    title = T("{name}, Turn {turn}").plain(name=state.name, turn=state.turn)
    pen.text(
        (EDGE, EDGE + TITLE // 2),
        fitted(readable(title), LARGE, WIDTH - 2 * EDGE),
        INK,
        font(LARGE),
        anchor="lm",
    )
    _rooms(pen, state, rooms, EDGE + TITLE + GAP)
    _lights(pen, shown, height - EDGE - max(1, len(shown)) * BAR)
    file = BytesIO()
    # Few colours: a third of the bytes, and half of the time.
    image.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(file, "PNG", compress_level=3)
    return file.getvalue()


def _ordered(rooms: Sequence[Passage]) -> Iterator[Passage]:
    """Each followed by those that were entered from it."""
    known = {each.room for each in rooms}
    yield from _below(rooms, [each for each in rooms if each.came_from not in known])


def _below(rooms: Sequence[Passage], first: Sequence[Passage]) -> Iterator[Passage]:
    for each in first:
        yield each
        yield from _below(rooms, [other for other in rooms if other.came_from == each.room])


def _rooms(pen: ImageDraw.ImageDraw, state: Delve, rooms: Sequence[Passage], top: int) -> None:
    """One under the other, each joined to the room it was entered from."""
    if not rooms:
        pen.text((EDGE, top + STEP // 2), T("No room entered yet").plain(), PLAIN, font(SMALL), anchor="lm")
        return
    places: dict[str, tuple[int, int]] = {}
    depth: dict[str, int] = {}
    for n, each in enumerate(rooms):
        depth[each.room] = min(DEEPEST, depth[each.came_from] + 1) if each.came_from in depth else 0
        left, y = EDGE + depth[each.room] * INDENT, top + n * STEP
        if (came := places.get(each.came_from)) is not None:
            _way(pen, came, (left, y))
        places[each.room] = (left, y)
    for each in rooms:
        _room(pen, places[each.room], each.room, [e.name for e in state.crew if e.room == each.room])


def _way(pen: ImageDraw.ImageDraw, came: tuple[int, int], to: tuple[int, int]) -> None:
    """Down from under the one, then right to the other."""
    trunk = came[0] + INDENT // 2
    middle = to[1] + ROOM_HEIGHT // 2
    pen.line((trunk, came[1] + ROOM_HEIGHT, trunk, middle), PLAIN, 4)
    pen.line((trunk, middle, max(trunk, to[0]), middle), PLAIN, 4)


def _room(pen: ImageDraw.ImageDraw, place: tuple[int, int], name: str, there: Sequence[str]) -> None:
    left, top = place
    right = WIDTH - EDGE
    outline = MARKED if there else GRID
    pen.rounded_rectangle(
        (left, top, right, top + ROOM_HEIGHT), 10, fill=BAND, outline=outline, width=4 if there else 2
    )
    room = right - left - 2 * GAP
    middle = top + (28 if there else ROOM_HEIGHT // 2)
    pen.text((left + GAP, middle), fitted(readable(name), LARGE, room), INK, font(LARGE), anchor="lm")
    if there:
        who = readable(T("{names:,}").plain(names=list(there)))
        pen.text((left + GAP, top + 62), fitted(f"● {who}", SMALL, room), MARKED, font(SMALL), anchor="lm")


def _lights(pen: ImageDraw.ImageDraw, lights: Burning, top: int) -> None:
    """A box for each Turn that is left of it."""
    if not lights:
        pen.text((EDGE, top + BAR // 2), T("No light").plain(), MARKED, font(LARGE), anchor="lm")
        return
    for n, (name, lamp, left, most) in enumerate(lights):
        middle = top + n * BAR + BAR // 2
        label = T("{name}: {lamp}").plain(name=name, lamp=lamp)
        pen.text((EDGE, middle), fitted(readable(label), SMALL, 300), PLAIN, font(SMALL), anchor="lm")
        start, room = 340, 320
        width = room // most
        for turn in range(most):
            box = (start + turn * width, middle - 14, start + (turn + 1) * width - 3, middle + 14)
            pen.rectangle(box, fill=MARKED if turn < left else None, outline=GRID, width=1)
        of = T("{left} of {most}").plain(left=left, most=most)
        pen.text((WIDTH - EDGE, middle), of, INK, font(SMALL), anchor="rm")
